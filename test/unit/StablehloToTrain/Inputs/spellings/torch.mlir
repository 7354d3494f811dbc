module @sdpa {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x7x6xf32>, %arg2: tensor<2x4x7x6xf32>, %arg3: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x5x7xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_2 = arith.constant dense<0.63894310424627254> : tensor<1xf64>
    %cst_3 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<2x4x5x6xf32>
    %4 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x7x6xf32>) -> tensor<2x4x6x7xf32>
    %5 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x6x7xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<2x4x6x7xf32>
    %7 = stablehlo.reshape %3 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %8 = stablehlo.reshape %6 : (tensor<2x4x6x7xf32>) -> tensor<8x6x7xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x6x7xf32>) -> tensor<8x6x7xf32>
    %10 = stablehlo.dot_general %7, %9, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x7xf32>) -> tensor<8x5x7xf32>
    %11 = stablehlo.reshape %10 : (tensor<8x5x7xf32>) -> tensor<2x4x5x7xf32>
    %12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %13 = stablehlo.reshape %12 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x7xf32>
    %15 = stablehlo.subtract %11, %14 : tensor<2x4x5x7xf32>
    %16 = stablehlo.exponential %15 : tensor<2x4x5x7xf32>
    %17 = stablehlo.reduce(%16 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %18 = stablehlo.reshape %17 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x7xf32>
    %20 = stablehlo.divide %16, %19 : tensor<2x4x5x7xf32>
    %21 = stablehlo.convert %cst_3 : tensor<1xf64>
    %22 = stablehlo.reshape %21 : (tensor<1xf64>) -> tensor<f64>
    %23 = stablehlo.convert %22 : (tensor<f64>) -> tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<2x4x5x7xf32>
    %25 = stablehlo.compare EQ, %11, %24, FLOAT : (tensor<2x4x5x7xf32>, tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xi1>
    %26 = stablehlo.reduce(%25 init: %c) applies stablehlo.and across dimensions = [3] : (tensor<2x4x5x7xi1>, tensor<i1>) -> tensor<2x4x5xi1>
    %27 = stablehlo.reshape %26 : (tensor<2x4x5xi1>) -> tensor<2x4x5x1xi1>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xi1>) -> tensor<2x4x5x7xi1>
    %29 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
    %30 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
    %31 = stablehlo.select %28, %29, %30 : tensor<2x4x5x7xi1>, tensor<2x4x5x7xf32>
    %32 = stablehlo.reshape %31 : (tensor<2x4x5x7xf32>) -> tensor<8x5x7xf32>
    %33 = stablehlo.reshape %arg2 : (tensor<2x4x7x6xf32>) -> tensor<8x7x6xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<8x7x6xf32>) -> tensor<8x7x6xf32>
    %35 = stablehlo.dot_general %32, %34, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x7xf32>, tensor<8x7x6xf32>) -> tensor<8x5x6xf32>
    %36 = stablehlo.reshape %35 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %37 = stablehlo.transpose %36, dims = [2, 0, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<5x2x4x6xf32>
    %38 = stablehlo.transpose %37, dims = [1, 2, 0, 3] : (tensor<5x2x4x6xf32>) -> tensor<2x4x5x6xf32>
    %39 = stablehlo.multiply %38, %arg3 : tensor<2x4x5x6xf32>
    %40 = stablehlo.reduce(%39 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %40, %38 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @sdpa_scale {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x5x5xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_2 = arith.constant dense<0.54772255750516607> : tensor<1xf64>
    %cst_3 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<2x4x5x6xf32>
    %4 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %5 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x6x5xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<2x4x6x5xf32>
    %7 = stablehlo.reshape %3 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %8 = stablehlo.reshape %6 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %10 = stablehlo.dot_general %7, %9, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %11 = stablehlo.reshape %10 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %13 = stablehlo.reshape %12 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %15 = stablehlo.subtract %11, %14 : tensor<2x4x5x5xf32>
    %16 = stablehlo.exponential %15 : tensor<2x4x5x5xf32>
    %17 = stablehlo.reduce(%16 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %18 = stablehlo.reshape %17 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %20 = stablehlo.divide %16, %19 : tensor<2x4x5x5xf32>
    %21 = stablehlo.convert %cst_3 : tensor<1xf64>
    %22 = stablehlo.reshape %21 : (tensor<1xf64>) -> tensor<f64>
    %23 = stablehlo.convert %22 : (tensor<f64>) -> tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %25 = stablehlo.compare EQ, %11, %24, FLOAT : (tensor<2x4x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xi1>
    %26 = stablehlo.reduce(%25 init: %c) applies stablehlo.and across dimensions = [3] : (tensor<2x4x5x5xi1>, tensor<i1>) -> tensor<2x4x5xi1>
    %27 = stablehlo.reshape %26 : (tensor<2x4x5xi1>) -> tensor<2x4x5x1xi1>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xi1>) -> tensor<2x4x5x5xi1>
    %29 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %30 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %31 = stablehlo.select %28, %29, %30 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %32 = stablehlo.reshape %31 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %33 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %35 = stablehlo.dot_general %32, %34, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %36 = stablehlo.reshape %35 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %37 = stablehlo.transpose %36, dims = [2, 0, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<5x2x4x6xf32>
    %38 = stablehlo.transpose %37, dims = [1, 2, 0, 3] : (tensor<5x2x4x6xf32>) -> tensor<2x4x5x6xf32>
    %39 = stablehlo.multiply %38, %arg3 : tensor<2x4x5x6xf32>
    %40 = stablehlo.reduce(%39 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %40, %38 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @sdpa_causal {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<5x5xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<5xi64>
    %c_1 = stablehlo.constant dense<1> : tensor<5xi64>
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x5x5xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_6 = stablehlo.constant dense<true> : tensor<5x5xi1>
    %c_7 = stablehlo.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant dense<0.63894310424627254> : tensor<1xf64>
    %cst_9 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.convert %cst_8 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<2x4x5x6xf32>
    %4 = stablehlo.convert %c_3 : (tensor<i64>) -> tensor<f64>
    %5 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %6 = stablehlo.divide %5, %4 : tensor<f64>
    %7 = stablehlo.ceil %6 : tensor<f64>
    %8 = stablehlo.convert %7 : (tensor<f64>) -> tensor<i64>
    %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
    %10 = stablehlo.dynamic_iota %9, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %11 = stablehlo.multiply %10, %c_1 : tensor<5xi64>
    %12 = stablehlo.add %11, %c_0 : tensor<5xi64>
    %13 = stablehlo.reshape %12 : (tensor<5xi64>) -> tensor<1x5xi64>
    %14 = stablehlo.reshape %12 : (tensor<5xi64>) -> tensor<5x1xi64>
    %15 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x5xi64>) -> tensor<5x5xi64>
    %16 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<5x1xi64>) -> tensor<5x5xi64>
    %17 = stablehlo.subtract %15, %16 : tensor<5x5xi64>
    %18 = stablehlo.compare LE, %17, %c, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %19 = stablehlo.and %18, %c_6 : tensor<5x5xi1>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %23 = stablehlo.select %20, %21, %22 : tensor<5x5xi1>, tensor<5x5xf32>
    %24 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %25 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x6x5xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<2x4x6x5xf32>
    %27 = stablehlo.reshape %3 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %28 = stablehlo.reshape %26 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %30 = stablehlo.dot_general %27, %29, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %31 = stablehlo.reshape %30 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %32 = stablehlo.broadcast_in_dim %23, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<2x4x5x5xf32>
    %33 = stablehlo.add %31, %32 : tensor<2x4x5x5xf32>
    %34 = stablehlo.reduce(%33 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %35 = stablehlo.reshape %34 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %37 = stablehlo.subtract %33, %36 : tensor<2x4x5x5xf32>
    %38 = stablehlo.exponential %37 : tensor<2x4x5x5xf32>
    %39 = stablehlo.reduce(%38 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %40 = stablehlo.reshape %39 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %42 = stablehlo.divide %38, %41 : tensor<2x4x5x5xf32>
    %43 = stablehlo.convert %cst_9 : tensor<1xf64>
    %44 = stablehlo.reshape %43 : (tensor<1xf64>) -> tensor<f64>
    %45 = stablehlo.convert %44 : (tensor<f64>) -> tensor<f32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %47 = stablehlo.compare EQ, %33, %46, FLOAT : (tensor<2x4x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xi1>
    %48 = stablehlo.reduce(%47 init: %c_7) applies stablehlo.and across dimensions = [3] : (tensor<2x4x5x5xi1>, tensor<i1>) -> tensor<2x4x5xi1>
    %49 = stablehlo.reshape %48 : (tensor<2x4x5xi1>) -> tensor<2x4x5x1xi1>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xi1>) -> tensor<2x4x5x5xi1>
    %51 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %52 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %53 = stablehlo.select %50, %51, %52 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %54 = stablehlo.reshape %53 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %55 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %57 = stablehlo.dot_general %54, %56, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %58 = stablehlo.reshape %57 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %59 = stablehlo.transpose %58, dims = [2, 0, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<5x2x4x6xf32>
    %60 = stablehlo.transpose %59, dims = [1, 2, 0, 3] : (tensor<5x2x4x6xf32>) -> tensor<2x4x5x6xf32>
    %61 = stablehlo.multiply %60, %arg3 : tensor<2x4x5x6xf32>
    %62 = stablehlo.reduce(%61 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %62, %60 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @sdpa_bool {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x1x5x5xi1>, %arg4: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x5x5xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_2 = arith.constant dense<0.63894310424627254> : tensor<1xf64>
    %cst_3 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<2x1x5x5xi1>) -> tensor<2x1x5x5xi1>
    %1 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x1x5x5xf32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x1x5x5xf32>
    %3 = stablehlo.select %0, %1, %2 : tensor<2x1x5x5xi1>, tensor<2x1x5x5xf32>
    %4 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %7 = stablehlo.multiply %arg0, %6 : tensor<2x4x5x6xf32>
    %8 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %9 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2x4x6x5xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<2x4x6x5xf32>
    %11 = stablehlo.reshape %7 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %12 = stablehlo.reshape %10 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %14 = stablehlo.dot_general %11, %13, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %15 = stablehlo.reshape %14 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %16 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3] : (tensor<2x1x5x5xf32>) -> tensor<2x4x5x5xf32>
    %17 = stablehlo.add %15, %16 : tensor<2x4x5x5xf32>
    %18 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %19 = stablehlo.reshape %18 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %21 = stablehlo.subtract %17, %20 : tensor<2x4x5x5xf32>
    %22 = stablehlo.exponential %21 : tensor<2x4x5x5xf32>
    %23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %24 = stablehlo.reshape %23 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %26 = stablehlo.divide %22, %25 : tensor<2x4x5x5xf32>
    %27 = stablehlo.convert %cst_3 : tensor<1xf64>
    %28 = stablehlo.reshape %27 : (tensor<1xf64>) -> tensor<f64>
    %29 = stablehlo.convert %28 : (tensor<f64>) -> tensor<f32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %31 = stablehlo.compare EQ, %17, %30, FLOAT : (tensor<2x4x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xi1>
    %32 = stablehlo.reduce(%31 init: %c) applies stablehlo.and across dimensions = [3] : (tensor<2x4x5x5xi1>, tensor<i1>) -> tensor<2x4x5xi1>
    %33 = stablehlo.reshape %32 : (tensor<2x4x5xi1>) -> tensor<2x4x5x1xi1>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xi1>) -> tensor<2x4x5x5xi1>
    %35 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %36 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %37 = stablehlo.select %34, %35, %36 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %38 = stablehlo.reshape %37 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %39 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %41 = stablehlo.dot_general %38, %40, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %42 = stablehlo.reshape %41 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %43 = stablehlo.transpose %42, dims = [2, 0, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<5x2x4x6xf32>
    %44 = stablehlo.transpose %43, dims = [1, 2, 0, 3] : (tensor<5x2x4x6xf32>) -> tensor<2x4x5x6xf32>
    %45 = stablehlo.multiply %44, %arg4 : tensor<2x4x5x6xf32>
    %46 = stablehlo.reduce(%45 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %46, %44 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @sdpa_float {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x1x5x5xf32>, %arg4: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x5x5xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_2 = arith.constant dense<0.63894310424627254> : tensor<1xf64>
    %cst_3 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<2x4x5x6xf32>
    %4 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %5 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x6x5xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<2x4x6x5xf32>
    %7 = stablehlo.reshape %3 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %8 = stablehlo.reshape %6 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %10 = stablehlo.dot_general %7, %9, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %11 = stablehlo.reshape %10 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %12 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<2x1x5x5xf32>) -> tensor<2x4x5x5xf32>
    %13 = stablehlo.add %11, %12 : tensor<2x4x5x5xf32>
    %14 = stablehlo.reduce(%13 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %15 = stablehlo.reshape %14 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %17 = stablehlo.subtract %13, %16 : tensor<2x4x5x5xf32>
    %18 = stablehlo.exponential %17 : tensor<2x4x5x5xf32>
    %19 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %20 = stablehlo.reshape %19 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %22 = stablehlo.divide %18, %21 : tensor<2x4x5x5xf32>
    %23 = stablehlo.convert %cst_3 : tensor<1xf64>
    %24 = stablehlo.reshape %23 : (tensor<1xf64>) -> tensor<f64>
    %25 = stablehlo.convert %24 : (tensor<f64>) -> tensor<f32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %27 = stablehlo.compare EQ, %13, %26, FLOAT : (tensor<2x4x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xi1>
    %28 = stablehlo.reduce(%27 init: %c) applies stablehlo.and across dimensions = [3] : (tensor<2x4x5x5xi1>, tensor<i1>) -> tensor<2x4x5xi1>
    %29 = stablehlo.reshape %28 : (tensor<2x4x5xi1>) -> tensor<2x4x5x1xi1>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xi1>) -> tensor<2x4x5x5xi1>
    %31 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %32 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %33 = stablehlo.select %30, %31, %32 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %34 = stablehlo.reshape %33 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %35 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %37 = stablehlo.dot_general %34, %36, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %38 = stablehlo.reshape %37 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %39 = stablehlo.transpose %38, dims = [2, 0, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<5x2x4x6xf32>
    %40 = stablehlo.transpose %39, dims = [1, 2, 0, 3] : (tensor<5x2x4x6xf32>) -> tensor<2x4x5x6xf32>
    %41 = stablehlo.multiply %40, %arg4 : tensor<2x4x5x6xf32>
    %42 = stablehlo.reduce(%41 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %42, %40 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @sdpa_three_dims {
  func.func @main(%arg0: tensor<3x5x6xf32>, %arg1: tensor<3x5x6xf32>, %arg2: tensor<3x5x6xf32>, %arg3: tensor<3x5x6xf32>) -> (tensor<f32>, tensor<3x5x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<1x3x5x5xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_2 = arith.constant dense<0.63894310424627254> : tensor<1xf64>
    %cst_3 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.reshape %arg0 : (tensor<3x5x6xf32>) -> tensor<1x3x5x6xf32>
    %1 = stablehlo.reshape %arg1 : (tensor<3x5x6xf32>) -> tensor<1x3x5x6xf32>
    %2 = stablehlo.reshape %arg2 : (tensor<3x5x6xf32>) -> tensor<1x3x5x6xf32>
    %3 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<1x3x5x6xf32>
    %6 = stablehlo.multiply %0, %5 : tensor<1x3x5x6xf32>
    %7 = stablehlo.transpose %1, dims = [0, 1, 3, 2] : (tensor<1x3x5x6xf32>) -> tensor<1x3x6x5xf32>
    %8 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<1x3x6x5xf32>
    %9 = stablehlo.multiply %7, %8 : tensor<1x3x6x5xf32>
    %10 = stablehlo.reshape %6 : (tensor<1x3x5x6xf32>) -> tensor<3x5x6xf32>
    %11 = stablehlo.reshape %9 : (tensor<1x3x6x5xf32>) -> tensor<3x6x5xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
    %13 = stablehlo.dot_general %10, %12, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x6xf32>, tensor<3x6x5xf32>) -> tensor<3x5x5xf32>
    %14 = stablehlo.reshape %13 : (tensor<3x5x5xf32>) -> tensor<1x3x5x5xf32>
    %15 = stablehlo.reduce(%14 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<1x3x5x5xf32>, tensor<f32>) -> tensor<1x3x5xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x3x5xf32>) -> tensor<1x3x5x1xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x3x5x1xf32>) -> tensor<1x3x5x5xf32>
    %18 = stablehlo.subtract %14, %17 : tensor<1x3x5x5xf32>
    %19 = stablehlo.exponential %18 : tensor<1x3x5x5xf32>
    %20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<1x3x5x5xf32>, tensor<f32>) -> tensor<1x3x5xf32>
    %21 = stablehlo.reshape %20 : (tensor<1x3x5xf32>) -> tensor<1x3x5x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<1x3x5x1xf32>) -> tensor<1x3x5x5xf32>
    %23 = stablehlo.divide %19, %22 : tensor<1x3x5x5xf32>
    %24 = stablehlo.convert %cst_3 : tensor<1xf64>
    %25 = stablehlo.reshape %24 : (tensor<1xf64>) -> tensor<f64>
    %26 = stablehlo.convert %25 : (tensor<f64>) -> tensor<f32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1x3x5x5xf32>
    %28 = stablehlo.compare EQ, %14, %27, FLOAT : (tensor<1x3x5x5xf32>, tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xi1>
    %29 = stablehlo.reduce(%28 init: %c) applies stablehlo.and across dimensions = [3] : (tensor<1x3x5x5xi1>, tensor<i1>) -> tensor<1x3x5xi1>
    %30 = stablehlo.reshape %29 : (tensor<1x3x5xi1>) -> tensor<1x3x5x1xi1>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<1x3x5x1xi1>) -> tensor<1x3x5x5xi1>
    %32 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
    %33 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2, 3] : (tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
    %34 = stablehlo.select %31, %32, %33 : tensor<1x3x5x5xi1>, tensor<1x3x5x5xf32>
    %35 = stablehlo.reshape %34 : (tensor<1x3x5x5xf32>) -> tensor<3x5x5xf32>
    %36 = stablehlo.reshape %2 : (tensor<1x3x5x6xf32>) -> tensor<3x5x6xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %38 = stablehlo.dot_general %35, %37, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xf32>, tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %39 = stablehlo.reshape %38 : (tensor<3x5x6xf32>) -> tensor<1x3x5x6xf32>
    %40 = stablehlo.transpose %39, dims = [2, 0, 1, 3] : (tensor<1x3x5x6xf32>) -> tensor<5x1x3x6xf32>
    %41 = stablehlo.transpose %40, dims = [1, 2, 0, 3] : (tensor<5x1x3x6xf32>) -> tensor<1x3x5x6xf32>
    %42 = stablehlo.reshape %41 : (tensor<1x3x5x6xf32>) -> tensor<3x5x6xf32>
    %43 = stablehlo.multiply %42, %arg3 : tensor<3x5x6xf32>
    %44 = stablehlo.reduce(%43 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %44, %42 : tensor<f32>, tensor<3x5x6xf32>
  }
}

// -----

module @sdpa_gqa {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x2x5x6xf32>, %arg2: tensor<2x2x5x6xf32>, %arg3: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x5x5xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_2 = arith.constant dense<0.63894310424627254> : tensor<1xf64>
    %cst_3 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<2x4x5x6xf32>
    %4 = stablehlo.reshape %arg1 : (tensor<2x2x5x6xf32>) -> tensor<2x2x1x5x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3, 4] : (tensor<2x2x1x5x6xf32>) -> tensor<2x2x2x5x6xf32>
    %6 = stablehlo.reshape %5 : (tensor<2x2x2x5x6xf32>) -> tensor<2x4x5x6xf32>
    %7 = stablehlo.reshape %arg2 : (tensor<2x2x5x6xf32>) -> tensor<2x2x1x5x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3, 4] : (tensor<2x2x1x5x6xf32>) -> tensor<2x2x2x5x6xf32>
    %9 = stablehlo.reshape %8 : (tensor<2x2x2x5x6xf32>) -> tensor<2x4x5x6xf32>
    %10 = stablehlo.transpose %6, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %11 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x4x6x5xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<2x4x6x5xf32>
    %13 = stablehlo.reshape %3 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %14 = stablehlo.reshape %12 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %16 = stablehlo.dot_general %13, %15, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %17 = stablehlo.reshape %16 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %18 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %19 = stablehlo.reshape %18 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %21 = stablehlo.subtract %17, %20 : tensor<2x4x5x5xf32>
    %22 = stablehlo.exponential %21 : tensor<2x4x5x5xf32>
    %23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %24 = stablehlo.reshape %23 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %26 = stablehlo.divide %22, %25 : tensor<2x4x5x5xf32>
    %27 = stablehlo.convert %cst_3 : tensor<1xf64>
    %28 = stablehlo.reshape %27 : (tensor<1xf64>) -> tensor<f64>
    %29 = stablehlo.convert %28 : (tensor<f64>) -> tensor<f32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %31 = stablehlo.compare EQ, %17, %30, FLOAT : (tensor<2x4x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xi1>
    %32 = stablehlo.reduce(%31 init: %c) applies stablehlo.and across dimensions = [3] : (tensor<2x4x5x5xi1>, tensor<i1>) -> tensor<2x4x5xi1>
    %33 = stablehlo.reshape %32 : (tensor<2x4x5xi1>) -> tensor<2x4x5x1xi1>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xi1>) -> tensor<2x4x5x5xi1>
    %35 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %36 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %37 = stablehlo.select %34, %35, %36 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %38 = stablehlo.reshape %37 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %39 = stablehlo.reshape %9 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %41 = stablehlo.dot_general %38, %40, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %42 = stablehlo.reshape %41 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %43 = stablehlo.transpose %42, dims = [2, 0, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<5x2x4x6xf32>
    %44 = stablehlo.transpose %43, dims = [1, 2, 0, 3] : (tensor<5x2x4x6xf32>) -> tensor<2x4x5x6xf32>
    %45 = stablehlo.multiply %44, %arg3 : tensor<2x4x5x6xf32>
    %46 = stablehlo.reduce(%45 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %46, %44 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @repeat_interleave {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x2x5x6xf32>, %arg2: tensor<2x2x5x6xf32>, %arg3: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<5x5xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<5xi64>
    %c_1 = stablehlo.constant dense<1> : tensor<5xi64>
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x4x5x5xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_6 = stablehlo.constant dense<true> : tensor<5x5xi1>
    %c_7 = stablehlo.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant dense<0.63894310424627254> : tensor<1xf64>
    %cst_9 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.reshape %arg1 : (tensor<2x2x5x6xf32>) -> tensor<2x2x1x5x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3, 4] : (tensor<2x2x1x5x6xf32>) -> tensor<2x2x2x5x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x2x2x5x6xf32>) -> tensor<2x4x5x6xf32>
    %3 = stablehlo.reshape %arg2 : (tensor<2x2x5x6xf32>) -> tensor<2x2x1x5x6xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3, 4] : (tensor<2x2x1x5x6xf32>) -> tensor<2x2x2x5x6xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x2x2x5x6xf32>) -> tensor<2x4x5x6xf32>
    %6 = stablehlo.convert %cst_8 : (tensor<1xf64>) -> tensor<1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x4x5x6xf32>
    %9 = stablehlo.multiply %arg0, %8 : tensor<2x4x5x6xf32>
    %10 = stablehlo.convert %c_3 : (tensor<i64>) -> tensor<f64>
    %11 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %12 = stablehlo.divide %11, %10 : tensor<f64>
    %13 = stablehlo.ceil %12 : tensor<f64>
    %14 = stablehlo.convert %13 : (tensor<f64>) -> tensor<i64>
    %15 = stablehlo.reshape %14 : (tensor<i64>) -> tensor<1xi64>
    %16 = stablehlo.dynamic_iota %15, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %17 = stablehlo.multiply %16, %c_1 : tensor<5xi64>
    %18 = stablehlo.add %17, %c_0 : tensor<5xi64>
    %19 = stablehlo.reshape %18 : (tensor<5xi64>) -> tensor<1x5xi64>
    %20 = stablehlo.reshape %18 : (tensor<5xi64>) -> tensor<5x1xi64>
    %21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x5xi64>) -> tensor<5x5xi64>
    %22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<5x1xi64>) -> tensor<5x5xi64>
    %23 = stablehlo.subtract %21, %22 : tensor<5x5xi64>
    %24 = stablehlo.compare LE, %23, %c, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %25 = stablehlo.and %24, %c_6 : tensor<5x5xi1>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %27 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %28 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %29 = stablehlo.select %26, %27, %28 : tensor<5x5xi1>, tensor<5x5xf32>
    %30 = stablehlo.transpose %2, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %31 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x4x6x5xf32>
    %32 = stablehlo.multiply %30, %31 : tensor<2x4x6x5xf32>
    %33 = stablehlo.reshape %9 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %34 = stablehlo.reshape %32 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %36 = stablehlo.dot_general %33, %35, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %38 = stablehlo.broadcast_in_dim %29, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<2x4x5x5xf32>
    %39 = stablehlo.add %37, %38 : tensor<2x4x5x5xf32>
    %40 = stablehlo.reduce(%39 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %41 = stablehlo.reshape %40 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %43 = stablehlo.subtract %39, %42 : tensor<2x4x5x5xf32>
    %44 = stablehlo.exponential %43 : tensor<2x4x5x5xf32>
    %45 = stablehlo.reduce(%44 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %46 = stablehlo.reshape %45 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %48 = stablehlo.divide %44, %47 : tensor<2x4x5x5xf32>
    %49 = stablehlo.convert %cst_9 : tensor<1xf64>
    %50 = stablehlo.reshape %49 : (tensor<1xf64>) -> tensor<f64>
    %51 = stablehlo.convert %50 : (tensor<f64>) -> tensor<f32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %53 = stablehlo.compare EQ, %39, %52, FLOAT : (tensor<2x4x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xi1>
    %54 = stablehlo.reduce(%53 init: %c_7) applies stablehlo.and across dimensions = [3] : (tensor<2x4x5x5xi1>, tensor<i1>) -> tensor<2x4x5xi1>
    %55 = stablehlo.reshape %54 : (tensor<2x4x5xi1>) -> tensor<2x4x5x1xi1>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xi1>) -> tensor<2x4x5x5xi1>
    %57 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %58 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %59 = stablehlo.select %56, %57, %58 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %60 = stablehlo.reshape %59 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %61 = stablehlo.reshape %5 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %63 = stablehlo.dot_general %60, %62, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %64 = stablehlo.reshape %63 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %65 = stablehlo.transpose %64, dims = [2, 0, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<5x2x4x6xf32>
    %66 = stablehlo.transpose %65, dims = [1, 2, 0, 3] : (tensor<5x2x4x6xf32>) -> tensor<2x4x5x6xf32>
    %67 = stablehlo.multiply %66, %arg3 : tensor<2x4x5x6xf32>
    %68 = stablehlo.reduce(%67 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %68, %66 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @hf_llama {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x2x5x6xf32>, %arg2: tensor<2x2x5x6xf32>, %arg3: tensor<2x5x4x6xf32>) -> (tensor<f32>, tensor<2x5x4x6xf32>) {
    %c = stablehlo.constant dense<1> : tensor<5x5xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<3xi64>
    %c_1 = stablehlo.constant dense<1> : tensor<3xi64>
    %c_2 = stablehlo.constant dense<3> : tensor<i64>
    %c_3 = stablehlo.constant dense<0> : tensor<5xi64>
    %c_4 = stablehlo.constant dense<1> : tensor<5xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<-3.40282347E+38> : tensor<5x5xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_7 = arith.constant dense<3> : tensor<1xi64>
    %cst_8 = arith.constant dense<1.000000e+04> : tensor<1xf64>
    %cst_9 = arith.constant dense<0.40824829046386302> : tensor<1xf64>
    %c_10 = stablehlo.constant dense<1> : tensor<i64>
    %c_11 = stablehlo.constant dense<5> : tensor<i64>
    %0 = stablehlo.convert %c_10 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.convert %c_11 : (tensor<i64>) -> tensor<f64>
    %2 = stablehlo.divide %1, %0 : tensor<f64>
    %3 = stablehlo.ceil %2 : tensor<f64>
    %4 = stablehlo.convert %3 : (tensor<f64>) -> tensor<i64>
    %5 = stablehlo.reshape %4 : (tensor<i64>) -> tensor<1xi64>
    %6 = stablehlo.dynamic_iota %5, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %7 = stablehlo.multiply %6, %c_4 : tensor<5xi64>
    %8 = stablehlo.add %7, %c_3 : tensor<5xi64>
    %9 = stablehlo.reshape %8 : (tensor<5xi64>) -> tensor<5x1xi64>
    %10 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %11 = stablehlo.divide %10, %0 : tensor<f64>
    %12 = stablehlo.ceil %11 : tensor<f64>
    %13 = stablehlo.convert %12 : (tensor<f64>) -> tensor<i64>
    %14 = stablehlo.reshape %13 : (tensor<i64>) -> tensor<1xi64>
    %15 = stablehlo.dynamic_iota %14, dim = 0 : (tensor<1xi64>) -> tensor<3xi64>
    %16 = stablehlo.multiply %15, %c_1 : tensor<3xi64>
    %17 = stablehlo.add %16, %c_0 : tensor<3xi64>
    %18 = stablehlo.negate %17 : tensor<3xi64>
    %19 = stablehlo.convert %cst_7 : (tensor<1xi64>) -> tensor<1xf32>
    %20 = stablehlo.reshape %19 : (tensor<1xf32>) -> tensor<f32>
    %21 = stablehlo.convert %18 : (tensor<3xi64>) -> tensor<3xf32>
    %22 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %23 = stablehlo.divide %21, %22 : tensor<3xf32>
    %24 = stablehlo.convert %cst_8 : (tensor<1xf64>) -> tensor<1xf32>
    %25 = stablehlo.reshape %24 : (tensor<1xf32>) -> tensor<f32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %27 = stablehlo.power %26, %23 : tensor<3xf32>
    %28 = stablehlo.convert %9 : (tensor<5x1xi64>) -> tensor<5x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x3xf32>
    %30 = stablehlo.broadcast_in_dim %27, dims = [1] : (tensor<3xf32>) -> tensor<5x3xf32>
    %31 = stablehlo.multiply %29, %30 : tensor<5x3xf32>
    %32 = stablehlo.concatenate %31, %31, dim = 1 : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x6xf32>
    %33 = stablehlo.cosine %32 : tensor<5x6xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [2, 3] : (tensor<5x6xf32>) -> tensor<2x4x5x6xf32>
    %35 = stablehlo.multiply %arg0, %34 : tensor<2x4x5x6xf32>
    %36 = stablehlo.slice %arg0 [0:2, 0:4, 0:5, 3:6] : (tensor<2x4x5x6xf32>) -> tensor<2x4x5x3xf32>
    %37 = stablehlo.negate %36 : tensor<2x4x5x3xf32>
    %38 = stablehlo.slice %arg0 [0:2, 0:4, 0:5, 0:3] : (tensor<2x4x5x6xf32>) -> tensor<2x4x5x3xf32>
    %39 = stablehlo.concatenate %37, %38, dim = 3 : (tensor<2x4x5x3xf32>, tensor<2x4x5x3xf32>) -> tensor<2x4x5x6xf32>
    %40 = stablehlo.sine %32 : tensor<5x6xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [2, 3] : (tensor<5x6xf32>) -> tensor<2x4x5x6xf32>
    %42 = stablehlo.multiply %39, %41 : tensor<2x4x5x6xf32>
    %43 = stablehlo.add %35, %42 : tensor<2x4x5x6xf32>
    %44 = stablehlo.broadcast_in_dim %33, dims = [2, 3] : (tensor<5x6xf32>) -> tensor<2x2x5x6xf32>
    %45 = stablehlo.multiply %arg1, %44 : tensor<2x2x5x6xf32>
    %46 = stablehlo.slice %arg1 [0:2, 0:2, 0:5, 3:6] : (tensor<2x2x5x6xf32>) -> tensor<2x2x5x3xf32>
    %47 = stablehlo.negate %46 : tensor<2x2x5x3xf32>
    %48 = stablehlo.slice %arg1 [0:2, 0:2, 0:5, 0:3] : (tensor<2x2x5x6xf32>) -> tensor<2x2x5x3xf32>
    %49 = stablehlo.concatenate %47, %48, dim = 3 : (tensor<2x2x5x3xf32>, tensor<2x2x5x3xf32>) -> tensor<2x2x5x6xf32>
    %50 = stablehlo.broadcast_in_dim %40, dims = [2, 3] : (tensor<5x6xf32>) -> tensor<2x2x5x6xf32>
    %51 = stablehlo.multiply %49, %50 : tensor<2x2x5x6xf32>
    %52 = stablehlo.add %45, %51 : tensor<2x2x5x6xf32>
    %53 = stablehlo.reshape %52 : (tensor<2x2x5x6xf32>) -> tensor<2x2x1x5x6xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3, 4] : (tensor<2x2x1x5x6xf32>) -> tensor<2x2x2x5x6xf32>
    %55 = stablehlo.reshape %54 : (tensor<2x2x2x5x6xf32>) -> tensor<2x4x5x6xf32>
    %56 = stablehlo.reshape %arg2 : (tensor<2x2x5x6xf32>) -> tensor<2x2x1x5x6xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3, 4] : (tensor<2x2x1x5x6xf32>) -> tensor<2x2x2x5x6xf32>
    %58 = stablehlo.reshape %57 : (tensor<2x2x2x5x6xf32>) -> tensor<2x4x5x6xf32>
    %59 = stablehlo.reshape %8 : (tensor<5xi64>) -> tensor<1x5xi64>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<1x5xi64>) -> tensor<5x5xi64>
    %61 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<5x1xi64>) -> tensor<5x5xi64>
    %62 = stablehlo.subtract %60, %61 : tensor<5x5xi64>
    %63 = stablehlo.compare GE, %62, %c, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %65 = stablehlo.broadcast_in_dim %cst_5, dims = [0, 1] : (tensor<5x5xf32>) -> tensor<5x5xf32>
    %66 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %67 = stablehlo.select %64, %65, %66 : tensor<5x5xi1>, tensor<5x5xf32>
    %68 = stablehlo.reshape %67 : (tensor<5x5xf32>) -> tensor<1x5x5xf32>
    %69 = stablehlo.reshape %68 : (tensor<1x5x5xf32>) -> tensor<1x1x5x5xf32>
    %70 = stablehlo.transpose %55, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %71 = stablehlo.reshape %43 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %72 = stablehlo.reshape %70 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %74 = stablehlo.dot_general %71, %73, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %75 = stablehlo.reshape %74 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %76 = stablehlo.convert %cst_9 : (tensor<1xf64>) -> tensor<1xf32>
    %77 = stablehlo.reshape %76 : (tensor<1xf32>) -> tensor<f32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %79 = stablehlo.multiply %75, %78 : tensor<2x4x5x5xf32>
    %80 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xf32>) -> tensor<2x4x5x5xf32>
    %81 = stablehlo.add %79, %80 : tensor<2x4x5x5xf32>
    %82 = stablehlo.reduce(%81 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %83 = stablehlo.reshape %82 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %85 = stablehlo.subtract %81, %84 : tensor<2x4x5x5xf32>
    %86 = stablehlo.exponential %85 : tensor<2x4x5x5xf32>
    %87 = stablehlo.reduce(%86 init: %cst) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %88 = stablehlo.reshape %87 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %90 = stablehlo.divide %86, %89 : tensor<2x4x5x5xf32>
    %91 = stablehlo.reshape %90 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %92 = stablehlo.reshape %58 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %94 = stablehlo.dot_general %91, %93, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %95 = stablehlo.reshape %94 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %96 = stablehlo.transpose %95, dims = [0, 2, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<2x5x4x6xf32>
    %97 = stablehlo.multiply %96, %arg3 : tensor<2x5x4x6xf32>
    %98 = stablehlo.reduce(%97 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x5x4x6xf32>, tensor<f32>) -> tensor<f32>
    return %98, %96 : tensor<f32>, tensor<2x5x4x6xf32>
  }
}

// -----

module @hf_bert {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x5xi64>, %arg4: tensor<2x5x4x6xf32>) -> (tensor<f32>, tensor<2x5x4x6xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<-3.4028234663852886E+38> : tensor<1xf64>
    %cst_3 = arith.constant dense<0.40824829046386302> : tensor<1xf64>
    %0 = stablehlo.reshape %arg3 : (tensor<2x5xi64>) -> tensor<2x1x5xi64>
    %1 = stablehlo.reshape %0 : (tensor<2x1x5xi64>) -> tensor<2x1x1x5xi64>
    %2 = stablehlo.convert %1 : (tensor<2x1x1x5xi64>) -> tensor<2x1x1x5xf32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x1x1x5xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<2x1x1x5xf32>
    %5 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %6 = stablehlo.reshape %5 : (tensor<1xf32>) -> tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<2x1x1x5xf32>
    %8 = stablehlo.multiply %4, %7 : tensor<2x1x1x5xf32>
    %9 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %10 = stablehlo.reshape %arg0 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %11 = stablehlo.reshape %9 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %13 = stablehlo.dot_general %10, %12, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %14 = stablehlo.reshape %13 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %15 = stablehlo.convert %cst_3 : (tensor<1xf64>) -> tensor<1xf32>
    %16 = stablehlo.reshape %15 : (tensor<1xf32>) -> tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %18 = stablehlo.multiply %14, %17 : tensor<2x4x5x5xf32>
    %19 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<2x1x1x5xf32>) -> tensor<2x4x5x5xf32>
    %20 = stablehlo.add %18, %19 : tensor<2x4x5x5xf32>
    %21 = stablehlo.reduce(%20 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %22 = stablehlo.reshape %21 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %24 = stablehlo.subtract %20, %23 : tensor<2x4x5x5xf32>
    %25 = stablehlo.exponential %24 : tensor<2x4x5x5xf32>
    %26 = stablehlo.reduce(%25 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %27 = stablehlo.reshape %26 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %29 = stablehlo.divide %25, %28 : tensor<2x4x5x5xf32>
    %30 = stablehlo.reshape %29 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %31 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %33 = stablehlo.dot_general %30, %32, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %34 = stablehlo.reshape %33 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %35 = stablehlo.transpose %34, dims = [0, 2, 1, 3] : (tensor<2x4x5x6xf32>) -> tensor<2x5x4x6xf32>
    %36 = stablehlo.multiply %35, %arg4 : tensor<2x5x4x6xf32>
    %37 = stablehlo.reduce(%36 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x5x4x6xf32>, tensor<f32>) -> tensor<f32>
    return %37, %35 : tensor<f32>, tensor<2x5x4x6xf32>
  }
}

// -----

module @nano_gpt {
  func.func @main(%arg0: tensor<2x5x8xf32>, %arg1: tensor<8x24xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<2x5x8xf32>) -> (tensor<f32>, tensor<2x5x8xf32>) {
    %c = stablehlo.constant dense<0> : tensor<5x5xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<5xi64>
    %c_1 = stablehlo.constant dense<1> : tensor<5xi64>
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<5x5xf32>
    %cst_7 = arith.constant dense<5.000000e-01> : tensor<1xf64>
    %0 = stablehlo.reshape %arg0 : (tensor<2x5x8xf32>) -> tensor<10x8xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] : (tensor<10x8xf32>, tensor<8x24xf32>) -> tensor<10x24xf32>
    %2 = stablehlo.reshape %1 : (tensor<10x24xf32>) -> tensor<2x5x24xf32>
    %3 = stablehlo.slice %2 [0:2, 0:5, 0:8] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %4 = stablehlo.slice %2 [0:2, 0:5, 8:16] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %5 = stablehlo.slice %2 [0:2, 0:5, 16:24] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %6 = stablehlo.reshape %3 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %7 = stablehlo.transpose %6, dims = [0, 2, 1, 3] : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %8 = stablehlo.reshape %4 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %9 = stablehlo.transpose %8, dims = [0, 2, 1, 3] : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %10 = stablehlo.reshape %5 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %11 = stablehlo.transpose %10, dims = [0, 2, 1, 3] : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %12 = stablehlo.transpose %9, dims = [0, 1, 3, 2] : (tensor<2x2x5x4xf32>) -> tensor<2x2x4x5xf32>
    %13 = stablehlo.reshape %7 : (tensor<2x2x5x4xf32>) -> tensor<4x5x4xf32>
    %14 = stablehlo.reshape %12 : (tensor<2x2x4x5xf32>) -> tensor<4x4x5xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<4x4x5xf32>) -> tensor<4x4x5xf32>
    %16 = stablehlo.dot_general %13, %15, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x5x4xf32>, tensor<4x4x5xf32>) -> tensor<4x5x5xf32>
    %17 = stablehlo.reshape %16 : (tensor<4x5x5xf32>) -> tensor<2x2x5x5xf32>
    %18 = stablehlo.convert %cst_7 : (tensor<1xf64>) -> tensor<1xf32>
    %19 = stablehlo.reshape %18 : (tensor<1xf32>) -> tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %21 = stablehlo.multiply %17, %20 : tensor<2x2x5x5xf32>
    %22 = stablehlo.convert %c_3 : (tensor<i64>) -> tensor<f64>
    %23 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %24 = stablehlo.divide %23, %22 : tensor<f64>
    %25 = stablehlo.ceil %24 : tensor<f64>
    %26 = stablehlo.convert %25 : (tensor<f64>) -> tensor<i64>
    %27 = stablehlo.reshape %26 : (tensor<i64>) -> tensor<1xi64>
    %28 = stablehlo.dynamic_iota %27, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %29 = stablehlo.multiply %28, %c_1 : tensor<5xi64>
    %30 = stablehlo.add %29, %c_0 : tensor<5xi64>
    %31 = stablehlo.reshape %30 : (tensor<5xi64>) -> tensor<1x5xi64>
    %32 = stablehlo.reshape %30 : (tensor<5xi64>) -> tensor<5x1xi64>
    %33 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<1x5xi64>) -> tensor<5x5xi64>
    %34 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<5x1xi64>) -> tensor<5x5xi64>
    %35 = stablehlo.subtract %33, %34 : tensor<5x5xi64>
    %36 = stablehlo.compare LE, %35, %c, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %38 = stablehlo.broadcast_in_dim %cst_6, dims = [0, 1] : (tensor<5x5xf32>) -> tensor<5x5xf32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %40 = stablehlo.select %37, %38, %39 : tensor<5x5xi1>, tensor<5x5xf32>
    %41 = stablehlo.reshape %40 : (tensor<5x5xf32>) -> tensor<1x1x5x5xf32>
    %42 = stablehlo.convert %c_4 : (tensor<i64>) -> tensor<f32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1x1x5x5xf32>
    %44 = stablehlo.compare EQ, %41, %43, FLOAT : (tensor<1x1x5x5xf32>, tensor<1x1x5x5xf32>) -> tensor<1x1x5x5xi1>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xi1>) -> tensor<2x2x5x5xi1>
    %46 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %47 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %48 = stablehlo.select %45, %46, %47 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    %49 = stablehlo.reduce(%48 init: %cst) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %50 = stablehlo.reshape %49 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %52 = stablehlo.subtract %48, %51 : tensor<2x2x5x5xf32>
    %53 = stablehlo.exponential %52 : tensor<2x2x5x5xf32>
    %54 = stablehlo.reduce(%53 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %55 = stablehlo.reshape %54 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %57 = stablehlo.divide %53, %56 : tensor<2x2x5x5xf32>
    %58 = stablehlo.reshape %57 : (tensor<2x2x5x5xf32>) -> tensor<4x5x5xf32>
    %59 = stablehlo.reshape %11 : (tensor<2x2x5x4xf32>) -> tensor<4x5x4xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %61 = stablehlo.dot_general %58, %60, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x5x5xf32>, tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %62 = stablehlo.reshape %61 : (tensor<4x5x4xf32>) -> tensor<2x2x5x4xf32>
    %63 = stablehlo.transpose %62, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %64 = stablehlo.reshape %63 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %65 = stablehlo.reshape %64 : (tensor<2x5x8xf32>) -> tensor<10x8xf32>
    %66 = stablehlo.dot_general %65, %arg2, contracting_dims = [1] x [0] : (tensor<10x8xf32>, tensor<8x8xf32>) -> tensor<10x8xf32>
    %67 = stablehlo.reshape %66 : (tensor<10x8xf32>) -> tensor<2x5x8xf32>
    %68 = stablehlo.multiply %67, %arg3 : tensor<2x5x8xf32>
    %69 = stablehlo.reduce(%68 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<f32>
    return %69, %67 : tensor<f32>, tensor<2x5x8xf32>
  }
}

// -----

module @nano_gpt_sdpa {
  func.func @main(%arg0: tensor<2x5x8xf32>, %arg1: tensor<8x24xf32>, %arg2: tensor<2x5x8xf32>) -> (tensor<f32>, tensor<2x5x8xf32>) {
    %c = stablehlo.constant dense<0> : tensor<5x5xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<5xi64>
    %c_1 = stablehlo.constant dense<1> : tensor<5xi64>
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x2x5x5xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_6 = stablehlo.constant dense<true> : tensor<5x5xi1>
    %c_7 = stablehlo.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant dense<0.70710678118654757> : tensor<1xf64>
    %cst_9 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.reshape %arg0 : (tensor<2x5x8xf32>) -> tensor<10x8xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] : (tensor<10x8xf32>, tensor<8x24xf32>) -> tensor<10x24xf32>
    %2 = stablehlo.reshape %1 : (tensor<10x24xf32>) -> tensor<2x5x24xf32>
    %3 = stablehlo.slice %2 [0:2, 0:5, 0:8] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %4 = stablehlo.slice %2 [0:2, 0:5, 8:16] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %5 = stablehlo.slice %2 [0:2, 0:5, 16:24] : (tensor<2x5x24xf32>) -> tensor<2x5x8xf32>
    %6 = stablehlo.reshape %3 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %7 = stablehlo.transpose %6, dims = [0, 2, 1, 3] : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %8 = stablehlo.reshape %4 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %9 = stablehlo.transpose %8, dims = [0, 2, 1, 3] : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %10 = stablehlo.reshape %5 : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32>
    %11 = stablehlo.transpose %10, dims = [0, 2, 1, 3] : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32>
    %12 = stablehlo.convert %cst_8 : (tensor<1xf64>) -> tensor<1xf32>
    %13 = stablehlo.reshape %12 : (tensor<1xf32>) -> tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<2x2x5x4xf32>
    %15 = stablehlo.multiply %7, %14 : tensor<2x2x5x4xf32>
    %16 = stablehlo.convert %c_3 : (tensor<i64>) -> tensor<f64>
    %17 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %18 = stablehlo.divide %17, %16 : tensor<f64>
    %19 = stablehlo.ceil %18 : tensor<f64>
    %20 = stablehlo.convert %19 : (tensor<f64>) -> tensor<i64>
    %21 = stablehlo.reshape %20 : (tensor<i64>) -> tensor<1xi64>
    %22 = stablehlo.dynamic_iota %21, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %23 = stablehlo.multiply %22, %c_1 : tensor<5xi64>
    %24 = stablehlo.add %23, %c_0 : tensor<5xi64>
    %25 = stablehlo.reshape %24 : (tensor<5xi64>) -> tensor<1x5xi64>
    %26 = stablehlo.reshape %24 : (tensor<5xi64>) -> tensor<5x1xi64>
    %27 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x5xi64>) -> tensor<5x5xi64>
    %28 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<5x1xi64>) -> tensor<5x5xi64>
    %29 = stablehlo.subtract %27, %28 : tensor<5x5xi64>
    %30 = stablehlo.compare LE, %29, %c, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %31 = stablehlo.and %30, %c_6 : tensor<5x5xi1>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %33 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %34 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %35 = stablehlo.select %32, %33, %34 : tensor<5x5xi1>, tensor<5x5xf32>
    %36 = stablehlo.transpose %9, dims = [0, 1, 3, 2] : (tensor<2x2x5x4xf32>) -> tensor<2x2x4x5xf32>
    %37 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<2x2x4x5xf32>
    %38 = stablehlo.multiply %36, %37 : tensor<2x2x4x5xf32>
    %39 = stablehlo.reshape %15 : (tensor<2x2x5x4xf32>) -> tensor<4x5x4xf32>
    %40 = stablehlo.reshape %38 : (tensor<2x2x4x5xf32>) -> tensor<4x4x5xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<4x4x5xf32>) -> tensor<4x4x5xf32>
    %42 = stablehlo.dot_general %39, %41, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x5x4xf32>, tensor<4x4x5xf32>) -> tensor<4x5x5xf32>
    %43 = stablehlo.reshape %42 : (tensor<4x5x5xf32>) -> tensor<2x2x5x5xf32>
    %44 = stablehlo.broadcast_in_dim %35, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<2x2x5x5xf32>
    %45 = stablehlo.add %43, %44 : tensor<2x2x5x5xf32>
    %46 = stablehlo.reduce(%45 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %47 = stablehlo.reshape %46 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %49 = stablehlo.subtract %45, %48 : tensor<2x2x5x5xf32>
    %50 = stablehlo.exponential %49 : tensor<2x2x5x5xf32>
    %51 = stablehlo.reduce(%50 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %52 = stablehlo.reshape %51 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %54 = stablehlo.divide %50, %53 : tensor<2x2x5x5xf32>
    %55 = stablehlo.convert %cst_9 : tensor<1xf64>
    %56 = stablehlo.reshape %55 : (tensor<1xf64>) -> tensor<f64>
    %57 = stablehlo.convert %56 : (tensor<f64>) -> tensor<f32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %59 = stablehlo.compare EQ, %45, %58, FLOAT : (tensor<2x2x5x5xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xi1>
    %60 = stablehlo.reduce(%59 init: %c_7) applies stablehlo.and across dimensions = [3] : (tensor<2x2x5x5xi1>, tensor<i1>) -> tensor<2x2x5xi1>
    %61 = stablehlo.reshape %60 : (tensor<2x2x5xi1>) -> tensor<2x2x5x1xi1>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xi1>) -> tensor<2x2x5x5xi1>
    %63 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %64 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %65 = stablehlo.select %62, %63, %64 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    %66 = stablehlo.reshape %65 : (tensor<2x2x5x5xf32>) -> tensor<4x5x5xf32>
    %67 = stablehlo.reshape %11 : (tensor<2x2x5x4xf32>) -> tensor<4x5x4xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %69 = stablehlo.dot_general %66, %68, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x5x5xf32>, tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %70 = stablehlo.reshape %69 : (tensor<4x5x4xf32>) -> tensor<2x2x5x4xf32>
    %71 = stablehlo.transpose %70, dims = [2, 0, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<5x2x2x4xf32>
    %72 = stablehlo.transpose %71, dims = [1, 2, 0, 3] : (tensor<5x2x2x4xf32>) -> tensor<2x2x5x4xf32>
    %73 = stablehlo.transpose %72, dims = [0, 2, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32>
    %74 = stablehlo.reshape %73 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %75 = stablehlo.multiply %74, %arg2 : tensor<2x5x8xf32>
    %76 = stablehlo.reduce(%75 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<f32>
    return %76, %74 : tensor<f32>, tensor<2x5x8xf32>
  }
}

// -----

module @masked_fill_1e9 {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<5x5xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<5xi64>
    %c_1 = stablehlo.constant dense<1> : tensor<5xi64>
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<5x5xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_8 = arith.constant dense<2.4494897427831779> : tensor<1xf64>
    %0 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %2 = stablehlo.reshape %0 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %4 = stablehlo.dot_general %1, %3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %5 = stablehlo.reshape %4 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %6 = stablehlo.convert %cst_8 : (tensor<1xf64>) -> tensor<1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %9 = stablehlo.divide %5, %8 : tensor<2x4x5x5xf32>
    %10 = stablehlo.convert %c_3 : (tensor<i64>) -> tensor<f64>
    %11 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %12 = stablehlo.divide %11, %10 : tensor<f64>
    %13 = stablehlo.ceil %12 : tensor<f64>
    %14 = stablehlo.convert %13 : (tensor<f64>) -> tensor<i64>
    %15 = stablehlo.reshape %14 : (tensor<i64>) -> tensor<1xi64>
    %16 = stablehlo.dynamic_iota %15, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %17 = stablehlo.multiply %16, %c_1 : tensor<5xi64>
    %18 = stablehlo.add %17, %c_0 : tensor<5xi64>
    %19 = stablehlo.reshape %18 : (tensor<5xi64>) -> tensor<1x5xi64>
    %20 = stablehlo.reshape %18 : (tensor<5xi64>) -> tensor<5x1xi64>
    %21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x5xi64>) -> tensor<5x5xi64>
    %22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<5x1xi64>) -> tensor<5x5xi64>
    %23 = stablehlo.subtract %21, %22 : tensor<5x5xi64>
    %24 = stablehlo.compare LE, %23, %c, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [0, 1] : (tensor<5x5xf32>) -> tensor<5x5xf32>
    %27 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %28 = stablehlo.select %25, %26, %27 : tensor<5x5xi1>, tensor<5x5xf32>
    %29 = stablehlo.convert %c_4 : (tensor<i64>) -> tensor<f32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
    %31 = stablehlo.compare EQ, %28, %30, FLOAT : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xi1>
    %32 = stablehlo.reshape %31 : (tensor<5x5xi1>) -> tensor<1x1x5x5xi1>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xi1>) -> tensor<2x4x5x5xi1>
    %34 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %35 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %36 = stablehlo.select %33, %34, %35 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %37 = stablehlo.reduce(%36 init: %cst_7) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %38 = stablehlo.reshape %37 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %40 = stablehlo.subtract %36, %39 : tensor<2x4x5x5xf32>
    %41 = stablehlo.exponential %40 : tensor<2x4x5x5xf32>
    %42 = stablehlo.reduce(%41 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %43 = stablehlo.reshape %42 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %45 = stablehlo.divide %41, %44 : tensor<2x4x5x5xf32>
    %46 = stablehlo.reshape %45 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %47 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %49 = stablehlo.dot_general %46, %48, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %50 = stablehlo.reshape %49 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %51 = stablehlo.multiply %50, %arg3 : tensor<2x4x5x6xf32>
    %52 = stablehlo.reduce(%51 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %52, %50 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @masked_fill_padding {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x5xi64>, %arg4: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<2x1x1x5xi64>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.4494897427831779> : tensor<1xf64>
    %0 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %2 = stablehlo.reshape %0 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %4 = stablehlo.dot_general %1, %3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %5 = stablehlo.reshape %4 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %6 = stablehlo.convert %cst_1 : (tensor<1xf64>) -> tensor<1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %9 = stablehlo.divide %5, %8 : tensor<2x4x5x5xf32>
    %10 = stablehlo.reshape %arg3 : (tensor<2x5xi64>) -> tensor<2x1x5xi64>
    %11 = stablehlo.reshape %10 : (tensor<2x1x5xi64>) -> tensor<2x1x1x5xi64>
    %12 = stablehlo.compare EQ, %11, %c, SIGNED : (tensor<2x1x1x5xi64>, tensor<2x1x1x5xi64>) -> tensor<2x1x1x5xi1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<2x1x1x5xi1>) -> tensor<2x4x5x5xi1>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %15 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %16 = stablehlo.select %13, %14, %15 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %18 = stablehlo.reshape %17 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %20 = stablehlo.subtract %16, %19 : tensor<2x4x5x5xf32>
    %21 = stablehlo.exponential %20 : tensor<2x4x5x5xf32>
    %22 = stablehlo.reduce(%21 init: %cst_0) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %23 = stablehlo.reshape %22 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %25 = stablehlo.divide %21, %24 : tensor<2x4x5x5xf32>
    %26 = stablehlo.reshape %25 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %27 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %29 = stablehlo.dot_general %26, %28, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %30 = stablehlo.reshape %29 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %31 = stablehlo.multiply %30, %arg4 : tensor<2x4x5x6xf32>
    %32 = stablehlo.reduce(%31 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %32, %30 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @where_min {
  func.func @main(%arg0: tensor<2x4x5x6xf32>, %arg1: tensor<2x4x5x6xf32>, %arg2: tensor<2x4x5x6xf32>, %arg3: tensor<2x4x5x6xf32>) -> (tensor<f32>, tensor<2x4x5x6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<5x5xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<5xi64>
    %c_1 = stablehlo.constant dense<1> : tensor<5xi64>
    %cst = stablehlo.constant dense<-3.40282347E+38> : tensor<f32>
    %c_2 = stablehlo.constant dense<true> : tensor<5x5xi1>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<2.4494897427831779> : tensor<1xf64>
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %c_7 = stablehlo.constant dense<5> : tensor<i64>
    %0 = stablehlo.convert %c_6 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.convert %c_7 : (tensor<i64>) -> tensor<f64>
    %2 = stablehlo.divide %1, %0 : tensor<f64>
    %3 = stablehlo.ceil %2 : tensor<f64>
    %4 = stablehlo.convert %3 : (tensor<f64>) -> tensor<i64>
    %5 = stablehlo.reshape %4 : (tensor<i64>) -> tensor<1xi64>
    %6 = stablehlo.dynamic_iota %5, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %7 = stablehlo.multiply %6, %c_1 : tensor<5xi64>
    %8 = stablehlo.add %7, %c_0 : tensor<5xi64>
    %9 = stablehlo.reshape %8 : (tensor<5xi64>) -> tensor<1x5xi64>
    %10 = stablehlo.reshape %8 : (tensor<5xi64>) -> tensor<5x1xi64>
    %11 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x5xi64>) -> tensor<5x5xi64>
    %12 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<5x1xi64>) -> tensor<5x5xi64>
    %13 = stablehlo.subtract %11, %12 : tensor<5x5xi64>
    %14 = stablehlo.compare LE, %13, %c, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
    %15 = stablehlo.and %14, %c_2 : tensor<5x5xi1>
    %16 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x4x6x5xf32>
    %17 = stablehlo.reshape %arg0 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %18 = stablehlo.reshape %16 : (tensor<2x4x6x5xf32>) -> tensor<8x6x5xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %20 = stablehlo.dot_general %17, %19, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %21 = stablehlo.reshape %20 : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
    %22 = stablehlo.convert %cst_5 : (tensor<1xf64>) -> tensor<1xf32>
    %23 = stablehlo.reshape %22 : (tensor<1xf32>) -> tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %25 = stablehlo.divide %21, %24 : tensor<2x4x5x5xf32>
    %26 = stablehlo.reshape %15 : (tensor<5x5xi1>) -> tensor<1x1x5x5xi1>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xi1>) -> tensor<2x4x5x5xi1>
    %28 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
    %29 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %30 = stablehlo.select %27, %28, %29 : tensor<2x4x5x5xi1>, tensor<2x4x5x5xf32>
    %31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %32 = stablehlo.reshape %31 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %34 = stablehlo.subtract %30, %33 : tensor<2x4x5x5xf32>
    %35 = stablehlo.exponential %34 : tensor<2x4x5x5xf32>
    %36 = stablehlo.reduce(%35 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %37 = stablehlo.reshape %36 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %39 = stablehlo.divide %35, %38 : tensor<2x4x5x5xf32>
    %40 = stablehlo.reshape %39 : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
    %41 = stablehlo.reshape %arg2 : (tensor<2x4x5x6xf32>) -> tensor<8x5x6xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %43 = stablehlo.dot_general %40, %42, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %44 = stablehlo.reshape %43 : (tensor<8x5x6xf32>) -> tensor<2x4x5x6xf32>
    %45 = stablehlo.multiply %44, %arg3 : tensor<2x4x5x6xf32>
    %46 = stablehlo.reduce(%45 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %46, %44 : tensor<f32>, tensor<2x4x5x6xf32>
  }
}

// -----

module @einsum {
  func.func @main(%arg0: tensor<2x5x4x6xf32>, %arg1: tensor<2x5x4x6xf32>, %arg2: tensor<2x5x4x6xf32>, %arg3: tensor<2x5x4x6xf32>) -> (tensor<f32>, tensor<2x5x4x6xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.4494897427831779> : tensor<1xf64>
    %0 = stablehlo.reshape %arg0 : (tensor<2x5x4x6xf32>) -> tensor<2x5x4x6x1xf32>
    %1 = stablehlo.transpose %0, dims = [0, 2, 1, 4, 3] : (tensor<2x5x4x6x1xf32>) -> tensor<2x4x5x1x6xf32>
    %2 = stablehlo.reshape %arg1 : (tensor<2x5x4x6xf32>) -> tensor<2x5x4x6x1xf32>
    %3 = stablehlo.transpose %2, dims = [0, 2, 4, 1, 3] : (tensor<2x5x4x6x1xf32>) -> tensor<2x4x1x5x6xf32>
    %4 = stablehlo.transpose %1, dims = [0, 1, 2, 4, 3] : (tensor<2x4x5x1x6xf32>) -> tensor<2x4x5x6x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x4x5x6x1xf32>) -> tensor<8x5x6xf32>
    %6 = stablehlo.transpose %3, dims = [0, 1, 4, 3, 2] : (tensor<2x4x1x5x6xf32>) -> tensor<2x4x6x5x1xf32>
    %7 = stablehlo.reshape %6 : (tensor<2x4x6x5x1xf32>) -> tensor<8x6x5xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x6x5xf32>) -> tensor<8x6x5xf32>
    %9 = stablehlo.dot_general %5, %8, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x6xf32>, tensor<8x6x5xf32>) -> tensor<8x5x5xf32>
    %10 = stablehlo.reshape %9 : (tensor<8x5x5xf32>) -> tensor<2x4x5x1x5xf32>
    %11 = stablehlo.transpose %10, dims = [0, 1, 2, 4, 3] : (tensor<2x4x5x1x5xf32>) -> tensor<2x4x5x5x1xf32>
    %12 = stablehlo.reshape %11 : (tensor<2x4x5x5x1xf32>) -> tensor<2x4x5x5xf32>
    %13 = stablehlo.convert %cst_1 : (tensor<1xf64>) -> tensor<1xf32>
    %14 = stablehlo.reshape %13 : (tensor<1xf32>) -> tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<2x4x5x5xf32>
    %16 = stablehlo.divide %12, %15 : tensor<2x4x5x5xf32>
    %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %18 = stablehlo.reshape %17 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %20 = stablehlo.subtract %16, %19 : tensor<2x4x5x5xf32>
    %21 = stablehlo.exponential %20 : tensor<2x4x5x5xf32>
    %22 = stablehlo.reduce(%21 init: %cst_0) applies stablehlo.add across dimensions = [3] : (tensor<2x4x5x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
    %23 = stablehlo.reshape %22 : (tensor<2x4x5xf32>) -> tensor<2x4x5x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2, 3] : (tensor<2x4x5x1xf32>) -> tensor<2x4x5x5xf32>
    %25 = stablehlo.divide %21, %24 : tensor<2x4x5x5xf32>
    %26 = stablehlo.reshape %25 : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5x1xf32>
    %27 = stablehlo.transpose %26, dims = [0, 2, 1, 4, 3] : (tensor<2x4x5x5x1xf32>) -> tensor<2x5x4x1x5xf32>
    %28 = stablehlo.reshape %arg2 : (tensor<2x5x4x6xf32>) -> tensor<2x5x4x6x1xf32>
    %29 = stablehlo.transpose %28, dims = [0, 4, 2, 3, 1] : (tensor<2x5x4x6x1xf32>) -> tensor<2x1x4x6x5xf32>
    %30 = stablehlo.transpose %27, dims = [0, 2, 1, 4, 3] : (tensor<2x5x4x1x5xf32>) -> tensor<2x4x5x5x1xf32>
    %31 = stablehlo.reshape %30 : (tensor<2x4x5x5x1xf32>) -> tensor<8x5x5xf32>
    %32 = stablehlo.transpose %29, dims = [0, 2, 4, 3, 1] : (tensor<2x1x4x6x5xf32>) -> tensor<2x4x5x6x1xf32>
    %33 = stablehlo.reshape %32 : (tensor<2x4x5x6x1xf32>) -> tensor<8x5x6xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %35 = stablehlo.dot_general %31, %34, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x5x5xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
    %36 = stablehlo.reshape %35 : (tensor<8x5x6xf32>) -> tensor<2x4x5x1x6xf32>
    %37 = stablehlo.transpose %36, dims = [0, 2, 1, 4, 3] : (tensor<2x4x5x1x6xf32>) -> tensor<2x5x4x6x1xf32>
    %38 = stablehlo.reshape %37 : (tensor<2x5x4x6x1xf32>) -> tensor<2x5x4x6xf32>
    %39 = stablehlo.multiply %38, %arg3 : tensor<2x5x4x6xf32>
    %40 = stablehlo.reduce(%39 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x5x4x6xf32>, tensor<f32>) -> tensor<f32>
    return %40, %38 : tensor<f32>, tensor<2x5x4x6xf32>
  }
}

