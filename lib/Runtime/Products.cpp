// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry of matrix products. Steps: check the description, fold a batch that
// only repeats B into the rows, choose a level once, then divide the work over
// the threads where that pays (docs/CpuProducts.md has the measurements).
#include "halftone/Runtime/Products.h"

#include "ProductsLevels.h"
#include "ThreadScratch.h"
#include "halftone/Runtime/ThreadPool.h"
#include "halftone/Support/Rounding.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace halftone;
using namespace halftone::runtime;

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

static constexpr CpuLevel allLevels[] = {CpuLevel::X86_64, CpuLevel::X86_64_V3,
                                         CpuLevel::X86_64_V4};

const char *halftone::runtime::toString(CpuLevel level) {
  switch (level) {
  case CpuLevel::X86_64:
    return "x86-64";
  case CpuLevel::X86_64_V3:
    return "x86-64-v3";
  case CpuLevel::X86_64_V4:
    return "x86-64-v4";
  }
  return "";
}

static bool machineRuns(CpuLevel level) {
#ifdef __x86_64__
  __builtin_cpu_init();
  switch (level) {
  case CpuLevel::X86_64:
    return true;
  case CpuLevel::X86_64_V3:
    return __builtin_cpu_supports("x86-64-v3");
  case CpuLevel::X86_64_V4:
    return __builtin_cpu_supports("x86-64-v4");
  }
#endif
  return level == CpuLevel::X86_64;
}

static CpuLevel chooseLevel() {
  CpuLevel best = CpuLevel::X86_64;
  for (CpuLevel level : allLevels)
    if (machineRuns(level))
      best = level;
  const char *name = std::getenv("HALFTONE_CPU_LEVEL");
  if (!name || !*name)
    return best;
  for (CpuLevel level : allLevels)
    if (!std::strcmp(name, toString(level)) && machineRuns(level))
      return level;
  std::fprintf(stderr,
               "halftone: HALFTONE_CPU_LEVEL: expected a level up to '%s', got '%s'; using '%s'\n",
               toString(best), name, toString(best));
  return best;
}

/// -1 until chosen. Two threads may choose at the same time; they agree.
static std::atomic<int> currentLevel{-1};

CpuLevel halftone::runtime::cpuLevel() {
  int level = currentLevel.load(std::memory_order_relaxed);
  if (level < 0) {
    level = static_cast<int>(chooseLevel());
    currentLevel.store(level, std::memory_order_relaxed);
  }
  return static_cast<CpuLevel>(level);
}

bool halftone::runtime::setCpuLevel(CpuLevel level) {
  if (!machineRuns(level))
    return false;
  currentLevel.store(static_cast<int>(level), std::memory_order_relaxed);
  return true;
}

