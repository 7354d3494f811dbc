// RUN: halftone-opt %s --split-input-file --convert-kernels-to-gpu --verify-diagnostics

#i = affine_map<(i) -> (i)>
func.func @gaps(%x: memref<3xf32, strided<[2]>>, %y: memref<3xf32>) {
  // expected-error@+1 {{uses a buffer of type 'memref<3xf32, strided<[2]>>', expected one of static shape without gaps}}
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : memref<3xf32, strided<[2]>>) outs(%y : memref<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
  }
  return
}

// -----

#i = affine_map<(i) -> (i)>
func.func @no_rows(%x: memref<7xf32>) {
  kernel.launch rows 3 {
    // expected-error@+1 {{has no 3 rows}}
    linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%x : memref<7xf32>) {
    ^bb0(%out: f32):
      linalg.yield %out : f32
    }
  }
  return
}

// -----

func.func private @elsewhere()
func.func @call() {
  kernel.launch block {
    // expected-error@+1 {{is not allowed in a launch of kind 'block'}}
    func.call @elsewhere() : () -> ()
  }
  return
}

// -----

func.func @region(%x: memref<7xf32>) {
  kernel.launch block {
    // expected-error@+1 {{is not allowed in a launch of kind 'block'}}
    scf.execute_region {
      scf.yield
    }
  }
  return
}

// -----

memref.global "private" @counter : memref<i32> = uninitialized
func.func @variable(%y: memref<i32>) {
  %counter = memref.get_global @counter : memref<i32>
  // expected-error@+1 {{uses global 'counter', expected a constant}}
  kernel.launch block {
    %0 = memref.load %counter[] : memref<i32>
    memref.store %0, %y[] : memref<i32>
  }
  return
}

// -----

func.func @value(%c: complex<f32>, %y: memref<f32>) {
  // expected-error@+1 {{uses a value of type 'complex<f32>', which no kernel takes}}
  kernel.launch block {
    %0 = complex.re %c : complex<f32>
    memref.store %0, %y[] : memref<f32>
  }
  return
}

// -----

#i = affine_map<(i) -> (i)>
func.func @strides(%x: memref<3xf32, strided<[?]>>, %y: memref<3xf32>) {
  kernel.launch concurrent {
    // expected-error@+1 {{has an operand whose strides are not known}}
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : memref<3xf32, strided<[?]>>) outs(%y : memref<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
  }
  return
}

// -----

#i = affine_map<(i) -> (i)>
func.func @branch(%x: memref<3xf32>, %c: i1) {
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%x : memref<3xf32>) {
    ^bb0(%out: f32):
      // expected-error@+1 {{has a region, which no kernel's element takes}}
      %0 = scf.if %c -> f32 {
        scf.yield %out : f32
      } else {
        %1 = arith.negf %out : f32
        scf.yield %1 : f32
      }
      linalg.yield %0 : f32
    }
  }
  return
}
