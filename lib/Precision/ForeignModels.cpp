// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `PrecisionOpInterface` and `PrecisionDialectInterface` for arith, math, tensor and
// scf; linalg and tosa have files of their own.
//
// Which ops are elementwise, casts or constants is what their traits say; only ops that
// are none of these are named.
#include "halftone/Precision/ForeignModels.h"

#include "ForeignParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using halftone::train::TieGroup;

namespace {

template <typename Op> struct IsElementwise {
  static constexpr bool value = Op::template hasTrait<OpTrait::Elementwise>() &&
                                !Op::template hasTrait<CastOpInterface::Trait>();
};

/// Ops of arith that convert between element types; the fallback for all others.
struct ArithItself : ArithPrecision {
  using ArithPrecision::ArithPrecision;
  bool isCast(Operation *op) const override { return isa<CastOpInterface>(op); }
};

//===----------------------------------------------------------------------===//
// tensor
//===----------------------------------------------------------------------===//

struct TensorPrecision : ArithPrecision {
  using ArithPrecision::ArithPrecision;

  bool isCast(Operation *op) const override { return isa<tensor::BitcastOp>(op); }
  bool hasNoPrecision(Operation *op) const override {
    return isa<tensor::DimOp, tensor::RankOp, tensor::EmptyOp>(op);
  }
  bool ownsBody(Operation *op) const override { return isa<tensor::PadOp, tensor::GenerateOp>(op); }
  Value getElementSource(Operation *op) const override {
    return isa<tensor::SplatOp, tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
               tensor::ExtractSliceOp, tensor::ReshapeOp, tensor::ExtractOp>(op)
               ? op->getOperand(0)
               : Value();
  }
  Value remake(OpBuilder &builder, Operation *op, Type type) const override {
    auto empty = dyn_cast<tensor::EmptyOp>(op);
    return empty ? tensor::EmptyOp::create(builder, op->getLoc(), type, empty.getDynamicSizes())
                 : Value();
  }
};

template <typename Op> struct IsOneTypeTensorOp {
  static constexpr bool value =
      isOneOf<Op, tensor::CastOp, tensor::ConcatOp, tensor::ExtractOp, tensor::ExtractSliceOp,
              tensor::FromElementsOp, tensor::GatherOp, tensor::InsertOp, tensor::InsertSliceOp,
              tensor::ReshapeOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ScatterOp,
              tensor::SplatOp>;
};

/// The op with what its body yields for each element.
template <typename Op>
struct YieldingModel : train::PrecisionOpInterface::ExternalModel<YieldingModel<Op>, Op> {
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"x"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups = tieAll(op);
    if (!groups.empty())
      groups.front().uses.push_back(&op->getRegion(0).front().getTerminator()->getOpOperand(0));
    return groups;
  }
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type) const {
    return rebuildOp(op, builder, operands, resultTypes);
  }
};

//===----------------------------------------------------------------------===//
// scf
//===----------------------------------------------------------------------===//

template <typename Op>
struct BranchModel : train::PrecisionOpInterface::ExternalModel<BranchModel<Op>, Op> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const { return tieBranches(op); }
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type) const {
    return rebuildOp(op, builder, operands, resultTypes);
  }
};

template <typename... Ops> void attachElementwise(MLIRContext *context) {
  attachWhere<OneTypeModel, IsElementwise, Ops...>(context);
}
template <typename... Ops> void attachTensor(MLIRContext *context) {
  attachWhere<OneTypeModel, IsOneTypeTensorOp, Ops...>(context);
  tensor::PadOp::attachInterface<YieldingModel<tensor::PadOp>>(*context);
  tensor::GenerateOp::attachInterface<YieldingModel<tensor::GenerateOp>>(*context);
}

} // namespace

void halftone::precision::registerForeignPrecisionModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *dialect) {
    dialect->addInterfaces<ArithItself>();
    attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Arith/IR/ArithOps.cpp.inc"
        >(context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *dialect) {
    dialect->addInterfaces<ArithPrecision>();
    attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Math/IR/MathOps.cpp.inc"
        >(context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *dialect) {
    dialect->addInterfaces<TensorPrecision>();
    attachTensor<
#define GET_OP_LIST
#include "mlir/Dialect/Tensor/IR/TensorOps.cpp.inc"
        >(context);
  });
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *dialect) {
    dialect->addInterfaces<ArithPrecision>();
    scf::ForOp::attachInterface<BranchModel<scf::ForOp>>(*context);
    scf::IfOp::attachInterface<BranchModel<scf::IfOp>>(*context);
    scf::WhileOp::attachInterface<BranchModel<scf::WhileOp>>(*context);
    scf::IndexSwitchOp::attachInterface<BranchModel<scf::IndexSwitchOp>>(*context);
    scf::ExecuteRegionOp::attachInterface<BranchModel<scf::ExecuteRegionOp>>(*context);
  });
  registerLinalgModels(registry);
  registerTosaModels(registry);
}
