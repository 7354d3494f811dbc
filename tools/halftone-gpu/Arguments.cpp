// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading arguments. Fields of one are separated by commas; files' names may hold none.
#include "Arguments.h"

#include "halftone/Support/Npy.h"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::gpu;

namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1)
    parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

/// The value after `key=`, taken out of the fields.
std::optional<std::string> take(std::vector<std::string> &fields, const std::string &key) {
  for (auto it = fields.begin(); it != fields.end(); ++it)
    if (it->starts_with(key + "=")) {
      std::string value = it->substr(key.size() + 1);
      fields.erase(it);
      return value;
    }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// `fields`: FILE, and for outputs perhaps TYPE and SHAPE.
Status parseArray(const std::string &kind, const std::vector<std::string> &fields,
                  Argument &argument) {
  const std::string &file = fields[0];
  if (file.empty())
    return Error{"expected the name of a file after '" + kind + ":'"};
  size_t most = kind == "in" ? 1 : kind == "inout" ? 2 : 3;
  if (fields.size() > most || (kind == "out" && fields.size() == 2))
    return Error{"expected '" + kind +
                 (kind == "in"      ? ":FILE'"
                  : kind == "inout" ? ":FILE[,FILE]'"
                                    : ":FILE[,TYPE,SHAPE]'")};
  if (kind != "in")
    argument.output = kind == "inout" && fields.size() == 2 ? fields[1] : file;
  if (!argument.output.empty() && !argument.output.ends_with(".npy"))
    return Error{"expected the name of a .npy file, got '" + argument.output + "'"};
  if (kind == "out" && fields.size() == 3) {
    std::optional<DType> type = gpu::parseType(fields[1]);
    std::optional<std::vector<int64_t>> shape = parseShape(fields[2]);
    if (!type)
      return Error{"unknown type '" + fields[1] + "'"};
    if (!shape || !checkedByteSize(*type, *shape))
      return Error{"expected a shape as '64x128', got '" + fields[2] + "'"};
    argument.array = HostTensor(*type, std::move(*shape));
    return {};
  }
  Result<HostTensor> array = readNpy(file);
  if (!array)
    return array.takeError();
  argument.array = std::move(*array);
  argument.input = file;
  argument.hasContents = kind != "out";
  return {};
}

Status parseMap(std::vector<std::string> fields, Argument &argument) {
  MapSpec map;
  std::optional<std::string> box = take(fields, "box");
  std::optional<std::vector<int64_t>> sizes = box ? parseShape(*box) : std::nullopt;
  if (!sizes)
    return Error{"expected a box as 'box=64x128'"};
  map.box = std::move(*sizes);
  if (std::optional<std::string> swizzle = take(fields, "swizzle")) {
    static constexpr std::string_view names[] = {"none", "32B", "64B", "128B"};
    size_t i = 0;
    while (i < std::size(names) && names[i] != *swizzle)
      ++i;
    if (i == std::size(names))
      return Error{"expected the swizzle 'none', '32B', '64B' or '128B', got '" + *swizzle + "'"};
    map.swizzle = static_cast<TensorSwizzle>(i);
  }
  if (std::optional<std::string> fill = take(fields, "fill")) {
    if (*fill != "nan" && *fill != "zero")
      return Error{"expected the fill 'zero' or 'nan', got '" + *fill + "'"};
    map.fill = *fill == "nan" ? TensorFill::Nan : TensorFill::Zero;
  }
  std::string kind = "in";
  for (const char *name : {"in", "out", "inout"})
    if (fields[0].starts_with(std::string(name) + ":")) {
      kind = name;
      fields[0] = fields[0].substr(kind.size() + 1);
      break;
    }
  if (Status parsed = parseArray(kind, fields, argument); !parsed)
    return parsed;
  if (map.box.size() != argument.array->shape().size())
    return Error{"expected a box of " + std::to_string(argument.array->shape().size()) +
                 " sizes, as the array has, got '" + *box + "'"};
  argument.map = std::move(map);
  return {};
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Status parseNumber(DType type, const std::string &text, Argument &argument) {
  HostTensor value(type, {});
  const char *begin = text.c_str();
  char *end = nullptr;
  errno = 0;
  bool valid;
  if (isFloat(type)) {
    double number = std::strtod(begin, &end);
    value.setDouble(0, number);
    valid = !text.empty() && !*end;
  } else if (isUnsigned(type)) {
    unsigned long long number = std::strtoull(begin, &end, 0);
    value.setInt(0, static_cast<int64_t>(number));
    valid = !text.empty() && !*end && !errno && text[0] != '-' &&
            static_cast<unsigned long long>(value.getInt(0)) == number;
  } else {
    long long number = std::strtoll(begin, &end, 0);
    value.setInt(0, number);
    valid = !text.empty() && !*end && !errno && value.getInt(0) == number;
  }
  if (!valid)
    return Error{"'" + text + "' is no value of " + std::string(toString(type))};
  const auto *bytes = static_cast<const uint8_t *>(value.data());
  argument.bytes.assign(bytes, bytes + value.numBytes());
  return {};
}

Status parseBytes(const std::string &text, Argument &argument) {
  if (text.empty() || text.size() % 2)
    return Error{"expected pairs of hexadecimal digits"};
  for (size_t i = 0; i < text.size(); i += 2) {
    uint8_t byte = 0;
    auto [end, error] = std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
    if (error != std::errc() || end != text.data() + i + 2)
      return Error{"expected pairs of hexadecimal digits"};
    argument.bytes.push_back(byte);
  }
  return {};
}

Status parse(const std::string &text, Argument &argument) {
  size_t colon = text.find(':');
  if (colon == std::string::npos)
    return Error{"expected KIND:VALUE (see --help)"};
  std::string kind = text.substr(0, colon), rest = text.substr(colon + 1);
  if (kind == "in" || kind == "out" || kind == "inout")
    return parseArray(kind, split(rest, ','), argument);
  if (kind == "tensormap")
    return parseMap(split(rest, ','), argument);
  if (kind == "bytes")
    return parseBytes(rest, argument);
  if (kind == "ptr") {
    argument.bytes.assign(8, 0);
    return rest == "null" ? Status() : Status(Error{"expected 'ptr:null'"});
  }
  if (std::optional<DType> type = gpu::parseType(kind))
    return parseNumber(*type, rest, argument);
  return Error{"unknown kind '" + kind + "' (see --help)"};
}

} // namespace

std::optional<DType> gpu::parseType(std::string_view name) {
  if (name.starts_with("u")) // as PTX and C say
    if (std::optional<DType> type = parseDType("ui" + std::string(name.substr(1))))
      return type;
  return parseDType(name);
}

std::optional<std::vector<int64_t>> gpu::parseShape(std::string_view text) {
  std::vector<int64_t> shape;
  for (;;) {
    std::string_view part = text.substr(0, text.find('x'));
    int64_t size = 0;
    auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), size);
    if (error != std::errc() || end != part.data() + part.size() || size < 0)
      return std::nullopt;
    shape.push_back(size);
    if (part.size() == text.size())
      return shape;
    text.remove_prefix(part.size() + 1);
  }
}

