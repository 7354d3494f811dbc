// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of the models of upstream dialects.
#ifndef HALFTONE_LIB_PRECISION_FOREIGNPARTS_H
#define HALFTONE_LIB_PRECISION_FOREIGNPARTS_H

#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/IR/DialectRegistry.h"

namespace halftone::precision {

void registerLinalgModels(mlir::DialectRegistry &registry);
void registerTosaModels(mlir::DialectRegistry &registry);

/// Dialects whose values `arith` casts.
struct ArithPrecision : PrecisionDialectInterface {
  using PrecisionDialectInterface::PrecisionDialectInterface;

  mlir::Value buildCast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                        mlir::Type type, mlir::Operation *) const override {
    return buildArithCast(builder, loc, value, type);
  }
  mlir::Value buildSplat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                         const llvm::APFloat &number, mlir::Operation *) const override {
    return buildArithSplat(builder, loc, type, number);
  }
};

/// Attaches a model to those of `Ops` for which `Filter` holds.
template <template <typename> typename Model, template <typename> typename Filter, typename... Ops>
void attachWhere(mlir::MLIRContext *context) {
  auto attach = [&]<typename Op>(Op *) {
    if constexpr (Filter<Op>::value)
      Op::template attachInterface<Model<Op>>(*context);
  };
  (attach(static_cast<Ops *>(nullptr)), ...);
}

template <typename Op, typename... Others>
inline constexpr bool isOneOf = (std::is_same_v<Op, Others> || ...);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_FOREIGNPARTS_H
