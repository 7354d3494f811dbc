// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged and hostile array files: each is refused with a message that names the
// file, and the array where it is one array's fault. None may crash or take memory
// that the file cannot fill.
#include "TestFiles.h"
#include "halftone/Support/ArrayFile.h"

#include <zlib.h>

using namespace halftone;
using namespace std::string_literals;

namespace {

template <typename T> std::string little(T value) {
  return std::string(reinterpret_cast<char *>(&value), sizeof(T));
}

class Malformed : public testing::Test {
protected:
  /// The message for a file of these bytes, without the file's name.
  std::string errorOf(const std::string &name, const std::string &bytes) {
    std::string path = folder.file(name);
    writeBytes(path, bytes);
    Result<NamedArrays> read = readArrays(path);
    if (read)
      return "no error";
    std::string prefix = "'" + path + "': ";
    EXPECT_TRUE(read.error().starts_with(prefix)) << read.error();
    return read.error().substr(std::min(prefix.size(), read.error().size()));
  }

  void expectError(const std::string &name, const std::string &bytes, const std::string &part) {
    std::string error = errorOf(name, bytes);
    EXPECT_NE(error.find(part), std::string::npos) << "got: " << error << "\nexpected: " << part;
  }

  std::string small(const std::string &name, bool compress = false) {
    NamedArrays arrays;
    arrays.add("weights", patternTensor(DType::F32, {3, 2}));
    arrays.add("labels", patternTensor(DType::UI8, {70}));
    NpyOptions options;
    options.compress = compress;
    EXPECT_TRUE(writeArrays(folder.file(name), arrays, options));
    return *readFile(folder.file(name));
  }

  TestFolder folder;
};

TEST_F(Malformed, EveryTruncation) {
  for (std::string name : {"a.npz", "b.npz", "a.safetensors"}) {
    std::string bytes = small(name, name == "b.npz");
    for (size_t size = 0; size < bytes.size(); ++size)
      ASSERT_NE(errorOf(name, bytes.substr(0, size)), "no error") << name << " " << size;
    EXPECT_NE(errorOf(name, bytes + "x"), "no error"); // and one byte too many
  }
  ASSERT_TRUE(writeNpy(folder.file("a.npy"), patternTensor(DType::F32, {3, 2})));
  std::string bytes = *readFile(folder.file("a.npy"));
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_NE(errorOf("a.npy", bytes.substr(0, size)), "no error") << size;
  EXPECT_EQ(errorOf("a.npy", bytes + "x"),
            "expected 24 bytes of data for its type and shape, got 25");
}

TEST_F(Malformed, EveryByteChanged) {
  // Many changes are harmless; all must end in arrays or in a message.
  size_t refused = 0, total = 0;
  for (std::string name : {"a.npz", "b.npz", "a.safetensors"}) {
    std::string bytes = small(name, name == "b.npz");
    for (size_t at = 0; at < bytes.size(); ++at)
      for (char change : {'\x01', '\x80', '\xff'}) {
        std::string changed = bytes;
        changed[at] ^= change;
        refused += errorOf(name, changed) != "no error";
        ++total;
      }
  }
  EXPECT_GT(refused, total / 3);
}

TEST_F(Malformed, NpyHeaders) {
  auto header = [](const std::string &dictionary) {
    return "\x93NUMPY\x01\x00"s + little(static_cast<uint16_t>(dictionary.size())) + dictionary;
  };
  expectError("a.npy", "", "not a .npy array: it is too short");
  expectError("a.npy", "plain text file", "not a .npy array: it does not start with");
  expectError("a.npy", "\x93NUMPY\x04\x00\x10\x00{}"s, "version 4 of the .npy format");
  expectError("a.npy", "\x93NUMPY\x02\x00\xff\xff\xff\x7f{}"s,
              "its length of 2147483647 is too large");
  expectError("a.npy", header("{'descr': '<f4', 'fortran_order': False, }"), "expected the keys");
  expectError("a.npy", header("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)"),
              "expected '}'");
  expectError("a.npy", header("{'descr': '<f4"), "a string has no end");
  expectError("a.npy", header("{'descr': <f4}"), "expected a string");
  expectError("a.npy", header("{'descr': '<c8', 'fortran_order': False, 'shape': ()}"),
              "element type '<c8' is not supported");
  expectError("a.npy", header("{'descr': '|O', 'fortran_order': False, 'shape': ()}"),
              "element type '|O' is not supported");
  expectError("a.npy", header("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': ()}"),
              "arrays of structures are not supported");
  expectError("a.npy", header("{'descr': '<f4', 'fortran_order': 0, 'shape': ()}"),
              "expected 'True' or 'False'");
  expectError("a.npy", header("{'x': 1}"), "unknown key 'x'");
  expectError("a.npy",
              header("{'descr': '<f4', 'descr': '<f4', 'fortran_order': True, 'shape': ()}"),
              "expected the keys");
  expectError("a.npy", header("{'descr': '<f4', 'fortran_order': True, 'shape': ()} x"),
              "unexpected text after the dictionary");
  auto shape = [&](const std::string &text) {
    return header("{'descr': '<f8', 'fortran_order': False, 'shape': " + text + "}");
  };
  expectError("a.npy", shape("(-1,)"), "is not a natural number");
  expectError("a.npy", shape("(99999999999999999999,)"), "is not a natural number that fits");
  expectError("a.npy", shape("(9223372036854775807, 3)"), "the shape is negative or too large");
  expectError("a.npy", shape("(0, 9223372036854775807, 4)"), "the shape is negative or too large");
  expectError("a.npy", shape("(4611686018427387904, 4)"), "the shape is negative or too large");
  expectError("a.npy", shape("(100000000000,)"), "expected 800000000000 bytes of data");
  std::string many = "(";
  for (int i = 0; i < 65; ++i)
    many += "1,";
  expectError("a.npy", shape(many + ")"), "more than 64 dimensions");
}

/// A zip of one entry whose directory says what the test wants.
struct HandMadeZip {
  std::string name = "labels.npy", data = "data";
  uint16_t flags = 0, method = 0;
  uint32_t crc = 0, compressedSize = 4, size = 4, headerOffset = 0;
  std::string extra;
  int copies = 1; ///< entries of the directory for the same bytes

