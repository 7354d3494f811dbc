// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches on the emulated device against loops in C++: every way of spreading an op over
// threads, with sizes that no block divides. Numbers are small integers, so that sums are
// exact in every order and a lost or doubled term shows.
#include "GpuFunction.h"

#include <random>

using namespace halftone;
using namespace halftone::test;

namespace {

const char *maps = R"(
#i = affine_map<(i) -> (i)>
#none1 = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
)";

HostTensor integers(DType type, std::vector<int64_t> shape, unsigned seed, int low = -4,
                    int high = 4) {
  HostTensor tensor(type, std::move(shape));
  std::mt19937 random(seed);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.setDouble(i, low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)));
  return tensor;
}

std::string typeOf(const HostTensor &tensor) {
  std::string text = "memref<";
  for (int64_t size : tensor.shape())
    text += std::to_string(size) + "x";
  return text + std::string(toString(tensor.dtype())) + ">";
}

/// `func @f` of arrays %a0, %a1, ... with the body, in which @0, @1 stand for types.
std::string function(const std::vector<HostTensor *> &arrays, std::string body,
                     const std::string &more = "") {
  std::string arguments;
  for (size_t i = 0; i < arrays.size(); ++i)
    arguments += (i ? ", %a" : "%a") + std::to_string(i) + ": " + typeOf(*arrays[i]);
  for (size_t i = 0; i < arrays.size(); ++i) {
    std::string key = "@" + std::to_string(i);
    for (size_t at; (at = body.find(key)) != std::string::npos;)
      body.replace(at, key.size(), typeOf(*arrays[i]));
  }
  return maps + std::string("func.func @f(") + arguments + more + ") {\n" + body + "  return\n}\n";
}

void expectEqual(const HostTensor &expected, const HostTensor &got, const std::string &what) {
  for (int64_t i = 0; i < expected.numElements(); ++i)
    ASSERT_EQ(expected.getDouble(i), got.getDouble(i)) << what << ", element " << i;
}

/// One generic op over (i, j) with one input and one result.
std::string generic(const std::string &resultMap, const std::string &kinds,
                    const std::string &body) {
  return "    linalg.generic {indexing_maps = [#ij, " + resultMap + "], iterator_types = [" +
         kinds + "]} ins(%a0 : @0) outs(%a1 : @1) {\n" + body + "    }\n";
}

TEST(GpuKernels, Elements) {
  HostTensor x = integers(DType::F32, {1000}, 1), y(DType::BF16, {1000});
  auto names = runOnGpu(function({&x, &y}, R"(  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%a0 : @0) outs(%a1 : @1) {
    ^bb0(%x: f32, %out: bf16):
      %c = arith.constant 3.0 : f32
      %0 = arith.mulf %x, %c : f32
      %1 = arith.addf %0, %x : f32
      %2 = arith.truncf %1 : f32 to bf16
      linalg.yield %2 : bf16
    }
  }
)"),
                        {&x, &y});
  EXPECT_EQ(names, std::vector<std::string>{"elementwise_0"});
  for (int64_t i = 0; i < 1000; ++i)
    ASSERT_EQ(y.getDouble(i), 4 * x.getDouble(i)) << i;
}

TEST(GpuKernels, VectorsAndBroadcast) {
  HostTensor x = integers(DType::F32, {130, 512}, 1), v = integers(DType::BF16, {512}, 2),
             y(DType::F16, {130, 512});
  runOnGpu(function({&x, &v, &y}, R"(  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#ij, #col, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%a0, %a1 : @0, @1) outs(%a2 : @2) {
    ^bb0(%x: f32, %v: bf16, %out: f16):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %f = arith.sitofp %k : i32 to f32
      %w = arith.extf %v : bf16 to f32
      %0 = arith.mulf %x, %w : f32
      %1 = arith.addf %0, %f : f32
      %2 = arith.truncf %1 : f32 to f16
      linalg.yield %2 : f16
    }
  }
)"),
           {&x, &v, &y});
  for (int64_t i = 0; i < 130 * 512; ++i)
    ASSERT_EQ(y.getDouble(i), x.getDouble(i) * v.getDouble(i % 512) + double(i % 512)) << i;
}

