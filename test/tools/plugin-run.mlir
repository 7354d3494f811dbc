// The plugin in a stock mlir-opt, and what comes out, run: products of bf16 operands
// followed by a softmax in linalg, beside the same in f32.
//
// Bound. With u = 2^-8, bf16's unit roundoff, a product of rounded operands is off by at
// most d = (2u + u^2) * sum |x||w|; sums of 16 terms in f32 add less than 2^-19 of that.
// A softmax of logits that are off by at most d, the largest of the row, is off by a
// factor between exp(-2d) and exp(2d): by at most s * (exp(2d) - 1). f32's own roundings
// are below 2^-17 of s.
// UNSUPPORTED: sanitize
// RUN: mlir-opt %s --load-dialect-plugin=%build/lib/HalftonePlugin.so --load-pass-plugin=%build/lib/HalftonePlugin.so --pass-pipeline='builtin.module(autocast{compute=bf16 policy-file=%S/Inputs/plugin-run.json},canonicalize,cse)' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir --convert-elementwise-to-linalg --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --arith-expand=include-bf16=true --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-to-llvm --reconcile-unrealized-casts -o %t.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir -e main --entry-point-result=i32 | FileCheck %s --check-prefix=NUMBERS

// All 128 elements are within the bound; 1000 says that some differ, so that something was
// rounded.
// NUMBERS: 1128

!m = tensor<8x16xf32>
!w = tensor<16x16xf32>
!o = tensor<8x16xf32>
!r = tensor<8xf32>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func @low
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x16xbf16>, tensor<16x16xbf16>) outs(%{{.*}} : tensor<8x16xf32>)
func.func @low(%x: !m, %w: !w) -> !o {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : !o
  %f = linalg.fill ins(%z : f32) outs(%e : !o) -> !o
  %p = linalg.matmul ins(%x, %w : !m, !w) outs(%f : !o) -> !o
  %s = call @softmax(%p) : (!o) -> !o
  return %s : !o
}

// CHECK-LABEL: func @reference
// CHECK-NOT: bf16
func.func @reference(%x: !m, %w: !w) -> !o {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : !o
  %f = linalg.fill ins(%z : f32) outs(%e : !o) -> !o
  %p = linalg.matmul ins(%x, %w : !m, !w) outs(%f : !o) -> !o
  %s = call @softmax(%p) : (!o) -> !o
  return %s : !o
}

// CHECK-LABEL: func @softmax
// CHECK: math.exp %{{.*}} : f32
// CHECK-NOT: bf16
func.func @softmax(%p: !o) -> !o {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : !o
  %re = tensor.empty() : !r
  %rl = linalg.fill ins(%least : f32) outs(%re : !r) -> !r
  %rz = linalg.fill ins(%z : f32) outs(%re : !r) -> !r
  %max = linalg.reduce {arith.maximumf} ins(%p : !o) outs(%rl : !r) dimensions = [1]
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %max : !o, !r) outs(%e : !o) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %t = math.exp %d : f32
    linalg.yield %t : f32
  } -> !o
  %sum = linalg.reduce {arith.addf} ins(%exp : !o) outs(%rz : !r) dimensions = [1]
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : !o, !r) outs(%e : !o) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> !o
  return %s : !o
}

func.func @main() -> i32 {
  %z = arith.constant 0.0 : f32
  // Multiples of 1/17, which bf16 rounds.
  %xe = tensor.empty() : !m
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%xe : !m) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = func.call @number(%i, %j) : (index, index) -> f32
    linalg.yield %v : f32
  } -> !m
  %we = tensor.empty() : !w
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%we : !w) {
  ^bb0(%out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 0 : index
    %v = func.call @number(%i, %j) : (index, index) -> f32
    linalg.yield %v : f32
  } -> !w
  %low = call @low(%x, %w) : (!m, !w) -> !o
  %ref = call @reference(%x, %w) : (!m, !w) -> !o

  // sum |x||w|, and its largest in each row.
  %oe = tensor.empty() : !o
  %of = linalg.fill ins(%z : f32) outs(%oe : !o) -> !o
  %ax = math.absf %x : !m
  %aw = math.absf %w : !w
  %sums = linalg.matmul ins(%ax, %aw : !m, !w) outs(%of : !o) -> !o
  %re = tensor.empty() : !r
  %rz = linalg.fill ins(%z : f32) outs(%re : !r) -> !r
  %rows = linalg.reduce {arith.maximumf} ins(%sums : !o) outs(%rz : !r) dimensions = [1]

  %zero = arith.constant 0 : i32
  %ne = tensor.empty() : tensor<i32>
  %nz = linalg.fill ins(%zero : i32) outs(%ne : tensor<i32>) -> tensor<i32>
  %counts:2 = linalg.generic {indexing_maps = [#id, #id, #row, affine_map<(i, j) -> ()>, affine_map<(i, j) -> ()>],
                              iterator_types = ["reduction", "reduction"]}
      ins(%low, %ref, %rows : !o, !o, !r) outs(%nz, %nz : tensor<i32>, tensor<i32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32, %inside: i32, %differ: i32):
    %perTerm = arith.constant 0.00783 : f32 // 2u + u^2 = 0.007828, and f32's sums
    %two = arith.constant 2.0 : f32
    %one = arith.constant 1.0 : f32
    %f32s = arith.constant 7.63e-6 : f32
    %d = arith.mulf %sum, %perTerm : f32
    %dd = arith.mulf %d, %two : f32
    %e = math.exp %dd : f32
    %e1 = arith.subf %e, %one : f32
    %factor = arith.addf %e1, %f32s : f32
    %bound = arith.mulf %b, %factor : f32
    %diff = arith.subf %a, %b : f32
    %size = math.absf %diff : f32
    %ok = arith.cmpf ole, %size, %bound : f32
    %other = arith.cmpf one, %a, %b : f32
    %okInt = arith.extui %ok : i1 to i32
    %otherInt = arith.extui %other : i1 to i32
    %n = arith.addi %inside, %okInt : i32
    %m = arith.maxsi %differ, %otherInt : i32
    linalg.yield %n, %m : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  %inside = tensor.extract %counts#0[] : tensor<i32>
  %differ = tensor.extract %counts#1[] : tensor<i32>
  %thousand = arith.constant 1000 : i32
  %t = arith.muli %differ, %thousand : i32
  %result = arith.addi %inside, %t : i32
  return %result : i32
}

func.func @number(%i: index, %j: index) -> f32 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c17 = arith.constant 17 : index
  %a = arith.muli %i, %c5 : index
  %ij = arith.muli %i, %j : index
  %b = arith.muli %j, %c3 : index
  %s = arith.addi %a, %b : index
  %s2 = arith.addi %s, %ij : index
  %r = arith.remui %s2, %c17 : index
  %n = arith.index_cast %r : index to i32
  %eight = arith.constant 8 : i32
  %k = arith.subi %n, %eight : i32
  %f = arith.sitofp %k : i32 to f32
  %seventeenth = arith.constant 0.058823529 : f32
  %v = arith.mulf %f, %seventeenth : f32
  return %v : f32
}
