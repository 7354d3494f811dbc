// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a job runs:
//   1. The caller takes the pool (or, if it is taken, runs alone), writes the job
//      and opens it: a new generation in `state`. It wakes workers that sleep.
//   2. A worker that sees an open job joins it by counting itself in `state`.
//      Everybody claims pieces with one counter until none is left.
//   3. The caller closes the job, so that nobody joins any more, and waits for
//      those who have joined. A worker that the system has not scheduled in time
//      is therefore never waited for.
// The pool is never destroyed. When this library is unloaded, or the process
// ends, the workers are stopped; later calls run alone.
#include "halftone/Runtime/ThreadPool.h"

#include "ThreadScratch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

using namespace halftone::runtime;

namespace {

using Body = void (*)(void *, int64_t, int64_t);

constexpr int maxThreads = 256;
/// How long a worker looks for the next job before it sleeps.
constexpr std::chrono::microseconds spinTime{100};
/// Pieces for each thread, so that a thread that lost its core holds up little.
constexpr int64_t piecesPerThread = 4;

thread_local bool insideBody = false;

inline void pause() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

struct Job {
  Body fn;
  void *ctx;
  int64_t n, step;
  std::atomic<int64_t> next;

  void work() {
    insideBody = true;
    for (;;) {
      int64_t begin = next.fetch_add(step, std::memory_order_relaxed);
      if (begin >= n)
        break;
      fn(ctx, begin, std::min(begin + step, n));
    }
    insideBody = false;
  }
};

class Pool {
public:
  int threads() {
    int count = wanted.load(std::memory_order_relaxed);
    return count ? count : chooseThreads();
  }
  void setThreads(int count);
  bool run(Body fn, void *ctx, int64_t n, int64_t step);
  void shutDown();

private:
  // `state`: the number of joined workers, a bit for "open", the generation.
  static constexpr uint64_t openBit = 1 << 16;
  static constexpr uint64_t joinedMask = openBit - 1;
  static constexpr int generationShift = 17;

  int chooseThreads();
  void startWorkers(int count);
  void stopWorkers();
  void wake();
  void sleep(uint64_t seen);
  uint64_t awaitGeneration(uint64_t seen);
  void workerLoop();
  static void *workerMain(void *pool);
  static void forgetWorkersInChild();

