// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How ops spell their attributes where that is not the attribute's own spelling.
#include "halftone/Dialect/StableHLO/Assembly.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace halftone::stablehlo;

namespace {

/// `[1, 2]`.
ParseResult parseNumbers(OpAsmParser &parser, SmallVectorImpl<int64_t> &numbers) {
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&]() {
    return parser.parseInteger(numbers.emplace_back());
  });
}

ParseResult parseArray(OpAsmParser &parser, DenseI64ArrayAttr &array) {
  SmallVector<int64_t> numbers;
  if (parseNumbers(parser, numbers))
    return failure();
  array = parser.getBuilder().getDenseI64ArrayAttr(numbers);
  return success();
}

} // namespace

//===----------------------------------------------------------------------===//
// reduce_precision, slice, custom_call
//===----------------------------------------------------------------------===//

ParseResult halftone::stablehlo::parseExponentMantissa(OpAsmParser &parser, IntegerAttr &exponent,
                                                       IntegerAttr &mantissa) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  StringRef rest = word;
  int32_t exponentBits, mantissaBits;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) ||
      !rest.consume_front("m") || rest.getAsInteger(10, mantissaBits))
    return parser.emitError(loc) << "expected a format such as 'e5m10', got '" << word << "'";
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void halftone::stablehlo::printExponentMantissa(OpAsmPrinter &printer, Operation *,
                                                IntegerAttr exponent, IntegerAttr mantissa) {
  printer << 'e' << exponent.getValue() << 'm' << mantissa.getValue();
}

ParseResult halftone::stablehlo::parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                                                  DenseI64ArrayAttr &limits,
                                                  DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    stride.push_back(1);
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    return failed(parser.parseOptionalColon()) ? success() : parser.parseInteger(stride.back());
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

void halftone::stablehlo::printSliceRanges(OpAsmPrinter &printer, Operation *,
                                           DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                                           DenseI64ArrayAttr strides) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
                        printer, [&](auto range) {
                          auto [start, limit, stride] = range;
                          printer << start << ':' << limit;
                          if (stride != 1)
                            printer << ':' << stride;
                        });
  printer << ']';
}

ParseResult halftone::stablehlo::parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

void halftone::stablehlo::printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

ParseResult halftone::stablehlo::parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &config) {
  SmallVector<Attribute> precisions;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Precision> precision = symbolizePrecision(name);
    if (!precision)
      return parser.emitError(loc)
             << "expected 'DEFAULT', 'HIGH' or 'HIGHEST', got '" << name << "'";
    precisions.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseOne))
    return failure();
  config = parser.getBuilder().getArrayAttr(precisions);
  return success();
}

void halftone::stablehlo::printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                                               ArrayAttr config) {
  printer << '[';
  llvm::interleaveComma(config, printer, [&](Attribute precision) {
    printer << stringifyPrecision(cast<PrecisionAttr>(precision).getValue());
  });
  printer << ']';
}

ParseResult halftone::stablehlo::parseDotGeneral(OpAsmParser &parser,
                                                 DotDimensionNumbersAttr &dimensions,
                                                 ArrayAttr &precision,
                                                 DotAlgorithmAttr &algorithm) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  auto parsePair = [&](SmallVectorImpl<int64_t> &lhs,
                       SmallVectorImpl<int64_t> &rhs) -> ParseResult {
    return failure(parseNumbers(parser, lhs) || parser.parseKeyword("x") ||
                   parseNumbers(parser, rhs));
  };
  constexpr StringRef order[] = {"batching_dims", "contracting_dims", "precision", "algorithm"};
  size_t next = 0;
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    size_t which = std::find(std::begin(order) + next, std::end(order), name) - std::begin(order);
    if (which == std::size(order)) {
      InFlightDiagnostic diag = parser.emitError(loc) << "expected ";
      llvm::interleaveComma(ArrayRef(order).drop_front(next), diag,
                            [&](StringRef name) { diag << "'" << name << "'"; });
      return diag << ", got '" << name << "'";
    }
    next = which + 1;
    ParseResult parsed = which == 0   ? parsePair(lhsBatch, rhsBatch)
                         : which == 1 ? parsePair(lhsContract, rhsContract)
                         : which == 2 ? parsePrecisionConfig(parser, precision)
                                      : parser.parseCustomAttributeWithFallback(algorithm, Type());
    if (parsed)
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  dimensions = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch, rhsBatch, lhsContract,
                                            rhsContract);
  return success();
}

