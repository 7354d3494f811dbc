// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the zip container that `.npz` needs: entries that are stored or
// deflated, of any size (zip64), without encryption or several disks. Written
// archives carry no time, so the same arrays give the same bytes.
#ifndef HALFTONE_SUPPORT_ZIP_H
#define HALFTONE_SUPPORT_ZIP_H

#include "ByteSource.h"

#include <memory>
#include <span>

namespace halftone {

struct ZipEntry {
  std::string name;
  uint16_t method = 0; ///< 0 stored, 8 deflated
  uint32_t crc = 0;
  uint64_t compressedSize = 0;
  uint64_t size = 0;
  uint64_t headerOffset = 0;
};

class ZipReader {
public:
  /// Reads and checks the directory. Messages do not name the file.
  static Result<ZipReader> open(const InputFile &file);

  const std::vector<ZipEntry> &entries() const { return directory; }
  /// The entry's bytes; its checksum is verified when the last is read. The
  /// source must not outlive the file.
  Result<std::unique_ptr<ByteSource>> read(const ZipEntry &entry) const;

private:
  explicit ZipReader(const InputFile &file) : file(&file) {}

  const InputFile *file;
  std::vector<ZipEntry> directory;
};

class ZipWriter {
public:
  explicit ZipWriter(AtomicFile &file) : file(file) {}

  /// Adds an entry of these parts, one after the other.
  Status add(const std::string &name, std::span<const std::string_view> parts, bool compress);
  /// Writes the directory. The caller commits the file.
  Status finish();

private:
  Status write(std::string_view bytes);

  AtomicFile &file;
  uint64_t offset = 0;
  std::vector<ZipEntry> directory;
};

} // namespace halftone

#endif // HALFTONE_SUPPORT_ZIP_H
