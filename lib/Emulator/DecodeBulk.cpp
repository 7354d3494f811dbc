// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies and reductions, of bytes and of tensors, and their groups.
#include "Bulk.h"
#include "Decoder.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

static constexpr const char *completion = "mbarrier::complete_tx::bytes";

/// An address that an instruction has beside others. One in dynamic shared memory
/// becomes a constant, to which the base is added later.
bool Decoder::bulkAddress(const ast::Operand &operand, Space space, bool cluster,
                          BulkAddress &result) {
  result.space = space;
  result.cluster = cluster;
  ast::Operand plain = operand;
  plain.elements.clear();
  if (!address(plain, result.space, result.slot, result.offset, result.bytes))
    return false;
  if (dynamicSymbol) {
    result.slot = allocate(4 * 32);
    result.bytes = 4;
    dynamicSlots.push_back({result.slot, 4});
  }
  return true;
}

/// [map, {coordinates}]
bool Decoder::tensorAddress(const ast::Operand &operand, BulkForm &form, BulkAddress &map) {
  if (operand.kind != Kind::Address || operand.elements.size() != 1)
    return fail("expected a tensor map and its coordinates in brackets");
  if (!bulkAddress(operand, Space::Generic, false, map))
    return false;
  std::vector<const ast::Operand *> elements = elementsOf(operand.elements[0]);
  if (elements.size() != form.dimensions)
    return fail("expected " + std::to_string(form.dimensions) + " coordinates, got " +
                std::to_string(elements.size()));
  for (size_t i = 0; i < elements.size(); ++i)
    if (!source(*elements[i], Type::B32, form.coordinates[i]))
      return false;
  return true;
}

/// The dimensions and the mode of a tensor copy: false if a mode is unknown.
bool Decoder::takeTensorMode(BulkForm &form, bool isLoad) {
  static constexpr const char *dimensions[] = {"1d", "2d", "3d", "4d", "5d"};
  form.dimensions = static_cast<uint8_t>(mnemonic.takeOneOf(dimensions) + 1);
  form.im2col = mnemonic.take(isLoad ? "im2col" : "im2col_no_offs");
  if (!form.im2col)
    mnemonic.take("tile");
  return form.dimensions != 0 && (!form.im2col || form.dimensions >= 3);
}

bool Decoder::emitBulk(const BulkForm &form) {
  Inst &inst = emit(form.dimensions ? &runBulkTensor : &runBulk);
  inst.target = static_cast<uint32_t>(program->bulks.size());
  program->bulks.push_back(form);
  return true;
}

/// cp.async.bulk.prefetch[.tensor]
bool Decoder::decodeBulkPrefetch() {
  BulkForm form;
  form.kind = BulkForm::Kind::Prefetch;
  size_t count;
  bool tensor = mnemonic.take("tensor");
  if ((tensor && !takeTensorMode(form, true)) || !mnemonic.take("L2") || !mnemonic.take("global"))
    return unsupported();
  if (!expectOperands(tensor ? 1 : 2, 3) || !takeCachePolicy(count))
    return false;
  if (!tensor)
    return bulkAddress(*operand(0), Space::Global, false, form.from) &&
           source(*operand(1), Type::B32, form.size) && emitBulk(form);
  size_t most = form.im2col ? 2 : 1;
  if (count != most)
    return fail("expected " + std::to_string(most) + " operands, got " + std::to_string(count));
  return tensorAddress(*operand(0), form, form.from) &&
         (!form.im2col || im2colOffsets(*operand(1), form)) && emitBulk(form);
}

bool Decoder::im2colOffsets(const ast::Operand &operand, BulkForm &form) {
  std::vector<const ast::Operand *> elements = elementsOf(operand);
  if (elements.size() + 2 != form.dimensions)
    return fail("expected " + std::to_string(form.dimensions - 2) + " im2col offsets, got " +
                std::to_string(elements.size()));
  for (size_t i = 0; i < elements.size(); ++i)
    if (!source(*elements[i], Type::B16, form.offsets[i]))
      return false;
  return true;
}

bool Decoder::decodeBulkGroup() {
  Handler handler = mnemonic.take("commit_group") ? &runCommitGroup : &runWaitGroup;
  int64_t groups = 0;
  bool waits = handler == &runWaitGroup && mnemonic.take("wait_group");
  bool read = waits && mnemonic.take("read");
  if (!expectOperands(waits, waits) || (waits && !integerConstant(0, groups, 0, INT32_MAX)))
    return false;
  Inst &inst = emit(handler);
  inst.option = static_cast<uint8_t>(AsyncKind::BulkCopy);
  inst.imm = groups;
  inst.count = !read;
  return true;
}

