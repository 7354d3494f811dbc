// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SeedSearch.h"

#include "BackwardDegrees.h"
#include "GradientCut.h"
#include "StepFacts.h"
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace halftone::train {
namespace {

using Priority = StepFacts::Priority;

/// How many candidates that reach the same are tried before the first one's refusal
/// stands.
constexpr unsigned kMostTries = 4;

class SeedSearch {
public:
  explicit SeedSearch(func::FuncOp step) : facts(step) {}

  FailureOr<FoundSeeds> run();

private:
  StepFacts facts;

  OpOperand *choose(llvm::BitVector &open, ArrayRef<OpOperand *> others, Priority least);
  SmallVector<OpOperand *> chooseAll(ArrayRef<OpOperand *> tried, Priority least);
  LogicalResult verifyLoss();
  InFlightDiagnostic refuse(const DegreeMixing &mixing, OpOperand &seed);
  FailureOr<FoundSeeds> finish(BackwardDegrees &degrees);
};

static bool isBehind(OpOperand &use, const ValueSet &behind) {
  bool found = false;
  forEachTarget(use, [&](Value target) { found |= behind.contains(target); });
  return found;
}

/// The best candidate for the sinks that are still open, of those that depend on none of
/// the others; takes what it reaches from `open`.
OpOperand *SeedSearch::choose(llvm::BitVector &open, ArrayRef<OpOperand *> others, Priority least) {
  ValueSet behindOthers = reachFrom(others);
  SmallVector<const StepFacts::Candidate *> widest;
  unsigned most = 1;
  for (const StepFacts::Candidate &candidate : facts.getCandidates()) {
    llvm::BitVector reached = facts.getReach(*candidate.use);
    reached &= open;
    // An optimizer may keep a mean of the loss: no gradient.
    bool hasParam = llvm::any_of(reached.set_bits(),
                                 [&](unsigned bit) { return !facts.getSinks()[bit].isState; });
    unsigned count = reached.count();
    if (candidate.priority < least || !hasParam || count < most ||
        isBehind(*candidate.use, behindOthers))
      continue;
    if (count > most)
      widest.clear();
    most = count;
    widest.push_back(&candidate);
  }
  if (widest.empty())
    return nullptr;

  const StepFacts::Candidate *best = widest.front(); // in program order
  for (const StepFacts::Candidate *candidate : widest)
    best = candidate->priority > best->priority ? candidate : best;
  open.reset(facts.getReach(*best->use));
  return best->use;
}

/// Seeds for all sinks, other than those tried.
SmallVector<OpOperand *> SeedSearch::chooseAll(ArrayRef<OpOperand *> tried, Priority least) {
  SmallVector<OpOperand *> seeds, others(tried);
  llvm::BitVector open(facts.getSinks().size(), true);
  while (OpOperand *seed = choose(open, others, least)) {
    seeds.push_back(seed);
    others.push_back(seed);
    least = Priority::root; // a residual is no loss of its own
  }
  return seeds;
}

InFlightDiagnostic SeedSearch::refuse(const DegreeMixing &mixing, OpOperand &seed) {
  func::FuncOp step = facts.getStep();
  InFlightDiagnostic diagnostic = mixing.op->emitError()
                                  << "the loss scale can't pass '" << mixing.op->getName()
                                  << "': " << mixing.why << ", and the backward pass of '"
                                  << step.getName() << "' goes on behind it";
  if (mixing.plain) {
    auto argument = dyn_cast<BlockArgument>(mixing.plain);
    bool isNamed = argument && argument.getOwner() == &facts.getBlock();
    Diagnostic &note = diagnostic.attachNote(mixing.plain.getLoc());
    if (isNamed)
      note << "argument '" << getArgName(step, argument.getArgNumber()) << "' doesn't hold it";
    else
      note << "this value doesn't hold it";
  }
  diagnostic.attachNote(seed.getOwner()->getLoc()) << "the scale comes in here";
  return diagnostic;
}

FailureOr<FoundSeeds> SeedSearch::finish(BackwardDegrees &degrees) {
  FoundSeeds result;
  result.uses = degrees.getSeeds();
  func::FuncOp step = facts.getStep();
  GradientCut cut(facts, degrees);
  llvm::BitVector named(facts.getSinks().size());
  for (Value value : cut.find()) {
    FoundGradient gradient{value, "", std::nullopt};
    // Two gradients of one parameter: the first is called so.
    llvm::BitVector sinks = cut.getReach(value);
    sinks.reset(named);
    for (unsigned bit : sinks.set_bits()) {
      const StepFacts::Sink &sink = facts.getSinks()[bit];
      bool isGradient = getResultRole(step, sink.result) == Role::gradient;
      if (!(sink.param && !gradient.param) && !(isGradient && gradient.name.empty()))
        continue;
      gradient.param = sink.param ? sink.param : gradient.param;
      gradient.name =
          sink.param ? getArgName(step, *sink.param).str() : getResultName(step, sink.result).str();
      named.set(bit);
    }
    result.gradients.push_back(std::move(gradient));
  }
  return result;
}

/// Several steps in one, or a second model that is trained on the first: what the loss is
/// computed from can't be scaled.
LogicalResult SeedSearch::verifyLoss() {
  func::FuncOp step = facts.getStep();
  if (facts.getParamsWithinLoss().empty())
    return success();
  StringRef name = getArgName(step, facts.getParamsWithinLoss().front());
  if (facts.getSinks().empty())
    return step.emitError() << "the loss of '" << step.getName()
                            << "' depends on the new value of '" << name
                            << "', so its gradient can't be scaled; loss scaling takes steps "
                               "with one update of each parameter, behind the loss";
  step.emitWarning() << "the gradient of '" << name << "' is not scaled: the loss of '"
                     << step.getName() << "' depends on its new value";
  return success();
}

FailureOr<FoundSeeds> SeedSearch::run() {
  if (failed(verifyLoss()))
    return failure();
  std::optional<DegreeMixing> mixing;
  OpOperand *refused = nullptr;
  // What starts behind the loss comes last: if that is refused too, it is what to show.
  for (Priority least : {Priority::residual, Priority::root}) {
    SmallVector<OpOperand *> tried;
    while (tried.size() < kMostTries) {
      SmallVector<OpOperand *> seeds = chooseAll(tried, least);
      if (seeds.empty() ||
          (!tried.empty() && facts.getReach(*seeds.front()) != facts.getReach(*tried.front())))
        break;
      BackwardDegrees degrees(facts, seeds);
      std::optional<DegreeMixing> next = degrees.solve();
      if (!next)
        return finish(degrees);
      if (tried.empty()) {
        mixing = next;
        refused = seeds.front();
      }
      tried.push_back(seeds.front());
    }
  }
  if (refused)
    return refuse(*mixing, *refused);
  return FoundSeeds();
}

} // namespace

FailureOr<FoundSeeds> findSeeds(func::FuncOp step) { return SeedSearch(step).run(); }

/// The number that a constant is everywhere.
static std::optional<double> getNumber(Value value) {
  while (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = broadcast.getOperand();
  DenseFPElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return std::nullopt;
  bool loses;
  auto number = elements.getSplatValue<APFloat>();
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
  return number.convertToDouble();
}

void placeSeeds(ArrayRef<OpOperand *> uses) {
  for (OpOperand *use : uses) {
    Operation *op = use->getOwner();
    OpBuilder builder(op);
    CoreBuilder b(builder, op->getLoc());
    Value value = use->get();
    auto type = cast<RankedTensorType>(value.getType());
    // The seed is f32 (or f64): that is where the scale is.
    Type element = type.getElementType();
    Type wide = element.isF64() ? element : builder.getF32Type();
    Value factor = SeedOp::create(builder, op->getLoc(), RankedTensorType::get({}, wide), Value());
    std::optional<double> number = getNumber(value);
    if (number && *number != 1.0)
      factor = b.mul(factor, *number);
    if (number)
      factor = b.cast(factor, element);
    if (type.getRank() > 0)
      factor = BroadcastInDimOp::create(builder, op->getLoc(),
                                        withElementType(type, getElementType(factor)), factor,
                                        ArrayRef<int64_t>{});
    use->set(number ? factor : b.cast(b.mul(b.cast(value, wide), factor), element));
  }
}

} // namespace halftone::train
