// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction: its mnemonic taken apart, its guard, and which function decodes
// the rest.
#include "Decoder.h"
#include "Warp.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

Mnemonic::Mnemonic(std::string_view opcode) {
  size_t dot = std::min(opcode.find('.'), opcode.size());
  base_ = opcode.substr(0, dot);
  while (dot < opcode.size()) {
    size_t next = std::min(opcode.find('.', dot + 1), opcode.size());
    parts.push_back(opcode.substr(dot + 1, next - dot - 1));
    dot = next;
  }
}

bool Mnemonic::take(std::string_view modifier) {
  auto it = std::find(parts.begin(), parts.end(), modifier);
  if (it == parts.end())
    return false;
  parts.erase(it);
  return true;
}

std::optional<Type> Mnemonic::takeType() {
  for (auto it = parts.begin(); it != parts.end(); ++it)
    if (std::optional<Type> type = parseType(*it)) {
      parts.erase(it);
      return type;
    }
  return std::nullopt;
}

std::optional<Round> Decoder::takeRound() {
  static constexpr const char *names[] = {"rn", "rz", "rm", "rp"};
  int index = mnemonic.takeOneOf(names);
  if (index < 0)
    return std::nullopt;
  return static_cast<Round>(index);
}

Inst &Decoder::emit(Handler handler) {
  Inst inst;
  inst.run = handler;
  inst.first = static_cast<uint32_t>(program->operands.size());
  program->operands.insert(program->operands.end(), slots.begin(), slots.end());
  if (slots.empty())
    program->operands.push_back(noSlot);
  slots.clear();
  std::string_view opcode = item ? item->instruction.opcode : std::string_view("ret");
  auto [it, isNew] =
      opcodeIndices.try_emplace(opcode, static_cast<uint32_t>(program->opcodes.size()));
  if (isNew)
    program->opcodes.emplace_back(opcode);
  inst.opcode = it->second;
  inst.guard = guardSlot;
  if (item) {
    inst.line = item->line;
    inst.loc = currentLoc;
    inst.guardNegated = item->instruction.guardNegated;
  }
  program->code.push_back(inst);
  return program->code.back();
}

bool Decoder::refuse(const std::string &why) {
  symbols.refuse(item->instruction.opcode, why, {item->line, item->column});
  refused = true;
  return false;
}

bool Decoder::unsupported() { return refuse("unsupported instruction"); }

bool Decoder::emitChecked(Handler handler) {
  if (!handler)
    return unsupported();
  emit(handler);
  return true;
}

bool Decoder::emitRounded(Handler handler, Round round) {
  if (!handler)
    return unsupported();
  if (round == Round::Nearest) {
    emit(handler);
    return true;
  }
  Inst &inst = emit(&runRounded);
  inst.second = handler;
  inst.option = static_cast<uint8_t>(round);
  return true;
}

bool Decoder::finish() {
  if (!mnemonic.rest().empty())
    return refuse("unsupported modifier '." + std::string(mnemonic.rest().front()) + "'");
  size_t count = item->instruction.operands.size();
  if (operandsUsed < count)
    return fail("expected " + std::to_string(operandsUsed) + " operands, got " +
                std::to_string(count));
  return true;
}

