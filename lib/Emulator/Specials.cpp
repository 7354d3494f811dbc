// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special registers: their names, and what they say. Those that keep their value have
// a slot that is filled when a warp starts; clocks and timers are read by an
// instruction of their own.
//
// A clock counts the instructions that the warp has run, a nanosecond for each, and
// the time that it slept. Counters of performance and most of the driver's registers are
// zero. Two of those hold the address of the words at which the blocks of a cooperative
// launch meet; part of shared memory is the system's, where a kernel asks for it.
#include "Decoder.h"
#include "Executor.h"
#include "WarpOps.h"

#include "halftone/Emulator/Limits.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// As CUDA keeps on chips from sm_80 on.
static constexpr size_t reservedSharedBytes = 1024;

/// A name with a number below `bound` after it, and maybe a suffix.
static bool isNumbered(std::string_view name, std::string_view prefix, unsigned bound,
                       std::string_view suffix = {}) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix) ||
      name.size() <= prefix.size() + suffix.size())
    return false;
  name = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  if (name.size() > 2 || (name.size() == 2 && name[0] == '0'))
    return false;
  unsigned number = 0;
  for (char digit : name) {
    if (digit < '0' || digit > '9')
      return false;
    number = 10 * number + static_cast<unsigned>(digit - '0');
  }
  return number < bound;
}

static std::optional<Special> findSpecial(std::string_view name) {
  static constexpr struct {
    std::string_view name;
    Special special;
  } names[] = {{"%tid.x", Special::TidX},
               {"%tid.y", Special::TidY},
               {"%tid.z", Special::TidZ},
               {"%tid.w", Special::Zero},
               {"%ntid.x", Special::NtidX},
               {"%ntid.y", Special::NtidY},
               {"%ntid.z", Special::NtidZ},
               {"%ntid.w", Special::Zero},
               {"%ctaid.x", Special::CtaidX},
               {"%ctaid.y", Special::CtaidY},
               {"%ctaid.z", Special::CtaidZ},
               {"%ctaid.w", Special::Zero},
               {"%nctaid.x", Special::NctaidX},
               {"%nctaid.y", Special::NctaidY},
               {"%nctaid.z", Special::NctaidZ},
               {"%nctaid.w", Special::Zero},
               {"%laneid", Special::LaneId},
               {"%warpid", Special::WarpId},
               {"%nwarpid", Special::NwarpId},
               {"%lanemask_eq", Special::LanemaskEq},
               {"%lanemask_le", Special::LanemaskLe},
               {"%lanemask_lt", Special::LanemaskLt},
               {"%lanemask_ge", Special::LanemaskGe},
               {"%lanemask_gt", Special::LanemaskGt},
               {"%smid", Special::SmId},
               {"%nsmid", Special::NsmId},
               {"%gridid", Special::Zero},
               {"%clusterid.x", Special::ClusterIdX},
               {"%clusterid.y", Special::ClusterIdY},
               {"%clusterid.z", Special::ClusterIdZ},
               {"%clusterid.w", Special::Zero},
               {"%nclusterid.x", Special::NclusterIdX},
               {"%nclusterid.y", Special::NclusterIdY},
               {"%nclusterid.z", Special::NclusterIdZ},
               {"%nclusterid.w", Special::Zero},
               {"%cluster_ctaid.x", Special::ClusterCtaidX},
               {"%cluster_ctaid.y", Special::ClusterCtaidY},
               {"%cluster_ctaid.z", Special::ClusterCtaidZ},
               {"%cluster_ctaid.w", Special::Zero},
               {"%cluster_nctaid.x", Special::ClusterNctaidX},
               {"%cluster_nctaid.y", Special::ClusterNctaidY},
               {"%cluster_nctaid.z", Special::ClusterNctaidZ},
               {"%cluster_nctaid.w", Special::Zero},
               {"%cluster_ctarank", Special::ClusterCtarank},
               {"%cluster_nctarank", Special::ClusterNctarank},
               {"%is_explicit_cluster", Special::IsExplicitCluster},
               {"%dynamic_smem_size", Special::DynamicSharedBytes},
               {"%total_smem_size", Special::TotalSharedBytes},
               {"%aggr_smem_size", Special::AllSharedBytes},
               {"%reserved_smem_offset_begin", Special::ReservedBegin},
               {"%reserved_smem_offset_end", Special::ReservedEnd},
               {"%reserved_smem_offset_cap", Special::ReservedBytes},
               {"%reserved_smem_offset_0", Special::ReservedBegin},
               {"%reserved_smem_offset_1", Special::ReservedSecond},
               {"%envreg1", Special::WorkspaceHigh},
               {"%envreg2", Special::WorkspaceLow},
               {"%current_graph_exec", Special::Zero}};
  for (auto &each : names)
    if (each.name == name)
      return each.special;
  if (isNumbered(name, "%envreg", 32) || isNumbered(name, "%pm", 8) ||
      isNumbered(name, "%pm", 8, "_64"))
    return Special::Zero;
  return std::nullopt;
}