  std::string bytes() const {
    std::string common = little(flags) + little(method) + little<uint32_t>(0) + little(crc) +
                         little(compressedSize) + little(size) +
                         little(static_cast<uint16_t>(name.size()));
    std::string file =
        "PK\3\4"s + little<uint16_t>(20) + common + little<uint16_t>(0) + name + data;
    size_t start = file.size();
    for (int i = 0; i < copies; ++i)
      file += "PK\1\2"s + little<uint32_t>(20) + common +
              little(static_cast<uint16_t>(extra.size())) + std::string(10, '\0') +
              little(headerOffset) + name + extra;
    size_t length = file.size() - start;
    return file + "PK\5\6"s + std::string(4, '\0') +
           little<uint16_t>(static_cast<uint16_t>(copies)) +
           little<uint16_t>(static_cast<uint16_t>(copies)) + little(static_cast<uint32_t>(length)) +
           little(static_cast<uint32_t>(start)) + std::string(2, '\0');
  }
};

/// The data of a good scalar array.
std::string goodNpy() {
  return "\x93NUMPY\x01\x00\x31\x00{'descr':'|u1','fortran_order':False,'shape':()}\nA"s;
}

TEST_F(Malformed, ZipContainers) {
  HandMadeZip zip;
  zip.data = goodNpy();
  zip.size = zip.compressedSize = static_cast<uint32_t>(zip.data.size());
  zip.crc = static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef *>(zip.data.data()),
                                        static_cast<uInt>(zip.data.size())));
  ASSERT_EQ(errorOf("a.npz", zip.bytes()), "no error");
  auto with = [&](auto change) {
    HandMadeZip changed = zip;
    change(changed);
    return changed.bytes();
  };
  expectError("a.npz", with([](HandMadeZip &z) { z.crc ^= 1; }),
              "array 'labels': its checksum is wrong");
  expectError("a.npz", with([](HandMadeZip &z) { z.flags = 1; }),
              "entry 'labels.npy' is encrypted");
  expectError("a.npz", with([](HandMadeZip &z) { z.method = 12; }), "uses compression method 12");
  expectError("a.npz", with([](HandMadeZip &z) { z.size += 1; }), "has an impossible size");
  expectError("a.npz", with([](HandMadeZip &z) { z.method = 8; }),
              "array 'labels': its compressed data is damaged");
  expectError("a.npz", with([](HandMadeZip &z) { z.method = 8, z.size = 0x7fffffff; }),
              "has an impossible size");
  expectError("a.npz", with([](HandMadeZip &z) { z.headerOffset = 5; }), "its entry has no header");
  expectError("a.npz", with([](HandMadeZip &z) { z.headerOffset = 0x7fffffff; }), "ends too early");
  expectError("a.npz", with([](HandMadeZip &z) { z.size = z.compressedSize = 0xffffffff; }),
              "has no sizes");
  expectError("a.npz", with([](HandMadeZip &z) {
                z.size = z.compressedSize = 0xffffffff;
                z.extra = little<uint16_t>(1) + little<uint16_t>(16) + std::string(16, '\x7f');
              }),
              "reaches beyond the end of the file");
  // The same bytes as many arrays: a bomb when they are compressed.
  expectError("a.npz", with([](HandMadeZip &z) { z.copies = 1000; }), "reaches beyond the end");
  expectError("a.npz",
              with([](HandMadeZip &z) { z.data = z.data + z.data + z.data, z.copies = 2; }),
              "array 'labels': it is there twice");
  expectError("a.npz", "plain text", "the file is too short");
  expectError("a.npz", std::string(1000, 'x'), "its directory is missing");
  expectError("a.npz",
              "PK\5\6"s + std::string(4, '\0') + std::string(12, '\xff') + std::string(2, '\0'),
              "its zip64 locator is missing");
}

