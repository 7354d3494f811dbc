// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves, addresses, loads, stores, atomics, copies, and the matrix instructions.
#include "Decoder.h"
#include "MemoryAccess.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

//===----------------------------------------------------------------------===//
// Moves and addresses
//===----------------------------------------------------------------------===//

bool Decoder::decodeMov() {
  std::optional<Type> type = mnemonic.takeType();
  if (!type || (*type != Type::Pred && byteSize(*type) < 2))
    return fail("expected a type of 16, 32 or 64 bits, or 'pred'");
  if (!expectOperands(2, 2))
    return false;
  const ast::Operand &target = *operand(0), &a = *operand(1);
  if (target.kind == Kind::Vector || a.kind == Kind::Vector)
    return decodeVectorMov(*type);

  Form form;
  form.op = Op::Mov;
  form.type = *type;
  if (!dest(0, *type))
    return false;
  if (a.kind == Kind::Name && !a.negated && a.name[0] == '%') {
    bool clock = a.name == "%clock" || a.name == "%clock_hi" || a.name == "%clock64" ||
                 a.name == "%globaltimer" || a.name == "%globaltimer_lo";
    if (clock && byteSize(*type) >= 4) {
      emit(&runClock).bytes = static_cast<uint8_t>(byteSize(*type));
      return true;
    }
  }
  std::optional<Symbol> symbol;
  if (a.kind == Kind::Name && !a.negated)
    symbol = find(a.name);
  if (!symbol || symbol->kind == Symbol::Kind::Register)
    return source(1, *type) && emitChecked(laneOps().bits(form));

  // The address of a variable in its own space.
  unsigned bytes = byteSize(*type);
  if (bytes != 8 && (bytes != 4 || symbol->space == Space::Global || symbol->space == Space::Const))
    return fail("an address of '" + std::string(a.name) + "' needs 64 bits");
  uint64_t address = symbol->address + static_cast<uint64_t>(a.offset);
  uint32_t slot;
  if (symbol->kind == Symbol::Kind::Dynamic) {
    // Not shared with other constants: the place of dynamic memory comes later.
    slot = allocate(size_t{32} * bytes);
    dynamicSlots.push_back({slot, bytes});
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned b = 0; b < bytes; ++b)
        program->registers[slot + bytes * lane + b] = static_cast<uint8_t>(address >> (8 * b));
  } else {
    slot = constant(address, bytes);
  }
  slots.push_back(slot);
  return emitChecked(laneOps().bits(form));
}

bool Decoder::decodeVectorMov(Type type) {
  const ast::Operand &target = *operand(0), &a = *operand(1);
  bool pack = a.kind == Kind::Vector;
  const ast::Operand &vector = pack ? a : target;
  if (pack && target.kind == Kind::Vector)
    return fail("expected one vector, got two");
  size_t count = vector.elements.size();
  unsigned bytes = byteSize(type);
  if ((count != 2 && count != 4) || bytes / count < 2)
    return fail("cannot split " + std::to_string(8 * bytes) + " bits into " +
                std::to_string(count) + " registers");
  Type element = bytes / count == 2 ? Type::B16 : bytes / count == 4 ? Type::B32 : Type::B64;
  uint32_t slot = noSlot;
  if (pack && !dest(0, type))
    return false;
  for (const ast::Operand &each : vector.elements) {
    if (pack ? each.kind != Kind::Sink && !source(each, element, slot)
             : !destOrSink(each, element, slot))
      return false;
    slots.push_back(each.kind == Kind::Sink ? noSlot : slot);
  }
  if (!pack && !source(1, type))
    return false;
  Inst &inst = emit(pack ? &runPack : &runUnpack);
  inst.bytes = static_cast<uint8_t>(byteSize(element));
  inst.count = static_cast<uint8_t>(count);
  return true;
}

static std::optional<Space> takeSpace(Mnemonic &mnemonic) {
  static constexpr const char *names[] = {"global", "shared", "shared::cta",  "local",
                                          "const",  "param",  "param::entry", "param::func"};
  static constexpr Space spaces[] = {Space::Global, Space::Shared, Space::Shared, Space::Local,
                                     Space::Const,  Space::Param,  Space::Param,  Space::Param};
  int index = mnemonic.takeOneOf(names);
  if (index < 0)
    return std::nullopt;
  return spaces[index];
}

