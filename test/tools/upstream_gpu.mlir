// Upstream MLIR's own lowering runs on the emulated device: host code that calls `mgpu*`,
// kernels as PTX. One warp multiplies 16 x 16 by 16 x 8 with an asynchronous copy,
// ldmatrix and mma.sync; the host compares with its own sum.
// UNSUPPORTED: sanitize
// RUN: mlir-opt-22 %s -gpu-lower-to-nvvm-pipeline="cubin-chip=sm_80 cubin-features=+ptx80 cubin-format=isa" -o %t.mlir
// RUN: mlir-translate-22 --mlir-to-llvmir %t.mlir -o %t.ll
// RUN: clang++-22 -w %t.ll -o %t.exe -L%build/lib -lHalftoneGpuRuntime -lHalftoneEmulator -lHalftoneSupport -lz -L/usr/lib/llvm-22/lib -Wl,-rpath,/usr/lib/llvm-22/lib -lmlir_c_runner_utils
// RUN: env HALFTONE_GPU_BACKEND=emulated HALFTONE_EMULATED_CHECK=all HALFTONE_EMULATED_COUNTERS=%t.json %t.exe 2>&1 | FileCheck %s
// RUN: env HALFTONE_GPU_BACKEND=emulated HALFTONE_EMULATED_CHECK=all HALFTONE_EMULATED_SCHEDULE=lazy %t.exe 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: env HALFTONE_GPU_BACKEND=emulated HALFTONE_EMULATED_SCHEDULE=fast %t.exe 2>&1 | FileCheck %s --check-prefix=OPTION

// CHECK-NOT: halftone:
// CHECK: differ
// CHECK-NEXT: 0
// CHECK-NEXT: element
// CHECK-NEXT: -680
// CHECK-NOT: halftone:
// JSON: "tensor_flops": {
// JSON-NEXT: "total": 4096,
// OPTION: halftone: opening the device failed: HALFTONE_EMULATED_SCHEDULE: 'schedule': expected 'default', 'lazy', 'eager' or 'random', got 'fast'

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<16x16xf16>
  %b = memref.alloc() : memref<16x8xf16>
  %c = memref.alloc() : memref<16x8xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      %d = arith.subi %i, %j : index
      %n = arith.index_cast %d : index to i32
      %v = arith.sitofp %n : i32 to f16
      memref.store %v, %a[%i, %j] : memref<16x16xf16>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %d = arith.addi %i, %j : index
      %n = arith.index_cast %d : index to i32
      %v = arith.sitofp %n : i32 to f16
      memref.store %v, %b[%i, %j] : memref<16x8xf16>
    }
  }
  %ua = memref.cast %a : memref<16x16xf16> to memref<*xf16>
  %ub = memref.cast %b : memref<16x8xf16> to memref<*xf16>
  %uc = memref.cast %c : memref<16x8xf32> to memref<*xf32>
  gpu.host_register %ua : memref<*xf16>
  gpu.host_register %ub : memref<*xf16>
  gpu.host_register %uc : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%sa : memref<16x16xf16, #gpu.address_space<workgroup>>,
                       %sb : memref<16x8xf16, #gpu.address_space<workgroup>>) {
    // Each lane copies eight elements of A; the first sixteen a row of B.
    %row = arith.divui %tx, %c2 : index
    %half = arith.remui %tx, %c2 : index
    %column = arith.muli %half, %c8 : index
    %copy = nvgpu.device_async_copy %a[%row, %column], %sa[%row, %column], 8
        : memref<16x16xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
    %first = arith.cmpi ult, %tx, %c16 : index
    scf.if %first {
      %part = vector.load %b[%tx, %c0] : memref<16x8xf16>, vector<8xf16>
      vector.store %part, %sb[%tx, %c0]
          : memref<16x8xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    }
    %group = nvgpu.device_async_create_group %copy
    nvgpu.device_async_wait %group
    gpu.barrier
    %r = arith.remui %tx, %c16 : index
    %q = arith.divui %tx, %c16 : index
    %k = arith.muli %q, %c8 : index
    %fa = nvgpu.ldmatrix %sa[%r, %k] {numTiles = 4 : i32, transpose = false}
        : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    %fb = nvgpu.ldmatrix %sb[%r, %c0] {numTiles = 2 : i32, transpose = true}
        : memref<16x8xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
    %none = arith.constant dense<0.0> : vector<2x2xf32>
    %sum = nvgpu.mma.sync (%fa, %fb, %none) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %above = arith.divui %tx, %c4 : index
    %below = arith.addi %above, %c8 : index
    %pair = arith.remui %tx, %c4 : index
    %left = arith.muli %pair, %c2 : index
    %s0 = vector.extract %sum[0] : vector<2xf32> from vector<2x2xf32>
    %s1 = vector.extract %sum[1] : vector<2xf32> from vector<2x2xf32>
    vector.store %s0, %c[%above, %left] : memref<16x8xf32>, vector<2xf32>
    vector.store %s1, %c[%below, %left] : memref<16x8xf32>, vector<2xf32>
    gpu.terminator
  }
  // Sums of small integers are exact.
  %zeros = arith.constant 0 : i32
  %ones = arith.constant 1 : i32
  %different = scf.for %i = %c0 to %c16 step %c1 iter_args(%outer = %zeros) -> (i32) {
    %line = scf.for %j = %c0 to %c8 step %c1 iter_args(%count = %outer) -> (i32) {
      %want = scf.for %k = %c0 to %c16 step %c1 iter_args(%sum = %zero) -> (f32) {
        %x = memref.load %a[%i, %k] : memref<16x16xf16>
        %y = memref.load %b[%k, %j] : memref<16x8xf16>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %p = arith.mulf %xw, %yw : f32
        %s = arith.addf %sum, %p : f32
        scf.yield %s : f32
      }
      %got = memref.load %c[%i, %j] : memref<16x8xf32>
      %differs = arith.cmpf une, %got, %want : f32
      %more = arith.addi %count, %ones : i32
      %next = arith.select %differs, %more, %count : i32
      scf.yield %next : i32
    }
    scf.yield %line : i32
  }
  vector.print str "differ\n"
  vector.print %different : i32
  vector.print str "element\n"
  %c5 = arith.constant 5 : index
  %some = memref.load %c[%c5, %c1] : memref<16x8xf32>
  vector.print %some : f32
  return %zeros : i32
}
