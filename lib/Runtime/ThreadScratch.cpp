// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plain thread-local pointer, freed through a POSIX key: unlike a C++
// thread-local object, it may still be used by code that runs at process exit.
#include "ThreadScratch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>

namespace {

struct Scratch {
  void *memory;
  size_t bytes;
};

thread_local Scratch scratch;
pthread_key_t key;
bool keyMade = false;

void release(void *) {
  std::free(scratch.memory);
  scratch = {};
}

} // namespace

static void makeKey() { keyMade = pthread_key_create(&key, release) == 0; }

static void grow(size_t bytes) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, makeKey);
  std::free(scratch.memory);
  scratch.bytes = (std::max(bytes, scratch.bytes + scratch.bytes / 2) + 4095) / 4096 * 4096;
  scratch.memory = std::aligned_alloc(64, scratch.bytes);
  if (!scratch.memory) {
    std::fprintf(stderr, "halftone: out of memory: a product needs %zu bytes\n", bytes);
    std::abort();
  }
  if (keyMade)
    pthread_setspecific(key, &scratch);
}

void *halftone::runtime::threadScratch(size_t bytes) {
  if (bytes > scratch.bytes)
    grow(bytes);
  return scratch.memory;
}

void halftone::runtime::closeThreadScratch() {
  release(nullptr);
  if (keyMade)
    pthread_key_delete(key);
  keyMade = false;
}
