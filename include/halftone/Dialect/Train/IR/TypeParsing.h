// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom directives of the ops' assembly formats.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TYPEPARSING_H
#define HALFTONE_DIALECT_TRAIN_IR_TYPEPARSING_H

#include "mlir/IR/OpImplementation.h"

namespace halftone::train {

/// One type list for operands and results that have the same types.
inline mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser,
                                        llvm::SmallVectorImpl<mlir::Type> &operands,
                                        llvm::SmallVectorImpl<mlir::Type> &results) {
  if (parser.parseTypeList(operands))
    return mlir::failure();
  results.assign(operands.begin(), operands.end());
  return mlir::success();
}

inline void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands,
                           mlir::TypeRange) {
  llvm::interleaveComma(operands, printer);
}

/// `%a, %b,`: any number of operands before a keyword, each with its comma.
inline mlir::ParseResult
parseOperandsAndComma(mlir::OpAsmParser &parser,
                      llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands) {
  mlir::OpAsmParser::UnresolvedOperand operand;
  mlir::OptionalParseResult parsed = parser.parseOptionalOperand(operand);
  for (; parsed.has_value(); parsed = parser.parseOptionalOperand(operand)) {
    if (mlir::failed(*parsed) || parser.parseComma())
      return mlir::failure();
    operands.push_back(operand);
  }
  return mlir::success();
}

inline void printOperandsAndComma(mlir::OpAsmPrinter &printer, mlir::Operation *,
                                  mlir::OperandRange operands) {
  llvm::interleave(
      operands, [&](mlir::Value operand) { printer << operand << ','; }, [&] { printer << ' '; });
}

/// A region whose terminator is left out where it yields nothing.
mlir::ParseResult parseYieldingRegion(mlir::OpAsmParser &parser, mlir::Region &region);
void printYieldingRegion(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &region);

/// The dimensions of a product: `, batch = [0] x [0], contract = [2] x [1]`, each part
/// only where it is not empty.
inline mlir::ParseResult parseDotDimensions(mlir::OpAsmParser &parser,
                                            mlir::DenseI64ArrayAttr &lhsBatch,
                                            mlir::DenseI64ArrayAttr &rhsBatch,
                                            mlir::DenseI64ArrayAttr &lhsContract,
                                            mlir::DenseI64ArrayAttr &rhsContract) {
  auto parsePair = [&](mlir::DenseI64ArrayAttr &lhs, mlir::DenseI64ArrayAttr &rhs) {
    auto parseSide = [&](mlir::DenseI64ArrayAttr &side) {
      side = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(
          mlir::DenseI64ArrayAttr::parse(parser, mlir::Type()));
      return mlir::success(side != nullptr);
    };
    return mlir::failure(parser.parseEqual() || mlir::failed(parseSide(lhs)) ||
                         parser.parseKeyword("x") || mlir::failed(parseSide(rhs)));
  };
  while (mlir::succeeded(parser.parseOptionalComma())) {
    llvm::StringRef name;
    llvm::SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return mlir::failure();
    if (name == "batch" && !lhsBatch && !lhsContract) {
      if (mlir::failed(parsePair(lhsBatch, rhsBatch)))
        return mlir::failure();
    } else if (name == "contract" && !lhsContract) {
      if (mlir::failed(parsePair(lhsContract, rhsContract)))
        return mlir::failure();
    } else {
      return parser.emitError(at)
             << "expected 'batch' and then 'contract', each at most once, got '" << name << "'";
    }
  }
  return mlir::success();
}

inline void printDotDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *,
                               mlir::DenseI64ArrayAttr lhsBatch, mlir::DenseI64ArrayAttr rhsBatch,
                               mlir::DenseI64ArrayAttr lhsContract,
                               mlir::DenseI64ArrayAttr rhsContract) {
  auto printPair = [&](llvm::StringRef name, mlir::DenseI64ArrayAttr lhs,
                       mlir::DenseI64ArrayAttr rhs) {
    if ((!lhs || lhs.empty()) && (!rhs || rhs.empty()))
      return;
    auto printSide = [&](mlir::DenseI64ArrayAttr side) {
      printer << "[" << (side ? side.asArrayRef() : llvm::ArrayRef<int64_t>()) << "]";
    };
    printer << ", " << name << " = ";
    printSide(lhs);
    printer << " x ";
    printSide(rhs);
  };
  printPair("batch", lhsBatch, rhsBatch);
  printPair("contract", lhsContract, rhsContract);
}

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_IR_TYPEPARSING_H
