// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks before memory is taken for an array of a file.
#include "ByteSource.h"

#include <unistd.h>

using namespace halftone;

Status halftone::checkFitsMemory(uint64_t size) {
  long pages = ::sysconf(_SC_PHYS_PAGES);
  long pageSize = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || pageSize <= 0)
    return {};
  uint64_t memory = static_cast<uint64_t>(pages) * static_cast<uint64_t>(pageSize);
  if (size <= memory)
    return {};
  return Error{"holds " + std::to_string(size) + " bytes, more than this machine's memory of " +
               std::to_string(memory)};
}

Result<HostTensor> halftone::allocateForFile(DType type, std::vector<int64_t> shape,
                                             uint64_t available) {
  std::optional<int64_t> size = checkedByteSize(type, shape);
  if (!size)
    return Error{"the shape is negative or too large"};
  if (static_cast<uint64_t>(*size) != available)
    return Error{"expected " + std::to_string(*size) +
                 " bytes of data for its type and shape, got " + std::to_string(available)};
  if (Status status = checkFitsMemory(available); !status)
    return status.takeError();
  return HostTensor(type, std::move(shape));
}
