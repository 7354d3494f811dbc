// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, read and written.
#include "halftone/Dialect/Train/IR/ConvNotation.h"

using namespace mlir;
using namespace halftone::train;

static ParseResult parseConvSide(AsmParser &parser, StringRef firstName, StringRef secondName,
                                 ConvSide &side) {
  SMLoc start = parser.getCurrentLocation();
  SmallVector<std::pair<int64_t, int64_t>> spatial; // (which spatial dimension, where)
  int64_t position = 0;
  auto parseEntry = [&]() -> ParseResult {
    int64_t number;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      spatial.push_back({number, position++});
      return *isNumber;
    }
    StringRef name;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    int64_t *slot = name == firstName ? &side.first : name == secondName ? &side.second : nullptr;
    if (!slot || *slot >= 0)
      return parser.emitError(at) << "expected '" << firstName << "' and '" << secondName
                                  << "' once each, got '" << name << "'";
    *slot = position++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseEntry))
    return failure();
  if (side.first < 0 || side.second < 0)
    return parser.emitError(start)
           << "expected '" << firstName << "' and '" << secondName << "' among the dimensions";
  llvm::sort(spatial);
  for (auto [i, entry] : llvm::enumerate(spatial)) {
    if (entry.first != static_cast<int64_t>(i))
      return parser.emitError(start)
             << "expected each spatial dimension from 0 to " << spatial.size() - 1 << " once";
    side.spatial.push_back(entry.second);
  }
  return success();
}

static void printConvSide(AsmPrinter &printer, StringRef firstName, StringRef secondName,
                          const ConvSide &side) {
  SmallVector<std::string> names(side.spatial.size() + 2);
  auto put = [&](int64_t where, const Twine &name) {
    if (where >= 0 && where < static_cast<int64_t>(names.size()))
      names[where] = name.str();
  };
  for (auto [i, where] : llvm::enumerate(side.spatial))
    put(where, Twine(i));
  put(side.first, firstName);
  put(side.second, secondName);
  printer << '[';
  llvm::interleaveComma(names, printer, [&](const std::string &name) { printer << name; });
  printer << ']';
}

ParseResult halftone::train::parseConvNotation(AsmParser &parser, ConvNotation &dims) {
  return failure(parseConvSide(parser, "b", "f", dims.input) || parser.parseKeyword("x") ||
                 parseConvSide(parser, "i", "o", dims.kernel) || parser.parseArrow() ||
                 parseConvSide(parser, "b", "f", dims.output));
}

void halftone::train::printConvNotation(AsmPrinter &printer, const ConvNotation &dims) {
  printConvSide(printer, "b", "f", dims.input);
  printer << 'x';
  printConvSide(printer, "i", "o", dims.kernel);
  printer << "->";
  printConvSide(printer, "b", "f", dims.output);
}
