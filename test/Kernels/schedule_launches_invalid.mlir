// RUN: halftone-opt %s --split-input-file --verify-diagnostics --schedule-launches

func.func @branch(%p: memref<i1>, %a: memref<16x16xf32>, %b: memref<16x16xf32>) {
  %0 = memref.load %p[] : memref<i1>
  // expected-error @below {{holds a product and depends on a value that only the device knows: the host would have to wait for it, so a GPU cannot run it}}
  scf.if %0 {
    kernel.product %a, %a into %b acc f32 {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
        affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]} :
        (memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

func.func @strides(%a: memref<16xf32, strided<[?]>>) {
  // expected-error @below {{has an operand that is no buffer of known strides}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<16xf32, strided<[?]>>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  }
  return
}

// -----

func.func @scalar(%x: f32, %a: memref<16xf32>) {
  // expected-error @below {{has an operand that is no buffer of known strides}}
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  return
}
