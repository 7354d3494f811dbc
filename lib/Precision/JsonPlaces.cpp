// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JsonPlaces.h"

#include <set>

using namespace halftone::precision;

namespace {

class Scanner {
public:
  explicit Scanner(llvm::StringRef text) : text(text) {}
  JsonPlaces scan();

private:
  struct Frame {
    bool isObject;
    bool wantsName;        ///< the next string is a member's name
    bool isBetween = true; ///< the next thing is an element
    std::string name;      ///< of the member that is being read
    std::set<std::string> names;
  };

  void open(bool isObject);
  void readString();
  void startElement();
  JsonPlace here() const { return {line, static_cast<unsigned>(at - lineStart + 1)}; }

  llvm::StringRef text;
  size_t at = 0, lineStart = 0;
  unsigned line = 1;
  std::vector<Frame> frames;
  JsonPlaces places;
};

void Scanner::startElement() {
  if (frames.empty() || frames.back().isObject || !frames.back().isBetween)
    return;
  frames.back().isBetween = false;
  if (frames.size() == 2 && frames.front().isObject)
    places.elements[frames.front().name].push_back(here());
}

void Scanner::open(bool isObject) {
  startElement();
  if (frames.size() >= JsonPlaces::maxDepth && !places.tooDeep)
    places.tooDeep = here();
  frames.push_back({isObject, /*wantsName=*/isObject, true, {}, {}});
}

void Scanner::readString() {
  startElement();
  JsonPlace start = here();
  size_t first = at + 1;
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
    if (text[at] == '\\')
      ++at;
  if (frames.empty() || !frames.back().wantsName)
    return;
  Frame &frame = frames.back();
  frame.wantsName = false;
  frame.name = text.slice(first, at).str();
  if (!frame.names.insert(frame.name).second && !places.duplicate)
    places.duplicate.emplace(frame.name, start);
  if (frames.size() == 1)
    places.members.emplace(frame.name, start);
}

JsonPlaces Scanner::scan() {
  for (; at < text.size() && !places.tooDeep; ++at) {
    switch (text[at]) {
    case '\n':
      ++line;
      lineStart = at + 1;
      break;
    case ' ':
    case '\t':
    case '\r':
    case ':':
      break;
    case '{':
    case '[':
      open(text[at] == '{');
      break;
    case '}':
    case ']':
      if (!frames.empty())
        frames.pop_back();
      break;
    case ',':
      if (!frames.empty()) {
        frames.back().wantsName = frames.back().isObject;
        frames.back().isBetween = true;
      }
      break;
    case '"':
      readString();
      if (at < text.size() && text[at] == '\n')
        --at;
      break;
    default:
      startElement();
    }
  }
  return std::move(places);
}

} // namespace

JsonPlaces JsonPlaces::find(llvm::StringRef text) { return Scanner(text).scan(); }
