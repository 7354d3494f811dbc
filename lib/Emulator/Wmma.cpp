// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wmma.load and wmma.store: a matrix in memory, by rows or by columns at a stride, and
// its fragment. Each lane moves what its registers hold: whole registers where memory
// runs along them, single values elsewhere.
//
// Operands: the registers, the address, the stride (or missing: the matrix is dense),
// and a register of the address's size for the addresses of the parts.
#include "MatrixOps.h"
#include "MemoryAccess.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// A fragment and its matrix, as the load or store has them.
struct Transfer {
  Element element;
  bool pairs;      ///< an accumulator in pairs of registers
  bool swapped;    ///< rows of the fragment are columns of the matrix
  bool byColumns;  ///< how the matrix lies in memory
  unsigned unique; ///< registers that are no copies
  unsigned registers;
  unsigned perRegister; ///< values
  unsigned denseStride;
  BlockGrid grid;

  Transfer(const MatrixForm &form, uint8_t option) : byColumns(option & 4) {
    WmmaPart part = static_cast<WmmaPart>(option & 3);
    bool accumulator = part == WmmaPart::C || part == WmmaPart::D;
    element = part == WmmaPart::A ? form.a : part == WmmaPart::B ? form.b : form.d;
    swapped = part == WmmaPart::B;
    pairs = accumulator && element != Element::F16;
    unsigned rows = swapped ? form.k : form.m, columns = part == WmmaPart::A ? form.k : form.n;
    denseStride = byColumns ? rows : columns;
    unsigned bits = elementBits(element);
    perRegister = bits >= 32 ? 1 : 32 / bits;
    unsigned down = swapped ? columns : rows, along = swapped ? rows : columns;
    unsigned perBlock = pairs ? 8 : 4 * perRegister;
    grid = {!swapped && down >= 16 ? 2u : 1u, along / perBlock};
    unique = down / 8 * grid.along * (pairs ? 2 : 1);
    registers = part == WmmaPart::A ? form.numA : part == WmmaPart::B ? form.numB : form.numD;
  }

  /// The parts of a register that are moved at once, and bytes of each.
  bool along() const { return swapped == byColumns && !pairs; }
  unsigned parts() const { return along() ? 1 : perRegister; }
  unsigned partBytes() const {
    return element == Element::F64 ? 8 : along() ? 4 : elementBits(element) / 8;
  }

  /// In lane 4 q + t, part `part` of register `e` is at first + q down + t along bytes.
  struct Offsets {
    uint64_t first, down, along;
  };
  Offsets offsets(unsigned e, unsigned part, uint64_t stride) const {
    uint64_t bits = elementBits(element);
    // From one row (column) of the fragment to the next, in bits.
    uint64_t down = (swapped == byColumns ? stride : 1) * bits,
             along = (swapped == byColumns ? 1 : stride) * bits;
    unsigned block = pairs ? e / 2 : e, perLane = pairs ? 2 : perRegister;
    uint64_t row = 8 * grid.row(block),
             column = uint64_t{4} * grid.column(block) * perLane + (pairs ? e % 2 : part);
    return {(row * down + column * along) / 8, down / 8, perLane * along / 8};
  }
};

/// The address or stride must be the same in all lanes.
template <typename T> bool uniform(Warp &w, uint32_t slot, const char *what) {
  if (slot == noSlot)
    return true;
  const T *values = w.at<T>(slot);
  for (uint32_t l = 1; l < warpSize; ++l)
    if (values[l] != values[0]) {
      w.fault = {Fault::Kind::Other, Space::Generic, l, 0, 0, what};
      return false;
    }
  return true;
}

bool checkUniform(Warp &w, const Inst &i, unsigned registers) {
  static constexpr const char *address = "names another matrix than lane 0 of its warp";
  uint32_t slot = w.slot(i, registers);
  return (i.addressBytes == 8 ? uniform<uint64_t>(w, slot, address)
                              : uniform<uint32_t>(w, slot, address)) &&
         uniform<uint32_t>(w, w.slot(i, registers + 1),
                           "names another stride than lane 0 of its warp");
}

void writeAddresses(Warp &w, const Inst &i, uint32_t slot, uint64_t base,
                    const Transfer::Offsets &offsets) {
  auto fill = [&]<typename T>(T *to) {
    for (uint32_t l = 0; l < warpSize; ++l)
      to[l] = static_cast<T>(base + offsets.first + l / 4 * offsets.down + l % 4 * offsets.along);
  };
  if (i.addressBytes == 8)
    fill(w.at<uint64_t>(slot));
  else
    fill(w.at<uint32_t>(slot));
}

/// Lane l's value is at `values` + l * pitch.
template <unsigned bytes>
void moveBytes(const Resolved &place, uint8_t *values, size_t pitch, bool isLoad) {
  for (uint32_t l = 0; l < warpSize; ++l, values += pitch)
    if (isLoad)
      std::memcpy(values, place.pointer(l), bytes);
    else
      std::memcpy(place.pointer(l), values, bytes);
}

void move(const Resolved &place, uint8_t *values, size_t pitch, unsigned bytes, bool isLoad) {
  switch (bytes) {
  case 1:
    return moveBytes<1>(place, values, pitch, isLoad);
  case 2:
    return moveBytes<2>(place, values, pitch, isLoad);
  case 4:
    return moveBytes<4>(place, values, pitch, isLoad);
  default:
    return moveBytes<8>(place, values, pitch, isLoad);
  }
}

Flow transfer(Warp &w, const Inst &i, uint32_t mask, bool isLoad) {
  Transfer t(formOf(w, i), i.option);
  if (!wholeWarp(w, mask) || !checkUniform(w, i, t.registers))
    return Flow::Fault;
  uint32_t strideSlot = w.slot(i, t.registers + 1), scratch = w.slot(i, t.registers + 2);
  uint64_t stride = strideSlot == noSlot ? t.denseStride : w.at<uint32_t>(strideSlot)[0];
  uint32_t slot = w.slot(i, t.registers);
  uint64_t base = slot == noSlot ? 0 : readLane(w, slot, i.addressBytes, 0);
  unsigned bytes = t.partBytes();
  unsigned alignment = elementBits(t.element) < 8 ? 4 : elementBits(t.element) / 8;
  Access::Kind kind = isLoad ? Access::Kind::Load : Access::Kind::Store;
  for (unsigned e = 0; e < t.unique; ++e)
    for (unsigned part = 0; part < t.parts(); ++part) {
      writeAddresses(w, i, scratch, base, t.offsets(e, part, stride));
      Resolved place;
      if (!resolve(w, i, allLanes, i.space, t.registers + 2, i.imm, bytes, alignment, kind, place))
        return Flow::Fault;
      move(place, w.lanes<uint8_t>(i, e) + bytes * part, t.element == Element::F64 ? 8 : 4, bytes,
           isLoad);
    }
  for (unsigned e = t.unique; isLoad && e < t.registers; ++e)
    std::memcpy(w.lanes<uint8_t>(i, e), w.lanes<uint8_t>(i, e % t.unique), 4 * warpSize);
  return Flow::Next;
}

} // namespace

Flow emulator::runWmmaLoad(Warp &w, const Inst &i, uint32_t mask) {
  return transfer(w, i, mask, /*isLoad=*/true);
}

Flow emulator::runWmmaStore(Warp &w, const Inst &i, uint32_t mask) {
  return transfer(w, i, mask, /*isLoad=*/false);
}
