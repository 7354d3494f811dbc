// RUN: not halftone-opt %s --convert-kernels-to-gpu=chip=gfx90a 2>&1 | FileCheck %s
// CHECK: error: expected a chip such as 'sm_80', got 'gfx90a'
