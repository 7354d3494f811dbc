// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Halftone's matrix products beside libraries, on the shapes of training steps and
// on squares. docs/CpuProducts.md has the table and what was concluded from it.
//
// All contenders of a row run in turn, many times over, so that a change of the
// machine's clock or load meets them alike; what counts is each one's best time.
// Libraries run single-threaded; for two threads each thread calls them on half of
// the rows. None of them has 16-bit products for AVX2, so there the operands are
// widened, multiplied in f32 and the result narrowed, all of it timed.
//
//   products-benchmark --benchmark_filter=f32/.*/1/iter   one thread, f32
#include "halftone/Runtime/Products.h"
#include "halftone/Runtime/ThreadPool.h"
#include "halftone/Support/DType.h"
#include "halftone/Support/FloatBits.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <unistd.h>
#include <vector>

#ifdef HALFTONE_HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef HALFTONE_HAVE_ONEDNN
#include <oneapi/dnnl/dnnl.h>
#endif
#ifdef HALFTONE_HAVE_LIBXSMM
#include <libxsmm.h>
#endif

using namespace halftone;
using namespace halftone::runtime;

namespace {

struct Shape {
  int64_t batch, m, n, k;
  bool transposeA = false, transposeB = false;
};

const Shape shapes[] = {
    // Steps: a small perceptron, a small transformer, a wide perceptron.
    {1, 64, 128, 64},
    {1, 64, 128, 128},
    {1, 64, 10, 128},
    {1, 128, 128, 64, true},
    {1, 64, 128, 64, false, true},
    {1, 512, 192, 64},
    {1, 512, 256, 64},
    {1, 512, 64, 256},
    {1, 512, 62, 64},
    {1, 64, 512, 62},
    {32, 64, 64, 16, false, true},
    {32, 64, 16, 64},
    {1, 512, 512, 512},
    {1, 512, 512, 512, true},
    {1, 512, 512, 512, false, true},
    // Squares.
    {1, 64, 64, 64},
    {1, 128, 128, 128},
    {1, 256, 256, 256},
    {1, 1024, 1024, 1024},
    {1, 2048, 2048, 2048},
};

/// An f32 product of some rows: C[rows, n] = A[rows, k] B[k, n], row-major.
struct Call {
  const float *a, *b;
  float *c;
  int64_t rows, allRows, n, k;
  bool transposeA, transposeB;
};
using Sgemm = void (*)(const Call &);

#ifdef HALFTONE_HAVE_OPENBLAS
void callOpenBLAS(const Call &x) {
  cblas_sgemm(CblasRowMajor, x.transposeA ? CblasTrans : CblasNoTrans,
              x.transposeB ? CblasTrans : CblasNoTrans, static_cast<int>(x.rows),
              static_cast<int>(x.n), static_cast<int>(x.k), 1, x.a,
              static_cast<int>(x.transposeA ? x.allRows : x.k), x.b,
              static_cast<int>(x.transposeB ? x.k : x.n), 0, x.c, static_cast<int>(x.n));
}
#endif
#ifdef HALFTONE_HAVE_ONEDNN
void callOneDNN(const Call &x) {
  dnnl_sgemm(x.transposeA ? 'T' : 'N', x.transposeB ? 'T' : 'N', x.rows, x.n, x.k, 1, x.a,
             x.transposeA ? x.allRows : x.k, x.b, x.transposeB ? x.k : x.n, 0, x.c, x.n);
}
#endif
#ifdef HALFTONE_HAVE_LIBXSMM
void callLibxsmm(const Call &x) {
  // Column-major, so the operands change places.
  libxsmm_blasint m = static_cast<int>(x.rows), n = static_cast<int>(x.n);
  libxsmm_blasint k = static_cast<int>(x.k);
  libxsmm_blasint strideA = x.transposeA ? static_cast<int>(x.allRows) : k;
  libxsmm_blasint strideB = x.transposeB ? k : n;
  char a = x.transposeA ? 'T' : 'N', b = x.transposeB ? 'T' : 'N';
  float one = 1, zero = 0;
  libxsmm_sgemm(&b, &a, &n, &m, &k, &one, x.b, &strideB, x.a, &strideA, &zero, x.c, &n);
}
#endif

struct Library {
  const char *name;
  Sgemm call;
};
const std::vector<Library> libraries = {
#ifdef HALFTONE_HAVE_OPENBLAS
    {"openblas", callOpenBLAS},
#endif
#ifdef HALFTONE_HAVE_ONEDNN
    {"onednn", callOneDNN},
#endif
#ifdef HALFTONE_HAVE_LIBXSMM
    {"libxsmm", callLibxsmm},
#endif
};

/// The operands of one row of the table, in the type and in f32.
class Row {
public:
  Row(Shape shape, DType type)
      : shape(shape), type(type), wideA(size(shape.m, shape.k)), wideB(size(shape.k, shape.n)),
        wideC(size(shape.m, shape.n)), a(wideA.size() * byteSize(type)),
        b(wideB.size() * byteSize(type)), c(wideC.size() * byteSize(type)) {
    for (size_t i = 0; i < wideA.size(); ++i)
      wideA[i] = static_cast<float>(i * 7 % 13) - 6;
    for (size_t i = 0; i < wideB.size(); ++i)
      wideB[i] = static_cast<float>(i * 5 % 11) - 5;
    narrow(wideA.data(), a.data(), wideA.size());
    narrow(wideB.data(), b.data(), wideB.size());
  }

