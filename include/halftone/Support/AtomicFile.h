// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that are there whole or not at all. The bytes go to a temporary file in
// the same folder, are flushed to the disk, and take the name by `rename`, so
// neither a crash nor a full disk leaves half a file or loses the old one.
//
// A symbolic link keeps pointing: the file it names is replaced. What is not a
// regular file (`/dev/stdout`, a pipe) is written directly.
#ifndef HALFTONE_SUPPORT_ATOMICFILE_H
#define HALFTONE_SUPPORT_ATOMICFILE_H

#include "halftone/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

class AtomicFile {
public:
  static Result<AtomicFile> create(const std::string &path);
  AtomicFile(AtomicFile &&other) noexcept;
  AtomicFile &operator=(AtomicFile &&) = delete;
  /// Without `commit` before, removes what was written.
  ~AtomicFile();

  /// After a failure the file cannot be committed.
  Status write(const void *data, size_t size);
  Status write(std::string_view text) { return write(text.data(), text.size()); }
  /// Flushes, syncs and renames. The last call.
  Status commit();

private:
  AtomicFile() = default;
  Status flush();
  Status fail();

  int fd = -1;
  bool failed = false;
  std::string name;      ///< as the user wrote it, for messages
  std::string target;    ///< with symbolic links resolved
  std::string temporary; ///< empty when written directly
  std::vector<char> buffer;
};

/// Replaces the file by this text.
Status writeFile(const std::string &path, std::string_view text);

/// A regular file that is read at offsets, so that readers of big arrays copy once.
class InputFile {
public:
  static Result<InputFile> open(const std::string &path);
  InputFile(InputFile &&other) noexcept;
  InputFile &operator=(InputFile &&) = delete;
  ~InputFile();

  uint64_t size() const { return length; }
  const std::string &path() const { return name; }
  /// Fails where the file ends before `offset + size`.
  Status read(uint64_t offset, void *data, size_t size) const;

private:
  InputFile() = default;

  int fd = -1;
  uint64_t length = 0;
  std::string name;
};

/// The whole file; also reads pipes.
Result<std::string> readFile(const std::string &path);

} // namespace halftone

#endif // HALFTONE_SUPPORT_ATOMICFILE_H