static uint64_t windowOf(Space space) {
  return space == Space::Shared  ? sharedWindow
         : space == Space::Local ? localWindow
         : space == Space::Param ? paramWindow
                                 : 0;
}

bool Decoder::decodeCvta() {
  bool to = mnemonic.take("to");
  std::optional<Space> space = takeSpace(mnemonic);
  std::optional<Type> type = mnemonic.takeType();
  if (!space || (type != Type::U64 && type != Type::S64 && type != Type::B64))
    return unsupported();
  if (!expectOperands(2, 2) || !dest(0, Type::B64))
    return false;
  if (*space == Space::Param && !inEntry)
    space = Space::Local;
  int64_t window = static_cast<int64_t>(windowOf(*space));
  const ast::Operand &a = *operand(1);
  std::optional<Symbol> symbol;
  if (a.kind == Kind::Name)
    symbol = find(a.name);
  if (symbol && symbol->kind == Symbol::Kind::Variable) {
    slots.push_back(constant(symbol->address + static_cast<uint64_t>(a.offset), 8));
  } else if (symbol && symbol->kind == Symbol::Kind::Dynamic) {
    return fail("take the address of '" + std::string(a.name) + "' with 'mov' first");
  } else if (!source(1, Type::B64)) {
    return false;
  }
  emit(&runAddress).imm = to ? -window : window;
  return true;
}

bool Decoder::decodeIsspacep() {
  std::optional<Space> space = takeSpace(mnemonic);
  if (!space)
    return unsupported();
  if (!expectOperands(2, 2) || !dest(0, Type::Pred) || !source(1, Type::B64))
    return false;
  emit(&runIsSpace).space = *space;
  return true;
}

//===----------------------------------------------------------------------===//
// Loads, stores, atomics
//===----------------------------------------------------------------------===//

/// Order and scope, which a warp at a time in program order satisfies, and hints.
/// True if an order other than weak is asked for.
static bool takeHints(Mnemonic &mnemonic) {
  bool ordered = mnemonic.take("volatile");
  for (const char *order : {"relaxed", "acquire", "mmio"})
    ordered |= mnemonic.take(order);
  static constexpr const char *hints[] = {"weak",
                                          "release",
                                          "acq_rel",
                                          "cta",
                                          "cluster",
                                          "gpu",
                                          "sys",
                                          "nc",
                                          "ca",
                                          "cg",
                                          "cs",
                                          "cv",
                                          "lu",
                                          "wb",
                                          "wt",
                                          "noftz",
                                          "L1::evict_normal",
                                          "L1::evict_unchanged",
                                          "L1::evict_first",
                                          "L1::evict_last",
                                          "L1::no_allocate",
                                          "L2::evict_normal",
                                          "L2::evict_first",
                                          "L2::evict_last",
                                          "L2::64B",
                                          "L2::128B",
                                          "L2::256B"};
  while (mnemonic.takeOneOf(hints) >= 0)
    ;
  return ordered;
}

bool Decoder::accessModifiers(Space &space, unsigned &count) {
  static constexpr const char *vectors[] = {"v2", "v4", "v8"};
  bool ordered = takeHints(mnemonic);
  space = takeSpace(mnemonic).value_or(Space::Generic);
  int vector = mnemonic.takeOneOf(vectors);
  count = vector < 0 ? 1 : 2u << vector;
  return ordered;
}

namespace {
/// The elements of a load's or store's register operand.
std::vector<const ast::Operand *> elementsOf(const ast::Operand &operand) {
  std::vector<const ast::Operand *> elements;
  if (operand.kind == Kind::Vector)
    for (const ast::Operand &each : operand.elements)
      elements.push_back(&each);
  else
    elements.push_back(&operand);
  return elements;
}
} // namespace

