// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of measured ranges. As JSON:
//
//   { "format": "halftone-ranges", "version": 1, "values": [
//     { "function": "step", "where": "layer0/attn/scores", "op": "train.dot_general",
//       "result": 0, "index": 0, "count": 1, "min": -3.5, "max": 741455.25,
//       "smallest": 0.015625, "elements": 4096, "nonfinite": 0 } ] }
#include "halftone/Precision/Calibration.h"

#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"
#include "halftone/Support/Npy.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// One line of a file.
struct Entry {
  std::string function;
  MeasuredKey key;
  int64_t index = 0, count = 1;
  MeasuredRange range;
};

/// A function has no more ops than this.
constexpr int64_t mostOps = int64_t{1} << 24;

/// Puts the entry in its place. The message says what is wrong with it.
Status addEntry(Calibration &calibration, Entry entry) {
  if (entry.count < 1 || entry.count > mostOps || entry.index < 0 || entry.index >= entry.count)
    return Error{"'index' " + std::to_string(entry.index) + " is not below 'count' " +
                 std::to_string(entry.count)};
  MeasuredRange &range = entry.range;
  bool isOrdered = range.min <= range.max || range.elements == range.nonFinite;
  bool isFinite =
      range.elements == range.nonFinite || (std::isfinite(range.min) && std::isfinite(range.max));
  if (range.nonFinite > range.elements || !isOrdered || !isFinite || !(range.smallest >= 0))
    return Error{"'min', 'max', 'smallest' and the counts do not belong together"};
  if (range.elements == range.nonFinite) {
    range.min = std::numeric_limits<double>::infinity();
    range.max = -range.min;
  }
  if (range.smallest == 0)
    range.smallest = std::numeric_limits<double>::infinity();
  Calibration::Ranges &all = calibration.values[entry.key][entry.function];
  if (all.empty())
    all.resize(entry.count);
  if (all.size() != static_cast<size_t>(entry.count))
    return Error{"'count' is " + std::to_string(entry.count) + " here and " +
                 std::to_string(all.size()) + " before"};
  if (all[entry.index].elements)
    return Error{"this value occurs twice"};
  all[entry.index] = range;
  return {};
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

Result<Entry> readEntry(const Json &object) {
  Entry entry;
  std::string wrong;
  auto text = [&](const char *name, std::string &out) {
    const Json *member = findMember(object, name);
    std::optional<std::string> value = member ? asString(*member) : std::nullopt;
    value ? out = *value : wrong = wrong.empty() ? std::string(name) + "' (text)" : wrong;
  };
  auto integer = [&](const char *name, int64_t least, int64_t most, auto &out) {
    const Json *member = findMember(object, name);
    std::optional<int64_t> value = member ? asInteger(*member) : std::nullopt;
    if (value && *value >= least && *value <= most)
      out = *value;
    else if (wrong.empty())
      wrong = std::string(name) + "' (an integer)";
  };
  auto number = [&](const char *name, double &out) {
    const Json *member = findMember(object, name);
    std::optional<double> value = member ? asNumber(*member) : std::nullopt;
    if (value && !std::isnan(*value))
      out = *value;
    else if (wrong.empty())
      wrong = std::string(name) + "' (a number)";
  };
  text("function", entry.function);
  text("where", entry.key.where);
  text("op", entry.key.op);
  integer("result", 0, mostOps, entry.key.result);
  integer("index", 0, mostOps, entry.index);
  integer("count", 1, mostOps, entry.count);
  integer("elements", 0, INT64_MAX, entry.range.elements);
  integer("nonfinite", 0, INT64_MAX, entry.range.nonFinite);
  if (entry.range.elements > entry.range.nonFinite) {
    number("min", entry.range.min);
    number("max", entry.range.max);
  }
  number("smallest", entry.range.smallest);
  if (!wrong.empty())
    return Error{"expected '" + wrong};
  return entry;
}

Status readJson(const std::string &path, Calibration &calibration) {
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  Result<Json> json = parseJson(*text);
  if (!json)
    return Error{"'" + path + "': " + json.error()};
  const Json *format = findMember(*json, "format"), *version = findMember(*json, "version");
  if (!format || asString(*format) != "halftone-ranges" || !version || asInteger(*version) != 1)
    return Error{"'" + path +
                 "' holds no measured ranges: expected \"format\": \"halftone-ranges\" "
                 "and \"version\": 1, as 'halftone-run --record-ranges' writes them"};
  const Json *values = findMember(*json, "values");
  if (!values || !values->is_array())
    return Error{"'" + path + "': expected 'values' (a list)"};
  size_t number = 0;
  for (const Json &value : *values) {
    Result<Entry> entry = readEntry(value);
    Status added = entry ? addEntry(calibration, std::move(*entry)) : Status(entry.takeError());
    if (!added)
      return Error{"'" + path + "': value " + std::to_string(number) + ": " + added.error()};
    ++number;
  }
  return {};
}

std::string writeJson(const std::vector<Entry> &entries) {
  std::string text = "{\"format\": \"halftone-ranges\", \"version\": 1, \"values\": [";
  const char *separator = "\n";
  for (const Entry &entry : entries) {
    const MeasuredRange &range = entry.range;
    text += separator;
    text += "{\"function\": " + jsonString(entry.function) +
            ", \"where\": " + jsonString(entry.key.where) +
            ", \"op\": " + jsonString(entry.key.op) +
            ", \"result\": " + std::to_string(entry.key.result) +
            ", \"index\": " + std::to_string(entry.index) +
            ", \"count\": " + std::to_string(entry.count);
    if (range.hasFinite())
      text += ", \"min\": " + jsonNumber(range.min) + ", \"max\": " + jsonNumber(range.max);
    text += ", \"smallest\": " + jsonNumber(std::isinf(range.smallest) ? 0 : range.smallest) +
            ", \"elements\": " + std::to_string(range.elements) +
            ", \"nonfinite\": " + std::to_string(range.nonFinite) + "}";
    separator = ",\n";
  }
  return text + "\n]}\n";
}

//===----------------------------------------------------------------------===//
// NumPy
//===----------------------------------------------------------------------===//

constexpr int64_t numNumbers = 5;

Result<Entry> readArray(const std::string &name, const HostTensor &array) {
  // Locations may hold the separator: the other parts are counted from the ends.
  SmallVector<StringRef> parts;
  StringRef(name).split(parts, '|');
  if (parts.size() < 6)
    return Error{"expected a name 'function|where|op|result|index|count'"};
  Entry entry;
  size_t n = parts.size();
  int64_t result = 0;
  if (parts[n - 1].getAsInteger(10, entry.count) || parts[n - 2].getAsInteger(10, entry.index) ||
      parts[n - 3].getAsInteger(10, result) || result < 0 || result > mostOps)
    return Error{"expected integers at the end of its name"};
  if (array.dtype() != DType::F64 || array.shape() != std::vector<int64_t>{numNumbers})
    return Error{"expected tensor<5xf64>, got " + array.typeString()};
  entry.function = parts[0].str();
  entry.key.where = llvm::join(ArrayRef(parts).slice(1, n - 5), "|");
  entry.key.op = parts[n - 4].str();
  entry.key.result = static_cast<unsigned>(result);
  const double *numbers = array.as<double>();
  for (int i : {3, 4})
    if (!(numbers[i] >= 0 && numbers[i] < 0x1p63))
      return Error{"expected counts of elements as its last two numbers"};
  entry.range = {numbers[0], numbers[1], numbers[2], static_cast<uint64_t>(numbers[3]),
                 static_cast<uint64_t>(numbers[4])};
  return entry;
}

Status readNumpy(const std::string &path, Calibration &calibration) {
  Result<NamedArrays> arrays = readNpz(path);
  if (!arrays)
    return arrays.takeError();
  for (const auto &[name, array] : *arrays) {
    Result<Entry> entry = readArray(name, array);
    Status added = entry ? addEntry(calibration, std::move(*entry)) : Status(entry.takeError());
    if (!added)
      return Error{"'" + path + "': array '" + name + "': " + added.error()};
  }
  return {};
}

NamedArrays writeArrays(const std::vector<Entry> &entries) {
  NamedArrays arrays;
  for (const Entry &entry : entries) {
    const MeasuredRange &range = entry.range;
    HostTensor array(DType::F64, {numNumbers});
    double numbers[numNumbers] = {
        range.hasFinite() ? range.min : 0, range.hasFinite() ? range.max : 0,
        std::isinf(range.smallest) ? 0 : range.smallest, static_cast<double>(range.elements),
        static_cast<double>(range.nonFinite)};
    std::copy(std::begin(numbers), std::end(numbers), array.as<double>());
    arrays.add(entry.function + "|" + entry.key.where + "|" + entry.key.op + "|" +
                   std::to_string(entry.key.result) + "|" + std::to_string(entry.index) + "|" +
                   std::to_string(entry.count),
               std::move(array));
  }
  return arrays;
}

} // namespace

FailureOr<Calibration> Calibration::read(StringRef path, Location loc) {
  Calibration calibration;
  Status status = path.ends_with(".npz") ? readNumpy(path.str(), calibration)
                                         : readJson(path.str(), calibration);
  if (!status)
    return emitError(loc) << "calibration: " << status.error();
  if (calibration.values.empty())
    return emitError(loc) << "calibration: '" << path << "' holds no values";
  return calibration;
}

Status Calibration::write(const std::string &path) const {
  std::vector<Entry> entries;
  for (const auto &[key, functions] : values)
    for (const auto &[function, ranges] : functions)
      for (auto [index, range] : llvm::enumerate(ranges))
        if (range.elements) // an op that did not run says nothing
          entries.push_back({function, key, static_cast<int64_t>(index),
                             static_cast<int64_t>(ranges.size()), range});
  if (StringRef(path).ends_with(".npz"))
    return writeNpz(path, writeArrays(entries));
  return writeFile(path, writeJson(entries));
}
