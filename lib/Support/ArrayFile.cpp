// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice of a file format by name or by first bytes.
#include "halftone/Support/ArrayFile.h"
#include "halftone/Support/AtomicFile.h"

#include <algorithm>

using namespace halftone;

namespace {
enum class Kind { Unknown, Npy, Npz, Safetensors };
} // namespace

static Kind kindByName(const std::string &path) {
  if (path.ends_with(".npy"))
    return Kind::Npy;
  if (path.ends_with(".npz"))
    return Kind::Npz;
  if (path.ends_with(".safetensors"))
    return Kind::Safetensors;
  return Kind::Unknown;
}

static Kind kindByContents(const InputFile &file) {
  char start[9] = {};
  size_t size = static_cast<size_t>(std::min<uint64_t>(file.size(), sizeof(start)));
  if (!file.read(0, start, size))
    return Kind::Unknown;
  std::string_view bytes(start, sizeof(start));
  if (bytes.starts_with("\x93NUMPY"))
    return Kind::Npy;
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"))
    return Kind::Npz;
  return bytes[8] == '{' ? Kind::Safetensors : Kind::Unknown;
}

static std::string stem(const std::string &path) {
  std::string base = path.substr(path.rfind('/') + 1);
  return base.substr(0, base.rfind('.'));
}

static constexpr std::string_view expectedKinds = "expected a .npz, .npy or .safetensors file";

Result<NamedArrays> halftone::readArrays(const std::string &path) {
  Kind kind = kindByName(path);
  if (kind == Kind::Unknown) {
    Result<InputFile> file = InputFile::open(path);
    if (!file)
      return file.takeError();
    kind = kindByContents(*file);
  }
  switch (kind) {
  case Kind::Npz:
    return readNpz(path);
  case Kind::Safetensors:
    return readSafetensors(path);
  case Kind::Npy: {
    Result<HostTensor> tensor = readNpy(path);
    if (!tensor)
      return tensor.takeError();
    NamedArrays arrays;
    arrays.add(stem(path), std::move(*tensor));
    return arrays;
  }
  case Kind::Unknown:
    break;
  }
  return Error{"cannot read '" + path + "': " + std::string(expectedKinds)};
}

Status halftone::checkArrayFileName(const std::string &path) {
  if (kindByName(path) == Kind::Unknown)
    return Error{"cannot write '" + path + "': " + std::string(expectedKinds)};
  return {};
}

Status halftone::writeArrays(const std::string &path, const NamedArrays &arrays,
                             const NpyOptions &options) {
  switch (kindByName(path)) {
  case Kind::Npz:
    return writeNpz(path, arrays, options);
  case Kind::Safetensors:
    return writeSafetensors(path, arrays);
  case Kind::Npy:
    if (arrays.size() != 1)
      return Error{"cannot write '" + path + "': a .npy file holds one array, got " +
                   std::to_string(arrays.size())};
    return writeNpy(path, arrays[0].second, options);
  case Kind::Unknown:
    break;
  }
  return Error{"cannot write '" + path + "': " + std::string(expectedKinds)};
}