bool Decoder::decodeLoad() {
  Space space;
  unsigned count;
  bool ordered = accessModifiers(space, count);
  std::optional<Type> type = mnemonic.takeType();
  if (!type || byteSize(*type) == 0 || byteSize(*type) * count > 32)
    return fail("expected a type");
  if (!expectOperands(2, 2))
    return false;
  std::vector<const ast::Operand *> elements = elementsOf(*operand(0));
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " registers, got " +
                std::to_string(elements.size()));
  unsigned bytes = 0;
  for (const ast::Operand *each : elements) {
    Register target;
    if (each->kind != Kind::Sink && !anyRegister(*each, target))
      return false;
    if (bytes && target.bytes() && target.bytes() != bytes)
      return fail("the registers have different sizes");
    bytes = target.bytes() ? target.bytes() : bytes;
    slots.push_back(target.slot);
  }
  uint32_t slot;
  int64_t offset;
  uint8_t addressBytes;
  if (!address(*operand(1), space, slot, offset, addressBytes))
    return false;
  slots.push_back(slot);
  Handler handler = selectLoad(*type, bytes ? bytes : std::max(byteSize(*type), 2u));
  if (!handler)
    return fail("a register is narrower than its type");
  Inst &inst = emit(handler);
  inst.polls = ordered;
  inst.space = space;
  inst.count = static_cast<uint8_t>(count);
  inst.bytes = static_cast<uint8_t>(byteSize(*type));
  inst.imm = offset;
  inst.addressBytes = addressBytes;
  if (dynamicSymbol)
    dynamicInsts.push_back(program->code.size() - 1);
  return true;
}

bool Decoder::decodeStore() {
  Space space;
  unsigned count;
  accessModifiers(space, count);
  std::optional<Type> type = mnemonic.takeType();
  if (!type || byteSize(*type) == 0 || byteSize(*type) * count > 32)
    return fail("expected a type");
  if (space == Space::Const)
    return fail("constant memory is read only");
  if (!expectOperands(2, 2))
    return false;
  std::vector<const ast::Operand *> elements = elementsOf(*operand(1));
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " values, got " +
                std::to_string(elements.size()));
  // Constants take the size of the registers beside them.
  unsigned bytes = 0;
  for (const ast::Operand *each : elements) {
    Register from;
    if (each->kind != Kind::Name || special(each->name, 4))
      continue;
    if (!anyRegister(*each, from))
      return false;
    if (bytes && from.bytes() != bytes)
      return fail("the registers have different sizes");
    bytes = from.bytes();
  }
  if (!bytes)
    bytes = std::max(byteSize(*type), 2u);
  // As bits, so that an integer may stand for a float's pattern.
  Type asBits = bytes == 2 ? Type::B16 : bytes == 4 ? Type::B32 : Type::B64;
  for (const ast::Operand *each : elements) {
    uint32_t slot;
    if (!source(*each, asBits, slot))
      return false;
    slots.push_back(slot);
  }
  uint32_t slot;
  int64_t offset;
  uint8_t addressBytes;
  if (!address(*operand(0), space, slot, offset, addressBytes))
    return false;
  if (space == Space::Param && inEntry)
    return fail("a kernel's parameters are read only");
  slots.push_back(slot);
  Handler handler = selectStore(*type, bytes);
  if (!handler)
    return fail("a register is narrower than its type");
  Inst &inst = emit(handler);
  inst.space = space;
  inst.count = static_cast<uint8_t>(count);
  inst.bytes = static_cast<uint8_t>(byteSize(*type));
  inst.imm = offset;
  inst.addressBytes = addressBytes;
  if (dynamicSymbol)
    dynamicInsts.push_back(program->code.size() - 1);
  return true;
}

bool Decoder::decodeAtomic() {
  static constexpr const char *names[] = {"add", "min",  "max", "and", "or",
                                          "xor", "exch", "cas", "inc", "dec"};
  bool reduction = mnemonic.base() == "red";
  takeHints(mnemonic);
  Space space = takeSpace(mnemonic).value_or(Space::Generic);
  int op = mnemonic.takeOneOf(names);
  std::optional<Type> type = mnemonic.takeType();
  if (op < 0 || !type ||
      (space != Space::Generic && space != Space::Global && space != Space::Shared))
    return unsupported();
  Handler handler = selectAtomic(static_cast<Atomic>(op), *type);
  if (!handler)
    return unsupported();
  bool swap = static_cast<Atomic>(op) == Atomic::Cas;
  size_t at = reduction ? 0 : 1, count = at + (swap ? 3 : 2);
  if (!expectOperands(count, count))
    return false;
  uint32_t target = noSlot, slot;
  int64_t offset;
  uint8_t addressBytes;
  if ((!reduction && !destOrSink(*operand(0), *type, target)) ||
      !address(*operand(at), space, slot, offset, addressBytes))
    return false;
  bool atDynamic = dynamicSymbol;
  slots = {target, slot};
  if (!source(at + 1, *type) || (swap && !source(at + 2, *type)))
    return false;

  // Blocks may run in any order only if it cannot show: nobody sees the old value,
  // and the operation commutes exactly.
  Atomic which = static_cast<Atomic>(op);
  bool commutes = isInteger(*type) && which != Atomic::Exch && which != Atomic::Cas &&
                  which != Atomic::Inc && which != Atomic::Dec;
  if (space != Space::Shared && (target != noSlot || !commutes))
    program->orderedAtomics = true;
  Inst &inst = emit(handler);
  inst.space = space;
  inst.bytes = static_cast<uint8_t>(byteSize(*type));
  inst.imm = offset;
  inst.addressBytes = addressBytes;
  if (atDynamic)
    dynamicInsts.push_back(program->code.size() - 1);
  return true;
}

