// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Array files: round trips, files as other libraries write them, and the corpus.
#include "halftone/Support/ArrayFile.h"
#include "TestFiles.h"

using namespace halftone;
using namespace std::string_literals;

namespace {

const std::vector<std::vector<int64_t>> shapes = {
    {}, {0}, {1}, {7}, {3, 4}, {2, 0, 5}, {2, 1, 3, 2, 2}};

NamedArrays everything() {
  NamedArrays arrays;
  for (DType type : everyType)
    for (const std::vector<int64_t> &shape : shapes) {
      HostTensor tensor = patternTensor(type, shape);
      arrays.add("layer.0/" + tensor.typeString(), std::move(tensor));
    }
  return arrays;
}

void expectSame(const NamedArrays &got, const NamedArrays &expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (const auto &[name, tensor] : expected) {
    const HostTensor *other = got.find(name);
    ASSERT_TRUE(other) << name;
    EXPECT_EQ(other->typeString(), tensor.typeString());
    EXPECT_EQ(*other, tensor) << name;
  }
}

TEST(ArrayFile, RoundTrips) {
  TestFolder folder;
  NamedArrays arrays = everything();
  for (const char *name : {"a.npz", "a.safetensors"}) {
    Status written = writeArrays(folder.file(name), arrays);
    ASSERT_TRUE(written) << written.error();
    Result<NamedArrays> read = readArrays(folder.file(name));
    ASSERT_TRUE(read) << read.error();
    expectSame(*read, arrays);
  }
  EXPECT_EQ(folder.count(), 2u); // no temporary file is left
  for (const auto &[name, tensor] : arrays) {
    NamedArrays one;
    one.add("a", tensor);
    Status written = writeArrays(folder.file("a.npy"), one);
    ASSERT_TRUE(written) << written.error();
    Result<NamedArrays> read = readArrays(folder.file("a.npy"));
    ASSERT_TRUE(read) << read.error();
    expectSame(*read, one);
  }
}

TEST(ArrayFile, CompressedRoundTrip) {
  TestFolder folder;
  NamedArrays arrays = everything();
  HostTensor large(DType::F32, {300, 1000});
  for (int64_t i = 0; i < large.numElements(); ++i)
    large.as<float>()[i] = static_cast<float>(i % 1000);
  arrays.add("large", large);
  NpyOptions options;
  options.compress = true;
  ASSERT_TRUE(writeNpz(folder.file("a.npz"), arrays, options));
  Result<NamedArrays> read = readNpz(folder.file("a.npz"));
  ASSERT_TRUE(read) << read.error();
  expectSame(*read, arrays);
  EXPECT_LT(std::filesystem::file_size(folder.file("a.npz")), large.numBytes() / 10);
}

TEST(ArrayFile, SameArraysGiveSameBytes) {
  TestFolder folder;
  for (std::string extension : {".npz", ".safetensors"}) {
    ASSERT_TRUE(writeArrays(folder.file("a" + extension), everything()));
    ASSERT_TRUE(writeArrays(folder.file("b" + extension), everything()));
    EXPECT_EQ(*readFile(folder.file("a" + extension)), *readFile(folder.file("b" + extension)));
  }
}

TEST(ArrayFile, LowPrecisionAsBits) {
  TestFolder folder;
  HostTensor tensor = patternTensor(DType::BF16, {5});
  NpyOptions options;
  options.lowPrecisionAsBits = true;
  ASSERT_TRUE(writeNpy(folder.file("a.npy"), tensor, options));
  Result<HostTensor> read = readNpy(folder.file("a.npy"));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->typeString(), "tensor<5xui16>");
  EXPECT_EQ(0, std::memcmp(read->data(), tensor.data(), tensor.numBytes()));
}

TEST(ArrayFile, ManyEntriesNeedZip64) {
  TestFolder folder;
  NamedArrays arrays;
  for (int i = 0; i < 66000; ++i) {
    HostTensor tensor(DType::I32, {});
    tensor.setInt(0, i);
    arrays.add("a" + std::to_string(i), std::move(tensor));
  }
  ASSERT_TRUE(writeNpz(folder.file("a.npz"), arrays));
  Result<NamedArrays> read = readNpz(folder.file("a.npz"));
  ASSERT_TRUE(read) << read.error();
  expectSame(*read, arrays);
}

TEST(ArrayFile, MetadataOfSafetensors) {
  TestFolder folder;
  Metadata metadata = {{"format", "pt"}, {"step", "17"}, {"text", "\"quoted\"\n"}}, read;
  ASSERT_TRUE(writeSafetensors(folder.file("a.safetensors"), everything(), metadata));
  ASSERT_TRUE(readSafetensors(folder.file("a.safetensors"), &read));
  EXPECT_EQ(read, metadata);
}

