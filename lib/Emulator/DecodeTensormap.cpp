// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tensormap.*
#include "Decoder.h"
#include "MemoryOps.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;

/// tensormap.replace.tile.field{.ss}.b1024.type [a], {ord,} value;
/// tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned
/// [to], [from], 128
bool Decoder::decodeTensormap() {
  if (mnemonic.take("cp_fenceproxy")) {
    Order order = Order::AcqRel;
    emulator::Scope scope = emulator::Scope::Gpu;
    BulkForm form;
    int64_t bytes;
    bool known = mnemonic.take("global") && mnemonic.take("shared::cta") &&
                 mnemonic.take("tensormap::generic") && mnemonic.take("sync") &&
                 mnemonic.take("aligned") && takeOrder(order, scope) && order == Order::Release;
    if (!known)
      return unsupported();
    if (!expectOperands(3, 3) || !integerConstant(2, bytes, 128, 128) ||
        !bulkAddress(*operand(0), Space::Global, false, form.to) ||
        !bulkAddress(*operand(1), Space::Shared, false, form.from))
      return false;
    Inst &inst = emit(&runSync);
    inst.second = &runTensormapCopy;
    inst.target = noSlot;
    inst.aligned = true;
    inst.order = order;
    inst.scope = scope;
    inst.imm = static_cast<int64_t>(program->bulks.size());
    program->bulks.push_back(form);
    return true;
  }

  static constexpr const char *fields[] = {
      "global_address", "rank",           "box_dim",          "global_dim",
      "global_stride",  "element_stride", "elemtype",         "interleave_layout",
      "swizzle_mode",   "fill_mode",      "swizzle_atomicity"};
  // The last value of each field that takes a constant.
  static constexpr int64_t lastValues[] = {15, 2, 4, 1, 3};
  bool known = mnemonic.take("replace") && mnemonic.take("tile");
  int index = mnemonic.takeOneOf(fields);
  TensormapField field = static_cast<TensormapField>(index);
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  std::optional<Type> type;
  if (known && index >= 0 && mnemonic.take("b1024"))
    type = mnemonic.takeType();
  bool wide = field == TensormapField::GlobalAddress || field == TensormapField::GlobalStride;
  if (type != (wide ? Type::B64 : Type::B32) ||
      (space != Space::Generic && space != Space::Global && space != Space::Shared))
    return unsupported();
  bool hasIndex = field >= TensormapField::BoxDim && field <= TensormapField::ElementStride;
  bool isConstant = field >= TensormapField::ElemType;
  BulkAddress at;
  int64_t ordinal = 0, value = 0;
  if (!expectOperands(hasIndex ? 3 : 2, hasIndex ? 3 : 2) ||
      !plainAddress(*operand(0), space, at) ||
      (hasIndex &&
       !integerConstant(1, ordinal, 0, field == TensormapField::GlobalStride ? 3 : 4)) ||
      (isConstant &&
       !integerConstant(1, value, 0,
                        lastValues[index - static_cast<int>(TensormapField::ElemType)])))
    return false;
  slots = {at.slot};
  if (!source(hasIndex ? 2 : 1, *type))
    return false;
  Inst &inst = emit(&runTensormapReplace);
  inst.option = static_cast<uint8_t>(index);
  inst.target = static_cast<uint32_t>(ordinal);
  inst.bytes = static_cast<uint8_t>(byteSize(*type));
  placeAccess(inst, at.space, at.offset, at.bytes, false);
  return true;
}