  void runOwn() {
    HalftoneProduct p = {};
    p.batch = shape.batch;
    p.m = shape.m;
    p.n = shape.n;
    p.k = shape.k;
    p.a = a.data();
    p.a_batch = shape.m * shape.k;
    p.a_m = shape.transposeA ? 1 : shape.k;
    p.a_k = shape.transposeA ? shape.m : 1;
    p.b = b.data();
    p.b_batch = shape.k * shape.n;
    p.b_k = shape.transposeB ? 1 : shape.n;
    p.b_n = shape.transposeB ? shape.k : 1;
    p.c = c.data();
    p.c_batch = shape.m * shape.n;
    p.c_m = shape.n;
    p.c_n = 1;
    p.a_type = p.b_type = p.c_type = static_cast<int32_t>(type);
    p.acc_type = static_cast<int32_t>(DType::F32);
    halftone_product(&p);
  }

  void runLibrary(Sgemm call) {
    if (type != DType::F32) {
      widenAll(a.data(), wideA);
      widenAll(b.data(), wideB);
    }
    int64_t parts = shape.batch > 1 ? shape.batch : numThreads();
    parallelFor(parts, [&](int64_t part) {
      if (shape.batch > 1)
        runRows(call, part, 0, shape.m);
      else
        runRows(call, 0, shape.m * part / parts, shape.m * (part + 1) / parts);
    });
  }

  double flop() const {
    return 2.0 * static_cast<double>(shape.batch * shape.m * shape.n * shape.k);
  }

private:
  size_t size(int64_t rows, int64_t columns) const {
    return static_cast<size_t>(shape.batch * rows * columns);
  }

  void runRows(Sgemm call, int64_t entry, int64_t begin, int64_t end) {
    Call x = {wideA.data(), wideB.data(), wideC.data(),     end - begin,     shape.m,
              shape.n,      shape.k,      shape.transposeA, shape.transposeB};
    x.a += entry * shape.m * shape.k + begin * (shape.transposeA ? 1 : shape.k);
    x.b += entry * shape.k * shape.n;
    x.c += entry * shape.m * shape.n + begin * shape.n;
    call(x);
    if (type != DType::F32)
      narrow(x.c, c.data() + (x.c - wideC.data()) * 2, static_cast<size_t>(x.rows * shape.n));
  }

