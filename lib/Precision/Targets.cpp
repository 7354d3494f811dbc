// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Precision/Targets.h"

#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Support/Chip.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

std::string halftone::precision::getModuleTarget(ModuleOp module) {
  for (auto gpuModule : module.getOps<gpu::GPUModuleOp>())
    if (ArrayAttr targets = gpuModule.getTargetsAttr())
      for (Attribute target : targets)
        if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
          return nvvm.getChip().str();
  if (auto system =
          module->getAttrOfType<TargetSystemSpecInterface>(DLTIDialect::kTargetSystemDescAttrName))
    for (DataLayoutEntryInterface entry : system.getEntries())
      if (auto device = dyn_cast<TargetDeviceSpecInterface>(entry.getValue()))
        for (DataLayoutEntryInterface fact : device.getEntries())
          if (auto key = dyn_cast<StringAttr>(fact.getKey()); key && key.getValue() == "chip")
            if (auto chip = dyn_cast<StringAttr>(fact.getValue()))
              return chip.str();
  return {};
}

/// The formats that products of a compute type are made of: fp8 takes both.
static SmallVector<ProductFormat> formatsOf(StringRef compute) {
  using enum ProductFormat;
  if (compute == "fp8")
    return {E4M3, E5M2};
  return {llvm::StringSwitch<ProductFormat>(compute)
              .Case("tf32", TF32)
              .Case("f16", F16)
              .Case("bf16", BF16)
              .Default(F32)};
}

/// The least that the chip does for one of the formats.
static TypeSupport supportOf(const Chip &chip, StringRef compute) {
  TypeSupport least = TypeSupport::Native;
  for (ProductFormat format : formatsOf(compute))
    least = std::max(least, chip.of(format));
  return least;
}

/// What hardware for products is called.
static StringRef unitsOf(const Chip &chip) {
  return chip.vendor == Vendor::Nvidia ? "Tensor Cores"
         : chip.vendor == Vendor::Amd  ? "matrix cores"
                                       : "vector units";
}

static FailureOr<Chip> findTarget(StringRef target, Location loc) {
  if (std::optional<Chip> chip = findChip(target.str()))
    return *chip;
  return emitError(loc) << "unknown target '" << target
                        << "', expected cpu, sm_NN or a gfx chip with matrix cores";
}

FailureOr<ComputeChoice> halftone::precision::chooseCompute(StringRef target, Location loc) {
  constexpr StringLiteral needsNoScaling = "bf16 has the range of f32, so it needs no loss scaling";
  if (target.empty())
    return ComputeChoice{"bf16", needsNoScaling.str()};
  FailureOr<Chip> chip = findTarget(target, loc);
  if (failed(chip))
    return failure();
  if (chip->vendor == Vendor::Cpu)
    return ComputeChoice{"bf16", needsNoScaling.str()};
  bool hasF16 = chip->of(ProductFormat::F16) == TypeSupport::Native;
  bool hasBF16 = chip->of(ProductFormat::BF16) == TypeSupport::Native;
  std::string units = (" " + unitsOf(*chip)).str();
  // A type at half the rate is no gain over the one with more digits.
  if (hasF16 && hasBF16 && !chip->halfRateBF16)
    return ComputeChoice{"bf16", (target + " has bf16").str() + units};
  if (hasF16 && hasBF16)
    return ComputeChoice{"f16", (target + " runs bf16 at half the rate of fp16").str()};
  if (hasF16)
    return ComputeChoice{"f16", (target + " has fp16").str() + units + " and no bf16"};
  return ComputeChoice{"f32", (target + " has no").str() + units};
}

/// What to do where a chip has no hardware for a type.
static std::string suggestCompute(const Chip &chip, StringRef compute) {
  if (compute != "bf16" && supportOf(chip, "bf16") == TypeSupport::Native)
    return "use compute=bf16";
  if (compute != "f16" && supportOf(chip, "f16") == TypeSupport::Native)
    return "use compute=f16 with loss scaling";
  return "use compute=f32";
}

LogicalResult halftone::precision::checkCompute(StringRef compute, StringRef target, bool emulate,
                                                Location loc) {
  if (target.empty())
    return success();
  FailureOr<Chip> chip = findTarget(target, loc);
  if (failed(chip))
    return failure();
  TypeSupport support = supportOf(*chip, compute);
  std::string note = chip->note.empty() ? "" : " (" + chip->note + ")";
  auto options = remark::RemarkOpts::name("target").category("autocast");
  if (support == TypeSupport::Native || emulate || chip->vendor == Vendor::Cpu) {
    StringRef how = support == TypeSupport::Native     ? "runs on its "
                    : support == TypeSupport::Emulated ? "is converted to f32 for its "
                                                       : "is converted bit by bit to f32 for its ";
    auto say = [&](remark::detail::InFlightRemark remark) {
      remark << remark::add("{0} is {1} on {2}", compute, StringRef(toString(support)), target)
             << remark::reason("it {0}{1}{2}", how, unitsOf(*chip), note);
    };
    support == TypeSupport::Native ? say(remark::passed(loc, options))
                                   : say(remark::missed(loc, options));
    return success();
  }
  return emitError(loc) << "target '" << target << "' has no " << compute << " " << unitsOf(*chip)
                        << note << "; " << suggestCompute(*chip, compute) << ", or emulate";
}

void halftone::precision::remarkMissingScaling(func::FuncOp step) {
  if (!train::getArgsWithRole(step, train::Role::scaler_state).empty())
    return;
  remark::failed(step.getLoc(),
                 remark::RemarkOpts::name("fp16-without-scaling").category("autocast"))
      << remark::reason("gradients below 2^-24 become 0 in f16: run train-loss-scaling");
}
