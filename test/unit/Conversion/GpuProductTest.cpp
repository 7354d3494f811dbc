// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products on a GPU: each case is one `kernel.product`, lowered to PTX, run on the
// emulated device, and compared with a sum in f64 (f64 products: in long double) within
// the bound of ProductKernel.h. Memory between the elements of a view must stay as it
// was. Cases that compute with less than they say must fail the bound.
#include "halftone/Conversion/Passes.h"
#include "halftone/Emulator/Launch.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/GpuAot.h"
#include "halftone/Pipelines/GpuPipeline.h"
#include "halftone/Support/Rounding.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace mlir;
using namespace halftone;

namespace {

/// A product as an Einstein sum, one letter for each dimension, in the order in which
/// they lie in memory: "mk,kn->mn", or "mk,kn,n->mn" with a bias.
struct Product {
  std::string sum;
  std::map<char, int64_t> extents;
  DType lhs = DType::BF16, rhs = DType::BF16, dest = DType::F32;
  DType acc = DType::F32;
  bool tf32 = false;
  DType bias = DType::F32;
  int64_t gap = 0;         ///< elements between lines of each operand
  bool lateOffset = false; ///< lhs starts a line later, known at run time only
};

struct Array {
  std::string letters;
  DType type;
  std::vector<int64_t> shape; ///< of the buffer
  int64_t offset = 0;         ///< of the view's first element
  std::vector<uint8_t> bytes;
  uint8_t *device = nullptr;

  size_t size() const { return bytes.size() / byteSize(type); }
  double at(int64_t i) const {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + static_cast<size_t>(i) * byteSize(type), byteSize(type));
    if (type == DType::I32)
      return static_cast<int32_t>(bits);
    return std::bit_cast<double>(convertBits(bits, type, DType::F64));
  }
  void set(int64_t i, double value) {
    uint64_t bits = type == DType::I32
                        ? static_cast<uint32_t>(static_cast<int32_t>(value * 100))
                        : convertBits(std::bit_cast<uint64_t>(value), DType::F64, type);
    std::memcpy(bytes.data() + static_cast<size_t>(i) * byteSize(type), &bits, byteSize(type));
  }
  int64_t stride(char letter) const {
    int64_t stride = 1;
    for (size_t i = letters.size(); i-- > 0; stride *= shape[i])
      if (letters[i] == letter)
        return stride;
    return 0;
  }
};

std::string times(const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text;
}

/// The op's text and its arrays.
class Case {
public:
  explicit Case(const Product &product) : product(product) {
    std::string text = product.sum;
    size_t arrow = text.find("->");
    std::string dest = text.substr(arrow + 2);
    std::vector<std::string> operands;
    std::stringstream list(text.substr(0, arrow));
    for (std::string each; std::getline(list, each, ',');)
      operands.push_back(each);
    add(operands[0], product.lhs);
    add(operands[1], product.rhs);
    if (operands.size() > 2)
      add(operands[2], product.bias);
    add(dest, product.dest);
    if (product.lateOffset) {
      ++arrays[0].shape[0];
      arrays[0].offset = arrays[0].stride(arrays[0].letters[0]);
    }
    std::mt19937 random(static_cast<uint32_t>(std::hash<std::string>()(text)));
    std::uniform_real_distribution<double> mantissa(-1, 1);
    for (Array &array : arrays) {
      size_t count = 1;
      for (int64_t size : array.shape)
        count *= static_cast<size_t>(size);
      array.bytes.assign(count * byteSize(array.type), 0xff);
      if (&array != &arrays.back())
        forEach(array.letters, [&](const std::map<char, int64_t> &at) {
          array.set(place(array, at), std::ldexp(mantissa(random), int(random() % 6) - 3));
        });
    }
  }