/// The reduction of `cp.reduce.async.bulk`; bytes have a type, too.
bool Decoder::takeReduction(BulkForm &form) {
  static constexpr const char *names[] = {"add", "min",  "max", "and", "or",
                                          "xor", "exch", "cas", "inc", "dec"};
  int op = mnemonic.takeOneOf(names);
  form.kind = BulkForm::Kind::Reduce;
  form.op = static_cast<Atomic>(op);
  if (op < 0 || form.op == Atomic::Exch || form.op == Atomic::Cas)
    return false;
  if (form.dimensions)
    return true;
  mnemonic.take("noftz");
  std::optional<Type> type = mnemonic.takeType();
  form.type = type.value_or(Type::None);
  return selectCombine(form.op, form.type) != nullptr;
}

/// What of operands follows those that every copy has.
bool Decoder::bulkExtras(BulkForm &form, bool isLoad, size_t at, size_t count) {
  if (isLoad && form.im2col && (at >= count || !im2colOffsets(*operand(at++), form)))
    return fail("expected im2col offsets");
  if (isLoad && mnemonic.take("multicast::cluster") &&
      (at >= count || !source(*operand(at++), Type::B16, form.blocks)))
    return fail("expected a mask of blocks");
  return at == count ||
         fail("expected " + std::to_string(at) + " operands, got " + std::to_string(count));
}

bool Decoder::decodeBulk(bool reduces) {
  if (reduces && (!mnemonic.take("async") || !mnemonic.take("bulk")))
    return unsupported();
  for (std::string_view word : mnemonic.rest()) {
    if (word == "commit_group" || word == "wait_group")
      return reduces ? unsupported() : decodeBulkGroup();
    if (word == "prefetch" && !reduces)
      return mnemonic.take("prefetch") && decodeBulkPrefetch();
  }
  static constexpr const char *spaces[] = {"shared::cluster", "shared::cta", "global"};
  enum { Cluster, Cta, Global };
  bool tensor = mnemonic.take("tensor");
  int to = mnemonic.takeOneOf(spaces), from = mnemonic.takeOneOf(spaces);
  BulkForm form;
  form.toShared = to == Cluster || to == Cta;
  bool isLoad = form.toShared;
  bool known = form.toShared ? from == Global || (from == Cta && to == Cluster && !tensor)
                             : to == Global && from == Cta;
  if (!known || (reduces && tensor && isLoad) || (reduces && from == Global) ||
      !mnemonic.take(isLoad ? completion : "bulk_group") ||
      (tensor && !takeTensorMode(form, isLoad)) || (reduces && !takeReduction(form)))
    return unsupported();

  // The mask of bytes, which is last, and the policy are no part of `count`.
  size_t total = item->instruction.operands.size(), count = total;
  bool hint = false, mask = false;
  for (std::string_view word : mnemonic.rest()) {
    hint |= word == "L2::cache_hint";
    mask |= word == "cp_mask";
  }
  size_t fixed = tensor ? (isLoad ? 3 : 2) : isLoad ? 4 : 3;
  if (!expectOperands(fixed + hint + mask, fixed + 2 + hint + mask))
    return false;
  count -= mask;
  if (hint) {
    uint32_t policy;
    mnemonic.take("L2::cache_hint");
    if (!source(*operand(--count), Type::B64, policy))
      return false;
  }
  if (mask && (isLoad || tensor || reduces))
    return unsupported();
  if (mask && (!mnemonic.take("cp_mask") || !source(*operand(total - 1), Type::B16, form.byteMask)))
    return false;

  Space shared = Space::Shared;
  if (tensor) {
    bool ok = isLoad ? bulkAddress(*operand(0), shared, to == Cluster, form.to) &&
                           tensorAddress(*operand(1), form, form.from)
                     : tensorAddress(*operand(0), form, form.to) &&
                           bulkAddress(*operand(1), shared, false, form.from);
    if (!ok)
      return false;
  } else if (!bulkAddress(*operand(0), isLoad ? shared : Space::Global, to == Cluster, form.to) ||
             !bulkAddress(*operand(1), from == Global ? Space::Global : shared, false, form.from) ||
             !source(*operand(2), Type::B32, form.size)) {
    return false;
  }
  if (isLoad && !bulkAddress(*operand(fixed - 1), shared, to == Cluster, form.mbarrier))
    return false;
  // Floats don't commute exactly, and who comes first may show.
  if (reduces && !isLoad &&
      (tensor || !isInteger(form.type) || form.op == Atomic::Inc || form.op == Atomic::Dec))
    program->orderedAtomics = true;
  return bulkExtras(form, isLoad, fixed, count) && emitBulk(form);
}