// -----

module @bmm {
  func.func @main(%arg0: tensor<3x5x6xf32>, %arg1: tensor<3x5x6xf32>, %arg2: tensor<3x5x6xf32>, %arg3: tensor<3x5x6xf32>) -> (tensor<f32>, tensor<3x5x6xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<4.000000e-01> : tensor<1xf64>
    %0 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<3x5x6xf32>) -> tensor<3x6x5xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
    %2 = stablehlo.dot_general %arg0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x6xf32>, tensor<3x6x5xf32>) -> tensor<3x5x5xf32>
    %3 = stablehlo.convert %cst_1 : (tensor<1xf64>) -> tensor<1xf32>
    %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<3x5x5xf32>
    %6 = stablehlo.multiply %2, %5 : tensor<3x5x5xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<3x5x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    %8 = stablehlo.reshape %7 : (tensor<3x5xf32>) -> tensor<3x5x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<3x5x1xf32>) -> tensor<3x5x5xf32>
    %10 = stablehlo.subtract %6, %9 : tensor<3x5x5xf32>
    %11 = stablehlo.exponential %10 : tensor<3x5x5xf32>
    %12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<3x5x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    %13 = stablehlo.reshape %12 : (tensor<3x5xf32>) -> tensor<3x5x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<3x5x1xf32>) -> tensor<3x5x5xf32>
    %15 = stablehlo.divide %11, %14 : tensor<3x5x5xf32>
    %16 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %17 = stablehlo.dot_general %15, %16, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xf32>, tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %18 = stablehlo.multiply %17, %arg3 : tensor<3x5x6xf32>
    %19 = stablehlo.reduce(%18 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %19, %17 : tensor<f32>, tensor<3x5x6xf32>
  }
}

