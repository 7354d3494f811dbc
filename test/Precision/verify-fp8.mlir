// Products in fp8: scales are put on and taken out (V23), casts saturate (V24), and every
// finite amax enters the history (V25). What `train-fp8` makes is accepted: fp8.mlir.
// RUN: halftone-opt %s --split-input-file --verify-precision --verify-diagnostics

// A good one, with the inverse of both scales in either form.
func.func @good(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %sx: tensor<f32>, %sw: tensor<f32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %one = train.constant dense<1.0> : tensor<f32>
  %bx = train.broadcast_in_dim %sx, dims = [] : tensor<f32> -> tensor<4x8xf32>
  %xs = train.multiply %x, %bx : tensor<4x8xf32>
  %x8 = train.cast %xs saturate : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>
  %bw = train.broadcast_in_dim %sw, dims = [] : tensor<f32> -> tensor<8x2xf32>
  %ws = train.multiply %w, %bw : tensor<8x2xf32>
  %w8 = train.cast %ws saturate : tensor<8x2xf32> to tensor<8x2xf8E4M3FN>
  %p = train.dot_general %x8, %w8, contract = [1] x [0] : (tensor<4x8xf8E4M3FN>, tensor<8x2xf8E4M3FN>) -> tensor<4x2xf32>
  %both = train.multiply %sx, %sw : tensor<f32>
  %inverse = train.divide %one, %both : tensor<f32>
  %bi = train.broadcast_in_dim %inverse, dims = [] : tensor<f32> -> tensor<4x2xf32>
  %y = train.multiply %p, %bi : tensor<4x2xf32>
  %ix = train.divide %one, %sx : tensor<f32>
  %iw = train.divide %one, %sw : tensor<f32>
  %ii = train.multiply %iw, %ix : tensor<f32>
  %bii = train.broadcast_in_dim %ii, dims = [] : tensor<f32> -> tensor<4x2xf32>
  %z = train.multiply %bii, %p : tensor<4x2xf32>
  return %y, %z : tensor<4x2xf32>, tensor<4x2xf32>
}

// -----