TEST_F(Malformed, Safetensors) {
  auto file = [](const std::string &header, size_t data = 0) {
    return little(static_cast<uint64_t>(header.size())) + header + std::string(data, 'x');
  };
  auto one = [&](const std::string &members, size_t data = 4) {
    return file("{\"w\": {" + members + "}}", data);
  };
  const std::string name = "a.safetensors";
  ASSERT_EQ(errorOf(name, one(R"("dtype": "F32", "shape": [1], "data_offsets": [0, 4])")),
            "no error");
  ASSERT_EQ(errorOf(name, file("{}")), "no error");
  expectError(name, "short", "it is too short");
  expectError(name, little<uint64_t>(UINT64_MAX) + "{}",
              "its header cannot have 18446744073709551615");
  expectError(name, little<uint64_t>(3) + "{}", "its header cannot have 3 bytes");
  expectError(name, file("{\"w\": }"), "bad header: line 1, column 7");
  expectError(name, file("[]"), "expected an object");
  expectError(name, file(std::string(5000, '[')), "bad header");
  expectError(name, file("{\"w\": 1}"), "array 'w': expected a string 'dtype'");
  expectError(name, one(R"("dtype": 4, "shape": [1], "data_offsets": [0, 4])"),
              "expected a string");
  expectError(name, one(R"("dtype": "C64", "shape": [1], "data_offsets": [0, 4])"),
              "array 'w': element type 'C64' is not supported");
  expectError(name, one(R"("dtype": "F32", "data_offsets": [0, 4])"), "natural numbers 'shape'");
  expectError(name, one(R"("dtype": "F32", "shape": [-1], "data_offsets": [0, 4])"),
              "natural numbers 'shape'");
  expectError(name, one(R"("dtype": "F32", "shape": [1.5], "data_offsets": [0, 4])"),
              "natural numbers 'shape'");
  expectError(name,
              one(R"("dtype": "F32", "shape": [18446744073709551615], "data_offsets": [0, 4])"),
              "natural numbers 'shape'");
  expectError(name,
              one(R"("dtype": "F32", "shape": [4611686018427387904, 4], "data_offsets": [0, 4])"),
              "array 'w': the shape is negative or too large");
  expectError(name, one(R"("dtype": "F32", "shape": [2], "data_offsets": [0, 4])"),
              "array 'w': expected 8 bytes of data for its type and shape, got 4");
  expectError(name, one(R"("dtype": "F32", "shape": [1], "data_offsets": [4, 0])"),
              "begin and the end");
  expectError(name, one(R"("dtype": "F32", "shape": [1], "data_offsets": [0])"),
              "begin and the end");
  expectError(name, one(R"("dtype": "F32", "shape": [1], "data_offsets": [0, 4])", 3),
              "probably cut off");
  expectError(name, one(R"("dtype": "F32", "shape": [1], "data_offsets": [0, 4])", 5),
              "expected 4 bytes of data, got 5");
  expectError(name, one(R"("dtype": "F32", "shape": [1], "data_offsets": [1, 5])", 5),
              "expected its data to begin at 0");
  expectError(name,
              file(R"({"a": {"dtype": "U8", "shape": [2], "data_offsets": [0, 2]},
                             "b": {"dtype": "U8", "shape": [2], "data_offsets": [1, 3]}})",
                   3),
              "array 'b': expected its data to begin at 2");
  expectError(name, file(R"({"__metadata__": {"a": 1}})"), "an object of strings");
  expectError(name, file(R"({"__metadata__": []})"), "an object of strings");
}

} // namespace