// -----

module @baddbmm {
  func.func @main(%arg0: tensor<3x5x6xf32>, %arg1: tensor<3x5x6xf32>, %arg2: tensor<3x5x6xf32>, %arg3: tensor<3x5x5xf32>, %arg4: tensor<3x5x6xf32>) -> (tensor<f32>, tensor<3x5x6xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<4.000000e-01> : tensor<1xf64>
    %0 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<3x5x6xf32>) -> tensor<3x6x5xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
    %2 = stablehlo.dot_general %arg0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x6xf32>, tensor<3x6x5xf32>) -> tensor<3x5x5xf32>
    %3 = stablehlo.convert %cst_1 : (tensor<1xf64>) -> tensor<1xf32>
    %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<3x5x5xf32>
    %6 = stablehlo.multiply %2, %5 : tensor<3x5x5xf32>
    %7 = stablehlo.add %arg3, %6 : tensor<3x5x5xf32>
    %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<3x5x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    %9 = stablehlo.reshape %8 : (tensor<3x5xf32>) -> tensor<3x5x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<3x5x1xf32>) -> tensor<3x5x5xf32>
    %11 = stablehlo.subtract %7, %10 : tensor<3x5x5xf32>
    %12 = stablehlo.exponential %11 : tensor<3x5x5xf32>
    %13 = stablehlo.reduce(%12 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<3x5x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    %14 = stablehlo.reshape %13 : (tensor<3x5xf32>) -> tensor<3x5x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<3x5x1xf32>) -> tensor<3x5x5xf32>
    %16 = stablehlo.divide %12, %15 : tensor<3x5x5xf32>
    %17 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %18 = stablehlo.dot_general %16, %17, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xf32>, tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %19 = stablehlo.multiply %18, %arg4 : tensor<3x5x6xf32>
    %20 = stablehlo.reduce(%19 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x5x6xf32>, tensor<f32>) -> tensor<f32>
    return %20, %18 : tensor<f32>, tensor<3x5x6xf32>
  }
}

