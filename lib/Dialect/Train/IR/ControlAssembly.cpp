// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assembly of loops and of regions that yield:
//
//   %1 = train.for %i times 4 carry (%c = %0) : tensor<8xf32> { … }
//   %1 = train.while (%c = %0) : tensor<f32> cond { … } do { … }
//
// A body that yields nothing is written without its terminator.
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/IR/TypeParsing.h"

using namespace mlir;
using namespace halftone::train;

namespace {

/// `{ … }`, with `train.yield` added where it is left out.
ParseResult parseBody(OpAsmParser &parser, Region &region, ArrayRef<OpAsmParser::Argument> args) {
  if (parser.parseRegion(region, args))
    return failure();
  if (region.empty())
    region.emplaceBlock();
  Block &block = region.front();
  if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>()) {
    OpBuilder builder(parser.getContext());
    builder.setInsertionPointToEnd(&block);
    YieldOp::create(builder, builder.getUnknownLoc(), ValueRange());
  }
  return success();
}

void printBody(OpAsmPrinter &printer, Region &region) {
  auto yield = region.empty() || region.front().empty() ? YieldOp()
                                                        : dyn_cast<YieldOp>(region.front().back());
  bool leaveOut = yield && yield->getNumOperands() == 0 && yield->getAttrs().empty();
  printer.printRegion(region, /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/!leaveOut);
}

/// `(%c = %0, …) : type, …`; the operands go to `result`, whose types these are too.
ParseResult parseCarried(OpAsmParser &parser, OperationState &result,
                         SmallVectorImpl<OpAsmParser::Argument> &args) {
  SmallVector<OpAsmParser::Argument> carried;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SmallVector<Type> types;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseAssignmentList(carried, inits))
    return failure();
  if (!inits.empty() && parser.parseColonTypeList(types))
    return failure();
  if (types.size() != inits.size())
    return parser.emitError(at) << "expected " << inits.size() << " types of carried values, got "
                                << types.size();
  for (auto [arg, type] : llvm::zip(carried, types))
    arg.type = type;
  llvm::append_range(args, carried);
  result.addTypes(types);
  return parser.resolveOperands(inits, types, at, result.operands);
}

void printCarried(OpAsmPrinter &printer, ValueRange args, ValueRange inits) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(args, inits), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair);
  });
  printer << ')';
  if (!inits.empty()) {
    printer << " : ";
    llvm::interleaveComma(inits.getTypes(), printer);
  }
}

std::string nameOf(OpAsmPrinter &printer, Value value) {
  std::string name;
  llvm::raw_string_ostream os(name);
  printer.printOperand(value, os);
  return name;
}

} // namespace

ParseResult halftone::train::parseYieldingRegion(OpAsmParser &parser, Region &region) {
  return parseBody(parser, region, {});
}

void halftone::train::printYieldingRegion(OpAsmPrinter &printer, Operation *, Region &region) {
  printBody(printer, region);
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  SmallVector<OpAsmParser::Argument> args(1);
  int64_t tripCount;
  if (parser.parseArgument(args.front()) || parser.parseKeyword("times") ||
      parser.parseInteger(tripCount))
    return failure();
  args.front().type = RankedTensorType::get({}, builder.getI32Type());
  result.getOrAddProperties<Properties>().trip_count = builder.getI64IntegerAttr(tripCount);
  if (succeeded(parser.parseOptionalKeyword("carry")) && parseCarried(parser, result, args))
    return failure();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parseBody(parser, *result.addRegion(), args);
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getInductionVar() << " times " << static_cast<int64_t>(getTripCount());
  if (!getInits().empty()) {
    printer << " carry ";
    printCarried(printer, ValueRange(getCarriedArgs()), getInits());
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {getTripCountAttrName()});
  printer << ' ';
  printBody(printer, getBody());
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args, bodyArgs;
  if (parseCarried(parser, result, args) || parser.parseKeyword("cond") ||
      parseBody(parser, *result.addRegion(), args) || parser.parseKeyword("do"))
    return failure();
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseArgumentList(bodyArgs, OpAsmParser::Delimiter::OptionalParen))
    return failure();
  if (bodyArgs.empty())
    bodyArgs = args;
  if (bodyArgs.size() != args.size())
    return parser.emitError(at) << "expected " << args.size() << " names, one for each carried"
                                << " value, got " << bodyArgs.size();
  for (auto [bodyArg, arg] : llvm::zip(bodyArgs, args))
    bodyArg.type = arg.type;
  return failure(parseBody(parser, *result.addRegion(), bodyArgs) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printCarried(printer, ValueRange(getCond().getArguments()), getInits());
  printer << " cond ";
  printBody(printer, getCond());
  printer << " do ";
  // Both blocks usually print their arguments alike.
  bool alike =
      llvm::equal(getCond().getArguments(), getBody().getArguments(),
                  [&](Value a, Value b) { return nameOf(printer, a) == nameOf(printer, b); });
  if (!alike) {
    printer << '(';
    llvm::interleaveComma(getBody().getArguments(), printer);
    printer << ") ";
  }
  printBody(printer, getBody());
  printer.printOptionalAttrDict((*this)->getAttrs());
}
