// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SourceName.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace halftone::precision;

using Path = SmallString<128>;

static void append(Path &path, StringRef inner) {
  if (!path.empty() && !inner.empty())
    path += '/';
  path += inner;
}

/// Puts the names of a location into `path`, which is empty: callers before callees, scopes
/// before what is in them.
static void findPath(Location loc, Path &path) {
  if (auto named = dyn_cast<NameLoc>(loc)) {
    findPath(named.getChildLoc(), path);
    append(path, named.getName());
  } else if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    Path callee;
    findPath(site.getCaller(), path);
    findPath(site.getCallee(), callee);
    append(path, callee);
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      if (path.empty())
        findPath(part, path);
  }
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

/// The file's name without its folders; one that ends in a slash is taken whole.
static StringRef nameOf(FileLineColLoc file) {
  StringRef path = file.getFilename();
  StringRef name = path.drop_front(path.rfind('/') + 1);
  return name.empty() ? path : name;
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
static SmallVector<StringRef, 16> splitPath(StringRef path) {
  SmallVector<StringRef, 16> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    switch (path[i]) {
    case '(':
    case '[':
      ++depth;
      break;
    case ')':
    case ']':
      --depth;
      break;
    case '/':
      if (depth > 0)
        break;
      parts.push_back(path.slice(start, i));
      start = i + 1;
      break;
    default:
      break;
    }
  }
  parts.push_back(path.drop_front(start));
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
  Path path;
  findPath(loc, path);
  source.transposed = isTransposed(loc);
  SmallVector<StringRef, 16> names;
  for (auto [index, part] : llvm::enumerate(splitPath(path))) {
    // The function that was compiled says nothing of where in it.
    if (index == 0 && (part.starts_with("jit(") || part.starts_with("pjit(")))
      continue;
    StringRef name = unwrap(part);
    // Scopes can be inside of a wrapper, too: "jvp(layer0/attn)". A slash in other brackets
    // is of a name: "params['layer0/w']".
    if (name.size() != part.size())
      name.split(names, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    else if (!name.empty())
      names.push_back(name);
  }
  if (!names.empty())
    source.leaf = names.pop_back_val().str();
  source.scope = llvm::join(names, "/");
  if (FileLineColLoc file = findFile(loc)) {
    source.place = nameOf(file).str();
    source.place += ':';
    source.place += std::to_string(file.getLine());
  }
  return source;
}

std::string halftone::precision::getLocationText(Location loc) {
  if (StringRef name = longestName(loc); !name.empty())
    return name.str();
  FileLineColLoc file = findFile(loc); // as it is printed
  return file ? (nameOf(file) + "\":" + Twine(file.getLine()) + ":").str() : std::string();
}