// -----

module @multi_head_attention {
  func.func @main(%arg0: tensor<5x2x8xf32>, %arg1: tensor<24x8xf32>, %arg2: tensor<24xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8xf32>, %arg5: tensor<5x2x8xf32>) -> (tensor<f32>, tensor<5x2x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x2x5x5xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_2 = arith.constant dense<1> : tensor<1xi64>
    %cst_3 = arith.constant dense<0.70710678118654757> : tensor<1xf64>
    %cst_4 = arith.constant dense<0xFFF0000000000000> : tensor<1xf64>
    %0 = stablehlo.reshape %arg0 : (tensor<5x2x8xf32>) -> tensor<10x8xf32>
    %1 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<10x8xf32>, tensor<8x24xf32>) -> tensor<10x24xf32>
    %3 = stablehlo.convert %cst_2 : (tensor<1xi64>) -> tensor<1xf32>
    %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<10x24xf32>
    %6 = stablehlo.multiply %2, %5 : tensor<10x24xf32>
    %7 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<24xf32>) -> tensor<10x24xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<10x24xf32>
    %9 = stablehlo.add %6, %8 : tensor<10x24xf32>
    %10 = stablehlo.reshape %9 : (tensor<10x24xf32>) -> tensor<5x2x24xf32>
    %11 = stablehlo.reshape %10 : (tensor<5x2x24xf32>) -> tensor<5x2x3x8xf32>
    %12 = stablehlo.reshape %11 : (tensor<5x2x3x8xf32>) -> tensor<1x5x2x3x8xf32>
    %13 = stablehlo.transpose %12, dims = [3, 1, 2, 0, 4] : (tensor<1x5x2x3x8xf32>) -> tensor<3x5x2x1x8xf32>
    %14 = stablehlo.reshape %13 : (tensor<3x5x2x1x8xf32>) -> tensor<3x5x2x8xf32>
    %15 = stablehlo.slice %14 [0:1, 0:5, 0:2, 0:8] : (tensor<3x5x2x8xf32>) -> tensor<1x5x2x8xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x5x2x8xf32>) -> tensor<5x2x8xf32>
    %17 = stablehlo.slice %14 [1:2, 0:5, 0:2, 0:8] : (tensor<3x5x2x8xf32>) -> tensor<1x5x2x8xf32>
    %18 = stablehlo.reshape %17 : (tensor<1x5x2x8xf32>) -> tensor<5x2x8xf32>
    %19 = stablehlo.slice %14 [2:3, 0:5, 0:2, 0:8] : (tensor<3x5x2x8xf32>) -> tensor<1x5x2x8xf32>
    %20 = stablehlo.reshape %19 : (tensor<1x5x2x8xf32>) -> tensor<5x2x8xf32>
    %21 = stablehlo.reshape %16 : (tensor<5x2x8xf32>) -> tensor<5x4x4xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0, 2] : (tensor<5x4x4xf32>) -> tensor<4x5x4xf32>
    %23 = stablehlo.reshape %18 : (tensor<5x2x8xf32>) -> tensor<5x4x4xf32>
    %24 = stablehlo.transpose %23, dims = [1, 0, 2] : (tensor<5x4x4xf32>) -> tensor<4x5x4xf32>
    %25 = stablehlo.reshape %20 : (tensor<5x2x8xf32>) -> tensor<5x4x4xf32>
    %26 = stablehlo.transpose %25, dims = [1, 0, 2] : (tensor<5x4x4xf32>) -> tensor<4x5x4xf32>
    %27 = stablehlo.reshape %22 : (tensor<4x5x4xf32>) -> tensor<2x2x5x4xf32>
    %28 = stablehlo.reshape %24 : (tensor<4x5x4xf32>) -> tensor<2x2x5x4xf32>
    %29 = stablehlo.reshape %26 : (tensor<4x5x4xf32>) -> tensor<2x2x5x4xf32>
    %30 = stablehlo.convert %cst_3 : (tensor<1xf64>) -> tensor<1xf32>
    %31 = stablehlo.reshape %30 : (tensor<1xf32>) -> tensor<f32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<2x2x5x4xf32>
    %33 = stablehlo.multiply %27, %32 : tensor<2x2x5x4xf32>
    %34 = stablehlo.transpose %28, dims = [0, 1, 3, 2] : (tensor<2x2x5x4xf32>) -> tensor<2x2x4x5xf32>
    %35 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<2x2x4x5xf32>
    %36 = stablehlo.multiply %34, %35 : tensor<2x2x4x5xf32>
    %37 = stablehlo.reshape %33 : (tensor<2x2x5x4xf32>) -> tensor<4x5x4xf32>
    %38 = stablehlo.reshape %36 : (tensor<2x2x4x5xf32>) -> tensor<4x4x5xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<4x4x5xf32>) -> tensor<4x4x5xf32>
    %40 = stablehlo.dot_general %37, %39, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x5x4xf32>, tensor<4x4x5xf32>) -> tensor<4x5x5xf32>
    %41 = stablehlo.reshape %40 : (tensor<4x5x5xf32>) -> tensor<2x2x5x5xf32>
    %42 = stablehlo.reduce(%41 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %43 = stablehlo.reshape %42 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %45 = stablehlo.subtract %41, %44 : tensor<2x2x5x5xf32>
    %46 = stablehlo.exponential %45 : tensor<2x2x5x5xf32>
    %47 = stablehlo.reduce(%46 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %48 = stablehlo.reshape %47 : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %50 = stablehlo.divide %46, %49 : tensor<2x2x5x5xf32>
    %51 = stablehlo.convert %cst_4 : tensor<1xf64>
    %52 = stablehlo.reshape %51 : (tensor<1xf64>) -> tensor<f64>
    %53 = stablehlo.convert %52 : (tensor<f64>) -> tensor<f32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %55 = stablehlo.compare EQ, %41, %54, FLOAT : (tensor<2x2x5x5xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xi1>
    %56 = stablehlo.reduce(%55 init: %c) applies stablehlo.and across dimensions = [3] : (tensor<2x2x5x5xi1>, tensor<i1>) -> tensor<2x2x5xi1>
    %57 = stablehlo.reshape %56 : (tensor<2x2x5xi1>) -> tensor<2x2x5x1xi1>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xi1>) -> tensor<2x2x5x5xi1>
    %59 = stablehlo.broadcast_in_dim %cst, dims = [0, 1, 2, 3] : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %60 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3] : (tensor<2x2x5x5xf32>) -> tensor<2x2x5x5xf32>
    %61 = stablehlo.select %58, %59, %60 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    %62 = stablehlo.reshape %61 : (tensor<2x2x5x5xf32>) -> tensor<4x5x5xf32>
    %63 = stablehlo.reshape %29 : (tensor<2x2x5x4xf32>) -> tensor<4x5x4xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %65 = stablehlo.dot_general %62, %64, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x5x5xf32>, tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %66 = stablehlo.reshape %65 : (tensor<4x5x4xf32>) -> tensor<2x2x5x4xf32>
    %67 = stablehlo.transpose %66, dims = [2, 0, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<5x2x2x4xf32>
    %68 = stablehlo.transpose %67, dims = [1, 2, 0, 3] : (tensor<5x2x2x4xf32>) -> tensor<2x2x5x4xf32>
    %69 = stablehlo.transpose %68, dims = [2, 0, 1, 3] : (tensor<2x2x5x4xf32>) -> tensor<5x2x2x4xf32>
    %70 = stablehlo.reshape %69 : (tensor<5x2x2x4xf32>) -> tensor<10x8xf32>
    %71 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %72 = stablehlo.dot_general %70, %71, contracting_dims = [1] x [0] : (tensor<10x8xf32>, tensor<8x8xf32>) -> tensor<10x8xf32>
    %73 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<10x8xf32>
    %74 = stablehlo.multiply %72, %73 : tensor<10x8xf32>
    %75 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<8xf32>) -> tensor<10x8xf32>
    %76 = stablehlo.multiply %75, %73 : tensor<10x8xf32>
    %77 = stablehlo.add %74, %76 : tensor<10x8xf32>
    %78 = stablehlo.reshape %77 : (tensor<10x8xf32>) -> tensor<5x2x8xf32>
    %79 = stablehlo.multiply %78, %arg5 : tensor<5x2x8xf32>
    %80 = stablehlo.reduce(%79 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<5x2x8xf32>, tensor<f32>) -> tensor<f32>
    return %80, %78 : tensor<f32>, tensor<5x2x8xf32>
  }
}

// -----