bool Decoder::decodeNothing() {
  // Fences: a warp at a time sees memory in program order. Hints: nothing to hint.
  std::string_view base = mnemonic.base();
  static constexpr const char *words[] = {"cta",
                                          "gl",
                                          "sys",
                                          "gpu",
                                          "cluster",
                                          "sc",
                                          "acq_rel",
                                          "acquire",
                                          "release",
                                          "proxy",
                                          "alias",
                                          "async",
                                          "async.global",
                                          "async.shared::cta",
                                          "global",
                                          "shared::cta",
                                          "L1",
                                          "L2",
                                          "L2::evict_last",
                                          "L2::evict_normal",
                                          "local",
                                          "u32",
                                          "mbarrier_init"};
  while (mnemonic.takeOneOf(words) >= 0)
    ;
  bool hasOperand = base == "prefetch" || base == "prefetchu" || base == "nanosleep";
  if (!expectOperands(hasOperand, hasOperand))
    return false;
  emit(&runNothing);
  return true;
}

//===----------------------------------------------------------------------===//
// Matrices and asynchronous copies
//===----------------------------------------------------------------------===//

bool Decoder::decodeMatrixCopy() {
  bool load = mnemonic.base() == "ldmatrix";
  static constexpr const char *counts[] = {"x1", "x2", "x4"};
  bool form = mnemonic.take("sync") && mnemonic.take("aligned") && mnemonic.take("m8n8");
  int index = mnemonic.takeOneOf(counts);
  bool transposed = mnemonic.take("trans");
  Space space = takeSpace(mnemonic).value_or(Space::Generic);
  if (!form || index < 0 || mnemonic.takeType() != Type::B16 ||
      (space != Space::Generic && space != Space::Shared))
    return unsupported();
  unsigned count = 1u << index;
  if (!expectOperands(2, 2))
    return false;
  std::vector<const ast::Operand *> elements = elementsOf(*operand(load ? 0 : 1));
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " registers, got " +
                std::to_string(elements.size()));
  for (const ast::Operand *each : elements) {
    uint32_t slot;
    if (load ? !dest(*each, Type::B32, slot) : !source(*each, Type::B32, slot))
      return false;
    slots.push_back(slot);
  }
  uint32_t slot;
  int64_t offset;
  uint8_t addressBytes;
  if (!address(*operand(load ? 1 : 0), space, slot, offset, addressBytes))
    return false;
  slots.push_back(slot);
  Inst &inst = emit(&runSync);
  inst.second = load ? &runLdmatrix : &runStmatrix;
  inst.target = noSlot;
  inst.aligned = true;
  inst.space = space;
  inst.count = static_cast<uint8_t>(count);
  inst.option = transposed;
  inst.imm = offset;
  inst.addressBytes = addressBytes;
  if (dynamicSymbol)
    dynamicInsts.push_back(program->code.size() - 1);
  return true;
}

