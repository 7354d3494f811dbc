// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU device: a step's functions as symbols of a shared library, or of this
// very program. Buffers are 64-byte aligned host memory.
#include "halftone/Runtime/Device.h"

#include "halftone/Support/AtomicFile.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>

using namespace halftone;
using namespace halftone::runtime;

namespace {

constexpr size_t alignment = 64;

class CpuBuffer : public Buffer {
public:
  explicit CpuBuffer(size_t bytes)
      : memory(std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment)) {}
  ~CpuBuffer() override { std::free(memory); }
  void *get() const { return memory; }

private:
  void *memory;
};

size_t bytesOf(const ValueInfo &info) {
  size_t bytes = byteSize(info.dtype);
  for (int64_t size : info.shape)
    bytes *= static_cast<size_t>(size);
  return bytes;
}

void *memoryOf(Buffer &buffer) { return static_cast<CpuBuffer &>(buffer).get(); }

class CpuExecutable : public Executable {
public:
  /// `library` is closed at the end, unless it is null.
  CpuExecutable(Manifest manifest, void *library)
      : description(std::move(manifest)), library(library) {}
  ~CpuExecutable() override {
    if (library)
      dlclose(library);
  }

  const Manifest &manifest() const override { return description; }

  Result<std::unique_ptr<Buffer>> allocate(const ValueInfo &info) override {
    auto buffer = std::make_unique<CpuBuffer>(bytesOf(info));
    if (!buffer->get())
      return Error{"out of memory for '" + info.name + "'"};
    return std::unique_ptr<Buffer>(std::move(buffer));
  }

  Status write(Buffer &buffer, const HostTensor &tensor) override {
    if (tensor.numBytes())
      std::memcpy(memoryOf(buffer), tensor.data(), tensor.numBytes());
    return {};
  }

  Result<HostTensor> read(Buffer &buffer, const ValueInfo &info) override {
    HostTensor tensor(info.dtype, info.shape);
    if (tensor.numBytes())
      std::memcpy(tensor.data(), memoryOf(buffer), tensor.numBytes());
    return tensor;
  }

  Status run(const FunctionInfo &function, const std::vector<Buffer *> &args,
             const std::vector<Buffer *> &outs) override {
    auto entry = reinterpret_cast<void (*)(void **)>(
        dlsym(library ? library : RTLD_DEFAULT, function.symbol.c_str()));
    if (!entry)
      return Error{"the step has no symbol '" + function.symbol + "'"};
    std::vector<void *> pointers;
    pointers.reserve(args.size() + outs.size());
    for (Buffer *buffer : args)
      pointers.push_back(memoryOf(*buffer));
    for (Buffer *buffer : outs)
      pointers.push_back(memoryOf(*buffer));
    entry(pointers.data());
    return {};
  }

private:
  Manifest description;
  void *library;
};

Result<std::unique_ptr<Executable>> makeExecutable(const char *text, void *library,
                                                   const std::string &name) {
  if (!text)
    return Error{name + ": holds no step (symbol 'halftone_manifest' is missing)"};
  Result<Manifest> manifest = Manifest::fromJson(text);
  if (!manifest)
    return Error{name + ": " + manifest.error()};
  return std::unique_ptr<Executable>(
      std::make_unique<CpuExecutable>(std::move(*manifest), library));
}

/// `dlopen` maps a library without looking at the file's size, and a program that
/// touches what is not there dies. True libraries end after their sections' headers.
Status checkLibrary(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  Elf64_Ehdr header;
  if (file->size() < sizeof header || !file->read(0, &header, sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
    return Error{"'" + path + "' is no shared library"};
  uint64_t end = header.e_shoff + uint64_t{header.e_shnum} * header.e_shentsize;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (header.e_phentsize != sizeof segment ||
        !file->read(header.e_phoff + i * sizeof segment, &segment, sizeof segment))
      return Error{"'" + path + "' is incomplete: its headers lack segment " + std::to_string(i)};
    end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  if (end > file->size())
    return Error{"'" + path + "' is incomplete: expected " + std::to_string(end) + " bytes, got " +
                 std::to_string(file->size())};
  return {};
}

} // namespace

Result<std::unique_ptr<Executable>> halftone::runtime::loadCpuExecutable(const std::string &path) {
  // A name without a slash would be looked up on the library path.
  std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  if (Status checked = checkLibrary(file); !checked)
    return Error{"cannot load the step: " + checked.error()};
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Error{std::string("cannot load the step: ") + dlerror()};
  auto *text = static_cast<const char *>(dlsym(library, "halftone_manifest"));
  Result<std::unique_ptr<Executable>> executable = makeExecutable(text, library, "'" + path + "'");
  if (!executable)
    dlclose(library);
  return executable;
}

Result<std::unique_ptr<Executable>> halftone::runtime::linkedCpuExecutable() {
  auto *text = static_cast<const char *>(dlsym(RTLD_DEFAULT, "halftone_manifest"));
  return makeExecutable(text, nullptr, "this program");
}