TEST(GpuKernels, TransposeAndGather) {
  HostTensor x = integers(DType::F32, {33, 65}, 1), table = integers(DType::F64, {7, 3}, 2),
             places = integers(DType::I32, {65}, 3, 0, 6), y(DType::F64, {65, 33});
  runOnGpu(function({&x, &table, &places, &y}, R"(  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#ji, #row, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%a0, %a2 : @0, @2) outs(%a3 : @3) {
    ^bb0(%x: f32, %p: i32, %out: f64):
      %k = arith.index_cast %p : i32 to index
      %two = arith.constant 2 : index
      %t = memref.load %a1[%k, %two] : @1
      %w = arith.extf %x : f32 to f64
      %0 = arith.mulf %w, %t : f64
      linalg.yield %0 : f64
    }
  }
)"),
           {&x, &table, &places, &y});
  for (int64_t i = 0; i < 65; ++i)
    for (int64_t j = 0; j < 33; ++j)
      ASSERT_EQ(y.getDouble(i * 33 + j),
                x.getDouble(j * 65 + i) * table.getDouble(places.getInt(i) * 3 + 2));
}

struct Shape {
  int64_t rows, columns;
};

/// A sum and a maximum of each row or column, from what the results held before.
void checkReduction(DType type, Shape shape, bool rows, const std::string &kind) {
  std::string element(toString(type)), real = isFloat(type) ? "f" : "i";
  std::string most = isFloat(type) ? "maximumf" : "maxsi";
  HostTensor x = integers(type, {shape.rows, shape.columns}, 5);
  HostTensor sum = integers(type, {rows ? shape.rows : shape.columns}, 6, -2, 2);
  HostTensor max = integers(type, {rows ? shape.rows : shape.columns}, 7, -5, 3);
  HostTensor expectedSum = sum, expectedMax = max;
  for (int64_t i = 0; i < shape.rows; ++i)
    for (int64_t j = 0; j < shape.columns; ++j) {
      int64_t at = rows ? i : j;
      double value = x.getDouble(i * shape.columns + j);
      expectedSum.setDouble(at, expectedSum.getDouble(at) + value);
      expectedMax.setDouble(at, std::max(expectedMax.getDouble(at), value));
    }
  std::string map = rows ? "#row" : "#col";
  std::string kinds = rows ? R"("parallel", "reduction")" : R"("reduction", "parallel")";
  runOnGpu(function({&x, &sum, &max}, "  kernel.launch " + kind + R"( {
    linalg.generic {indexing_maps = [#ij, )" +
                                          map + ", " + map + R"(], iterator_types = [)" + kinds +
                                          R"(]} ins(%a0 : @0) outs(%a1, %a2 : @1, @2) {
    ^bb0(%x: )" + element + ", %s: " + element +
                                          ", %m: " + element + R"():
      %0 = arith.add)" + real +
                                          " %s, %x : " + element + R"(
      %1 = arith.)" + most +
                                          " %m, %x : " + element + R"(
      linalg.yield %0, %1 : )" + element + ", " +
                                          element + R"(
    }
  }
)"),
           {&x, &sum, &max});
  std::string what = element + " " + std::to_string(shape.rows) + "x" +
                     std::to_string(shape.columns) + (rows ? " rows " : " columns ") + kind;
  expectEqual(expectedSum, sum, "sum of " + what);
  expectEqual(expectedMax, max, "maximum of " + what);
}

TEST(GpuKernels, RowSums) {
  for (Shape shape : {Shape{300, 7}, Shape{100, 300}, Shape{9, 32}, Shape{5, 3001}, Shape{1, 77}})
    checkReduction(DType::F32, shape, /*rows=*/true, "concurrent");
}

