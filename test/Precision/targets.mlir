// `compute=auto` chooses by target, which the option or the module names.
// RUN: halftone-opt %s --autocast="compute=auto target=sm_70" | FileCheck %s -DT=f16
// RUN: halftone-opt %s --autocast="compute=auto target=sm_75" | FileCheck %s -DT=f16
// RUN: halftone-opt %s --autocast="compute=auto target=sm_80" | FileCheck %s -DT=bf16
// RUN: halftone-opt %s --autocast="compute=auto target=sm_90a" | FileCheck %s -DT=bf16
// RUN: halftone-opt %s --autocast="compute=auto target=sm_61" | FileCheck %s -DT=f32
// RUN: halftone-opt %s --autocast="compute=auto target=gfx942" | FileCheck %s -DT=bf16
// RUN: halftone-opt %s --autocast="compute=auto target=gfx908" | FileCheck %s -DT=f16
// RUN: halftone-opt %s --autocast="compute=auto target=cpu" | FileCheck %s -DT=bf16
// RUN: halftone-opt %s --autocast="compute=auto" | FileCheck %s -DT=bf16
// (F58) bf16 on a chip without it only where it is emulated.
// RUN: halftone-opt %s --autocast="compute=bf16 target=sm_75 emulate=true" | FileCheck %s -DT=bf16
// (F36) TF32 is a mark on f32 products, which only this compute type sets.
// RUN: halftone-opt %s --autocast="compute=tf32" | FileCheck %s --check-prefix=TF32
// RUN: halftone-opt %s --autocast="compute=f32" | FileCheck %s --check-prefix=IEEE

// A remark says what the chip does for the type.
// RUN: halftone-opt %s --autocast="compute=bf16 target=sm_90a" --remarks-filter=autocast --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=NATIVE
// NATIVE: remark: [Passed] target {{.*}}it runs on its Tensor Cores{{.*}}bf16 is native on sm_90a
// RUN: halftone-opt %s --autocast="compute=bf16 target=sm_75 emulate" --remarks-filter=autocast --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: remark: [Missed] target {{.*}}it is converted bit by bit to f32 for its Tensor Cores{{.*}}bf16 is absent on sm_75
// RUN: halftone-opt %s --autocast="compute=f16 target=cpu" --remarks-filter=autocast --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: remark: [Missed] target {{.*}}it is converted to f32 for its vector units (16-bit operands widen to f32 on load){{.*}}f16 is emulated on cpu

// CHECK: train.linear %{{.*}} : (tensor<4x8x[[T]]>, tensor<8x8x[[T]]>)
// TF32-NOT: train.cast
// TF32: train.linear %{{.*}} tf32 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
// IEEE-NOT: tf32
func.func @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = train.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