/// A `.npy` file with this dictionary and data.
std::string npy(std::string dictionary, const std::string &data, int version = 1) {
  std::string bytes = "\x93NUMPY"s + static_cast<char>(version) + '\0';
  bytes += static_cast<char>(dictionary.size() & 0xff);
  bytes += static_cast<char>(dictionary.size() >> 8);
  return bytes + (version > 1 ? "\0\0"s : ""s) + dictionary + data;
}

TEST(ArrayFile, NpyOfOtherWriters) {
  TestFolder folder;
  auto read = [&](const std::string &bytes) {
    writeBytes(folder.file("a.npy"), bytes);
    return readNpy(folder.file("a.npy"));
  };
  // Column-major: [[1, 2, 3], [4, 5, 6]] lies as 1 4 2 5 3 6.
  Result<HostTensor> fortran =
      read(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n", "\1\4\2\5\3\6"));
  ASSERT_TRUE(fortran) << fortran.error();
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(fortran->getInt(i), i + 1);
  Result<HostTensor> big =
      read(npy("{'descr': '>i4', 'fortran_order': False, 'shape': (1,), }\n", "\x12\x34\x56\x78"));
  ASSERT_TRUE(big) << big.error();
  EXPECT_EQ(big->getInt(0), 0x12345678);
  // Python 2's long integers, other quotes, other order, no spaces, version 3.
  Result<HostTensor> odd =
      read(npy("{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"<u2\"}", "\1\0\2\0"s, 3));
  ASSERT_TRUE(odd) << odd.error();
  EXPECT_EQ(odd->typeString(), "tensor<2xui16>");
  // A bool is 0 or 1, whatever the byte.
  Result<HostTensor> flag =
      read(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (), }\n", "\xff"));
  ASSERT_TRUE(flag) << flag.error();
  EXPECT_EQ(flag->as<uint8_t>()[0], 1);
  // What ml_dtypes calls its types, and their names.
  const std::pair<const char *, DType> names[] = {
      {"<V2", DType::BF16},          {"<V1", DType::F8E4M3FN},  {"|V1", DType::F8E4M3FN},
      {"<f1", DType::F8E5M2},        {"bfloat16", DType::BF16}, {"float8_e4m3fn", DType::F8E4M3FN},
      {"float8_e5m2", DType::F8E5M2}};
  for (auto [name, type] : names) {
    Result<HostTensor> low =
        read(npy("{'descr': '"s + name + "', 'fortran_order': False, 'shape': (), }\n",
                 std::string(byteSize(type), 'a')));
    ASSERT_TRUE(low) << low.error();
    EXPECT_EQ(low->dtype(), type) << name;
  }
}

TEST(ArrayFile, FormatByContents) {
  TestFolder folder;
  NamedArrays arrays = everything();
  for (const char *name : {"a.npz", "a.safetensors"}) {
    ASSERT_TRUE(writeArrays(folder.file(name), arrays));
    std::filesystem::rename(folder.file(name), folder.file("data"));
    Result<NamedArrays> read = readArrays(folder.file("data"));
    ASSERT_TRUE(read) << read.error();
    expectSame(*read, arrays);
  }
}

TEST(ArrayFile, RefusesWhatItCannotDo) {
  TestFolder folder;
  Status status = writeArrays(folder.file("a.npy"), everything());
  EXPECT_NE(status.error().find("a .npy file holds one array, got 105"), std::string::npos)
      << status.error();
  status = writeArrays(folder.file("a.pt"), everything());
  EXPECT_NE(status.error().find("expected a .npz, .npy or .safetensors file"), std::string::npos);
  Result<NamedArrays> missing = readArrays(folder.file("none.npz"));
  EXPECT_NE(missing.error().find("none.npz': No such file"), std::string::npos) << missing.error();
  NamedArrays arrays;
  arrays.add("__metadata__", HostTensor());
  EXPECT_FALSE(writeArrays(folder.file("a.safetensors"), arrays));
  EXPECT_EQ(folder.count(), 0u);
}

TEST(ArrayFile, CorpusLoads) {
  if (corpusPath().empty())
    GTEST_SKIP() << "HALFTONE_CORPUS is not set";
  int files = 0;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(corpusPath())) {
    std::string extension = entry.path().extension();
    if (extension != ".npz" && extension != ".npy" && extension != ".safetensors")
      continue;
    Result<NamedArrays> read = readArrays(entry.path());
    ASSERT_TRUE(read) << read.error();
    EXPECT_FALSE(read->empty()) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 20);
  for (const char *model : {"mlp", "gpt"}) {
    std::string path = corpusPath() + "/golden/" + model + "/init";
    Result<NamedArrays> npz = readArrays(path + ".npz"), safe = readArrays(path + ".safetensors");
    ASSERT_TRUE(npz && safe);
    size_t same = 0;
    for (const auto &[name, tensor] : *safe) {
      const HostTensor *other = npz->find(name);
      other = other ? other : npz->find("params/" + name);
      ASSERT_TRUE(other) << name;
      EXPECT_EQ(*other, tensor) << name;
      ++same;
    }
    EXPECT_GT(same, 5u);
  }
}

} // namespace
