// RUN: halftone-opt %s --halftone-cpu-pipeline | FileCheck %s

// State is updated where it is: one buffer in, none allocated but the workspace.
// CHECK-LABEL: llvm.func internal @step(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr)
// CHECK-NOT: llvm.call @malloc
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xf32>, !llvm.ptr
// CHECK: llvm.func @halftone_step(%arg0: !llvm.ptr)
func.func @step(%p: tensor<64xf32> {train.name = "p"}, %g: tensor<64xf32> {train.name = "g"})
    -> (tensor<64xf32> {train.name = "p", train.updates = "p"}) {
  %0 = train.subtract %p, %g : tensor<64xf32>
  return %0 : tensor<64xf32>
}
