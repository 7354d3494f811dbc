// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves and addresses.
#include "Decoder.h"
#include "MemoryAccess.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

bool Decoder::decodeMov() {
  std::optional<Type> type = mnemonic.takeType();
  bool known = type && ((isInteger(*type) && byteSize(*type) >= 2) || *type == Type::F32 ||
                        *type == Type::F64 || *type == Type::Pred || *type == Type::B128 ||
                        *type == Type::F16 || *type == Type::BF16);
  if (!known)
    return fail("expected a type of 16, 32, 64 or 128 bits, or 'pred'");
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
  if (a.kind == Kind::Name && !a.negated && emitClock(a.name, *type))
    return true;
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
  } else if (symbol->base != noSlot) {
    // In the frame of a function: from where it begins.
    if (bytes != 8)
      return fail("an address of '" + std::string(a.name) + "' needs 64 bits");
    slots.push_back(symbol->base);
    emit(&runAddress).imm = static_cast<int64_t>(address);
    return true;
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
  if ((count != 2 && count != 4) || bytes / count < 1 || bytes / count > 8)
    return fail("cannot split " + std::to_string(8 * bytes) + " bits into " +
                std::to_string(count) + " registers");
  Type element = bytes / count == 1   ? Type::B8
                 : bytes / count == 2 ? Type::B16
                 : bytes / count == 4 ? Type::B32
                                      : Type::B64;
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

static uint64_t windowOf(Space space) {
  return space == Space::Shared  ? sharedWindow
         : space == Space::Local ? localWindow
         : space == Space::Param ? paramWindow
                                 : 0;
}

bool Decoder::decodeCvta() {
  bool to = mnemonic.take("to");
  bool cluster = mnemonic.take("shared::cluster");
  std::optional<Space> space = cluster ? Space::Shared : mnemonic.takeSpace();
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
  if (symbol && symbol->base != noSlot) {
    slots.push_back(symbol->base);
    window += static_cast<int64_t>(symbol->address) + a.offset;
  } else if (symbol && symbol->kind == Symbol::Kind::Variable) {
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
  bool cluster = mnemonic.take("shared::cluster");
  std::optional<Space> space = cluster ? Space::Shared : mnemonic.takeSpace();
  if (!space)
    return unsupported();
  if (!expectOperands(2, 2) || !dest(0, Type::Pred) || !source(1, Type::B64))
    return false;
  Inst &inst = emit(&runIsSpace);
  inst.space = *space;
  inst.option = cluster;
  return true;
}
