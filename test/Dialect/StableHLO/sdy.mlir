// RUN: halftone-opt %s | FileCheck %s
// RUN: halftone-opt %s | halftone-opt | FileCheck %s
// RUN: halftone-opt %s --convert-stablehlo-to-train | FileCheck %s --check-prefix=TRAIN --implicit-check-not=sdy.mesh

// JAX prints an empty mesh wherever random numbers are drawn. On one device it means nothing.
// CHECK: "sdy.mesh"() {mesh = "<[]>", stablehlo.mesh = {axes = []}, sym_name = "empty_mesh"}
sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
// CHECK: "sdy.mesh"() {mesh = "<[\22x\22=2, \22y\22=4]>", sym_name = "mesh"}
sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK: "sdy.mesh"() <{mesh = "mesh<[]>", sym_name = "generic"}>
"sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "generic"}> : () -> ()

// CHECK-LABEL: func.func @constrained(
// CHECK-SAME: {sdy.sharding = "sharding<@mesh, [{\22x\22}, {?}]>"}
// CHECK: %[[A:.*]] = "sdy.sharding_constraint"(%arg0) {sharding = "<@empty_mesh, [{}]>"} : (tensor<2xui32>) -> tensor<2xui32>
// CHECK: "sdy.sharding_constraint"(%[[A]]) <{sharding = "sharding<@mesh, [{\22x\22:(1)2, ?}]>"}>
// TRAIN-LABEL: func.func @constrained(
// TRAIN-NEXT: return %arg0
func.func @constrained(%key: tensor<2xui32>, %x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) -> tensor<2xui32> {
  %0 = sdy.sharding_constraint %key <@empty_mesh, [{}]> : tensor<2xui32>
  %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@mesh, [{"x":(1)2, ?}]>}> : (tensor<2xui32>) -> tensor<2xui32>
  return %1 : tensor<2xui32>
}

// RUN: echo 'sdy.mesh @m = <[(]' | not halftone-opt 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: custom op 'sdy.mesh' expected a mesh or a sharding
