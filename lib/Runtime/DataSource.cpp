// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Runtime/DataSource.h"

#include "halftone/Runtime/ConvertArray.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace halftone;
using namespace halftone::runtime;

namespace {

std::string shapeText(DType type, const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + std::string(toString(type));
}

int64_t product(const std::vector<int64_t> &shape, size_t from) {
  return std::accumulate(shape.begin() + static_cast<ptrdiff_t>(from), shape.end(), int64_t{1},
                         std::multiplies<int64_t>());
}

bool convertible(DType from, DType to) {
  return from == to || (!isFloat(from) && to != DType::I1) || (isFloat(from) && isFloat(to));
}

/// A number from a seed and a position (SplitMix64; Steele et al. 2014).
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Fisher and Yates's shuffle, the same on every machine.
void shuffle(std::vector<int64_t> &values, uint64_t seed) {
  for (size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[mix(seed + i) % i]);
}

} // namespace

Result<DataSource> DataSource::create(const NamedArrays &arrays, std::vector<ValueInfo> batch,
                                      int64_t microBatches) {
  DataSource source;
  size_t leading = microBatches > 1 ? 2 : 1;
  int64_t firstLength = 0;
  std::string first; // the first argument with rows
  auto keep = [&](Column &column, ValueInfo &info, const HostTensor &array) -> Status {
    Result<HostTensor> converted = convertArray(info.name, array, info.dtype);
    if (!converted)
      return converted.takeError();
    column.array = std::move(*converted);
    column.info = std::move(info);
    source.columns.push_back(std::move(column));
    return {};
  };
  for (ValueInfo &info : batch) {
    const HostTensor *array = arrays.find(info.name);
    if (!array) {
      std::string have;
      for (const auto &[name, tensor] : arrays)
        have += (have.empty() ? "'" : ", '") + name + "'";
      return Error{"no array '" + info.name + "' for the batch argument of that name; there are " +
                   (have.empty() ? "none" : have)};
    }
    Column column;
    column.isConstant = info.shape.empty() || info.role == "hyper_param";
    if (column.isConstant) {
      if (array->shape() != info.shape || !convertible(array->dtype(), info.dtype))
        return Error{"array '" + info.name + "' of type " +
                     shapeText(array->dtype(), array->shape()) + ", expected " +
                     shapeText(info.dtype, info.shape) + ", which every step takes"};
      if (Status kept = keep(column, info, *array); !kept)
        return kept.takeError();
      continue;
    }
    if (info.shape.size() < leading)
      return Error{"batch argument '" + info.name + "' has no batch dimension"};
    int64_t perStep = product(info.shape, 0) / std::max<int64_t>(product(info.shape, leading), 1);
    column.rowElements = product(info.shape, leading);
    auto matches = [&](size_t skip) {
      return array->shape().size() == info.shape.size() - skip + 1 &&
             std::equal(array->shape().begin() + 1, array->shape().end(),
                        info.shape.begin() + static_cast<ptrdiff_t>(skip));
    };
    int64_t count = 0;
    if (matches(leading)) {
      column.stride = column.rowElements;
      count = array->shape()[0];
    } else if (info.shape.size() > leading && matches(leading + 1)) {
      int64_t window = info.shape[leading];
      column.stride = window ? column.rowElements / window : 0;
      count = std::max<int64_t>(array->shape()[0] - window + 1, 0);
    } else {
      return Error{
          "array '" + info.name + "' of type " + shapeText(array->dtype(), array->shape()) +
          " has no rows for the batch argument of type " + shapeText(info.dtype, info.shape)};
    }
    if (!convertible(array->dtype(), info.dtype))
      return Error{"array '" + info.name + "' of " + std::string(toString(array->dtype())) +
                   " does not convert to " + std::string(toString(info.dtype))};
    if (!first.empty() && perStep != source.rows)
      return Error{"batch argument '" + info.name + "' takes " + std::to_string(perStep) +
                   " rows and '" + first + "' takes " + std::to_string(source.rows)};
    // Streams of one length may have windows of several.
    if (!first.empty() && count != source.available && array->shape()[0] != firstLength)
      return Error{"array '" + info.name + "' has " + std::to_string(count) + " rows and '" +
                   first + "' has " + std::to_string(source.available)};
    source.available = first.empty() ? count : std::min(source.available, count);
    if (first.empty()) {
      firstLength = array->shape()[0];
      first = info.name;
    }
    source.rows = perStep;
    if (Status kept = keep(column, info, *array); !kept)
      return kept.takeError();
  }
  return source;
}

Result<std::vector<HostTensor>> DataSource::gather(const std::vector<int64_t> &rowNumbers) const {
  std::vector<HostTensor> tensors;
  for (const Column &column : columns) {
    if (column.isConstant) {
      tensors.push_back(column.array);
      continue;
    }
    HostTensor tensor(column.info.dtype, column.info.shape);
    size_t size = byteSize(column.info.dtype), rowBytes = size * column.rowElements;
    auto *out = static_cast<uint8_t *>(tensor.data());
    const auto *in = static_cast<const uint8_t *>(column.array.data());
    for (size_t i = 0; i < rowNumbers.size(); ++i) {
      int64_t row = rowNumbers[i];
      if (row < 0 || row >= available)
        return Error{"row " + std::to_string(row) + " is not among the " +
                     std::to_string(available) + " rows of the data"};
      if (rowBytes)
        std::memcpy(out + i * rowBytes, in + size * column.stride * row, rowBytes);
    }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

Result<RowOrder> RowOrder::shuffled(std::vector<int64_t> candidates, int64_t rowsPerStep,
                                    uint64_t seed) {
  if (static_cast<int64_t>(candidates.size()) < rowsPerStep)
    return Error{"a step takes " + std::to_string(rowsPerStep) + " rows, but there are only " +
                 std::to_string(candidates.size())};
  RowOrder order;
  order.candidates = std::move(candidates);
  order.rowsPerStep = rowsPerStep;
  order.seed = seed;
  return order;
}

Result<RowOrder> RowOrder::given(const HostTensor &tensor, int64_t rowsPerStep) {
  if (isFloat(tensor.dtype()) || tensor.rank() != 2 || tensor.shape()[1] != rowsPerStep)
    return Error{"expected row numbers [steps, " + std::to_string(rowsPerStep) + "], got " +
                 tensor.typeString()};
  RowOrder order;
  order.rowsPerStep = rowsPerStep;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    order.explicitRows.push_back(tensor.getInt(i));
  return order;
}

Result<std::vector<int64_t>> RowOrder::rows(int64_t step) {
  if (rowsPerStep == 0)
    return std::vector<int64_t>();
  if (candidates.empty()) {
    int64_t begin = step * rowsPerStep;
    if (begin + rowsPerStep > static_cast<int64_t>(explicitRows.size()))
      return Error{"the order of rows ends before step " + std::to_string(step + 1)};
    return std::vector<int64_t>(explicitRows.begin() + begin,
                                explicitRows.begin() + begin + rowsPerStep);
  }
  int64_t stepsPerEpoch = static_cast<int64_t>(candidates.size()) / rowsPerStep;
  if (int64_t wanted = step / stepsPerEpoch; wanted != epoch) {
    epoch = wanted;
    epochOrder = candidates;
    shuffle(epochOrder, mix(seed) + mix(static_cast<uint64_t>(epoch)));
  }
  auto begin = epochOrder.begin() + (step % stepsPerEpoch) * rowsPerStep;
  return std::vector<int64_t>(begin, begin + rowsPerStep);
}
