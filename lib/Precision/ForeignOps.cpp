// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ForeignOps.h"

#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using halftone::train::TieGroup;

namespace {

/// The wrapper's own attribute; all others are those of the op.
constexpr StringLiteral kWrapped = "halftone.foreign";

/// What the wrapper knows of the op behind it.
struct Wrapped {
  explicit Wrapped(Operation *op) : dict(op->getAttrOfType<DictionaryAttr>(kWrapped)) {}

  StringRef name() const { return dict.getAs<StringAttr>("name").getValue(); }
  /// The cast op of its dialect; empty where arith casts.
  StringRef cast() const { return dict.getAs<StringAttr>("cast").getValue(); }
  /// The cast's attributes, and the name of the one that holds the type; or null.
  DictionaryAttr castAttributes() const { return dict.getAs<DictionaryAttr>("cast_attributes"); }
  StringAttr castType() const { return dict.getAs<StringAttr>("cast_type"); }
  ArrayAttr groups() const { return dict.getAs<ArrayAttr>("groups"); }
  Attribute properties() const { return dict.get("properties"); }
  bool isCast() const { return name() == cast(); }

  DictionaryAttr dict;
};

bool isElement(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getRank() == 0 : type.isIntOrIndexOrFloat();
}

/// True for regions that compute on elements of the operands, as the body of a reduction
/// does; what a loop carries has the types of the operands themselves.
bool computesOnElements(Operation *op) {
  auto takesElements = [](Region &region) {
    return region.hasOneBlock() && region.front().mightHaveTerminator() &&
           region.getNumArguments() && llvm::all_of(region.getArgumentTypes(), isElement);
  };
  return op->getNumRegions() && llvm::all_of(op->getRegions(), takesElements) &&
         !llvm::all_of(op->getOperandTypes(), isElement);
}

class WrapperOp : public Op<WrapperOp, OpTrait::VariadicOperands, OpTrait::VariadicResults,
                            OpTrait::VariadicRegions, train::PrecisionOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WrapperOp)
  using Op::Op;

  static StringRef getOperationName() { return "halftone_foreign.op"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  SmallVector<TieGroup> getTieGroups();
  Operation *rebuildWithTypes(OpBuilder &builder, ValueRange operands, TypeRange resultTypes,
                              Type acc) {
    return rebuildOp(*this, builder, operands, resultTypes);
  }
};

SmallVector<TieGroup> WrapperOp::getTieGroups() {
  SmallVector<TieGroup> groups;
  for (auto attr : Wrapped(*this).groups().getAsRange<DictionaryAttr>()) {
    TieGroup group{attr.getAs<StringAttr>("name").getValue(), {}, {}};
    for (int32_t index : attr.getAs<DenseI32ArrayAttr>("operands").asArrayRef())
      group.uses.push_back(&(*this)->getOpOperand(index));
    for (int32_t index : attr.getAs<DenseI32ArrayAttr>("results").asArrayRef())
      group.defs.push_back((*this)->getResult(index));
    groups.push_back(std::move(group));
  }
  // What a body takes and yields are elements of the first group.
  for (Region &region : (*this)->getRegions()) {
    if (groups.empty())
      break;
    for (BlockArgument arg : region.getArguments())
      if (getFloat(arg.getType()))
        groups.front().defs.push_back(arg);
    for (OpOperand &operand : region.front().getTerminator()->getOpOperands())
      if (getFloat(operand.get().getType()))
        groups.front().uses.push_back(&operand);
  }
  return groups;
}

/// The value of an op that is nothing but a constant: no operands, and one attribute of
/// its result's type.
std::optional<NamedAttribute> getConstant(Operation *op) {
  if (op->getNumOperands() || op->getNumResults() != 1 || op->getNumRegions())
    return std::nullopt;
  std::optional<NamedAttribute> found;
  auto look = [&](NamedAttribute attr) {
    auto elements = dyn_cast<ElementsAttr>(attr.getValue());
    if (elements && elements.getType() == op->getResult(0).getType())
      found = attr;
  };
  llvm::for_each(op->getAttrs(), look);
  if (auto properties = dyn_cast_or_null<DictionaryAttr>(Wrapped(op).properties()))
    llvm::for_each(properties, look);
  return found;
}

struct ForeignPrecision : PrecisionDialectInterface {
  using PrecisionDialectInterface::PrecisionDialectInterface;