module @layer_norm {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<8> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %arg0 : (tensor<2x3x8xf32>) -> tensor<2x3x8xf64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %2 = stablehlo.reshape %1 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %3 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<2x3x1xf64>
    %6 = stablehlo.divide %2, %5 : tensor<2x3x1xf64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<2x3x1xf64>) -> tensor<2x3x8xf64>
    %8 = stablehlo.subtract %0, %7 : tensor<2x3x8xf64>
    %9 = stablehlo.multiply %8, %8 : tensor<2x3x8xf64>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %11 = stablehlo.reshape %10 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %12 = stablehlo.divide %11, %5 : tensor<2x3x1xf64>
    %13 = stablehlo.convert %12 : (tensor<2x3x1xf64>) -> tensor<2x3x1xf32>
    %14 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %15 = stablehlo.reshape %14 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %16 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %19 = stablehlo.divide %15, %18 : tensor<2x3x1xf32>
    %20 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %23 = stablehlo.add %13, %22 : tensor<2x3x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<2x3x1xf32>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<2x3x8xf32>
    %27 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<2x3x8xf32>
    %29 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %30 = stablehlo.multiply %28, %29 : tensor<2x3x8xf32>
    %31 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %32 = stablehlo.add %30, %31 : tensor<2x3x8xf32>
    %33 = stablehlo.multiply %32, %arg3 : tensor<2x3x8xf32>
    %34 = stablehlo.reduce(%33 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %34, %32 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @layer_norm_plain {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<8> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %arg0 : (tensor<2x3x8xf32>) -> tensor<2x3x8xf64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %2 = stablehlo.reshape %1 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %3 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<2x3x1xf64>
    %6 = stablehlo.divide %2, %5 : tensor<2x3x1xf64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<2x3x1xf64>) -> tensor<2x3x8xf64>
    %8 = stablehlo.subtract %0, %7 : tensor<2x3x8xf64>
    %9 = stablehlo.multiply %8, %8 : tensor<2x3x8xf64>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %11 = stablehlo.reshape %10 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %12 = stablehlo.divide %11, %5 : tensor<2x3x1xf64>
    %13 = stablehlo.convert %12 : (tensor<2x3x1xf64>) -> tensor<2x3x1xf32>
    %14 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %15 = stablehlo.reshape %14 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %16 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %19 = stablehlo.divide %15, %18 : tensor<2x3x1xf32>
    %20 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %23 = stablehlo.add %13, %22 : tensor<2x3x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<2x3x1xf32>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<2x3x8xf32>
    %27 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<2x3x8xf32>
    %29 = stablehlo.multiply %28, %arg1 : tensor<2x3x8xf32>
    %30 = stablehlo.reduce(%29 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %30, %28 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @layer_norm_two_dims {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<3x8xf32>, %arg3: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<24> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %arg0 : (tensor<2x3x8xf32>) -> tensor<2x3x8xf64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2xf64>
    %2 = stablehlo.reshape %1 : (tensor<2xf64>) -> tensor<2x1x1xf64>
    %3 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<2x1x1xf64>
    %6 = stablehlo.divide %2, %5 : tensor<2x1x1xf64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<2x1x1xf64>) -> tensor<2x3x8xf64>
    %8 = stablehlo.subtract %0, %7 : tensor<2x3x8xf64>
    %9 = stablehlo.multiply %8, %8 : tensor<2x3x8xf64>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2xf64>
    %11 = stablehlo.reshape %10 : (tensor<2xf64>) -> tensor<2x1x1xf64>
    %12 = stablehlo.divide %11, %5 : tensor<2x1x1xf64>
    %13 = stablehlo.convert %12 : (tensor<2x1x1xf64>) -> tensor<2x1x1xf32>
    %14 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2xf32>
    %15 = stablehlo.reshape %14 : (tensor<2xf32>) -> tensor<2x1x1xf32>
    %16 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<2x1x1xf32>
    %19 = stablehlo.divide %15, %18 : tensor<2x1x1xf32>
    %20 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<2x1x1xf32>
    %23 = stablehlo.add %13, %22 : tensor<2x1x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<2x1x1xf32>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<2x1x1xf32>) -> tensor<2x3x8xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<2x3x8xf32>
    %27 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<2x1x1xf32>) -> tensor<2x3x8xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<2x3x8xf32>
    %29 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x8xf32>) -> tensor<2x3x8xf32>
    %30 = stablehlo.multiply %28, %29 : tensor<2x3x8xf32>
    %31 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<3x8xf32>) -> tensor<2x3x8xf32>
    %32 = stablehlo.add %30, %31 : tensor<2x3x8xf32>
    %33 = stablehlo.multiply %32, %arg3 : tensor<2x3x8xf32>
    %34 = stablehlo.reduce(%33 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %34, %32 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @layer_norm_weight_only {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<8> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %arg0 : (tensor<2x3x8xf32>) -> tensor<2x3x8xf64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %2 = stablehlo.reshape %1 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %3 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<2x3x1xf64>
    %6 = stablehlo.divide %2, %5 : tensor<2x3x1xf64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<2x3x1xf64>) -> tensor<2x3x8xf64>
    %8 = stablehlo.subtract %0, %7 : tensor<2x3x8xf64>
    %9 = stablehlo.multiply %8, %8 : tensor<2x3x8xf64>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %11 = stablehlo.reshape %10 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %12 = stablehlo.divide %11, %5 : tensor<2x3x1xf64>
    %13 = stablehlo.convert %12 : (tensor<2x3x1xf64>) -> tensor<2x3x1xf32>
    %14 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %15 = stablehlo.reshape %14 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %16 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %19 = stablehlo.divide %15, %18 : tensor<2x3x1xf32>
    %20 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %23 = stablehlo.add %13, %22 : tensor<2x3x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<2x3x1xf32>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<2x3x8xf32>
    %27 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<2x3x8xf32>
    %29 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %30 = stablehlo.multiply %28, %29 : tensor<2x3x8xf32>
    %31 = stablehlo.multiply %30, %arg2 : tensor<2x3x8xf32>
    %32 = stablehlo.reduce(%31 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %32, %30 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @rms_norm {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<8> : tensor<1xi64>
    %cst_1 = arith.constant dense<9.9999999999999995E-7> : tensor<1xf64>
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x3x8xf32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %3 = stablehlo.convert %cst_0 : (tensor<1xi64>) -> tensor<1xf32>
    %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %6 = stablehlo.divide %2, %5 : tensor<2x3x1xf32>
    %7 = stablehlo.convert %cst_1 : (tensor<1xf64>) -> tensor<1xf32>
    %8 = stablehlo.reshape %7 : (tensor<1xf32>) -> tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %10 = stablehlo.add %6, %9 : tensor<2x3x1xf32>
    %11 = stablehlo.rsqrt %10 : tensor<2x3x1xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %13 = stablehlo.multiply %arg0, %12 : tensor<2x3x8xf32>
    %14 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %15 = stablehlo.multiply %13, %14 : tensor<2x3x8xf32>
    %16 = stablehlo.multiply %15, %arg2 : tensor<2x3x8xf32>
    %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %17, %15 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @rms_norm_llama {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<2> : tensor<1xi64>
    %cst_1 = arith.constant dense<8> : tensor<1xi64>
    %cst_2 = arith.constant dense<9.9999999999999995E-7> : tensor<1xf64>
    %0 = stablehlo.convert %cst_0 : (tensor<1xi64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x3x8xf32>
    %3 = stablehlo.power %arg0, %2 : tensor<2x3x8xf32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %6 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %9 = stablehlo.divide %5, %8 : tensor<2x3x1xf32>
    %10 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %11 = stablehlo.reshape %10 : (tensor<1xf32>) -> tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %13 = stablehlo.add %9, %12 : tensor<2x3x1xf32>
    %14 = stablehlo.rsqrt %13 : tensor<2x3x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %16 = stablehlo.multiply %arg0, %15 : tensor<2x3x8xf32>
    %17 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<2x3x8xf32>
    %19 = stablehlo.multiply %18, %arg2 : tensor<2x3x8xf32>
    %20 = stablehlo.reduce(%19 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %20, %18 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @rms_norm_gemma {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<2> : tensor<1xi64>
    %cst_1 = arith.constant dense<8> : tensor<1xi64>
    %cst_2 = arith.constant dense<9.9999999999999995E-7> : tensor<1xf64>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<1xf64>
    %0 = stablehlo.convert %cst_0 : (tensor<1xi64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x3x8xf32>
    %3 = stablehlo.power %arg0, %2 : tensor<2x3x8xf32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %6 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %9 = stablehlo.divide %5, %8 : tensor<2x3x1xf32>
    %10 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %11 = stablehlo.reshape %10 : (tensor<1xf32>) -> tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %13 = stablehlo.add %9, %12 : tensor<2x3x1xf32>
    %14 = stablehlo.rsqrt %13 : tensor<2x3x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %16 = stablehlo.multiply %arg0, %15 : tensor<2x3x8xf32>
    %17 = stablehlo.convert %cst_3 : (tensor<1xf64>) -> tensor<1xf32>
    %18 = stablehlo.reshape %17 : (tensor<1xf32>) -> tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %20 = stablehlo.add %arg1, %19 : tensor<8xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %22 = stablehlo.multiply %16, %21 : tensor<2x3x8xf32>
    %23 = stablehlo.multiply %22, %arg2 : tensor<2x3x8xf32>
    %24 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %24, %22 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @rms_norm_sqrt {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<8> : tensor<1xi64>
    %cst_1 = arith.constant dense<9.9999999999999995E-7> : tensor<1xf64>
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<2x3x8xf32>
    %2 = stablehlo.multiply %arg0, %arg0 : tensor<2x3x8xf32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %4 = stablehlo.reshape %3 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %5 = stablehlo.convert %cst_0 : (tensor<1xi64>) -> tensor<1xf32>
    %6 = stablehlo.reshape %5 : (tensor<1xf32>) -> tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %8 = stablehlo.divide %4, %7 : tensor<2x3x1xf32>
    %9 = stablehlo.convert %cst_1 : (tensor<1xf64>) -> tensor<1xf32>
    %10 = stablehlo.reshape %9 : (tensor<1xf32>) -> tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %12 = stablehlo.add %8, %11 : tensor<2x3x1xf32>
    %13 = stablehlo.sqrt %12 : tensor<2x3x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %15 = stablehlo.divide %1, %14 : tensor<2x3x8xf32>
    %16 = stablehlo.multiply %15, %arg2 : tensor<2x3x8xf32>
    %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %17, %15 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @group_norm {
  func.func @main(%arg0: tensor<2x4x3x3xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<2x4x3x3xf32>) -> (tensor<f32>, tensor<2x4x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<18> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %cst_3 = arith.constant dense_resource<torch_tensor_2_4_torch.int64> : tensor<2x4xi64>
    %cst_4 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_1> : tensor<2x4xi64>
    %cst_5 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_2> : tensor<2x4xi64>
    %cst_6 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_3> : tensor<2x4xi64>
    %cst_7 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_4> : tensor<2x4xi64>
    %cst_8 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_5> : tensor<2x4xi64>
    %cst_9 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_6> : tensor<2x4xi64>
    %cst_10 = arith.constant dense_resource<torch_tensor_2_4_torch.int64_7> : tensor<2x4xi64>
    %0 = stablehlo.reshape %arg0 : (tensor<2x4x3x3xf32>) -> tensor<2x2x2x9xf32>
    %1 = stablehlo.convert %0 : (tensor<2x2x2x9xf32>) -> tensor<2x2x2x9xf64>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x2x2x9xf64>, tensor<f64>) -> tensor<2x2xf64>
    %3 = stablehlo.reshape %2 : (tensor<2x2xf64>) -> tensor<2x2x1x1xf64>
    %4 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %5 = stablehlo.reshape %4 : (tensor<1xf64>) -> tensor<f64>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f64>) -> tensor<2x2x1x1xf64>
    %7 = stablehlo.divide %3, %6 : tensor<2x2x1x1xf64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xf64>) -> tensor<2x2x2x9xf64>
    %9 = stablehlo.subtract %1, %8 : tensor<2x2x2x9xf64>
    %10 = stablehlo.multiply %9, %9 : tensor<2x2x2x9xf64>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x2x2x9xf64>, tensor<f64>) -> tensor<2x2xf64>
    %12 = stablehlo.reshape %11 : (tensor<2x2xf64>) -> tensor<2x2x1x1xf64>
    %13 = stablehlo.divide %12, %6 : tensor<2x2x1x1xf64>
    %14 = stablehlo.convert %13 : (tensor<2x2x1x1xf64>) -> tensor<2x2x1x1xf32>
    %15 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x2x2x9xf32>, tensor<f32>) -> tensor<2x2xf32>
    %16 = stablehlo.reshape %15 : (tensor<2x2xf32>) -> tensor<2x2x1x1xf32>
    %17 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %18 = stablehlo.reshape %17 : (tensor<1xf32>) -> tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<2x2x1x1xf32>
    %20 = stablehlo.divide %16, %19 : tensor<2x2x1x1xf32>
    %21 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %22 = stablehlo.reshape %21 : (tensor<1xf32>) -> tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<2x2x1x1xf32>
    %24 = stablehlo.add %14, %23 : tensor<2x2x1x1xf32>
    %25 = stablehlo.rsqrt %24 : tensor<2x2x1x1xf32>
    %26 = stablehlo.reshape %arg1 : (tensor<4xf32>) -> tensor<1x2x2x1xf32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xf32>) -> tensor<2x2x2x1xf32>
    %28 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x2x2x1xf32>) -> tensor<2x2x2x1xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<2x2x2x1xf32>
    %30 = stablehlo.negate %20 : tensor<2x2x1x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xf32>) -> tensor<2x2x2x1xf32>
    %32 = stablehlo.multiply %31, %29 : tensor<2x2x2x1xf32>
    %33 = stablehlo.reshape %arg2 : (tensor<4xf32>) -> tensor<1x2x2x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<1x2x2x1xf32>) -> tensor<2x2x2x1xf32>
    %35 = stablehlo.add %32, %34 : tensor<2x2x2x1xf32>
    %36 = stablehlo.reshape %cst_3 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %37 = stablehlo.reshape %cst_4 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %38 = stablehlo.reshape %cst_5 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %39 = stablehlo.reshape %cst_6 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %40 = stablehlo.concatenate %36, %37, %38, %39, dim = 2 : (tensor<2x4x1xi64>, tensor<2x4x1xi64>, tensor<2x4x1xi64>, tensor<2x4x1xi64>) -> tensor<2x4x4xi64>
    %41 = "stablehlo.gather"(%29, %40) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2, 3], start_index_map = [0, 1, 2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<2x2x2x1xf32>, tensor<2x4x4xi64>) -> tensor<2x4xf32>
    %42 = stablehlo.reshape %cst_7 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %43 = stablehlo.reshape %cst_8 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %44 = stablehlo.reshape %cst_9 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %45 = stablehlo.reshape %cst_10 : (tensor<2x4xi64>) -> tensor<2x4x1xi64>
    %46 = stablehlo.concatenate %42, %43, %44, %45, dim = 2 : (tensor<2x4x1xi64>, tensor<2x4x1xi64>, tensor<2x4x1xi64>, tensor<2x4x1xi64>) -> tensor<2x4x4xi64>
    %47 = "stablehlo.gather"(%35, %46) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2, 3], start_index_map = [0, 1, 2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<2x2x2x1xf32>, tensor<2x4x4xi64>) -> tensor<2x4xf32>
    %48 = stablehlo.reshape %41 : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
    %49 = stablehlo.reshape %48 : (tensor<2x4x1xf32>) -> tensor<2x4x1x1xf32>
    %50 = stablehlo.reshape %47 : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
    %51 = stablehlo.reshape %50 : (tensor<2x4x1xf32>) -> tensor<2x4x1x1xf32>
    %52 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<2x4x1x1xf32>) -> tensor<2x4x3x3xf32>
    %53 = stablehlo.multiply %arg0, %52 : tensor<2x4x3x3xf32>
    %54 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<2x4x1x1xf32>) -> tensor<2x4x3x3xf32>
    %55 = stablehlo.add %53, %54 : tensor<2x4x3x3xf32>
    %56 = stablehlo.multiply %55, %arg3 : tensor<2x4x3x3xf32>
    %57 = stablehlo.reduce(%56 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x3x3xf32>, tensor<f32>) -> tensor<f32>
    return %57, %55 : tensor<f32>, tensor<2x4x3x3xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_4_torch.int64: "0x0800000000000000000000000000000000000000000000000000000000000000000000000100000000000000010000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_1: "0x0800000000000000000000000000000000000000010000000000000001000000000000000000000000000000000000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_2: "0x0800000000000000000000000100000000000000000000000000000001000000000000000000000000000000010000000000000000000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_3: "0x0800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      torch_tensor_2_4_torch.int64_4: "0x0800000000000000000000000000000000000000000000000000000000000000000000000100000000000000010000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_5: "0x0800000000000000000000000000000000000000010000000000000001000000000000000000000000000000000000000000000001000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_6: "0x0800000000000000000000000100000000000000000000000000000001000000000000000000000000000000010000000000000000000000000000000100000000000000",
      torch_tensor_2_4_torch.int64_7: "0x0800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    }
  }
#-}

// -----

module @group_norm_plain {
  func.func @main(%arg0: tensor<2x4x3x3xf32>, %arg1: tensor<2x4x3x3xf32>) -> (tensor<f32>, tensor<2x4x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<18> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.reshape %arg0 : (tensor<2x4x3x3xf32>) -> tensor<2x2x2x9xf32>
    %1 = stablehlo.convert %0 : (tensor<2x2x2x9xf32>) -> tensor<2x2x2x9xf64>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x2x2x9xf64>, tensor<f64>) -> tensor<2x2xf64>
    %3 = stablehlo.reshape %2 : (tensor<2x2xf64>) -> tensor<2x2x1x1xf64>
    %4 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %5 = stablehlo.reshape %4 : (tensor<1xf64>) -> tensor<f64>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f64>) -> tensor<2x2x1x1xf64>
    %7 = stablehlo.divide %3, %6 : tensor<2x2x1x1xf64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xf64>) -> tensor<2x2x2x9xf64>
    %9 = stablehlo.subtract %1, %8 : tensor<2x2x2x9xf64>
    %10 = stablehlo.multiply %9, %9 : tensor<2x2x2x9xf64>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x2x2x9xf64>, tensor<f64>) -> tensor<2x2xf64>
    %12 = stablehlo.reshape %11 : (tensor<2x2xf64>) -> tensor<2x2x1x1xf64>
    %13 = stablehlo.divide %12, %6 : tensor<2x2x1x1xf64>
    %14 = stablehlo.convert %13 : (tensor<2x2x1x1xf64>) -> tensor<2x2x1x1xf32>
    %15 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x2x2x9xf32>, tensor<f32>) -> tensor<2x2xf32>
    %16 = stablehlo.reshape %15 : (tensor<2x2xf32>) -> tensor<2x2x1x1xf32>
    %17 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %18 = stablehlo.reshape %17 : (tensor<1xf32>) -> tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<2x2x1x1xf32>
    %20 = stablehlo.divide %16, %19 : tensor<2x2x1x1xf32>
    %21 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %22 = stablehlo.reshape %21 : (tensor<1xf32>) -> tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<2x2x1x1xf32>
    %24 = stablehlo.add %14, %23 : tensor<2x2x1x1xf32>
    %25 = stablehlo.rsqrt %24 : tensor<2x2x1x1xf32>
    %26 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xf32>) -> tensor<2x2x2x9xf32>
    %27 = stablehlo.subtract %0, %26 : tensor<2x2x2x9xf32>
    %28 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xf32>) -> tensor<2x2x2x9xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<2x2x2x9xf32>
    %30 = stablehlo.reshape %29 : (tensor<2x2x2x9xf32>) -> tensor<2x4x3x3xf32>
    %31 = stablehlo.multiply %30, %arg1 : tensor<2x4x3x3xf32>
    %32 = stablehlo.reduce(%31 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x3x3xf32>, tensor<f32>) -> tensor<f32>
    return %32, %30 : tensor<f32>, tensor<2x4x3x3xf32>
  }
}

// -----

module @batch_norm_eval {
  func.func @main(%arg0: tensor<4x2x3x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<2xf32>, %arg5: tensor<4x2x3x3xf32>) -> (tensor<f32>, tensor<4x2x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %cst_0 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %3 = stablehlo.add %arg4, %2 : tensor<2xf32>
    %4 = stablehlo.rsqrt %3 : tensor<2xf32>
    %5 = stablehlo.reshape %arg3 : (tensor<2xf32>) -> tensor<2x1xf32>
    %6 = stablehlo.reshape %5 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %7 = stablehlo.reshape %4 : (tensor<2xf32>) -> tensor<2x1xf32>
    %8 = stablehlo.reshape %7 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %10 = stablehlo.subtract %arg0, %9 : tensor<4x2x3x3xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<4x2x3x3xf32>
    %13 = stablehlo.reshape %arg1 : (tensor<2xf32>) -> tensor<2x1xf32>
    %14 = stablehlo.reshape %13 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %16 = stablehlo.multiply %12, %15 : tensor<4x2x3x3xf32>
    %17 = stablehlo.reshape %arg2 : (tensor<2xf32>) -> tensor<2x1xf32>
    %18 = stablehlo.reshape %17 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %20 = stablehlo.add %16, %19 : tensor<4x2x3x3xf32>
    %21 = stablehlo.multiply %20, %arg5 : tensor<4x2x3x3xf32>
    %22 = stablehlo.reduce(%21 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x2x3x3xf32>, tensor<f32>) -> tensor<f32>
    return %22, %20 : tensor<f32>, tensor<4x2x3x3xf32>
  }
}

// -----