  /// The function `name`, whose arguments are the buffers.
  std::string text(const std::string &name) const {
    std::string letters, arguments, views, operands, maps, types;
    for (auto &[letter, extent] : product.extents)
      letters += (letters.empty() ? "" : ", ") + std::string(1, letter);
    for (size_t i = 0; i < arrays.size(); ++i) {
      const Array &array = arrays[i];
      std::string value = "%a" + std::to_string(i), view = value, element = toString(array.type);
      std::string buffer = "memref<" + times(array.shape) + element + ">", type = buffer;
      arguments += (i ? ", " : "") + value + ": " + buffer;
      if (product.gap || (product.lateOffset && i == 0)) {
        view += "v";
        std::string sizes, offsets, strides, ones, shape;
        for (char letter : array.letters) {
          std::string comma = sizes.empty() ? "" : ", ";
          sizes += comma + std::to_string(product.extents.at(letter));
          strides += comma + std::to_string(array.stride(letter));
          ones += comma + "1";
          bool late = product.lateOffset && i == 0 && letter == array.letters[0];
          offsets += comma + (late ? "%late" : "0");
          shape += std::to_string(product.extents.at(letter)) + "x";
        }
        type = "memref<" + shape + element + ", strided<[" + strides + "]" +
               (product.lateOffset && i == 0 ? ", offset: ?>>" : ">>");
        views += "  " + view + " = memref.subview " + value + "[" + offsets + "] [" + sizes +
                 "] [" + ones + "] : " + buffer + " to " + type + "\n";
      }
      operands += (i == 0                   ? ""
                   : i + 1 == arrays.size() ? " into "
                   : i == 2                 ? " bias "
                                            : ", ") +
                  view;
      types += (i ? ", " : "") + type;
      std::string results;
      for (char letter : array.letters)
        results += (results.empty() ? "" : ", ") + std::string(1, letter);
      maps += (i ? ", " : "") + ("affine_map<(" + letters + ") -> (" + results + ")>");
    }
    if (product.lateOffset)
      arguments += ", %late: index";
    return "func.func @" + name + "(" + arguments + ") {\n" + views + "  kernel.product " +
           operands + " acc " + toString(product.acc) + (product.tf32 ? " tf32" : "") +
           " {indexing_maps = [" + maps + "]} : (" + types + ") -> ()\n  return\n}\n";
  }

  /// Runs its kernel, launched by `launch`.
  void run(const emulator::Module &module, gpu::LaunchFuncOp launch) {
    emulator::Memory memory;
    for (Array &array : arrays) {
      array.device = static_cast<uint8_t *>(memory.allocate(array.bytes.size()));
      std::copy(array.bytes.begin(), array.bytes.end(), array.device);
    }
    std::vector<uint64_t> values;
    for (Value operand : launch.getKernelOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument) // the offset, where the host computes it
        values.push_back(static_cast<uint64_t>(arrays[0].offset));
      else if (argument.getType().isIndex())
        values.push_back(1);
      else
        values.push_back(reinterpret_cast<uint64_t>(arrays[argument.getArgNumber()].device));
    }
    std::vector<const void *> pointers;
    for (uint64_t &value : values)
      pointers.push_back(&value);
    auto sizes = [](gpu::KernelDim3 dims) {
      auto size = [](Value value) { return static_cast<uint32_t>(*getConstantIntValue(value)); };
      return emulator::Dim3{size(dims.x), size(dims.y), size(dims.z)};
    };
    const emulator::Kernel *kernel = module.find(launch.getKernelName().str());
    ASSERT_TRUE(kernel);
    Status status =
        emulator::launch(*kernel, sizes(launch.getGridSizeOperandValues()),
                         sizes(launch.getBlockSizeOperandValues()), 0, pointers.data(), memory);
    ASSERT_TRUE(status) << status.error();
    for (Array &array : arrays) {
      std::vector<uint8_t> after(array.device, array.device + array.bytes.size());
      if (&array != &arrays.back()) {
        EXPECT_EQ(after, array.bytes) << "an operand was written";
      }
      array.bytes = after;
    }
  }

  /// How many results lie outside the bound for an accumulator of type `acc`.
  int64_t violations(DType acc, bool tf32) const {
    FloatFormat format = floatFormat(product.dest), sums = floatFormat(acc);
    bool exact = product.dest == DType::I32;
    double unit = std::ldexp(1.0, -sums.mantissaBits - 1);
    double unitDest = exact ? 0 : std::ldexp(1.0, -format.mantissaBits - 1);
    double least = exact ? 0 : std::ldexp(1.0, format.minExponent() - format.mantissaBits - 1);
    double leastSum = std::ldexp(1.0, sums.minExponent() - sums.mantissaBits);
    const Array &dest = arrays.back();
    std::string contracted;
    for (auto &[letter, extent] : product.extents)
      if (dest.letters.find(letter) == std::string::npos)
        contracted += letter;
    int64_t count = 0;
    forEach(dest.letters, [&](const std::map<char, int64_t> &at) {
      long double sum = 0, magnitude = 0;
      int64_t terms = 0;
      std::map<char, int64_t> all = at;
      forEach(contracted, [&](const std::map<char, int64_t> &k) {
        for (auto &[letter, index] : k)
          all[letter] = index;
        long double term = static_cast<long double>(arrays[0].at(place(arrays[0], all))) *
                           arrays[1].at(place(arrays[1], all));
        sum += term;
        magnitude += std::fabs(term);
        ++terms;
      });
      double operands = tf32 ? static_cast<double>(magnitude) * 0x1.01p-10 : 0;
      if (arrays.size() > 3) {
        double bias = arrays[2].at(place(arrays[2], at));
        sum += bias;
        magnitude += std::fabs(bias);
      }
      double error = exact ? 0
                           : operands + static_cast<double>(2 * terms + 4) *
                                            (unit * static_cast<double>(magnitude) + leastSum);
      double bound = error + unitDest * (static_cast<double>(std::fabs(sum)) + error) + least;
      double distance = static_cast<double>(std::fabs(dest.at(place(dest, at)) - sum));
      count += !(distance <= bound);
    });
    return count;
  }

  bool gapsUntouched() const {
    const Array &dest = arrays.back();
    std::vector<bool> element(dest.size());
    forEach(dest.letters, [&](const std::map<char, int64_t> &at) {
      element[static_cast<size_t>(place(dest, at))] = true;
    });
    for (size_t i = 0; i < dest.bytes.size(); ++i)
      if (!element[i / byteSize(dest.type)] && dest.bytes[i] != 0xff)
        return false;
    return true;
  }

  std::string describe() const {
    std::string text = product.sum + " " + toString(product.lhs) + " " + toString(product.rhs) +
                       " -> " + toString(product.dest) + " acc " + toString(product.acc);
    for (auto &[letter, extent] : product.extents)
      text += std::string(" ") + letter + "=" + std::to_string(extent);
    return text;
  }

  Product product;

