// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How ops spell their types: as one where they follow from it, else as a function type.
#include "halftone/Dialect/StableHLO/Assembly.h"

using namespace mlir;
using namespace halftone::stablehlo;

namespace {

/// Takes a function type apart, where `type` is one of the right arity.
ParseResult unpack(OpAsmParser &parser, SMLoc loc, FunctionType function, ArrayRef<Type *> operands,
                   Type &result) {
  if (function.getNumInputs() != operands.size() || function.getNumResults() != 1)
    return parser.emitError(loc) << "expected a function type with " << operands.size()
                                 << " operands and 1 result, got " << function;
  for (auto [slot, type] : llvm::zip_equal(operands, function.getInputs()))
    *slot = type;
  result = function.getResult(0);
  return success();
}

} // namespace

ParseResult halftone::stablehlo::detail::parseSameOrFunctionType(OpAsmParser &parser,
                                                                 ArrayRef<Type *> types) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return unpack(parser, loc, function, types.drop_back(), *types.back());
  for (Type *slot : types)
    *slot = type;
  return success();
}

void halftone::stablehlo::detail::printFunctionType(OpAsmPrinter &printer, ArrayRef<Type> types) {
  printer << '(';
  llvm::interleaveComma(types.drop_back(), printer);
  printer << ") -> " << types.back();
}

void halftone::stablehlo::detail::printSameOrFunctionType(OpAsmPrinter &printer,
                                                          ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.front();
  else
    printFunctionType(printer, types);
}

//===----------------------------------------------------------------------===//
// complex, select, tuple
//===----------------------------------------------------------------------===//

namespace {

/// The type of the parts of complex values; null where `type` has none.
Type partsOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto element = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  return element ? tensor.clone(element.getElementType()) : Type();
}

} // namespace

ParseResult halftone::stablehlo::parseComplexTypes(OpAsmParser &parser, Type &lhs, Type &rhs,
                                                   Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return unpack(parser, loc, function, {&lhs, &rhs}, result);
  lhs = rhs = partsOf(result);
  if (!lhs)
    return parser.emitError(loc) << "expected a tensor of complex numbers, got " << result;
  return success();
}

void halftone::stablehlo::printComplexTypes(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs,
                                            Type result) {
  if (lhs == rhs && lhs == partsOf(result))
    printer << result;
  else
    detail::printFunctionType(printer, {lhs, rhs, result});
}

ParseResult halftone::stablehlo::parseSelectTypes(OpAsmParser &parser, Type &pred, Type &onTrue,
                                                  Type &onFalse, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return unpack(parser, loc, function, {&pred, &onTrue, &onFalse}, result);
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void halftone::stablehlo::printSelectTypes(OpAsmPrinter &printer, Operation *, Type pred,
                                           Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    detail::printFunctionType(printer, {pred, onTrue, onFalse, result});
}

ParseResult halftone::stablehlo::parseTupleTypes(OpAsmParser &parser, Types &operands,
                                                 Type &result) {
  TupleType tuple;
  if (parser.parseType(tuple))
    return failure();
  llvm::append_range(operands, tuple.getTypes());
  result = tuple;
  return success();
}

void halftone::stablehlo::printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange,
                                          Type result) {
  printer << result;
}

//===----------------------------------------------------------------------===//
// Any number of operands
//===----------------------------------------------------------------------===//

ParseResult halftone::stablehlo::parseSameVariadicType(OpAsmParser &parser,
                                                       const Operands &operands,
                                                       Types &operandTypes, Type &result) {
  if (parser.parseType(result))
    return failure();
  operandTypes.assign(operands.size(), result);
  return success();
}

void halftone::stablehlo::printSameVariadicType(OpAsmPrinter &printer, Operation *, OperandRange,
                                                TypeRange, Type result) {
  printer << result;
}

ParseResult halftone::stablehlo::parseSameTypes(OpAsmParser &parser, Types &operandTypes,
                                                Types &resultTypes) {
  if (parser.parseTypeList(operandTypes))
    return failure();
  resultTypes.assign(operandTypes.begin(), operandTypes.end());
  return success();
}

void halftone::stablehlo::printSameTypes(OpAsmPrinter &printer, Operation *, TypeRange operandTypes,
                                         TypeRange) {
  printer << operandTypes;
}

ParseResult halftone::stablehlo::parseOperandsAndComma(OpAsmParser &parser, Operands &operands) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult parsed = parser.parseOptionalOperand(operand);
  for (; parsed.has_value(); parsed = parser.parseOptionalOperand(operand)) {
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
  return success();
}

void halftone::stablehlo::printOperandsAndComma(OpAsmPrinter &printer, Operation *,
                                                OperandRange operands) {
  llvm::interleave(
      operands, [&](Value operand) { printer << operand << ','; }, [&] { printer << ' '; });
}
