// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing of safetensors. As the format demands, the arrays' places
// must cover the data without holes or overlaps; that and the types are checked
// before any memory is taken.
#include "halftone/Support/Safetensors.h"
#include "ByteSource.h"
#include "halftone/Support/Json.h"

#include <tuple>

using namespace halftone;

/// The limit of the format's own library.
static constexpr uint64_t maxHeader = 100'000'000;

static constexpr struct {
  std::string_view name;
  DType type;
} typeNames[] = {
    {"F64", DType::F64},          {"F32", DType::F32},
    {"F16", DType::F16},          {"BF16", DType::BF16},
    {"F8_E4M3", DType::F8E4M3FN}, {"F8_E5M2", DType::F8E5M2},
    {"BOOL", DType::I1},          {"I8", DType::I8},
    {"I16", DType::I16},          {"I32", DType::I32},
    {"I64", DType::I64},          {"U8", DType::UI8},
    {"U16", DType::UI16},         {"U32", DType::UI32},
    {"U64", DType::UI64},
};

namespace {
struct Place {
  std::string name;
  DType dtype;
  std::vector<int64_t> shape;
  uint64_t begin, end;
};
} // namespace

static Error inArray(const std::string &name, const std::string &message) {
  return Error{"array '" + name + "': " + message};
}

static Result<DType> readType(const Json &value) {
  const Json *member = findMember(value, "dtype");
  std::optional<std::string> name = member ? asString(*member) : std::nullopt;
  if (!name)
    return Error{"expected a string 'dtype'"};
  for (const auto &entry : typeNames)
    if (entry.name == *name)
      return entry.type;
  return Error{"element type '" + *name + "' is not supported"};
}

/// An array of natural numbers.
static Result<std::vector<int64_t>> readNaturals(const Json &value, std::string_view key) {
  const Json *member = findMember(value, key);
  std::vector<int64_t> numbers;
  bool good = member && member->is_array();
  for (size_t i = 0; good && i < member->size(); ++i) {
    std::optional<int64_t> number = asInteger((*member)[i]);
    good = number && *number >= 0;
    numbers.push_back(number.value_or(0));
  }
  if (!good)
    return Error{"expected an array of natural numbers '" + std::string(key) + "'"};
  return numbers;
}

static Result<Place> readPlace(const std::string &name, const Json &value) {
  Result<DType> dtype = readType(value);
  if (!dtype)
    return inArray(name, dtype.error());
  Result<std::vector<int64_t>> shape = readNaturals(value, "shape");
  if (!shape)
    return inArray(name, shape.error());
  Result<std::vector<int64_t>> offsets = readNaturals(value, "data_offsets");
  if (!offsets)
    return inArray(name, offsets.error());
  if (offsets->size() != 2 || (*offsets)[0] > (*offsets)[1])
    return inArray(name, "expected 'data_offsets' to be the begin and the end of its data");
  return Place{name, *dtype, std::move(*shape), static_cast<uint64_t>((*offsets)[0]),
               static_cast<uint64_t>((*offsets)[1])};
}

static Status readMetadata(const Json &value, Metadata *metadata) {
  if (!value.is_object())
    return Error{"expected '__metadata__' to be an object of strings"};
  for (const auto &[key, text] : value.items()) {
    std::optional<std::string> string = asString(text);
    if (!string)
      return Error{"expected '__metadata__' to be an object of strings"};
    if (metadata)
      metadata->emplace_back(key, std::move(*string));
  }
  return {};
}

/// Sorts by place, and checks that the places cover `size` bytes exactly.
static Status sortPlaces(std::vector<Place> &places, uint64_t size) {
  std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  uint64_t covered = 0;
  for (const Place &place : places) {
    if (place.begin != covered)
      return inArray(place.name, "expected its data to begin at " + std::to_string(covered) +
                                     ", where the data before it ends, got " +
                                     std::to_string(place.begin));
    if (place.end > size)
      return inArray(place.name, "its data ends at " + std::to_string(place.end) +
                                     ", but the file has only " + std::to_string(size) +
                                     " bytes of data: it was probably cut off");
    covered = place.end;
  }
  if (covered != size)
    return Error{"expected " + std::to_string(covered) + " bytes of data, got " +
                 std::to_string(size)};
  return {};
}

