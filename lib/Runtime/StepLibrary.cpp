// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads a step, checks that it is whole, and chooses its device.
#include "StepLibrary.h"

#include "halftone/Support/AtomicFile.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>

using namespace halftone;
using namespace halftone::runtime;

size_t halftone::runtime::bytesOf(const ValueInfo &info) {
  size_t bytes = byteSize(info.dtype);
  for (int64_t size : info.shape)
    bytes *= static_cast<size_t>(size);
  return bytes;
}

/// `dlopen` maps a library without looking at the file's size, and a program that
/// touches what is not there dies. True libraries end after their sections' headers.
static Status checkLibrary(const std::string &path) {
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

StepLibrary::StepLibrary(std::string label, void *handle)
    : label(std::move(label)), handle(handle, [](void *open) {
        if (open)
          dlclose(open);
      }) {}

Result<StepLibrary> StepLibrary::open(const std::string &path) {
  // A name without a slash would be looked up on the library path.
  std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  if (Status checked = checkLibrary(file); !checked)
    return Error{"cannot load the step: " + checked.error()};
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error{std::string("cannot load the step: ") + dlerror()};
  StepLibrary library("'" + path + "'", handle);
  if (Status read = library.readManifest(); !read)
    return read.takeError();
  return library;
}

Result<StepLibrary> StepLibrary::ofProgram() {
  StepLibrary library("this program", nullptr);
  if (Status read = library.readManifest(); !read)
    return read.takeError();
  return library;
}

Status StepLibrary::readManifest() {
  auto *text = static_cast<const char *>(find("halftone_manifest"));
  if (!text)
    return Error{label + ": holds no step (symbol 'halftone_manifest' is missing)"};
  Result<Manifest> manifest = Manifest::fromJson(text);
  if (!manifest)
    return Error{label + ": " + manifest.error()};
  description = std::move(*manifest);
  return {};
}

bool StepLibrary::isForGpu() const { return description.target.starts_with("sm_"); }

void *StepLibrary::find(const std::string &symbol) const {
  return dlsym(handle ? handle.get() : RTLD_DEFAULT, symbol.c_str());
}

Result<void (*)(void **)> StepLibrary::entry(const FunctionInfo &function) const {
  auto address = reinterpret_cast<void (*)(void **)>(find(function.symbol));
  if (!address)
    return Error{"the step has no symbol '" + function.symbol + "'"};
  return address;
}

Status StepLibrary::call(const FunctionInfo &function, const std::vector<Buffer *> &args,
                         const std::vector<Buffer *> &outs, void *(*memoryOf)(Buffer &)) const {
  Result<void (*)(void **)> found = entry(function);
  if (!found)
    return found.takeError();
  std::vector<void *> pointers;
  pointers.reserve(args.size() + outs.size());
  for (Buffer *buffer : args)
    pointers.push_back(memoryOf(*buffer));
  for (Buffer *buffer : outs)
    pointers.push_back(memoryOf(*buffer));
  (*found)(pointers.data());
  return {};
}

static Result<std::unique_ptr<Executable>>
makeExecutable(Result<StepLibrary> library, const std::string &device, bool manifestOnly) {
  if (!library)
    return library.takeError();
  std::string chosen = !device.empty() ? device : library->isForGpu() ? "cuda" : "cpu";
  if (chosen == "cpu")
    return makeCpuExecutable(std::move(*library));
  if (chosen == "cuda" || chosen == "emulated")
    return makeGpuExecutable(std::move(*library), chosen, manifestOnly);
  return Error{"--device: expected 'cpu', 'cuda' or 'emulated', got '" + device + "'"};
}

Result<std::unique_ptr<Executable>> halftone::runtime::loadExecutable(const std::string &path,
                                                                      const std::string &device,
                                                                      bool manifestOnly) {
  return makeExecutable(StepLibrary::open(path), device, manifestOnly);
}

Result<std::unique_ptr<Executable>> halftone::runtime::linkedExecutable(const std::string &device,
                                                                        bool manifestOnly) {
  return makeExecutable(StepLibrary::ofProgram(), device, manifestOnly);
}

std::string halftone::runtime::linkedDevices() {
  Result<StepLibrary> library = StepLibrary::ofProgram();
  return library && library->isForGpu() ? "cuda (default) or emulated" : "cpu";
}
