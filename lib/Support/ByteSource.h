// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that come in order from a part of a file, decompressed on the way if need
// be. An array is read from one straight into its memory.
#ifndef HALFTONE_SUPPORT_BYTESOURCE_H
#define HALFTONE_SUPPORT_BYTESOURCE_H

#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/HostTensor.h"

#include <algorithm>
#include <cstring>

namespace halftone {

class ByteSource {
public:
  explicit ByteSource(uint64_t size) : left(size) {}
  virtual ~ByteSource() = default;

  /// Bytes that are still to come, by what the file says.
  uint64_t remaining() const { return left; }

  Status read(void *data, size_t size) {
    if (size > left)
      return Error{"ends too early"};
    left -= size;
    return readBytes(static_cast<uint8_t *>(data), size);
  }

protected:
  /// `remaining` is already what it will be after the call.
  virtual Status readBytes(uint8_t *data, size_t size) = 0;

private:
  uint64_t left;
};

/// Bytes of a file as they are.
class FileSource : public ByteSource {
public:
  FileSource(const InputFile &file, uint64_t offset, uint64_t size)
      : ByteSource(size), file(file), offset(offset) {}

protected:
  Status readBytes(uint8_t *data, size_t size) override {
    Status status = file.read(offset, data, size);
    offset += size;
    return status;
  }

private:
  const InputFile &file;
  uint64_t offset;
};

/// The little-endian integer at `bytes`.
template <typename T> T loadLittle(const uint8_t *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

/// An array for data from a file whose size is `available`, or why it cannot be.
Result<HostTensor> allocateForFile(DType type, std::vector<int64_t> shape, uint64_t available);

/// Fails if `size` bytes are more than this machine has memory: a clear message
/// instead of a process that the system kills.
Status checkFitsMemory(uint64_t size);

} // namespace halftone

#endif // HALFTONE_SUPPORT_BYTESOURCE_H