private:
  void add(const std::string &letters, DType type) {
    Array array{letters, type, {}, 0, {}, nullptr};
    for (char letter : letters)
      array.shape.push_back(product.extents.at(letter));
    if (!letters.empty())
      array.shape.back() += product.gap;
    arrays.push_back(array);
  }
  static std::string toString(DType type) { return std::string(halftone::toString(type)); }

  static int64_t place(const Array &array, const std::map<char, int64_t> &at) {
    int64_t index = array.offset;
    for (char letter : array.letters)
      index += at.at(letter) * array.stride(letter);
    return index;
  }

  template <typename Visit> void forEach(const std::string &letters, Visit visit) const {
    std::map<char, int64_t> at;
    for (char letter : letters)
      at[letter] = 0;
    for (;;) {
      visit(at);
      size_t i = letters.size();
      for (; i-- > 0;) {
        if (++at[letters[i]] < product.extents.at(letters[i]))
          break;
        at[letters[i]] = 0;
      }
      if (i == static_cast<size_t>(-1))
        return;
    }
  }

  std::vector<Array> arrays; ///< lhs, rhs, bias if there is one, dest
};

/// Compiles all cases as one module and runs them.
std::vector<Case> runCases(const std::vector<Product> &products, const std::string &chip) {
  std::vector<Case> cases;
  std::string text;
  for (size_t i = 0; i < products.size(); ++i)
    text += cases.emplace_back(products[i]).text("f" + std::to_string(i));
  DialectRegistry registry;
  pipelines::registerCpuPipelineDialects(registry);
  pipelines::registerGpuPipelineDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  if (!module)
    return {};
  auto target = pipelines::resolveGpuTarget(module->getLoc(), chip);
  PassManager pm(&context);
  conversion::ConvertKernelsToGpuOptions options;
  options.chip = chip;
  pm.addPass(conversion::createConvertKernelsToGpu(options));
  pipelines::buildGpuKernelPipeline(pm);
  bool compiled = succeeded(target) && succeeded(pm.run(*module));
  EXPECT_TRUE(compiled) << text;
  if (!compiled)
    return {};
  FailureOr<std::string> ptx =
      pipelines::emitPtx(*module->getOps<gpu::GPUModuleOp>().begin(), *target);
  EXPECT_TRUE(succeeded(ptx));
  if (failed(ptx))
    return {};
  Result<std::unique_ptr<emulator::Module>> kernels = emulator::Module::parse(*ptx);
  EXPECT_TRUE(kernels) << kernels.error();
  if (!kernels)
    return {};
  size_t i = 0;
  for (auto function : module->getOps<func::FuncOp>())
    for (auto launch : function.getOps<gpu::LaunchFuncOp>())
      cases[i++].run(**kernels, launch);
  EXPECT_EQ(i, cases.size());
  return cases;
}

