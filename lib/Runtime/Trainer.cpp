// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Runtime/Trainer.h"

#include "halftone/Runtime/ConvertArray.h"

#include <algorithm>
#include <cstdlib>

using namespace halftone;
using namespace halftone::runtime;

namespace {

/// Roles whose values come with each batch and are no state.
bool isPerBatch(const ValueInfo &info) {
  return info.role == "batch" || info.role == "hyper_param";
}

std::string typeText(const ValueInfo &info) {
  std::string text = "tensor<";
  for (int64_t size : info.shape)
    text += std::to_string(size) + "x";
  return text + std::string(toString(info.dtype)) + ">";
}

/// An array of the file for this argument, converted where that is harmless.
Result<HostTensor> takeArray(const NamedArrays &arrays, const ValueInfo &info) {
  const HostTensor *array = arrays.find(info.name);
  if (!array)
    array = arrays.find("params/" + info.name);
  if (!array)
    return Error{"no array '" + info.name + "' for the argument of that name, of type " +
                 typeText(info)};
  bool sameKind = isFloat(array->dtype()) == isFloat(info.dtype);
  if (array->shape() != info.shape || !sameKind)
    return Error{"array '" + info.name + "' has type " + array->typeString() + ", expected " +
                 typeText(info)};
  return convertArray(info.name, *array, info.dtype);
}

/// A key from a seed: its high and low words, as JAX makes it.
HostTensor keyOf(uint64_t seed) {
  HostTensor key(DType::UI32, {2});
  key.setInt(0, static_cast<int64_t>(seed >> 32));
  key.setInt(1, static_cast<int64_t>(seed & 0xffffffff));
  return key;
}

} // namespace

Result<std::unique_ptr<Trainer>> Trainer::create(std::unique_ptr<Executable> executable) {
  std::unique_ptr<Trainer> trainer(new Trainer);
  trainer->executable = std::move(executable);
  for (const char *needed : {"init", "step"})
    if (!trainer->manifest().find(needed))
      return Error{std::string("the step has no function '") + needed + "'"};
  return trainer;
}

std::vector<ValueInfo> Trainer::batchArguments(std::string_view function) const {
  std::vector<ValueInfo> batch;
  if (const FunctionInfo *info = manifest().find(function))
    std::copy_if(info->args.begin(), info->args.end(), std::back_inserter(batch), isPerBatch);
  return batch;
}

int64_t Trainer::microBatches() const {
  for (const auto &[key, value] : manifest().properties)
    if (key == "micro_batches")
      return std::max(1, std::atoi(value.c_str()));
  return 1;
}

Result<Trainer::Outputs> Trainer::allocateOutputs(const FunctionInfo &function) {
  Outputs outputs;
  for (const ValueInfo &info : function.results) {
    if (!info.updates.empty())
      continue;
    Result<std::unique_ptr<Buffer>> buffer = executable->allocate(info);
    if (!buffer)
      return buffer.takeError();
    outputs.push_back({info, std::move(*buffer)});
  }
  return outputs;
}

Status Trainer::initialize(const NamedArrays &arrays, uint64_t seed) {
  const FunctionInfo &init = *manifest().find("init");
  Outputs arguments;
  std::vector<Buffer *> argumentBuffers, outputBuffers;
  for (const ValueInfo &info : init.args) {
    Result<HostTensor> value =
        info.role == "seed" ? Result<HostTensor>(keyOf(seed)) : takeArray(arrays, info);
    if (!value)
      return value.takeError();
    Result<std::unique_ptr<Buffer>> buffer = executable->allocate(info);
    if (!buffer)
      return buffer.takeError();
    if (Status written = executable->write(**buffer, *value); !written)
      return written;
    argumentBuffers.push_back(buffer->get());
    arguments.push_back({info, std::move(*buffer)});
  }
  Result<Outputs> outputs = allocateOutputs(init);
  if (!outputs)
    return outputs.takeError();
  for (Slot &slot : *outputs)
    outputBuffers.push_back(slot.buffer.get());
  if (Status ran = executable->run(init, argumentBuffers, outputBuffers); !ran)
    return ran;
  stateSlots.clear();
  for (Slot &slot : *outputs) {
    std::string name = slot.info.name;
    stateSlots.insert_or_assign(std::move(name), std::move(slot));
  }
  for (const ValueInfo &info : manifest().find("step")->args)
    if (!isPerBatch(info) && !stateSlots.count(info.name))
      return Error{"'init' returns no '" + info.name + "', which 'step' takes"};
  return {};
}

Result<std::vector<Buffer *>> Trainer::bindArguments(const FunctionInfo &function, Outputs &batch,
                                                     const std::vector<HostTensor> &values) {
  if (batch.empty())
    for (const ValueInfo &info : batchArguments(function.name)) {
      Result<std::unique_ptr<Buffer>> buffer = executable->allocate(info);
      if (!buffer)
        return buffer.takeError();
      batch.push_back({info, std::move(*buffer)});
    }
  if (values.size() != batch.size())
    return Error{"'" + function.name + "' takes " + std::to_string(batch.size()) +
                 " batch arguments, got " + std::to_string(values.size())};
  std::vector<Buffer *> arguments;
  size_t next = 0;
  for (const ValueInfo &info : function.args) {
    if (!isPerBatch(info)) {
      auto slot = stateSlots.find(info.name);
      if (slot == stateSlots.end())
        return Error{"'" + function.name + "' takes '" + info.name + "', which is no state"};
      arguments.push_back(slot->second.buffer.get());
      continue;
    }
    const HostTensor &value = values[next];
    if (value.dtype() != info.dtype || value.shape() != info.shape)
      return Error{"batch argument '" + info.name + "' expects " + typeText(info) + ", got " +
                   value.typeString()};
    if (Status written = executable->write(*batch[next].buffer, value); !written)
      return written.takeError();
    arguments.push_back(batch[next++].buffer.get());
  }
  return arguments;
}