TEST(GpuKernels, ColumnSums) {
  for (Shape shape : {Shape{100, 300}, Shape{1001, 45}, Shape{5, 77}, Shape{12, 70000}})
    checkReduction(DType::F32, shape, /*rows=*/false, "concurrent");
}

/// What lanes exchange is narrower or wider than 32 bits.
TEST(GpuKernels, SumsOfOtherTypes) {
  for (DType type : {DType::F64, DType::F16, DType::BF16, DType::I8, DType::I16, DType::I64})
    for (bool rows : {false, true}) {
      checkReduction(type, {11, 45}, rows, "concurrent");
      checkReduction(type, {45, 11}, rows, "block");
    }
}

/// One block does all of it: warps take rows, slices of the block columns, threads rest.
TEST(GpuKernels, SumsOfABlock) {
  for (Shape shape : {Shape{1, 600}, Shape{30, 40}, Shape{300, 40}, Shape{3, 5}})
    for (bool rows : {false, true})
      checkReduction(DType::F32, shape, rows, "block");
}

TEST(GpuKernels, FullSum) {
  HostTensor x = integers(DType::F32, {77, 131}, 1), y = integers(DType::F32, {}, 2);
  double expected = y.getDouble(0);
  for (int64_t i = 0; i < x.numElements(); ++i)
    expected += x.getDouble(i);
  auto names = runOnGpu(function({&x, &y}, "  kernel.launch concurrent {\n" +
                                               generic("#none", R"("reduction", "reduction")",
                                                       R"(^bb0(%x: f32, %out: f32):
      %0 = arith.addf %x, %out : f32
      linalg.yield %0 : f32
)") + "  }\n"),
                        {&x, &y});
  EXPECT_EQ(names, std::vector<std::string>{"reduce_0"});
  EXPECT_EQ(y.getDouble(0), expected);
}

/// A result for each point beside a sum, and input from what is written.
TEST(GpuKernels, SumWithSideResult) {
  for (const char *kind : {"concurrent", "rows 40", "block"}) {
    HostTensor x = integers(DType::F32, {40, 50}, 1), sum = integers(DType::F32, {40}, 2),
               y(DType::F32, {40, 50}), expected = sum;
    for (int64_t i = 0; i < 2000; ++i)
      expected.setDouble(i / 50, expected.getDouble(i / 50) + 2 * x.getDouble(i));
    runOnGpu(function({&x, &sum, &y}, std::string("  kernel.launch ") + kind + R"( {
    linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "reduction"]}
        ins(%a0 : @0) outs(%a1, %a2 : @1, @2) {
    ^bb0(%x: f32, %s: f32, %out: f32):
      %0 = arith.addf %x, %x : f32
      %1 = arith.addf %s, %0 : f32
      linalg.yield %1, %0 : f32, f32
    }
  }
)"),
             {&x, &sum, &y});
    expectEqual(expected, sum, std::string("sum, ") + kind);
    for (int64_t i = 0; i < 2000; ++i)
      ASSERT_EQ(y.getDouble(i), 2 * x.getDouble(i)) << kind << " " << i;
  }
}

/// The first place of the largest: a body that no single op combines.
TEST(GpuKernels, ArgMaxInOrder) {
  for (const char *kind : {"concurrent", "rows 300", "block"}) {
    HostTensor x = integers(DType::F32, {300, 21}, 1), best(DType::F32, {300}),
               place(DType::I32, {300});
    for (int64_t i = 0; i < 300; ++i)
      best.setDouble(i, -100);
    runOnGpu(function({&x, &best, &place}, std::string("  kernel.launch ") + kind + R"( {
    linalg.generic {indexing_maps = [#ij, #row, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a0 : @0) outs(%a1, %a2 : @1, @2) {
    ^bb0(%x: f32, %b: f32, %p: i32):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %more = arith.cmpf ogt, %x, %b : f32
      %0 = arith.select %more, %x, %b : f32
      %1 = arith.select %more, %k, %p : i32
      linalg.yield %0, %1 : f32, i32
    }
  }
)"),
             {&x, &best, &place});
    for (int64_t i = 0; i < 300; ++i) {
      int64_t expected = 0;
      for (int64_t j = 1; j < 21; ++j)
        if (x.getDouble(i * 21 + j) > x.getDouble(i * 21 + expected))
          expected = j;
      ASSERT_EQ(place.getInt(i), expected) << kind << " " << i;
      ASSERT_EQ(best.getDouble(i), x.getDouble(i * 21 + expected));
    }
  }
}

