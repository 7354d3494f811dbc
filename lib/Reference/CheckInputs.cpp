// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CheckInputs.h"

#include "halftone/Reference/Evaluator.h"
#include "halftone/Reference/Random.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

static std::optional<double> readNumber(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return static_cast<double>(number.getValue().getSExtValue());
  return std::nullopt;
}

std::optional<std::pair<double, double>> halftone::reference::readPair(Attribute attribute) {
  auto list = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!list || list.size() != 2)
    return std::nullopt;
  std::optional<double> first = readNumber(list[0]), second = readNumber(list[1]);
  if (!first || !second || !std::isfinite(*first) || !std::isfinite(*second))
    return std::nullopt;
  return std::pair(*first, *second);
}

namespace {

/// Numbers of one argument, by their place.
class Draws {
public:
  Draws(uint64_t seed, unsigned run, unsigned argument)
      : key{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)}, run(run),
        argument(argument) {}

  /// In [0, 1).
  double uniform(uint64_t i, unsigned which = 0) const {
    std::array<uint32_t, 4> words =
        philox4x32({static_cast<uint32_t>(i), static_cast<uint32_t>(i >> 32), run, argument}, key);
    return (words[2 * which] + words[2 * which + 1] * 0x1p-32) * 0x1p-32;
  }
  double normal(uint64_t i) const {
    return std::sqrt(-2 * std::log(1 - uniform(i, 0))) *
           std::cos(2 * std::numbers::pi * uniform(i, 1));
  }

private:
  std::array<uint32_t, 2> key;
  uint32_t run, argument;
};

FailureOr<HostTensor> makeInput(func::FuncOp function, unsigned index, const Draws &draws) {
  auto error = [&](const Twine &message) {
    return function.emitError() << "check-precision: argument " << index << ": " << message;
  };
  auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[index]);
  std::optional<DType> dtype = type ? lookupDType(type.getElementType()) : std::nullopt;
  if (!dtype || !type.hasStaticShape())
    return error("expected a tensor of static shape");
  auto get = [&](StringRef name) { return function.getArgAttr(index, name); };
  if (Attribute given = get("check.values")) {
    auto elements = dyn_cast<ElementsAttr>(given);
    if (!elements || elements.getType() != type)
      return error("check.values is not of the argument's type");
    std::optional<HostTensor> read = readAttr(elements);
    return read ? FailureOr<HostTensor>(*read) : error("check.values has no data");
  }
  HostTensor tensor(*dtype, std::vector<int64_t>(type.getShape()));
  bool isFloating = isFloat(*dtype);
  auto uniform = readPair(get("check.uniform")), normal = readPair(get("check.normal"));
  if ((get("check.uniform") && (!uniform || uniform->first > uniform->second)) ||
      (get("check.normal") && (!normal || normal->second < 0)))
    return error("expected check.uniform = [low, high] or check.normal = [mean, deviation]");
  if (!isFloating && normal)
    return error("check.normal is for floats");
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    if (normal)
      tensor.setDouble(i, normal->first + normal->second * draws.normal(i));
    else if (uniform && !isFloating)
      tensor.setInt(
          i, static_cast<int64_t>(std::floor(
                 uniform->first + (uniform->second - uniform->first + 1) * draws.uniform(i))));
    else if (isFloating) {
      auto [low, high] = uniform.value_or(std::pair(-1.0, 1.0));
      tensor.setDouble(i, low + (high - low) * draws.uniform(i));
    }
  }
  return tensor;
}

} // namespace

FailureOr<std::vector<HostTensor>> halftone::reference::makeInputs(func::FuncOp function,
                                                                   uint64_t seed, unsigned run) {
  std::vector<HostTensor> inputs;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    FailureOr<HostTensor> input = makeInput(function, i, Draws(seed, run, i));
    if (failed(input))
      return failure();
    inputs.push_back(std::move(*input));
  }
  return inputs;
}
