// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a built step is, in data: its functions, and for each argument and result
// the name, role, type and shape. The compiler writes it as JSON into the object
// (symbol `halftone_manifest`, NUL-terminated); every device reads it.
#ifndef HALFTONE_RUNTIME_MANIFEST_H
#define HALFTONE_RUNTIME_MANIFEST_H

#include "halftone/Support/DType.h"
#include "halftone/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halftone::runtime {

/// One argument or result of a function.
struct ValueInfo {
  std::string name; ///< unique within arguments, and within results
  /// The spelling of `#train.role<…>`: "param", "opt_state", "batch", "loss", …
  std::string role;
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  /// For a result: the name of the argument that it replaces, else empty. A
  /// backend updates that argument's buffer in place and returns no buffer.
  std::string updates;
};

struct FunctionInfo {
  std::string name;   ///< "init", "step", "eval"
  std::string symbol; ///< C symbol: `void symbol(void **buffers)`
  std::vector<ValueInfo> args;
  std::vector<ValueInfo> results;
};

struct Manifest {
  int version = 1;
  std::string target = "cpu"; ///< "cpu", "reference", "sm_80", …
  /// Facts for logs and reports: "amp", "scaling", "optimizer", "casts", …
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<FunctionInfo> functions;

  const FunctionInfo *find(std::string_view function) const;
  std::string toJson() const;
  static Result<Manifest> fromJson(std::string_view text);
};

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_MANIFEST_H