Result<Argument> gpu::parseArgument(const std::string &text) {
  Argument argument;
  argument.text = text;
  if (Status parsed = parse(text, argument); !parsed)
    return Error{"'" + text + "': " + parsed.error()};
  return argument;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static std::optional<TensorType> tensorType(DType type) {
  switch (type) {
  case DType::F64:
    return TensorType::Float64;
  case DType::F32:
    return TensorType::Float32;
  case DType::F16:
    return TensorType::Float16;
  case DType::BF16:
    return TensorType::BFloat16;
  case DType::F8E4M3FN:
  case DType::F8E5M2:
  case DType::I1:
  case DType::I8:
  case DType::UI8:
    return TensorType::UInt8;
  case DType::UI16:
  case DType::I16:
    return TensorType::UInt16;
  case DType::I32:
    return TensorType::Int32;
  case DType::UI32:
    return TensorType::UInt32;
  case DType::I64:
    return TensorType::Int64;
  case DType::UI64:
    return TensorType::UInt64;
  }
  return std::nullopt;
}

/// The map of a dense array: the encoder's dimensions are the array's from the last one.
static Status encode(const Argument &argument, const void *memory, Tensormap &map) {
  const HostTensor &array = *argument.array;
  std::vector<uint64_t> sizes(array.shape().rbegin(), array.shape().rend());
  std::vector<uint32_t> box(argument.map->box.rbegin(), argument.map->box.rend());
  std::vector<uint32_t> ones(sizes.size(), 1);
  std::vector<uint64_t> strides;
  uint64_t stride = byteSize(array.dtype());
  for (size_t i = 0; i + 1 < sizes.size(); ++i)
    strides.push_back(stride *= sizes[i]);
  TensorShape shape;
  shape.type = *tensorType(array.dtype());
  shape.rank = static_cast<uint32_t>(sizes.size());
  shape.globalAddress = memory;
  shape.globalDim = sizes.data();
  shape.globalStrides = strides.data();
  shape.elementStrides = ones.data();
  shape.swizzle = argument.map->swizzle;
  shape.fill = argument.map->fill;
  return encodeTiled(map, shape, box.data());
}

Result<std::unique_ptr<BoundArguments>> BoundArguments::bind(const std::vector<Argument> &arguments,
                                                             Memory &memory,
                                                             Instruments &instruments) {
  auto bound = std::make_unique<BoundArguments>();
  for (const Argument &argument : arguments) {
    Value value;
    if (argument.array) {
      size_t bytes = argument.array->numBytes();
      value.memory = memory.allocate(bytes);
      if (!value.memory)
        return Error{"'" + argument.text + "': no memory for " + std::to_string(bytes) + " bytes"};
      instruments.allocated(value.memory, bytes);
      if (argument.hasContents) {
        std::memcpy(value.memory, argument.array->data(), bytes);
        instruments.written(value.memory, bytes);
      }
    }
    value.bytes = argument.map     ? sizeof(Tensormap)
                  : argument.array ? sizeof(void *)
                                   : argument.bytes.size();
    value.storage.resize(value.bytes / sizeof(Tensormap) + 1);
    if (argument.map) {
      if (Status encoded = encode(argument, value.memory, value.storage[0]); !encoded)
        return Error{"'" + argument.text + "': " + encoded.error()};
    } else if (argument.array) {
      std::memcpy(value.storage.data(), &value.memory, sizeof(void *));
    } else {
      std::memcpy(value.storage.data(), argument.bytes.data(), value.bytes);
    }
    bound->values.push_back(std::move(value));
  }
  return bound;
}

std::vector<const void *> BoundArguments::pointers() const {
  std::vector<const void *> result;
  for (const Value &value : values)
    result.push_back(value.storage.data());
  return result;
}

HostTensor BoundArguments::read(size_t index, const Argument &argument) const {
  HostTensor array(argument.array->dtype(), argument.array->shape());
  std::memcpy(array.data(), values[index].memory, array.numBytes());
  return array;
}