bool Decoder::decodeMma() {
  static constexpr const char *sizes[] = {"m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32"};
  bool form = mnemonic.take("sync") && mnemonic.take("aligned");
  int size = mnemonic.takeOneOf(sizes);
  form = form && mnemonic.take("row") && mnemonic.take("col");
  std::optional<Type> d = mnemonic.takeType(), a = mnemonic.takeType(), b = mnemonic.takeType(),
                      c = mnemonic.takeType();
  if (!form || size < 0 || !c || a != b || d != c)
    return unsupported();
  unsigned k = 4u << size;
  int shape = findMmaShape(16, 8, k, *a, *d);
  if (shape < 0)
    return unsupported();
  unsigned numA = fragmentRegisters(16 * k, *a), numB = fragmentRegisters(8 * k, *a);
  unsigned numC = *d == Type::F16 ? 2 : 4;
  if (!expectOperands(4, 4))
    return false;
  unsigned counts[] = {numC, numA, numB, numC};
  for (unsigned i = 0; i < 4; ++i) {
    std::vector<const ast::Operand *> elements = elementsOf(*operand(i));
    if (elements.size() != counts[i])
      return fail("operand " + std::to_string(i + 1) + " needs " + std::to_string(counts[i]) +
                  " registers, got " + std::to_string(elements.size()));
    for (const ast::Operand *each : elements) {
      uint32_t slot;
      if (i == 0 ? !dest(*each, Type::B32, slot) : !source(*each, Type::B32, slot))
        return false;
      slots.push_back(slot);
    }
  }
  Inst &inst = emit(&runSync);
  inst.second = laneOps().mma;
  inst.target = noSlot;
  inst.aligned = true;
  inst.option = static_cast<uint8_t>(shape);
  return true;
}

/// cp.async and its groups; `cp.async.bulk` is refused by the modifiers left over.
bool Decoder::decodeCp() {
  if (!mnemonic.take("async"))
    return unsupported();
  if (mnemonic.take("commit_group"))
    return expectOperands(0, 0) && emitChecked(&runCommitGroup);
  if (mnemonic.take("wait_all"))
    return expectOperands(0, 0) && emitChecked(&runWaitGroup); // until none is open
  if (mnemonic.take("wait_group")) {
    int64_t groups;
    if (!expectOperands(1, 1) || !integerConstant(0, groups, 0, INT32_MAX))
      return false;
    emit(&runWaitGroup).imm = groups;
    return true;
  }
  static constexpr const char *caches[] = {"ca", "cg"}, *destinations[] = {"shared", "shared::cta"};
  int cache = mnemonic.takeOneOf(caches);
  if (cache < 0 || mnemonic.takeOneOf(destinations) < 0 || !mnemonic.take("global"))
    return unsupported();
  static constexpr const char *prefetches[] = {"L2::64B", "L2::128B", "L2::256B"};
  mnemonic.takeOneOf(prefetches);
  int64_t bytes;
  if (!expectOperands(3, 4) || !integerConstant(2, bytes, 4, 16))
    return false;
  if ((bytes != 4 && bytes != 8 && bytes != 16) || (cache == 1 && bytes != 16))
    return fail("expected a copy of " + std::string(cache == 1 ? "16" : "4, 8 or 16") +
                " bytes, got " + std::to_string(bytes));
  Space shared = Space::Shared, global = Space::Global;
  uint32_t to, from, size = noSlot;
  int64_t toOffset, fromOffset;
  uint8_t toBytes, fromBytes;
  if (!address(*operand(0), shared, to, toOffset, toBytes))
    return false;
  bool toDynamic = dynamicSymbol;
  if (!address(*operand(1), global, from, fromOffset, fromBytes))
    return false;
  if (item->instruction.operands.size() == 4 && !source(*operand(3), Type::B32, size))
    return false;
  if (from == noSlot || fromBytes != 8 || fromOffset != static_cast<int32_t>(fromOffset))
    return fail("the source must be a register of 64 bits, with an offset of 32 bits at most");
  if (to != noSlot && toBytes == 4) { // one size for both addresses
    uint32_t wide = allocate(size_t{32} * 8);
    Form form;
    form.type = Type::U64;
    form.from = Type::U32;
    slots = {wide, to};
    if (!emitChecked(laneOps().convert(form, 4, 8)))
      return false;
    to = wide;
  }
  slots = {to, from, size};
  Inst &inst = emit(&runCopyAsync);
  inst.bytes = static_cast<uint8_t>(bytes);
  inst.imm = toOffset;
  inst.target = static_cast<uint32_t>(static_cast<int32_t>(fromOffset));
  if (toDynamic)
    dynamicInsts.push_back(program->code.size() - 1);
  return true;
}
