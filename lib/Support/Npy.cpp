// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in and out of `.npy` and `.npz`. Data is read straight into its array,
// then turned to the host's byte order and to row-major where the file differs.
#include "halftone/Support/Npy.h"
#include "NpyHeader.h"
#include "Zip.h"

using namespace halftone;

static constexpr std::string_view magic("\x93NUMPY", 6);
/// NumPy's own headers have some hundred bytes.
static constexpr uint32_t maxHeader = 1 << 16;

static Result<NpyHeader> readHeader(ByteSource &source) {
  uint8_t start[8], length[4] = {};
  if (source.remaining() < sizeof(start))
    return Error{"not a .npy array: it is too short"};
  if (Status status = source.read(start, sizeof(start)); !status)
    return status.takeError();
  if (std::string_view(reinterpret_cast<char *>(start), magic.size()) != magic)
    return Error{"not a .npy array: it does not start with '\\x93NUMPY'"};
  uint8_t version = start[6];
  if (version < 1 || version > 3)
    return Error{"version " + std::to_string(version) + " of the .npy format is not supported"};
  if (Status status = source.read(length, version == 1 ? 2 : 4); !status)
    return status.takeError();
  uint32_t size = loadLittle<uint32_t>(length);
  if (size > maxHeader || size > source.remaining())
    return Error{"bad header: its length of " + std::to_string(size) + " is too large"};
  std::string text(size, '\0');
  if (Status status = source.read(text.data(), size); !status)
    return status.takeError();
  return parseNpyHeader(text);
}

static void swapBytes(HostTensor &tensor) {
  size_t size = byteSize(tensor.dtype());
  for (size_t at = 0; at < tensor.numBytes(); at += size)
    std::reverse(tensor.as<uint8_t>() + at, tensor.as<uint8_t>() + at + size);
}

/// The same array from column-major to row-major.
static HostTensor fromFortran(const HostTensor &source) {
  HostTensor result(source.dtype(), source.shape());
  size_t size = byteSize(source.dtype()), rank = source.shape().size();
  std::vector<int64_t> index(rank, 0), stride(rank, 1);
  for (size_t d = 1; d < rank; ++d)
    stride[d] = stride[d - 1] * source.shape()[d - 1];
  int64_t from = 0;
  for (int64_t to = 0; to < source.numElements(); ++to) {
    std::memcpy(result.as<uint8_t>() + static_cast<size_t>(to) * size,
                source.as<uint8_t>() + static_cast<size_t>(from) * size, size);
    for (size_t d = rank; d-- > 0;) {
      from += stride[d];
      if (++index[d] < source.shape()[d])
        break;
      from -= stride[d] * source.shape()[d];
      index[d] = 0;
    }
  }
  return result;
}

static Result<HostTensor> readArray(ByteSource &source) {
  Result<NpyHeader> header = readHeader(source);
  if (!header)
    return header.takeError();
  Result<HostTensor> tensor =
      allocateForFile(header->dtype, std::move(header->shape), source.remaining());
  if (!tensor)
    return tensor;
  if (Status status = source.read(tensor->data(), tensor->numBytes()); !status)
    return status.takeError();
  if (header->bigEndian)
    swapBytes(*tensor);
  if (header->dtype == DType::I1)
    for (size_t i = 0; i < tensor->numBytes(); ++i)
      tensor->as<uint8_t>()[i] = tensor->as<uint8_t>()[i] != 0;
  if (header->fortranOrder && tensor->rank() > 1)
    return fromFortran(*tensor);
  return tensor;
}

static Error inFile(const std::string &path, const std::string &message) {
  return Error{"'" + path + "': " + message};
}

static Error inArray(const std::string &path, const std::string &name, const std::string &message) {
  return inFile(path, "array '" + name + "': " + message);
}

Result<HostTensor> halftone::readNpy(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  FileSource source(*file, 0, file->size());
  Result<HostTensor> tensor = readArray(source);
  if (!tensor)
    return inFile(path, tensor.error());
  return tensor;
}

Status halftone::writeNpy(const std::string &path, const HostTensor &tensor,
                          const NpyOptions &options) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  Status status =
      file->write(makeNpyHeader(tensor.dtype(), tensor.shape(), options.lowPrecisionAsBits));
  if (status)
    status = file->write(tensor.data(), tensor.numBytes());
  return status ? file->commit() : status;
}

static std::string arrayName(const std::string &entryName) {
  std::string_view name = entryName;
  if (name.ends_with(".npy"))
    name.remove_suffix(4);
  return std::string(name);
}

Result<NamedArrays> halftone::readNpz(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  Result<ZipReader> zip = ZipReader::open(*file);
  if (!zip)
    return inFile(path, zip.error());
  uint64_t total = 0;
  for (const ZipEntry &entry : zip->entries())
    if (__builtin_add_overflow(total, entry.size, &total))
      total = ~uint64_t{0};
  if (Status status = checkFitsMemory(total); !status)
    return inFile(path, status.error());

  NamedArrays arrays;
  for (const ZipEntry &entry : zip->entries()) {
    std::string name = arrayName(entry.name);
    Result<std::unique_ptr<ByteSource>> source = zip->read(entry);
    if (!source)
      return inArray(path, name, source.error());
    Result<HostTensor> tensor = readArray(**source);
    if (!tensor)
      return inArray(path, name, tensor.error());
    if (!arrays.add(name, std::move(*tensor)))
      return inArray(path, name, "it is there twice");
  }
  return arrays;
}

Status halftone::writeNpz(const std::string &path, const NamedArrays &arrays,
                          const NpyOptions &options) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  ZipWriter zip(*file);
  for (const auto &[name, tensor] : arrays) {
    std::string header = makeNpyHeader(tensor.dtype(), tensor.shape(), options.lowPrecisionAsBits);
    std::string_view parts[] = {header,
                                {static_cast<const char *>(tensor.data()), tensor.numBytes()}};
    if (Status status = zip.add(name + ".npy", parts, options.compress); !status)
      return inArray(path, name, status.error());
  }
  if (Status status = zip.finish(); !status)
    return status;
  return file->commit();
}