/// Each op reads what others wrote of its row: first its maximum, then the sum of what
/// is left, then that sum from each.
void checkRows(Shape shape, int64_t rows) {
  HostTensor x = integers(DType::F32, {shape.rows, shape.columns}, 1),
             max(DType::F32, {shape.rows}), sum(DType::F32, {shape.rows}),
             y(DType::F32, {shape.rows, shape.columns});
  runOnGpu(function({&x, &max, &sum, &y}, R"(  %zero = arith.constant 0.0 : f32
  kernel.launch rows )" + std::to_string(rows) +
                                              R"( {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} outs(%a1, %a2 : @1, @2) {
    ^bb0(%m: f32, %s: f32):
      linalg.yield %zero, %zero : f32, f32
    }
    linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a0 : @0) outs(%a1 : @1) {
    ^bb0(%x: f32, %m: f32):
      %0 = arith.maximumf %m, %x : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#ij, #row, #row, #ij], iterator_types = ["parallel", "reduction"]}
        ins(%a0, %a1 : @0, @1) outs(%a2, %a3 : @2, @3) {
    ^bb0(%x: f32, %m: f32, %s: f32, %out: f32):
      %0 = arith.subf %x, %m : f32
      %1 = arith.addf %s, %0 : f32
      linalg.yield %1, %0 : f32, f32
    }
    linalg.generic {indexing_maps = [#row, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%a2 : @2) outs(%a3 : @3) {
    ^bb0(%s: f32, %out: f32):
      %0 = arith.subf %out, %s : f32
      linalg.yield %0 : f32
    }
  }
)"),
           {&x, &max, &sum, &y});
  for (int64_t i = 0; i < shape.rows; ++i) {
    double most = 0, total = 0;
    for (int64_t j = 0; j < shape.columns; ++j)
      most = std::max(most, x.getDouble(i * shape.columns + j));
    for (int64_t j = 0; j < shape.columns; ++j)
      total += x.getDouble(i * shape.columns + j) - most;
    for (int64_t j = 0; j < shape.columns; ++j) {
      int64_t at = i * shape.columns + j;
      ASSERT_EQ(y.getDouble(at), x.getDouble(at) - most - total)
          << shape.rows << "x" << shape.columns << ", " << rows << " rows: " << i << ", " << j;
    }
  }
}

TEST(GpuKernels, Rows) {
  checkRows({65, 300}, 65);     // a block for each row
  checkRows({3, 1000}, 3);      // a larger one
  checkRows({33, 40}, 33);      // a warp for each row
  checkRows({1027, 270}, 1027); // longer ones, and many
  checkRows({60, 100}, 6);      // a row of ten rows
  checkRows({60, 3}, 20);       // and of three short ones
}