void halftone::stablehlo::printDotGeneral(OpAsmPrinter &printer, Operation *op,
                                          DotDimensionNumbersAttr dimensions, ArrayAttr precision,
                                          DotAlgorithmAttr algorithm) {
  auto printPair = [&](StringRef name, ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    printer << name << " = [" << lhs << "] x [" << rhs << ']';
  };
  if (!dimensions.getLhsBatchingDimensions().empty() ||
      !dimensions.getRhsBatchingDimensions().empty()) {
    printPair("batching_dims", dimensions.getLhsBatchingDimensions(),
              dimensions.getRhsBatchingDimensions());
    printer << ", ";
  }
  printPair("contracting_dims", dimensions.getLhsContractingDimensions(),
            dimensions.getRhsContractingDimensions());
  if (precision) {
    printer << ", precision = ";
    printPrecisionConfig(printer, op, precision);
  }
  if (algorithm) {
    printer << ", algorithm = ";
    printer.printStrippedAttrOrType(algorithm);
  }
}

//===----------------------------------------------------------------------===//
// The window of a convolution
//===----------------------------------------------------------------------===//

namespace {

/// `[[1, 1], [0, 2]]`, as a tensor of a row for each dimension.
ParseResult parsePadding(OpAsmParser &parser, DenseIntElementsAttr &padding) {
  SmallVector<int64_t> numbers;
  auto parseRow = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t before = numbers.size();
    if (parseNumbers(parser, numbers))
      return failure();
    if (numbers.size() - before != 2)
      return parser.emitError(loc)
             << "expected 2 amounts of padding, got " << numbers.size() - before;
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseRow))
    return failure();
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size()) / 2, 2},
                                    parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, numbers);
  return success();
}

void printPadding(OpAsmPrinter &printer, DenseIntElementsAttr padding) {
  SmallVector<int64_t> numbers(padding.getValues<int64_t>());
  printer << '[';
  for (size_t i = 0; i + 1 < numbers.size(); i += 2)
    printer << (i ? ", [" : "[") << numbers[i] << ", " << numbers[i + 1] << ']';
  printer << ']';
}

/// `[false, true]` or `[0, 1]`.
ParseResult parseReversal(OpAsmParser &parser, DenseBoolArrayAttr &reversal) {
  SmallVector<bool> flags;
  auto parseFlag = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    int64_t number;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) { // 'true' and 'false' are read as numbers, too
      flags.push_back(number != 0);
      return *isNumber;
    }
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    flags.push_back(word == "true");
    if (word != "true" && word != "false")
      return parser.emitError(loc) << "expected 'true' or 'false', got '" << word << "'";
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseFlag))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(flags);
  return success();
}

} // namespace

ParseResult halftone::stablehlo::parseConvolutionWindow(
    OpAsmParser &parser, DenseI64ArrayAttr &strides, DenseIntElementsAttr &padding,
    DenseI64ArrayAttr &lhsDilation, DenseI64ArrayAttr &rhsDilation, DenseBoolArrayAttr &reversal) {
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name == "stride" && !strides)
      return parseArray(parser, strides);
    if (name == "pad" && !padding)
      return parsePadding(parser, padding);
    if (name == "lhs_dilate" && !lhsDilation)
      return parseArray(parser, lhsDilation);
    if (name == "rhs_dilate" && !rhsDilation)
      return parseArray(parser, rhsDilation);
    if (name == "reverse" && !reversal)
      return parseReversal(parser, reversal);
    return parser.emitError(loc) << "expected one of 'stride', 'pad', 'lhs_dilate', 'rhs_dilate' "
                                    "and 'reverse', each at most once, got '"
                                 << name << "'";
  };
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Braces, parseField);
}

void halftone::stablehlo::printConvolutionWindow(
    OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides, DenseIntElementsAttr padding,
    DenseI64ArrayAttr lhsDilation, DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  bool first = true;
  auto start = [&](StringRef name) {
    printer << (first ? "" : ", ") << name << " = ";
    first = false;
  };
  auto printArray = [&](StringRef name, DenseI64ArrayAttr array) {
    if (!array)
      return;
    start(name);
    printer << '[' << array.asArrayRef() << ']';
  };
  printer << '{';
  printArray("stride", strides);
  if (padding) {
    start("pad");
    printPadding(printer, padding);
  }
  printArray("lhs_dilate", lhsDilation);
  printArray("rhs_dilate", rhsDilation);
  if (reversal) {
    start("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer,
                          [&](bool flag) { printer << (flag ? "true" : "false"); });
    printer << ']';
  }
  printer << '}';
}
