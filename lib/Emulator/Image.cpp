// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads fat binaries. The layout is undocumented; this is what `fatbinary` of CUDA 9
// to 13 writes, and what the driver and nvJitLink accept from us:
//
//   file:  u32 magic, u16 version, u16 header bytes, u64 bytes after the header
//   entry: u16 kind (1 PTX, 2 cubin), u16 version, u32 header bytes, u64 payload bytes,
//          u32 compressed bytes, u32, u16 minor, u16 major, u32 arch, u64, u64 flags,
//          u64, u64 bytes before compression, …
//
// Object files, libraries and executables of the host have such files in a section, one
// for each translation unit.
//
// Each entry's payload follows its header. Little endian, as every host of CUDA. Text is
// compressed with LZ4 (blocks, up to CUDA 12.3) or zstd.
#include "halftone/Emulator/Image.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr uint32_t fatBinaryMagic = 0xBA55ED50;
constexpr uint64_t flagLz4 = 0x2000, flagZstd = 0x8000;
constexpr uint64_t mostBytes = uint64_t{1} << 30;
/// What a byte can stand for at most: text is never that regular.
constexpr uint64_t mostRatio = 4096;
constexpr uint64_t flagArchSpecific = 0x100000;

struct FileHeader {
  uint32_t magic;
  uint16_t version, headerBytes;
  uint64_t bytes;
};
static_assert(sizeof(FileHeader) == 16);

struct EntryHeader {
  uint16_t kind, version;
  uint32_t headerBytes;
  uint64_t payloadBytes;
  uint32_t compressedBytes, options;
  uint16_t minor, major;
  uint32_t arch;
  uint64_t name, flags;
};
static_assert(sizeof(EntryHeader) == 48);

/// The architecture that PTX text is for.
void readTarget(ImageEntry &entry) {
  constexpr std::string_view directive = ".target";
  size_t at = entry.code.find(directive);
  size_t sm = at == std::string_view::npos ? at : entry.code.find("sm_", at + directive.size());
  if (sm == std::string_view::npos)
    return;
  size_t digit = sm + 3;
  for (; digit < entry.code.size() && entry.code[digit] >= '0' && entry.code[digit] <= '9' &&
         entry.arch < 10000;
       ++digit)
    entry.arch = entry.arch * 10 + (entry.code[digit] - '0');
  entry.archSpecific = digit < entry.code.size() && entry.code[digit] == 'a';
}

Error malformed(const std::string &what) { return Error{"malformed fat binary: " + what}; }

Result<std::vector<ImageEntry>> readFatBinary(std::string_view image) {
  FileHeader file;
  if (image.size() < sizeof file)
    return malformed("it ends in its header");
  std::memcpy(&file, image.data(), sizeof file);
  if (file.headerBytes < sizeof file || file.headerBytes > image.size() ||
      file.bytes > image.size() - file.headerBytes)
    return malformed("expected " + std::to_string(file.bytes) + " bytes of entries, got " +
                     std::to_string(image.size() - sizeof file));
  std::string_view rest = image.substr(file.headerBytes, file.bytes);
  std::vector<ImageEntry> entries;
  while (!rest.empty()) {
    EntryHeader header;
    if (rest.size() < sizeof header)
      return malformed("it ends in an entry's header");
    std::memcpy(&header, rest.data(), sizeof header);
    if (header.headerBytes < sizeof header || header.headerBytes > rest.size() ||
        header.payloadBytes > rest.size() - header.headerBytes)
      return malformed("an entry is longer than the file");
    ImageEntry entry;
    entry.kind = header.kind == 1 ? ImageEntry::Kind::Ptx : ImageEntry::Kind::Cubin;
    entry.arch = static_cast<int>(header.arch);
    entry.archSpecific = header.flags & flagArchSpecific;
    entry.compressed = header.flags & (flagLz4 | flagZstd);
    entry.zstd = header.flags & flagZstd;
    entry.code = rest.substr(header.headerBytes, header.payloadBytes);
    if (entry.compressed) {
      if (header.compressedBytes && header.compressedBytes < entry.code.size())
        entry.code = entry.code.substr(0, header.compressedBytes); // without padding
      if (header.headerBytes >= sizeof header + 16)
        std::memcpy(&entry.originalBytes, rest.data() + sizeof header + 8,
                    sizeof entry.originalBytes);
    }
    if (header.kind == 1 && !entry.compressed)
      entry.code = entry.code.substr(0, entry.code.find('\0'));
    if (header.kind == 1 || header.kind == 2)
      entries.push_back(entry);
    rest.remove_prefix(header.headerBytes + header.payloadBytes);
  }
  return entries;
}

