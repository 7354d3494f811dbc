// RUN: halftone-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected 'concurrent', 'rows' or 'block', got 'grid'}}
kernel.launch grid {
}

// -----

// expected-error @below {{(C1) expected kind 'concurrent', 'rows' or 'block', got 'grid'}}
"kernel.launch"() <{kind = "grid"}> ({
^bb0:
}) : () -> ()

// -----

// expected-error @below {{(C1) expected a positive number of rows for kind 'rows', and for no other}}
kernel.launch rows 0 {
}

// -----

// expected-error @below {{(C1) expected a positive number of rows for kind 'rows', and for no other}}
"kernel.launch"() <{kind = "block", rows = 4 : i64}> ({
^bb0:
}) : () -> ()

// -----

func.func @store(%x: f32, %a: memref<f32>) {
  kernel.launch concurrent {
    // expected-error @below {{(C2) is not allowed in a launch of kind 'concurrent'}}
    memref.store %x, %a[] : memref<f32>
  }
  return
}
