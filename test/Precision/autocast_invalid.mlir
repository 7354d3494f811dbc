// One negative test for each message about options and targets.
// RUN: not halftone-opt %s --autocast="compute=f8" 2>&1 | FileCheck %s --check-prefix=COMPUTE
// COMPUTE: error: unknown compute type 'f8', expected bf16, f16, tf32, f32 or auto
// RUN: not halftone-opt %s --autocast="policy=mine" 2>&1 | FileCheck %s --check-prefix=POLICY
// POLICY: error: unknown policy 'mine', expected 'halftone', 'torch' or 'grappler'
// RUN: not halftone-opt %s --autocast="placement=best" 2>&1 | FileCheck %s --check-prefix=PLACEMENT
// PLACEMENT: error: unknown placement 'best', expected min-cut, promote or paint
// RUN: not halftone-opt %s --autocast="compute=auto target=vax" 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: unknown target 'vax', expected cpu, sm_NN or a gfx chip with matrix cores

// (F58) What the hardware lacks is refused, with what to do.
// RUN: not halftone-opt %s --autocast="compute=bf16 target=sm_75" 2>&1 | FileCheck %s --check-prefix=BF16
// BF16: error: target 'sm_75' has no bf16 Tensor Cores; use compute=f16 with loss scaling, or emulate
// RUN: not halftone-opt %s --autocast="compute=tf32 target=sm_70" 2>&1 | FileCheck %s --check-prefix=TF32
// TF32: error: target 'sm_70' has no tf32 Tensor Cores; use compute=f16 with loss scaling, or emulate
// RUN: not halftone-opt %s --autocast="compute=f16 target=sm_61" 2>&1 | FileCheck %s --check-prefix=F16
// RUN: not halftone-opt %s --autocast="compute=bf16 target=gfx000" 2>&1 | FileCheck %s --check-prefix=GFX
// GFX: error: unknown target 'gfx000', expected cpu, sm_NN or a gfx chip with matrix cores
// F16: error: target 'sm_61' has no f16 Tensor Cores; use compute=f32, or emulate

// RUN: not halftone-opt %s --autocast="policy-file=%t.missing" 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot read policy '{{.*}}.missing': No such file or directory
// RUN: not halftone-opt %s --autocast="report=%t.missing/report.json" 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: error: cannot write '{{.*}}report.json': No such file or directory
// RUN: not halftone-opt %s --autocast="html-report=%t.missing/report.html" 2>&1 | FileCheck %s --check-prefix=HTML
// HTML: error: cannot write '{{.*}}report.html': No such file or directory
// RUN: not halftone-opt %s --autocast="report=/dev/full" 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: error: cannot write '/dev/full': No space left on device

func.func @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
