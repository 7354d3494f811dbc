// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing of zip archives after PKWARE's APPNOTE 6.3.3. Everything that
// a file says about itself is checked against the file's size before it is used:
// offsets, lengths, and that the entries together are no larger than the file, so
// that entries which share their bytes cannot blow up.
#include "Zip.h"

#include <zlib.h>

using namespace halftone;

static constexpr uint32_t localSignature = 0x04034b50, centralSignature = 0x02014b50,
                          endSignature = 0x06054b50, end64Signature = 0x06064b50,
                          locator64Signature = 0x07064b50;
static constexpr size_t localSize = 30, centralSize = 46, endSize = 22, end64Size = 56,
                        locatorSize = 20;
static constexpr uint32_t tooLarge32 = 0xffffffff; ///< "see the zip64 field"
static constexpr uint16_t tooLarge16 = 0xffff;
/// Deflate's best ratio is 1032 to 1; more is a lie.
static constexpr uint64_t maxRatio = 1032;

//===----------------------------------------------------------------------===//
// Sources of bytes
//===----------------------------------------------------------------------===//

namespace {
/// Checks the checksum when all bytes went by.
class EntrySource : public ByteSource {
public:
  EntrySource(const InputFile &file, const ZipEntry &entry, uint64_t offset)
      : ByteSource(entry.size), packed(file, offset, entry.compressedSize), expected(entry.crc) {}

protected:
  Status readBytes(uint8_t *data, size_t size) override {
    if (Status status = unpack(data, size); !status)
      return status;
    if (size > 0) // else the pointer may be null, which resets the sum
      crc = crc32_z(crc, data, size);
    if (remaining() == 0 && crc != expected)
      return Error{"its checksum is wrong: the file is damaged"};
    return {};
  }
  virtual Status unpack(uint8_t *data, size_t size) { return packed.read(data, size); }

  FileSource packed;

private:
  uint32_t expected;
  uLong crc = 0;
};

class DeflatedSource : public EntrySource {
public:
  DeflatedSource(const InputFile &file, const ZipEntry &entry, uint64_t offset)
      : EntrySource(file, entry, offset), input(size_t{1} << 16) {
    good = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
  }
  ~DeflatedSource() override { inflateEnd(&stream); }

protected:
  Status unpack(uint8_t *data, size_t size) override {
    if (!good)
      return Error{"cannot be decompressed: out of memory"};
    while (size > 0) {
      if (Status status = refill(); !status)
        return status;
      size_t step = std::min<size_t>(size, size_t{1} << 30);
      stream.next_out = data;
      stream.avail_out = static_cast<uInt>(step);
      int code = inflate(&stream, Z_NO_FLUSH);
      size_t produced = step - stream.avail_out;
      data += produced;
      size -= produced;
      bool ended = code == Z_STREAM_END && size > 0;
      bool stuck = produced == 0 && stream.avail_in == 0 && packed.remaining() == 0;
      if ((code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) || ended ||
          (stuck && size > 0))
        return Error{"its compressed data is damaged"};
    }
    return {};
  }

private:
  Status refill() {
    if (stream.avail_in > 0 || packed.remaining() == 0)
      return {};
    size_t size = static_cast<size_t>(std::min<uint64_t>(input.size(), packed.remaining()));
    stream.next_in = input.data();
    stream.avail_in = static_cast<uInt>(size);
    return packed.read(input.data(), size);
  }