Result<Metrics> Trainer::readMetrics(Outputs &outputs) {
  Metrics metrics;
  for (Slot &slot : outputs) {
    if (slot.info.shape.size() > 1)
      continue;
    Result<HostTensor> value = executable->read(*slot.buffer, slot.info);
    if (!value)
      return value.takeError();
    double sum = 0;
    for (int64_t i = 0; i < value->numElements(); ++i)
      sum += value->getDouble(i);
    metrics.emplace_back(slot.info.name, value->numElements()
                                             ? sum / static_cast<double>(value->numElements())
                                             : 0.0);
  }
  return metrics;
}

namespace {

template <typename Slots> std::vector<Buffer *> buffersOf(Slots &slots) {
  std::vector<Buffer *> buffers;
  for (auto &slot : slots)
    buffers.push_back(slot.buffer.get());
  return buffers;
}

} // namespace

Result<Metrics> Trainer::step(const std::vector<HostTensor> &batch) {
  const FunctionInfo &function = *manifest().find("step");
  if (stepOutputs.empty()) {
    Result<Outputs> outputs = allocateOutputs(function);
    if (!outputs)
      return outputs.takeError();
    stepOutputs = std::move(*outputs);
  }
  Result<std::vector<Buffer *>> arguments = bindArguments(function, stepBatch, batch);
  if (!arguments)
    return arguments.takeError();
  if (Status ran = executable->run(function, *arguments, buffersOf(stepOutputs)); !ran)
    return ran.takeError();
  return readMetrics(stepOutputs);
}

Result<Metrics> Trainer::evaluate(const DataSource &data, const std::vector<int64_t> &rows) {
  const FunctionInfo &function = *manifest().find("eval");
  if (evalOutputs.empty()) {
    Result<Outputs> outputs = allocateOutputs(function);
    if (!outputs)
      return outputs.takeError();
    evalOutputs = std::move(*outputs);
  }
  int64_t perStep = std::max<int64_t>(data.rowsPerStep(), 1);
  std::vector<double> sums(evalOutputs.size()), counts(evalOutputs.size());
  for (size_t begin = 0; begin < rows.size(); begin += static_cast<size_t>(perStep)) {
    size_t end = std::min(rows.size(), begin + static_cast<size_t>(perStep));
    std::vector<int64_t> chosen(rows.begin() + static_cast<ptrdiff_t>(begin),
                                rows.begin() + static_cast<ptrdiff_t>(end));
    int64_t real = static_cast<int64_t>(chosen.size());
    chosen.resize(static_cast<size_t>(perStep), chosen.front()); // fill the last batch up
    Result<std::vector<HostTensor>> batch = data.gather(chosen);
    if (!batch)
      return batch.takeError();
    Result<std::vector<Buffer *>> arguments = bindArguments(function, evalBatch, *batch);
    if (!arguments)
      return arguments.takeError();
    if (Status ran = executable->run(function, *arguments, buffersOf(evalOutputs)); !ran)
      return ran.takeError();
    for (size_t i = 0; i < evalOutputs.size(); ++i) {
      const ValueInfo &info = evalOutputs[i].info;
      bool perRow = info.shape.size() == 1 && info.shape[0] == perStep;
      // A mean over a padded batch would count the padding, unless it is the only one.
      if (info.shape.size() > 1 || (!perRow && real < perStep && begin > 0))
        continue;
      Result<HostTensor> value = executable->read(*evalOutputs[i].buffer, info);
      if (!value)
        return value.takeError();
      int64_t count = perRow ? real : value->numElements();
      for (int64_t k = 0; k < count; ++k)
        sums[i] += value->getDouble(k);
      counts[i] += static_cast<double>(count);
    }
  }
  Metrics metrics;
  for (size_t i = 0; i < evalOutputs.size(); ++i)
    if (counts[i] > 0)
      metrics.emplace_back(evalOutputs[i].info.name, sums[i] / counts[i]);
  return metrics;
}

Result<NamedArrays> Trainer::state() {
  NamedArrays arrays;
  for (const ValueInfo &info : manifest().find("step")->args) {
    if (isPerBatch(info) || info.role == "weight_copy")
      continue;
    Result<HostTensor> value = executable->read(*stateSlots.find(info.name)->second.buffer, info);
    if (!value)
      return value.takeError();
    arrays.add(info.name, std::move(*value));
  }
  return arrays;
}

Status Trainer::restore(const NamedArrays &arrays, uint64_t seed) {
  if (Status initialized = initialize(arrays, seed); !initialized)
    return initialized;
  for (auto &[name, slot] : stateSlots) {
    if (slot.info.role == "weight_copy")
      continue;
    Result<HostTensor> value = takeArray(arrays, slot.info);
    if (!value)
      return value.takeError();
    if (value->dtype() != slot.info.dtype)
      return Error{"checkpoint: array '" + name + "' has another element type"};
    if (Status written = executable->write(*slot.buffer, *value); !written)
      return written;
  }
  return {};
}

int64_t Trainer::stateBytes() const {
  int64_t bytes = 0;
  for (const auto &[name, slot] : stateSlots) {
    int64_t size = static_cast<int64_t>(byteSize(slot.info.dtype));
    for (int64_t dim : slot.info.shape)
      size *= dim;
    bytes += size;
  }
  return bytes;
}