std::optional<uint32_t> Decoder::special(std::string_view name, unsigned bytes) {
  if (name.empty() || name[0] != '%')
    return std::nullopt;
  std::optional<Special> special = findSpecial(name);
  if (!special)
    return std::nullopt;
  if (*special >= Special::ReservedBegin && *special <= Special::ReservedSecond)
    program->reservedSharedBytes = reservedSharedBytes;
  auto [it, isNew] = specials.try_emplace({*special, bytes}, 0);
  if (isNew) {
    it->second = allocate(bytes ? size_t{32} * bytes : 4);
    program->specials.push_back({*special, it->second, static_cast<uint8_t>(bytes)});
  }
  return it->second;
}

bool Decoder::emitClock(std::string_view name, Type type) {
  static constexpr struct {
    std::string_view name;
    unsigned bytes;
    bool high;
  } clocks[] = {{"%clock", 4, false},          {"%clock_hi", 4, true},
                {"%clock64", 8, false},        {"%globaltimer", 8, false},
                {"%globaltimer_lo", 4, false}, {"%globaltimer_hi", 4, true}};
  for (auto &clock : clocks)
    if (clock.name == name && clock.bytes == byteSize(type)) {
      Inst &inst = emit(&runClock);
      inst.bytes = static_cast<uint8_t>(clock.bytes);
      inst.option = clock.high;
      return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static uint32_t below(uint32_t lane) { return (1u << lane) - 1; }

uint64_t Executor::specialValue(Special special, const Block &block, uint32_t thread) const {
  uint32_t lane = thread % warpSize;
  uint64_t reservedBegin = block.sharedBytes - program.reservedSharedBytes;
  switch (special) {
  case Special::TidX:
    return thread % shape.block.x;
  case Special::TidY:
    return thread / shape.block.x % shape.block.y;
  case Special::TidZ:
    return thread / shape.block.x / shape.block.y;
  case Special::NtidX:
    return shape.block.x;
  case Special::NtidY:
    return shape.block.y;
  case Special::NtidZ:
    return shape.block.z;
  case Special::CtaidX:
    return block.id[0];
  case Special::CtaidY:
    return block.id[1];
  case Special::CtaidZ:
    return block.id[2];
  case Special::NctaidX:
    return shape.grid.x;
  case Special::NctaidY:
    return shape.grid.y;
  case Special::NctaidZ:
    return shape.grid.z;
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return thread / warpSize;
  case Special::NwarpId:
    return block.numWarps;
  case Special::LanemaskEq:
    return 1u << lane;
  case Special::LanemaskLe:
    return below(lane) | 1u << lane;
  case Special::LanemaskLt:
    return below(lane);
  case Special::LanemaskGe:
    return static_cast<uint32_t>(~below(lane));
  case Special::LanemaskGt:
    return static_cast<uint32_t>(~(below(lane) | 1u << lane));
  case Special::SmId:
    return block.index % limitsOf(program.module->target).multiprocessors;
  case Special::NsmId:
    return limitsOf(program.module->target).multiprocessors;
  case Special::DynamicSharedBytes:
    return shape.dynamicSharedBytes;
  case Special::TotalSharedBytes:
    return shape.sharedBytes;
  case Special::ClusterIdX:
    return block.cluster->id[0];
  case Special::ClusterIdY:
    return block.cluster->id[1];
  case Special::ClusterIdZ:
    return block.cluster->id[2];
  case Special::NclusterIdX:
    return shape.grid.x / shape.cluster.x;
  case Special::NclusterIdY:
    return shape.grid.y / shape.cluster.y;
  case Special::NclusterIdZ:
    return shape.grid.z / shape.cluster.z;
  case Special::ClusterCtaidX:
    return block.rank % shape.cluster.x;
  case Special::ClusterCtaidY:
    return block.rank / shape.cluster.x % shape.cluster.y;
  case Special::ClusterCtaidZ:
    return block.rank / shape.cluster.x / shape.cluster.y;
  case Special::ClusterNctaidX:
    return shape.cluster.x;
  case Special::ClusterNctaidY:
    return shape.cluster.y;
  case Special::ClusterNctaidZ:
    return shape.cluster.z;
  case Special::ClusterCtarank:
    return block.rank;
  case Special::ClusterNctarank:
    return shape.clusterBlocks();
  case Special::IsExplicitCluster:
    return shape.hasClusters;
  case Special::WorkspaceHigh:
    return options.cooperative ? reinterpret_cast<uintptr_t>(workspace) >> 32 : 0;
  case Special::WorkspaceLow:
    return options.cooperative ? reinterpret_cast<uintptr_t>(workspace) & 0xffffffff : 0;
  case Special::AllSharedBytes:
    return shape.sharedBytes + program.reservedSharedBytes;
  case Special::ReservedBegin:
    return reservedBegin;
  case Special::ReservedSecond:
    return reservedBegin + program.reservedSharedBytes / 2;
  case Special::ReservedEnd:
    return reservedBegin + program.reservedSharedBytes;
  case Special::ReservedBytes:
    return program.reservedSharedBytes;
  case Special::Zero:
    break;
  }
  return 0;
}

void Executor::fillSpecials(Warp &warp) {
  for (const SpecialSlot &special : program.specials)
    for (uint32_t l = 0; l < warpSize; ++l) {
      uint64_t value = specialValue(special.what, *warp.block, warp.index * warpSize + l);
      if (special.bytes)
        writeLane(warp, special.slot, special.bytes, l, value);
      else
        warp.predicate(special.slot) = value ? allLanes : 0;
    }
}
