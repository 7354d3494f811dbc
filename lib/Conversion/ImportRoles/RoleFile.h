// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that say what a model's arguments and results are:
//
//   { "functions": { "loss": { "file": "mlp.loss.mlir",
//       "arguments": [ { "name": "params/w", "role": "param", "shape": [4, 3],
//                        "dtype": "float32", "weight_decay": true }, … ],
//       "results":   [ { "name": "loss", "role": "loss" }, … ] } } }
//
// or the inner object alone, where `args` may stand for `arguments`. Only `name` is
// needed. A result with an argument's name updates that argument.
#ifndef HALFTONE_LIB_CONVERSION_IMPORTROLES_ROLEFILE_H
#define HALFTONE_LIB_CONVERSION_IMPORTROLES_ROLEFILE_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Support/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace halftone::conversion {

/// What a file says of one argument or result.
struct RoleRow {
  std::string name;
  std::optional<train::Role> role;
  bool noDecay = false;
  /// State that starts with values from the user's file, not with zeros.
  bool isGiven = false;
};

struct RoleRows {
  std::vector<RoleRow> arguments, results;
};

/// A role by the dialect's name, or by the name that role files use (`step`).
std::optional<train::Role> parseRole(llvm::StringRef text);

/// The file beside the model: for `a/mlp.loss.pretty.mlir` the first that exists of
/// `a/mlp.loss.pretty.json`, `a/mlp.loss.json` and `a/mlp.json`, then
/// `a/roles.json` where that names this model. Empty where there is none.
std::string findRoleFile(const std::string &model);

/// Reads the rows for a function of this signature; `model` chooses among functions.
/// Nothing where the file is about something else, unless it `isAsked` for.
Result<std::optional<RoleRows>> readRoleFile(const std::string &path, llvm::StringRef model,
                                             mlir::FunctionType type, bool isAsked);

} // namespace halftone::conversion

#endif // HALFTONE_LIB_CONVERSION_IMPORTROLES_ROLEFILE_H
