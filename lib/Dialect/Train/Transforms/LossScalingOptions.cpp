// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LossScaling.h"
#include "OptionText.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace halftone::train {

LogicalResult verifyScalingOptions(const TrainLossScalingOptions &options, Location loc) {
  auto error = [&]() { return emitError(loc) << "option "; };
  if (!llvm::is_contained({"dynamic", "static", "none"}, options.mode))
    return error() << "'mode' can't be '" << options.mode
                   << "', expected 'dynamic', 'static' or 'none'";
  bool torch = options.semantics == "torch";
  if (!torch && options.semantics != "halftone")
    return error() << "'semantics' can't be '" << options.semantics
                   << "', expected 'halftone' or 'torch'";
  double largest = std::numeric_limits<float>::max();
  if (!(options.growthFactor > 1.0) || std::isinf(options.growthFactor))
    return error() << "'growth-factor' is " << spell(options.growthFactor)
                   << ", expected more than 1";
  if (!(options.backoffFactor > 0.0 && options.backoffFactor < 1.0))
    return error() << "'backoff-factor' is " << spell(options.backoffFactor)
                   << ", expected between 0 and 1";
  if (options.growthInterval < 1 || options.growthInterval > std::numeric_limits<int32_t>::max())
    return error() << "'growth-interval' is " << options.growthInterval
                   << ", expected 1 or more steps";
  if (options.hysteresis < 1)
    return error() << "'hysteresis' is " << options.hysteresis << ", expected 1 or more";
  if (options.maxSkipped < 1 || options.maxSkipped > std::numeric_limits<int32_t>::max())
    return error() << "'max-skipped' is " << options.maxSkipped << ", expected 1 or more steps";
  if (!(options.capScale > 0.0 && options.capScale <= largest))
    return error() << "'cap' is " << spell(options.capScale) << ", expected a positive f32";
  if (!(options.floorScale <= options.capScale))
    return error() << "'floor' is " << spell(options.floorScale) << ", expected at most 'cap'";
  if (torch &&
      (options.floorScale != 0.0 || options.capScale != largest || options.hysteresis != 1))
    return error() << "'floor', 'cap' or 'hysteresis' is set, which GradScaler doesn't have; use "
                      "semantics=halftone";
  if (!(static_cast<float>(options.initScale) > 0.0f && options.initScale >= options.floorScale &&
        options.initScale <= options.capScale))
    return error() << "'init-scale' is " << spell(options.initScale) << ", expected from 'floor' ("
                   << spell(options.floorScale) << ") to 'cap' (" << spell(options.capScale) << ")";
  return success();
}

} // namespace halftone::train
