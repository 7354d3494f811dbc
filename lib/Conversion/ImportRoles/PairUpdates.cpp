// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which result is the next value of which argument. In this order:
//
//   1. what `train.updates` and a role file's names say;
//   2. trees: the results below one part of the return value have the keys and types of
//      the arguments below one parameter of the function, in the same order;
//   3. keys: one state argument's path ends in the result's keys and has its type;
//   4. `tf.aliasing_output`, which says only that a buffer is reused: JAX gives it to the
//      first argument of the type, so it comes last.
#include "Signature.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::Role;

namespace {

/// Arguments or results below one root, in order.
using Group = SmallVector<unsigned>;

class UpdatePairing {
public:
  UpdatePairing(func::FuncOp func, Signature &signature) : func(func), signature(signature) {}

  void run() {
    pairByAttribute();
    pairByName();
    pairTrees();
    pairByKeys();
    pairByAlias();
  }

private:
  func::FuncOp func;
  Signature &signature;

  ImportedValue &arg(unsigned i) { return signature.args[i]; }
  ImportedValue &result(unsigned i) { return signature.results[i]; }
  bool mayPair(unsigned a, unsigned r) {
    return !arg(a).partner && !result(r).partner && arg(a).type == result(r).type &&
           (!arg(a).role || train::isStateRole(*arg(a).role)) &&
           (!result(r).role || train::isStateRole(*result(r).role));
  }

  llvm::StringMap<unsigned> argsByName() {
    llvm::StringMap<unsigned> names;
    for (auto [i, value] : llvm::enumerate(signature.args))
      names.try_emplace(value.name, i);
    return names;
  }

  void pairByAttribute();
  void pairByName();
  void pairTrees();
  void pairByKeys();
  void pairByAlias();
  llvm::MapVector<StringRef, Group> group(ArrayRef<ImportedValue> values);
  bool isSameTree(const Group &args, const Group &results);
};

void UpdatePairing::pairByAttribute() {
  llvm::StringMap<unsigned> names = argsByName();
  for (unsigned r = 0; r < signature.results.size(); ++r)
    if (auto found = names.find(train::getUpdatedName(func, r)); found != names.end())
      signature.pair(found->second, r);
}

void UpdatePairing::pairByName() {
  llvm::StringMap<unsigned> names = argsByName();
  for (unsigned r = 0; r < signature.results.size(); ++r)
    if (auto found = names.find(result(r).name);
        result(r).isNamed && found != names.end() && mayPair(found->second, r))
      signature.pair(found->second, r);
}

llvm::MapVector<StringRef, Group> UpdatePairing::group(ArrayRef<ImportedValue> values) {
  llvm::MapVector<StringRef, Group> groups;
  for (auto [i, value] : llvm::enumerate(values))
    if (!value.path.empty())
      groups[value.path.root()].push_back(i);
  return groups;
}

/// A lone value without keys has no shape of a tree: it fits where its role says so.
bool UpdatePairing::isSameTree(const Group &args, const Group &results) {
  if (args.size() != results.size())
    return false;
  for (auto [a, r] : llvm::zip_equal(args, results))
    if (!mayPair(a, r) || arg(a).path.join(1) != result(r).path.join(1))
      return false;
  const ImportedValue &first = arg(args.front());
  return first.path.segments.size() > 1 || (first.role && train::isStateRole(*first.role));
}

void UpdatePairing::pairTrees() {
  llvm::MapVector<StringRef, Group> args = group(signature.args),
                                    results = group(signature.results);
  auto pairAll = [&](const Group &a, const Group &r, bool byShape) {
    for (auto [argument, value] : llvm::zip_equal(a, r))
      signature.pair(argument, value, byShape);
  };
  for (auto &[root, members] : results)
    if (auto same = args.find(root); same != args.end() && isSameTree(same->second, members))
      pairAll(same->second, members, /*byShape=*/false);
  for (auto &[root, members] : results)
    for (auto &[argRoot, candidates] : args)
      if (isSameTree(candidates, members)) {
        pairAll(candidates, members, /*byShape=*/true);
        break;
      }
}

void UpdatePairing::pairByKeys() {
  // Every ending of a state argument's path; null marks those of several arguments.
  llvm::StringMap<std::optional<unsigned>> endings;
  for (auto [i, value] : llvm::enumerate(signature.args)) {
    if (!value.role || *value.role != Role::model_state)
      continue;
    for (size_t first = 1; first < value.path.segments.size(); ++first) {
      auto [entry, isNew] = endings.try_emplace(value.path.join(first), i);
      if (!isNew)
        entry->second = std::nullopt;
    }
  }
  for (unsigned r = 0; r < signature.results.size(); ++r) {
    const ValuePath &path = result(r).path;
    for (size_t first = 0; first < path.segments.size(); ++first) {
      auto found = endings.find(path.join(first));
      if (found != endings.end() && found->second && mayPair(*found->second, r))
        signature.pair(*found->second, r);
      if (!isIndex(path.segments[first]))
        break; // places in tuples say nothing, but keys do
    }
  }
}

void UpdatePairing::pairByAlias() {
  for (unsigned a = 0; a < signature.args.size(); ++a) {
    auto alias = func.getArgAttrOfType<IntegerAttr>(a, "tf.aliasing_output");
    if (!alias || alias.getInt() < 0 ||
        alias.getInt() >= static_cast<int64_t>(signature.results.size()))
      continue;
    auto r = static_cast<unsigned>(alias.getInt());
    // A loss may reuse the buffer of a scalar.
    bool isState = arg(a).role ? train::isStateRole(*arg(a).role) : arg(a).rank() > 0;
    if (isState && mayPair(a, r))
      signature.pair(a, r);
  }
}

} // namespace

void halftone::conversion::pairUpdates(func::FuncOp func, Signature &signature) {
  UpdatePairing(func, signature).run();
}
