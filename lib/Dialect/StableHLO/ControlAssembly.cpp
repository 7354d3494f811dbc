// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assembly of `while` and `reduce`.
#include "halftone/Dialect/StableHLO/Assembly.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace halftone::stablehlo;

//===----------------------------------------------------------------------===//
// while: `(%iterArg = %0, …) : types cond {…} do {…}`
//===----------------------------------------------------------------------===//

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parser.parseAssignmentList(arguments, operands))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(result.types))
    return failure();
  if (result.types.size() != operands.size())
    return parser.emitError(loc) << "expected " << operands.size() << " types, got "
                                 << result.types.size();
  for (auto [argument, type] : llvm::zip_equal(arguments, result.types))
    argument.type = type;
  Region *cond = result.addRegion(), *body = result.addRegion();
  std::optional<Location> location;
  if (parser.resolveOperands(operands, result.types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseKeyword("cond") ||
      parser.parseRegion(*cond, arguments) || parser.parseKeyword("do") ||
      parser.parseRegion(*body, arguments) || parser.parseOptionalLocationSpecifier(location))
    return failure();
  // The arguments are spelled once for both regions, without a location: they get the op's.
  result.location = location.value_or(result.location);
  for (Region *region : {cond, body})
    for (BlockArgument argument : region->getArguments())
      argument.setLoc(result.location);
  return success();
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperands()), printer,
                        [&](auto pair) {
                          printer.printOperand(std::get<0>(pair));
                          printer << " = " << std::get<1>(pair);
                        });
  printer << ')';
  if (getNumOperands())
    printer << " : " << getOperandTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

//===----------------------------------------------------------------------===//
// reduce: `(%0 init: %1) applies stablehlo.add across dimensions = [0] : type` where the
// body is one commutative op, else `… across dimensions = [0] : type reducer(…) {…}`
//===----------------------------------------------------------------------===//

namespace {

/// The op that a reduction is said to apply: the only one in its body, on the arguments
/// in order, yielded, and with nothing that the short form would lose: no attributes
/// and no location of its own.
Operation *appliedOp(ReduceOp op) {
  Region &body = op.getBody();
  if (!body.hasOneBlock() || body.getNumArguments() != 2 ||
      !llvm::hasNItems(body.front().getOperations(), 2))
    return nullptr;
  Operation &inner = body.front().front(), &terminator = body.front().back();
  auto hasLocation = [&](Location loc) { return loc == op.getLoc(); };
  auto type = RankedTensorType::get({}, getElementTypeOrSelf(op.getOperand(0)));
  bool applied = inner.hasTrait<OpTrait::IsCommutative>() &&
                 isa_and_nonnull<StableHLODialect>(inner.getDialect()) &&
                 inner.getNumRegions() == 0 && inner.getAttrs().empty() &&
                 inner.getOperands() == ValueRange(body.getArguments()) &&
                 inner.getNumResults() == 1 && inner.getResult(0).getType() == type &&
                 llvm::all_of(body.getArgumentTypes(), [&](Type t) { return t == type; }) &&
                 isa<ReturnOp>(terminator) && terminator.getAttrs().empty() &&
                 terminator.getOperands() == inner.getResults();
  bool located =
      hasLocation(inner.getLoc()) && hasLocation(terminator.getLoc()) &&
      llvm::all_of(body.getArguments(), [&](BlockArgument a) { return hasLocation(a.getLoc()); });
  return applied && located ? &inner : nullptr;
}

/// The rest of the short form, after `applies`.
ParseResult parseApplied(OpAsmParser &parser, OperationState &result, OperationName inner,
                         Type inputType, Region &body) {
  std::optional<Location> location;
  if (parser.parseOptionalLocationSpecifier(location))
    return failure();
  if (location)
    result.location = *location;
  Location loc = result.location;
  auto type = RankedTensorType::get({}, getElementTypeOrSelf(inputType));
  Block &block = body.emplaceBlock();
  block.addArguments({type, type}, {loc, loc});
  OperationState state(loc, inner, block.getArguments(), type);
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  ReturnOp::create(builder, loc, builder.create(state)->getResults());
  return success();
}

/// `reducer(%a: type, %b: type) (%c: type, …) {…}`: for each input, the argument that is
/// so far and the one that is new.
ParseResult parseReducer(OpAsmParser &parser, size_t numInputs, Region &body) {
  if (parser.parseKeyword("reducer"))
    return failure();
  SmallVector<OpAsmParser::Argument> arguments(2 * numInputs);
  for (size_t i = 0; i < numInputs; ++i)
    if (parser.parseLParen() || parser.parseArgument(arguments[i], /*allowType=*/true) ||
        parser.parseComma() || parser.parseArgument(arguments[numInputs + i], /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  return parser.parseRegion(body, arguments);
}

/// The op after `applies`, which must be one on two values.
ParseResult parseAppliedName(OpAsmParser &parser, size_t numInputs,
                             std::optional<OperationName> &inner) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("applies")))
    return success();
  FailureOr<OperationName> name = parser.parseCustomOperationName();
  if (failed(name))
    return failure();
  if (numInputs != 1 || !name->isRegistered() || !name->hasTrait<OpTrait::NOperands<2>::Impl>() ||
      !name->hasTrait<OpTrait::OneResult>() || !name->hasTrait<OpTrait::ZeroRegions>())
    return parser.emitError(loc) << "expected one input and an op on two values, got " << numInputs
                                 << " inputs and '" << *name << "'";
  inner = *name;
  return success();
}

} // namespace

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  size_t numInputs = operands.size();
  operands.append(inits);

  std::optional<OperationName> inner;
  DenseI64ArrayAttr dimensions;
  FunctionType type;
  if (parseAppliedName(parser, numInputs, inner) || parser.parseKeyword("across") ||
      parser.parseKeyword("dimensions") || parser.parseEqual() ||
      parser.parseCustomAttributeWithFallback(dimensions, Type()) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().dimensions = dimensions;
  result.addTypes(type.getResults());
  Region &body = *result.addRegion();
  return inner ? parseApplied(parser, result, *inner, type.getInput(0), body)
               : parseReducer(parser, numInputs, body);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  size_t numInputs = getInputs().size();
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer, [&](auto pair) {
    printer << '(' << std::get<0>(pair) << " init: " << std::get<1>(pair) << ')';
  });
  Operation *inner = appliedOp(*this);
  if (inner)
    printer << " applies " << inner->getName().getStringRef();
  printer << " across dimensions = [" << getDimensions() << ']';
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner)
    return;
  printer.printNewline();
  printer << " reducer";
  for (size_t i = 0; i < numInputs; ++i) {
    printer << '(';
    printer.printRegionArgument(getBody().getArgument(i));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(numInputs + i));
    printer << ") ";
  }
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
