// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> (tensor<3x5xf32>, tensor<9xf32>, tensor<5xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg113: tensor<2xui32>):
    %379 = "func.call"(%arg113) <{callee = @_normal}> : (tensor<2xui32>) -> tensor<3x5xf32>
    %380 = "stablehlo.constant"() <{value = dense<-2> : tensor<i32>}> : () -> tensor<i32>
    %381 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %382 = "func.call"(%arg113, %380, %381) <{callee = @_truncated_normal}> : (tensor<2xui32>, tensor<i32>, tensor<i32>) -> tensor<9xf32>
    %383 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %384 = "stablehlo.broadcast_in_dim"(%383) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %385 = "func.call"(%arg113) <{callee = @_gumbel}> : (tensor<2xui32>) -> tensor<5x4xf32>
    %386 = "stablehlo.add"(%385, %384) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %387 = "func.call"(%386) <{callee = @argmax}> : (tensor<5x4xf32>) -> tensor<5xi32>
    "func.return"(%379, %382, %387) : (tensor<3x5xf32>, tensor<9xf32>, tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "_normal", sym_visibility = "private"}> ({
  ^bb0(%arg112: tensor<2xui32>):
    %378 = "func.call"(%arg112) <{callee = @_normal_real}> : (tensor<2xui32>) -> tensor<3x5xf32>
    "func.return"(%378) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "_normal_real", sym_visibility = "private"}> ({
  ^bb0(%arg111: tensor<2xui32>):
    %371 = "stablehlo.constant"() <{value = dense<-0.99999994> : tensor<f32>}> : () -> tensor<f32>
    %372 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %373 = "func.call"(%arg111, %371, %372) <{callee = @_uniform}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3x5xf32>
    %374 = "chlo.erf_inv"(%373) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %375 = "stablehlo.constant"() <{value = dense<1.41421354> : tensor<f32>}> : () -> tensor<f32>
    %376 = "stablehlo.broadcast_in_dim"(%375) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x5xf32>
    %377 = "stablehlo.multiply"(%376, %374) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    "func.return"(%377) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "_uniform", sym_visibility = "private"}> ({
  ^bb0(%arg108: tensor<2xui32>, %arg109: tensor<f32>, %arg110: tensor<f32>):
    %332 = "stablehlo.broadcast_in_dim"(%arg109) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %333 = "stablehlo.broadcast_in_dim"(%arg110) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %334 = "stablehlo.slice"(%arg108) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %335 = "stablehlo.reshape"(%334) : (tensor<1xui32>) -> tensor<ui32>
    %336 = "stablehlo.slice"(%arg108) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %337 = "stablehlo.reshape"(%336) : (tensor<1xui32>) -> tensor<ui32>
    %338 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3x5xui64>
    %339 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x5xui64>
    %340 = "stablehlo.constant"() <{value = dense<5> : tensor<ui64>}> : () -> tensor<ui64>
    %341 = "stablehlo.broadcast_in_dim"(%340) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3x5xui64>
    %342 = "stablehlo.multiply"(%341, %338) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %343 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %344 = "stablehlo.broadcast_in_dim"(%343) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3x5xui64>
    %345 = "stablehlo.multiply"(%344, %339) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %346 = "stablehlo.add"(%342, %345) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %347 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %348 = "stablehlo.broadcast_in_dim"(%347) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3x5xui64>
    %349 = "stablehlo.shift_right_logical"(%346, %348) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %350 = "stablehlo.convert"(%346) : (tensor<3x5xui64>) -> tensor<3x5xui32>
    %351 = "stablehlo.convert"(%349) : (tensor<3x5xui64>) -> tensor<3x5xui32>
    %352:2 = "func.call"(%335, %337, %351, %350) <{callee = @threefry2x32}> : (tensor<ui32>, tensor<ui32>, tensor<3x5xui32>, tensor<3x5xui32>) -> (tensor<3x5xui32>, tensor<3x5xui32>)
    %353 = "stablehlo.xor"(%352#0, %352#1) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %354 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %355 = "stablehlo.broadcast_in_dim"(%354) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %356 = "stablehlo.shift_right_logical"(%353, %355) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %357 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %358 = "stablehlo.broadcast_in_dim"(%357) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %359 = "stablehlo.or"(%356, %358) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %360 = "stablehlo.bitcast_convert"(%359) : (tensor<3x5xui32>) -> tensor<3x5xf32>
    %361 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %362 = "stablehlo.broadcast_in_dim"(%361) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x5xf32>
    %363 = "stablehlo.subtract"(%360, %362) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    %364 = "stablehlo.subtract"(%333, %332) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %365 = "stablehlo.broadcast_in_dim"(%364) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<3x5xf32>
    %366 = "stablehlo.multiply"(%363, %365) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    %367 = "stablehlo.broadcast_in_dim"(%332) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<3x5xf32>
    %368 = "stablehlo.add"(%366, %367) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    %369 = "stablehlo.broadcast_in_dim"(%332) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<3x5xf32>
    %370 = "stablehlo.maximum"(%369, %368) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    "func.return"(%370) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<3x5xui32>, tensor<3x5xui32>) -> (tensor<3x5xui32>, tensor<3x5xui32>), sym_name = "threefry2x32", sym_visibility = "private"}> ({
  ^bb0(%arg86: tensor<ui32>, %arg87: tensor<ui32>, %arg88: tensor<3x5xui32>, %arg89: tensor<3x5xui32>):
    %315 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %316 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %317 = "stablehlo.xor"(%arg86, %arg87) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %318 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %319 = "stablehlo.xor"(%317, %318) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %320 = "stablehlo.broadcast_in_dim"(%arg86) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %321 = "stablehlo.add"(%arg88, %320) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %322 = "stablehlo.broadcast_in_dim"(%arg87) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %323 = "stablehlo.add"(%arg89, %322) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %324 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %325 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %326:9 = "stablehlo.while"(%325, %324, %321, %323, %arg87, %319, %arg86, %315, %316) ({
    ^bb0(%arg99: tensor<i32>, %arg100: tensor<i32>, %arg101: tensor<3x5xui32>, %arg102: tensor<3x5xui32>, %arg103: tensor<ui32>, %arg104: tensor<ui32>, %arg105: tensor<ui32>, %arg106: tensor<4xui32>, %arg107: tensor<4xui32>):
      %330 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %331 = "stablehlo.compare"(%arg99, %330) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%331) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg90: tensor<i32>, %arg91: tensor<i32>, %arg92: tensor<3x5xui32>, %arg93: tensor<3x5xui32>, %arg94: tensor<ui32>, %arg95: tensor<ui32>, %arg96: tensor<ui32>, %arg97: tensor<4xui32>, %arg98: tensor<4xui32>):
      %327:8 = "func.call"(%arg91, %arg92, %arg93, %arg94, %arg95, %arg96, %arg97, %arg98) <{callee = @closed_call}> : (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %328 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %329 = "stablehlo.add"(%arg90, %328) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%329, %327#0, %327#1, %327#2, %327#3, %327#4, %327#5, %327#6, %327#7) : (tensor<i32>, tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%326#2, %326#3) : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg78: tensor<i32>, %arg79: tensor<3x5xui32>, %arg80: tensor<3x5xui32>, %arg81: tensor<ui32>, %arg82: tensor<ui32>, %arg83: tensor<ui32>, %arg84: tensor<4xui32>, %arg85: tensor<4xui32>):
    %260 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %261 = "stablehlo.add"(%arg78, %260) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %262 = "stablehlo.slice"(%arg84) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %263 = "stablehlo.reshape"(%262) : (tensor<1xui32>) -> tensor<ui32>
    %264 = "stablehlo.add"(%arg79, %arg80) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %265 = "stablehlo.broadcast_in_dim"(%263) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %266 = "stablehlo.shift_left"(%arg80, %265) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %267 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %268 = "stablehlo.subtract"(%267, %263) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %269 = "stablehlo.broadcast_in_dim"(%268) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %270 = "stablehlo.shift_right_logical"(%arg80, %269) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %271 = "stablehlo.or"(%266, %270) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %272 = "stablehlo.xor"(%264, %271) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %273 = "stablehlo.slice"(%arg84) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %274 = "stablehlo.reshape"(%273) : (tensor<1xui32>) -> tensor<ui32>
    %275 = "stablehlo.add"(%264, %272) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %276 = "stablehlo.broadcast_in_dim"(%274) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %277 = "stablehlo.shift_left"(%272, %276) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %278 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %279 = "stablehlo.subtract"(%278, %274) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %280 = "stablehlo.broadcast_in_dim"(%279) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %281 = "stablehlo.shift_right_logical"(%272, %280) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %282 = "stablehlo.or"(%277, %281) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %283 = "stablehlo.xor"(%275, %282) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %284 = "stablehlo.slice"(%arg84) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %285 = "stablehlo.reshape"(%284) : (tensor<1xui32>) -> tensor<ui32>
    %286 = "stablehlo.add"(%275, %283) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %287 = "stablehlo.broadcast_in_dim"(%285) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %288 = "stablehlo.shift_left"(%283, %287) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %289 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %290 = "stablehlo.subtract"(%289, %285) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %291 = "stablehlo.broadcast_in_dim"(%290) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %292 = "stablehlo.shift_right_logical"(%283, %291) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %293 = "stablehlo.or"(%288, %292) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %294 = "stablehlo.xor"(%286, %293) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %295 = "stablehlo.slice"(%arg84) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %296 = "stablehlo.reshape"(%295) : (tensor<1xui32>) -> tensor<ui32>
    %297 = "stablehlo.add"(%286, %294) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %298 = "stablehlo.broadcast_in_dim"(%296) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %299 = "stablehlo.shift_left"(%294, %298) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %300 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %301 = "stablehlo.subtract"(%300, %296) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %302 = "stablehlo.broadcast_in_dim"(%301) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %303 = "stablehlo.shift_right_logical"(%294, %302) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %304 = "stablehlo.or"(%299, %303) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %305 = "stablehlo.xor"(%297, %304) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %306 = "stablehlo.broadcast_in_dim"(%arg81) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %307 = "stablehlo.add"(%297, %306) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %308 = "stablehlo.broadcast_in_dim"(%arg82) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %309 = "stablehlo.add"(%305, %308) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %310 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %311 = "stablehlo.add"(%arg78, %310) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %312 = "stablehlo.convert"(%311) : (tensor<i32>) -> tensor<ui32>
    %313 = "stablehlo.broadcast_in_dim"(%312) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %314 = "stablehlo.add"(%309, %313) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    "func.return"(%261, %307, %314, %arg82, %arg83, %arg81, %arg85, %arg84) : (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<i32>, tensor<i32>) -> tensor<9xf32>, res_attrs = [{}], sym_name = "_truncated_normal", sym_visibility = "private"}> ({
  ^bb0(%arg75: tensor<2xui32>, %arg76: tensor<i32>, %arg77: tensor<i32>):
    %242 = "stablehlo.convert"(%arg76) : (tensor<i32>) -> tensor<f32>
    %243 = "stablehlo.convert"(%arg77) : (tensor<i32>) -> tensor<f32>
    %244 = "stablehlo.constant"() <{value = dense<1.41421354> : tensor<f32>}> : () -> tensor<f32>
    %245 = "stablehlo.divide"(%242, %244) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %246 = "chlo.erf"(%245) : (tensor<f32>) -> tensor<f32>
    %247 = "stablehlo.constant"() <{value = dense<1.41421354> : tensor<f32>}> : () -> tensor<f32>
    %248 = "stablehlo.divide"(%243, %247) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %249 = "chlo.erf"(%248) : (tensor<f32>) -> tensor<f32>
    %250 = "func.call"(%arg75, %246, %249) <{callee = @_uniform_0}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<9xf32>
    %251 = "chlo.erf_inv"(%250) : (tensor<9xf32>) -> tensor<9xf32>
    %252 = "stablehlo.constant"() <{value = dense<1.41421354> : tensor<f32>}> : () -> tensor<f32>
    %253 = "stablehlo.broadcast_in_dim"(%252) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<9xf32>
    %254 = "stablehlo.multiply"(%253, %251) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    %255 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %256 = "chlo.next_after"(%242, %255) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %257 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %258 = "chlo.next_after"(%243, %257) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %259 = "func.call"(%254, %256, %258) <{callee = @clip}> : (tensor<9xf32>, tensor<f32>, tensor<f32>) -> tensor<9xf32>
    "func.return"(%259) : (tensor<9xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<9xf32>, res_attrs = [{}], sym_name = "_uniform_0", sym_visibility = "private"}> ({
  ^bb0(%arg72: tensor<2xui32>, %arg73: tensor<f32>, %arg74: tensor<f32>):
    %208 = "stablehlo.broadcast_in_dim"(%arg73) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %209 = "stablehlo.broadcast_in_dim"(%arg74) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %210 = "stablehlo.slice"(%arg72) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %211 = "stablehlo.reshape"(%210) : (tensor<1xui32>) -> tensor<ui32>
    %212 = "stablehlo.slice"(%arg72) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %213 = "stablehlo.reshape"(%212) : (tensor<1xui32>) -> tensor<ui32>
    %214 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<9xui64>
    %215 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %216 = "stablehlo.broadcast_in_dim"(%215) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<9xui64>
    %217 = "stablehlo.multiply"(%216, %214) : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xui64>
    %218 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %219 = "stablehlo.broadcast_in_dim"(%218) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<9xui64>
    %220 = "stablehlo.shift_right_logical"(%217, %219) : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xui64>
    %221 = "stablehlo.convert"(%217) : (tensor<9xui64>) -> tensor<9xui32>
    %222 = "stablehlo.convert"(%220) : (tensor<9xui64>) -> tensor<9xui32>
    %223:2 = "func.call"(%211, %213, %222, %221) <{callee = @threefry2x32_1}> : (tensor<ui32>, tensor<ui32>, tensor<9xui32>, tensor<9xui32>) -> (tensor<9xui32>, tensor<9xui32>)
    %224 = "stablehlo.xor"(%223#0, %223#1) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %225 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %226 = "stablehlo.broadcast_in_dim"(%225) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %227 = "stablehlo.shift_right_logical"(%224, %226) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %228 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %229 = "stablehlo.broadcast_in_dim"(%228) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %230 = "stablehlo.or"(%227, %229) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %231 = "stablehlo.bitcast_convert"(%230) : (tensor<9xui32>) -> tensor<9xf32>
    %232 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %233 = "stablehlo.broadcast_in_dim"(%232) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<9xf32>
    %234 = "stablehlo.subtract"(%231, %233) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    %235 = "stablehlo.subtract"(%209, %208) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %236 = "stablehlo.broadcast_in_dim"(%235) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<9xf32>
    %237 = "stablehlo.multiply"(%234, %236) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    %238 = "stablehlo.broadcast_in_dim"(%208) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<9xf32>
    %239 = "stablehlo.add"(%237, %238) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    %240 = "stablehlo.broadcast_in_dim"(%208) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<9xf32>
    %241 = "stablehlo.maximum"(%240, %239) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    "func.return"(%241) : (tensor<9xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<9xui32>, tensor<9xui32>) -> (tensor<9xui32>, tensor<9xui32>), sym_name = "threefry2x32_1", sym_visibility = "private"}> ({
  ^bb0(%arg50: tensor<ui32>, %arg51: tensor<ui32>, %arg52: tensor<9xui32>, %arg53: tensor<9xui32>):
    %191 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %192 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %193 = "stablehlo.xor"(%arg50, %arg51) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %194 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %195 = "stablehlo.xor"(%193, %194) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %196 = "stablehlo.broadcast_in_dim"(%arg50) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %197 = "stablehlo.add"(%arg52, %196) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %198 = "stablehlo.broadcast_in_dim"(%arg51) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %199 = "stablehlo.add"(%arg53, %198) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %200 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %201 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %202:9 = "stablehlo.while"(%201, %200, %197, %199, %arg51, %195, %arg50, %191, %192) ({
    ^bb0(%arg63: tensor<i32>, %arg64: tensor<i32>, %arg65: tensor<9xui32>, %arg66: tensor<9xui32>, %arg67: tensor<ui32>, %arg68: tensor<ui32>, %arg69: tensor<ui32>, %arg70: tensor<4xui32>, %arg71: tensor<4xui32>):
      %206 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %207 = "stablehlo.compare"(%arg63, %206) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%207) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg54: tensor<i32>, %arg55: tensor<i32>, %arg56: tensor<9xui32>, %arg57: tensor<9xui32>, %arg58: tensor<ui32>, %arg59: tensor<ui32>, %arg60: tensor<ui32>, %arg61: tensor<4xui32>, %arg62: tensor<4xui32>):
      %203:8 = "func.call"(%arg55, %arg56, %arg57, %arg58, %arg59, %arg60, %arg61, %arg62) <{callee = @closed_call_2}> : (tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %204 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %205 = "stablehlo.add"(%arg54, %204) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%205, %203#0, %203#1, %203#2, %203#3, %203#4, %203#5, %203#6, %203#7) : (tensor<i32>, tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%202#2, %202#3) : (tensor<9xui32>, tensor<9xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_2", sym_visibility = "private"}> ({
  ^bb0(%arg42: tensor<i32>, %arg43: tensor<9xui32>, %arg44: tensor<9xui32>, %arg45: tensor<ui32>, %arg46: tensor<ui32>, %arg47: tensor<ui32>, %arg48: tensor<4xui32>, %arg49: tensor<4xui32>):
    %136 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %137 = "stablehlo.add"(%arg42, %136) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %138 = "stablehlo.slice"(%arg48) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %139 = "stablehlo.reshape"(%138) : (tensor<1xui32>) -> tensor<ui32>
    %140 = "stablehlo.add"(%arg43, %arg44) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %141 = "stablehlo.broadcast_in_dim"(%139) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %142 = "stablehlo.shift_left"(%arg44, %141) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %143 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %144 = "stablehlo.subtract"(%143, %139) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %145 = "stablehlo.broadcast_in_dim"(%144) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %146 = "stablehlo.shift_right_logical"(%arg44, %145) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %147 = "stablehlo.or"(%142, %146) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %148 = "stablehlo.xor"(%140, %147) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %149 = "stablehlo.slice"(%arg48) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %150 = "stablehlo.reshape"(%149) : (tensor<1xui32>) -> tensor<ui32>
    %151 = "stablehlo.add"(%140, %148) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %152 = "stablehlo.broadcast_in_dim"(%150) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %153 = "stablehlo.shift_left"(%148, %152) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %154 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %155 = "stablehlo.subtract"(%154, %150) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %156 = "stablehlo.broadcast_in_dim"(%155) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %157 = "stablehlo.shift_right_logical"(%148, %156) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %158 = "stablehlo.or"(%153, %157) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %159 = "stablehlo.xor"(%151, %158) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %160 = "stablehlo.slice"(%arg48) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %161 = "stablehlo.reshape"(%160) : (tensor<1xui32>) -> tensor<ui32>
    %162 = "stablehlo.add"(%151, %159) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %163 = "stablehlo.broadcast_in_dim"(%161) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %164 = "stablehlo.shift_left"(%159, %163) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %165 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %166 = "stablehlo.subtract"(%165, %161) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %167 = "stablehlo.broadcast_in_dim"(%166) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %168 = "stablehlo.shift_right_logical"(%159, %167) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %169 = "stablehlo.or"(%164, %168) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %170 = "stablehlo.xor"(%162, %169) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %171 = "stablehlo.slice"(%arg48) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %172 = "stablehlo.reshape"(%171) : (tensor<1xui32>) -> tensor<ui32>
    %173 = "stablehlo.add"(%162, %170) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %174 = "stablehlo.broadcast_in_dim"(%172) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %175 = "stablehlo.shift_left"(%170, %174) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %176 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %177 = "stablehlo.subtract"(%176, %172) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %178 = "stablehlo.broadcast_in_dim"(%177) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %179 = "stablehlo.shift_right_logical"(%170, %178) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %180 = "stablehlo.or"(%175, %179) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %181 = "stablehlo.xor"(%173, %180) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %182 = "stablehlo.broadcast_in_dim"(%arg45) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %183 = "stablehlo.add"(%173, %182) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %184 = "stablehlo.broadcast_in_dim"(%arg46) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %185 = "stablehlo.add"(%181, %184) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    %186 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %187 = "stablehlo.add"(%arg42, %186) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %188 = "stablehlo.convert"(%187) : (tensor<i32>) -> tensor<ui32>
    %189 = "stablehlo.broadcast_in_dim"(%188) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<9xui32>
    %190 = "stablehlo.add"(%185, %189) : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xui32>
    "func.return"(%137, %183, %190, %arg46, %arg47, %arg45, %arg49, %arg48) : (tensor<i32>, tensor<9xui32>, tensor<9xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<9xf32>, tensor<f32>, tensor<f32>) -> tensor<9xf32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg39: tensor<9xf32>, %arg40: tensor<f32>, %arg41: tensor<f32>):
    %132 = "stablehlo.broadcast_in_dim"(%arg40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<9xf32>
    %133 = "stablehlo.maximum"(%132, %arg39) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    %134 = "stablehlo.broadcast_in_dim"(%arg41) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<9xf32>
    %135 = "stablehlo.minimum"(%134, %133) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
    "func.return"(%135) : (tensor<9xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<5x4xf32>, res_attrs = [{}], sym_name = "_gumbel", sym_visibility = "private"}> ({
  ^bb0(%arg38: tensor<2xui32>):
    %125 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %126 = "stablehlo.constant"() <{value = dense<1.17549435E-38> : tensor<f32>}> : () -> tensor<f32>
    %127 = "func.call"(%arg38, %125, %126) <{callee = @_uniform_3}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<5x4xf32>
    %128 = "stablehlo.log"(%127) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %129 = "stablehlo.negate"(%128) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %130 = "stablehlo.log"(%129) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %131 = "stablehlo.negate"(%130) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    "func.return"(%131) : (tensor<5x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<5x4xf32>, res_attrs = [{}], sym_name = "_uniform_3", sym_visibility = "private"}> ({
  ^bb0(%arg35: tensor<2xui32>, %arg36: tensor<f32>, %arg37: tensor<f32>):
    %85 = "stablehlo.convert"(%arg36) : (tensor<f32>) -> tensor<f32>
    %86 = "stablehlo.broadcast_in_dim"(%arg37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %87 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %88 = "stablehlo.slice"(%arg35) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %89 = "stablehlo.reshape"(%88) : (tensor<1xui32>) -> tensor<ui32>
    %90 = "stablehlo.slice"(%arg35) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %91 = "stablehlo.reshape"(%90) : (tensor<1xui32>) -> tensor<ui32>
    %92 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<5x4xui64>
    %93 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<5x4xui64>
    %94 = "stablehlo.constant"() <{value = dense<4> : tensor<ui64>}> : () -> tensor<ui64>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<5x4xui64>
    %96 = "stablehlo.multiply"(%95, %92) : (tensor<5x4xui64>, tensor<5x4xui64>) -> tensor<5x4xui64>
    %97 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<5x4xui64>
    %99 = "stablehlo.multiply"(%98, %93) : (tensor<5x4xui64>, tensor<5x4xui64>) -> tensor<5x4xui64>
    %100 = "stablehlo.add"(%96, %99) : (tensor<5x4xui64>, tensor<5x4xui64>) -> tensor<5x4xui64>
    %101 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %102 = "stablehlo.broadcast_in_dim"(%101) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<5x4xui64>
    %103 = "stablehlo.shift_right_logical"(%100, %102) : (tensor<5x4xui64>, tensor<5x4xui64>) -> tensor<5x4xui64>
    %104 = "stablehlo.convert"(%100) : (tensor<5x4xui64>) -> tensor<5x4xui32>
    %105 = "stablehlo.convert"(%103) : (tensor<5x4xui64>) -> tensor<5x4xui32>
    %106:2 = "func.call"(%89, %91, %105, %104) <{callee = @threefry2x32_4}> : (tensor<ui32>, tensor<ui32>, tensor<5x4xui32>, tensor<5x4xui32>) -> (tensor<5x4xui32>, tensor<5x4xui32>)
    %107 = "stablehlo.xor"(%106#0, %106#1) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %108 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %110 = "stablehlo.shift_right_logical"(%107, %109) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %111 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %113 = "stablehlo.or"(%110, %112) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %114 = "stablehlo.bitcast_convert"(%113) : (tensor<5x4xui32>) -> tensor<5x4xf32>
    %115 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %116 = "stablehlo.broadcast_in_dim"(%115) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4xf32>
    %117 = "stablehlo.subtract"(%114, %116) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %118 = "stablehlo.subtract"(%87, %86) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %119 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<5x4xf32>
    %120 = "stablehlo.multiply"(%117, %119) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %121 = "stablehlo.broadcast_in_dim"(%86) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<5x4xf32>
    %122 = "stablehlo.add"(%120, %121) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    %123 = "stablehlo.broadcast_in_dim"(%86) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<5x4xf32>
    %124 = "stablehlo.maximum"(%123, %122) : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    "func.return"(%124) : (tensor<5x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<5x4xui32>, tensor<5x4xui32>) -> (tensor<5x4xui32>, tensor<5x4xui32>), sym_name = "threefry2x32_4", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<ui32>, %arg14: tensor<ui32>, %arg15: tensor<5x4xui32>, %arg16: tensor<5x4xui32>):
    %68 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %69 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %70 = "stablehlo.xor"(%arg13, %arg14) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %71 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %72 = "stablehlo.xor"(%70, %71) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %73 = "stablehlo.broadcast_in_dim"(%arg13) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %74 = "stablehlo.add"(%arg15, %73) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %75 = "stablehlo.broadcast_in_dim"(%arg14) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %76 = "stablehlo.add"(%arg16, %75) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %77 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %78 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %79:9 = "stablehlo.while"(%78, %77, %74, %76, %arg14, %72, %arg13, %68, %69) ({
    ^bb0(%arg26: tensor<i32>, %arg27: tensor<i32>, %arg28: tensor<5x4xui32>, %arg29: tensor<5x4xui32>, %arg30: tensor<ui32>, %arg31: tensor<ui32>, %arg32: tensor<ui32>, %arg33: tensor<4xui32>, %arg34: tensor<4xui32>):
      %83 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %84 = "stablehlo.compare"(%arg26, %83) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%84) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg17: tensor<i32>, %arg18: tensor<i32>, %arg19: tensor<5x4xui32>, %arg20: tensor<5x4xui32>, %arg21: tensor<ui32>, %arg22: tensor<ui32>, %arg23: tensor<ui32>, %arg24: tensor<4xui32>, %arg25: tensor<4xui32>):
      %80:8 = "func.call"(%arg18, %arg19, %arg20, %arg21, %arg22, %arg23, %arg24, %arg25) <{callee = @closed_call_5}> : (tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %81 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %82 = "stablehlo.add"(%arg17, %81) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%82, %80#0, %80#1, %80#2, %80#3, %80#4, %80#5, %80#6, %80#7) : (tensor<i32>, tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%79#2, %79#3) : (tensor<5x4xui32>, tensor<5x4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_5", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i32>, %arg6: tensor<5x4xui32>, %arg7: tensor<5x4xui32>, %arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<ui32>, %arg11: tensor<4xui32>, %arg12: tensor<4xui32>):
    %13 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %14 = "stablehlo.add"(%arg5, %13) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %15 = "stablehlo.slice"(%arg11) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %16 = "stablehlo.reshape"(%15) : (tensor<1xui32>) -> tensor<ui32>
    %17 = "stablehlo.add"(%arg6, %arg7) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %18 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %19 = "stablehlo.shift_left"(%arg7, %18) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %20 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %21 = "stablehlo.subtract"(%20, %16) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %23 = "stablehlo.shift_right_logical"(%arg7, %22) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %24 = "stablehlo.or"(%19, %23) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %25 = "stablehlo.xor"(%17, %24) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %26 = "stablehlo.slice"(%arg11) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %27 = "stablehlo.reshape"(%26) : (tensor<1xui32>) -> tensor<ui32>
    %28 = "stablehlo.add"(%17, %25) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %29 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %30 = "stablehlo.shift_left"(%25, %29) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %31 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %32 = "stablehlo.subtract"(%31, %27) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %33 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %34 = "stablehlo.shift_right_logical"(%25, %33) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %35 = "stablehlo.or"(%30, %34) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %36 = "stablehlo.xor"(%28, %35) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %37 = "stablehlo.slice"(%arg11) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %38 = "stablehlo.reshape"(%37) : (tensor<1xui32>) -> tensor<ui32>
    %39 = "stablehlo.add"(%28, %36) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %40 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %41 = "stablehlo.shift_left"(%36, %40) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %42 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %43 = "stablehlo.subtract"(%42, %38) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %45 = "stablehlo.shift_right_logical"(%36, %44) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %46 = "stablehlo.or"(%41, %45) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %47 = "stablehlo.xor"(%39, %46) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %48 = "stablehlo.slice"(%arg11) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %49 = "stablehlo.reshape"(%48) : (tensor<1xui32>) -> tensor<ui32>
    %50 = "stablehlo.add"(%39, %47) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %51 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %52 = "stablehlo.shift_left"(%47, %51) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %53 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %54 = "stablehlo.subtract"(%53, %49) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %56 = "stablehlo.shift_right_logical"(%47, %55) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %57 = "stablehlo.or"(%52, %56) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %58 = "stablehlo.xor"(%50, %57) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %59 = "stablehlo.broadcast_in_dim"(%arg8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %60 = "stablehlo.add"(%50, %59) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %61 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %62 = "stablehlo.add"(%58, %61) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    %63 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %64 = "stablehlo.add"(%arg5, %63) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %65 = "stablehlo.convert"(%64) : (tensor<i32>) -> tensor<ui32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5x4xui32>
    %67 = "stablehlo.add"(%62, %66) : (tensor<5x4xui32>, tensor<5x4xui32>) -> tensor<5x4xui32>
    "func.return"(%14, %60, %67, %arg9, %arg10, %arg8, %arg12, %arg11) : (tensor<i32>, tensor<5x4xui32>, tensor<5x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<5x4xf32>) -> tensor<5xi32>, sym_name = "argmax", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5x4xf32>):
    %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<5x4xi32>
    %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<f32>, %arg4: tensor<i32>):
      %4 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = "stablehlo.or"(%4, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %7 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = "stablehlo.compare"(%arg2, %arg4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %9 = "stablehlo.and"(%7, %8) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %10 = "stablehlo.or"(%6, %9) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %11 = "stablehlo.select"(%6, %arg1, %arg3) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %12 = "stablehlo.select"(%10, %arg2, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%11, %12) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<5x4xf32>, tensor<5x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
    "func.return"(%3#1) : (tensor<5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
