// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays by name, in the order in which they were added: what array files hold,
// and what goes in and out of a training run.
#ifndef HALFTONE_SUPPORT_NAMEDARRAYS_H
#define HALFTONE_SUPPORT_NAMEDARRAYS_H

#include "halftone/Support/HostTensor.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace halftone {

class NamedArrays {
public:
  using Entry = std::pair<std::string, HostTensor>;

  /// False, and nothing changes, if there is an array of that name.
  bool add(std::string name, HostTensor tensor) {
    if (!index.try_emplace(name, entries.size()).second)
      return false;
    entries.emplace_back(std::move(name), std::move(tensor));
    return true;
  }

  /// Null where there is none.
  HostTensor *find(std::string_view name) {
    auto it = index.find(std::string(name));
    return it == index.end() ? nullptr : &entries[it->second].second;
  }
  const HostTensor *find(std::string_view name) const {
    return const_cast<NamedArrays *>(this)->find(name);
  }

  size_t size() const { return entries.size(); }
  bool empty() const { return entries.empty(); }
  auto begin() const { return entries.begin(); }
  auto end() const { return entries.end(); }
  const Entry &operator[](size_t i) const { return entries[i]; }

private:
  std::vector<Entry> entries;
  std::unordered_map<std::string, size_t> index;
};

} // namespace halftone

#endif // HALFTONE_SUPPORT_NAMEDARRAYS_H
