// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every conversion against `golden/rounding.npz` of the corpus, bit for bit.
#include "TestFiles.h"
#include "halftone/Support/ArrayFile.h"
#include "halftone/Support/Rounding.h"

#include <gtest/gtest.h>

using namespace halftone;

namespace {

constexpr std::pair<const char *, DType> formats[] = {{"bf16", DType::BF16},
                                                      {"f16", DType::F16},
                                                      {"f8e4m3fn", DType::F8E4M3FN},
                                                      {"f8e5m2", DType::F8E5M2}};

class RoundingGolden : public testing::Test {
protected:
  void SetUp() override {
    std::string corpus = corpusPath();
    if (corpus.empty())
      GTEST_SKIP() << "HALFTONE_CORPUS is not set";
    Result<NamedArrays> read = readArrays(corpus + "/golden/rounding.npz");
    ASSERT_TRUE(read) << read.error();
    arrays = std::move(*read);
  }

  const HostTensor &get(const std::string &name) {
    const HostTensor *tensor = arrays.find(name);
    if (!tensor)
      ADD_FAILURE() << "no array '" << name << "'";
    static const HostTensor none;
    return tensor ? *tensor : none;
  }

  /// The array of bits as an array of `type`.
  HostTensor bitsAs(const std::string &name, DType type) {
    const HostTensor &bits = get(name);
    HostTensor tensor(type, bits.shape());
    EXPECT_EQ(bits.numBytes(), tensor.numBytes()) << name;
    if (bits.numBytes() == tensor.numBytes())
      std::memcpy(tensor.data(), bits.data(), bits.numBytes());
    return tensor;
  }

  NamedArrays arrays;
};

bool isNaN(const HostTensor &tensor, int64_t i) {
  double value = tensor.getDouble(i);
  return value != value;
}

/// Bit for bit, with NaNs as NaNs; where `nanBits`, those too.
void expectEqual(const HostTensor &got, const HostTensor &expected, const std::string &what,
                 bool nanBits = false) {
  ASSERT_EQ(got.typeString(), expected.typeString()) << what;
  ASSERT_GT(got.numElements(), 0) << what;
  size_t size = byteSize(got.dtype());
  for (int64_t i = 0; i < got.numElements(); ++i) {
    if (!nanBits && isNaN(got, i) && isNaN(expected, i))
      continue;
    size_t at = static_cast<size_t>(i) * size;
    ASSERT_EQ(0, std::memcmp(got.as<uint8_t>() + at, expected.as<uint8_t>() + at, size))
        << what << " at " << i << ": got " << got.getDouble(i) << ", expected "
        << expected.getDouble(i);
  }
}

TEST_F(RoundingGolden, F32ToNarrow) {
  HostTensor source = bitsAs("f32_bits", DType::F32);
  CastOptions saturate;
  saturate.saturate = true;
  for (auto [name, type] : formats) {
    std::string prefix = name;
    // The definition fixes the bits of NaNs too.
    HostTensor expected = bitsAs(prefix + "_ref_bits", type);
    expectEqual(castTensor(source, type), expected, prefix, /*nanBits=*/true);
    expectEqual(castTensor(source, type, saturate), bitsAs(prefix + "_sat_bits", type),
                prefix + " saturated", /*nanBits=*/true);
    expectEqual(castTensor(castTensor(source, type), DType::F32), get(prefix + "_ref_f32"),
                prefix + " widened");
    if (type != DType::F8E4M3FN) // torch saturates there, without being asked
      expectEqual(castTensor(source, type), bitsAs(prefix + "_torch_bits", type),
                  prefix + " torch");
    expectEqual(castTensor(source, type), bitsAs(prefix + "_ml_dtypes_bits", type),
                prefix + " ml_dtypes");
  }
}

TEST_F(RoundingGolden, TF32) {
  const HostTensor &source = get("f32");
  for (auto [name, mode] : {std::pair("tf32_rne_bits", TF32Rounding::NearestEven),
                            std::pair("tf32_rna_bits", TF32Rounding::TiesAway)}) {
    HostTensor got(DType::F32, source.shape());
    for (int64_t i = 0; i < source.numElements(); ++i)
      got.as<float>()[i] = roundTF32(source.as<float>()[i], mode);
    expectEqual(got, bitsAs(name, DType::F32), name);
  }
}

TEST_F(RoundingGolden, F64AndI64RoundOnce) {
  for (auto [name, type] : formats)
    for (const char *source : {"f64", "i64"}) {
      std::string prefix = std::string(source) + "_to_" + name;
      expectEqual(castTensor(get(source), type), bitsAs(prefix + "_once_bits", type), prefix);
      HostTensor twice = castTensor(castTensor(get(source), DType::F32), type);
      expectEqual(twice, bitsAs(prefix + "_via_f32_bits", type), prefix + " through f32");
    }
}

TEST_F(RoundingGolden, EveryPatternBetweenNarrowFormats) {
  for (auto [fromName, from] : formats)
    for (auto [toName, to] : formats) {
      std::string name = std::string(fromName) + "_to_" + toName + "_torch_bits";
      if (!arrays.find(name))
        continue;
      HostTensor source(from, {65536});
      for (int64_t i = 0; i < 65536; ++i)
        source.as<uint16_t>()[i] = static_cast<uint16_t>(i);
      // torch saturates f8E4M3FN, infinity included.
      CastOptions options;
      options.saturate = to == DType::F8E4M3FN;
      expectEqual(castTensor(source, to, options), bitsAs(name, to), name);
    }
}

TEST_F(RoundingGolden, WideningEveryPattern) {
  for (auto [name, type] : formats) {
    std::string array = std::string("widen_") + name + "_torch_bits";
    HostTensor source(type, get(array).shape());
    for (int64_t i = 0; i < source.numElements(); ++i) {
      if (byteSize(type) == 1)
        source.as<uint8_t>()[i] = static_cast<uint8_t>(i);
      else
        source.as<uint16_t>()[i] = static_cast<uint16_t>(i);
    }
    expectEqual(castTensor(source, DType::F32), bitsAs(array, DType::F32), array);
  }
}

} // namespace