  Value buildCast(OpBuilder &builder, Location loc, Value value, Type type,
                  Operation *near) const override;
  bool isCast(Operation *op) const override { return Wrapped(op).isCast(); }
  Value buildSplat(OpBuilder &builder, Location loc, Type type, const llvm::APFloat &number,
                   Operation *) const override {
    return {};
  }
  std::optional<llvm::APFloat> getNumber(Operation *op) const override;
  Value remake(OpBuilder &builder, Operation *op, Type type) const override;
  bool hasNoPrecision(Operation *op) const override { return getConstant(op).has_value(); }
  bool ownsBody(Operation *op) const override { return op->getNumRegions(); }
  /// Of a reduction: "stablehlo.add" in its body → "add".
  std::string getKind(Operation *op) const override;
  StringRef getOpName(Operation *op) const override { return Wrapped(op).name(); }
};

class ForeignDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ForeignDialect)

  explicit ForeignDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ForeignDialect>()) {
    addOperations<WrapperOp>();
    addInterfaces<ForeignPrecision>();
  }
  static StringRef getDialectNamespace() { return "halftone_foreign"; }
};

Value ForeignPrecision::buildCast(OpBuilder &builder, Location loc, Value value, Type type,
                                  Operation *near) const {
  Wrapped wrapped(near);
  if (wrapped.cast().empty())
    return buildArithCast(builder, loc, value, type);
  OperationState state(loc, WrapperOp::getOperationName(), value, type);
  NamedAttrList made(wrapped.dict);
  made.erase("properties");
  made.erase("used");
  made.set("name", builder.getStringAttr(wrapped.cast()));
  made.set("groups", builder.getArrayAttr({}));
  state.addAttribute(kWrapped, made.getDictionary(builder.getContext()));
  if (DictionaryAttr attributes = wrapped.castAttributes())
    state.addAttributes(attributes.getValue());
  if (StringAttr name = wrapped.castType())
    state.addAttribute(name, TypeAttr::get(getFloat(type)));
  return builder.create(state)->getResult(0);
}

std::optional<llvm::APFloat> ForeignPrecision::getNumber(Operation *op) const {
  std::optional<NamedAttribute> constant = getConstant(op);
  auto elements =
      constant ? dyn_cast<DenseFPElementsAttr>(constant->getValue()) : DenseFPElementsAttr();
  if (elements && elements.isSplat())
    return elements.getSplatValue<llvm::APFloat>();
  return std::nullopt;
}