  std::atomic<int> wanted{0};
  std::atomic<bool> taken{false};
  std::atomic<uint64_t> state{0};
  std::atomic<int> sleepers{0};
  std::atomic<bool> stopping{false};
  bool closed = false;
  bool handlesFork = false;
  int started = 0;
  Job job{};
  pthread_t workers[maxThreads];
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
};

/// Lives as long as the process: storage without a destructor.
Pool &pool() {
  alignas(Pool) static char storage[sizeof(Pool)];
  static Pool *instance = new (storage) Pool;
  return *instance;
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

void Pool::sleep(uint64_t seen) {
  pthread_mutex_lock(&mutex);
  sleepers.fetch_add(1);
  while (state.load() >> generationShift == seen)
    pthread_cond_wait(&condition, &mutex);
  sleepers.fetch_sub(1);
  pthread_mutex_unlock(&mutex);
}

void Pool::wake() {
  if (sleepers.load() == 0)
    return;
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
}

/// Returns the state once its generation differs from `seen`.
uint64_t Pool::awaitGeneration(uint64_t seen) {
  auto deadline = std::chrono::steady_clock::now() + spinTime;
  for (int i = 1;; ++i) {
    uint64_t now = state.load(std::memory_order_acquire);
    if (now >> generationShift != seen)
      return now;
    pause();
    if (i % 64 == 0 && std::chrono::steady_clock::now() > deadline)
      sleep(seen);
  }
}

void Pool::workerLoop() {
  uint64_t seen = ~uint64_t{0}; // so that a job which is open already is joined
  for (;;) {
    uint64_t now = awaitGeneration(seen);
    seen = now >> generationShift;
    if (stopping.load())
      return;
    while ((now & openBit) && now >> generationShift == seen) {
      if (!state.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel))
        continue;
      job.work();
      state.fetch_sub(1, std::memory_order_release);
      break;
    }
  }
}

void *Pool::workerMain(void *self) {
  static_cast<Pool *>(self)->workerLoop();
  return nullptr;
}

/// Called by the thread that has the pool. A thread that cannot be made is done
/// without. Workers take no signals: those are for the program's own threads.
void Pool::startWorkers(int count) {
  if (!handlesFork)
    handlesFork = pthread_atfork(nullptr, nullptr, forgetWorkersInChild) == 0;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (started < count && pthread_create(&workers[started], nullptr, workerMain, this) == 0)
    ++started;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Pool::stopWorkers() {
  stopping.store(true);
  state.fetch_add(uint64_t{1} << generationShift);
  wake();
  for (; started > 0; --started) {
    if (pthread_equal(workers[started - 1], pthread_self()))
      pthread_detach(workers[started - 1]); // the process ends from inside a body
    else
      pthread_join(workers[started - 1], nullptr);
  }
  stopping.store(false);
}

/// The child of a fork has one thread. What the others held is made anew.
void Pool::forgetWorkersInChild() {
  Pool &self = pool();
  self.started = 0;
  self.state.store(0);
  self.sleepers.store(0);
  self.taken.store(false);
  self.mutex = PTHREAD_MUTEX_INITIALIZER;
  self.condition = PTHREAD_COND_INITIALIZER;
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

/// False if the pool is taken; then nothing has run.
bool Pool::run(Body fn, void *ctx, int64_t n, int64_t step) {
  if (taken.exchange(true, std::memory_order_acquire))
    return false;
  if (!closed && started < threads() - 1)
    startWorkers(threads() - 1);
  job.fn = fn;
  job.ctx = ctx;
  job.n = n;
  job.step = step;
  job.next.store(0, std::memory_order_relaxed);
  uint64_t generation = (state.load(std::memory_order_relaxed) >> generationShift) + 1;
  state.store(generation << generationShift | openBit);
  wake();
  job.work();
  state.fetch_and(~openBit, std::memory_order_acq_rel);
  for (int i = 1; state.load(std::memory_order_acquire) & joinedMask; ++i) {
    pause();
    if (i % 4096 == 0)
      sched_yield();
  }
  taken.store(false, std::memory_order_release);
  return true;
}

void Pool::setThreads(int count) {
  while (taken.exchange(true, std::memory_order_acquire))
    sched_yield();
  stopWorkers();
  wanted.store(std::clamp(count, 1, maxThreads), std::memory_order_relaxed);
  taken.store(false, std::memory_order_release);
}

void Pool::shutDown() {
  if (!insideBody)
    while (taken.exchange(true, std::memory_order_acquire))
      sched_yield();
  closed = true;
  stopWorkers();
  taken.store(false, std::memory_order_release);
}

int Pool::chooseThreads() {
  cpu_set_t set;
  int machine = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
  int count = std::min(2, machine);
  if (const char *text = std::getenv("HALFTONE_NUM_THREADS"); text && *text) {
    char *end = nullptr;
    long value = std::strtol(text, &end, 10);
    if (*end == 0 && value >= 1 && value <= maxThreads)
      count = static_cast<int>(value);
    else
      std::fprintf(stderr,
                   "halftone: HALFTONE_NUM_THREADS: expected a number from 1 to %d, got '%s'; "
                   "using %d\n",
                   maxThreads, text, count);
  }
  wanted.store(count, std::memory_order_relaxed);
  return count;
}

/// Runs when this library is unloaded or the process ends.
__attribute__((destructor)) void stopPool() {
  pool().shutDown();
  closeThreadScratch();
}

} // namespace

void halftone_parallel_for(void (*fn)(void *ctx, int64_t begin, int64_t end), void *ctx, int64_t n,
                           int64_t grain) {
  if (n <= 0)
    return;
  grain = std::max<int64_t>(grain, 1);
  int64_t grains = (n - 1) / grain + 1;
  int threads = insideBody ? 1 : pool().threads();
  if (threads > 1 && grains > 1) {
    int64_t pieces = std::min(grains, threads * piecesPerThread);
    int64_t step = ((grains - 1) / pieces + 1) * grain;
    if (pool().run(fn, ctx, n, step))
      return;
  }
  fn(ctx, 0, n);
}

int halftone::runtime::numThreads() { return pool().threads(); }

void halftone::runtime::setNumThreads(int count) { pool().setThreads(count); }
