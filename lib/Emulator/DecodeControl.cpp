// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, returns and traps.
#include "Block.h"
#include "Decoder.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

bool Decoder::decodeBranch() {
  mnemonic.take("uni");
  if (!expectOperands(1, 1))
    return false;
  const ast::Operand &target = *operand(0);
  if (target.kind != Kind::Name)
    return fail("expected a label");
  emit(&runFlow<Flow::Branch>);
  branches.push_back({program->code.size() - 1, target.name, scope, {item->line, item->column}});
  return true;
}

bool Decoder::decodeIndexedBranch() {
  mnemonic.take("uni");
  if (!mnemonic.take("idx"))
    return unsupported();
  if (!expectOperands(2, 2) || !source(0, Type::B32))
    return false;
  const ast::Item *targets = findTargets(operand(1)->name);
  if (!targets || targets->kind != ast::Item::Kind::Targets)
    return fail("'" + std::string(operand(1)->name) + "' names no '.branchtargets'");
  uint32_t table = static_cast<uint32_t>(program->tables.size());
  program->tables.emplace_back(targets->targets.size());
  std::vector<Fixup> fixups;
  for (std::string_view label : targets->targets)
    fixups.push_back({0, label, scope, {targets->line, targets->column}});
  tables.push_back({table, std::move(fixups)});
  emit(&runFlow<Flow::Indexed>).target = table;
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
  emit(&runFlow<Flow::Return>);
  return true;
}

/// pmevent: tells counters of the chip, of which there are none.
bool Decoder::decodeEvent() {
  int64_t unused;
  bool isMask = mnemonic.take("mask");
  emit(&runNothing);
  return expectOperands(1, 1) && integerConstant(0, unused, 0, isMask ? 0xffff : 15);
}

/// Nobody waits for a breakpoint here, so it ends the launch as a trap does.
bool Decoder::decodeTrap() {
  emit(mnemonic.base() == "trap" ? &runTrap : &runBreakpoint);
  return expectOperands(0, 0);
}
