// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An opcode's class and its FLOPs, from its name.
#include "CountersModel.h"

#include <algorithm>
#include <charconv>
#include <optional>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// "ld", "global", "b32"
std::vector<std::string_view> partsOf(std::string_view opcode) {
  std::vector<std::string_view> parts;
  while (!opcode.empty()) {
    std::string_view part = opcode.substr(0, opcode.find('.'));
    opcode.remove_prefix(std::min(part.size() + 1, opcode.size()));
    // "shared::cta" is shared memory.
    parts.push_back(part.substr(0, part.find("::")));
  }
  return parts;
}

using Parts = std::vector<std::string_view>;

bool contains(const Parts &parts, std::string_view name) {
  return std::find(parts.begin() + 1, parts.end(), name) != parts.end();
}

struct NamedClass {
  std::string_view name;
  InstructionClass kind;
};

std::optional<InstructionClass> classOfBase(std::string_view base) {
  using enum InstructionClass;
  static constexpr NamedClass names[] = {{"setp", Compare},
                                         {"set", Compare},
                                         {"selp", Compare},
                                         {"slct", Compare},
                                         {"testp", Compare},
                                         {"cvt", Convert},
                                         {"cvta", Move},
                                         {"mov", Move},
                                         {"movmatrix", Warp},
                                         {"isspacep", Compare},
                                         {"mapa", Integer},
                                         {"getctarank", Integer},
                                         {"prmt", Integer},
                                         {"bra", Control},
                                         {"brx", Control},
                                         {"call", Control},
                                         {"ret", Control},
                                         {"exit", Control},
                                         {"trap", Control},
                                         {"brkpt", Control},
                                         {"ldmatrix", Shared},
                                         {"stmatrix", Shared},
                                         {"atom", Atomic},
                                         {"red", Atomic},
                                         {"mma", Tensor},
                                         {"shfl", Warp},
                                         {"vote", Warp},
                                         {"match", Warp},
                                         {"redux", Warp},
                                         {"elect", Warp},
                                         {"activemask", Warp},
                                         {"bar", Barrier},
                                         {"barrier", Barrier},
                                         {"mbarrier", Barrier},
                                         {"membar", Fence},
                                         {"fence", Fence},
                                         {"cp", AsyncCopy},
                                         {"prefetch", Global},
                                         {"prefetchu", Global},
                                         {"discard", Global},
                                         {"applypriority", Global},
                                         {"rcp", Special},
                                         {"sqrt", Special},
                                         {"rsqrt", Special},
                                         {"ex2", Special},
                                         {"lg2", Special},
                                         {"sin", Special},
                                         {"cos", Special},
                                         {"tanh", Special},
                                         {"multimem", Atomic},
                                         {"createpolicy", Move},
                                         {"tensormap", AsyncCopy},
                                         {"pmevent", Other},
                                         {"nanosleep", Other},
                                         {"setmaxnreg", Other},
                                         {"griddepcontrol", Barrier},
                                         {"alloca", Other},
                                         {"stacksave", Other},
                                         {"stackrestore", Other},
                                         {"st", Generic},
                                         {"ld", Generic},
                                         {"ldu", Global}};
  for (const NamedClass &each : names)
    if (each.name == base)
      return each.kind;
  return std::nullopt;
}

InstructionClass classOfAccess(const Parts &parts) {
  static constexpr NamedClass spaces[] = {{"global", InstructionClass::Global},
                                          {"shared", InstructionClass::Shared},
                                          {"local", InstructionClass::Local},
                                          {"param", InstructionClass::Constant},
                                          {"const", InstructionClass::Constant}};
  for (const NamedClass &space : spaces)
    if (contains(parts, space.name))
      return space.kind;
  return InstructionClass::Generic;
}

/// Of sums and products, whose class is that of their type.
InstructionClass classOfType(std::string_view type) {
  if (type.starts_with("f32"))
    return InstructionClass::Float;
  if (type == "f64")
    return InstructionClass::Double;
  if (type.starts_with("f16") || type.starts_with("bf16"))
    return InstructionClass::Half;
  return InstructionClass::Integer;
}

