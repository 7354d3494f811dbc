// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference evaluator and the CPU device agree on random functions after autocast:
// bit for bit where decision-free arithmetic says one value (+ − × ÷ √ fma, casts,
// selections, moves), and else within a bound:
//
//   - An elementary function in type T: both devices are within 4 units in the last
//     place of f32 of the true value, and one rounding to T follows: 8 units for f32,
//     for a narrower T 1.
//   - A sum of n terms in f32 in any order is within n · 2^-24 · Σ|terms| of the true
//     value; two orders are within twice that. n is at most 64 here, and the companion
//     result is Σ|terms| to within half: 64 · 2^-24 · 2 · 2 = 2^-16 of it; for a
//     narrower T a unit in the last place of the result comes on top, 2^-7 for bf16.
#include "../Conversion/CpuProgram.h"
#include "RandomGraph.h"

#include "halftone/Precision/Passes.h"
#include "halftone/Support/Ulps.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone;
using namespace halftone::fuzz;

namespace {

HostTensor sample(const fuzz::Value &argument, uint64_t seed) {
  HostTensor tensor(*parseDType(argument.type), argument.shape);
  Draw draw(seed);
  static const double specials[] = {0.0, -0.0, 1.0, 65504.0, 3e-8, -3e38, INFINITY, 1e-40};
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    double value = draw.chance(5) ? specials[draw.below(std::size(specials))]
                                  : static_cast<double>(draw.between(-4000, 4000)) / 1024.0;
    if (argument.type == "i32")
      tensor.setInt(i, draw.between(-9, 9));
    else
      tensor.setDouble(i, value);
  }
  return tensor;
}

void expectAgreement(const std::vector<HostTensor> &expected, const std::vector<HostTensor> &got,
                     const RandomFunction &function) {
  ASSERT_EQ(expected.size(), got.size());
  for (size_t r = 0; r < expected.size(); ++r) {
    Agreement agreement = function.agreements[r];
    DType type = expected[r].dtype();
    ASSERT_EQ(type, got[r].dtype());
    ASSERT_EQ(expected[r].shape(), got[r].shape());
    for (int64_t i = 0; i < expected[r].numElements(); ++i) {
      if (!isFloat(type)) {
        ASSERT_EQ(expected[r].getInt(i), got[r].getInt(i)) << "result " << r << " at " << i;
        continue;
      }
      double a = expected[r].getDouble(i), b = got[r].getDouble(i);
      if (a == b || (std::isnan(a) && std::isnan(b)))
        continue;
      double bound = 0;
      if (agreement.kind == Agreement::Rounding)
        bound = type == DType::F32 || type == DType::F64
                    ? std::abs(a) * 8 * 0x1p-23 + ulpOf(0, type)
                    : ulpOf(a, type);
      // An order of summation may overflow where another does not.
      if (agreement.kind == Agreement::Sum) {
        double magnitudes = expected[agreement.magnitudes].getDouble(i);
        if (!std::isfinite(magnitudes) || magnitudes > 1e38 || std::isnan(magnitudes))
          continue;
        bound = magnitudes * 0x1p-16 + ulpOf(a, type);
      }
      ASSERT_LE(std::abs(a - b), bound)
          << "result " << r << " at " << i << ": " << a << " and " << b;
    }
  }
}

TEST(DeviceFuzz, DevicesAgree) {
  constexpr unsigned perModule = 10;
  for (const char *compute : {"f32", "bf16", "f16"}) {
    std::string text;
    std::vector<RandomFunction> functions;
    for (unsigned i = 0; i < perModule; ++i) {
      GraphOptions options;
      options.seed = 1000 + i;
      options.numOps = 16;
      options.comparable = true;
      functions.push_back(makeFunction("f" + std::to_string(i), options));
      text += functions.back().text;
    }
    MLIRContext context;
    DialectRegistry registry;
    pipelines::registerCpuPipelineDialects(registry);
    precision::registerPrecisionModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    auto module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    precision::AutocastOptions options;
    options.compute = compute;
    PassManager pm(&context);
    pm.addPass(precision::createAutocast(options));
    ASSERT_TRUE(succeeded(pm.run(*module)));
    std::string cast;
    llvm::raw_string_ostream(cast) << *module;
    test::Program program(cast);
    ASSERT_TRUE(program.isLoaded()) << cast;
    for (unsigned i = 0; i < perModule; ++i) {
      SCOPED_TRACE("function " + std::to_string(i) + " for " + compute + "\n" + functions[i].text);
      std::vector<HostTensor> arguments;
      for (const fuzz::Value &argument : functions[i].arguments)
        arguments.push_back(sample(argument, i));
      std::string name = "f" + std::to_string(i);
      expectAgreement(program.reference(name, arguments), program.compiled(name, arguments),
                      functions[i]);
      if (HasFailure())
        return;
    }
  }
}

} // namespace
