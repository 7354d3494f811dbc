// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, calls, barriers, and what the threads of a warp do together.
#include "Block.h"
#include "Decoder.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

namespace {

template <Flow flow> Flow runFlow(Warp &, const Inst &, uint32_t) { return flow; }

} // namespace

bool Decoder::decodeBranch() {
  mnemonic.take("uni");
  if (!expectOperands(1, 1))
    return false;
  const ast::Operand &target = *operand(0);
  if (target.kind != Kind::Name)
    return fail("expected a label");
  emit(&runFlow<Flow::Branch>);
  branches.push_back({program->code.size() - 1, target.name, scope, item->line});
  return true;
}

bool Decoder::decodeIndexedBranch() {
  mnemonic.take("uni");
  if (!mnemonic.take("idx"))
    return unsupported();
  if (!expectOperands(2, 2) || !source(0, Type::B32))
    return false;
  const ast::Item *targets = findTargets(operand(1)->name);
  if (!targets)
    return fail("'" + std::string(operand(1)->name) + "' names no '.branchtargets'");
  uint32_t table = static_cast<uint32_t>(program->tables.size());
  program->tables.emplace_back(targets->targets.size());
  std::vector<Fixup> fixups;
  for (std::string_view label : targets->targets)
    fixups.push_back({0, label, scope, targets->line});
  tables.push_back({table, std::move(fixups)});
  emit(&runFlow<Flow::Indexed>).target = table;
  return true;
}

bool Decoder::copies(const ast::Operand *list, const std::vector<Symbol> &formals, bool arguments,
                     std::vector<Call::Copy> &result) {
  size_t count = list ? list->elements.size() : 0;
  const char *what = arguments ? "arguments" : "results";
  if (count != formals.size())
    return fail("expected " + std::to_string(formals.size()) + " " + what + ", got " +
                std::to_string(count));
  for (size_t i = 0; i < count; ++i) {
    std::optional<Symbol> actual = find(list->elements[i].name);
    if (!actual || actual->kind != Symbol::Kind::Variable || actual->space != Space::Local)
      return fail("expected '.param' variables as " + std::string(what));
    if (actual->bytes != formals[i].bytes)
      return fail("expected " + std::to_string(formals[i].bytes) + " bytes in '" +
                  std::string(list->elements[i].name) + "', got " + std::to_string(actual->bytes));
    uint32_t mine = static_cast<uint32_t>(actual->address);
    uint32_t theirs = static_cast<uint32_t>(formals[i].address);
    uint32_t bytes = static_cast<uint32_t>(actual->bytes);
    result.push_back(arguments ? Call::Copy{mine, theirs, bytes} : Call::Copy{theirs, mine, bytes});
  }
  return true;
}

/// call[.uni] [(results),] function[, (arguments)]
bool Decoder::decodeCall() {
  mnemonic.take("uni");
  if (!expectOperands(1, 3))
    return false;
  const std::vector<ast::Operand> &operands = item->instruction.operands;
  size_t at = operands[0].kind == Kind::List ? 1 : 0;
  if (at >= operands.size() || operands[at].kind != Kind::Name)
    return fail("expected a function's name");
  if (at + 2 < operands.size())
    return fail("indirect calls are not supported");
  const ast::Operand *arguments = at + 1 < operands.size() ? &operands[at + 1] : nullptr;
  if (arguments && arguments->kind != Kind::List)
    return fail("expected a list of arguments");
  if (std::optional<Symbol> symbol = find(operands[at].name);
      symbol && symbol->kind == Symbol::Kind::Register)
    return fail("indirect calls are not supported");
  std::optional<size_t> callee = calleeOf(operands[at].name);
  if (!callee)
    return false;
  if (!inEntry)
    callees[currentCallee].calls.push_back(*callee);

  Call call;
  call.returnSlot = callees[*callee].returnSlot;
  if (!copies(arguments, callees[*callee].parameters, true, call.arguments) ||
      !copies(at ? &operands[0] : nullptr, callees[*callee].results, false, call.results))
    return false;
  calls.push_back({static_cast<uint32_t>(program->calls.size()), *callee});
  emit(&runFlow<Flow::Call>).target = static_cast<uint32_t>(program->calls.size());
  program->calls.push_back(std::move(call));
  return true;
}

bool Decoder::decodeReturn() {
  bool uniform = mnemonic.take("uni");
  if (!expectOperands(0, 0))
    return false;
  bool exit = mnemonic.base() == "exit";
  if (exit && uniform)
    return unsupported();
  if (exit || inEntry) {
    emit(&runFlow<Flow::Exit>);
    return true;
  }
  slots.push_back(callees[currentCallee].returnSlot);
  emit(&runFlow<Flow::Return>);
  return true;
}

