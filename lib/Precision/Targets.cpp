// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Precision/Targets.h"

#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
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

/// The number of an `sm_NN` chip, or −1.
static int smNumber(StringRef target) {
  int number = -1;
  if (!target.consume_front("sm_") || target.consumeInteger(10, number))
    return -1;
  return number;
}

static bool isMatrixAmd(StringRef target) {
  return llvm::is_contained({"gfx90a", "gfx940", "gfx941", "gfx942", "gfx950"}, target);
}

FailureOr<ComputeChoice> halftone::precision::chooseCompute(StringRef target, Location loc) {
  int sm = smNumber(target);
  if (sm >= 80)
    return ComputeChoice{"bf16", (target + " has bf16 Tensor Cores").str()};
  if (sm >= 70)
    return ComputeChoice{"f16", (target + " has fp16 Tensor Cores and no bf16").str()};
  if (sm >= 0)
    return ComputeChoice{"f32", (target + " has no Tensor Cores").str()};
  if (isMatrixAmd(target))
    return ComputeChoice{"bf16", (target + " has bf16 matrix cores").str()};
  if (target == "gfx908")
    return ComputeChoice{"f16", "gfx908 runs bf16 at half the rate of fp16"};
  if (target.empty() || target == "cpu" || target == "reference")
    return ComputeChoice{"bf16", "bf16 has the range of f32, so it needs no loss scaling"};
  return emitError(loc) << "unknown target '" << target
                        << "', expected cpu, sm_NN or a gfx chip with matrix cores";
}

LogicalResult halftone::precision::checkCompute(StringRef compute, StringRef target, bool emulate,
                                                Location loc) {
  int sm = smNumber(target);
  if (sm < 0 || emulate)
    return success();
  StringRef lacking;
  if (compute == "bf16" && sm < 80)
    lacking = "use compute=f16 with loss scaling";
  else if (compute == "tf32" && sm < 80)
    lacking = "use compute=f16 with loss scaling";
  else if (compute == "f16" && sm < 70)
    lacking = "use compute=f32";
  if (lacking.empty())
    return success();
  return emitError(loc) << "target '" << target << "' has no " << compute << " Tensor Cores; "
                        << lacking << ", or emulate";
}

void halftone::precision::remarkMissingScaling(func::FuncOp step) {
  if (!train::getArgsWithRole(step, train::Role::scaler_state).empty())
    return;
  remark::failed(step.getLoc(),
                 remark::RemarkOpts::name("fp16-without-scaling").category("autocast"))
      << remark::reason("gradients below 2^-24 become 0 in f16: run train-loss-scaling");
}
