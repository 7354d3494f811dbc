// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom directives of the ops' assembly formats: what `as_text()` of a frontend
// prints that MLIR has no directive for.
#ifndef HALFTONE_DIALECT_STABLEHLO_ASSEMBLY_H
#define HALFTONE_DIALECT_STABLEHLO_ASSEMBLY_H

#include "halftone/Dialect/StableHLO/StableHLO.h"

namespace halftone::stablehlo {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVectorImpl<mlir::Type>;

namespace detail {

/// One type for all, or a function type. `types` are the operands' and, last, the
/// result's.
mlir::ParseResult parseSameOrFunctionType(mlir::OpAsmParser &parser,
                                          llvm::ArrayRef<mlir::Type *> types);
void printSameOrFunctionType(mlir::OpAsmPrinter &printer, llvm::ArrayRef<mlir::Type> types);
/// `(a, b) -> c`.
void printFunctionType(mlir::OpAsmPrinter &printer, llvm::ArrayRef<mlir::Type> types);

} // namespace detail

/// `: tensor<4xf32>` where operands and result have one type, else `: (…) -> …`.
template <typename... Rest>
mlir::ParseResult parseSameOrFunctionType(mlir::OpAsmParser &parser, mlir::Type &first,
                                          Rest &...rest) {
  return detail::parseSameOrFunctionType(parser, {&first, &rest...});
}
template <typename... Rest>
void printSameOrFunctionType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type first,
                             Rest... rest) {
  detail::printSameOrFunctionType(printer, {first, rest...});
}

/// Only the result's type where the operands are its parts.
mlir::ParseResult parseComplexTypes(mlir::OpAsmParser &parser, mlir::Type &lhs, mlir::Type &rhs,
                                    mlir::Type &result);
void printComplexTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type lhs,
                       mlir::Type rhs, mlir::Type result);

/// `: tensor<i1>, tensor<4xf32>` where both values have the result's type.
mlir::ParseResult parseSelectTypes(mlir::OpAsmParser &parser, mlir::Type &pred, mlir::Type &onTrue,
                                   mlir::Type &onFalse, mlir::Type &result);
void printSelectTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type pred,
                      mlir::Type onTrue, mlir::Type onFalse, mlir::Type result);

/// The tuple's type; the operands' are in it.
mlir::ParseResult parseTupleTypes(mlir::OpAsmParser &parser, Types &operands, mlir::Type &result);
void printTupleTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands,
                     mlir::Type result);

/// One type for any number of operands and the result.
mlir::ParseResult parseSameVariadicType(mlir::OpAsmParser &parser, const Operands &operands,
                                        Types &operandTypes, mlir::Type &result);
void printSameVariadicType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OperandRange,
                           mlir::TypeRange operandTypes, mlir::Type result);

/// The operands' types, which are the results', too.
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser, Types &operandTypes,
                                 Types &resultTypes);
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operandTypes,
                    mlir::TypeRange resultTypes);

/// `%a, %b,`: any number of operands before a keyword, each with its comma.
mlir::ParseResult parseOperandsAndComma(mlir::OpAsmParser &parser, Operands &operands);
void printOperandsAndComma(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::OperandRange operands);

/// `e5m10`.
mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser &parser, mlir::IntegerAttr &exponent,
                                        mlir::IntegerAttr &mantissa);
void printExponentMantissa(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::IntegerAttr exponent, mlir::IntegerAttr mantissa);

/// `[0:4, 1:8:2]`: start, limit, and step where it is not 1.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      mlir::DenseI64ArrayAttr starts, mlir::DenseI64ArrayAttr limits,
                      mlir::DenseI64ArrayAttr strides);

/// `[DEFAULT, HIGHEST]`.
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser, mlir::ArrayAttr &config);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr config);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = […],
/// algorithm = <…>`: all but the contracting dimensions only where they are there.
mlir::ParseResult parseDotGeneral(mlir::OpAsmParser &parser, DotDimensionNumbersAttr &dimensions,
                                  mlir::ArrayAttr &precision, DotAlgorithmAttr &algorithm);
void printDotGeneral(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     DotDimensionNumbersAttr dimensions, mlir::ArrayAttr precision,
                     DotAlgorithmAttr algorithm);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser,
                                             ConvDimensionNumbersAttr &dimensions);
void printConvolutionDimensions(mlir::AsmPrinter &printer, ConvDimensionNumbersAttr dimensions);
inline mlir::ParseResult parseConvolutionDimensions(mlir::OpAsmParser &parser,
                                                    ConvDimensionNumbersAttr &dimensions) {
  return parseConvolutionDimensions(static_cast<mlir::AsmParser &>(parser), dimensions);
}
inline void printConvolutionDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *,
                                       ConvDimensionNumbersAttr dimensions) {
  printConvolutionDimensions(printer, dimensions);
}

/// `{stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = […], rhs_dilate = […],
/// reverse = [false, false]}`, each where it is there.
mlir::ParseResult
parseConvolutionWindow(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &strides,
                       mlir::DenseIntElementsAttr &padding, mlir::DenseI64ArrayAttr &lhsDilation,
                       mlir::DenseI64ArrayAttr &rhsDilation, mlir::DenseBoolArrayAttr &reversal);
void printConvolutionWindow(mlir::OpAsmPrinter &printer, mlir::Operation *,
                            mlir::DenseI64ArrayAttr strides, mlir::DenseIntElementsAttr padding,
                            mlir::DenseI64ArrayAttr lhsDilation,
                            mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal);

/// `@target`.
mlir::ParseResult parseCallTarget(mlir::OpAsmParser &parser, mlir::StringAttr &target);
void printCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::StringAttr target);

} // namespace halftone::stablehlo

#endif // HALFTONE_DIALECT_STABLEHLO_ASSEMBLY_H