  z_stream stream = {};
  bool good;
  std::vector<uint8_t> input;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Where the directory is, by the records at the end of the file.
struct DirectoryPlace {
  uint64_t offset, size, count;
  uint64_t end; ///< nothing of the directory or the entries reaches beyond
};
} // namespace

static Error damaged(std::string_view why) {
  return Error{"not a good zip archive: " + std::string(why)};
}

static Result<DirectoryPlace> readEnd64(const InputFile &file, uint64_t endOffset) {
  uint8_t locator[locatorSize], record[end64Size];
  if (endOffset < locatorSize)
    return damaged("its zip64 locator is missing");
  if (Status status = file.read(endOffset - locatorSize, locator, locatorSize); !status)
    return status.takeError();
  uint64_t offset = loadLittle<uint64_t>(locator + 8);
  if (loadLittle<uint32_t>(locator) != locator64Signature || endOffset < end64Size ||
      offset > endOffset - end64Size)
    return damaged("its zip64 locator is missing");
  if (Status status = file.read(offset, record, end64Size); !status)
    return status.takeError();
  if (loadLittle<uint32_t>(record) != end64Signature)
    return damaged("its zip64 record is missing");
  return DirectoryPlace{loadLittle<uint64_t>(record + 48), loadLittle<uint64_t>(record + 40),
                        loadLittle<uint64_t>(record + 32), offset};
}

static Result<DirectoryPlace> findDirectory(const InputFile &file) {
  // The end record is the last thing but for a comment of up to 65535 bytes.
  uint64_t tail = std::min<uint64_t>(file.size(), endSize + tooLarge16);
  if (tail < endSize)
    return damaged("the file is too short");
  std::vector<uint8_t> bytes(static_cast<size_t>(tail));
  if (Status status = file.read(file.size() - tail, bytes.data(), bytes.size()); !status)
    return status.takeError();
  for (size_t at = bytes.size() - endSize + 1; at-- > 0;) {
    const uint8_t *record = bytes.data() + at;
    if (loadLittle<uint32_t>(record) != endSignature ||
        at + endSize + loadLittle<uint16_t>(record + 20) != bytes.size())
      continue;
    uint64_t endOffset = file.size() - tail + at;
    DirectoryPlace place{loadLittle<uint32_t>(record + 16), loadLittle<uint32_t>(record + 12),
                         loadLittle<uint16_t>(record + 10), endOffset};
    if (place.offset == tooLarge32 || place.size == tooLarge32 || place.count == tooLarge16)
      return readEnd64(file, endOffset);
    return place;
  }
  return damaged("its directory is missing, so the file was probably cut off");
}

/// Takes the sizes that did not fit in 32 bits from the zip64 extra field.
static bool readExtra64(const uint8_t *extra, size_t length, ZipEntry &entry) {
  for (size_t at = 0; at + 4 <= length;) {
    uint16_t id = loadLittle<uint16_t>(extra + at);
    size_t size = loadLittle<uint16_t>(extra + at + 2);
    at += 4;
    if (size > length - at)
      return false;
    if (id == 1) {
      size_t end = at + size;
      for (uint64_t *field : {&entry.size, &entry.compressedSize, &entry.headerOffset}) {
        if (*field != tooLarge32)
          continue;
        if (end - at < 8)
          return false;
        *field = loadLittle<uint64_t>(extra + at);
        at += 8;
      }
      return true;
    }
    at += size;
  }
  return entry.size != tooLarge32 && entry.compressedSize != tooLarge32 &&
         entry.headerOffset != tooLarge32;
}

/// Reads the entry at `at` of the directory and moves on.
static Status readCentral(const std::vector<uint8_t> &bytes, size_t &at, ZipEntry &entry) {
  if (bytes.size() - at < centralSize ||
      loadLittle<uint32_t>(bytes.data() + at) != centralSignature)
    return damaged("its directory is damaged");
  const uint8_t *record = bytes.data() + at;
  size_t nameSize = loadLittle<uint16_t>(record + 28);
  size_t extraSize = loadLittle<uint16_t>(record + 30);
  size_t total = centralSize + nameSize + extraSize + loadLittle<uint16_t>(record + 32);
  if (bytes.size() - at < total)
    return damaged("its directory is damaged");
  at += total;
  entry.name.assign(reinterpret_cast<const char *>(record + centralSize), nameSize);
  entry.method = loadLittle<uint16_t>(record + 10);
  entry.crc = loadLittle<uint32_t>(record + 16);
  entry.compressedSize = loadLittle<uint32_t>(record + 20);
  entry.size = loadLittle<uint32_t>(record + 24);
  entry.headerOffset = loadLittle<uint32_t>(record + 42);
  if (!readExtra64(record + centralSize + nameSize, extraSize, entry))
    return damaged("entry '" + entry.name + "' has no sizes");
  if (loadLittle<uint16_t>(record + 8) & 1)
    return Error{"entry '" + entry.name + "' is encrypted"};
  return {};
}

/// What an entry says about its size must be possible in `room` bytes.
static Status checkSizes(const ZipEntry &entry, uint64_t &room) {
  if (entry.method != 0 && entry.method != 8)
    return Error{"entry '" + entry.name + "' uses compression method " +
                 std::to_string(entry.method) + "; only stored and deflated are supported"};
  if (room < localSize || entry.compressedSize > room - localSize)
    return damaged("entry '" + entry.name + "' reaches beyond the end of the file");
  room -= localSize + entry.compressedSize;
  bool possible = entry.method == 0 ? entry.size == entry.compressedSize
                                    : entry.size / maxRatio <= entry.compressedSize;
  if (!possible)
    return damaged("entry '" + entry.name + "' has an impossible size");
  return {};
}

Result<ZipReader> ZipReader::open(const InputFile &file) {
  Result<DirectoryPlace> place = findDirectory(file);
  if (!place)
    return place.takeError();
  if (place->offset > place->end || place->size > place->end - place->offset ||
      place->count > place->size / centralSize)
    return damaged("its directory is damaged");
  std::vector<uint8_t> bytes(static_cast<size_t>(place->size));
  if (Status status = file.read(place->offset, bytes.data(), bytes.size()); !status)
    return status.takeError();

  ZipReader reader(file);
  uint64_t room = place->offset;
  size_t at = 0;
  for (uint64_t i = 0; i < place->count; ++i) {
    ZipEntry entry;
    Status status = readCentral(bytes, at, entry);
    if (status)
      status = checkSizes(entry, room);
    if (!status)
      return status.takeError();
    reader.directory.push_back(std::move(entry));
  }
  return reader;
}

Result<std::unique_ptr<ByteSource>> ZipReader::read(const ZipEntry &entry) const {
  uint8_t header[localSize];
  if (Status status = file->read(entry.headerOffset, header, localSize); !status)
    return status.takeError();
  if (loadLittle<uint32_t>(header) != localSignature)
    return damaged("its entry has no header");
  // Lengths of the local name and extra field may differ from the directory's.
  uint64_t offset = entry.headerOffset + localSize + loadLittle<uint16_t>(header + 26) +
                    loadLittle<uint16_t>(header + 28);
  if (offset > file->size() || entry.compressedSize > file->size() - offset)
    return damaged("its entry reaches beyond the end of the file");
  std::unique_ptr<ByteSource> source;
  if (entry.method == 0)
    source = std::make_unique<EntrySource>(*file, entry, offset);
  else
    source = std::make_unique<DeflatedSource>(*file, entry, offset);
  return source;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

template <typename T> static void append(std::string &bytes, T value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
}

static uint32_t clamp32(uint64_t value) {
  return static_cast<uint32_t>(std::min<uint64_t>(value, tooLarge32));
}

/// The version, flags, method, time and sizes that both headers share. The time
/// is the epoch of the format, 1980-01-01.
static void appendCommon(std::string &bytes, const ZipEntry &entry) {
  append<uint16_t>(bytes, 45);     // needs zip64
  append<uint16_t>(bytes, 0x0800); // the name is UTF-8
  append<uint16_t>(bytes, entry.method);
  append<uint16_t>(bytes, 0);
  append<uint16_t>(bytes, 0x21);
  append<uint32_t>(bytes, entry.crc);
  append<uint32_t>(bytes, clamp32(entry.compressedSize));
  append<uint32_t>(bytes, clamp32(entry.size));
  append<uint16_t>(bytes, static_cast<uint16_t>(entry.name.size()));
}

static std::string localHeader(const ZipEntry &entry) {
  // In a local header, the zip64 field holds both sizes or is not there.
  bool large = entry.size >= tooLarge32 || entry.compressedSize >= tooLarge32;
  ZipEntry shown = entry;
  if (large)
    shown.size = shown.compressedSize = tooLarge32;
  std::string bytes;
  append(bytes, localSignature);
  appendCommon(bytes, shown);
  append<uint16_t>(bytes, large ? 20 : 0);
  bytes += entry.name;
  if (large) {
    append<uint16_t>(bytes, 1);
    append<uint16_t>(bytes, 16);
    append(bytes, entry.size);
    append(bytes, entry.compressedSize);
  }
  return bytes;
}

static std::string centralHeader(const ZipEntry &entry) {
  std::string extra;
  for (uint64_t field : {entry.size, entry.compressedSize, entry.headerOffset})
    if (field >= tooLarge32)
      append(extra, field);
  std::string bytes;
  append(bytes, centralSignature);
  append<uint16_t>(bytes, (3 << 8) | 45); // made on Unix
  appendCommon(bytes, entry);
  append<uint16_t>(bytes, static_cast<uint16_t>(extra.empty() ? 0 : extra.size() + 4));
  append<uint16_t>(bytes, 0); // comment
  append<uint16_t>(bytes, 0); // disk
  append<uint16_t>(bytes, 0); // internal attributes
  append<uint32_t>(bytes, 0100644u << 16);
  append<uint32_t>(bytes, clamp32(entry.headerOffset));
  bytes += entry.name;
  if (!extra.empty()) {
    append<uint16_t>(bytes, 1);
    append<uint16_t>(bytes, static_cast<uint16_t>(extra.size()));
    bytes += extra;
  }
  return bytes;
}

/// Deflates the parts into one string; false without memory.
static bool deflateParts(std::span<const std::string_view> parts, std::string &result) {
  z_stream stream = {};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    return false;
  std::vector<char> chunk(size_t{1} << 16);
  auto run = [&](int flush) {
    do {
      stream.next_out = reinterpret_cast<Bytef *>(chunk.data());
      stream.avail_out = static_cast<uInt>(chunk.size());
      deflate(&stream, flush);
      result.append(chunk.data(), chunk.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  };
  for (std::string_view part : parts) {
    while (!part.empty()) {
      size_t step = std::min<size_t>(part.size(), size_t{1} << 30);
      stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(part.data()));
      stream.avail_in = static_cast<uInt>(step);
      run(Z_NO_FLUSH);
      part.remove_prefix(step);
    }
  }
  run(Z_FINISH);
  deflateEnd(&stream);
  return true;
}

Status ZipWriter::write(std::string_view bytes) {
  offset += bytes.size();
  return file.write(bytes);
}

Status ZipWriter::add(const std::string &name, std::span<const std::string_view> parts,
                      bool compress) {
  if (name.size() > 0xffff)
    return Error{"its name is too long"};
  ZipEntry entry;
  entry.name = name;
  entry.headerOffset = offset;
  for (std::string_view part : parts) {
    if (part.empty()) // crc32_z takes a null pointer for a request to start anew
      continue;
    entry.crc = static_cast<uint32_t>(
        crc32_z(entry.crc, reinterpret_cast<const Bytef *>(part.data()), part.size()));
    entry.size += part.size();
  }
  std::string deflated;
  std::string_view whole;
  if (compress && deflateParts(parts, deflated) && deflated.size() < entry.size) {
    entry.method = 8;
    whole = deflated;
    parts = std::span(&whole, 1);
  }
  for (std::string_view part : parts)
    entry.compressedSize += part.size();
  Status status = write(localHeader(entry));
  for (std::string_view part : parts)
    if (status)
      status = write(part);
  directory.push_back(std::move(entry));
  return status;
}

Status ZipWriter::finish() {
  uint64_t start = offset;
  for (const ZipEntry &entry : directory)
    if (Status status = write(centralHeader(entry)); !status)
      return status;
  uint64_t size = offset - start, count = directory.size();
  std::string end;
  if (start >= tooLarge32 || size >= tooLarge32 || count >= tooLarge16) {
    append(end, end64Signature);
    append<uint64_t>(end, end64Size - 12);
    append<uint16_t>(end, (3 << 8) | 45);
    append<uint16_t>(end, 45);
    append<uint32_t>(end, 0);
    append<uint32_t>(end, 0);
    append<uint64_t>(end, count);
    append<uint64_t>(end, count);
    append<uint64_t>(end, size);
    append<uint64_t>(end, start);
    append(end, locator64Signature);
    append<uint32_t>(end, 0);
    append<uint64_t>(end, offset);
    append<uint32_t>(end, 1);
  }
  uint16_t count16 = static_cast<uint16_t>(std::min<uint64_t>(count, tooLarge16));
  append(end, endSignature);
  append<uint16_t>(end, 0);
  append<uint16_t>(end, 0);
  append(end, count16);
  append(end, count16);
  append(end, clamp32(size));
  append(end, clamp32(start));
  append<uint16_t>(end, 0);
  return write(end);
}
