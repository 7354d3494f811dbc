// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Appending to and reading logs of JSON lines.
#include "halftone/Support/JsonLines.h"
#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace halftone;

JsonLine &JsonLine::raw(std::string_view key, std::string_view json) {
  if (!members.empty())
    members += ", ";
  members += jsonString(key);
  members += ": ";
  members += json;
  return *this;
}

static Error writeError(const std::string &path) {
  return Error{"cannot write '" + path +
               "': " + std::error_code(errno, std::generic_category()).message()};
}

/// Cuts what follows the last line break; false with `errno` on failure.
static bool removeUnfinishedLine(int fd) {
  struct stat info;
  if (::fstat(fd, &info) != 0)
    return false;
  if (!S_ISREG(info.st_mode))
    return true;
  off_t end = info.st_size;
  while (end > 0) {
    char last;
    if (::pread(fd, &last, 1, end - 1) != 1)
      return false;
    if (last == '\n')
      break;
    --end;
  }
  return end == info.st_size || ::ftruncate(fd, end) == 0;
}

Result<JsonLinesLog> JsonLinesLog::open(const std::string &path, bool append) {
  JsonLinesLog log;
  log.name = path;
  int flags = O_CREAT | O_APPEND | O_CLOEXEC | (append ? O_RDWR : O_WRONLY | O_TRUNC);
  log.fd = ::open(path.c_str(), flags, 0666);
  if (log.fd < 0 || (append && !removeUnfinishedLine(log.fd)))
    return writeError(path);
  return log;
}

JsonLinesLog::JsonLinesLog(JsonLinesLog &&other) noexcept
    : fd(std::exchange(other.fd, -1)), name(std::move(other.name)) {}

JsonLinesLog::~JsonLinesLog() {
  if (fd >= 0)
    ::close(fd);
}

Status JsonLinesLog::write(const JsonLine &line) {
  std::string text = line.str() + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    ssize_t written = ::write(fd, rest.data(), rest.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return writeError(name);
    rest.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Result<std::vector<Json>> halftone::readJsonLines(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  std::vector<Json> lines;
  std::string_view rest = *text;
  for (size_t number = 1; !rest.empty(); ++number) {
    size_t end = rest.find('\n');
    if (end == std::string_view::npos)
      break;
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos)
      continue;
    Result<Json> value = parseJson(line);
    if (!value || !value->is_object())
      return Error{"'" + path + "': line " + std::to_string(number) + ": " +
                   (value ? "expected an object" : value.error())};
    lines.push_back(std::move(*value));
  }
  return lines;
}