template <typename T> T readAt(std::string_view image, size_t offset) {
  T value{};
  if (offset <= image.size() && image.size() - offset >= sizeof value)
    std::memcpy(&value, image.data() + offset, sizeof value);
  return value;
}

/// 64-bit ELF for a machine that is no GPU.
bool isHostElf(std::string_view image) {
  constexpr uint16_t gpuMachine = 190;
  return image.size() >= 64 && image[4] == 2 && readAt<uint16_t>(image, 18) != gpuMachine;
}

/// The fat binaries in a section of a host's file, one after another with padding.
Result<std::vector<ImageEntry>> readSection(std::string_view section) {
  std::vector<ImageEntry> entries;
  for (size_t at = 0; at < section.size();) {
    std::string_view rest = section.substr(at);
    if (readAt<uint32_t>(rest, 0) != fatBinaryMagic) {
      at += 8;
      continue;
    }
    Result<std::vector<ImageEntry>> some = readFatBinary(rest);
    if (!some)
      return some;
    entries.insert(entries.end(), some->begin(), some->end());
    at += (readAt<uint16_t>(rest, 6) + readAt<uint64_t>(rest, 8) + 7) / 8 * 8;
  }
  return entries;
}

/// What nvcc puts beside the host's code in objects, libraries and executables.
Result<std::vector<ImageEntry>> readHostElf(std::string_view image) {
  uint64_t table = readAt<uint64_t>(image, 40);
  uint16_t size = readAt<uint16_t>(image, 58), count = readAt<uint16_t>(image, 60);
  if (size < 64 || table > image.size() || uint64_t{size} * count > image.size() - table)
    return Error{"malformed ELF file: its sections are not in it"};
  uint64_t names = table + uint64_t{size} * readAt<uint16_t>(image, 62);
  std::vector<ImageEntry> entries;
  for (uint16_t i = 0; i < count; ++i) {
    uint64_t header = table + uint64_t{size} * i;
    uint64_t name = readAt<uint64_t>(image, names + 24) + readAt<uint32_t>(image, header);
    if (name >= image.size())
      continue;
    std::string_view text = image.substr(name);
    text = text.substr(0, text.find('\0'));
    if (text != ".nv_fatbin" && text != "__nv_relfatbin")
      continue;
    uint64_t begin = readAt<uint64_t>(image, header + 24);
    uint64_t bytes = readAt<uint64_t>(image, header + 32);
    if (begin > image.size() || bytes > image.size() - begin)
      return Error{"malformed ELF file: section '" + std::string(text) + "' is not in it"};
    Result<std::vector<ImageEntry>> some = readSection(image.substr(begin, bytes));
    if (!some)
      return some;
    entries.insert(entries.end(), some->begin(), some->end());
  }
  if (entries.empty())
    return Error{"the ELF file has no section '.nv_fatbin' with code"};
  return entries;
}

} // namespace

std::string ImageEntry::describe() const {
  std::string text = kind == Kind::Ptx ? "PTX" : "cubin";
  return arch ? text + " of sm_" + std::to_string(arch) + (archSpecific ? "a" : "") : text;
}

Result<std::vector<ImageEntry>> emulator::readImage(std::string_view image) {
  uint32_t magic = 0;
  if (image.size() >= sizeof magic)
    std::memcpy(&magic, image.data(), sizeof magic);
  if (magic == fatBinaryMagic)
    return readFatBinary(image);
  ImageEntry entry;
  if (image.starts_with("\177ELF")) {
    if (isHostElf(image))
      return readHostElf(image);
    entry.kind = ImageEntry::Kind::Cubin;
    entry.code = image;
    return std::vector{entry};
  }
  entry.code = image.substr(0, image.find('\0'));
  if (entry.code.find(".version") == std::string_view::npos)
    return Error{"expected a fat binary, a cubin or PTX text"};
  readTarget(entry);
  return std::vector{entry};
}

