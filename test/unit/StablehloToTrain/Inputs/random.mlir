// Made by make_cases.py.
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> (tensor<3x5xf32>, tensor<7xui32>, tensor<4x4xi1>, tensor<3x2xui32>, tensor<2xui32>, tensor<6xi32>, tensor<8xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg267: tensor<2xui32>):
    %816 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %817 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %818 = "func.call"(%arg267, %816, %817) <{callee = @_uniform}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3x5xf32>
    %819 = "stablehlo.slice"(%arg267) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %820 = "stablehlo.reshape"(%819) : (tensor<1xui32>) -> tensor<ui32>
    %821 = "stablehlo.slice"(%arg267) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %822 = "stablehlo.reshape"(%821) : (tensor<1xui32>) -> tensor<ui32>
    %823 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<7xui64>
    %824 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %825 = "stablehlo.broadcast_in_dim"(%824) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<7xui64>
    %826 = "stablehlo.multiply"(%825, %823) : (tensor<7xui64>, tensor<7xui64>) -> tensor<7xui64>
    %827 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %828 = "stablehlo.broadcast_in_dim"(%827) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<7xui64>
    %829 = "stablehlo.shift_right_logical"(%826, %828) : (tensor<7xui64>, tensor<7xui64>) -> tensor<7xui64>
    %830 = "stablehlo.convert"(%826) : (tensor<7xui64>) -> tensor<7xui32>
    %831 = "stablehlo.convert"(%829) : (tensor<7xui64>) -> tensor<7xui32>
    %832:2 = "func.call"(%820, %822, %831, %830) <{callee = @threefry2x32_0}> : (tensor<ui32>, tensor<ui32>, tensor<7xui32>, tensor<7xui32>) -> (tensor<7xui32>, tensor<7xui32>)
    %833 = "stablehlo.xor"(%832#0, %832#1) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %834 = "stablehlo.constant"() <{value = dense<3.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %835 = "func.call"(%arg267, %834) <{callee = @_bernoulli}> : (tensor<2xui32>, tensor<f32>) -> tensor<4x4xi1>
    %836 = "func.call"(%arg267) <{callee = @_threefry_split}> : (tensor<2xui32>) -> tensor<3x2xui32>
    %837 = "stablehlo.constant"() <{value = dense<5> : tensor<ui32>}> : () -> tensor<ui32>
    %838 = "func.call"(%arg267, %837) <{callee = @_threefry_fold_in}> : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %839 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %840 = "stablehlo.constant"() <{value = dense<100> : tensor<i32>}> : () -> tensor<i32>
    %841 = "func.call"(%arg267, %839, %840) <{callee = @_randint}> : (tensor<2xui32>, tensor<i32>, tensor<i32>) -> tensor<6xi32>
    %842 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<8xi32>
    %843 = "func.call"(%arg267, %842) <{callee = @_shuffle}> : (tensor<2xui32>, tensor<8xi32>) -> tensor<8xi32>
    "func.return"(%818, %833, %835, %836, %838, %841, %843) : (tensor<3x5xf32>, tensor<7xui32>, tensor<4x4xi1>, tensor<3x2xui32>, tensor<2xui32>, tensor<6xi32>, tensor<8xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "_uniform", sym_visibility = "private"}> ({
  ^bb0(%arg264: tensor<2xui32>, %arg265: tensor<f32>, %arg266: tensor<f32>):
    %775 = "stablehlo.convert"(%arg265) : (tensor<f32>) -> tensor<f32>
    %776 = "stablehlo.convert"(%arg266) : (tensor<f32>) -> tensor<f32>
    %777 = "stablehlo.broadcast_in_dim"(%775) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %778 = "stablehlo.broadcast_in_dim"(%776) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %779 = "stablehlo.slice"(%arg264) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %780 = "stablehlo.reshape"(%779) : (tensor<1xui32>) -> tensor<ui32>
    %781 = "stablehlo.slice"(%arg264) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %782 = "stablehlo.reshape"(%781) : (tensor<1xui32>) -> tensor<ui32>
    %783 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3x5xui64>
    %784 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x5xui64>
    %785 = "stablehlo.constant"() <{value = dense<5> : tensor<ui64>}> : () -> tensor<ui64>
    %786 = "stablehlo.broadcast_in_dim"(%785) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3x5xui64>
    %787 = "stablehlo.multiply"(%786, %783) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %788 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %789 = "stablehlo.broadcast_in_dim"(%788) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3x5xui64>
    %790 = "stablehlo.multiply"(%789, %784) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %791 = "stablehlo.add"(%787, %790) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %792 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %793 = "stablehlo.broadcast_in_dim"(%792) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3x5xui64>
    %794 = "stablehlo.shift_right_logical"(%791, %793) : (tensor<3x5xui64>, tensor<3x5xui64>) -> tensor<3x5xui64>
    %795 = "stablehlo.convert"(%791) : (tensor<3x5xui64>) -> tensor<3x5xui32>
    %796 = "stablehlo.convert"(%794) : (tensor<3x5xui64>) -> tensor<3x5xui32>
    %797:2 = "func.call"(%780, %782, %796, %795) <{callee = @threefry2x32}> : (tensor<ui32>, tensor<ui32>, tensor<3x5xui32>, tensor<3x5xui32>) -> (tensor<3x5xui32>, tensor<3x5xui32>)
    %798 = "stablehlo.xor"(%797#0, %797#1) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %799 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %800 = "stablehlo.broadcast_in_dim"(%799) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %801 = "stablehlo.shift_right_logical"(%798, %800) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %802 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %803 = "stablehlo.broadcast_in_dim"(%802) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %804 = "stablehlo.or"(%801, %803) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %805 = "stablehlo.bitcast_convert"(%804) : (tensor<3x5xui32>) -> tensor<3x5xf32>
    %806 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %807 = "stablehlo.broadcast_in_dim"(%806) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x5xf32>
    %808 = "stablehlo.subtract"(%805, %807) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    %809 = "stablehlo.subtract"(%778, %777) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %810 = "stablehlo.broadcast_in_dim"(%809) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<3x5xf32>
    %811 = "stablehlo.multiply"(%808, %810) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    %812 = "stablehlo.broadcast_in_dim"(%777) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<3x5xf32>
    %813 = "stablehlo.add"(%811, %812) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    %814 = "stablehlo.broadcast_in_dim"(%777) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<3x5xf32>
    %815 = "stablehlo.maximum"(%814, %813) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    "func.return"(%815) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<3x5xui32>, tensor<3x5xui32>) -> (tensor<3x5xui32>, tensor<3x5xui32>), sym_name = "threefry2x32", sym_visibility = "private"}> ({
  ^bb0(%arg242: tensor<ui32>, %arg243: tensor<ui32>, %arg244: tensor<3x5xui32>, %arg245: tensor<3x5xui32>):
    %758 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %759 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %760 = "stablehlo.xor"(%arg242, %arg243) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %761 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %762 = "stablehlo.xor"(%760, %761) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %763 = "stablehlo.broadcast_in_dim"(%arg242) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %764 = "stablehlo.add"(%arg244, %763) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %765 = "stablehlo.broadcast_in_dim"(%arg243) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %766 = "stablehlo.add"(%arg245, %765) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %767 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %768 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %769:9 = "stablehlo.while"(%768, %767, %764, %766, %arg243, %762, %arg242, %758, %759) ({
    ^bb0(%arg255: tensor<i32>, %arg256: tensor<i32>, %arg257: tensor<3x5xui32>, %arg258: tensor<3x5xui32>, %arg259: tensor<ui32>, %arg260: tensor<ui32>, %arg261: tensor<ui32>, %arg262: tensor<4xui32>, %arg263: tensor<4xui32>):
      %773 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %774 = "stablehlo.compare"(%arg255, %773) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%774) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg246: tensor<i32>, %arg247: tensor<i32>, %arg248: tensor<3x5xui32>, %arg249: tensor<3x5xui32>, %arg250: tensor<ui32>, %arg251: tensor<ui32>, %arg252: tensor<ui32>, %arg253: tensor<4xui32>, %arg254: tensor<4xui32>):
      %770:8 = "func.call"(%arg247, %arg248, %arg249, %arg250, %arg251, %arg252, %arg253, %arg254) <{callee = @closed_call}> : (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %771 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %772 = "stablehlo.add"(%arg246, %771) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%772, %770#0, %770#1, %770#2, %770#3, %770#4, %770#5, %770#6, %770#7) : (tensor<i32>, tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%769#2, %769#3) : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg234: tensor<i32>, %arg235: tensor<3x5xui32>, %arg236: tensor<3x5xui32>, %arg237: tensor<ui32>, %arg238: tensor<ui32>, %arg239: tensor<ui32>, %arg240: tensor<4xui32>, %arg241: tensor<4xui32>):
    %703 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %704 = "stablehlo.add"(%arg234, %703) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %705 = "stablehlo.slice"(%arg240) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %706 = "stablehlo.reshape"(%705) : (tensor<1xui32>) -> tensor<ui32>
    %707 = "stablehlo.add"(%arg235, %arg236) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %708 = "stablehlo.broadcast_in_dim"(%706) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %709 = "stablehlo.shift_left"(%arg236, %708) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %710 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %711 = "stablehlo.subtract"(%710, %706) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %712 = "stablehlo.broadcast_in_dim"(%711) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %713 = "stablehlo.shift_right_logical"(%arg236, %712) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %714 = "stablehlo.or"(%709, %713) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %715 = "stablehlo.xor"(%707, %714) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %716 = "stablehlo.slice"(%arg240) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %717 = "stablehlo.reshape"(%716) : (tensor<1xui32>) -> tensor<ui32>
    %718 = "stablehlo.add"(%707, %715) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %719 = "stablehlo.broadcast_in_dim"(%717) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %720 = "stablehlo.shift_left"(%715, %719) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %721 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %722 = "stablehlo.subtract"(%721, %717) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %723 = "stablehlo.broadcast_in_dim"(%722) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %724 = "stablehlo.shift_right_logical"(%715, %723) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %725 = "stablehlo.or"(%720, %724) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %726 = "stablehlo.xor"(%718, %725) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %727 = "stablehlo.slice"(%arg240) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %728 = "stablehlo.reshape"(%727) : (tensor<1xui32>) -> tensor<ui32>
    %729 = "stablehlo.add"(%718, %726) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %730 = "stablehlo.broadcast_in_dim"(%728) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %731 = "stablehlo.shift_left"(%726, %730) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %732 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %733 = "stablehlo.subtract"(%732, %728) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %734 = "stablehlo.broadcast_in_dim"(%733) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %735 = "stablehlo.shift_right_logical"(%726, %734) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %736 = "stablehlo.or"(%731, %735) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %737 = "stablehlo.xor"(%729, %736) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %738 = "stablehlo.slice"(%arg240) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %739 = "stablehlo.reshape"(%738) : (tensor<1xui32>) -> tensor<ui32>
    %740 = "stablehlo.add"(%729, %737) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %741 = "stablehlo.broadcast_in_dim"(%739) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %742 = "stablehlo.shift_left"(%737, %741) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %743 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %744 = "stablehlo.subtract"(%743, %739) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %745 = "stablehlo.broadcast_in_dim"(%744) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %746 = "stablehlo.shift_right_logical"(%737, %745) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %747 = "stablehlo.or"(%742, %746) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %748 = "stablehlo.xor"(%740, %747) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %749 = "stablehlo.broadcast_in_dim"(%arg237) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %750 = "stablehlo.add"(%740, %749) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %751 = "stablehlo.broadcast_in_dim"(%arg238) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %752 = "stablehlo.add"(%748, %751) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    %753 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %754 = "stablehlo.add"(%arg234, %753) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %755 = "stablehlo.convert"(%754) : (tensor<i32>) -> tensor<ui32>
    %756 = "stablehlo.broadcast_in_dim"(%755) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3x5xui32>
    %757 = "stablehlo.add"(%752, %756) : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xui32>
    "func.return"(%704, %750, %757, %arg238, %arg239, %arg237, %arg241, %arg240) : (tensor<i32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<7xui32>, tensor<7xui32>) -> (tensor<7xui32>, tensor<7xui32>), sym_name = "threefry2x32_0", sym_visibility = "private"}> ({
  ^bb0(%arg212: tensor<ui32>, %arg213: tensor<ui32>, %arg214: tensor<7xui32>, %arg215: tensor<7xui32>):
    %686 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %687 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %688 = "stablehlo.xor"(%arg212, %arg213) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %689 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %690 = "stablehlo.xor"(%688, %689) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %691 = "stablehlo.broadcast_in_dim"(%arg212) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %692 = "stablehlo.add"(%arg214, %691) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %693 = "stablehlo.broadcast_in_dim"(%arg213) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %694 = "stablehlo.add"(%arg215, %693) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %695 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %696 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %697:9 = "stablehlo.while"(%696, %695, %692, %694, %arg213, %690, %arg212, %686, %687) ({
    ^bb0(%arg225: tensor<i32>, %arg226: tensor<i32>, %arg227: tensor<7xui32>, %arg228: tensor<7xui32>, %arg229: tensor<ui32>, %arg230: tensor<ui32>, %arg231: tensor<ui32>, %arg232: tensor<4xui32>, %arg233: tensor<4xui32>):
      %701 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %702 = "stablehlo.compare"(%arg225, %701) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%702) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg216: tensor<i32>, %arg217: tensor<i32>, %arg218: tensor<7xui32>, %arg219: tensor<7xui32>, %arg220: tensor<ui32>, %arg221: tensor<ui32>, %arg222: tensor<ui32>, %arg223: tensor<4xui32>, %arg224: tensor<4xui32>):
      %698:8 = "func.call"(%arg217, %arg218, %arg219, %arg220, %arg221, %arg222, %arg223, %arg224) <{callee = @closed_call_1}> : (tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %699 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %700 = "stablehlo.add"(%arg216, %699) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%700, %698#0, %698#1, %698#2, %698#3, %698#4, %698#5, %698#6, %698#7) : (tensor<i32>, tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%697#2, %697#3) : (tensor<7xui32>, tensor<7xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_1", sym_visibility = "private"}> ({
  ^bb0(%arg204: tensor<i32>, %arg205: tensor<7xui32>, %arg206: tensor<7xui32>, %arg207: tensor<ui32>, %arg208: tensor<ui32>, %arg209: tensor<ui32>, %arg210: tensor<4xui32>, %arg211: tensor<4xui32>):
    %631 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %632 = "stablehlo.add"(%arg204, %631) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %633 = "stablehlo.slice"(%arg210) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %634 = "stablehlo.reshape"(%633) : (tensor<1xui32>) -> tensor<ui32>
    %635 = "stablehlo.add"(%arg205, %arg206) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %636 = "stablehlo.broadcast_in_dim"(%634) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %637 = "stablehlo.shift_left"(%arg206, %636) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %638 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %639 = "stablehlo.subtract"(%638, %634) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %640 = "stablehlo.broadcast_in_dim"(%639) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %641 = "stablehlo.shift_right_logical"(%arg206, %640) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %642 = "stablehlo.or"(%637, %641) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %643 = "stablehlo.xor"(%635, %642) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %644 = "stablehlo.slice"(%arg210) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %645 = "stablehlo.reshape"(%644) : (tensor<1xui32>) -> tensor<ui32>
    %646 = "stablehlo.add"(%635, %643) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %647 = "stablehlo.broadcast_in_dim"(%645) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %648 = "stablehlo.shift_left"(%643, %647) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %649 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %650 = "stablehlo.subtract"(%649, %645) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %651 = "stablehlo.broadcast_in_dim"(%650) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %652 = "stablehlo.shift_right_logical"(%643, %651) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %653 = "stablehlo.or"(%648, %652) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %654 = "stablehlo.xor"(%646, %653) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %655 = "stablehlo.slice"(%arg210) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %656 = "stablehlo.reshape"(%655) : (tensor<1xui32>) -> tensor<ui32>
    %657 = "stablehlo.add"(%646, %654) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %658 = "stablehlo.broadcast_in_dim"(%656) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %659 = "stablehlo.shift_left"(%654, %658) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %660 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %661 = "stablehlo.subtract"(%660, %656) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %662 = "stablehlo.broadcast_in_dim"(%661) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %663 = "stablehlo.shift_right_logical"(%654, %662) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %664 = "stablehlo.or"(%659, %663) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %665 = "stablehlo.xor"(%657, %664) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %666 = "stablehlo.slice"(%arg210) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %667 = "stablehlo.reshape"(%666) : (tensor<1xui32>) -> tensor<ui32>
    %668 = "stablehlo.add"(%657, %665) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %669 = "stablehlo.broadcast_in_dim"(%667) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %670 = "stablehlo.shift_left"(%665, %669) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %671 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %672 = "stablehlo.subtract"(%671, %667) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %673 = "stablehlo.broadcast_in_dim"(%672) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %674 = "stablehlo.shift_right_logical"(%665, %673) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %675 = "stablehlo.or"(%670, %674) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %676 = "stablehlo.xor"(%668, %675) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %677 = "stablehlo.broadcast_in_dim"(%arg207) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %678 = "stablehlo.add"(%668, %677) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %679 = "stablehlo.broadcast_in_dim"(%arg208) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %680 = "stablehlo.add"(%676, %679) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    %681 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %682 = "stablehlo.add"(%arg204, %681) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %683 = "stablehlo.convert"(%682) : (tensor<i32>) -> tensor<ui32>
    %684 = "stablehlo.broadcast_in_dim"(%683) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<7xui32>
    %685 = "stablehlo.add"(%680, %684) : (tensor<7xui32>, tensor<7xui32>) -> tensor<7xui32>
    "func.return"(%632, %678, %685, %arg208, %arg209, %arg207, %arg211, %arg210) : (tensor<i32>, tensor<7xui32>, tensor<7xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<f32>) -> tensor<4x4xi1>, res_attrs = [{}], sym_name = "_bernoulli", sym_visibility = "private"}> ({
  ^bb0(%arg202: tensor<2xui32>, %arg203: tensor<f32>):
    %626 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %627 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %628 = "func.call"(%arg202, %626, %627) <{callee = @_uniform_2}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<4x4xf32>
    %629 = "stablehlo.broadcast_in_dim"(%arg203) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %630 = "stablehlo.compare"(%628, %629) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    "func.return"(%630) : (tensor<4x4xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "_uniform_2", sym_visibility = "private"}> ({
  ^bb0(%arg199: tensor<2xui32>, %arg200: tensor<f32>, %arg201: tensor<f32>):
    %585 = "stablehlo.convert"(%arg200) : (tensor<f32>) -> tensor<f32>
    %586 = "stablehlo.convert"(%arg201) : (tensor<f32>) -> tensor<f32>
    %587 = "stablehlo.broadcast_in_dim"(%585) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %588 = "stablehlo.broadcast_in_dim"(%586) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %589 = "stablehlo.slice"(%arg199) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %590 = "stablehlo.reshape"(%589) : (tensor<1xui32>) -> tensor<ui32>
    %591 = "stablehlo.slice"(%arg199) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %592 = "stablehlo.reshape"(%591) : (tensor<1xui32>) -> tensor<ui32>
    %593 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xui64>
    %594 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xui64>
    %595 = "stablehlo.constant"() <{value = dense<4> : tensor<ui64>}> : () -> tensor<ui64>
    %596 = "stablehlo.broadcast_in_dim"(%595) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4x4xui64>
    %597 = "stablehlo.multiply"(%596, %593) : (tensor<4x4xui64>, tensor<4x4xui64>) -> tensor<4x4xui64>
    %598 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %599 = "stablehlo.broadcast_in_dim"(%598) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4x4xui64>
    %600 = "stablehlo.multiply"(%599, %594) : (tensor<4x4xui64>, tensor<4x4xui64>) -> tensor<4x4xui64>
    %601 = "stablehlo.add"(%597, %600) : (tensor<4x4xui64>, tensor<4x4xui64>) -> tensor<4x4xui64>
    %602 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %603 = "stablehlo.broadcast_in_dim"(%602) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4x4xui64>
    %604 = "stablehlo.shift_right_logical"(%601, %603) : (tensor<4x4xui64>, tensor<4x4xui64>) -> tensor<4x4xui64>
    %605 = "stablehlo.convert"(%601) : (tensor<4x4xui64>) -> tensor<4x4xui32>
    %606 = "stablehlo.convert"(%604) : (tensor<4x4xui64>) -> tensor<4x4xui32>
    %607:2 = "func.call"(%590, %592, %606, %605) <{callee = @threefry2x32_3}> : (tensor<ui32>, tensor<ui32>, tensor<4x4xui32>, tensor<4x4xui32>) -> (tensor<4x4xui32>, tensor<4x4xui32>)
    %608 = "stablehlo.xor"(%607#0, %607#1) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %609 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %610 = "stablehlo.broadcast_in_dim"(%609) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %611 = "stablehlo.shift_right_logical"(%608, %610) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %612 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %613 = "stablehlo.broadcast_in_dim"(%612) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %614 = "stablehlo.or"(%611, %613) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %615 = "stablehlo.bitcast_convert"(%614) : (tensor<4x4xui32>) -> tensor<4x4xf32>
    %616 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %617 = "stablehlo.broadcast_in_dim"(%616) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %618 = "stablehlo.subtract"(%615, %617) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %619 = "stablehlo.subtract"(%588, %587) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %620 = "stablehlo.broadcast_in_dim"(%619) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x4xf32>
    %621 = "stablehlo.multiply"(%618, %620) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %622 = "stablehlo.broadcast_in_dim"(%587) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x4xf32>
    %623 = "stablehlo.add"(%621, %622) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %624 = "stablehlo.broadcast_in_dim"(%587) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x4xf32>
    %625 = "stablehlo.maximum"(%624, %623) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%625) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<4x4xui32>, tensor<4x4xui32>) -> (tensor<4x4xui32>, tensor<4x4xui32>), sym_name = "threefry2x32_3", sym_visibility = "private"}> ({
  ^bb0(%arg177: tensor<ui32>, %arg178: tensor<ui32>, %arg179: tensor<4x4xui32>, %arg180: tensor<4x4xui32>):
    %568 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %569 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %570 = "stablehlo.xor"(%arg177, %arg178) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %571 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %572 = "stablehlo.xor"(%570, %571) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %573 = "stablehlo.broadcast_in_dim"(%arg177) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %574 = "stablehlo.add"(%arg179, %573) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %575 = "stablehlo.broadcast_in_dim"(%arg178) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %576 = "stablehlo.add"(%arg180, %575) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %577 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %578 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %579:9 = "stablehlo.while"(%578, %577, %574, %576, %arg178, %572, %arg177, %568, %569) ({
    ^bb0(%arg190: tensor<i32>, %arg191: tensor<i32>, %arg192: tensor<4x4xui32>, %arg193: tensor<4x4xui32>, %arg194: tensor<ui32>, %arg195: tensor<ui32>, %arg196: tensor<ui32>, %arg197: tensor<4xui32>, %arg198: tensor<4xui32>):
      %583 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %584 = "stablehlo.compare"(%arg190, %583) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%584) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg181: tensor<i32>, %arg182: tensor<i32>, %arg183: tensor<4x4xui32>, %arg184: tensor<4x4xui32>, %arg185: tensor<ui32>, %arg186: tensor<ui32>, %arg187: tensor<ui32>, %arg188: tensor<4xui32>, %arg189: tensor<4xui32>):
      %580:8 = "func.call"(%arg182, %arg183, %arg184, %arg185, %arg186, %arg187, %arg188, %arg189) <{callee = @closed_call_4}> : (tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %581 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %582 = "stablehlo.add"(%arg181, %581) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%582, %580#0, %580#1, %580#2, %580#3, %580#4, %580#5, %580#6, %580#7) : (tensor<i32>, tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%579#2, %579#3) : (tensor<4x4xui32>, tensor<4x4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_4", sym_visibility = "private"}> ({
  ^bb0(%arg169: tensor<i32>, %arg170: tensor<4x4xui32>, %arg171: tensor<4x4xui32>, %arg172: tensor<ui32>, %arg173: tensor<ui32>, %arg174: tensor<ui32>, %arg175: tensor<4xui32>, %arg176: tensor<4xui32>):
    %513 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %514 = "stablehlo.add"(%arg169, %513) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %515 = "stablehlo.slice"(%arg175) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %516 = "stablehlo.reshape"(%515) : (tensor<1xui32>) -> tensor<ui32>
    %517 = "stablehlo.add"(%arg170, %arg171) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %518 = "stablehlo.broadcast_in_dim"(%516) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %519 = "stablehlo.shift_left"(%arg171, %518) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %520 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %521 = "stablehlo.subtract"(%520, %516) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %522 = "stablehlo.broadcast_in_dim"(%521) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %523 = "stablehlo.shift_right_logical"(%arg171, %522) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %524 = "stablehlo.or"(%519, %523) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %525 = "stablehlo.xor"(%517, %524) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %526 = "stablehlo.slice"(%arg175) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %527 = "stablehlo.reshape"(%526) : (tensor<1xui32>) -> tensor<ui32>
    %528 = "stablehlo.add"(%517, %525) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %529 = "stablehlo.broadcast_in_dim"(%527) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %530 = "stablehlo.shift_left"(%525, %529) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %531 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %532 = "stablehlo.subtract"(%531, %527) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %533 = "stablehlo.broadcast_in_dim"(%532) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %534 = "stablehlo.shift_right_logical"(%525, %533) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %535 = "stablehlo.or"(%530, %534) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %536 = "stablehlo.xor"(%528, %535) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %537 = "stablehlo.slice"(%arg175) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %538 = "stablehlo.reshape"(%537) : (tensor<1xui32>) -> tensor<ui32>
    %539 = "stablehlo.add"(%528, %536) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %540 = "stablehlo.broadcast_in_dim"(%538) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %541 = "stablehlo.shift_left"(%536, %540) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %542 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %543 = "stablehlo.subtract"(%542, %538) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %544 = "stablehlo.broadcast_in_dim"(%543) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %545 = "stablehlo.shift_right_logical"(%536, %544) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %546 = "stablehlo.or"(%541, %545) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %547 = "stablehlo.xor"(%539, %546) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %548 = "stablehlo.slice"(%arg175) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %549 = "stablehlo.reshape"(%548) : (tensor<1xui32>) -> tensor<ui32>
    %550 = "stablehlo.add"(%539, %547) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %551 = "stablehlo.broadcast_in_dim"(%549) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %552 = "stablehlo.shift_left"(%547, %551) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %553 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %554 = "stablehlo.subtract"(%553, %549) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %555 = "stablehlo.broadcast_in_dim"(%554) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %556 = "stablehlo.shift_right_logical"(%547, %555) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %557 = "stablehlo.or"(%552, %556) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %558 = "stablehlo.xor"(%550, %557) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %559 = "stablehlo.broadcast_in_dim"(%arg172) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %560 = "stablehlo.add"(%550, %559) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %561 = "stablehlo.broadcast_in_dim"(%arg173) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %562 = "stablehlo.add"(%558, %561) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    %563 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %564 = "stablehlo.add"(%arg169, %563) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %565 = "stablehlo.convert"(%564) : (tensor<i32>) -> tensor<ui32>
    %566 = "stablehlo.broadcast_in_dim"(%565) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x4xui32>
    %567 = "stablehlo.add"(%562, %566) : (tensor<4x4xui32>, tensor<4x4xui32>) -> tensor<4x4xui32>
    "func.return"(%514, %560, %567, %arg173, %arg174, %arg172, %arg176, %arg175) : (tensor<i32>, tensor<4x4xui32>, tensor<4x4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<3x2xui32>, res_attrs = [{}], sym_name = "_threefry_split", sym_visibility = "private"}> ({
  ^bb0(%arg168: tensor<2xui32>):
    %496 = "stablehlo.slice"(%arg168) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %497 = "stablehlo.reshape"(%496) : (tensor<1xui32>) -> tensor<ui32>
    %498 = "stablehlo.slice"(%arg168) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %499 = "stablehlo.reshape"(%498) : (tensor<1xui32>) -> tensor<ui32>
    %500 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3xui64>
    %501 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %502 = "stablehlo.broadcast_in_dim"(%501) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3xui64>
    %503 = "stablehlo.multiply"(%502, %500) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
    %504 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %505 = "stablehlo.broadcast_in_dim"(%504) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3xui64>
    %506 = "stablehlo.shift_right_logical"(%503, %505) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
    %507 = "stablehlo.convert"(%503) : (tensor<3xui64>) -> tensor<3xui32>
    %508 = "stablehlo.convert"(%506) : (tensor<3xui64>) -> tensor<3xui32>
    %509:2 = "func.call"(%497, %499, %508, %507) <{callee = @threefry2x32_5}> : (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)
    %510 = "stablehlo.broadcast_in_dim"(%509#0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xui32>) -> tensor<3x1xui32>
    %511 = "stablehlo.broadcast_in_dim"(%509#1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xui32>) -> tensor<3x1xui32>
    %512 = "stablehlo.concatenate"(%510, %511) <{dimension = 1 : i64}> : (tensor<3x1xui32>, tensor<3x1xui32>) -> tensor<3x2xui32>
    "func.return"(%512) : (tensor<3x2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>), sym_name = "threefry2x32_5", sym_visibility = "private"}> ({
  ^bb0(%arg146: tensor<ui32>, %arg147: tensor<ui32>, %arg148: tensor<3xui32>, %arg149: tensor<3xui32>):
    %479 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %480 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %481 = "stablehlo.xor"(%arg146, %arg147) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %482 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %483 = "stablehlo.xor"(%481, %482) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %484 = "stablehlo.broadcast_in_dim"(%arg146) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %485 = "stablehlo.add"(%arg148, %484) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %486 = "stablehlo.broadcast_in_dim"(%arg147) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %487 = "stablehlo.add"(%arg149, %486) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %488 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %489 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %490:9 = "stablehlo.while"(%489, %488, %485, %487, %arg147, %483, %arg146, %479, %480) ({
    ^bb0(%arg159: tensor<i32>, %arg160: tensor<i32>, %arg161: tensor<3xui32>, %arg162: tensor<3xui32>, %arg163: tensor<ui32>, %arg164: tensor<ui32>, %arg165: tensor<ui32>, %arg166: tensor<4xui32>, %arg167: tensor<4xui32>):
      %494 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %495 = "stablehlo.compare"(%arg159, %494) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%495) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg150: tensor<i32>, %arg151: tensor<i32>, %arg152: tensor<3xui32>, %arg153: tensor<3xui32>, %arg154: tensor<ui32>, %arg155: tensor<ui32>, %arg156: tensor<ui32>, %arg157: tensor<4xui32>, %arg158: tensor<4xui32>):
      %491:8 = "func.call"(%arg151, %arg152, %arg153, %arg154, %arg155, %arg156, %arg157, %arg158) <{callee = @closed_call_6}> : (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %492 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %493 = "stablehlo.add"(%arg150, %492) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%493, %491#0, %491#1, %491#2, %491#3, %491#4, %491#5, %491#6, %491#7) : (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%490#2, %490#3) : (tensor<3xui32>, tensor<3xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_6", sym_visibility = "private"}> ({
  ^bb0(%arg138: tensor<i32>, %arg139: tensor<3xui32>, %arg140: tensor<3xui32>, %arg141: tensor<ui32>, %arg142: tensor<ui32>, %arg143: tensor<ui32>, %arg144: tensor<4xui32>, %arg145: tensor<4xui32>):
    %424 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %425 = "stablehlo.add"(%arg138, %424) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %426 = "stablehlo.slice"(%arg144) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %427 = "stablehlo.reshape"(%426) : (tensor<1xui32>) -> tensor<ui32>
    %428 = "stablehlo.add"(%arg139, %arg140) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %429 = "stablehlo.broadcast_in_dim"(%427) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %430 = "stablehlo.shift_left"(%arg140, %429) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %431 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %432 = "stablehlo.subtract"(%431, %427) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %433 = "stablehlo.broadcast_in_dim"(%432) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %434 = "stablehlo.shift_right_logical"(%arg140, %433) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %435 = "stablehlo.or"(%430, %434) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %436 = "stablehlo.xor"(%428, %435) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %437 = "stablehlo.slice"(%arg144) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %438 = "stablehlo.reshape"(%437) : (tensor<1xui32>) -> tensor<ui32>
    %439 = "stablehlo.add"(%428, %436) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %440 = "stablehlo.broadcast_in_dim"(%438) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %441 = "stablehlo.shift_left"(%436, %440) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %442 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %443 = "stablehlo.subtract"(%442, %438) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %444 = "stablehlo.broadcast_in_dim"(%443) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %445 = "stablehlo.shift_right_logical"(%436, %444) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %446 = "stablehlo.or"(%441, %445) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %447 = "stablehlo.xor"(%439, %446) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %448 = "stablehlo.slice"(%arg144) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %449 = "stablehlo.reshape"(%448) : (tensor<1xui32>) -> tensor<ui32>
    %450 = "stablehlo.add"(%439, %447) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %451 = "stablehlo.broadcast_in_dim"(%449) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %452 = "stablehlo.shift_left"(%447, %451) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %453 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %454 = "stablehlo.subtract"(%453, %449) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %455 = "stablehlo.broadcast_in_dim"(%454) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %456 = "stablehlo.shift_right_logical"(%447, %455) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %457 = "stablehlo.or"(%452, %456) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %458 = "stablehlo.xor"(%450, %457) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %459 = "stablehlo.slice"(%arg144) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %460 = "stablehlo.reshape"(%459) : (tensor<1xui32>) -> tensor<ui32>
    %461 = "stablehlo.add"(%450, %458) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %462 = "stablehlo.broadcast_in_dim"(%460) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %463 = "stablehlo.shift_left"(%458, %462) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %464 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %465 = "stablehlo.subtract"(%464, %460) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %466 = "stablehlo.broadcast_in_dim"(%465) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %467 = "stablehlo.shift_right_logical"(%458, %466) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %468 = "stablehlo.or"(%463, %467) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %469 = "stablehlo.xor"(%461, %468) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %470 = "stablehlo.broadcast_in_dim"(%arg141) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %471 = "stablehlo.add"(%461, %470) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %472 = "stablehlo.broadcast_in_dim"(%arg142) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %473 = "stablehlo.add"(%469, %472) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %474 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %475 = "stablehlo.add"(%arg138, %474) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %476 = "stablehlo.convert"(%475) : (tensor<i32>) -> tensor<ui32>
    %477 = "stablehlo.broadcast_in_dim"(%476) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %478 = "stablehlo.add"(%473, %477) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    "func.return"(%425, %471, %478, %arg142, %arg143, %arg141, %arg145, %arg144) : (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>, res_attrs = [{}], sym_name = "_threefry_fold_in", sym_visibility = "private"}> ({
  ^bb0(%arg136: tensor<2xui32>, %arg137: tensor<ui32>):
    %409 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %410 = "stablehlo.shift_right_logical"(%arg137, %409) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %411 = "stablehlo.broadcast_in_dim"(%410) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %412 = "stablehlo.constant"() <{value = dense<4294967295> : tensor<ui32>}> : () -> tensor<ui32>
    %413 = "stablehlo.and"(%arg137, %412) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %414 = "stablehlo.broadcast_in_dim"(%413) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %415 = "stablehlo.concatenate"(%411, %414) <{dimension = 0 : i64}> : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %416 = "stablehlo.slice"(%arg136) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %417 = "stablehlo.reshape"(%416) : (tensor<1xui32>) -> tensor<ui32>
    %418 = "stablehlo.slice"(%arg136) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %419 = "stablehlo.reshape"(%418) : (tensor<1xui32>) -> tensor<ui32>
    %420 = "stablehlo.slice"(%415) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %421 = "stablehlo.slice"(%415) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %422:2 = "func.call"(%417, %419, %420, %421) <{callee = @threefry2x32_7}> : (tensor<ui32>, tensor<ui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)
    %423 = "stablehlo.concatenate"(%422#0, %422#1) <{dimension = 0 : i64}> : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    "func.return"(%423) : (tensor<2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>), sym_name = "threefry2x32_7", sym_visibility = "private"}> ({
  ^bb0(%arg114: tensor<ui32>, %arg115: tensor<ui32>, %arg116: tensor<1xui32>, %arg117: tensor<1xui32>):
    %392 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %393 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %394 = "stablehlo.xor"(%arg114, %arg115) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %395 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %396 = "stablehlo.xor"(%394, %395) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %397 = "stablehlo.broadcast_in_dim"(%arg114) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %398 = "stablehlo.add"(%arg116, %397) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %399 = "stablehlo.broadcast_in_dim"(%arg115) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %400 = "stablehlo.add"(%arg117, %399) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %401 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %402 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %403:9 = "stablehlo.while"(%402, %401, %398, %400, %arg115, %396, %arg114, %392, %393) ({
    ^bb0(%arg127: tensor<i32>, %arg128: tensor<i32>, %arg129: tensor<1xui32>, %arg130: tensor<1xui32>, %arg131: tensor<ui32>, %arg132: tensor<ui32>, %arg133: tensor<ui32>, %arg134: tensor<4xui32>, %arg135: tensor<4xui32>):
      %407 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %408 = "stablehlo.compare"(%arg127, %407) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%408) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg118: tensor<i32>, %arg119: tensor<i32>, %arg120: tensor<1xui32>, %arg121: tensor<1xui32>, %arg122: tensor<ui32>, %arg123: tensor<ui32>, %arg124: tensor<ui32>, %arg125: tensor<4xui32>, %arg126: tensor<4xui32>):
      %404:8 = "func.call"(%arg119, %arg120, %arg121, %arg122, %arg123, %arg124, %arg125, %arg126) <{callee = @closed_call_8}> : (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %405 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %406 = "stablehlo.add"(%arg118, %405) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%406, %404#0, %404#1, %404#2, %404#3, %404#4, %404#5, %404#6, %404#7) : (tensor<i32>, tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%403#2, %403#3) : (tensor<1xui32>, tensor<1xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_8", sym_visibility = "private"}> ({
  ^bb0(%arg106: tensor<i32>, %arg107: tensor<1xui32>, %arg108: tensor<1xui32>, %arg109: tensor<ui32>, %arg110: tensor<ui32>, %arg111: tensor<ui32>, %arg112: tensor<4xui32>, %arg113: tensor<4xui32>):
    %337 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %338 = "stablehlo.add"(%arg106, %337) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %339 = "stablehlo.slice"(%arg112) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %340 = "stablehlo.reshape"(%339) : (tensor<1xui32>) -> tensor<ui32>
    %341 = "stablehlo.add"(%arg107, %arg108) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %342 = "stablehlo.broadcast_in_dim"(%340) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %343 = "stablehlo.shift_left"(%arg108, %342) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %344 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %345 = "stablehlo.subtract"(%344, %340) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %346 = "stablehlo.broadcast_in_dim"(%345) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %347 = "stablehlo.shift_right_logical"(%arg108, %346) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %348 = "stablehlo.or"(%343, %347) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %349 = "stablehlo.xor"(%341, %348) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %350 = "stablehlo.slice"(%arg112) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %351 = "stablehlo.reshape"(%350) : (tensor<1xui32>) -> tensor<ui32>
    %352 = "stablehlo.add"(%341, %349) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %353 = "stablehlo.broadcast_in_dim"(%351) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %354 = "stablehlo.shift_left"(%349, %353) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %355 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %356 = "stablehlo.subtract"(%355, %351) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %357 = "stablehlo.broadcast_in_dim"(%356) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %358 = "stablehlo.shift_right_logical"(%349, %357) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %359 = "stablehlo.or"(%354, %358) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %360 = "stablehlo.xor"(%352, %359) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %361 = "stablehlo.slice"(%arg112) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %362 = "stablehlo.reshape"(%361) : (tensor<1xui32>) -> tensor<ui32>
    %363 = "stablehlo.add"(%352, %360) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %364 = "stablehlo.broadcast_in_dim"(%362) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %365 = "stablehlo.shift_left"(%360, %364) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %366 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %367 = "stablehlo.subtract"(%366, %362) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %368 = "stablehlo.broadcast_in_dim"(%367) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %369 = "stablehlo.shift_right_logical"(%360, %368) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %370 = "stablehlo.or"(%365, %369) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %371 = "stablehlo.xor"(%363, %370) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %372 = "stablehlo.slice"(%arg112) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %373 = "stablehlo.reshape"(%372) : (tensor<1xui32>) -> tensor<ui32>
    %374 = "stablehlo.add"(%363, %371) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %375 = "stablehlo.broadcast_in_dim"(%373) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %376 = "stablehlo.shift_left"(%371, %375) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %377 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %378 = "stablehlo.subtract"(%377, %373) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %379 = "stablehlo.broadcast_in_dim"(%378) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %380 = "stablehlo.shift_right_logical"(%371, %379) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %381 = "stablehlo.or"(%376, %380) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %382 = "stablehlo.xor"(%374, %381) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %383 = "stablehlo.broadcast_in_dim"(%arg109) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %384 = "stablehlo.add"(%374, %383) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %385 = "stablehlo.broadcast_in_dim"(%arg110) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %386 = "stablehlo.add"(%382, %385) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %387 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %388 = "stablehlo.add"(%arg106, %387) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %389 = "stablehlo.convert"(%388) : (tensor<i32>) -> tensor<ui32>
    %390 = "stablehlo.broadcast_in_dim"(%389) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %391 = "stablehlo.add"(%386, %390) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    "func.return"(%338, %384, %391, %arg110, %arg111, %arg109, %arg113, %arg112) : (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<i32>, tensor<i32>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "_randint", sym_visibility = "private"}> ({
  ^bb0(%arg103: tensor<2xui32>, %arg104: tensor<i32>, %arg105: tensor<i32>):
    %257 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %258 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
    %259 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %260 = "func.call"(%257, %258, %259) <{callee = @clip}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %261 = "stablehlo.compare"(%arg105, %260) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %262 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
    %263 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %264 = "func.call"(%arg104, %262, %263) <{callee = @clip_9}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %265 = "stablehlo.convert"(%264) : (tensor<i32>) -> tensor<i32>
    %266 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
    %267 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %268 = "func.call"(%arg105, %266, %267) <{callee = @clip_9}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %269 = "stablehlo.convert"(%268) : (tensor<i32>) -> tensor<i32>
    %270 = "stablehlo.broadcast_in_dim"(%265) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %271 = "stablehlo.broadcast_in_dim"(%269) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %272 = "func.call"(%arg103) <{callee = @_threefry_split_10}> : (tensor<2xui32>) -> tensor<2x2xui32>
    %273 = "stablehlo.slice"(%272) <{limit_indices = array<i64: 1, 2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %274 = "stablehlo.reshape"(%273) : (tensor<1x2xui32>) -> tensor<2xui32>
    %275 = "stablehlo.slice"(%272) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %276 = "stablehlo.reshape"(%275) : (tensor<1x2xui32>) -> tensor<2xui32>
    %277 = "stablehlo.slice"(%274) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %278 = "stablehlo.reshape"(%277) : (tensor<1xui32>) -> tensor<ui32>
    %279 = "stablehlo.slice"(%274) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %280 = "stablehlo.reshape"(%279) : (tensor<1xui32>) -> tensor<ui32>
    %281 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6xui64>
    %282 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %283 = "stablehlo.broadcast_in_dim"(%282) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<6xui64>
    %284 = "stablehlo.multiply"(%283, %281) : (tensor<6xui64>, tensor<6xui64>) -> tensor<6xui64>
    %285 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %286 = "stablehlo.broadcast_in_dim"(%285) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<6xui64>
    %287 = "stablehlo.shift_right_logical"(%284, %286) : (tensor<6xui64>, tensor<6xui64>) -> tensor<6xui64>
    %288 = "stablehlo.convert"(%284) : (tensor<6xui64>) -> tensor<6xui32>
    %289 = "stablehlo.convert"(%287) : (tensor<6xui64>) -> tensor<6xui32>
    %290:2 = "func.call"(%278, %280, %289, %288) <{callee = @threefry2x32_13}> : (tensor<ui32>, tensor<ui32>, tensor<6xui32>, tensor<6xui32>) -> (tensor<6xui32>, tensor<6xui32>)
    %291 = "stablehlo.xor"(%290#0, %290#1) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %292 = "stablehlo.slice"(%276) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %293 = "stablehlo.reshape"(%292) : (tensor<1xui32>) -> tensor<ui32>
    %294 = "stablehlo.slice"(%276) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %295 = "stablehlo.reshape"(%294) : (tensor<1xui32>) -> tensor<ui32>
    %296 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6xui64>
    %297 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %298 = "stablehlo.broadcast_in_dim"(%297) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<6xui64>
    %299 = "stablehlo.multiply"(%298, %296) : (tensor<6xui64>, tensor<6xui64>) -> tensor<6xui64>
    %300 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %301 = "stablehlo.broadcast_in_dim"(%300) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<6xui64>
    %302 = "stablehlo.shift_right_logical"(%299, %301) : (tensor<6xui64>, tensor<6xui64>) -> tensor<6xui64>
    %303 = "stablehlo.convert"(%299) : (tensor<6xui64>) -> tensor<6xui32>
    %304 = "stablehlo.convert"(%302) : (tensor<6xui64>) -> tensor<6xui32>
    %305:2 = "func.call"(%293, %295, %304, %303) <{callee = @threefry2x32_13}> : (tensor<ui32>, tensor<ui32>, tensor<6xui32>, tensor<6xui32>) -> (tensor<6xui32>, tensor<6xui32>)
    %306 = "stablehlo.xor"(%305#0, %305#1) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %307 = "stablehlo.subtract"(%271, %270) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %308 = "stablehlo.convert"(%307) : (tensor<1xi32>) -> tensor<1xui32>
    %309 = "stablehlo.compare"(%271, %270) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %310 = "stablehlo.constant"() <{value = dense<1> : tensor<ui32>}> : () -> tensor<ui32>
    %311 = "stablehlo.broadcast_in_dim"(%310) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %312 = "stablehlo.select"(%309, %311, %308) : (tensor<1xi1>, tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %313 = "stablehlo.compare"(%271, %270) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %314 = "stablehlo.broadcast_in_dim"(%261) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1xi1>
    %315 = "stablehlo.and"(%314, %313) : (tensor<1xi1>, tensor<1xi1>) -> tensor<1xi1>
    %316 = "stablehlo.constant"() <{value = dense<1> : tensor<ui32>}> : () -> tensor<ui32>
    %317 = "stablehlo.broadcast_in_dim"(%316) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %318 = "stablehlo.add"(%312, %317) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %319 = "stablehlo.select"(%315, %318, %312) : (tensor<1xi1>, tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %320 = "stablehlo.constant"() <{value = dense<65536> : tensor<ui32>}> : () -> tensor<ui32>
    %321 = "stablehlo.broadcast_in_dim"(%320) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %322 = "stablehlo.remainder"(%321, %319) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %323 = "stablehlo.multiply"(%322, %322) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %324 = "stablehlo.remainder"(%323, %319) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %325 = "stablehlo.broadcast_in_dim"(%319) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<6xui32>
    %326 = "stablehlo.remainder"(%291, %325) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %327 = "stablehlo.broadcast_in_dim"(%324) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<6xui32>
    %328 = "stablehlo.multiply"(%326, %327) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %329 = "stablehlo.broadcast_in_dim"(%319) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<6xui32>
    %330 = "stablehlo.remainder"(%306, %329) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %331 = "stablehlo.add"(%328, %330) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %332 = "stablehlo.broadcast_in_dim"(%319) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<6xui32>
    %333 = "stablehlo.remainder"(%331, %332) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %334 = "stablehlo.convert"(%333) : (tensor<6xui32>) -> tensor<6xi32>
    %335 = "stablehlo.broadcast_in_dim"(%270) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xi32>) -> tensor<6xi32>
    %336 = "stablehlo.add"(%335, %334) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    "func.return"(%336) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg100: tensor<i32>, %arg101: tensor<i32>, %arg102: tensor<i32>):
    %255 = "stablehlo.maximum"(%arg101, %arg100) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %256 = "stablehlo.minimum"(%arg102, %255) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%256) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "clip_9", sym_visibility = "private"}> ({
  ^bb0(%arg97: tensor<i32>, %arg98: tensor<i32>, %arg99: tensor<i32>):
    %253 = "stablehlo.maximum"(%arg98, %arg97) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %254 = "stablehlo.minimum"(%arg99, %253) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%254) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<2x2xui32>, res_attrs = [{}], sym_name = "_threefry_split_10", sym_visibility = "private"}> ({
  ^bb0(%arg96: tensor<2xui32>):
    %236 = "stablehlo.slice"(%arg96) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %237 = "stablehlo.reshape"(%236) : (tensor<1xui32>) -> tensor<ui32>
    %238 = "stablehlo.slice"(%arg96) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %239 = "stablehlo.reshape"(%238) : (tensor<1xui32>) -> tensor<ui32>
    %240 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2xui64>
    %241 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %242 = "stablehlo.broadcast_in_dim"(%241) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2xui64>
    %243 = "stablehlo.multiply"(%242, %240) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
    %244 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %245 = "stablehlo.broadcast_in_dim"(%244) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2xui64>
    %246 = "stablehlo.shift_right_logical"(%243, %245) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
    %247 = "stablehlo.convert"(%243) : (tensor<2xui64>) -> tensor<2xui32>
    %248 = "stablehlo.convert"(%246) : (tensor<2xui64>) -> tensor<2xui32>
    %249:2 = "func.call"(%237, %239, %248, %247) <{callee = @threefry2x32_11}> : (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
    %250 = "stablehlo.broadcast_in_dim"(%249#0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xui32>) -> tensor<2x1xui32>
    %251 = "stablehlo.broadcast_in_dim"(%249#1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xui32>) -> tensor<2x1xui32>
    %252 = "stablehlo.concatenate"(%250, %251) <{dimension = 1 : i64}> : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
    "func.return"(%252) : (tensor<2x2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>), sym_name = "threefry2x32_11", sym_visibility = "private"}> ({
  ^bb0(%arg74: tensor<ui32>, %arg75: tensor<ui32>, %arg76: tensor<2xui32>, %arg77: tensor<2xui32>):
    %219 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %220 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %221 = "stablehlo.xor"(%arg74, %arg75) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %222 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %223 = "stablehlo.xor"(%221, %222) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %224 = "stablehlo.broadcast_in_dim"(%arg74) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %225 = "stablehlo.add"(%arg76, %224) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %226 = "stablehlo.broadcast_in_dim"(%arg75) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %227 = "stablehlo.add"(%arg77, %226) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %228 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %229 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %230:9 = "stablehlo.while"(%229, %228, %225, %227, %arg75, %223, %arg74, %219, %220) ({
    ^bb0(%arg87: tensor<i32>, %arg88: tensor<i32>, %arg89: tensor<2xui32>, %arg90: tensor<2xui32>, %arg91: tensor<ui32>, %arg92: tensor<ui32>, %arg93: tensor<ui32>, %arg94: tensor<4xui32>, %arg95: tensor<4xui32>):
      %234 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %235 = "stablehlo.compare"(%arg87, %234) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%235) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg78: tensor<i32>, %arg79: tensor<i32>, %arg80: tensor<2xui32>, %arg81: tensor<2xui32>, %arg82: tensor<ui32>, %arg83: tensor<ui32>, %arg84: tensor<ui32>, %arg85: tensor<4xui32>, %arg86: tensor<4xui32>):
      %231:8 = "func.call"(%arg79, %arg80, %arg81, %arg82, %arg83, %arg84, %arg85, %arg86) <{callee = @closed_call_12}> : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %232 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %233 = "stablehlo.add"(%arg78, %232) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%233, %231#0, %231#1, %231#2, %231#3, %231#4, %231#5, %231#6, %231#7) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%230#2, %230#3) : (tensor<2xui32>, tensor<2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_12", sym_visibility = "private"}> ({
  ^bb0(%arg66: tensor<i32>, %arg67: tensor<2xui32>, %arg68: tensor<2xui32>, %arg69: tensor<ui32>, %arg70: tensor<ui32>, %arg71: tensor<ui32>, %arg72: tensor<4xui32>, %arg73: tensor<4xui32>):
    %164 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %165 = "stablehlo.add"(%arg66, %164) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %166 = "stablehlo.slice"(%arg72) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %167 = "stablehlo.reshape"(%166) : (tensor<1xui32>) -> tensor<ui32>
    %168 = "stablehlo.add"(%arg67, %arg68) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %169 = "stablehlo.broadcast_in_dim"(%167) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %170 = "stablehlo.shift_left"(%arg68, %169) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %171 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %172 = "stablehlo.subtract"(%171, %167) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %173 = "stablehlo.broadcast_in_dim"(%172) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %174 = "stablehlo.shift_right_logical"(%arg68, %173) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %175 = "stablehlo.or"(%170, %174) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %176 = "stablehlo.xor"(%168, %175) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %177 = "stablehlo.slice"(%arg72) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %178 = "stablehlo.reshape"(%177) : (tensor<1xui32>) -> tensor<ui32>
    %179 = "stablehlo.add"(%168, %176) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %180 = "stablehlo.broadcast_in_dim"(%178) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %181 = "stablehlo.shift_left"(%176, %180) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %182 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %183 = "stablehlo.subtract"(%182, %178) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %184 = "stablehlo.broadcast_in_dim"(%183) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %185 = "stablehlo.shift_right_logical"(%176, %184) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %186 = "stablehlo.or"(%181, %185) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %187 = "stablehlo.xor"(%179, %186) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %188 = "stablehlo.slice"(%arg72) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %189 = "stablehlo.reshape"(%188) : (tensor<1xui32>) -> tensor<ui32>
    %190 = "stablehlo.add"(%179, %187) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %191 = "stablehlo.broadcast_in_dim"(%189) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %192 = "stablehlo.shift_left"(%187, %191) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %193 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %194 = "stablehlo.subtract"(%193, %189) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %195 = "stablehlo.broadcast_in_dim"(%194) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %196 = "stablehlo.shift_right_logical"(%187, %195) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %197 = "stablehlo.or"(%192, %196) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %198 = "stablehlo.xor"(%190, %197) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %199 = "stablehlo.slice"(%arg72) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %200 = "stablehlo.reshape"(%199) : (tensor<1xui32>) -> tensor<ui32>
    %201 = "stablehlo.add"(%190, %198) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %202 = "stablehlo.broadcast_in_dim"(%200) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %203 = "stablehlo.shift_left"(%198, %202) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %204 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %205 = "stablehlo.subtract"(%204, %200) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %206 = "stablehlo.broadcast_in_dim"(%205) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %207 = "stablehlo.shift_right_logical"(%198, %206) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %208 = "stablehlo.or"(%203, %207) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %209 = "stablehlo.xor"(%201, %208) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %210 = "stablehlo.broadcast_in_dim"(%arg69) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %211 = "stablehlo.add"(%201, %210) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %212 = "stablehlo.broadcast_in_dim"(%arg70) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %213 = "stablehlo.add"(%209, %212) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %214 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %215 = "stablehlo.add"(%arg66, %214) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %216 = "stablehlo.convert"(%215) : (tensor<i32>) -> tensor<ui32>
    %217 = "stablehlo.broadcast_in_dim"(%216) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %218 = "stablehlo.add"(%213, %217) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    "func.return"(%165, %211, %218, %arg70, %arg71, %arg69, %arg73, %arg72) : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<6xui32>, tensor<6xui32>) -> (tensor<6xui32>, tensor<6xui32>), sym_name = "threefry2x32_13", sym_visibility = "private"}> ({
  ^bb0(%arg44: tensor<ui32>, %arg45: tensor<ui32>, %arg46: tensor<6xui32>, %arg47: tensor<6xui32>):
    %147 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %148 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %149 = "stablehlo.xor"(%arg44, %arg45) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %150 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %151 = "stablehlo.xor"(%149, %150) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %152 = "stablehlo.broadcast_in_dim"(%arg44) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %153 = "stablehlo.add"(%arg46, %152) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %154 = "stablehlo.broadcast_in_dim"(%arg45) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %155 = "stablehlo.add"(%arg47, %154) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %156 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %157 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %158:9 = "stablehlo.while"(%157, %156, %153, %155, %arg45, %151, %arg44, %147, %148) ({
    ^bb0(%arg57: tensor<i32>, %arg58: tensor<i32>, %arg59: tensor<6xui32>, %arg60: tensor<6xui32>, %arg61: tensor<ui32>, %arg62: tensor<ui32>, %arg63: tensor<ui32>, %arg64: tensor<4xui32>, %arg65: tensor<4xui32>):
      %162 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %163 = "stablehlo.compare"(%arg57, %162) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%163) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg48: tensor<i32>, %arg49: tensor<i32>, %arg50: tensor<6xui32>, %arg51: tensor<6xui32>, %arg52: tensor<ui32>, %arg53: tensor<ui32>, %arg54: tensor<ui32>, %arg55: tensor<4xui32>, %arg56: tensor<4xui32>):
      %159:8 = "func.call"(%arg49, %arg50, %arg51, %arg52, %arg53, %arg54, %arg55, %arg56) <{callee = @closed_call_14}> : (tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %160 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %161 = "stablehlo.add"(%arg48, %160) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%161, %159#0, %159#1, %159#2, %159#3, %159#4, %159#5, %159#6, %159#7) : (tensor<i32>, tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%158#2, %158#3) : (tensor<6xui32>, tensor<6xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_14", sym_visibility = "private"}> ({
  ^bb0(%arg36: tensor<i32>, %arg37: tensor<6xui32>, %arg38: tensor<6xui32>, %arg39: tensor<ui32>, %arg40: tensor<ui32>, %arg41: tensor<ui32>, %arg42: tensor<4xui32>, %arg43: tensor<4xui32>):
    %92 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %93 = "stablehlo.add"(%arg36, %92) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %94 = "stablehlo.slice"(%arg42) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %95 = "stablehlo.reshape"(%94) : (tensor<1xui32>) -> tensor<ui32>
    %96 = "stablehlo.add"(%arg37, %arg38) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %97 = "stablehlo.broadcast_in_dim"(%95) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %98 = "stablehlo.shift_left"(%arg38, %97) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %99 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %100 = "stablehlo.subtract"(%99, %95) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %101 = "stablehlo.broadcast_in_dim"(%100) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %102 = "stablehlo.shift_right_logical"(%arg38, %101) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %103 = "stablehlo.or"(%98, %102) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %104 = "stablehlo.xor"(%96, %103) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %105 = "stablehlo.slice"(%arg42) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %106 = "stablehlo.reshape"(%105) : (tensor<1xui32>) -> tensor<ui32>
    %107 = "stablehlo.add"(%96, %104) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %108 = "stablehlo.broadcast_in_dim"(%106) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %109 = "stablehlo.shift_left"(%104, %108) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %110 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %111 = "stablehlo.subtract"(%110, %106) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %112 = "stablehlo.broadcast_in_dim"(%111) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %113 = "stablehlo.shift_right_logical"(%104, %112) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %114 = "stablehlo.or"(%109, %113) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %115 = "stablehlo.xor"(%107, %114) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %116 = "stablehlo.slice"(%arg42) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %117 = "stablehlo.reshape"(%116) : (tensor<1xui32>) -> tensor<ui32>
    %118 = "stablehlo.add"(%107, %115) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %119 = "stablehlo.broadcast_in_dim"(%117) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %120 = "stablehlo.shift_left"(%115, %119) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %121 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %122 = "stablehlo.subtract"(%121, %117) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %123 = "stablehlo.broadcast_in_dim"(%122) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %124 = "stablehlo.shift_right_logical"(%115, %123) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %125 = "stablehlo.or"(%120, %124) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %126 = "stablehlo.xor"(%118, %125) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %127 = "stablehlo.slice"(%arg42) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %128 = "stablehlo.reshape"(%127) : (tensor<1xui32>) -> tensor<ui32>
    %129 = "stablehlo.add"(%118, %126) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %130 = "stablehlo.broadcast_in_dim"(%128) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %131 = "stablehlo.shift_left"(%126, %130) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %132 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %133 = "stablehlo.subtract"(%132, %128) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %134 = "stablehlo.broadcast_in_dim"(%133) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %135 = "stablehlo.shift_right_logical"(%126, %134) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %136 = "stablehlo.or"(%131, %135) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %137 = "stablehlo.xor"(%129, %136) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %138 = "stablehlo.broadcast_in_dim"(%arg39) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %139 = "stablehlo.add"(%129, %138) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %140 = "stablehlo.broadcast_in_dim"(%arg40) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %141 = "stablehlo.add"(%137, %140) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    %142 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %143 = "stablehlo.add"(%arg36, %142) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %144 = "stablehlo.convert"(%143) : (tensor<i32>) -> tensor<ui32>
    %145 = "stablehlo.broadcast_in_dim"(%144) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<6xui32>
    %146 = "stablehlo.add"(%141, %145) : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xui32>
    "func.return"(%93, %139, %146, %arg40, %arg41, %arg39, %arg43, %arg42) : (tensor<i32>, tensor<6xui32>, tensor<6xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<8xi32>) -> tensor<8xi32>, res_attrs = [{}], sym_name = "_shuffle", sym_visibility = "private"}> ({
  ^bb0(%arg30: tensor<2xui32>, %arg31: tensor<8xi32>):
    %72 = "func.call"(%arg30) <{callee = @_threefry_split_10}> : (tensor<2xui32>) -> tensor<2x2xui32>
    %73 = "stablehlo.slice"(%72) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %74 = "stablehlo.reshape"(%73) : (tensor<1x2xui32>) -> tensor<2xui32>
    %75 = "stablehlo.slice"(%74) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %76 = "stablehlo.reshape"(%75) : (tensor<1xui32>) -> tensor<ui32>
    %77 = "stablehlo.slice"(%74) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %78 = "stablehlo.reshape"(%77) : (tensor<1xui32>) -> tensor<ui32>
    %79 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<8xui64>
    %80 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %81 = "stablehlo.broadcast_in_dim"(%80) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<8xui64>
    %82 = "stablehlo.multiply"(%81, %79) : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xui64>
    %83 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %84 = "stablehlo.broadcast_in_dim"(%83) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<8xui64>
    %85 = "stablehlo.shift_right_logical"(%82, %84) : (tensor<8xui64>, tensor<8xui64>) -> tensor<8xui64>
    %86 = "stablehlo.convert"(%82) : (tensor<8xui64>) -> tensor<8xui32>
    %87 = "stablehlo.convert"(%85) : (tensor<8xui64>) -> tensor<8xui32>
    %88:2 = "func.call"(%76, %78, %87, %86) <{callee = @threefry2x32_15}> : (tensor<ui32>, tensor<ui32>, tensor<8xui32>, tensor<8xui32>) -> (tensor<8xui32>, tensor<8xui32>)
    %89 = "stablehlo.xor"(%88#0, %88#1) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %90:2 = "stablehlo.sort"(%89, %arg31) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg32: tensor<ui32>, %arg33: tensor<ui32>, %arg34: tensor<i32>, %arg35: tensor<i32>):
      %91 = "stablehlo.compare"(%arg32, %arg33) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      "stablehlo.return"(%91) : (tensor<i1>) -> ()
    }) : (tensor<8xui32>, tensor<8xi32>) -> (tensor<8xui32>, tensor<8xi32>)
    "func.return"(%90#1) : (tensor<8xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<8xui32>, tensor<8xui32>) -> (tensor<8xui32>, tensor<8xui32>), sym_name = "threefry2x32_15", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<8xui32>, %arg11: tensor<8xui32>):
    %55 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %56 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %57 = "stablehlo.xor"(%arg8, %arg9) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %58 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %59 = "stablehlo.xor"(%57, %58) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %60 = "stablehlo.broadcast_in_dim"(%arg8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %61 = "stablehlo.add"(%arg10, %60) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %62 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %63 = "stablehlo.add"(%arg11, %62) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %64 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %65 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %66:9 = "stablehlo.while"(%65, %64, %61, %63, %arg9, %59, %arg8, %55, %56) ({
    ^bb0(%arg21: tensor<i32>, %arg22: tensor<i32>, %arg23: tensor<8xui32>, %arg24: tensor<8xui32>, %arg25: tensor<ui32>, %arg26: tensor<ui32>, %arg27: tensor<ui32>, %arg28: tensor<4xui32>, %arg29: tensor<4xui32>):
      %70 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %71 = "stablehlo.compare"(%arg21, %70) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%71) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg12: tensor<i32>, %arg13: tensor<i32>, %arg14: tensor<8xui32>, %arg15: tensor<8xui32>, %arg16: tensor<ui32>, %arg17: tensor<ui32>, %arg18: tensor<ui32>, %arg19: tensor<4xui32>, %arg20: tensor<4xui32>):
      %67:8 = "func.call"(%arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20) <{callee = @closed_call_16}> : (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %68 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %69 = "stablehlo.add"(%arg12, %68) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%69, %67#0, %67#1, %67#2, %67#3, %67#4, %67#5, %67#6, %67#7) : (tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%66#2, %66#3) : (tensor<8xui32>, tensor<8xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_16", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<8xui32>, %arg2: tensor<8xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %3 = "stablehlo.reshape"(%2) : (tensor<1xui32>) -> tensor<ui32>
    %4 = "stablehlo.add"(%arg1, %arg2) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %5 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %6 = "stablehlo.shift_left"(%arg2, %5) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %7 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %8 = "stablehlo.subtract"(%7, %3) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %10 = "stablehlo.shift_right_logical"(%arg2, %9) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %11 = "stablehlo.or"(%6, %10) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %12 = "stablehlo.xor"(%4, %11) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %13 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %14 = "stablehlo.reshape"(%13) : (tensor<1xui32>) -> tensor<ui32>
    %15 = "stablehlo.add"(%4, %12) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %16 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %17 = "stablehlo.shift_left"(%12, %16) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %18 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %19 = "stablehlo.subtract"(%18, %14) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %21 = "stablehlo.shift_right_logical"(%12, %20) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %22 = "stablehlo.or"(%17, %21) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %23 = "stablehlo.xor"(%15, %22) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %24 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %25 = "stablehlo.reshape"(%24) : (tensor<1xui32>) -> tensor<ui32>
    %26 = "stablehlo.add"(%15, %23) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %27 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %28 = "stablehlo.shift_left"(%23, %27) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %29 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %30 = "stablehlo.subtract"(%29, %25) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %32 = "stablehlo.shift_right_logical"(%23, %31) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %33 = "stablehlo.or"(%28, %32) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %34 = "stablehlo.xor"(%26, %33) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %35 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %36 = "stablehlo.reshape"(%35) : (tensor<1xui32>) -> tensor<ui32>
    %37 = "stablehlo.add"(%26, %34) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %38 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %39 = "stablehlo.shift_left"(%34, %38) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %40 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %41 = "stablehlo.subtract"(%40, %36) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %43 = "stablehlo.shift_right_logical"(%34, %42) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %44 = "stablehlo.or"(%39, %43) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %45 = "stablehlo.xor"(%37, %44) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %46 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %47 = "stablehlo.add"(%37, %46) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %48 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %49 = "stablehlo.add"(%45, %48) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    %50 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %51 = "stablehlo.add"(%arg0, %50) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %52 = "stablehlo.convert"(%51) : (tensor<i32>) -> tensor<ui32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<8xui32>
    %54 = "stablehlo.add"(%49, %53) : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xui32>
    "func.return"(%1, %47, %54, %arg4, %arg5, %arg3, %arg7, %arg6) : (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