TEST(GpuKernels, BlockWithLoops) {
  HostTensor x = integers(DType::F32, {10}, 1), s = integers(DType::F32, {}, 2, 1, 1),
             t(DType::F32, {3, 10}), n(DType::I32, {2});
  n.setInt(0, 3);
  runOnGpu(function({&x, &s, &t, &n}, R"(  kernel.launch block {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %n = memref.load %a3[%c0] : @3
    %end = arith.index_cast %n : i32 to index
    scf.for %i = %c0 to %end step %c1 {
      linalg.generic {indexing_maps = [#i, #none1], iterator_types = ["reduction"]} ins(%a0 : @0) outs(%a1 : @1) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.addf %out, %in : f32
        linalg.yield %0 : f32
      }
      %v = memref.load %a1[] : @1
      %w = arith.addf %v, %v : f32
      memref.store %w, %a1[] : @1
      linalg.generic {indexing_maps = [#none1, #i], iterator_types = ["parallel"]} ins(%a1 : @1) outs(%a0 : @0) {
      ^bb0(%s: f32, %out: f32):
        %0 = arith.subf %out, %s : f32
        linalg.yield %0 : f32
      }
      %sub = memref.subview %a2[%i, 0] [1, 10] [1, 1] : @2 to memref<10xf32, strided<[1], offset: ?>>
      memref.copy %a0, %sub : @0 to memref<10xf32, strided<[1], offset: ?>>
      %old = memref.load %a3[%c1] : @3
      %odd = arith.trunci %old : i32 to i1
      scf.if %odd {
        %more = arith.addi %old, %n : i32
        memref.store %more, %a3[%c1] : @3
      } else {
        %more = arith.addi %old, %one : i32
        memref.store %more, %a3[%c1] : @3
      }
    }
  }
)"),
           {&x, &s, &t, &n});
  HostTensor values = integers(DType::F32, {10}, 1);
  double total = 1;
  for (int64_t i = 0; i < 3; ++i) {
    for (int64_t j = 0; j < 10; ++j)
      total += values.getDouble(j);
    total *= 2;
    for (int64_t j = 0; j < 10; ++j) {
      values.setDouble(j, values.getDouble(j) - total);
      ASSERT_EQ(t.getDouble(i * 10 + j), values.getDouble(j)) << i << ", " << j;
    }
  }
  EXPECT_EQ(s.getDouble(0), total);
  EXPECT_EQ(n.getInt(1), 5);
}

/// A loop that ends by what it computed, on one thread.
TEST(GpuKernels, ScalarsOnly) {
  HostTensor n = integers(DType::I32, {1}, 1, 27, 27), steps(DType::I32, {1});
  runOnGpu(function({&n, &steps}, R"(  kernel.launch block {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    %zero = arith.constant 0 : i32
    %start = memref.load %a0[%c0] : @0
    %end:2 = scf.while (%v = %start, %k = %zero) : (i32, i32) -> (i32, i32) {
      %go = arith.cmpi ne, %v, %one : i32
      scf.condition(%go) %v, %k : i32, i32
    } do {
    ^bb0(%v: i32, %k: i32):
      %odd = arith.trunci %v : i32 to i1
      %half = arith.divui %v, %two : i32
      %triple = arith.muli %v, %three : i32
      %up = arith.addi %triple, %one : i32
      %next = arith.select %odd, %up, %half : i32
      %more = arith.addi %k, %one : i32
      scf.yield %next, %more : i32, i32
    }
    memref.store %end#1, %a1[%c0] : @1
  }
)"),
           {&n, &steps});
  EXPECT_EQ(steps.getInt(0), 111); // Collatz
}

/// Views: of bytes, of parts, from an offset that is known at run time only.
TEST(GpuKernels, Views) {
  HostTensor bytes(DType::I8, {4096}), x = integers(DType::F32, {8, 30}, 1), y(DType::F32, {30});
  runOnGpu(function({&bytes, &x, &y}, R"(  %c256 = arith.constant 256 : index
  %part = memref.view %a0[%c256][] : @0 to memref<30xf32>
  %line = memref.subview %a1[%k, 0] [1, 30] [1, 1] : @1 to memref<30xf32, strided<[1], offset: ?>>
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
        ins(%line : memref<30xf32, strided<[1], offset: ?>>) outs(%part : memref<30xf32>) {
    ^bb0(%x: f32, %out: f32):
      %0 = arith.addf %x, %x : f32
      linalg.yield %0 : f32
    }
  }
  kernel.launch concurrent {
    linalg.generic {indexing_maps = [affine_map<(i) -> (29 - i)>, #i], iterator_types = ["parallel"]}
        ins(%part : memref<30xf32>) outs(%a2 : @2) {
    ^bb0(%x: f32, %out: f32):
      linalg.yield %x : f32
    }
  }
)",
                    ", %k: index"),
           {&bytes, &x, &y}, {5});
  for (int64_t i = 0; i < 30; ++i)
    ASSERT_EQ(y.getDouble(i), 2 * x.getDouble(5 * 30 + 29 - i)) << i;
}

