// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a step: one pool for the process, two threads unless told
// otherwise. Workers spin briefly for the next job, then sleep.
//
// What callers may rely on:
//   - `parallelFor` returns when every index has been visited exactly once.
//   - Called from inside a body, or while another thread uses the pool, it runs
//     alone on the calling thread; so it never deadlocks.
//   - Bodies that give each index the same result whatever piece it falls into
//     give the same bits for any number of threads.
//   - The pool may be used before `main`, after it, and in a forked child, which
//     starts its own workers when it first needs them.
#ifndef HALFTONE_RUNTIME_THREADPOOL_H
#define HALFTONE_RUNTIME_THREADPOOL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `fn(ctx, begin, end)` for pieces that cover [0, n), possibly at the same
/// time. Pieces begin at multiples of `grain` (at least 1): the number of indices
/// that is worth handing to another thread. One piece or one thread: one call.
void halftone_parallel_for(void (*fn)(void *ctx, int64_t begin, int64_t end), void *ctx, int64_t n,
                           int64_t grain);

#ifdef __cplusplus
} // extern "C"

#include <type_traits>

namespace halftone::runtime {

/// Threads that `parallelFor` uses, the caller included. At first the value of the
/// environment variable HALFTONE_NUM_THREADS, else two, at most the machine's.
int numThreads();
/// Sets the number, from 1 to 256; a value outside is clamped. Not from a body.
void setNumThreads(int count);

/// `fn(begin, end)` over pieces of [0, n), as `halftone_parallel_for`.
template <typename Fn> void parallelFor(int64_t n, int64_t grain, Fn &&fn) {
  using Body = std::remove_reference_t<Fn>;
  auto call = [](void *ctx, int64_t begin, int64_t end) {
    (*static_cast<Body *>(ctx))(begin, end);
  };
  halftone_parallel_for(call, const_cast<void *>(static_cast<const void *>(&fn)), n, grain);
}

/// `fn(i)` for every i of [0, n), each worth a thread of its own.
template <typename Fn> void parallelFor(int64_t n, Fn &&fn) {
  parallelFor(n, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      fn(i);
  });
}

} // namespace halftone::runtime
#endif

#endif // HALFTONE_RUNTIME_THREADPOOL_H
