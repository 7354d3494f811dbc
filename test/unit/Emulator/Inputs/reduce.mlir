// out[block] = sum of 256 values of x: shuffles in each warp, then shared memory.
gpu.module @m {
  memref.global "private" @partial : memref<8xf32, #gpu.address_space<workgroup>>
  gpu.func @reduce(%x: memref<4096xf32>, %out: memref<4096xf32>) kernel
      attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %n = gpu.block_dim x
    %lane = gpu.lane_id
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %base = arith.muli %b, %n : index
    %i = arith.addi %base, %t : index
    %v = memref.load %x[%i] : memref<4096xf32>
    %w32 = arith.constant 32 : i32
    %o16 = arith.constant 16 : i32
    %o8 = arith.constant 8 : i32
    %o4 = arith.constant 4 : i32
    %o2 = arith.constant 2 : i32
    %o1 = arith.constant 1 : i32
    %s16, %p16 = gpu.shuffle xor %v, %o16, %w32 : f32
    %v16 = arith.addf %v, %s16 : f32
    %s8, %p8 = gpu.shuffle xor %v16, %o8, %w32 : f32
    %v8 = arith.addf %v16, %s8 : f32
    %s4, %p4 = gpu.shuffle xor %v8, %o4, %w32 : f32
    %v4 = arith.addf %v8, %s4 : f32
    %s2, %p2 = gpu.shuffle xor %v4, %o2, %w32 : f32
    %v2 = arith.addf %v4, %s2 : f32
    %s1, %p1 = gpu.shuffle xor %v2, %o1, %w32 : f32
    %v1 = arith.addf %v2, %s1 : f32
    %partial = memref.get_global @partial : memref<8xf32, #gpu.address_space<workgroup>>
    %first = arith.cmpi eq, %lane, %c0 : index
    scf.if %first {
      %warp = arith.divui %t, %c32 : index
      memref.store %v1, %partial[%warp] : memref<8xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %leader = arith.cmpi eq, %t, %c0 : index
    scf.if %leader {
      %zero = arith.constant 0.0 : f32
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> f32 {
        %p = memref.load %partial[%k] : memref<8xf32, #gpu.address_space<workgroup>>
        %next = arith.addf %acc, %p : f32
        scf.yield %next : f32
      }
      memref.store %sum, %out[%b] : memref<4096xf32>
    }
    gpu.return
  }
}
