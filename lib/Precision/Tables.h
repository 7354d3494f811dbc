// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in policies, as the text of Tables/*.json.
#ifndef HALFTONE_LIB_PRECISION_TABLES_H
#define HALFTONE_LIB_PRECISION_TABLES_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace halftone::precision {

/// The rules for ops of upstream dialects, behind those of every policy.
inline constexpr llvm::StringLiteral kForeignTable = "foreign";

std::optional<llvm::StringRef> getBuiltinTable(llvm::StringRef name);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_TABLES_H