void check(const std::vector<Product> &products, const std::string &chip = "sm_80") {
  for (const Case &each : runCases(products, chip)) {
    EXPECT_EQ(each.violations(each.product.acc, each.product.tf32), 0) << each.describe();
    EXPECT_TRUE(each.gapsUntouched()) << each.describe();
  }
}

using Extents = std::map<char, int64_t>;

/// All layouts of a plain product.
const char *const layouts[] = {"mk,kn->mn", "mk,nk->mn", "km,kn->mn", "km,nk->mn",
                               "mk,kn->nm", "mk,nk->nm", "km,kn->nm", "km,nk->nm"};

/// Sizes that reach every tile, whole and cut, with one and with several steps of k.
const Extents sizes[] = {
    {{'m', 64}, {'n', 64}, {'k', 64}}, {{'m', 33}, {'n', 19}, {'k', 37}},
    {{'m', 1}, {'n', 1}, {'k', 1}},    {{'m', 5}, {'n', 130}, {'k', 16}},
    {{'m', 200}, {'n', 10}, {'k', 6}}, {{'m', 40}, {'n', 48}, {'k', 100}},
};

std::vector<Product> plain(Product like) {
  std::vector<Product> result;
  for (const char *layout : layouts)
    for (const Extents &extents : sizes) {
      like.sum = layout;
      like.extents = extents;
      result.push_back(like);
    }
  return result;
}

TEST(GpuProduct, BF16) { check(plain({.sum = "", .extents = {}})); }

TEST(GpuProduct, F16IntoBF16) {
  check(
      plain({.sum = "", .extents = {}, .lhs = DType::F16, .rhs = DType::F16, .dest = DType::BF16}));
}

TEST(GpuProduct, F32) {
  check(plain({.sum = "", .extents = {}, .lhs = DType::F32, .rhs = DType::F32}));
}

TEST(GpuProduct, TF32) {
  check(plain({.sum = "", .extents = {}, .lhs = DType::F32, .rhs = DType::F32, .tf32 = true}));
}

TEST(GpuProduct, F64) {
  check(plain({.sum = "",
               .extents = {},
               .lhs = DType::F64,
               .rhs = DType::F64,
               .dest = DType::F64,
               .acc = DType::F64}));
}

TEST(GpuProduct, GapsBetweenLines) {
  std::vector<Product> products;
  for (int64_t gap : {1, 8})
    for (DType type : {DType::BF16, DType::F32})
      for (Product product : plain({.sum = "", .extents = {}, .lhs = type, .rhs = type})) {
        product.gap = gap;
        products.push_back(product);
      }
  check(products);
}

TEST(GpuProduct, MixedTypes) {
  std::vector<Product> products;
  DType types[] = {DType::F16, DType::BF16, DType::F32, DType::F8E4M3FN, DType::F8E5M2};
  for (DType lhs : types)
    for (DType rhs : types)
      for (const char *sum : {"mk,kn->mn", "km,nk,n->nm"})
        products.push_back({.sum = sum,
                            .extents = {{'m', 40}, {'n', 24}, {'k', 72}},
                            .lhs = lhs,
                            .rhs = rhs,
                            .dest = DType::F16,
                            .bias = rhs});
  check(products);
}

