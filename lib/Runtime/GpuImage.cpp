// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads fat binaries. The layout is undocumented; this is what `fatbinary` of CUDA 9
// to 13 writes, and what the driver and nvJitLink accept from us:
//
//   file:  u32 magic, u16 version, u16 header bytes, u64 bytes after the header
//   entry: u16 kind (1 PTX, 2 cubin), u16 version, u32 header bytes, u64 payload bytes,
//          u32 compressed bytes, u32, u16 minor, u16 major, u32 arch, u64, u64 flags, …
//
// Each entry's payload follows its header. Little endian, as every host of CUDA.
#include "halftone/Runtime/GpuImage.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace halftone;
using namespace halftone::runtime;

namespace {

constexpr uint32_t fatBinaryMagic = 0xBA55ED50;
constexpr uint64_t flagCompressed = 0x2000 | 0x8000; // LZ4, zstd
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
void readTarget(GpuImageEntry &entry) {
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

Result<std::vector<GpuImageEntry>> readFatBinary(std::string_view image) {
  FileHeader file;
  if (image.size() < sizeof file)
    return malformed("it ends in its header");
  std::memcpy(&file, image.data(), sizeof file);
  if (file.headerBytes < sizeof file || file.headerBytes > image.size() ||
      file.bytes > image.size() - file.headerBytes)
    return malformed("expected " + std::to_string(file.bytes) + " bytes of entries, got " +
                     std::to_string(image.size() - sizeof file));
  std::string_view rest = image.substr(file.headerBytes, file.bytes);
  std::vector<GpuImageEntry> entries;
  while (!rest.empty()) {
    EntryHeader header;
    if (rest.size() < sizeof header)
      return malformed("it ends in an entry's header");
    std::memcpy(&header, rest.data(), sizeof header);
    if (header.headerBytes < sizeof header || header.headerBytes > rest.size() ||
        header.payloadBytes > rest.size() - header.headerBytes)
      return malformed("an entry is longer than the file");
    GpuImageEntry entry;
    entry.kind = header.kind == 1 ? GpuImageEntry::Kind::Ptx : GpuImageEntry::Kind::Cubin;
    entry.arch = static_cast<int>(header.arch);
    entry.archSpecific = header.flags & flagArchSpecific;
    entry.compressed = header.flags & flagCompressed;
    entry.code = rest.substr(header.headerBytes, header.payloadBytes);
    if (header.kind == 1 && !entry.compressed)
      entry.code = entry.code.substr(0, entry.code.find('\0'));
    if (header.kind == 1 || header.kind == 2)
      entries.push_back(entry);
    rest.remove_prefix(header.headerBytes + header.payloadBytes);
  }
  return entries;
}

} // namespace

std::string GpuImageEntry::describe() const {
  std::string text = kind == Kind::Ptx ? "PTX" : "cubin";
  return arch ? text + " of sm_" + std::to_string(arch) + (archSpecific ? "a" : "") : text;
}

Result<std::vector<GpuImageEntry>> halftone::runtime::readGpuImage(std::string_view image) {
  uint32_t magic = 0;
  if (image.size() >= sizeof magic)
    std::memcpy(&magic, image.data(), sizeof magic);
  if (magic == fatBinaryMagic)
    return readFatBinary(image);
  GpuImageEntry entry;
  if (image.starts_with("\177ELF")) {
    entry.kind = GpuImageEntry::Kind::Cubin;
    entry.code = image;
    return std::vector{entry};
  }
  entry.code = image.substr(0, image.find('\0'));
  if (entry.code.find(".version") == std::string_view::npos)
    return Error{"expected a fat binary, a cubin or PTX text"};
  readTarget(entry);
  return std::vector{entry};
}

Result<std::string_view> halftone::runtime::findPtx(std::string_view image) {
  Result<std::vector<GpuImageEntry>> entries = readGpuImage(image);
  if (!entries)
    return entries.takeError();
  const GpuImageEntry *best = nullptr;
  std::string found;
  for (const GpuImageEntry &entry : *entries) {
    bool readable = entry.kind == GpuImageEntry::Kind::Ptx && !entry.compressed;
    if (readable && (!best || entry.arch > best->arch))
      best = &entry;
    found += (found.empty() ? "" : ", ") + std::string(entry.compressed ? "compressed " : "") +
             entry.describe();
  }
  if (!best)
    return Error{"expected PTX that is not compressed, got " + (found.empty() ? "nothing" : found)};
  return best->code;
}
