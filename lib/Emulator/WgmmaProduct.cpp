// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of a `wgmma` to plain matrices, the product, and the accumulators.
#include "WgmmaProduct.h"

#include <cstring>
#include <vector>

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr unsigned rows = wgmmaRows;

//===----------------------------------------------------------------------===//
// Reading them
//===----------------------------------------------------------------------===//

void load(Element element, const uint8_t *from, float *to, size_t pitch) {
  laneOps().matrix().widen(element, from, 16, to, pitch);
}
void load(Element, const uint8_t *from, uint32_t *to, size_t pitch) {
  for (unsigned row = 0; row < 8; ++row)
    std::memcpy(to + row * pitch, from + 16 * row, 16);
}

/// Both are multiples of 8. Words of bits stay as they are.
void transpose(const float *from, unsigned fromRows, unsigned fromColumns, float *to) {
  const MatrixKernels &kernels = laneOps().matrix();
  for (unsigned r = 0; r < fromRows; r += 8)
    for (unsigned c = 0; c < fromColumns; c += 8)
      kernels.transposeBlock(from + size_t{r} * fromColumns + c, fromColumns,
                             to + size_t{c} * fromRows + r, fromRows);
}

template <typename T> constexpr unsigned valuesPerChunk(Element element) {
  return std::is_same_v<T, uint32_t> ? 4 : 128 / elementBits(element);
}

/// `count` rows in shared memory, to rows of k values; or, if `transposes`, to k rows
/// of `count` values.
template <typename T>
void readShared(const Block &block, const WgmmaOperand &operand, Element element, unsigned first,
                unsigned count, bool transposes, std::vector<T> &to) {
  unsigned perChunk = valuesPerChunk<T>(element), k = 2 * perChunk;
  std::vector<T> direct(size_t{count} * k);
  uint8_t chunks[128];
  auto gather = [&](unsigned row, unsigned j, bool down) {
    for (unsigned i = 0; i < 8; ++i)
      std::memcpy(chunks + 16 * i,
                  block.shared + operand.chunk(first + row + (down ? i : 0), j + (down ? 0 : i)),
                  16);
  };
  for (unsigned row = 0; row < count; row += 8)
    for (unsigned part = 0; part < 2; ++part) {
      if (operand.alongK) {
        gather(row, part, true);
        load(element, chunks, direct.data() + size_t{row} * k + part * perChunk, k);
      } else { // direct has k rows of `count` values
        gather(row, 8 * part, false);
        load(element, chunks, direct.data() + size_t{8} * part * count + row, count);
      }
    }
  if (transposes != operand.alongK) {
    to = std::move(direct);
    return;
  }
  if constexpr (std::is_same_v<T, float>) {
    to.resize(direct.size());
    if (operand.alongK)
      transpose(direct.data(), count, k, to.data());
    else
      transpose(direct.data(), k, count, to.data());
  }
}

template <typename T> std::vector<T> readA(const WgmmaProduct &product) {
  const MatrixForm &form = product.form();
  Warp &w = *product.warp;
  std::vector<T> a;
  if (!form.aRegisters) {
    readShared(*w.block, product.operandA(), form.a, product.firstRow(), rows, false, a);
    return a;
  }
  unsigned perChunk = valuesPerChunk<T>(form.a), k = 2 * perChunk;
  a.resize(size_t{rows} * k);
  BlockGrid grid{2, 2};
  for (unsigned e = 0; e < 4; ++e)
    load(form.a, w.lanes<uint8_t>(*product.inst, form.numD + e),
         a.data() + size_t{8} * grid.row(e) * k + grid.column(e) * perChunk, k);
  return a;
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

struct Accumulators {
  const WgmmaProduct &product;
  BlockGrid grid;

  explicit Accumulators(const WgmmaProduct &product)
      : product(product), grid{2, product.form().n / 8u} {}
  uint32_t *registers(unsigned e) const { return product.warp->lanes<uint32_t>(*product.inst, e); }
  size_t place(unsigned block) const {
    return size_t{8} * grid.row(block) * product.form().n + 8 * grid.column(block);
  }
  unsigned blocks() const { return rows * product.form().n / 64; }

  void read(uint32_t *to) const {
    for (unsigned p = 0; p < blocks(); ++p)
      laneOps().matrix().joinPair(registers(2 * p), registers(2 * p + 1), to + place(p),
                                  product.form().n);
  }
  void write(const uint32_t *from) const {
    for (unsigned p = 0; p < blocks(); ++p)
      laneOps().matrix().splitPair(from + place(p), product.form().n, registers(2 * p),
                                   registers(2 * p + 1));
  }
  void readHalves(float *to) const {
    for (unsigned p = 0; p < blocks(); ++p)
      load(Element::F16, reinterpret_cast<const uint8_t *>(registers(p)), to + place(p),
           product.form().n);
  }
  void writeHalves(const float *from) const {
    for (unsigned p = 0; p < blocks(); ++p)
      laneOps().matrix().narrowBlock(from + place(p), product.form().n, registers(p));
  }
};

void multiplyFloats(const WgmmaProduct &product) {
  const MatrixForm &form = product.form();
  std::vector<float> a = readA<float>(product), b;
  readShared(*product.warp->block, product.operandB(), form.b, 0, form.n, true, b);
  if (form.negateA != form.negateB)
    for (float &value : a)
      value = -value;
  std::vector<float> c(size_t{rows} * form.n);
  Accumulators accumulators(product);
  bool halves = form.d == Element::F16;
  if (product.accumulates && halves)
    accumulators.readHalves(c.data());
  else if (product.accumulates)
    accumulators.read(reinterpret_cast<uint32_t *>(c.data()));
  addProduct(*product.warp, form, a.data(), b.data(), c.data(), rows);
  if (halves)
    accumulators.writeHalves(c.data());
  else
    accumulators.write(reinterpret_cast<const uint32_t *>(c.data()));
}

std::vector<int32_t> countBits(const WgmmaProduct &product) {
  const MatrixForm &form = product.form();
  std::vector<uint32_t> a = readA<uint32_t>(product), b;
  readShared(*product.warp->block, product.operandB(), form.b, 0, form.n, false, b);
  std::vector<int32_t> counts(size_t{rows} * form.n);
  laneOps().matrix().countBits(a.data(), b.data(), counts.data(), rows, form.n, 8,
                               form.conjunction);
  return counts;
}

std::vector<int32_t> sumIntegers(const WgmmaProduct &product) {
  const MatrixForm &form = product.form();
  std::vector<float> a = readA<float>(product), b, sums(size_t{rows} * form.n);
  readShared(*product.warp->block, product.operandB(), form.b, 0, form.n, true, b);
  laneOps().matrix().sumF32(a.data(), b.data(), sums.data(), rows, form.n, form.k);
  return std::vector<int32_t>(sums.begin(), sums.end());
}

void multiplyIntegers(const WgmmaProduct &product) {
  const MatrixForm &form = product.form();
  std::vector<int32_t> products = form.a == Element::B1 ? countBits(product) : sumIntegers(product);
  std::vector<uint32_t> c(products.size());
  Accumulators accumulators(product);
  if (product.accumulates)
    accumulators.read(c.data());
  for (size_t e = 0; e < c.size(); ++e)
    c[e] = static_cast<uint32_t>(addInteger(form, products[e], static_cast<int32_t>(c[e])));
  accumulators.write(c.data());
}

} // namespace

void emulator::multiply(const WgmmaProduct &product) {
  if (product.form().d == Element::S32)
    multiplyIntegers(product);
  else
    multiplyFloats(product);
}
