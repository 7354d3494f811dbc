// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seam for checks and counters: told of what a launch does while it does it.
// A launch with an observer runs on one thread, block after block, so that calls
// come in one order that never changes.
#ifndef HALFTONE_EMULATOR_OBSERVER_H
#define HALFTONE_EMULATOR_OBSERVER_H

#include <cstdint>
#include <string_view>

namespace halftone::emulator {

enum class Space : uint8_t { Generic, Global, Shared, Local, Param, Const };

/// Where a warp is: which block, which warp of it, at which instruction.
struct Site {
  uint32_t block[3];
  uint32_t warp;
  /// The whole mnemonic, such as "ld.global.b32", and its line in the PTX.
  std::string_view opcode;
  uint32_t line;
};

/// One access of a warp. Generic addresses have been resolved to where they point.
struct Access {
  enum class Kind : uint8_t { Load, Store, Atomic };
  Kind kind;
  Space space;
  /// Bytes of one lane, all parts of a vector together.
  uint32_t bytes;
  /// One bit for each lane that takes part.
  uint32_t lanes;
  /// Of each lane: a host address, or for shared memory the offset in the block's.
  const uint64_t *addresses;
};

class Observer {
public:
  virtual ~Observer() = default;
  /// Before an instruction runs for these lanes.
  virtual void instruction(const Site &site, uint32_t lanes) {}
  virtual void access(const Site &site, const Access &access) {}
  /// All threads that a barrier waited for have come.
  virtual void barrier(const Site &site, uint32_t id) {}
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_OBSERVER_H