/// "m16n8k16"
bool readShape(std::string_view part, uint64_t &m, uint64_t &n, uint64_t &k) {
  const char *at = part.data(), *end = at + part.size();
  for (auto [letter, number] : {std::pair('m', &m), std::pair('n', &n), std::pair('k', &k)}) {
    if (at == end || *at != letter)
      return false;
    auto [next, error] = std::from_chars(at + 1, end, *number);
    if (error != std::errc())
      return false;
    at = next;
  }
  return at == end;
}

/// The types of a product are named at the end: d, a, b, c; of `wgmma` d, a, b; of wmma
/// with floats d, c only, whose factors are then f16.
std::string factorType(const Parts &parts) {
  static constexpr std::string_view types[] = {"f16",  "bf16", "tf32", "f64", "s8",
                                               "u8",   "s4",   "u4",   "b1",  "e4m3",
                                               "e5m2", "e3m2", "e2m3", "e2m1"};
  Parts found;
  for (std::string_view part : parts)
    if (part == "f32" || part == "s32" ||
        std::find(std::begin(types), std::end(types), part) != std::end(types))
      found.push_back(part);
  if (found.size() >= 3)
    return std::string(found[1]);
  return found.size() == 2 ? "f16" : found.empty() ? "" : std::string(found.front());
}

void readProduct(const Parts &parts, OpcodeFacts &facts) {
  uint64_t m = 0, n = 0, k = 0;
  for (std::string_view part : parts)
    if (readShape(part, m, n, k))
      break;
  facts.type = factorType(parts);
  facts.tensorFlops = 2 * m * n * k;
  if (parts.front() == "wgmma")
    facts.tensorFlops /= 4; // each of four warps does its part
  // A warp's quad pairs each do one.
  if (parts.front() == "mma" && m == 8 && n == 8 && k == 4 && facts.type == "f16")
    facts.tensorFlops *= 4;
}

void readArithmetic(const Parts &parts, OpcodeFacts &facts) {
  std::string_view base = parts.front(), type = parts.size() > 1 ? parts.back() : "";
  if (parts.size() > 2 && parts[parts.size() - 2] == "f32")
    type = "f32"; // with a narrower operand
  InstructionClass kind = classOfType(type);
  if (facts.kind == InstructionClass::Other)
    facts.kind = kind;
  if (kind == InstructionClass::Integer)
    return;
  bool pair = type.ends_with("x2");
  facts.type = std::string(pair ? type.substr(0, type.size() - 2) : type);
  uint64_t operations = base == "fma" || base == "mad"                                     ? 2
                        : base == "add" || base == "sub" || base == "mul" || base == "div" ? 1
                        : facts.kind == InstructionClass::Special                          ? 1
                                                                                           : 0;
  facts.laneFlops = operations * (pair ? 2 : 1);
}

} // namespace

OpcodeFacts emulator::factsOf(std::string_view opcode) {
  OpcodeFacts facts;
  Parts parts = partsOf(opcode);
  if (parts.empty())
    return facts;
  std::string_view base = parts.front();
  if (base == "wmma" || base == "wgmma") {
    bool product = contains(parts, "mma") || contains(parts, "mma_async");
    bool moves = contains(parts, "load") || contains(parts, "store");
    facts.kind = product ? InstructionClass::Tensor
                 : moves ? classOfAccess(parts)
                         : InstructionClass::Barrier;
  } else if (std::optional<InstructionClass> known = classOfBase(base)) {
    facts.kind = *known == InstructionClass::Generic ? classOfAccess(parts) : *known;
  }
  if (base == "red" && contains(parts, "async"))
    facts.kind = InstructionClass::AsyncCopy;
  if (facts.kind == InstructionClass::Tensor)
    readProduct(parts, facts);
  else if (facts.kind == InstructionClass::Other || facts.kind == InstructionClass::Special)
    readArithmetic(parts, facts);
  return facts;
}

std::string_view emulator::toString(InstructionClass kind) {
  static constexpr std::string_view names[] = {
      "integer", "half",       "float",  "double", "special", "compare",  "convert",
      "move",    "control",    "global", "shared", "local",   "constant", "generic",
      "atomic",  "async_copy", "tensor", "warp",   "barrier", "fence",    "other"};
  static_assert(std::size(names) == numInstructionClasses);
  return names[static_cast<size_t>(kind)];
}
