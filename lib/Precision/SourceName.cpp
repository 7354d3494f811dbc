// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SourceName.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace halftone::precision;

static std::string joinPath(std::string outer, StringRef inner) {
  return outer.empty() || inner.empty() ? outer + inner.str() : outer + "/" + inner.str();
}

/// The names of a location: callers before callees, scopes before what is in them.
static std::string namePath(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return joinPath(namePath(named.getChildLoc()), named.getName());
  if (auto site = dyn_cast<CallSiteLoc>(loc))
    return joinPath(namePath(site.getCaller()), namePath(site.getCallee()));
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string path = namePath(part); !path.empty())
        return path;
  return {};
}

static FileLineColLoc findFile(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return file;
  if (auto named = dyn_cast<NameLoc>(loc))
    return findFile(named.getChildLoc());
  if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    FileLineColLoc callee = findFile(site.getCallee());
    return callee ? callee : findFile(site.getCaller());
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (FileLineColLoc file = findFile(part))
        return file;
  return {};
}

/// Takes `wrapper(…)` off as often as there is one: "transpose(jvp(layer0))" is "layer0".
/// Brackets that don't close in the text are of a name with a slash in it; such stay.
static StringRef unwrap(StringRef text) {
  while (text.ends_with(")")) {
    size_t open = text.find('(');
    bool isWrapper =
        open != StringRef::npos && open > 0 &&
        llvm::all_of(text.take_front(open), [](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!isWrapper)
      return text;
    text = text.slice(open + 1, text.size() - 1);
  }
  return text;
}

/// Components between slashes that lie in no bracket.
static SmallVector<StringRef> splitPath(StringRef path) {
  SmallVector<StringRef> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= path.size(); ++i) {
    char c = i < path.size() ? path[i] : '/';
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c != '/' || (depth > 0 && i < path.size()))
      continue;
    parts.push_back(path.slice(start, i));
    start = i + 1;
  }
  return parts;
}

bool halftone::precision::isTransposed(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName().getValue().contains("transpose(") || isTransposed(named.getChildLoc());
  if (auto site = dyn_cast<CallSiteLoc>(loc))
    return isTransposed(site.getCallee()) || isTransposed(site.getCaller());
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused && llvm::any_of(fused.getLocations(), isTransposed);
}

/// The longest name in a location, without the function that was compiled.
static StringRef longestName(Location loc) {
  StringRef best;
  SmallVector<Location> work{loc};
  while (!work.empty()) {
    Location part = work.pop_back_val();
    if (auto named = dyn_cast<NameLoc>(part)) {
      if (named.getName().size() > best.size())
        best = named.getName();
      work.push_back(named.getChildLoc());
    } else if (auto site = dyn_cast<CallSiteLoc>(part)) {
      work.append({site.getCaller(), site.getCallee()});
    } else if (auto fused = dyn_cast<FusedLoc>(part)) {
      llvm::append_range(work, llvm::reverse(fused.getLocations()));
    }
  }
  if (best.starts_with("jit(") || best.starts_with("pjit("))
    best = best.split(")/").second;
  return best;
}

SourceName halftone::precision::getSourceName(Location loc) {
  SourceName source;
  std::string path = namePath(loc);
  source.transposed = isTransposed(loc);
  SmallVector<StringRef> names;
  for (auto [index, part] : llvm::enumerate(splitPath(path))) {
    // The function that was compiled says nothing of where in it.
    if (index == 0 && (part.starts_with("jit(") || part.starts_with("pjit(")))
      continue;
    StringRef name = unwrap(part);
    // Scopes can be inside of a wrapper, too: "jvp(layer0/attn)".
    for (StringRef inner : llvm::split(name, '/'))
      if (!inner.empty())
        names.push_back(inner);
  }
  if (!names.empty())
    source.leaf = names.pop_back_val().str();
  source.scope = llvm::join(names, "/");
  source.text = longestName(loc).str();
  if (FileLineColLoc file = findFile(loc)) {
    std::string name = llvm::sys::path::filename(file.getFilename().getValue()).str();
    source.place = name + ":" + std::to_string(file.getLine());
    if (source.text.empty()) // as it is printed
      source.text = name + "\":" + std::to_string(file.getLine()) + ":";
  }
  return source;
}
