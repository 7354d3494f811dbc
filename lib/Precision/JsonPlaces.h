// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where things stand in a JSON text, which LLVM's reader does not say: the elements of
// the lists in the top-level object, names that an object has twice (LLVM's reader takes
// the last and drops the others), and nesting that is too deep to read by recursion.
//
// One pass over the characters that knows strings, brackets and commas; what is not
// valid JSON is for the reader to refuse.
#ifndef HALFTONE_LIB_PRECISION_JSONPLACES_H
#define HALFTONE_LIB_PRECISION_JSONPLACES_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace halftone::precision {

struct JsonPlace {
  unsigned line = 1, column = 1;
};

struct JsonPlaces {
  /// By name of the list, the place of each element.
  std::map<std::string, std::vector<JsonPlace>> elements;
  /// By name, the place of each member of the top-level object.
  std::map<std::string, JsonPlace> members;
  /// The first name that its object has already.
  std::optional<std::pair<std::string, JsonPlace>> duplicate;
  /// The first bracket that is deeper than `maxDepth`.
  std::optional<JsonPlace> tooDeep;

  static constexpr unsigned maxDepth = 32;

  static JsonPlaces find(llvm::StringRef text);
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_JSONPLACES_H