//===----------------------------------------------------------------------===//
// Compressed code
//===----------------------------------------------------------------------===//

namespace {

/// Reads an LZ4 block: literals, then a copy of what was written some bytes before, again
/// and again. False if it is none.
class Lz4Reader {
public:
  Lz4Reader(std::string_view in, std::string &out, size_t size) : in(in), out(out), size(size) {}

  bool read() {
    while (at < in.size()) {
      auto token = static_cast<uint8_t>(in[at++]);
      size_t literals = token >> 4, match = token & 15;
      if (!extend(literals) || in.size() - at < literals || size - out.size() < literals)
        return false;
      out.append(in.substr(at, literals));
      at += literals;
      if (at == in.size())
        break; // the last part has no copy
      if (in.size() - at < 2)
        return false;
      size_t offset = static_cast<uint8_t>(in[at]) | static_cast<uint8_t>(in[at + 1]) << 8;
      at += 2;
      if (!extend(match))
        return false;
      match += 4;
      if (!offset || offset > out.size() || size - out.size() < match)
        return false;
      for (size_t i = 0; i < match; ++i)
        out.push_back(out[out.size() - offset]);
    }
    return out.size() == size;
  }

private:
  /// A length of 15 goes on in the bytes that follow.
  bool extend(size_t &length) {
    if (length != 15)
      return true;
    for (;;) {
      if (at == in.size())
        return false;
      auto byte = static_cast<uint8_t>(in[at++]);
      length += byte;
      if (byte != 255)
        return true;
    }
  }

  std::string_view in;
  std::string &out;
  size_t size, at = 0;
};

/// Loaded when a program needs it, so that none needs it to start.
bool readZstd(std::string_view in, std::string &out, size_t size, std::string &why) {
  using Decompress = size_t (*)(void *, size_t, const void *, size_t);
  static void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  auto run = library ? reinterpret_cast<Decompress>(dlsym(library, "ZSTD_decompress")) : nullptr;
  if (!run) {
    why = "libzstd.so.1 was not found";
    return false;
  }
  out.resize(size);
  return run(out.data(), size, in.data(), in.size()) == size;
}

} // namespace

Result<std::string> emulator::decompress(const ImageEntry &entry) {
  if (!entry.compressed)
    return std::string(entry.code);
  std::string what = "the " + std::string(entry.zstd ? "zstd" : "LZ4") + " data of the " +
                     entry.describe() + " cannot be read";
  if (!entry.originalBytes || entry.originalBytes > mostBytes ||
      entry.originalBytes / mostRatio > entry.code.size())
    return Error{what};
  std::string text, why;
  bool read = entry.zstd ? readZstd(entry.code, text, entry.originalBytes, why)
                         : Lz4Reader(entry.code, text, entry.originalBytes).read();
  if (!read)
    return Error{what + (why.empty() ? "" : ": " + why)};
  return text.substr(0, text.find('\0'));
}

Result<std::string> emulator::ptxOfImage(std::string_view image) {
  Result<std::vector<ImageEntry>> entries = readImage(image);
  if (!entries)
    return entries.takeError();
  std::string found, reason;
  for (const ImageEntry &entry : *entries)
    found += (found.empty() ? "" : ", ") + std::string(entry.compressed ? "compressed " : "") +
             entry.describe();
  std::sort(entries->begin(), entries->end(), [](const ImageEntry &a, const ImageEntry &b) {
    return a.arch != b.arch                   ? a.arch > b.arch
           : a.archSpecific != b.archSpecific ? a.archSpecific
                                              : a.code.data() < b.code.data();
  });
  for (const ImageEntry &entry : *entries) {
    if (entry.kind != ImageEntry::Kind::Ptx)
      continue;
    Result<std::string> text = decompress(entry);
    if (text)
      return text;
    if (reason.empty())
      reason = "; " + text.error();
  }
  return Error{"expected PTX, got " + (found.empty() ? "nothing" : found) + reason};
}
