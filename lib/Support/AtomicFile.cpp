// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic writing and positioned reading by POSIX calls, whose errors name the
// file and the reason.
#include "halftone/Support/AtomicFile.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace halftone;

/// No call moves more than 2 GiB at once, so none asks for more than this.
static constexpr size_t maxCall = size_t{1} << 30;
static constexpr size_t bufferSize = size_t{1} << 16;

static Error ioError(const char *verb, const std::string &path) {
  std::string reason = std::error_code(errno, std::generic_category()).message();
  return Error{std::string("cannot ") + verb + " '" + path + "': " + reason};
}

/// The path behind symbolic links, also when the file at the end does not exist.
static std::string resolveLinks(std::string path) {
  for (int depth = 0; depth < 40; ++depth) {
    char link[4096];
    ssize_t length = ::readlink(path.c_str(), link, sizeof(link));
    if (length <= 0 || length == static_cast<ssize_t>(sizeof(link)))
      return path;
    std::string next(link, static_cast<size_t>(length));
    size_t slash = path.rfind('/');
    if (next[0] != '/' && slash != std::string::npos)
      next = path.substr(0, slash + 1) + next;
    path = std::move(next);
  }
  return path;
}

static std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

/// Opens a new file beside `target`; hidden, and named so that its origin is plain.
static int openTemporary(const std::string &target, std::string &temporary) {
  static std::atomic<unsigned> counter{0};
  std::string folder = folderOf(target);
  std::string base = target.substr(target.rfind('/') + 1).substr(0, 200);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    temporary =
        folder + "." + base + ".tmp" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

Result<AtomicFile> AtomicFile::create(const std::string &path) {
  AtomicFile file;
  file.name = path;
  file.target = resolveLinks(path);
  struct stat info;
  bool exists = ::stat(file.target.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return ioError("write", path);
  }
  if (exists && !S_ISREG(info.st_mode)) {
    file.fd = ::open(file.target.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    file.fd = openTemporary(file.target, file.temporary);
    // Where the mode cannot be kept, the new file has the usual one.
    if (file.fd >= 0 && exists)
      ::fchmod(file.fd, info.st_mode & 07777);
  }
  if (file.fd < 0) {
    file.temporary.clear();
    return ioError("write", path);
  }
  file.buffer.reserve(bufferSize);
  return file;
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : fd(std::exchange(other.fd, -1)), failed(other.failed), name(std::move(other.name)),
      target(std::move(other.target)), temporary(std::exchange(other.temporary, {})),
      buffer(std::move(other.buffer)) {}

AtomicFile::~AtomicFile() {
  if (fd >= 0)
    ::close(fd);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

Status AtomicFile::fail() {
  failed = true;
  return ioError("write", name);
}

/// Writes all of it, whatever the system takes at once.
static bool writeAll(int fd, const char *data, size_t size) {
  while (size > 0) {
    ssize_t written = ::write(fd, data, std::min(size, maxCall));
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    data += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

Status AtomicFile::flush() {
  bool good = writeAll(fd, buffer.data(), buffer.size());
  buffer.clear();
  return good ? Status() : fail();
}

Status AtomicFile::write(const void *data, size_t size) {
  const char *bytes = static_cast<const char *>(data);
  if (buffer.size() + size > bufferSize)
    if (Status status = flush(); !status)
      return status;
  if (size < bufferSize) {
    buffer.insert(buffer.end(), bytes, bytes + size);
    return {};
  }
  return writeAll(fd, bytes, size) ? Status() : fail();
}

Status AtomicFile::commit() {
  if (failed)
    return Error{"cannot write '" + name + "': an earlier write failed"};
  if (Status status = flush(); !status)
    return status;
  if (!temporary.empty() && ::fsync(fd) != 0)
    return fail();
  if (::close(std::exchange(fd, -1)) != 0)
    return fail();
  if (temporary.empty())
    return {};
  if (::rename(temporary.c_str(), target.c_str()) != 0)
    return fail();
  temporary.clear();
  // The folder's entry should survive a crash too. Some file systems cannot sync
  // a folder; the file is whole either way.
  int folder = ::open(folderOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
  return {};
}

Status halftone::writeFile(const std::string &path, std::string_view text) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (Status status = file->write(text); !status)
    return status;
  return file->commit();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Result<InputFile> InputFile::open(const std::string &path) {
  InputFile file;
  file.name = path;
  // A pipe without a writer must not hang us.
  file.fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat info;
  if (file.fd < 0 || ::fstat(file.fd, &info) != 0)
    return ioError("read", path);
  if (S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return ioError("read", path);
  }
  if (!S_ISREG(info.st_mode))
    return Error{"cannot read '" + path + "': expected a regular file"};
  file.length = static_cast<uint64_t>(info.st_size);
  return file;
}

InputFile::InputFile(InputFile &&other) noexcept
    : fd(std::exchange(other.fd, -1)), length(other.length), name(std::move(other.name)) {}

InputFile::~InputFile() {
  if (fd >= 0)
    ::close(fd);
}

Status InputFile::read(uint64_t offset, void *data, size_t size) const {
  char *bytes = static_cast<char *>(data);
  if (size > length || offset > length - size)
    return Error{"cannot read '" + name + "': the file ends too early"};
  while (size > 0) {
    ssize_t count = ::pread(fd, bytes, std::min(size, maxCall), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return ioError("read", name);
    if (count == 0)
      return Error{"cannot read '" + name + "': the file ends too early"};
    bytes += count;
    offset += static_cast<uint64_t>(count);
    size -= static_cast<size_t>(count);
  }
  return {};
}

Result<std::string> halftone::readFile(const std::string &path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return ioError("read", path);
  std::string text;
  auto chunk = std::make_unique<char[]>(bufferSize);
  while (true) {
    ssize_t count = ::read(fd, chunk.get(), bufferSize);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) {
      Error error = ioError("read", path);
      ::close(fd);
      return error;
    }
    if (count == 0)
      break;
    text.append(chunk.get(), static_cast<size_t>(count));
  }
  ::close(fd);
  return text;
}
