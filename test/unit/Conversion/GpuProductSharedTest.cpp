// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How products use shared memory: no two warps touch a byte between two barriers if one
// of them writes it, whatever the order in which warps run; loads never conflict, and
// stores take at most twice the wavefronts that they need.
#include "GpuProductCase.h"

#include <array>
#include <set>

using namespace halftone;
using namespace halftone::test;
using emulator::Access;
using emulator::Site;

namespace {

class SharedMemoryChecker : public emulator::Observer {
public:
  int64_t races = 0, loads = 0, stores = 0; ///< the latter are phases of a warp's accesses
  int64_t loadWavefronts = 0, storeWavefronts = 0;

  void barrier(const Site &, uint32_t) override { ++epoch; }

  void access(const Site &site, const Access &access) override {
    if (access.space != emulator::Space::Shared)
      return;
    if (!std::equal(site.block, site.block + 3, block.begin())) {
      std::copy(site.block, site.block + 3, block.begin());
      bytes.clear();
    }
    bool writes = access.kind != Access::Kind::Load;
    for (uint32_t lane = 0; lane < 32; ++lane)
      for (uint32_t i = 0; access.lanes >> lane & 1 && i < access.bytes; ++i)
        touch(access.addresses[lane] + i, site.warp, writes);
    countWavefronts(access, writes ? stores : loads, writes ? storeWavefronts : loadWavefronts);
  }

private:
  /// Who touched a byte last, since which barrier.
  struct Byte {
    int64_t writeEpoch = -1, readEpoch = -1;
    uint32_t writer = 0, reader = 0;
    bool manyReaders = false;
  };

  void touch(uint64_t address, uint32_t warp, bool writes) {
    if (address >= bytes.size())
      bytes.resize(address + 1);
    Byte &byte = bytes[address];
    races += byte.writeEpoch == epoch && byte.writer != warp;
    if (writes) {
      races += byte.readEpoch == epoch && (byte.reader != warp || byte.manyReaders);
      byte.writeEpoch = epoch;
      byte.writer = warp;
      return;
    }
    byte.manyReaders = byte.readEpoch == epoch && (byte.manyReaders || byte.reader != warp);
    byte.readEpoch = epoch;
    byte.reader = warp;
  }

  /// A phase moves 128 bytes; a bank gives one word of four bytes to each wavefront.
  static void countWavefronts(const Access &access, int64_t &phases, int64_t &wavefronts) {
    uint32_t lanesAtOnce = std::min(32u, 128 / access.bytes);
    for (uint32_t first = 0; first < 32; first += lanesAtOnce) {
      std::array<std::set<uint64_t>, 32> words;
      for (uint32_t lane = first; lane < first + lanesAtOnce; ++lane)
        for (uint32_t i = 0; access.lanes >> lane & 1 && i < access.bytes; ++i) {
          uint64_t word = (access.addresses[lane] + i) / 4;
          words[word % 32].insert(word);
        }
      size_t most = 0;
      for (const std::set<uint64_t> &bank : words)
        most = std::max(most, bank.size());
      phases += most > 0;
      wavefronts += static_cast<int64_t>(most);
    }
  }

  std::array<uint32_t, 3> block = {~0u, ~0u, ~0u};
  std::vector<Byte> bytes;
  int64_t epoch = 0;
};

void check(const Product &product) {
  SharedMemoryChecker checker;
  std::vector<ProductCase> cases = runCases({product}, "sm_80", &checker);
  ASSERT_EQ(cases.size(), 1u);
  std::string what = cases[0].describe();
  EXPECT_GT(checker.loads, 0) << what;
  EXPECT_EQ(checker.races, 0) << what;
  EXPECT_EQ(checker.loadWavefronts, checker.loads) << what;
  EXPECT_LE(checker.storeWavefronts, 2 * checker.stores) << what;
}

TEST(GpuProductShared, NoRacesNoConflicts) {
  // Each tile: 32x32, 16x64, 64x16, 64x64, 128x128; three steps of k.
  std::map<char, int64_t> sizes[] = {{{'b', 1}, {'m', 64}, {'n', 32}, {'k', 96}},
                                     {{'b', 1}, {'m', 33}, {'n', 31}, {'k', 67}},
                                     {{'b', 300}, {'m', 16}, {'n', 128}, {'k', 96}},
                                     {{'b', 300}, {'m', 128}, {'n', 16}, {'k', 96}},
                                     {{'b', 216}, {'m', 64}, {'n', 64}, {'k', 96}},
                                     {{'b', 108}, {'m', 128}, {'n', 128}, {'k', 96}}};
  for (const char *sum : {"bmk,bkn->bmn", "bkm,bnk->bmn"})
    for (const auto &extents : sizes) {
      check({.sum = sum, .extents = extents});
      check({.sum = sum, .extents = extents, .lhs = DType::F32, .rhs = DType::F32});
      check({.sum = sum, .extents = extents, .lhs = DType::F32, .rhs = DType::F32, .tf32 = true});
    }
}

} // namespace