/// Items of several kinds in one launch; each finds its blocks.
TEST(GpuKernels, ManyItems) {
  std::vector<HostTensor> storage;
  std::vector<HostTensor *> arrays;
  std::string body = "  kernel.launch concurrent {\n";
  for (int64_t i = 0; i < 7; ++i) {
    storage.push_back(integers(DType::F32, {100 * i + 3}, unsigned(i)));
    storage.push_back(
        HostTensor(DType::F32, i % 2 ? std::vector<int64_t>{} : storage.back().shape()));
  }
  for (HostTensor &tensor : storage)
    arrays.push_back(&tensor);
  for (size_t i = 0; i < 14; i += 2) {
    bool sum = i % 4 == 2;
    body += "    linalg.generic {indexing_maps = [#i, " + std::string(sum ? "#none1" : "#i") +
            "], iterator_types = [" + (sum ? "\"reduction\"" : "\"parallel\"") + "]} ins(%a" +
            std::to_string(i) + " : " + typeOf(storage[i]) + ") outs(%a" + std::to_string(i + 1) +
            " : " + typeOf(storage[i + 1]) +
            ") {\n    ^bb0(%x: f32, %out: f32):\n      %0 = arith.addf " +
            (sum ? "%x, %out" : "%x, %x") + " : f32\n      linalg.yield %0 : f32\n    }\n";
  }
  auto names = runOnGpu(function(arrays, body + "  }\n"), arrays);
  EXPECT_EQ(names, std::vector<std::string>{"concurrent_0"});
  for (size_t i = 0; i < 14; i += 2) {
    double total = 0;
    for (int64_t k = 0; k < storage[i].numElements(); ++k) {
      total += storage[i].getDouble(k);
      if (i % 4 == 0) {
        ASSERT_EQ(storage[i + 1].getDouble(k), 2 * storage[i].getDouble(k)) << i << " " << k;
      }
    }
    if (i % 4 == 2) {
      ASSERT_EQ(storage[i + 1].getDouble(0), total) << i;
    }
  }
}

/// Types that GPUs have in memory only.
TEST(GpuKernels, EightBits) {
  HostTensor x = integers(DType::F8E4M3FN, {1001}, 1, -8, 8), y(DType::F8E5M2, {1001});
  runOnGpu(function({&x, &y}, R"(  kernel.launch concurrent {
    linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%a0 : @0) outs(%a1 : @1) {
    ^bb0(%x: f8E4M3FN, %out: f8E5M2):
      %0 = arith.extf %x : f8E4M3FN to f32
      %1 = arith.addf %0, %0 : f32
      %2 = arith.truncf %1 : f32 to f8E5M2
      linalg.yield %2 : f8E5M2
    }
  }
)"),
           {&x, &y});
  HostTensor expected(DType::F8E5M2, {1001});
  for (int64_t i = 0; i < 1001; ++i)
    expected.setDouble(i, 2 * x.getDouble(i));
  expectEqual(expected, y, "f8");
}

TEST(GpuKernels, NothingToDo) {
  HostTensor x(DType::F32, {0, 5}), y = integers(DType::F32, {5}, 1), before = y;
  auto names = runOnGpu(function({&x, &y}, "  kernel.launch concurrent {\n" +
                                               generic("#col", R"("reduction", "parallel")",
                                                       R"(^bb0(%x: f32, %out: f32):
      %0 = arith.addf %x, %out : f32
      linalg.yield %0 : f32
)") + "  }\n"),
                        {&x, &y});
  EXPECT_TRUE(names.empty());
  expectEqual(before, y, "untouched");
}

} // namespace