// The inverse of one scale only.
func.func @half(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %sx: tensor<f32>, %sw: tensor<f32>) -> tensor<4x2xf32> {
  %one = train.constant dense<1.0> : tensor<f32>
  %bx = train.broadcast_in_dim %sx, dims = [] : tensor<f32> -> tensor<4x8xf32>
  %xs = train.multiply %x, %bx : tensor<4x8xf32>
  %x8 = train.cast %xs saturate : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>
  %bw = train.broadcast_in_dim %sw, dims = [] : tensor<f32> -> tensor<8x2xf32>
  %ws = train.multiply %w, %bw : tensor<8x2xf32>
  %w8 = train.cast %ws saturate : tensor<8x2xf32> to tensor<8x2xf8E4M3FN>
  // expected-note @+1 {{from 'train.dot_general'}}
  %p = train.dot_general %x8, %w8, contract = [1] x [0] : (tensor<4x8xf8E4M3FN>, tensor<8x2xf8E4M3FN>) -> tensor<4x2xf32>
  %inverse = train.divide %one, %sx : tensor<f32>
  %bi = train.broadcast_in_dim %inverse, dims = [] : tensor<f32> -> tensor<4x2xf32>
  // expected-error @+2 {{'train.multiply' takes a product of scaled fp8 operands that is not multiplied by 1/(product of the scales) (V23: fp8 operands are scaled, and the scales taken out in f32)}}
  // expected-note @+1 {{through 'train.multiply'}}
  %y = train.multiply %p, %bi : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

// Scales left in, and a scale taken out twice.
func.func @left(%x: tensor<4x8xf32>, %s: tensor<f32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %one = train.constant dense<1.0> : tensor<f32>
  %b = train.broadcast_in_dim %s, dims = [] : tensor<f32> -> tensor<4x8xf32>
  %xs = train.multiply %x, %b : tensor<4x8xf32>
  %x8 = train.cast %xs saturate : tensor<4x8xf32> to tensor<4x8xf8E5M2>
  // expected-note @+1 {{from 'train.dot_general'}}
  %p = train.dot_general %x8, %x8, contract = [1] x [1] : (tensor<4x8xf8E5M2>, tensor<4x8xf8E5M2>) -> tensor<4x4xf32>
  // expected-error @+2 {{'train.negate' takes a product of scaled fp8 operands}}
  // expected-note @+1 {{through 'train.negate'}}
  %n = train.negate %p : tensor<4x4xf32>
  %s2 = train.multiply %s, %s : tensor<f32>
  %s3 = train.multiply %s2, %s : tensor<f32>
  %inverse = train.divide %one, %s3 : tensor<f32>
  %bi = train.broadcast_in_dim %inverse, dims = [] : tensor<f32> -> tensor<4x4xf32>
  // expected-error @+2 {{'train.multiply' takes a product of scaled fp8 operands}}
  // expected-note @+1 {{through 'train.multiply'}}
  %y = train.multiply %p, %bi : tensor<4x4xf32>
  return %n, %y : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// No scale, and no saturation.
func.func @none(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  // expected-error @+2 {{the cast to 'f8E4M3FN' of operand 0 of 'train.dot_general' does not saturate (V24: casts to fp8 saturate)}}
  // expected-error @+1 {{operand 0 of 'train.dot_general' is rounded to fp8 without a scale (V23}}
  %x8 = train.cast %x : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>
  // expected-note @+1 {{from 'train.dot_general'}}
  %p = train.dot_general %x8, %x8, contract = [1] x [1] : (tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) -> tensor<4x4xf32>
  return %p : tensor<4x4xf32>
}

// -----

// A result in 16 bits holds the scales as it is rounded.
func.func @narrow(%x: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4x4xbf16> {
  %b = train.broadcast_in_dim %s, dims = [] : tensor<f32> -> tensor<4x8xf32>
  %xs = train.multiply %x, %b : tensor<4x8xf32>
  %x8 = train.cast %xs saturate : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>
  // expected-error @+1 {{'train.dot_general' of scaled fp8 operands gives 'bf16' before the scales are taken out (V23}}
  %p = train.dot_general %x8, %x8, contract = [1] x [1] : (tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) -> tensor<4x4xbf16>
  return %p : tensor<4x4xbf16>
}

// -----

// The history: gated by the finiteness of each amax, f32 on the way, and not thrown away.
// expected-error @+1 {{the new 'h' is not chosen by 'train.is_finite' of each amax from what is entered and the old value (V25: every finite amax enters the history, in f32)}}
func.func @lost(%h: tensor<2x4xf32> {train.role = #train.role<amax_history>, train.name = "h"})
    -> (tensor<2x4xf32> {train.role = #train.role<amax_history>, train.name = "h", train.updates = "h"}) {
  return %h : tensor<2x4xf32>
}

// -----

func.func @narrowed(%h: tensor<2x4xf32> {train.role = #train.role<amax_history>, train.name = "h"}, %amax: tensor<2xf32>)
    -> (tensor<2x4xf32> {train.role = #train.role<amax_history>, train.name = "h", train.updates = "h"}) {
  %finite = train.is_finite %amax : tensor<2xf32>
  %pred = train.broadcast_in_dim %finite, dims = [0] : tensor<2xi1> -> tensor<2x4xi1>
  // expected-error @+2 {{an amax that 'h' takes was 'bf16', expected f32 (V25}}
  // expected-note @+6 {{from 'train.select'}}
  %low = train.cast %amax : tensor<2xf32> to tensor<2xbf16>
  %wide = train.cast %low : tensor<2xbf16> to tensor<2xf32>
  %column = train.reshape %wide : tensor<2xf32> -> tensor<2x1xf32>
  %rest = train.slice %h, start = [0, 0], limit = [2, 3], strides = [1, 1] : tensor<2x4xf32> -> tensor<2x3xf32>
  %next = train.concatenate %column, %rest, dim = 1 : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  %new = train.select %pred, %next, %h : tensor<2x4xi1>, tensor<2x4xf32>
  return %new : tensor<2x4xf32>
}

// -----

func.func @forgets(%h: tensor<2x4xf32> {train.role = #train.role<amax_history>, train.name = "h"}, %amax: tensor<2xf32>)
    -> (tensor<2x4xf32> {train.role = #train.role<amax_history>, train.name = "h", train.updates = "h"}) {
  %finite = train.is_finite %amax : tensor<2xf32>
  %pred = train.broadcast_in_dim %finite, dims = [0] : tensor<2xi1> -> tensor<2x4xi1>
  %next = train.broadcast_in_dim %amax, dims = [0] : tensor<2xf32> -> tensor<2x4xf32>
  // expected-error @+1 {{the new 'h' holds nothing of the old one (V25}}
  %new = train.select %pred, %next, %h : tensor<2x4xi1>, tensor<2x4xf32>
  return %new : tensor<2x4xf32>
}

// -----

// expected-error @+1 {{the amax history 'h' is 'bf16', expected f32 (V25}}
func.func @low(%h: tensor<2x4xbf16> {train.role = #train.role<amax_history>, train.name = "h"})
    -> (tensor<2x4xbf16> {train.role = #train.role<amax_history>, train.name = "h", train.updates = "h"}) {
  return %h : tensor<2x4xbf16>
}