static Result<std::vector<Place>> readHeader(const InputFile &file, uint64_t &dataOffset,
                                             Metadata *metadata) {
  uint8_t length[8];
  if (file.size() < sizeof(length))
    return Error{"not a safetensors file: it is too short"};
  if (Status status = file.read(0, length, sizeof(length)); !status)
    return status.takeError();
  uint64_t size = loadLittle<uint64_t>(length);
  if (size > maxHeader || size > file.size() - sizeof(length))
    return Error{"not a safetensors file: its header cannot have " + std::to_string(size) +
                 " bytes"};
  std::string text(static_cast<size_t>(size), '\0');
  if (Status status = file.read(sizeof(length), text.data(), text.size()); !status)
    return status.takeError();
  dataOffset = sizeof(length) + size;

  Result<Json> header = parseJson(text);
  if (!header)
    return Error{"bad header: " + header.error()};
  if (!header->is_object())
    return Error{"bad header: expected an object"};
  std::vector<Place> places;
  for (const auto &[name, value] : header->items()) {
    if (name == "__metadata__") {
      if (Status status = readMetadata(value, metadata); !status)
        return status.takeError();
      continue;
    }
    Result<Place> place = readPlace(name, value);
    if (!place)
      return place.takeError();
    places.push_back(std::move(*place));
  }
  if (Status status = sortPlaces(places, file.size() - dataOffset); !status)
    return status.takeError();
  return places;
}

static Result<NamedArrays> readFrom(const InputFile &file, Metadata *metadata) {
  uint64_t dataOffset = 0;
  Result<std::vector<Place>> places = readHeader(file, dataOffset, metadata);
  if (!places)
    return places.takeError();
  if (Status status = checkFitsMemory(file.size()); !status)
    return status.takeError();
  NamedArrays arrays;
  for (Place &place : *places) {
    Result<HostTensor> tensor =
        allocateForFile(place.dtype, std::move(place.shape), place.end - place.begin);
    if (!tensor)
      return inArray(place.name, tensor.error());
    Status status = file.read(dataOffset + place.begin, tensor->data(), tensor->numBytes());
    if (!status)
      return inArray(place.name, status.error());
    if (place.dtype == DType::I1)
      for (size_t i = 0; i < tensor->numBytes(); ++i)
        tensor->as<uint8_t>()[i] = tensor->as<uint8_t>()[i] != 0;
    arrays.add(std::move(place.name), std::move(*tensor));
  }
  return arrays;
}

Result<NamedArrays> halftone::readSafetensors(const std::string &path, Metadata *metadata) {
  Result<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  Result<NamedArrays> arrays = readFrom(*file, metadata);
  if (!arrays)
    return Error{"'" + path + "': " + arrays.error()};
  return arrays;
}

static std::string_view typeName(DType type) {
  for (const auto &entry : typeNames)
    if (entry.type == type)
      return entry.name;
  return "";
}

/// The JSON header, padded with spaces so that the data is aligned to 64 bytes.
static std::string makeHeader(const NamedArrays &arrays, const Metadata &metadata) {
  OrderedJson header = OrderedJson::object();
  if (!metadata.empty()) {
    OrderedJson object = OrderedJson::object();
    for (const auto &[key, value] : metadata)
      object[key] = value;
    header["__metadata__"] = std::move(object);
  }
  std::string text = dumpJson(header);
  text.pop_back();
  uint64_t offset = 0;
  for (const auto &[name, tensor] : arrays) {
    uint64_t end = offset + tensor.numBytes();
    OrderedJson place = {{"dtype", typeName(tensor.dtype())},
                         {"shape", tensor.shape()},
                         {"data_offsets", {offset, end}}};
    text += (text.size() > 1 ? "," : "") + jsonString(name) + ":" + dumpJson(place);
    offset = end;
  }
  text += "}";
  text.append((64 - (8 + text.size()) % 64) % 64, ' ');
  return text;
}

Status halftone::writeSafetensors(const std::string &path, const NamedArrays &arrays,
                                  const Metadata &metadata) {
  if (arrays.find("__metadata__"))
    return Error{"cannot write '" + path + "': an array cannot be called '__metadata__'"};
  std::string header = makeHeader(arrays, metadata);
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  uint64_t size = header.size();
  Status status = file->write(&size, sizeof(size));
  if (status)
    status = file->write(header);
  for (const auto &[name, tensor] : arrays)
    if (status)
      status = file->write(tensor.data(), tensor.numBytes());
  return status ? file->commit() : status;
}