module @batch_norm_eval_plain {
  func.func @main(%arg0: tensor<4x2x3x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<4x2x3x3xf32>) -> (tensor<f32>, tensor<4x2x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %cst_0 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %3 = stablehlo.add %arg2, %2 : tensor<2xf32>
    %4 = stablehlo.rsqrt %3 : tensor<2xf32>
    %5 = stablehlo.reshape %arg1 : (tensor<2xf32>) -> tensor<2x1xf32>
    %6 = stablehlo.reshape %5 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %7 = stablehlo.reshape %4 : (tensor<2xf32>) -> tensor<2x1xf32>
    %8 = stablehlo.reshape %7 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %10 = stablehlo.subtract %arg0, %9 : tensor<4x2x3x3xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<4x2x3x3xf32>
    %13 = stablehlo.multiply %12, %arg3 : tensor<4x2x3x3xf32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x2x3x3xf32>, tensor<f32>) -> tensor<f32>
    return %14, %12 : tensor<f32>, tensor<4x2x3x3xf32>
  }
}

// -----

module @batch_norm {
  func.func @main(%arg0: tensor<4x2x3x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<4x2x3x3xf32>) -> (tensor<f32>, tensor<4x2x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<36> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %arg0 : (tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xf64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<4x2x3x3xf64>, tensor<f64>) -> tensor<2xf64>
    %2 = stablehlo.reshape %1 : (tensor<2xf64>) -> tensor<1x2x1x1xf64>
    %3 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<1x2x1x1xf64>
    %6 = stablehlo.divide %2, %5 : tensor<1x2x1x1xf64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2, 3] : (tensor<1x2x1x1xf64>) -> tensor<4x2x3x3xf64>
    %8 = stablehlo.subtract %0, %7 : tensor<4x2x3x3xf64>
    %9 = stablehlo.multiply %8, %8 : tensor<4x2x3x3xf64>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<4x2x3x3xf64>, tensor<f64>) -> tensor<2xf64>
    %11 = stablehlo.reshape %10 : (tensor<2xf64>) -> tensor<1x2x1x1xf64>
    %12 = stablehlo.divide %11, %5 : tensor<1x2x1x1xf64>
    %13 = stablehlo.convert %12 : (tensor<1x2x1x1xf64>) -> tensor<1x2x1x1xf32>
    %14 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<4x2x3x3xf32>, tensor<f32>) -> tensor<2xf32>
    %15 = stablehlo.reshape %14 : (tensor<2xf32>) -> tensor<1x2x1x1xf32>
    %16 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1x2x1x1xf32>
    %19 = stablehlo.divide %15, %18 : tensor<1x2x1x1xf32>
    %20 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1x2x1x1xf32>
    %23 = stablehlo.add %13, %22 : tensor<1x2x1x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<1x2x1x1xf32>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<1x2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<4x2x3x3xf32>
    %27 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2, 3] : (tensor<1x2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<4x2x3x3xf32>
    %29 = stablehlo.reshape %arg1 : (tensor<2xf32>) -> tensor<2x1xf32>
    %30 = stablehlo.reshape %29 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %32 = stablehlo.multiply %28, %31 : tensor<4x2x3x3xf32>
    %33 = stablehlo.reshape %arg2 : (tensor<2xf32>) -> tensor<2x1xf32>
    %34 = stablehlo.reshape %33 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %36 = stablehlo.add %32, %35 : tensor<4x2x3x3xf32>
    %37 = stablehlo.multiply %36, %arg3 : tensor<4x2x3x3xf32>
    %38 = stablehlo.reduce(%37 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x2x3x3xf32>, tensor<f32>) -> tensor<f32>
    return %38, %36 : tensor<f32>, tensor<4x2x3x3xf32>
  }
}

// -----

module @batch_norm_1d {
  func.func @main(%arg0: tensor<6x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<6x3xf32>) -> (tensor<f32>, tensor<6x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<6> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.convert %arg0 : (tensor<6x3xf32>) -> tensor<6x3xf64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf64>, tensor<f64>) -> tensor<3xf64>
    %2 = stablehlo.reshape %1 : (tensor<3xf64>) -> tensor<1x3xf64>
    %3 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<1x3xf64>
    %6 = stablehlo.divide %2, %5 : tensor<1x3xf64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x3xf64>) -> tensor<6x3xf64>
    %8 = stablehlo.subtract %0, %7 : tensor<6x3xf64>
    %9 = stablehlo.multiply %8, %8 : tensor<6x3xf64>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf64>, tensor<f64>) -> tensor<3xf64>
    %11 = stablehlo.reshape %10 : (tensor<3xf64>) -> tensor<1x3xf64>
    %12 = stablehlo.divide %11, %5 : tensor<1x3xf64>
    %13 = stablehlo.convert %12 : (tensor<1x3xf64>) -> tensor<1x3xf32>
    %14 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<3xf32>
    %15 = stablehlo.reshape %14 : (tensor<3xf32>) -> tensor<1x3xf32>
    %16 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
    %19 = stablehlo.divide %15, %18 : tensor<1x3xf32>
    %20 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
    %23 = stablehlo.add %13, %22 : tensor<1x3xf32>
    %24 = stablehlo.rsqrt %23 : tensor<1x3xf32>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<6x3xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<6x3xf32>
    %27 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<6x3xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<6x3xf32>
    %29 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<6x3xf32>
    %30 = stablehlo.multiply %28, %29 : tensor<6x3xf32>
    %31 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf32>) -> tensor<6x3xf32>
    %32 = stablehlo.add %30, %31 : tensor<6x3xf32>
    %33 = stablehlo.multiply %32, %arg3 : tensor<6x3xf32>
    %34 = stablehlo.reduce(%33 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<f32>
    return %34, %32 : tensor<f32>, tensor<6x3xf32>
  }
}

// -----

module @batch_norm_by_hand {
  func.func @main(%arg0: tensor<4x2x3x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<4x2x3x3xf32>) -> (tensor<f32>, tensor<4x2x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_1 = arith.constant dense<36> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<4x2x3x3xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.reshape %0 : (tensor<2xf32>) -> tensor<1x2x1x1xf32>
    %2 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<1x2x1x1xf32>
    %5 = stablehlo.divide %1, %4 : tensor<1x2x1x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2, 3] : (tensor<1x2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %7 = stablehlo.subtract %arg0, %6 : tensor<4x2x3x3xf32>
    %8 = stablehlo.convert %arg0 : (tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xf64>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<4x2x3x3xf64>, tensor<f64>) -> tensor<2xf64>
    %10 = stablehlo.reshape %9 : (tensor<2xf64>) -> tensor<1x2x1x1xf64>
    %11 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %12 = stablehlo.reshape %11 : (tensor<1xf64>) -> tensor<f64>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f64>) -> tensor<1x2x1x1xf64>
    %14 = stablehlo.divide %10, %13 : tensor<1x2x1x1xf64>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<1x2x1x1xf64>) -> tensor<4x2x3x3xf64>
    %16 = stablehlo.subtract %8, %15 : tensor<4x2x3x3xf64>
    %17 = stablehlo.multiply %16, %16 : tensor<4x2x3x3xf64>
    %18 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<4x2x3x3xf64>, tensor<f64>) -> tensor<2xf64>
    %19 = stablehlo.reshape %18 : (tensor<2xf64>) -> tensor<1x2x1x1xf64>
    %20 = stablehlo.divide %19, %13 : tensor<1x2x1x1xf64>
    %21 = stablehlo.convert %20 : (tensor<1x2x1x1xf64>) -> tensor<1x2x1x1xf32>
    %22 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %23 = stablehlo.reshape %22 : (tensor<1xf32>) -> tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1x2x1x1xf32>
    %25 = stablehlo.add %21, %24 : tensor<1x2x1x1xf32>
    %26 = stablehlo.sqrt %25 : tensor<1x2x1x1xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %28 = stablehlo.divide %7, %27 : tensor<4x2x3x3xf32>
    %29 = stablehlo.reshape %arg1 : (tensor<2xf32>) -> tensor<2x1xf32>
    %30 = stablehlo.reshape %29 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %32 = stablehlo.multiply %28, %31 : tensor<4x2x3x3xf32>
    %33 = stablehlo.reshape %arg2 : (tensor<2xf32>) -> tensor<2x1xf32>
    %34 = stablehlo.reshape %33 : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [1, 2, 3] : (tensor<2x1x1xf32>) -> tensor<4x2x3x3xf32>
    %36 = stablehlo.add %32, %35 : tensor<4x2x3x3xf32>
    %37 = stablehlo.multiply %36, %arg3 : tensor<4x2x3x3xf32>
    %38 = stablehlo.reduce(%37 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x2x3x3xf32>, tensor<f32>) -> tensor<f32>
    return %38, %36 : tensor<f32>, tensor<4x2x3x3xf32>
  }
}

// -----

module @instance_norm {
  func.func @main(%arg0: tensor<2x4x3x3xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<2x4x3x3xf32>) -> (tensor<f32>, tensor<2x4x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<9> : tensor<1xi64>
    %cst_2 = arith.constant dense<1.000000e-05> : tensor<1xf64>
    %0 = stablehlo.reshape %arg1 : (tensor<4xf32>) -> tensor<1x4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<2x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x4xf32>) -> tensor<8xf32>
    %3 = stablehlo.reshape %arg2 : (tensor<4xf32>) -> tensor<1x4xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<2x4xf32>
    %5 = stablehlo.reshape %4 : (tensor<2x4xf32>) -> tensor<8xf32>
    %6 = stablehlo.reshape %arg0 : (tensor<2x4x3x3xf32>) -> tensor<1x8x3x3xf32>
    %7 = stablehlo.convert %6 : (tensor<1x8x3x3xf32>) -> tensor<1x8x3x3xf64>
    %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<1x8x3x3xf64>, tensor<f64>) -> tensor<8xf64>
    %9 = stablehlo.reshape %8 : (tensor<8xf64>) -> tensor<1x8x1x1xf64>
    %10 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %11 = stablehlo.reshape %10 : (tensor<1xf64>) -> tensor<f64>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f64>) -> tensor<1x8x1x1xf64>
    %13 = stablehlo.divide %9, %12 : tensor<1x8x1x1xf64>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x8x1x1xf64>) -> tensor<1x8x3x3xf64>
    %15 = stablehlo.subtract %7, %14 : tensor<1x8x3x3xf64>
    %16 = stablehlo.multiply %15, %15 : tensor<1x8x3x3xf64>
    %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<1x8x3x3xf64>, tensor<f64>) -> tensor<8xf64>
    %18 = stablehlo.reshape %17 : (tensor<8xf64>) -> tensor<1x8x1x1xf64>
    %19 = stablehlo.divide %18, %12 : tensor<1x8x1x1xf64>
    %20 = stablehlo.convert %19 : (tensor<1x8x1x1xf64>) -> tensor<1x8x1x1xf32>
    %21 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<1x8x3x3xf32>, tensor<f32>) -> tensor<8xf32>
    %22 = stablehlo.reshape %21 : (tensor<8xf32>) -> tensor<1x8x1x1xf32>
    %23 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %24 = stablehlo.reshape %23 : (tensor<1xf32>) -> tensor<f32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1x8x1x1xf32>
    %26 = stablehlo.divide %22, %25 : tensor<1x8x1x1xf32>
    %27 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %28 = stablehlo.reshape %27 : (tensor<1xf32>) -> tensor<f32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1x8x1x1xf32>
    %30 = stablehlo.add %20, %29 : tensor<1x8x1x1xf32>
    %31 = stablehlo.rsqrt %30 : tensor<1x8x1x1xf32>
    %32 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x8x1x1xf32>) -> tensor<1x8x3x3xf32>
    %33 = stablehlo.subtract %6, %32 : tensor<1x8x3x3xf32>
    %34 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x8x1x1xf32>) -> tensor<1x8x3x3xf32>
    %35 = stablehlo.multiply %33, %34 : tensor<1x8x3x3xf32>
    %36 = stablehlo.reshape %2 : (tensor<8xf32>) -> tensor<8x1xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [1, 2, 3] : (tensor<8x1x1xf32>) -> tensor<1x8x3x3xf32>
    %39 = stablehlo.multiply %35, %38 : tensor<1x8x3x3xf32>
    %40 = stablehlo.reshape %5 : (tensor<8xf32>) -> tensor<8x1xf32>
    %41 = stablehlo.reshape %40 : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [1, 2, 3] : (tensor<8x1x1xf32>) -> tensor<1x8x3x3xf32>
    %43 = stablehlo.add %39, %42 : tensor<1x8x3x3xf32>
    %44 = stablehlo.reshape %43 : (tensor<1x8x3x3xf32>) -> tensor<2x4x3x3xf32>
    %45 = stablehlo.multiply %44, %arg3 : tensor<2x4x3x3xf32>
    %46 = stablehlo.reduce(%45 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x3x3xf32>, tensor<f32>) -> tensor<f32>
    return %46, %44 : tensor<f32>, tensor<2x4x3x3xf32>
  }
}

// -----

module @layer_norm_unbiased {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_1 = arith.constant dense<8> : tensor<1xi64>
    %cst_2 = arith.constant dense<7.000000e+00> : tensor<1xf64>
    %cst_3 = arith.constant dense<9.9999999999999995E-7> : tensor<1xf64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %2 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %5 = stablehlo.divide %1, %4 : tensor<2x3x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %7 = stablehlo.subtract %arg0, %6 : tensor<2x3x8xf32>
    %8 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<2x3x8xf32>
    %10 = stablehlo.convert %arg0 : (tensor<2x3x8xf32>) -> tensor<2x3x8xf64>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %12 = stablehlo.reshape %11 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %13 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %14 = stablehlo.reshape %13 : (tensor<1xf64>) -> tensor<f64>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f64>) -> tensor<2x3x1xf64>
    %16 = stablehlo.divide %12, %15 : tensor<2x3x1xf64>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x3x1xf64>) -> tensor<2x3x8xf64>
    %18 = stablehlo.subtract %10, %17 : tensor<2x3x8xf64>
    %19 = stablehlo.multiply %18, %18 : tensor<2x3x8xf64>
    %20 = stablehlo.reduce(%19 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %21 = stablehlo.reshape %20 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %22 = stablehlo.convert %cst_2 : tensor<1xf64>
    %23 = stablehlo.reshape %22 : (tensor<1xf64>) -> tensor<f64>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f64>) -> tensor<2x3x1xf64>
    %25 = stablehlo.divide %21, %24 : tensor<2x3x1xf64>
    %26 = stablehlo.convert %25 : (tensor<2x3x1xf64>) -> tensor<2x3x1xf32>
    %27 = stablehlo.convert %cst_3 : (tensor<1xf64>) -> tensor<1xf32>
    %28 = stablehlo.reshape %27 : (tensor<1xf32>) -> tensor<f32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %30 = stablehlo.add %26, %29 : tensor<2x3x1xf32>
    %31 = stablehlo.sqrt %30 : tensor<2x3x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %33 = stablehlo.divide %9, %32 : tensor<2x3x8xf32>
    %34 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %35 = stablehlo.add %33, %34 : tensor<2x3x8xf32>
    %36 = stablehlo.multiply %35, %arg3 : tensor<2x3x8xf32>
    %37 = stablehlo.reduce(%36 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %37, %35 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @layer_norm_std {
  func.func @main(%arg0: tensor<2x3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<2x3x8xf32>) -> (tensor<f32>, tensor<2x3x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_1 = arith.constant dense<8> : tensor<1xi64>
    %cst_2 = arith.constant dense<9.9999999999999995E-7> : tensor<1xf64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %2 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %5 = stablehlo.divide %1, %4 : tensor<2x3x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %7 = stablehlo.subtract %arg0, %6 : tensor<2x3x8xf32>
    %8 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<2x3x8xf32>
    %10 = stablehlo.convert %arg0 : (tensor<2x3x8xf32>) -> tensor<2x3x8xf64>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %12 = stablehlo.reshape %11 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %13 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf64>
    %14 = stablehlo.reshape %13 : (tensor<1xf64>) -> tensor<f64>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f64>) -> tensor<2x3x1xf64>
    %16 = stablehlo.divide %12, %15 : tensor<2x3x1xf64>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<2x3x1xf64>) -> tensor<2x3x8xf64>
    %18 = stablehlo.subtract %10, %17 : tensor<2x3x8xf64>
    %19 = stablehlo.multiply %18, %18 : tensor<2x3x8xf64>
    %20 = stablehlo.reduce(%19 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x3x8xf64>, tensor<f64>) -> tensor<2x3xf64>
    %21 = stablehlo.reshape %20 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %22 = stablehlo.divide %21, %15 : tensor<2x3x1xf64>
    %23 = stablehlo.convert %22 : (tensor<2x3x1xf64>) -> tensor<2x3x1xf32>
    %24 = stablehlo.sqrt %23 : tensor<2x3x1xf32>
    %25 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %26 = stablehlo.reshape %25 : (tensor<1xf32>) -> tensor<f32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
    %28 = stablehlo.add %24, %27 : tensor<2x3x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
    %30 = stablehlo.divide %9, %29 : tensor<2x3x8xf32>
    %31 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %32 = stablehlo.add %30, %31 : tensor<2x3x8xf32>
    %33 = stablehlo.multiply %32, %arg3 : tensor<2x3x8xf32>
    %34 = stablehlo.reduce(%33 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x8xf32>, tensor<f32>) -> tensor<f32>
    return %34, %32 : tensor<f32>, tensor<2x3x8xf32>
  }
}

// -----

module @cross_entropy {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.convert %10 : (tensor<6xi1>) -> tensor<6xi64>
    %25 = stablehlo.reduce(%24 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
    %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<f32>
    %27 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %28 = stablehlo.divide %27, %26 : tensor<f32>
    return %28 : tensor<f32>
  }
}

// -----

module @cross_entropy_sum {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    return %24 : tensor<f32>
  }
}

// -----

module @cross_entropy_none {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>, %arg2: tensor<6xf32>) -> (tensor<f32>, tensor<6xf32>) {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.multiply %23, %arg2 : tensor<6xf32>
    %25 = stablehlo.reduce(%24 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    return %25, %23 : tensor<f32>, tensor<6xf32>
  }
}

// -----

module @cross_entropy_ignored {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.convert %10 : (tensor<6xi1>) -> tensor<6xi64>
    %25 = stablehlo.reduce(%24 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
    %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<f32>
    %27 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %28 = stablehlo.divide %27, %26 : tensor<f32>
    return %28 : tensor<f32>
  }
}

// -----

module @cross_entropy_ignored_0 {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.convert %10 : (tensor<6xi1>) -> tensor<6xi64>
    %25 = stablehlo.reduce(%24 init: %c_0) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
    %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<f32>
    %27 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %28 = stablehlo.divide %27, %26 : tensor<f32>
    return %28 : tensor<f32>
  }
}

// -----