bool Decoder::decode(const ast::Item &each) {
  using Function = bool (Decoder::*)();
  static const std::unordered_map<std::string_view, Function> functions = {
      {"add", &Decoder::decodeArithmetic},
      {"sub", &Decoder::decodeArithmetic},
      {"mul", &Decoder::decodeArithmetic},
      {"mad", &Decoder::decodeArithmetic},
      {"fma", &Decoder::decodeArithmetic},
      {"div", &Decoder::decodeArithmetic},
      {"rem", &Decoder::decodeArithmetic},
      {"min", &Decoder::decodeArithmetic},
      {"max", &Decoder::decodeArithmetic},
      {"neg", &Decoder::decodeArithmetic},
      {"abs", &Decoder::decodeArithmetic},
      {"addc", &Decoder::decodeArithmetic},
      {"subc", &Decoder::decodeArithmetic},
      {"madc", &Decoder::decodeArithmetic},
      {"sad", &Decoder::decodeArithmetic},
      {"sqrt", &Decoder::decodeArithmetic},
      {"rcp", &Decoder::decodeArithmetic},
      {"rsqrt", &Decoder::decodeArithmetic},
      {"ex2", &Decoder::decodeArithmetic},
      {"lg2", &Decoder::decodeArithmetic},
      {"sin", &Decoder::decodeArithmetic},
      {"cos", &Decoder::decodeArithmetic},
      {"tanh", &Decoder::decodeArithmetic},
      {"copysign", &Decoder::decodeArithmetic},
      {"testp", &Decoder::decodeTestp},
      {"mul24", &Decoder::decodeArithmetic},
      {"mad24", &Decoder::decodeArithmetic},
      {"dp4a", &Decoder::decodeDotProduct},
      {"dp2a", &Decoder::decodeDotProduct},
      {"and", &Decoder::decodeLogic},
      {"or", &Decoder::decodeLogic},
      {"xor", &Decoder::decodeLogic},
      {"not", &Decoder::decodeLogic},
      {"cnot", &Decoder::decodeLogic},
      {"shl", &Decoder::decodeShift},
      {"shr", &Decoder::decodeShift},
      {"shf", &Decoder::decodeShf},
      {"bfe", &Decoder::decodeBits},
      {"bfi", &Decoder::decodeBits},
      {"bfind", &Decoder::decodeBits},
      {"brev", &Decoder::decodeBits},
      {"clz", &Decoder::decodeBits},
      {"popc", &Decoder::decodeBits},
      {"fns", &Decoder::decodeMasks},
      {"szext", &Decoder::decodeMasks},
      {"bmsk", &Decoder::decodeMasks},
      {"lop3", &Decoder::decodeLop3},
      {"vadd", &Decoder::decodeVideo},
      {"vsub", &Decoder::decodeVideo},
      {"vabsdiff", &Decoder::decodeVideo},
      {"vmin", &Decoder::decodeVideo},
      {"vmax", &Decoder::decodeVideo},
      {"vshl", &Decoder::decodeVideo},
      {"vshr", &Decoder::decodeVideo},
      {"vmad", &Decoder::decodeVideo},
      {"vset", &Decoder::decodeVideo},
      {"vadd2", &Decoder::decodeVideo},
      {"vsub2", &Decoder::decodeVideo},
      {"vabsdiff2", &Decoder::decodeVideo},
      {"vmin2", &Decoder::decodeVideo},
      {"vmax2", &Decoder::decodeVideo},
      {"vset2", &Decoder::decodeVideo},
      {"vavrg2", &Decoder::decodeVideo},
      {"vadd4", &Decoder::decodeVideo},
      {"vsub4", &Decoder::decodeVideo},
      {"vabsdiff4", &Decoder::decodeVideo},
      {"vmin4", &Decoder::decodeVideo},
      {"vmax4", &Decoder::decodeVideo},
      {"vset4", &Decoder::decodeVideo},
      {"vavrg4", &Decoder::decodeVideo},
      {"prmt", &Decoder::decodePrmt},
      {"setp", &Decoder::decodeSetp},
      {"set", &Decoder::decodeSet},
      {"selp", &Decoder::decodeSelp},
      {"slct", &Decoder::decodeSlct},
      {"cvt", &Decoder::decodeCvt},
      {"mov", &Decoder::decodeMov},
      {"cvta", &Decoder::decodeCvta},
      {"isspacep", &Decoder::decodeIsspacep},
      {"ld", &Decoder::decodeLoad},
      {"ldu", &Decoder::decodeLoad},
      {"st", &Decoder::decodeStore},
      {"atom", &Decoder::decodeAtomic},
      {"red", &Decoder::decodeAtomic},
      {"ldmatrix", &Decoder::decodeMatrixCopy},
      {"stmatrix", &Decoder::decodeMatrixCopy},
      {"movmatrix", &Decoder::decodeMovmatrix},
      {"mma", &Decoder::decodeMma},
      {"wmma", &Decoder::decodeWmma},
      {"wgmma", &Decoder::decodeWgmma},
      {"cp", &Decoder::decodeCp},
      {"mbarrier", &Decoder::decodeMbarrier},
      {"membar", &Decoder::decodeFence},
      {"fence", &Decoder::decodeFence},
      {"prefetch", &Decoder::decodePrefetch},
      {"prefetchu", &Decoder::decodePrefetch},
      {"discard", &Decoder::decodeDiscard},
      {"applypriority", &Decoder::decodeDiscard},
      {"createpolicy", &Decoder::decodeCreatePolicy},
      {"mapa", &Decoder::decodeMapa},
      {"getctarank", &Decoder::decodeMapa},
      {"tensormap", &Decoder::decodeTensormap},
      {"nanosleep", &Decoder::decodeNanosleep},
      {"setmaxnreg", &Decoder::decodeSetMaxRegisters},
      {"griddepcontrol", &Decoder::decodeGridControl},
      {"bra", &Decoder::decodeBranch},
      {"brx", &Decoder::decodeIndexedBranch},
      {"call", &Decoder::decodeCall},
      {"ret", &Decoder::decodeReturn},
      {"exit", &Decoder::decodeReturn},
      {"trap", &Decoder::decodeTrap},
      {"brkpt", &Decoder::decodeTrap},
      {"pmevent", &Decoder::decodeEvent},
      {"alloca", &Decoder::decodeStack},
      {"stacksave", &Decoder::decodeStack},
      {"stackrestore", &Decoder::decodeStack},
      {"bar", &Decoder::decodeBarrier},
      {"barrier", &Decoder::decodeBarrier},
      {"shfl", &Decoder::decodeShuffle},
      {"vote", &Decoder::decodeVote},
      {"match", &Decoder::decodeMatch},
      {"redux", &Decoder::decodeRedux},
      {"elect", &Decoder::decodeElect},
      {"activemask", &Decoder::decodeActiveMask},
  };
  item = &each;
  currentLoc = locationOf(each);
  refused = false;
  reads.clear();
  writes.clear();
  size_t begin = program->code.size();
  mnemonic = Mnemonic(each.instruction.opcode);
  operandsUsed = 0;
  slots.clear();
  guardSlot = noSlot;
  auto it = functions.find(mnemonic.base());
  if (it == functions.end()) {
    unsupported();
    return true;
  }
  if (!expandOperands(each))
    return false;
  if (!each.instruction.guard.empty()) {
    ast::Operand guard;
    guard.name = each.instruction.guard;
    if (!source(guard, Type::Pred, guardSlot))
      return false;
    reads.clear();
  }
  if (!(this->*it->second)() || !finish())
    return refused && error.message.empty();
  placeUses(begin);
  return true;
}