Value ForeignPrecision::remake(OpBuilder &builder, Operation *op, Type type) const {
  std::optional<NamedAttribute> constant = getConstant(op);
  auto elements =
      constant ? dyn_cast<DenseFPElementsAttr>(constant->getValue()) : DenseFPElementsAttr();
  if (!elements)
    return {};
  FloatType element = getFloat(type);
  auto round = [&](const llvm::APFloat &number) {
    llvm::APFloat rounded = number;
    bool loses;
    rounded.convert(element.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return rounded.bitcastToAPInt();
  };
  Attribute value = elements.mapValues(element, round);
  StringAttr name = constant->getName();
  Operation *made = rebuildOp(op, builder, {}, type);
  if (op->hasAttr(name)) {
    made->setAttr(name, value);
  } else {
    NamedAttrList wrapped(Wrapped(op).dict),
        properties(cast<DictionaryAttr>(Wrapped(op).properties()));
    properties.set(name, value);
    wrapped.set("properties", properties.getDictionary(op->getContext()));
    made->setAttr(kWrapped, wrapped.getDictionary(op->getContext()));
  }
  return made->getResult(0);
}

std::string ForeignPrecision::getKind(Operation *op) const {
  if (!op->getNumRegions())
    return {};
  Operation *end = op->getRegion(0).front().getTerminator();
  Operation *combiner = end->getNumOperands() ? end->getOperand(0).getDefiningOp() : nullptr;
  return combiner ? precision::getOpName(combiner).split('.').second.str() : std::string();
}

//===----------------------------------------------------------------------===//
// Wrapping
//===----------------------------------------------------------------------===//

/// Indices of the float values among `wanted`, and, with `others`, of those that no group
/// of the op names.
template <typename Range>
DenseI32ArrayAttr getIndices(Builder &builder, const Range &values, ArrayRef<unsigned> wanted,
                             bool others, const llvm::SmallDenseSet<unsigned> &named) {
  SmallVector<int32_t> indices;
  for (auto [index, value] : llvm::enumerate(values))
    if (getFloat(value.getType()) &&
        (llvm::is_contained(wanted, index) || (others && !named.contains(index))))
      indices.push_back(index);
  return builder.getDenseI32ArrayAttr(indices);
}

ArrayAttr describeGroups(Builder &builder, Operation *op, const ForeignOp *foreign) {
  SmallVector<Attribute> groups;
  llvm::SmallDenseSet<unsigned> operands, results;
  for (const ForeignGroup &group : foreign ? foreign->groups : std::vector<ForeignGroup>()) {
    operands.insert(group.operands.begin(), group.operands.end());
    results.insert(group.results.begin(), group.results.end());
  }
  for (const ForeignGroup &group : foreign ? foreign->groups : std::vector<ForeignGroup>()) {
    DenseI32ArrayAttr uses = getIndices(builder, op->getOperands(), group.operands,
                                        group.otherOperands, operands),
                      defs = getIndices(builder, op->getResults(), group.results,
                                        group.otherResults, results);
    if (!uses.empty() || !defs.empty())
      groups.push_back(builder.getDictionaryAttr(
          {builder.getNamedAttr("name", builder.getStringAttr(group.name)),
           builder.getNamedAttr("operands", uses), builder.getNamedAttr("results", defs)}));
  }
  return builder.getArrayAttr(groups);
}

/// An op that the policy names, a cast of its dialect, or a constant beside such ops, has a
/// wrapper; not one that ends a block, and not one whose regions are control flow.
bool needsWrapper(Operation *op, const Policy &policy) {
  StringRef name = op->getName().getStringRef();
  if (isa<train::PrecisionOpInterface>(op) || op->getNumSuccessors() ||
      op == &op->getBlock()->back() || op->hasTrait<OpTrait::ConstantLike>() ||
      getPrecisionDialect(op))
    return false;
  if (op->getNumRegions() && !computesOnElements(op))
    return false;
  return policy.getForeign(name) || policy.getCast(name.split('.').first);
}

/// Puts an op of the state in the place of `op`, with its regions.
void replaceBy(Operation *op, OperationState &state) {
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  OpBuilder builder(op);
  op->replaceAllUsesWith(builder.create(state));
  op->erase();
}

void wrap(Operation *op, const Policy &policy) {
  OpBuilder builder(op);
  StringRef name = op->getName().getStringRef();
  const ForeignCast *cast = policy.getCast(name.split('.').first);
  SmallVector<NamedAttribute> wrapped = {
      builder.getNamedAttr("name", builder.getStringAttr(name)),
      builder.getNamedAttr("cast", builder.getStringAttr(cast ? cast->op : "")),
      builder.getNamedAttr("groups", describeGroups(builder, op, policy.getForeign(name)))};
  if (cast && cast->attributes)
    wrapped.push_back(builder.getNamedAttr("cast_attributes", cast->attributes));
  if (cast && !cast->typeAttr.empty())
    wrapped.push_back(builder.getNamedAttr("cast_type", builder.getStringAttr(cast->typeAttr)));
  if (!op->use_empty())
    wrapped.push_back(builder.getNamedAttr("used", builder.getUnitAttr()));
  if (Attribute properties = op->getPropertiesAsAttribute())
    wrapped.push_back(builder.getNamedAttr("properties", properties));
  OperationState state(op->getLoc(), WrapperOp::getOperationName(), op->getOperands(),
                       op->getResultTypes(), llvm::to_vector(op->getDiscardableAttrs()));
  state.addAttribute(kWrapped, builder.getDictionaryAttr(wrapped));
  replaceBy(op, state);
}

void unwrap(Operation *op) {
  Wrapped wrapped(op);
  // A constant that was made again in other types only; nobody else could remove it.
  if (op->use_empty() && wrapped.dict.contains("used") && getConstant(op))
    return op->erase();
  NamedAttrList attrs(op->getAttrs());
  attrs.erase(kWrapped);
  OperationState state(op->getLoc(), wrapped.name(), op->getOperands(), op->getResultTypes(),
                       attrs.getAttrs());
  state.propertiesAttr = wrapped.properties();
  replaceBy(op, state);
}

} // namespace

bool halftone::precision::isReservedAttribute(StringRef name) { return name == kWrapped; }

void halftone::precision::registerForeignOps(DialectRegistry &registry) {
  registry.insert<ForeignDialect>();
}

ForeignOps::ForeignOps(Operation *root, const Policy &policy) : root(root) {
  SmallVector<Operation *> ops;
  if (!policy.getForeignOps().empty() || !policy.getCasts().empty())
    root->walk([&](Operation *op) {
      if (op != root && needsWrapper(op, policy))
        ops.push_back(op);
    });
  for (Operation *op : ops)
    wrap(op, policy);
}

ForeignOps::~ForeignOps() {
  SmallVector<WrapperOp> ops;
  root->walk([&](WrapperOp op) { ops.push_back(op); });
  for (WrapperOp op : ops)
    unwrap(op);
}