static const ProductLevel &levelCode() {
#ifdef __x86_64__
  switch (cpuLevel()) {
  case CpuLevel::X86_64:
    break;
  case CpuLevel::X86_64_V3:
    return productLevelX86_64_V3;
  case CpuLevel::X86_64_V4:
    return productLevelX86_64_V4;
  }
#endif
  return productLevelX86_64;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

[[noreturn]] static void fail(const char *what, int64_t value) {
  std::fprintf(stderr, "halftone: product: unsupported %s: %lld\n", what,
               static_cast<long long>(value));
  std::abort();
}

static void checkType(const char *what, int32_t type) {
  if (type < 0 || !isFloat(static_cast<DType>(type)))
    fail(what, type);
}

static void check(const HalftoneProduct &p) {
  for (int64_t size : {p.batch, p.m, p.n, p.k})
    if (size < 0)
      fail("size", size);
  checkType("type of A", p.a_type);
  checkType("type of B", p.b_type);
  checkType("type of C", p.c_type);
  if (p.bias)
    checkType("type of the bias", p.bias_type);
  DType acc = static_cast<DType>(p.acc_type);
  if (p.acc_type < 0 || !isFloat(acc) || byteSize(acc) == 1)
    fail("accumulator type", p.acc_type);
  DType own = computesInF64(p) ? DType::F64 : DType::F32;
  if ((p.flags & HALFTONE_PRODUCT_ACCUMULATE) && static_cast<DType>(p.c_type) != own)
    fail("type of C to accumulate into", p.c_type);
}

//===----------------------------------------------------------------------===//
// Division over threads
//===----------------------------------------------------------------------===//

/// Multiply-adds that repay handing a part to another thread.
static constexpr int64_t minWorkPerThread = 40000;

/// How rows and columns are cut into `pieces`.
struct Cut {
  bool columns;
  int64_t pieces;
  int64_t step; ///< rows or columns of a piece, a multiple of the tile's
};

/// Cutting columns makes each piece copy all of A, cutting rows all of B. Takes
/// the cut with less work for the busiest thread.
static Cut chooseCut(const HalftoneProduct &p, const ProductLevel &level, int64_t pieces) {
  auto make = [&](bool columns) {
    int64_t size = columns ? p.n : p.m;
    int64_t tile = columns ? level.tileColumns : level.tileRows;
    int64_t tiles = (size + tile - 1) / tile;
    int64_t step = (tiles + pieces - 1) / pieces * tile;
    return Cut{columns, (size + step - 1) / step, step};
  };
  auto busiest = [&](const Cut &cut) {
    // Copying an element costs about as much as four multiply-adds.
    int64_t rows = cut.columns ? p.m : std::min(cut.step, p.m);
    int64_t columns = cut.columns ? std::min(cut.step, p.n) : p.n;
    return rows * columns + 4 * rows + 4 * columns;
  };
  Cut rows = make(false), columns = make(true);
  return busiest(columns) <= busiest(rows) ? columns : rows;
}

static void runPart(const HalftoneProduct &p, const ProductLevel &level,
                    const ProductRange &range) {
  void *scratch = threadScratch(level.scratchBytes(p, range));
  level.run(p, range, scratch);
}

static void runBatched(const HalftoneProduct &p, const ProductLevel &level) {
  int64_t work = std::max<int64_t>(p.m * p.n * p.k, 1);
  int64_t grain = (minWorkPerThread + work - 1) / work;
  parallelFor(p.batch, grain,
              [&](int64_t begin, int64_t end) { runPart(p, level, {begin, end, 0, p.m, 0, p.n}); });
}

static void runCut(const HalftoneProduct &p, const ProductLevel &level, int64_t pieces) {
  Cut cut = chooseCut(p, level, pieces);
  parallelFor(cut.pieces, [&](int64_t piece) {
    ProductRange range = {0, p.batch, 0, p.m, 0, p.n};
    int64_t begin = piece * cut.step;
    if (cut.columns) {
      range.nBegin = begin;
      range.nEnd = std::min(begin + cut.step, p.n);
    } else {
      range.mBegin = begin;
      range.mEnd = std::min(begin + cut.step, p.m);
    }
    runPart(p, level, range);
  });
}

static void runOnLevel(const HalftoneProduct &p) {
  const ProductLevel &level = levelCode();
  int64_t threads = numThreads();
  int64_t work = p.batch * p.m * p.n * std::max<int64_t>(p.k, 1);
  if (threads == 1 || work < 2 * minWorkPerThread)
    return runPart(p, level, {0, p.batch, 0, p.m, 0, p.n});
  if (p.batch >= threads)
    return runBatched(p, level);
  runCut(p, level, std::min(threads, work / minWorkPerThread));
}

/// A batch that steps through A and C as their rows do, under one B, is more rows.
static void foldBatch(HalftoneProduct &p) {
  if (p.batch > 1 && p.b_batch == 0 && p.a_batch == p.a_m * p.m && p.c_batch == p.c_m * p.m) {
    p.m *= p.batch;
    p.batch = 1;
  }
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

bool halftone::runtime::computesInF64(const HalftoneProduct &product) {
  auto isF64 = [](int32_t type) { return static_cast<DType>(type) == DType::F64; };
  return isF64(product.a_type) || isF64(product.b_type) || isF64(product.acc_type);
}

void halftone_product(const HalftoneProduct *product) {
  check(*product);
  if (product->batch == 0 || product->m == 0 || product->n == 0)
    return;
  if (byteSize(static_cast<DType>(product->acc_type)) == 2)
    return runSequentialProduct(*product);
  HalftoneProduct folded = *product;
  foldBatch(folded);
  runOnLevel(folded);
}