module @cross_entropy_sequence {
  func.func @main(%arg0: tensor<2x3x5xf32>, %arg1: tensor<2x3xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reshape %arg0 : (tensor<2x3x5xf32>) -> tensor<6x5xf32>
    %1 = stablehlo.reshape %arg1 : (tensor<2x3xi64>) -> tensor<6xi64>
    %2 = stablehlo.reduce(%0 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %3 = stablehlo.reshape %2 : (tensor<6xf32>) -> tensor<6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %5 = stablehlo.subtract %0, %4 : tensor<6x5xf32>
    %6 = stablehlo.exponential %5 : tensor<6x5xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %8 = stablehlo.reshape %7 : (tensor<6xf32>) -> tensor<6x1xf32>
    %9 = stablehlo.log %8 : tensor<6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<6x5xf32>
    %12 = stablehlo.compare NE, %1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %14 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %15 = stablehlo.select %13, %14, %c : tensor<6xi1>, tensor<6xi64>
    %16 = stablehlo.reshape %15 : (tensor<6xi64>) -> tensor<6x1xi64>
    %17 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %18 = stablehlo.reshape %16 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %19 = stablehlo.concatenate %17, %18, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %20 = "stablehlo.gather"(%11, %19) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %21 = stablehlo.reshape %20 : (tensor<6x1xf32>) -> tensor<6xf32>
    %22 = stablehlo.negate %21 : tensor<6xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %25 = stablehlo.select %13, %23, %24 : tensor<6xi1>, tensor<6xf32>
    %26 = stablehlo.convert %12 : (tensor<6xi1>) -> tensor<6xi64>
    %27 = stablehlo.reduce(%26 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
    %28 = stablehlo.convert %27 : (tensor<i64>) -> tensor<f32>
    %29 = stablehlo.reduce(%25 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %30 = stablehlo.divide %29, %28 : tensor<f32>
    return %30 : tensor<f32>
  }
}

// -----

module @cross_entropy_shifted {
  func.func @main(%arg0: tensor<2x3x5xf32>, %arg1: tensor<2x3xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<4xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<4xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.slice %arg0 [0:2, 0:2, 0:5] : (tensor<2x3x5xf32>) -> tensor<2x2x5xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x2x5xf32>) -> tensor<4x5xf32>
    %2 = stablehlo.slice %arg1 [0:2, 1:3] : (tensor<2x3xi64>) -> tensor<2x2xi64>
    %3 = stablehlo.reshape %2 : (tensor<2x2xi64>) -> tensor<4xi64>
    %4 = stablehlo.reduce(%1 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.reshape %4 : (tensor<4xf32>) -> tensor<4x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %7 = stablehlo.subtract %1, %6 : tensor<4x5xf32>
    %8 = stablehlo.exponential %7 : tensor<4x5xf32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %10 = stablehlo.reshape %9 : (tensor<4xf32>) -> tensor<4x1xf32>
    %11 = stablehlo.log %10 : tensor<4x1xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %13 = stablehlo.subtract %7, %12 : tensor<4x5xf32>
    %14 = stablehlo.compare NE, %3, %c_0, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<4xi1>) -> tensor<4xi1>
    %16 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xi64>) -> tensor<4xi64>
    %17 = stablehlo.select %15, %16, %c : tensor<4xi1>, tensor<4xi64>
    %18 = stablehlo.reshape %17 : (tensor<4xi64>) -> tensor<4x1xi64>
    %19 = stablehlo.iota dim = 0 : tensor<4x1x1xi64>
    %20 = stablehlo.reshape %18 : (tensor<4x1xi64>) -> tensor<4x1x1xi64>
    %21 = stablehlo.concatenate %19, %20, dim = 2 : (tensor<4x1x1xi64>, tensor<4x1x1xi64>) -> tensor<4x1x2xi64>
    %22 = "stablehlo.gather"(%13, %21) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf32>, tensor<4x1x2xi64>) -> tensor<4x1xf32>
    %23 = stablehlo.reshape %22 : (tensor<4x1xf32>) -> tensor<4xf32>
    %24 = stablehlo.negate %23 : tensor<4xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>
    %26 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %27 = stablehlo.select %15, %25, %26 : tensor<4xi1>, tensor<4xf32>
    %28 = stablehlo.convert %14 : (tensor<4xi1>) -> tensor<4xi64>
    %29 = stablehlo.reduce(%28 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<4xi64>, tensor<i64>) -> tensor<i64>
    %30 = stablehlo.convert %29 : (tensor<i64>) -> tensor<f32>
    %31 = stablehlo.reduce(%27 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %32 = stablehlo.divide %31, %30 : tensor<f32>
    return %32 : tensor<f32>
  }
}

// -----

module @cross_entropy_classes_inside {
  func.func @main(%arg0: tensor<2x5x3xf32>, %arg1: tensor<2x3xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<2x1x3xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<2x1x3xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<2x5x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x5x3xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<2x5x3xf32>
    %4 = stablehlo.exponential %3 : tensor<2x5x3xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x5x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %6 = stablehlo.reshape %5 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
    %7 = stablehlo.log %6 : tensor<2x1x3xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x5x3xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<2x5x3xf32>
    %10 = stablehlo.reshape %9 : (tensor<2x5x3xf32>) -> tensor<2x5x1x3xf32>
    %11 = stablehlo.reshape %arg1 : (tensor<2x3xi64>) -> tensor<2x1x3xi64>
    %12 = stablehlo.compare NE, %11, %c_0, SIGNED : (tensor<2x1x3xi64>, tensor<2x1x3xi64>) -> tensor<2x1x3xi1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<2x1x3xi1>) -> tensor<2x1x3xi1>
    %14 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x3xi64>) -> tensor<2x1x3xi64>
    %15 = stablehlo.select %13, %14, %c : tensor<2x1x3xi1>, tensor<2x1x3xi64>
    %16 = stablehlo.reshape %15 : (tensor<2x1x3xi64>) -> tensor<2x1x1x3xi64>
    %17 = stablehlo.iota dim = 0 : tensor<2x1x1x3x1xi64>
    %18 = stablehlo.reshape %16 : (tensor<2x1x1x3xi64>) -> tensor<2x1x1x3x1xi64>
    %19 = stablehlo.iota dim = 2 : tensor<2x1x1x3x1xi64>
    %20 = stablehlo.iota dim = 3 : tensor<2x1x1x3x1xi64>
    %21 = stablehlo.concatenate %17, %18, %19, %20, dim = 4 : (tensor<2x1x1x3x1xi64>, tensor<2x1x1x3x1xi64>, tensor<2x1x1x3x1xi64>, tensor<2x1x1x3x1xi64>) -> tensor<2x1x1x3x4xi64>
    %22 = "stablehlo.gather"(%10, %21) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2, 3], start_index_map = [0, 1, 2, 3], index_vector_dim = 4>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<2x5x1x3xf32>, tensor<2x1x1x3x4xi64>) -> tensor<2x1x1x3xf32>
    %23 = stablehlo.reshape %22 : (tensor<2x1x1x3xf32>) -> tensor<2x1x3xf32>
    %24 = stablehlo.negate %23 : tensor<2x1x3xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
    %26 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x1x3xf32>
    %27 = stablehlo.select %13, %25, %26 : tensor<2x1x3xi1>, tensor<2x1x3xf32>
    %28 = stablehlo.convert %12 : (tensor<2x1x3xi1>) -> tensor<2x1x3xi64>
    %29 = stablehlo.reduce(%28 init: %c_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x1x3xi64>, tensor<i64>) -> tensor<i64>
    %30 = stablehlo.convert %29 : (tensor<i64>) -> tensor<f32>
    %31 = stablehlo.reduce(%27 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x1x3xf32>, tensor<f32>) -> tensor<f32>
    %32 = stablehlo.divide %31, %30 : tensor<f32>
    return %32 : tensor<f32>
  }
}

// -----

module @cross_entropy_smooth {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant dense<2.000000e-02> : tensor<1xf64>
    %cst_4 = arith.constant dense<9.000000e-01> : tensor<1xf64>
    %0 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.convert %10 : (tensor<6xi1>) -> tensor<6xi64>
    %25 = stablehlo.reduce(%24 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
    %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<f32>
    %27 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %28 = stablehlo.divide %27, %26 : tensor<f32>
    %29 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %30 = stablehlo.negate %29 : tensor<6xf32>
    %31 = stablehlo.compare EQ, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %33 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %34 = stablehlo.select %32, %22, %33 : tensor<6xi1>, tensor<6xf32>
    %35 = stablehlo.not %31 : tensor<6xi1>
    %36 = stablehlo.convert %35 : (tensor<6xi1>) -> tensor<6xi64>
    %37 = stablehlo.reduce(%36 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
    %38 = stablehlo.reduce(%34 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %39 = stablehlo.convert %37 : (tensor<i64>) -> tensor<f32>
    %40 = stablehlo.divide %38, %39 : tensor<f32>
    %41 = stablehlo.convert %cst_3 : (tensor<1xf64>) -> tensor<1xf32>
    %42 = stablehlo.reshape %41 : (tensor<1xf32>) -> tensor<f32>
    %43 = stablehlo.multiply %40, %42 : tensor<f32>
    %44 = stablehlo.convert %cst_4 : (tensor<1xf64>) -> tensor<1xf32>
    %45 = stablehlo.reshape %44 : (tensor<1xf32>) -> tensor<f32>
    %46 = stablehlo.multiply %28, %45 : tensor<f32>
    %47 = stablehlo.add %46, %43 : tensor<f32>
    return %47 : tensor<f32>
  }
}

// -----

module @cross_entropy_weights {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>, %arg2: tensor<5xf32>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.reshape %arg2 : (tensor<5xf32>) -> tensor<1x5xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<6x5xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<6x5xf32>
    %13 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %15 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %16 = stablehlo.select %14, %15, %c : tensor<6xi1>, tensor<6xi64>
    %17 = stablehlo.reshape %16 : (tensor<6xi64>) -> tensor<6x1xi64>
    %18 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %19 = stablehlo.reshape %17 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %20 = stablehlo.concatenate %18, %19, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %21 = "stablehlo.gather"(%12, %20) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %22 = stablehlo.reshape %21 : (tensor<6x1xf32>) -> tensor<6xf32>
    %23 = stablehlo.negate %22 : tensor<6xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %25 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %26 = stablehlo.select %14, %24, %25 : tensor<6xi1>, tensor<6xf32>
    %27 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<6x5xf32>
    %28 = "stablehlo.gather"(%27, %20) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %29 = stablehlo.reshape %28 : (tensor<6x1xf32>) -> tensor<6xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %31 = stablehlo.select %14, %30, %25 : tensor<6xi1>, tensor<6xf32>
    %32 = stablehlo.reduce(%31 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %33 = stablehlo.reduce(%26 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %34 = stablehlo.divide %33, %32 : tensor<f32>
    return %34 : tensor<f32>
  }
}

// -----

module @cross_entropy_probabilities {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<6> : tensor<1xi64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.multiply %9, %arg1 : tensor<6x5xf32>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
    %12 = stablehlo.negate %11 : tensor<f32>
    %13 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %14 = stablehlo.reshape %13 : (tensor<1xf32>) -> tensor<f32>
    %15 = stablehlo.divide %12, %14 : tensor<f32>
    return %15 : tensor<f32>
  }
}

// -----

module @nll_loss {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.convert %10 : (tensor<6xi1>) -> tensor<6xi64>
    %25 = stablehlo.reduce(%24 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
    %26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<f32>
    %27 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %28 = stablehlo.divide %27, %26 : tensor<f32>
    return %28 : tensor<f32>
  }
}

// -----

module @gather {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<6> : tensor<1xi64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.reshape %arg1 : (tensor<6xi64>) -> tensor<6x1xi64>
    %11 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %12 = stablehlo.reshape %10 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %13 = stablehlo.concatenate %11, %12, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %14 = "stablehlo.gather"(%9, %13) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %15 = stablehlo.reduce(%14 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x1xf32>, tensor<f32>) -> tensor<f32>
    %16 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %17 = stablehlo.reshape %16 : (tensor<1xf32>) -> tensor<f32>
    %18 = stablehlo.divide %15, %17 : tensor<f32>
    %19 = stablehlo.negate %18 : tensor<f32>
    return %19 : tensor<f32>
  }
}

// -----

module @one_hot {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<5xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<5xi64>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<6> : tensor<1xi64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %c_4 = stablehlo.constant dense<5> : tensor<i64>
    %0 = stablehlo.convert %c_3 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.convert %c_4 : (tensor<i64>) -> tensor<f64>
    %2 = stablehlo.divide %1, %0 : tensor<f64>
    %3 = stablehlo.ceil %2 : tensor<f64>
    %4 = stablehlo.convert %3 : (tensor<f64>) -> tensor<i64>
    %5 = stablehlo.reshape %4 : (tensor<i64>) -> tensor<1xi64>
    %6 = stablehlo.dynamic_iota %5, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %7 = stablehlo.multiply %6, %c_0 : tensor<5xi64>
    %8 = stablehlo.add %7, %c : tensor<5xi64>
    %9 = stablehlo.reshape %arg1 : (tensor<6xi64>) -> tensor<6x1xi64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xi64>) -> tensor<6x5xi64>
    %11 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<5xi64>) -> tensor<6x5xi64>
    %12 = stablehlo.compare EQ, %10, %11, SIGNED : (tensor<6x5xi64>, tensor<6x5xi64>) -> tensor<6x5xi1>
    %13 = stablehlo.convert %12 : (tensor<6x5xi1>) -> tensor<6x5xi64>
    %14 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %15 = stablehlo.reshape %14 : (tensor<6xf32>) -> tensor<6x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<6x5xf32>
    %18 = stablehlo.exponential %17 : tensor<6x5xf32>
    %19 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %20 = stablehlo.reshape %19 : (tensor<6xf32>) -> tensor<6x1xf32>
    %21 = stablehlo.log %20 : tensor<6x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<6x5xf32>
    %24 = stablehlo.convert %13 : (tensor<6x5xi64>) -> tensor<6x5xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<6x5xf32>
    %26 = stablehlo.reduce(%25 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %27 = stablehlo.reduce(%26 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %28 = stablehlo.convert %cst_2 : (tensor<1xi64>) -> tensor<1xf32>
    %29 = stablehlo.reshape %28 : (tensor<1xf32>) -> tensor<f32>
    %30 = stablehlo.divide %27, %29 : tensor<f32>
    %31 = stablehlo.negate %30 : tensor<f32>
    return %31 : tensor<f32>
  }
}

// -----

module @logsumexp_minus_gather {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>) -> tensor<f32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = arith.constant dense<0x7FF0000000000000> : tensor<1xf64>
    %cst_2 = arith.constant dense<6> : tensor<1xi64>
    %0 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.abs %1 : tensor<6x1xf32>
    %3 = stablehlo.convert %cst_1 : tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.convert %4 : (tensor<f64>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %7 = stablehlo.compare EQ, %2, %6, FLOAT : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xi1>) -> tensor<6x1xi1>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %10 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %11 = stablehlo.select %8, %9, %10 : tensor<6x1xi1>, tensor<6x1xf32>
    %12 = stablehlo.reshape %11 : (tensor<6x1xf32>) -> tensor<6xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %14 = stablehlo.subtract %arg0, %13 : tensor<6x5xf32>
    %15 = stablehlo.exponential %14 : tensor<6x5xf32>
    %16 = stablehlo.reduce(%15 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %17 = stablehlo.log %16 : tensor<6xf32>
    %18 = stablehlo.add %17, %12 : tensor<6xf32>
    %19 = stablehlo.reshape %arg1 : (tensor<6xi64>) -> tensor<6x1xi64>
    %20 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %21 = stablehlo.reshape %19 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %22 = stablehlo.concatenate %20, %21, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %24 = stablehlo.reshape %23 : (tensor<6x1xf32>) -> tensor<6xf32>
    %25 = stablehlo.subtract %18, %24 : tensor<6xf32>
    %26 = stablehlo.reduce(%25 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %27 = stablehlo.convert %cst_2 : (tensor<1xi64>) -> tensor<1xf32>
    %28 = stablehlo.reshape %27 : (tensor<1xf32>) -> tensor<f32>
    %29 = stablehlo.divide %26, %28 : tensor<f32>
    return %29 : tensor<f32>
  }
}

// -----

module @masked {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xi64>, %arg2: tensor<6xf32>) -> tensor<f32> {
    %c = stablehlo.constant dense<0> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<-100> : tensor<6xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.compare NE, %arg1, %c_0, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi1>) -> tensor<6xi1>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi64>) -> tensor<6xi64>
    %13 = stablehlo.select %11, %12, %c : tensor<6xi1>, tensor<6xi64>
    %14 = stablehlo.reshape %13 : (tensor<6xi64>) -> tensor<6x1xi64>
    %15 = stablehlo.iota dim = 0 : tensor<6x1x1xi64>
    %16 = stablehlo.reshape %14 : (tensor<6x1xi64>) -> tensor<6x1x1xi64>
    %17 = stablehlo.concatenate %15, %16, dim = 2 : (tensor<6x1x1xi64>, tensor<6x1x1xi64>) -> tensor<6x1x2xi64>
    %18 = "stablehlo.gather"(%9, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x1x2xi64>) -> tensor<6x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x1xf32>) -> tensor<6xf32>
    %20 = stablehlo.negate %19 : tensor<6xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xf32>) -> tensor<6xf32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.select %11, %21, %22 : tensor<6xi1>, tensor<6xf32>
    %24 = stablehlo.multiply %23, %arg2 : tensor<6xf32>
    %25 = stablehlo.reduce(%24 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %26 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %27 = stablehlo.divide %25, %26 : tensor<f32>
    return %27 : tensor<f32>
  }
}

// -----

module @binary_with_logits {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i64>
    %cst_0 = arith.constant dense<30> : tensor<1xi64>
    %0 = stablehlo.convert %c : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
    %2 = stablehlo.subtract %1, %arg1 : tensor<6x5xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<6x5xf32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
    %5 = stablehlo.minimum %arg0, %4 : tensor<6x5xf32>
    %6 = stablehlo.abs %arg0 : tensor<6x5xf32>
    %7 = stablehlo.negate %6 : tensor<6x5xf32>
    %8 = stablehlo.exponential %7 : tensor<6x5xf32>
    %9 = stablehlo.log_plus_one %8 : tensor<6x5xf32>
    %10 = stablehlo.subtract %5, %9 : tensor<6x5xf32>
    %11 = stablehlo.subtract %3, %10 : tensor<6x5xf32>
    %12 = stablehlo.reduce(%11 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
    %13 = stablehlo.convert %cst_0 : (tensor<1xi64>) -> tensor<1xf32>
    %14 = stablehlo.reshape %13 : (tensor<1xf32>) -> tensor<f32>
    %15 = stablehlo.divide %12, %14 : tensor<f32>
    return %15 : tensor<f32>
  }
}

// -----

module @softmax {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>) -> (tensor<f32>, tensor<6x5xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %8 = stablehlo.divide %4, %7 : tensor<6x5xf32>
    %9 = stablehlo.multiply %8, %arg1 : tensor<6x5xf32>
    %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
    return %10, %8 : tensor<f32>, tensor<6x5xf32>
  }
}

// -----

module @softmax_first {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>) -> (tensor<f32>, tensor<6x5xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<6x5xf32>, tensor<f32>) -> tensor<5xf32>
    %1 = stablehlo.reshape %0 : (tensor<5xf32>) -> tensor<1x5xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<6x5xf32>, tensor<f32>) -> tensor<5xf32>
    %6 = stablehlo.reshape %5 : (tensor<5xf32>) -> tensor<1x5xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<6x5xf32>
    %8 = stablehlo.divide %4, %7 : tensor<6x5xf32>
    %9 = stablehlo.multiply %8, %arg1 : tensor<6x5xf32>
    %10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
    return %10, %8 : tensor<f32>, tensor<6x5xf32>
  }
}

// -----

module @log_softmax {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>) -> (tensor<f32>, tensor<6x5xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<6x5xf32>
    %4 = stablehlo.exponential %3 : tensor<6x5xf32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.reshape %5 : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.log %6 : tensor<6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<6x5xf32>
    %10 = stablehlo.multiply %9, %arg1 : tensor<6x5xf32>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
    return %11, %9 : tensor<f32>, tensor<6x5xf32>
  }
}

// -----