TEST(GpuProduct, ManyDimensions) {
  std::vector<Product> products;
  for (DType type : {DType::BF16, DType::F32}) {
    Extents attention = {{'b', 2}, {'h', 3}, {'s', 20}, {'t', 36}, {'d', 16}};
    for (const char *sum : {"bshd,bthd->bhst", "bhst,bthd->bshd", "bhst,bshd->bthd"})
      products.push_back(
          {.sum = sum, .extents = attention, .lhs = type, .rhs = type, .dest = type});
    // Several dimensions of each kind, in orders in which they do not merge.
    Extents many = {{'a', 2}, {'b', 3}, {'m', 4}, {'o', 5}, {'n', 6}, {'p', 7}, {'k', 3}, {'l', 8}};
    for (const char *sum :
         {"ambokl,apbnkl->abmonp", "klmoab,npklba->anompb", "moabkl,lknpab,np->nbpmoa"})
      products.push_back({.sum = sum, .extents = many, .lhs = type, .rhs = type});
    // A dimension that only one operand and dest have, beside a batch; an outer product.
    products.push_back({.sum = "bm,bn->bmn",
                        .extents = {{'b', 3}, {'m', 9}, {'n', 17}},
                        .lhs = type,
                        .rhs = type});
    products.push_back(
        {.sum = "bk,bk->b", .extents = {{'b', 70}, {'k', 130}}, .lhs = type, .rhs = type});
  }
  check(products);
}

TEST(GpuProduct, Bias) {
  std::vector<Product> products;
  for (DType type : {DType::BF16, DType::F32})
    for (DType bias : {DType::BF16, DType::F32})
      for (const char *sum : {"mk,kn,n->mn", "mk,nk,n->nm", "mk,kno,no->mno", "mk,kno,on->omn"})
        for (int64_t n : {6, 64})
          products.push_back({.sum = sum,
                              .extents = {{'m', 19}, {'n', n}, {'o', 3}, {'k', 50}},
                              .lhs = type,
                              .rhs = type,
                              .dest = type,
                              .bias = bias});
  for (Product &product : products)
    if (product.sum.find('o') == std::string::npos)
      product.extents.erase('o');
  check(products);
}

TEST(GpuProduct, LargeTiles) {
  std::vector<Product> products;
  for (bool tf32 : {false, true})
    for (DType type : {DType::BF16, DType::F32})
      for (const char *sum : {"mk,kn->mn", "km,nk->mn"})
        if (!tf32 || type == DType::F32)
          products.push_back({.sum = sum,
                              .extents = {{'m', 1200}, {'n', 1210}, {'k', 24}},
                              .lhs = type,
                              .rhs = type,
                              .tf32 = tf32});
  check(products);
}

TEST(GpuProduct, LargeBatch) {
  check({{.sum = "bmk,bkn->bmn", .extents = {{'b', 65537}, {'m', 1}, {'n', 2}, {'k', 2}}}});
}

TEST(GpuProduct, NarrowAccumulators) {
  std::vector<Product> products;
  for (DType type : {DType::F16, DType::BF16})
    for (const char *layout : layouts)
      products.push_back({.sum = layout,
                          .extents = {{'m', 33}, {'n', 20}, {'k', 40}},
                          .lhs = type,
                          .rhs = type,
                          .dest = type,
                          .acc = type});
  check(products);
}

TEST(GpuProduct, Integers) {
  check(plain({.sum = "",
               .extents = {},
               .lhs = DType::I32,
               .rhs = DType::I32,
               .dest = DType::I32,
               .acc = DType::I32}));
}

TEST(GpuProduct, OffsetKnownAtRunTime) {
  std::vector<Product> products;
  for (const char *layout : layouts)
    products.push_back(
        {.sum = layout, .extents = {{'m', 33}, {'n', 20}, {'k', 40}}, .lateOffset = true});
  check(products);
}

TEST(GpuProduct, Hopper) { check(plain({.sum = "", .extents = {}}), "sm_90"); }

/// What computes with less than it says is seen.
TEST(GpuProduct, BoundSeesMutants) {
  Extents extents = {{'m', 32}, {'n', 32}, {'k', 256}};
  Product halfSums{.sum = "mk,kn->mn",
                   .extents = extents,
                   .lhs = DType::F16,
                   .rhs = DType::F16,
                   .acc = DType::F16};
  Product brainSums{.sum = "mk,kn->mn", .extents = extents, .acc = DType::BF16};
  Product tf32{
      .sum = "mk,kn->mn", .extents = extents, .lhs = DType::F32, .rhs = DType::F32, .tf32 = true};
  for (const Case &each : runCases({halfSums, brainSums, tf32}, "sm_80")) {
    EXPECT_EQ(each.violations(each.product.acc, each.product.tf32), 0) << each.describe();
    EXPECT_GT(each.violations(DType::F32, false), 32 * 32 / 4) << each.describe();
  }
}

} // namespace
