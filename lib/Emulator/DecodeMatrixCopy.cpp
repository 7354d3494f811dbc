// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ldmatrix, stmatrix and movmatrix: what moves fragments.
#include "Decoder.h"
#include "MatrixOps.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;

bool Decoder::decodeMatrixCopy() {
  bool load = mnemonic.base() == "ldmatrix";
  static constexpr const char *counts[] = {"x1", "x2", "x4"};
  bool form = mnemonic.take("sync") && mnemonic.take("aligned") && mnemonic.take("m8n8");
  int index = mnemonic.takeOneOf(counts);
  bool transposed = mnemonic.take("trans");
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  if (!form || index < 0 || mnemonic.takeType() != Type::B16 ||
      (space != Space::Generic && space != Space::Shared))
    return unsupported();
  unsigned count = 1u << index;
  if (!expectOperands(2, 2) || !fragment(load ? 0 : 1, count, Element::B1, load))
    return false;
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
  inst.count = static_cast<uint8_t>(count);
  inst.option = transposed;
  placeAccess(inst, space, offset, addressBytes, dynamicSymbol);
  return true;
}

bool Decoder::decodeMovmatrix() {
  if (!mnemonic.take("sync") || !mnemonic.take("aligned") || !mnemonic.take("m8n8") ||
      !mnemonic.take("trans") || mnemonic.takeType() != Type::B16)
    return unsupported();
  if (!expectOperands(2, 2) || !dest(0, Type::B32) || !source(1, Type::B32))
    return false;
  Inst &inst = emit(&runSync);
  inst.second = &runMovmatrix;
  inst.target = noSlot;
  inst.aligned = true;
  return true;
}