bool Decoder::decodeTrap() {
  emit(&runTrap);
  return expectOperands(0, 0);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

bool Decoder::emitSync(Handler handler, size_t maskOperand) {
  uint32_t mask = noSlot;
  const ast::Operand *each = operand(maskOperand);
  if (!each || !source(*each, Type::B32, mask))
    return fail("expected a member mask");
  Inst &inst = emit(&runSync);
  inst.second = handler;
  inst.target = mask;
  return true;
}

/// bar.sync, bar.arrive, bar.red, and the same as barrier[.cta]; bar.warp.sync.
bool Decoder::decodeBarrier() {
  bool old = mnemonic.base() == "bar";
  mnemonic.take("cta");
  if (mnemonic.take("warp")) {
    if (!mnemonic.take("sync") || !expectOperands(1, 1))
      return unsupported();
    return emitSync(&runNothing, 0);
  }
  static constexpr const char *kinds[] = {"sync", "arrive", "red"};
  static constexpr const char *reductions[] = {"popc", "and", "or"};
  int kind = mnemonic.takeOneOf(kinds);
  int reduction = kind == 2 ? mnemonic.takeOneOf(reductions) : -1;
  bool aligned = mnemonic.take("aligned") || old;
  if (kind < 0 || (kind == 2 && reduction < 0))
    return unsupported();

  // Operands of the instruction: barrier, count, and for reductions result, predicate.
  size_t count = item->instruction.operands.size();
  uint32_t result = noSlot, p = noSlot, threads = noSlot;
  bool negated = false;
  size_t at = 0;
  if (kind == 2) {
    Type type = reduction == 0 ? Type::U32 : Type::Pred;
    if (mnemonic.takeType() != type)
      return unsupported();
    if (!expectOperands(3, 4) || !dest(*operand(0), type, result) ||
        !predicate(*operand(count - 1), p, negated))
      return false;
    at = 1;
    --count;
  } else if (!expectOperands(kind == 1 ? 2 : 1, 2)) {
    return false;
  }
  if (!source(at, Type::B32))
    return false;
  if (at + 1 < count && !source(*operand(at + 1), Type::B32, threads))
    return false;
  slots.push_back(threads);
  slots.push_back(result);
  slots.push_back(p);
  Inst &inst = emit(&runFlow<Flow::Barrier>);
  inst.option = static_cast<uint8_t>(kind == 2 ? 2 + reduction : kind);
  inst.imm = negated;
  inst.aligned = aligned;
  return true;
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

bool Decoder::decodeShuffle() {
  static constexpr const char *modes[] = {"up", "down", "bfly", "idx"};
  bool sync = mnemonic.take("sync");
  int mode = mnemonic.takeOneOf(modes);
  if (!sync || mode < 0 || mnemonic.takeType() != Type::B32)
    return unsupported();
  if (!expectOperands(5, 5))
    return false;
  const ast::Operand &target = *operand(0);
  bool pair = target.kind == Kind::Pair;
  uint32_t d = noSlot, p = noSlot;
  if (!dest(pair ? target.elements[0] : target, Type::B32, d) ||
      (pair && !destOrSink(target.elements[1], Type::Pred, p)))
    return false;
  slots = {d, p};
  if (!source(1, Type::B32) || !source(2, Type::B32) || !source(3, Type::B32) ||
      !emitSync(&runShuffle, 4))
    return false;
  program->code.back().option = static_cast<uint8_t>(mode);
  return true;
}

bool Decoder::decodeVote() {
  static constexpr const char *modes[] = {"all", "any", "uni", "ballot"};
  bool sync = mnemonic.take("sync");
  int mode = mnemonic.takeOneOf(modes);
  bool ballot = mode == 3;
  Type type = ballot ? Type::B32 : Type::Pred;
  if (!sync || mode < 0 || mnemonic.takeType() != type)
    return unsupported();
  uint32_t p = noSlot;
  bool negated = false;
  if (!expectOperands(3, 3) || !dest(0, type) || !predicate(*operand(1), p, negated))
    return false;
  slots.push_back(p);
  if (!emitSync(&runVote, 2))
    return false;
  program->code.back().option = static_cast<uint8_t>(mode | (negated ? 4 : 0));
  return true;
}

bool Decoder::decodeMatch() {
  static constexpr const char *modes[] = {"any", "all"};
  int mode = mnemonic.takeOneOf(modes);
  bool sync = mnemonic.take("sync");
  std::optional<Type> type = mnemonic.takeType();
  if (!sync || mode < 0 || (type != Type::B32 && type != Type::B64))
    return unsupported();
  if (!expectOperands(3, 3))
    return false;
  const ast::Operand &target = *operand(0);
  bool pair = target.kind == Kind::Pair;
  uint32_t d = noSlot, p = noSlot;
  if (pair && mode == 0)
    return fail("'match.any' has no predicate");
  if (!dest(pair ? target.elements[0] : target, Type::B32, d) ||
      (pair && !destOrSink(target.elements[1], Type::Pred, p)))
    return false;
  slots = {d, p};
  return source(1, *type) && emitSync(selectMatch(mode == 1, byteSize(*type)), 2);
}

bool Decoder::decodeRedux() {
  static constexpr const char *names[] = {"add", "min", "max", "and", "or", "xor"};
  bool sync = mnemonic.take("sync");
  int op = mnemonic.takeOneOf(names);
  std::optional<Type> type = mnemonic.takeType();
  bool typed = op >= 3 ? type == Type::B32 : type == Type::U32 || type == Type::S32;
  if (!sync || op < 0 || !typed)
    return unsupported();
  if (!expectOperands(3, 3) || !dest(0, Type::B32) || !source(1, Type::B32) ||
      !emitSync(&runRedux, 2))
    return false;
  program->code.back().option = static_cast<uint8_t>(op | (type == Type::S32 ? 8 : 0));
  return true;
}

bool Decoder::decodeElect() {
  if (!mnemonic.take("sync"))
    return unsupported();
  if (!expectOperands(2, 2))
    return false;
  const ast::Operand &target = *operand(0);
  uint32_t d = noSlot, p = noSlot;
  if (target.kind != Kind::Pair)
    return fail("expected a register and a predicate");
  if (!destOrSink(target.elements[0], Type::B32, d) || !dest(target.elements[1], Type::Pred, p))
    return false;
  slots = {d, p};
  return emitSync(&runElect, 1);
}

bool Decoder::decodeActiveMask() {
  if (mnemonic.takeType() != Type::B32)
    return unsupported();
  return expectOperands(1, 1) && dest(0, Type::B32) && emitChecked(&runActiveMask);
}
