// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of products on a GPU share: one `kernel.product` with its arrays,
// lowered to PTX, run on the emulated device, and compared with a sum in long double
// within the bound of ProductKernel.h.
#ifndef HALFTONE_TEST_UNIT_CONVERSION_GPUPRODUCTCASE_H
#define HALFTONE_TEST_UNIT_CONVERSION_GPUPRODUCTCASE_H

#include "CheckedLaunch.h"
#include "halftone/Conversion/Passes.h"
#include "halftone/Emulator/Observer.h"
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

namespace halftone::test {

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

struct ProductArray {
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

inline std::string times(const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text;
}

/// The op's text and its arrays.
class ProductCase {
public:
  explicit ProductCase(const Product &product) : product(product) {
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
    for (ProductArray &array : arrays) {
      size_t count = 1;
      for (int64_t size : array.shape)
        count *= static_cast<size_t>(size);
      array.bytes.assign(count * byteSize(array.type), 0xff);
      auto next = [&] { return std::ldexp(mantissa(random), int(random() % 6) - 3); };
      bool isWhole = product.gap == 0 && !product.lateOffset;
      if (&array == &arrays.back())
        continue;
      for (size_t i = 0; isWhole && i < count; ++i)
        array.set(static_cast<int64_t>(i), next());
      if (!isWhole)
        forEach(array.letters,
                [&](const std::map<char, int64_t> &at) { array.set(place(array, at), next()); });
    }
  }

  /// The function `name`, whose arguments are the buffers.
  std::string text(const std::string &name) const {
    std::string letters, arguments, views, operands, maps, types;
    for (auto &[letter, extent] : product.extents)
      letters += (letters.empty() ? "" : ", ") + std::string(1, letter);
    for (size_t i = 0; i < arrays.size(); ++i) {
      const ProductArray &array = arrays[i];
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
  void run(const emulator::Module &module, mlir::gpu::LaunchFuncOp launch,
           emulator::Observer *observer) {
    emulator::LaunchOptions options;
    options.observer = observer;
    emulator::Memory memory;
    for (ProductArray &array : arrays) {
      array.device = static_cast<uint8_t *>(memory.allocate(array.bytes.size()));
      std::copy(array.bytes.begin(), array.bytes.end(), array.device);
    }
    std::vector<uint64_t> values;
    for (mlir::Value operand : launch.getKernelOperands()) {
      auto argument = llvm::dyn_cast<mlir::BlockArgument>(operand);
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
    auto sizes = [](mlir::gpu::KernelDim3 dims) {
      auto size = [](mlir::Value value) {
        return static_cast<uint32_t>(*mlir::getConstantIntValue(value));
      };
      return emulator::Dim3{size(dims.x), size(dims.y), size(dims.z)};
    };
    const emulator::Kernel *kernel = module.find(launch.getKernelName().str());
    ASSERT_TRUE(kernel);
    grid = sizes(launch.getGridSizeOperandValues());
    if (observer) // blocks are alike, and watching takes long
      grid.z = std::min(grid.z, 2u);
    emulator::Dim3 block = sizes(launch.getBlockSizeOperandValues());
    // Checks of large ones take long, and find what they do in small ones.
    bool isSmall = arrays.back().bytes.size() <= 1 << 14;
    Status status =
        observer || !isSmall
            ? emulator::launch(*kernel, grid, block, 0, pointers.data(), memory, options)
            : launchChecked(*kernel, grid, block, pointers.data(), memory);
    ASSERT_TRUE(status) << status.error();
    for (ProductArray &array : arrays) {
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
    const ProductArray &dest = arrays.back();
    std::string contracted;
    for (auto &[letter, extent] : product.extents)
      if (dest.letters.find(letter) == std::string::npos)
        contracted += letter;
    // Of very many results some; but each must have been written.
    int64_t count = 0, results = 0, every = static_cast<int64_t>(dest.size()) / 20000 | 1;
    for (size_t i = 0; product.gap == 0 && i < dest.size(); ++i)
      count += std::isnan(dest.at(static_cast<int64_t>(i)));
    forEach(dest.letters, [&](const std::map<char, int64_t> &at) {
      if (results++ % every)
        return;
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
    if (product.gap == 0)
      return true;
    const ProductArray &dest = arrays.back();
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
  emulator::Dim3 grid; ///< of the launch

private:
  void add(const std::string &letters, DType type) {
    ProductArray array{letters, type, {}, 0, {}, nullptr};
    for (char letter : letters)
      array.shape.push_back(product.extents.at(letter));
    if (!letters.empty())
      array.shape.back() += product.gap;
    arrays.push_back(array);
  }
  static std::string toString(DType type) { return std::string(halftone::toString(type)); }

  static int64_t place(const ProductArray &array, const std::map<char, int64_t> &at) {
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

  std::vector<ProductArray> arrays; ///< lhs, rhs, bias if there is one, dest
};

/// Compiles all cases as one module and runs them.
inline std::vector<ProductCase> runCases(const std::vector<Product> &products,
                                         const std::string &chip,
                                         emulator::Observer *observer = nullptr) {
  std::vector<ProductCase> cases;
  std::string text;
  for (size_t i = 0; i < products.size(); ++i)
    text += cases.emplace_back(products[i]).text("f" + std::to_string(i));
  mlir::DialectRegistry registry;
  pipelines::registerCpuPipelineDialects(registry);
  pipelines::registerGpuPipelineDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  if (!module)
    return {};
  auto target = pipelines::resolveGpuTarget(module->getLoc(), chip);
  mlir::PassManager pm(&context);
  conversion::ConvertKernelsToGpuOptions options;
  options.chip = chip;
  pm.addPass(conversion::createConvertKernelsToGpu(options));
  pipelines::buildGpuKernelPipeline(pm);
  bool compiled = mlir::succeeded(target) && mlir::succeeded(pm.run(*module));
  EXPECT_TRUE(compiled) << text;
  if (!compiled)
    return {};
  mlir::FailureOr<std::string> ptx =
      pipelines::emitPtx(*module->getOps<mlir::gpu::GPUModuleOp>().begin(), *target);
  EXPECT_TRUE(mlir::succeeded(ptx));
  if (mlir::failed(ptx))
    return {};
  Result<std::unique_ptr<emulator::Module>> kernels = emulator::Module::parse(*ptx);
  EXPECT_TRUE(kernels) << kernels.error();
  if (!kernels)
    return {};
  size_t i = 0;
  for (auto function : module->getOps<mlir::func::FuncOp>())
    for (auto launch : function.getOps<mlir::gpu::LaunchFuncOp>())
      cases[i++].run(**kernels, launch, observer);
  EXPECT_EQ(i, cases.size());
  return cases;
}

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_CONVERSION_GPUPRODUCTCASE_H
