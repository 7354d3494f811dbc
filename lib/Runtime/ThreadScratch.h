// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a thread keeps for its next product, so that the steady state
// allocates nothing.
#ifndef HALFTONE_LIB_RUNTIME_THREADSCRATCH_H
#define HALFTONE_LIB_RUNTIME_THREADSCRATCH_H

#include <cstddef>

namespace halftone::runtime {

/// At least `bytes` of memory of the calling thread, 64-byte aligned, contents
/// undefined; the next call ends its use. Freed when the thread ends.
void *threadScratch(size_t bytes);

/// Frees the calling thread's memory, and from now on that of no other thread:
/// the last act before this library is unloaded.
void closeThreadScratch();

} // namespace halftone::runtime

#endif // HALFTONE_LIB_RUNTIME_THREADSCRATCH_H
