// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a value sits in the tree of a Python function's arguments or results, as JAX
// writes it into locations and `jax.result_info`:
//
//   params['layer0/mlp']['w']     root "params", rest "layer0/mlp/w"
//   state.opt_state[0].mu['w']    root "state",  rest "opt_state/0/mu/w"
//   result[1]['conv0/mean']       root "1",      rest "conv0/mean"   (of a result)
#ifndef HALFTONE_LIB_CONVERSION_IMPORTROLES_VALUEPATH_H
#define HALFTONE_LIB_CONVERSION_IMPORTROLES_VALUEPATH_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace halftone::conversion {

struct ValuePath {
  llvm::SmallVector<std::string, 4> segments; ///< keys, fields and indices, outermost first

  bool empty() const { return segments.empty(); }
  llvm::StringRef root() const { return segments.empty() ? llvm::StringRef() : segments.front(); }
  /// The segments from `first` on, joined by slashes.
  std::string join(size_t first = 0) const;
};

/// Whether a segment is a place in a tuple or list.
bool isIndex(llvm::StringRef segment);

/// The path of an argument. Text that is no path is one segment.
ValuePath parseArgumentPath(llvm::StringRef text);

/// The path of a result below the function's return value: empty where the function
/// returns one value.
ValuePath parseResultPath(llvm::StringRef text);

} // namespace halftone::conversion

#endif // HALFTONE_LIB_CONVERSION_IMPORTROLES_VALUEPATH_H
