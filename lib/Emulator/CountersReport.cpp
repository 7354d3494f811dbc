// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts as JSON, whose keys docs/EmulatedGpu.md lists, and as a table for people.
#include "halftone/Emulator/Counters.h"

#include "halftone/Support/Json.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

using namespace halftone;
using namespace halftone::emulator;

namespace {

double ratio(uint64_t part, uint64_t whole) {
  return whole ? static_cast<double>(part) / static_cast<double>(whole) : 1.0;
}

uint64_t sumOf(const std::map<std::string, uint64_t> &values) {
  uint64_t sum = 0;
  for (auto &[name, value] : values)
    sum += value;
  return sum;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

OrderedJson toJson(const SharedCounts &counts) {
  return {{"accesses", counts.accesses},
          {"bytes", counts.bytes},
          {"wavefronts", counts.wavefronts},
          {"ideal_wavefronts", counts.ideal}};
}

OrderedJson toJson(const GlobalCounts &counts) {
  return {{"requests", counts.requests},
          {"bytes_requested", counts.bytes},
          {"bytes_moved", counts.movedBytes()},
          {"sectors", counts.sectors},
          {"ideal_sectors", counts.ideal}};
}

OrderedJson flopsJson(const std::map<std::string, uint64_t> &values) {
  OrderedJson types = OrderedJson::object();
  for (auto &[type, value] : values)
    types[type] = value;
  return {{"total", sumOf(values)}, {"by_type", types}};
}

OrderedJson linesJson(const KernelCounts &kernel) {
  OrderedJson lines = OrderedJson::array();
  for (const InstructionCounts &inst : kernel.instructions) {
    if (!inst.issued)
      continue;
    OrderedJson line = {{"ptx_line", inst.line},
                        {"opcode", kernel.opcodes[inst.opcode]},
                        {"class", std::string(toString(inst.kind))},
                        {"warp_instructions", inst.issued},
                        {"thread_instructions", inst.lanes}};
    if (inst.file) {
      line["file"] = kernel.files[inst.file - 1];
      line["line"] = inst.sourceLine;
    }
    if (inst.flops)
      line["flops"] = inst.flops;
    if (inst.shared.accesses)
      line["shared"] = toJson(inst.shared);
    if (inst.global.requests)
      line["global"] = toJson(inst.global);
    lines.push_back(std::move(line));
  }
  return lines;
}

OrderedJson occupancyJson(const Counters &counters, const KernelCounts &kernel) {
  const ChipLimits &chip = counters.limits(kernel);
  Occupancy occupancy = counters.occupancy(kernel);
  OrderedJson json = {{"chip", "sm_" + std::to_string(chip.arch)},
                      {"registers", nullptr},
                      {"threads", kernel.threads},
                      {"shared_bytes", kernel.sharedBytes},
                      {"blocks_per_multiprocessor", occupancy.blocks},
                      {"warps_per_multiprocessor", occupancy.warps},
                      {"occupancy", occupancy.ratio},
                      {"limited_by", std::string(toString(occupancy.limit))}};
  if (kernel.ptxas) {
    json["registers"] = kernel.ptxas->registers;
    json["spill_store_bytes"] = kernel.ptxas->spillStores;
    json["spill_load_bytes"] = kernel.ptxas->spillLoads;
    json["stack_bytes"] = kernel.ptxas->stackBytes;
  }
  return json;
}

OrderedJson toJson(const Counters &counters, const KernelCounts &kernel) {
  OrderedJson classes = OrderedJson::object();
  for (size_t i = 0; i < numInstructionClasses; ++i)
    classes[std::string(toString(static_cast<InstructionClass>(i)))] = kernel.classes[i];
  SharedCounts shared = kernel.sharedLoads;
  shared += kernel.sharedStores;
  shared += kernel.sharedAtomics;
  OrderedJson sharedJson = toJson(shared);
  sharedJson["loads"] = toJson(kernel.sharedLoads);
  sharedJson["stores"] = toJson(kernel.sharedStores);
  sharedJson["atomics"] = toJson(kernel.sharedAtomics);
  sharedJson["cluster_accesses"] = kernel.clusterAccesses;
  sharedJson["cluster_bytes"] = kernel.clusterBytes;
  GlobalCounts global = kernel.globalLoads;
  for (const GlobalCounts *part :
       {&kernel.globalStores, &kernel.globalAtomics, &kernel.asyncReads, &kernel.asyncWrites})
    global += *part;
  OrderedJson globalJson = toJson(global);
  globalJson["loads"] = toJson(kernel.globalLoads);
  globalJson["stores"] = toJson(kernel.globalStores);
  globalJson["atomics"] = toJson(kernel.globalAtomics);
  globalJson["async_reads"] = toJson(kernel.asyncReads);
  globalJson["async_writes"] = toJson(kernel.asyncWrites);
  return {
      {"name", kernel.name},
      {"target", kernel.chip},
      {"launches", kernel.launches},
      {"blocks", kernel.blocks},
      {"warps", kernel.warps},
      {"cluster_blocks", kernel.clusterBlocks},
      {"warp_instructions", kernel.issued},
      {"thread_instructions", kernel.lanes},
      {"predicated_off", kernel.predicatedOff},
      {"lane_efficiency", ratio(kernel.lanes, kernel.issued * 32)},
      {"instructions_by_class", classes},
      {"tensor_flops", flopsJson(kernel.tensorFlops)},
      {"flops", flopsJson(kernel.scalarFlops)},
      {"shared", sharedJson},
      {"global", globalJson},
      {"l2",
       {{"bytes", counters.l2Bytes(kernel)},
        {"sectors", kernel.l2.sectors},
        {"hits", kernel.l2.hits},
        {"hit_rate", kernel.l2.sectors ? ratio(kernel.l2.hits, kernel.l2.sectors) : 0.0},
        {"memory_read_bytes", kernel.l2.readBytes},
        {"memory_written_bytes", kernel.l2.writtenBytes}}},
      {"local", {{"accesses", kernel.localAccesses}, {"bytes", kernel.localBytes}}},
      {"constant", {{"accesses", kernel.constantAccesses}, {"bytes", kernel.constantBytes}}},
      {"atomics", kernel.atomicLanes},
      {"async",
       {{"copies", kernel.copies},
        {"copy_bytes", kernel.copyBytes},
        {"bulk_copies", kernel.bulkCopies},
        {"bulk_copy_bytes", kernel.bulkCopyBytes}}},
      {"barriers",
       {{"completed", kernel.barriers},
        {"warp_arrivals", kernel.barrierArrivals},
        {"cluster_warp_arrivals", kernel.clusterBarrierArrivals},
        {"mbarrier_arrivals", kernel.mbarrierArrivals},
        {"mbarrier_phases", kernel.mbarrierPhases},
        {"mbarrier_failed_waits", kernel.mbarrierPolls}}},
      {"fences", kernel.fences},
      {"occupancy", occupancyJson(counters, kernel)},
      {"instructions", linesJson(kernel)},
  };
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// "1,234,567"
std::string grouped(uint64_t value) {
  std::string text = std::to_string(value);
  for (size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string percent(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", value * 100);
  return text;
}

void row(std::string &table, const std::string &name, const std::string &value) {
  if (name.size() < 24)
    table += "  " + name + std::string(24 - name.size(), ' ') + value + "\n";
  else
    table += "  " + name + " " + value + "\n";
}

std::string classesText(const KernelCounts &kernel) {
  std::vector<size_t> order;
  for (size_t i = 0; i < numInstructionClasses; ++i)
    if (kernel.classes[i])
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return kernel.classes[a] != kernel.classes[b] ? kernel.classes[a] > kernel.classes[b] : a < b;
  });
  std::string text;
  for (size_t i : order)
    text += (text.empty() ? "" : ", ") + std::string(toString(static_cast<InstructionClass>(i))) +
            " " + grouped(kernel.classes[i]);
  return text;
}

std::string flopsText(const std::map<std::string, uint64_t> &values) {
  std::string text;
  for (auto &[type, value] : values)
    text += (text.empty() ? "" : ", ") + type + " " + grouped(value);
  return text;
}

void sharedRow(std::string &table, const std::string &name, const SharedCounts &counts) {
  if (counts.accesses)
    row(table, name,
        grouped(counts.wavefronts) + " wavefronts, ideal " + grouped(counts.ideal) + ", " +
            grouped(counts.bytes) + " bytes");
}

void globalRow(std::string &table, const std::string &name, const GlobalCounts &counts) {
  if (counts.requests)
    row(table, name,
        grouped(counts.sectors) + " sectors, ideal " + grouped(counts.ideal) + ", " +
            grouped(counts.bytes) + " bytes asked for, " + grouped(counts.movedBytes()) + " moved");
}

std::string occupancyText(const Counters &counters, const KernelCounts &kernel) {
  Occupancy occupancy = counters.occupancy(kernel);
  std::string text = percent(occupancy.ratio) + ": " + std::to_string(occupancy.blocks) +
                     " blocks on a multiprocessor of sm_" +
                     std::to_string(counters.limits(kernel).arch) + ", limited by " +
                     std::string(toString(occupancy.limit));
  if (!kernel.ptxas)
    return text + ", registers not known";
  text += ", " + std::to_string(kernel.ptxas->registers) + " registers";
  if (uint64_t spilled = kernel.ptxas->spillStores + kernel.ptxas->spillLoads)
    text += ", " + std::to_string(spilled) + " bytes spilled";
  return text;
}

std::string toTable(const Counters &counters, const KernelCounts &kernel) {
  std::string table = "kernel '" + kernel.name + "' (" + kernel.chip + "), " +
                      grouped(kernel.launches) + (kernel.launches == 1 ? " launch" : " launches") +
                      " of " + grouped(kernel.blocks) + " blocks in all\n";
  row(table, "warp instructions", grouped(kernel.issued));
  row(table, "active lanes", percent(ratio(kernel.lanes, kernel.issued * 32)));
  row(table, "by class", classesText(kernel));
  if (!kernel.tensorFlops.empty())
    row(table, "Tensor Core FLOPs", flopsText(kernel.tensorFlops));
  if (!kernel.scalarFlops.empty())
    row(table, "other FLOPs", flopsText(kernel.scalarFlops));
  sharedRow(table, "shared loads", kernel.sharedLoads);
  sharedRow(table, "shared stores", kernel.sharedStores);
  sharedRow(table, "shared atomics", kernel.sharedAtomics);
  if (kernel.clusterAccesses)
    row(table, "shared of the cluster",
        grouped(kernel.clusterAccesses) + " accesses, " + grouped(kernel.clusterBytes) + " bytes");
  globalRow(table, "global loads", kernel.globalLoads);
  globalRow(table, "global stores", kernel.globalStores);
  globalRow(table, "global atomics", kernel.globalAtomics);
  globalRow(table, "async reads", kernel.asyncReads);
  globalRow(table, "async writes", kernel.asyncWrites);
  if (kernel.l2.sectors)
    row(table, "L2 estimate",
        percent(ratio(kernel.l2.hits, kernel.l2.sectors)) + " of " + grouped(kernel.l2.sectors) +
            " sectors are there already; " + grouped(kernel.l2.readBytes) +
            " bytes read from memory");
  if (kernel.localAccesses)
    row(table, "local memory",
        grouped(kernel.localAccesses) + " accesses, " + grouped(kernel.localBytes) + " bytes");
  if (kernel.copies)
    row(table, "async copies",
        grouped(kernel.copies) + ", " + grouped(kernel.copyBytes) + " bytes");
  if (kernel.bulkCopies)
    row(table, "bulk copies",
        grouped(kernel.bulkCopies) + ", " + grouped(kernel.bulkCopyBytes) + " bytes");
  if (kernel.atomicLanes)
    row(table, "atomics", grouped(kernel.atomicLanes));
  if (kernel.barriers || kernel.mbarrierPhases)
    row(table, "barriers",
        grouped(kernel.barriers) + " completed" +
            (kernel.mbarrierPhases ? ", " + grouped(kernel.mbarrierPhases) + " mbarrier phases"
                                   : ""));
  row(table, "occupancy", occupancyText(counters, kernel));
  return table;
}

} // namespace

std::string Counters::json() const {
  OrderedJson kernels = OrderedJson::array();
  for (auto &kernel : kernels_)
    kernels.push_back(toJson(*this, *kernel));
  return dumpJson(OrderedJson{{"version", 1}, {"kernels", std::move(kernels)}}, 1) + "\n";
}

std::string Counters::table() const {
  std::string text;
  for (auto &kernel : kernels_)
    text += (text.empty() ? "" : "\n") + toTable(*this, *kernel);
  return text;
}