module @logsumexp {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6xf32>) -> (tensor<f32>, tensor<6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = arith.constant dense<0x7FF0000000000000> : tensor<1xf64>
    %0 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<6x1xf32>
    %2 = stablehlo.abs %1 : tensor<6x1xf32>
    %3 = stablehlo.convert %cst_1 : tensor<1xf64>
    %4 = stablehlo.reshape %3 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.convert %4 : (tensor<f64>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %7 = stablehlo.compare EQ, %2, %6, FLOAT : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x1xi1>) -> tensor<6x1xi1>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %10 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %11 = stablehlo.select %8, %9, %10 : tensor<6x1xi1>, tensor<6x1xf32>
    %12 = stablehlo.reshape %11 : (tensor<6x1xf32>) -> tensor<6xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
    %14 = stablehlo.subtract %arg0, %13 : tensor<6x5xf32>
    %15 = stablehlo.exponential %14 : tensor<6x5xf32>
    %16 = stablehlo.reduce(%15 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    %17 = stablehlo.log %16 : tensor<6xf32>
    %18 = stablehlo.add %17, %12 : tensor<6xf32>
    %19 = stablehlo.multiply %18, %arg1 : tensor<6xf32>
    %20 = stablehlo.reduce(%19 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    return %20, %18 : tensor<f32>, tensor<6xf32>
  }
}

// -----

module @gelu {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<4x6xf32>
    %cst_2 = stablehlo.constant dense<-4.000000e+00> : tensor<4x6xf32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<4x6xf32>
    %cst_4 = stablehlo.constant dense<-2.72614237E-10> : tensor<4x6xf32>
    %cst_5 = stablehlo.constant dense<2.77068146E-8> : tensor<4x6xf32>
    %cst_6 = stablehlo.constant dense<-2.10102394E-6> : tensor<4x6xf32>
    %cst_7 = stablehlo.constant dense<-5.69250624E-5> : tensor<4x6xf32>
    %cst_8 = stablehlo.constant dense<-7.34990637E-4> : tensor<4x6xf32>
    %cst_9 = stablehlo.constant dense<-2.954600e-03> : tensor<4x6xf32>
    %cst_10 = stablehlo.constant dense<-0.0160960332> : tensor<4x6xf32>
    %cst_11 = stablehlo.constant dense<-1.45660715E-5> : tensor<4x6xf32>
    %cst_12 = stablehlo.constant dense<-2.13374049E-4> : tensor<4x6xf32>
    %cst_13 = stablehlo.constant dense<-0.00168282702> : tensor<4x6xf32>
    %cst_14 = stablehlo.constant dense<-0.00737332925> : tensor<4x6xf32>
    %cst_15 = stablehlo.constant dense<-0.0142647391> : tensor<4x6xf32>
    %cst_16 = stablehlo.constant dense<-1.000000e+00> : tensor<4x6xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.multiply %arg0, %cst_1 : tensor<4x6xf32>
    %1 = stablehlo.rsqrt %cst_0 : tensor<4x6xf32>
    %2 = stablehlo.multiply %arg0, %1 : tensor<4x6xf32>
    %3 = stablehlo.clamp %cst_2, %2, %cst_3 : tensor<4x6xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x6xf32>
    %5 = stablehlo.multiply %cst_4, %4 : tensor<4x6xf32>
    %6 = stablehlo.add %5, %cst_5 : tensor<4x6xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<4x6xf32>
    %8 = stablehlo.add %7, %cst_6 : tensor<4x6xf32>
    %9 = stablehlo.multiply %8, %4 : tensor<4x6xf32>
    %10 = stablehlo.add %9, %cst_7 : tensor<4x6xf32>
    %11 = stablehlo.multiply %10, %4 : tensor<4x6xf32>
    %12 = stablehlo.add %11, %cst_8 : tensor<4x6xf32>
    %13 = stablehlo.multiply %12, %4 : tensor<4x6xf32>
    %14 = stablehlo.add %13, %cst_9 : tensor<4x6xf32>
    %15 = stablehlo.multiply %14, %4 : tensor<4x6xf32>
    %16 = stablehlo.add %15, %cst_10 : tensor<4x6xf32>
    %17 = stablehlo.multiply %cst_11, %4 : tensor<4x6xf32>
    %18 = stablehlo.add %17, %cst_12 : tensor<4x6xf32>
    %19 = stablehlo.multiply %18, %4 : tensor<4x6xf32>
    %20 = stablehlo.add %19, %cst_13 : tensor<4x6xf32>
    %21 = stablehlo.multiply %20, %4 : tensor<4x6xf32>
    %22 = stablehlo.add %21, %cst_14 : tensor<4x6xf32>
    %23 = stablehlo.multiply %22, %4 : tensor<4x6xf32>
    %24 = stablehlo.add %23, %cst_15 : tensor<4x6xf32>
    %25 = stablehlo.multiply %3, %16 : tensor<4x6xf32>
    %26 = stablehlo.divide %25, %24 : tensor<4x6xf32>
    %27 = stablehlo.clamp %cst_16, %26, %cst : tensor<4x6xf32>
    %28 = stablehlo.add %27, %cst : tensor<4x6xf32>
    %29 = stablehlo.multiply %28, %0 : tensor<4x6xf32>
    %30 = stablehlo.multiply %29, %arg1 : tensor<4x6xf32>
    %31 = stablehlo.reduce(%30 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %31, %29 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @gelu_tanh {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<4x6xf32>
    %cst_2 = stablehlo.constant dense<0.636619746> : tensor<4x6xf32>
    %cst_3 = stablehlo.constant dense<4.471500e-02> : tensor<4x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.multiply %arg0, %cst_1 : tensor<4x6xf32>
    %1 = stablehlo.sqrt %cst_2 : tensor<4x6xf32>
    %2 = stablehlo.power %arg0, %cst_0 : tensor<4x6xf32>
    %3 = stablehlo.multiply %cst_3, %2 : tensor<4x6xf32>
    %4 = stablehlo.add %arg0, %3 : tensor<4x6xf32>
    %5 = stablehlo.multiply %1, %4 : tensor<4x6xf32>
    %6 = stablehlo.tanh %5 : tensor<4x6xf32>
    %7 = stablehlo.add %6, %cst : tensor<4x6xf32>
    %8 = stablehlo.multiply %7, %0 : tensor<4x6xf32>
    %9 = stablehlo.multiply %8, %arg1 : tensor<4x6xf32>
    %10 = stablehlo.reduce(%9 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %10, %8 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @gelu_new {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<5.000000e-01> : tensor<1xf64>
    %cst_1 = arith.constant dense<3> : tensor<1xi64>
    %cst_2 = arith.constant dense<4.471500e-02> : tensor<1xf64>
    %cst_3 = arith.constant dense<0.79788456080286541> : tensor<1xf64>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<1xf64>
    %0 = stablehlo.convert %cst_0 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<4x6xf32>
    %4 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %7 = stablehlo.power %arg0, %6 : tensor<4x6xf32>
    %8 = stablehlo.convert %cst_2 : (tensor<1xf64>) -> tensor<1xf32>
    %9 = stablehlo.reshape %8 : (tensor<1xf32>) -> tensor<f32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %11 = stablehlo.multiply %7, %10 : tensor<4x6xf32>
    %12 = stablehlo.add %arg0, %11 : tensor<4x6xf32>
    %13 = stablehlo.convert %cst_3 : (tensor<1xf64>) -> tensor<1xf32>
    %14 = stablehlo.reshape %13 : (tensor<1xf32>) -> tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %16 = stablehlo.multiply %12, %15 : tensor<4x6xf32>
    %17 = stablehlo.tanh %16 : tensor<4x6xf32>
    %18 = stablehlo.convert %cst_4 : (tensor<1xf64>) -> tensor<1xf32>
    %19 = stablehlo.reshape %18 : (tensor<1xf32>) -> tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %21 = stablehlo.add %17, %20 : tensor<4x6xf32>
    %22 = stablehlo.multiply %3, %21 : tensor<4x6xf32>
    %23 = stablehlo.multiply %22, %arg1 : tensor<4x6xf32>
    %24 = stablehlo.reduce(%23 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %24, %22 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @gelu_erf {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<-4.000000e+00> : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<-2.72614237E-10> : tensor<4x6xf32>
    %cst_2 = stablehlo.constant dense<2.77068146E-8> : tensor<4x6xf32>
    %cst_3 = stablehlo.constant dense<-2.10102394E-6> : tensor<4x6xf32>
    %cst_4 = stablehlo.constant dense<-5.69250624E-5> : tensor<4x6xf32>
    %cst_5 = stablehlo.constant dense<-7.34990637E-4> : tensor<4x6xf32>
    %cst_6 = stablehlo.constant dense<-2.954600e-03> : tensor<4x6xf32>
    %cst_7 = stablehlo.constant dense<-0.0160960332> : tensor<4x6xf32>
    %cst_8 = stablehlo.constant dense<-1.45660715E-5> : tensor<4x6xf32>
    %cst_9 = stablehlo.constant dense<-2.13374049E-4> : tensor<4x6xf32>
    %cst_10 = stablehlo.constant dense<-0.00168282702> : tensor<4x6xf32>
    %cst_11 = stablehlo.constant dense<-0.00737332925> : tensor<4x6xf32>
    %cst_12 = stablehlo.constant dense<-0.0142647391> : tensor<4x6xf32>
    %cst_13 = stablehlo.constant dense<-1.000000e+00> : tensor<4x6xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<4x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_16 = arith.constant dense<5.000000e-01> : tensor<1xf64>
    %cst_17 = arith.constant dense<1.4142135623730951> : tensor<1xf64>
    %cst_18 = arith.constant dense<1.000000e+00> : tensor<1xf64>
    %0 = stablehlo.convert %cst_16 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<4x6xf32>
    %4 = stablehlo.convert %cst_17 : (tensor<1xf64>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %7 = stablehlo.divide %arg0, %6 : tensor<4x6xf32>
    %8 = stablehlo.clamp %cst, %7, %cst_0 : tensor<4x6xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<4x6xf32>
    %10 = stablehlo.multiply %cst_1, %9 : tensor<4x6xf32>
    %11 = stablehlo.add %10, %cst_2 : tensor<4x6xf32>
    %12 = stablehlo.multiply %11, %9 : tensor<4x6xf32>
    %13 = stablehlo.add %12, %cst_3 : tensor<4x6xf32>
    %14 = stablehlo.multiply %13, %9 : tensor<4x6xf32>
    %15 = stablehlo.add %14, %cst_4 : tensor<4x6xf32>
    %16 = stablehlo.multiply %15, %9 : tensor<4x6xf32>
    %17 = stablehlo.add %16, %cst_5 : tensor<4x6xf32>
    %18 = stablehlo.multiply %17, %9 : tensor<4x6xf32>
    %19 = stablehlo.add %18, %cst_6 : tensor<4x6xf32>
    %20 = stablehlo.multiply %19, %9 : tensor<4x6xf32>
    %21 = stablehlo.add %20, %cst_7 : tensor<4x6xf32>
    %22 = stablehlo.multiply %cst_8, %9 : tensor<4x6xf32>
    %23 = stablehlo.add %22, %cst_9 : tensor<4x6xf32>
    %24 = stablehlo.multiply %23, %9 : tensor<4x6xf32>
    %25 = stablehlo.add %24, %cst_10 : tensor<4x6xf32>
    %26 = stablehlo.multiply %25, %9 : tensor<4x6xf32>
    %27 = stablehlo.add %26, %cst_11 : tensor<4x6xf32>
    %28 = stablehlo.multiply %27, %9 : tensor<4x6xf32>
    %29 = stablehlo.add %28, %cst_12 : tensor<4x6xf32>
    %30 = stablehlo.multiply %8, %21 : tensor<4x6xf32>
    %31 = stablehlo.divide %30, %29 : tensor<4x6xf32>
    %32 = stablehlo.clamp %cst_13, %31, %cst_14 : tensor<4x6xf32>
    %33 = stablehlo.convert %cst_18 : (tensor<1xf64>) -> tensor<1xf32>
    %34 = stablehlo.reshape %33 : (tensor<1xf32>) -> tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %36 = stablehlo.add %32, %35 : tensor<4x6xf32>
    %37 = stablehlo.multiply %3, %36 : tensor<4x6xf32>
    %38 = stablehlo.multiply %37, %arg1 : tensor<4x6xf32>
    %39 = stablehlo.reduce(%38 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %39, %37 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @gelu_quick {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<1.702000e+00> : tensor<1xf64>
    %0 = stablehlo.convert %cst_0 : (tensor<1xf64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<4x6xf32>
    %4 = stablehlo.logistic %3 : tensor<4x6xf32>
    %5 = stablehlo.multiply %arg0, %4 : tensor<4x6xf32>
    %6 = stablehlo.multiply %5, %arg1 : tensor<4x6xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %7, %5 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @silu {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.logistic %arg0 : tensor<4x6xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<4x6xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<4x6xf32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %3, %1 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @swish {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.logistic %arg0 : tensor<4x6xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<4x6xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<4x6xf32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %3, %1 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @swiglu {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.logistic %arg1 : tensor<4x6xf32>
    %1 = stablehlo.multiply %arg1, %0 : tensor<4x6xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<4x6xf32>
    %3 = stablehlo.multiply %2, %arg2 : tensor<4x6xf32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %4, %2 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @sigmoid {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.logistic %arg0 : tensor<4x6xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<4x6xf32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %2, %0 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @relu {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.maximum %arg0, %cst : tensor<4x6xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<4x6xf32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %2, %0 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @relu_clamp {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0> : tensor<1xi64>
    %0 = stablehlo.convert %cst_1 : (tensor<1xi64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.clamp %1, %arg0, %cst : (tensor<f32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.multiply %2, %arg1 : tensor<4x6xf32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %4, %2 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @relu_threshold {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<1xf64>
    %0 = stablehlo.convert %cst_0 : tensor<1xf64>
    %1 = stablehlo.reshape %0 : (tensor<1xf64>) -> tensor<f64>
    %2 = stablehlo.convert %1 : (tensor<f64>) -> tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %4 = stablehlo.compare LE, %arg0, %3, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi1>) -> tensor<4x6xi1>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %7 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %8 = stablehlo.select %5, %6, %7 : tensor<4x6xi1>, tensor<4x6xf32>
    %9 = stablehlo.multiply %8, %arg1 : tensor<4x6xf32>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %10, %8 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @hardtanh {
  func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<f32>, tensor<4x6xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x6xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.minimum %1, %2 : tensor<4x6xf32>
    %4 = stablehlo.multiply %3, %arg1 : tensor<4x6xf32>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    return %5, %3 : tensor<f32>, tensor<4x6xf32>
  }
}

// -----

module @embedding {
  func.func @main(%arg0: tensor<7x4xf32>, %arg1: tensor<2x3xi64>, %arg2: tensor<2x3x4xf32>) -> (tensor<f32>, tensor<2x3x4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
    %1 = stablehlo.convert %0 : tensor<2x3x4xf32>
    %2 = stablehlo.multiply %1, %arg2 : tensor<2x3x4xf32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
    return %3, %1 : tensor<f32>, tensor<2x3x4xf32>
  }
}

// -----

module @embedding_padding {
  func.func @main(%arg0: tensor<7x4xf32>, %arg1: tensor<2x3xi64>, %arg2: tensor<2x3x4xf32>) -> (tensor<f32>, tensor<2x3x4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
    %1 = stablehlo.convert %0 : tensor<2x3x4xf32>
    %2 = stablehlo.multiply %1, %arg2 : tensor<2x3x4xf32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
    return %3, %1 : tensor<f32>, tensor<2x3x4xf32>
  }
}

// -----

module @embedding_index {
  func.func @main(%arg0: tensor<7x4xf32>, %arg1: tensor<2x3xi64>, %arg2: tensor<2x3x4xf32>) -> (tensor<f32>, tensor<2x3x4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg1 : (tensor<2x3xi64>) -> tensor<2x3x1xi64>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<2x3x1xi64>) -> tensor<2x3x4xf32>
    %2 = stablehlo.multiply %1, %arg2 : tensor<2x3x4xf32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
    return %3, %1 : tensor<f32>, tensor<2x3x4xf32>
  }
}

// -----

module @embedding_select {
  func.func @main(%arg0: tensor<7x4xf32>, %arg1: tensor<2x3xi64>, %arg2: tensor<6x4xf32>) -> (tensor<f32>, tensor<6x4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg1 : (tensor<2x3xi64>) -> tensor<6xi64>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<6xi64>) -> tensor<6x4xf32>
    %2 = stablehlo.convert %1 : tensor<6x4xf32>
    %3 = stablehlo.multiply %2, %arg2 : tensor<6x4xf32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    return %4, %2 : tensor<f32>, tensor<6x4xf32>
  }
}

// -----

module @embedding_one_hot {
  func.func @main(%arg0: tensor<7x4xf32>, %arg1: tensor<2x3xi64>, %arg2: tensor<2x3x4xf32>) -> (tensor<f32>, tensor<2x3x4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<7xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<7xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<1> : tensor<i64>
    %c_2 = stablehlo.constant dense<7> : tensor<i64>
    %0 = stablehlo.convert %c_1 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %2 = stablehlo.divide %1, %0 : tensor<f64>
    %3 = stablehlo.ceil %2 : tensor<f64>
    %4 = stablehlo.convert %3 : (tensor<f64>) -> tensor<i64>
    %5 = stablehlo.reshape %4 : (tensor<i64>) -> tensor<1xi64>
    %6 = stablehlo.dynamic_iota %5, dim = 0 : (tensor<1xi64>) -> tensor<7xi64>
    %7 = stablehlo.multiply %6, %c_0 : tensor<7xi64>
    %8 = stablehlo.add %7, %c : tensor<7xi64>
    %9 = stablehlo.reshape %arg1 : (tensor<2x3xi64>) -> tensor<2x3x1xi64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<2x3x1xi64>) -> tensor<2x3x7xi64>
    %11 = stablehlo.broadcast_in_dim %8, dims = [2] : (tensor<7xi64>) -> tensor<2x3x7xi64>
    %12 = stablehlo.compare EQ, %10, %11, SIGNED : (tensor<2x3x7xi64>, tensor<2x3x7xi64>) -> tensor<2x3x7xi1>
    %13 = stablehlo.convert %12 : (tensor<2x3x7xi1>) -> tensor<2x3x7xi64>
    %14 = stablehlo.convert %13 : (tensor<2x3x7xi64>) -> tensor<2x3x7xf32>
    %15 = stablehlo.reshape %14 : (tensor<2x3x7xf32>) -> tensor<6x7xf32>
    %16 = stablehlo.dot_general %15, %arg0, contracting_dims = [1] x [0] : (tensor<6x7xf32>, tensor<7x4xf32>) -> tensor<6x4xf32>
    %17 = stablehlo.reshape %16 : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
    %18 = stablehlo.multiply %17, %arg2 : tensor<2x3x4xf32>
    %19 = stablehlo.reduce(%18 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
    return %19, %17 : tensor<f32>, tensor<2x3x4xf32>
  }
}

// -----

module @positions {
  func.func @main(%arg0: tensor<7x4xf32>, %arg1: tensor<1x5x4xf32>) -> (tensor<f32>, tensor<1x5x4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<5xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<5xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<1> : tensor<i64>
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %0 = stablehlo.convert %c_1 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<f64>
    %2 = stablehlo.divide %1, %0 : tensor<f64>
    %3 = stablehlo.ceil %2 : tensor<f64>
    %4 = stablehlo.convert %3 : (tensor<f64>) -> tensor<i64>
    %5 = stablehlo.reshape %4 : (tensor<i64>) -> tensor<1xi64>
    %6 = stablehlo.dynamic_iota %5, dim = 0 : (tensor<1xi64>) -> tensor<5xi64>
    %7 = stablehlo.multiply %6, %c_0 : tensor<5xi64>
    %8 = stablehlo.add %7, %c : tensor<5xi64>
    %9 = stablehlo.reshape %8 : (tensor<5xi64>) -> tensor<1x5xi64>
    %10 = "stablehlo.gather"(%arg0, %9) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<1x5xi64>) -> tensor<1x5x4xf32>
    %11 = stablehlo.convert %10 : tensor<1x5x4xf32>
    %12 = stablehlo.multiply %11, %arg1 : tensor<1x5x4xf32>
    %13 = stablehlo.reduce(%12 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x5x4xf32>, tensor<f32>) -> tensor<f32>
    return %13, %11 : tensor<f32>, tensor<1x5x4xf32>
  }
}
