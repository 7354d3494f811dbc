// Transfer of ranges by elementwise ops, with what bounds and what does not.
// RUN: halftone-opt %s --print-ranges -o /dev/null | FileCheck %s

// An argument is unknown: infinite, NaN, anything.
// CHECK-LABEL: func.func @arguments{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] tiny=2^-24 nan{{$}}
// CHECK-NEXT: func.func argument 2: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: func.func argument 3: [0, 255] integer{{$}}
// CHECK-NEXT: func.func argument 4: [0, 1] integer{{$}}
func.func @arguments(%x: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<4xi32>, %u: tensor<4xui8>, %p: tensor<4xi1>) {
  return
}

// Only what a role proves: a step count is not negative.
// CHECK-LABEL: func.func @roles{{$}}
// CHECK-NEXT: func.func argument 0: [0, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
func.func @roles(%t: tensor<i32> {train.role = #train.role<step_count>, train.name = "t"}, %lr: tensor<f32> {train.role = #train.role<hyper_param>, train.name = "lr"}) {
  return
}

// CHECK-LABEL: func.func @constants{{$}}
// CHECK-NEXT: train.constant #0: [9.99999994e-09, 9.99999994e-09]{{$}}
// CHECK-NEXT: train.constant #0: [-inf, -inf] integer{{$}}
// CHECK-NEXT: train.constant #0: [-2.5, 1] tiny=1 nan{{$}}
// CHECK-NEXT: train.constant #0: [0, 300] integer positions=300{{$}}
// CHECK-NEXT: train.constant #0: [-65504, 1] nonzero integer positions=2048{{$}}
// CHECK-NEXT: train.constant #0: [-7, 3] tiny=3 nonzero integer{{$}}
// CHECK-NEXT: train.constant #0: [3, 250] integer{{$}}
// CHECK-NEXT: train.iota #0: [0, 511] integer positions=511{{$}}
// CHECK-NEXT: train.iota #0: [0, 512] integer positions=256{{$}}
func.func @constants() {
  %splat = train.constant dense<1.0e-8> : tensor<4xf32>
  %mask = train.constant dense<0xFF800000> : tensor<4xf32>
  %nan = train.constant dense<[0x7FC00000, 1.0, -2.5, 0.0]> : tensor<4xf32>
  %table = train.constant dense<[0.0, 1.0, 2.0, 300.0]> : tensor<4xf32>
  %half = train.constant dense<[1.0, -6.5504e4]> : tensor<2xf16>
  %int = train.constant dense<[3, -7]> : tensor<2xi32>
  %unsigned = train.constant dense<[3, 250]> : tensor<2xui8>
  %iota = train.iota dim = 1 : tensor<2x512xf32>
  %low = train.iota dim = 0 : tensor<512xbf16>
  return
}

// CHECK-LABEL: func.func @bounded{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.erf #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.sine #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.sign #0: [-1, 1] integer nan{{$}}
// CHECK-NEXT: train.atan2 #0: [-3.14159274, 3.14159274] nan{{$}}
// CHECK-NEXT: train.is_finite #0: [0, 1] integer{{$}}
// CHECK-NEXT: train.tan #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.erf_inv #0: [-inf, inf] nan{{$}}
func.func @bounded(%x: tensor<4xf32>) {
  %0 = train.logistic %x : tensor<4xf32>
  %1 = train.tanh %x : tensor<4xf32>
  %2 = train.erf %x : tensor<4xf32>
  %3 = train.sine %x : tensor<4xf32>
  %4 = train.sign %x : tensor<4xf32>
  %5 = train.atan2 %x, %x : tensor<4xf32>
  %6 = train.is_finite %x : tensor<4xf32>
  // Not bounded:
  %7 = train.tan %x : tensor<4xf32>
  %8 = train.erf_inv %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @functions{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.exponential #0: [0.99999994, 2.71828198] nan{{$}}
// CHECK-NEXT: train.exponential_minus_one #0: [0, 1.71828187] nan{{$}}
// CHECK-NEXT: train.log_plus_one #0: [0, 0.693147182] nan{{$}}
// CHECK-NEXT: train.sqrt #0: [0, 1] tiny=3.74339207e-23 nan{{$}}
// CHECK-NEXT: train.negate #0: [-2.71828198, -0.99999994] nan{{$}}
// CHECK-NEXT: train.abs #0: [0.99999994, 2.71828198] nan{{$}}
// CHECK-NEXT: train.ceil #0: [-2, 0] integer nan{{$}}
// CHECK-NEXT: train.log #0: [-inf, 0] nan{{$}}
// CHECK-NEXT: train.rsqrt #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.sqrt #0: [0, 1] tiny=3.74339207e-23 nan{{$}}
// CHECK-NEXT: train.exponential #0: [0, inf] nan{{$}}
// CHECK-NEXT: train.abs #0: [0, inf] nan{{$}}
// CHECK-NEXT: train.negate #0: [-inf, 0] nan{{$}}
// CHECK-NEXT: train.exponential #0: [0, 1] nan{{$}}
func.func @functions(%x: tensor<4xf32>) {
  %p = train.logistic %x : tensor<4xf32>
  %e = train.exponential %p : tensor<4xf32>
  %e1 = train.exponential_minus_one %p : tensor<4xf32>
  %l1 = train.log_plus_one %p : tensor<4xf32>
  %s = train.sqrt %p : tensor<4xf32>
  %n = train.negate %e : tensor<4xf32>
  %a = train.abs %n : tensor<4xf32>
  %c = train.ceil %n : tensor<4xf32>
  // The logarithm and the reciprocal of what may be 0 are infinite.
  %l = train.log %p : tensor<4xf32>
  %r = train.rsqrt %p : tensor<4xf32>
  // Of what may be negative, NaN.
  %t = train.tanh %x : tensor<4xf32>
  %st = train.sqrt %t : tensor<4xf32>
  // An exponential overflows, and of what is not positive it does not.
  %ex = train.exponential %x : tensor<4xf32>
  %ax = train.abs %x : tensor<4xf32>
  %nx = train.negate %ax : tensor<4xf32>
  %en = train.exponential %nx : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @arithmetic{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.constant #0: [1, 1] integer{{$}}
// CHECK-NEXT: train.constant #0: [9.99999975e-06, 9.99999975e-06]{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.subtract #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.add #0: [-1, 2] nan{{$}}
// CHECK-NEXT: train.multiply #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.multiply #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.add #0: [9.99999975e-06, 1.00001001] nan{{$}}
// CHECK-NEXT: train.rsqrt #0: [0.999994993, 316.227783] nan{{$}}
// CHECK-NEXT: train.divide #0: [-100000.008, 100000.008] nan{{$}}
// CHECK-NEXT: train.divide #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.add #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.multiply #0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.fma #0: [0, 2] nan{{$}}
func.func @arithmetic(%x: tensor<4xf32>) {
  %one = train.constant dense<1.0> : tensor<4xf32>
  %eps = train.constant dense<1.0e-5> : tensor<4xf32>
  %p = train.logistic %x : tensor<4xf32>
  %t = train.tanh %x : tensor<4xf32>
  // A probability's complement is one, too.
  %q = train.subtract %one, %p : tensor<4xf32>
  %sum = train.add %p, %t : tensor<4xf32>
  %product = train.multiply %p, %t : tensor<4xf32>
  %square = train.multiply %t, %t : tensor<4xf32>
  // An epsilon bounds a reciprocal.
  %v = train.add %square, %eps : tensor<4xf32>
  %r = train.rsqrt %v : tensor<4xf32>
  %d = train.divide %t, %v : tensor<4xf32>
  // Where 0 may divide, nothing does.
  %z = train.divide %t, %p : tensor<4xf32>
  // Unknown data takes a bound away.
  %u = train.add %p, %x : tensor<4xf32>
  %w = train.multiply %p, %x : tensor<4xf32>
  %f = train.fma %p, %t, %one : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @powers{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.constant #0: [2, 2] integer{{$}}
// CHECK-NEXT: train.constant #0: [3, 3] integer{{$}}
// CHECK-NEXT: train.constant #0: [0.5, 0.5]{{$}}
// CHECK-NEXT: train.tanh #0: [-1, 1] nan{{$}}
// CHECK-NEXT: train.logistic #0: [0, 1] nan{{$}}
// CHECK-NEXT: train.power #0: [0, inf] nan{{$}}
// CHECK-NEXT: train.power #0: [-1.00000012, 1.00000012] nan{{$}}
// CHECK-NEXT: train.power #0: [0, 1.00000012] nan{{$}}
// CHECK-NEXT: train.power #0: [0, inf] nan{{$}}
// CHECK-NEXT: train.power #0: [-inf, inf] nan{{$}}
func.func @powers(%x: tensor<4xf32>) {
  %two = train.constant dense<2.0> : tensor<4xf32>
  %three = train.constant dense<3.0> : tensor<4xf32>
  %half = train.constant dense<0.5> : tensor<4xf32>
  %t = train.tanh %x : tensor<4xf32>
  %p = train.logistic %x : tensor<4xf32>
  %0 = train.power %x, %two : tensor<4xf32>
  %1 = train.power %t, %three : tensor<4xf32>
  %2 = train.power %p, %half : tensor<4xf32>
  %3 = train.power %x, %half : tensor<4xf32>
  %4 = train.power %x, %three : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @choices{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [0, 1] integer{{$}}
// CHECK-NEXT: train.constant #0: [0, 0] integer{{$}}
// CHECK-NEXT: train.constant #0: [6, 6] integer{{$}}
// CHECK-NEXT: train.constant #0: [-1e+09, -1e+09] integer{{$}}
// CHECK-NEXT: train.maximum #0: [0, inf] nan{{$}}
// CHECK-NEXT: train.minimum #0: [0, 6] nan{{$}}
// CHECK-NEXT: train.clamp #0: [0, 6] nan{{$}}
// CHECK-NEXT: train.select #0: [-inf, inf] reach=1e+09 nan{{$}}
// CHECK-NEXT: train.select #0: [0, 6] nan{{$}}
func.func @choices(%x: tensor<4xf32>, %p: tensor<4xi1>) {
  %zero = train.constant dense<0.0> : tensor<4xf32>
  %six = train.constant dense<6.0> : tensor<4xf32>
  %mask = train.constant dense<-1.0e9> : tensor<4xf32>
  %0 = train.maximum %x, %zero : tensor<4xf32>
  %1 = train.minimum %0, %six : tensor<4xf32>
  %2 = train.clamp %zero, %x, %six : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // What a mask brings in is kept beside what is not known.
  %3 = train.select %p, %x, %mask : tensor<4xi1>, tensor<4xf32>
  %4 = train.select %p, %2, %zero : tensor<4xi1>, tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @casts{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: func.func argument 2: [0, 255] integer{{$}}
// CHECK-NEXT: func.func argument 3: [0, 1] integer{{$}}
// CHECK-NEXT: func.func argument 4: [0, 4.2949673e+09] integer{{$}}
// CHECK-NEXT: train.constant #0: [65510, 65510] integer{{$}}
// CHECK-NEXT: train.cast #0: [-2^31, 2^31] integer positions=2^24{{$}}
// CHECK-NEXT: train.cast #0: [0, 255] integer positions=255{{$}}
// CHECK-NEXT: train.cast #0: [0, 1] integer positions=1{{$}}
// CHECK-NEXT: train.cast #0: [0, 255] integer{{$}}
// CHECK-NEXT: train.cast #0: [65504, 65504] integer{{$}}
// CHECK-NEXT: train.cast #0: [65504, inf] integer reach=65504{{$}}
// CHECK-NEXT: train.cast #0: [-448, 448] tiny=0.001953125 nan{{$}}
// CHECK-NEXT: train.cast #0: [-2^31, 2.14748365e+09] integer{{$}}
// CHECK-NEXT: train.cast #0: [-inf, inf] integer positions=2048{{$}}
// CHECK-NEXT: train.bitcast_convert #0: [0, 4.2949673e+09] integer{{$}}
func.func @casts(%x: tensor<4xf32>, %i: tensor<4xi32>, %u: tensor<4xui8>, %p: tensor<4xi1>, %k: tensor<2xui32>) {
  %half = train.constant dense<65510.0> : tensor<4xf32>
  // Integers of a type, and none beyond.
  %0 = train.cast %i : tensor<4xi32> to tensor<4xf32>
  %1 = train.cast %u : tensor<4xui8> to tensor<4xf32>
  %2 = train.cast %p : tensor<4xi1> to tensor<4xf32>
  %3 = train.cast %u : tensor<4xui8> to tensor<4xi32>
  // Rounded to nearest this stays finite; by chance it may not.
  %4 = train.cast %half : tensor<4xf32> to tensor<4xf16>
  %5 = train.cast %half rounding = stochastic key %k : tensor<4xf32> to tensor<4xf16>
  %6 = train.cast %x saturate : tensor<4xf32> to tensor<4xf8E4M3FN>
  %7 = train.cast %x : tensor<4xf32> to tensor<4xi32>
  // f16 knows fewer integers.
  %8 = train.cast %i : tensor<4xi32> to tensor<4xf16>
  %9 = train.bitcast_convert %x : tensor<4xf32> to tensor<4xui32>
  return
}

// CHECK-LABEL: func.func @integers{{$}}
// CHECK-NEXT: func.func argument 0: [0, 4.2949673e+09] integer{{$}}
// CHECK-NEXT: train.rng_bits #0: [0, 4.2949673e+09] integer{{$}}
// CHECK-NEXT: train.constant #0: [9, 9] integer{{$}}
// CHECK-NEXT: train.constant #0: [15, 15] integer{{$}}
// CHECK-NEXT: train.shift_right_logical #0: [0, 8388607] integer{{$}}
// CHECK-NEXT: train.and #0: [0, 15] integer{{$}}
// CHECK-NEXT: train.add #0: [9, 24] integer{{$}}
// CHECK-NEXT: train.add #0: [0, 4.2949673e+09] integer{{$}}
// CHECK-NEXT: train.divide #0: [0, 15] integer{{$}}
// CHECK-NEXT: train.remainder #0: [0, 8] integer{{$}}
// CHECK-NEXT: train.popcnt #0: [0, 32] integer{{$}}
func.func @integers(%k: tensor<2xui32>) {
  %bits = train.rng_bits philox4x32_10 %k : tensor<4xui32>
  %nine = train.constant dense<9> : tensor<4xui32>
  %mask = train.constant dense<15> : tensor<4xui32>
  %0 = train.shift_right_logical %bits, %nine : tensor<4xui32>
  %1 = train.and %bits, %mask : tensor<4xui32>
  %2 = train.add %1, %nine : tensor<4xui32>
  // It wraps.
  %3 = train.add %bits, %nine : tensor<4xui32>
  %4 = train.divide %1, %nine : tensor<4xui32>
  %5 = train.remainder %bits, %nine : tensor<4xui32>
  %6 = train.popcnt %bits : tensor<4xui32>
  return
}

// CHECK-LABEL: func.func @positions{{$}}
// CHECK-NEXT: func.func argument 0: [-inf, inf] nan{{$}}
// CHECK-NEXT: func.func argument 1: [-inf, inf] nan{{$}}
// CHECK-NEXT: train.iota #0: [0, 511] integer{{$}}
// CHECK-NEXT: train.cast #0: [0, 511] integer positions=511{{$}}
// CHECK-NEXT: train.constant #0: [512, 512] integer{{$}}
// CHECK-NEXT: train.divide #0: [0, 0.998046875] tiny=0.001953125 positions=511{{$}}
// CHECK-NEXT: train.dot_general #0: [-inf, inf] reach=511 positions=511 nan{{$}}
// CHECK-NEXT: train.multiply #0: [0, 261632] tiny=512 integer positions=511{{$}}
// CHECK-NEXT: train.add #0: [0, 262143] integer positions=262143{{$}}
// CHECK-NEXT: train.add #0: [-inf, inf] reach=511.499023 nan{{$}}
// CHECK-NEXT: train.sine #0: [-1, 1]{{$}}
func.func @positions(%w: tensor<512x8xf32>, %x: tensor<512xf32>) {
  %i = train.iota dim = 0 : tensor<512xi32>
  %f = train.cast %i : tensor<512xi32> to tensor<512xf32>
  %width = train.constant dense<512.0> : tensor<512xf32>
  // A linear image tells as many apart; a normalised position, too.
  %scaled = train.divide %f, %width : tensor<512xf32>
  %product = train.dot_general %f, %w, contract = [0] x [0] : (tensor<512xf32>, tensor<512x8xf32>) -> tensor<8xf32>
  // Places in a plane are counted by both.
  %row = train.multiply %f, %width : tensor<512xf32>
  %place = train.add %row, %f : tensor<512xf32>
  // Added to data they are positions no more; nor is a function of them.
  %data = train.add %x, %f : tensor<512xf32>
  %wave = train.sine %scaled : tensor<512xf32>
  return
}
