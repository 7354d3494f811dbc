// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of values, and what was measured of them in a run.
#include "halftone/Precision/Calibration.h"

#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

void MeasuredRange::add(const HostTensor &tensor) {
  int64_t count = tensor.numElements();
  for (int64_t i = 0; i < count; ++i) {
    double value = tensor.getDouble(i);
    if (!std::isfinite(value)) {
      ++nonFinite;
      continue;
    }
    min = std::min(min, value);
    max = std::max(max, value);
    if (value != 0)
      smallest = std::min(smallest, std::abs(value));
  }
  elements += count;
}

void MeasuredRange::add(const MeasuredRange &other) {
  min = std::min(min, other.min);
  max = std::max(max, other.max);
  smallest = std::min(smallest, other.smallest);
  elements += other.elements;
  nonFinite += other.nonFinite;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Names and lines in a location, outermost first; files without their folder.
static void appendPlace(Location loc, std::string &place) {
  auto append = [&](const Twine &text) { place += (place.empty() ? "" : ";") + text.str(); };
  if (auto named = dyn_cast<NameLoc>(loc)) {
    append(named.getName().getValue());
    return;
  }
  if (auto line = dyn_cast<FileLineColLoc>(loc)) {
    append(llvm::sys::path::filename(line.getFilename().getValue()) + ":" + Twine(line.getLine()) +
           ":" + Twine(line.getColumn()));
    return;
  }
  if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    appendPlace(site.getCallee(), place);
    appendPlace(site.getCaller(), place);
    return;
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      appendPlace(part, place);
}

static std::string placeOf(Operation *op) {
  std::string place;
  appendPlace(op->getLoc(), place);
  if (std::optional<StringRef> forward = train::getForwardName(op))
    place += (train::isRecomputed(op) ? " again for " : " of ") + forward->str();
  return place;
}

MeasuredNames::MeasuredNames(Operation *function) {
  auto isFloat = [](Value value) { return isa<FloatType>(getElementTypeOrSelf(value.getType())); };
  if (auto func = dyn_cast<func::FuncOp>(function); func && !func.isExternal())
    for (BlockArgument argument : func.getArguments())
      if (StringRef name = train::getArgName(func, argument.getArgNumber());
          !name.empty() && isFloat(argument))
        names.emplace_back(argument, Name{{("argument " + name).str(), "", 0}});
  std::map<MeasuredKey, unsigned> counts;
  function->walk([&](Operation *op) {
    if (llvm::none_of(op->getResults(), isFloat))
      return;
    std::string place = placeOf(op);
    for (OpResult result : op->getResults()) {
      if (!isFloat(result))
        continue;
      MeasuredKey key{place, op->getName().getStringRef().str(), result.getResultNumber()};
      unsigned index = counts[key]++;
      names.emplace_back(result, Name{std::move(key), index});
    }
  });
  for (auto &[value, name] : names)
    if (auto it = counts.find(name.key); it != counts.end())
      name.count = it->second;
}

CalibrationIndex::CalibrationIndex(Operation *root, const Calibration &calibration) {
  auto addFunction = [&](FunctionOpInterface function) {
    MeasuredNames names(function);
    for (const auto &[value, name] : names.getNames()) {
      auto found = calibration.values.find(name.key);
      bool isPlaced = !name.key.op.empty() && !name.key.where.empty();
      numResults += isPlaced;
      if (found == calibration.values.end())
        continue;
      numFound += isPlaced;
      auto own = found->second.find(function.getName().str());
      MeasuredRange range;
      if (own != found->second.end() && own->second.size() == name.count)
        range = own->second[name.index];
      else
        for (const auto &[otherFunction, all] : found->second)
          for (const MeasuredRange &one : all)
            range.add(one);
      ranges.try_emplace(value, range);
    }
  };
  // A walk visits the root as well.
  root->walk([&](FunctionOpInterface function) { addFunction(function); });
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

struct RangeRecorder::Impl {
  /// What was seen of the values of one function, by position among its names.
  struct Function {
    explicit Function(Operation *op)
        : name(cast<FunctionOpInterface>(op).getName()), names(op),
          ranges(names.getNames().size()) {
      for (auto [index, entry] : llvm::enumerate(names.getNames()))
        places[entry.first] = index;
    }
    void observe(Value value, const HostTensor &tensor) {
      auto it = places.find(value);
      if (it != places.end())
        ranges[it->second].add(tensor);
    }
    std::string name; ///< the module may be gone when it is written
    MeasuredNames names;
    std::vector<MeasuredRange> ranges;
    DenseMap<Value, size_t> places;
  };

  Function &functionOf(Operation *op) {
    if (!isa<FunctionOpInterface>(op))
      op = op->getParentOfType<FunctionOpInterface>();
    std::unique_ptr<Function> &function = functions[op];
    if (!function)
      function = std::make_unique<Function>(op);
    return *function;
  }

  llvm::MapVector<Operation *, std::unique_ptr<Function>> functions;
};

RangeRecorder::RangeRecorder() : impl(std::make_unique<Impl>()) {}
RangeRecorder::~RangeRecorder() = default;

void RangeRecorder::observe(Operation *op, ArrayRef<HostTensor> results) {
  Impl::Function &function = impl->functionOf(op);
  for (auto [result, tensor] : llvm::zip(op->getResults(), results))
    function.observe(result, tensor);
}

void RangeRecorder::observe(func::FuncOp op, ArrayRef<HostTensor> arguments) {
  Impl::Function &function = impl->functionOf(op);
  for (auto [argument, tensor] : llvm::zip(op.getArguments(), arguments))
    function.observe(argument, tensor);
}

Status RangeRecorder::write(const std::string &path) const {
  Calibration calibration;
  for (const auto &[op, function] : impl->functions) {
    for (auto [entry, range] : llvm::zip(function->names.getNames(), function->ranges)) {
      const MeasuredNames::Name &name = entry.second;
      Calibration::Ranges &all = calibration.values[name.key][function->name];
      all.resize(name.count);
      all[name.index] = range;
    }
  }
  return calibration.write(path);
}