  void widenAll(const uint8_t *from, std::vector<float> &to) const {
    const uint16_t *bits = reinterpret_cast<const uint16_t *>(from);
    parallelFor(static_cast<int64_t>(to.size()), 8192, [&](int64_t begin, int64_t end) {
      if (type == DType::BF16)
        std::transform(bits + begin, bits + end, to.data() + begin, widenBF16);
      else
        std::transform(bits + begin, bits + end, to.data() + begin, widenF16);
    });
  }

  void narrow(const float *from, uint8_t *to, size_t count) const {
    uint16_t *bits = reinterpret_cast<uint16_t *>(to);
    if (type == DType::F32)
      std::memcpy(to, from, count * sizeof(float));
    else if (type == DType::BF16)
      std::transform(from, from + count, bits, narrowBF16);
    else
      std::transform(from, from + count, bits, narrowF16);
  }

  Shape shape;
  DType type;
  std::vector<float> wideA, wideB, wideC;
  std::vector<uint8_t> a, b, c;
};

double secondsFor(const std::function<void()> &body, int times) {
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i)
    body();
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  return elapsed.count() / times;
}

/// One row of the table: best times in microseconds, and for each library its time
/// over ours. The benchmark's own time is ours.
void compare(benchmark::State &state, Shape shape, DType type, int threads) {
  Row row(shape, type);
  setNumThreads(threads);
  std::vector<std::function<void()>> contenders = {[&] { row.runOwn(); }};
  for (const Library &library : libraries)
    contenders.push_back([&row, call = library.call] { row.runLibrary(call); });
  // Short products are timed in bundles, longer than the clock's grain.
  int times = static_cast<int>(std::clamp(1e6 / row.flop(), 1.0, 100.0));
  std::vector<double> best(contenders.size(), 1e9);
  for (auto &contender : contenders)
    contender();
  for (auto unused : state) {
    (void)unused;
    double own = 0;
    for (size_t i = 0; i < contenders.size(); ++i) {
      contenders[i](); // warms the caches after the others
      double seconds = secondsFor(contenders[i], times);
      best[i] = std::min(best[i], seconds);
      if (i == 0)
        own = seconds;
    }
    state.SetIterationTime(own);
  }
  state.counters["us"] = best[0] * 1e6;
  state.counters["GFLOPs"] = row.flop() / best[0] * 1e-9;
  for (size_t i = 0; i < libraries.size(); ++i) {
    state.counters[std::string(libraries[i].name) + "_us"] = best[i + 1] * 1e6;
    state.counters[std::string(libraries[i].name) + "/own"] = best[i + 1] / best[0];
  }
}

void registerAll() {
  for (DType type : {DType::F32, DType::BF16, DType::F16})
    for (const Shape &shape : shapes)
      for (int threads : {1, 2}) {
        std::string name = std::string(toString(type)) + "/" + std::to_string(shape.batch) + "x" +
                           std::to_string(shape.m) + "x" + std::to_string(shape.n) + "x" +
                           std::to_string(shape.k) + (shape.transposeA ? "/tA" : "") +
                           (shape.transposeB ? "/tB" : "") + "/" + std::to_string(threads);
        double flop = 2e-9 * static_cast<double>(shape.batch * shape.m * shape.n * shape.k);
        benchmark::RegisterBenchmark(
            name.c_str(), [=](benchmark::State &state) { compare(state, shape, type, threads); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(static_cast<int64_t>(std::clamp(2 / flop, 5.0, 300.0)));
      }
}

} // namespace

int main(int argc, char **argv) {
  // The libraries read these when they are loaded, so they are set for a new start.
  if (!std::getenv("OMP_NUM_THREADS")) {
    setenv("OMP_NUM_THREADS", "1", 1);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execv("/proc/self/exe", argv);
  }
  registerAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::AddCustomContext("cpu_level", toString(cpuLevel()));
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
