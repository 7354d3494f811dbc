// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The training loop behind `halftone-run`: data, steps, evaluation, checkpoints,
// log and report.
#include "halftone/Runtime/CommandLine.h"
#include "halftone/Runtime/Trainer.h"
#include "halftone/Support/ArrayFile.h"
#include "halftone/Support/Json.h"
#include "halftone/Support/JsonLines.h"
#include "halftone/Support/Progress.h"
#include "halftone/Support/Report.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <system_error>
#include <unistd.h>

using namespace halftone;
using namespace halftone::runtime;

namespace {

/// Set by the first SIGINT or SIGTERM: the loop ends after the step at hand.
volatile std::sig_atomic_t interrupted = 0;

std::optional<double> find(const Metrics &metrics, std::string_view name) {
  for (const auto &[key, value] : metrics)
    if (key == name)
      return value;
  return std::nullopt;
}

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.5g", value);
  return text;
}

/// The upper median, or 0 of nothing. Reorders the values.
double median(std::vector<double> &values) {
  if (values.empty())
    return 0;
  auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Names the file in front of a message that doesn't.
Error named(const std::string &file, const std::string &message) {
  return Error{message.find(file) == std::string::npos ? "'" + file + "': " + message : message};
}

/// An empty file beside another one, for as long as this lives. `path` is empty, and
/// errno says why, where none could be made.
struct TemporaryLog {
  explicit TemporaryLog(const std::string &neighbour) {
    size_t base = neighbour.rfind('/') + 1; // 0 where there is no slash
    path = neighbour.substr(0, base) + "." + neighbour.substr(base) + ".XXXXXX";
    int fd = ::mkstemp(path.data());
    if (fd < 0)
      path.clear();
    else
      ::close(fd);
  }
  TemporaryLog(const TemporaryLog &) = delete;
  ~TemporaryLog() {
    if (!path.empty())
      ::unlink(path.c_str());
  }

  std::string path;
};

Result<NamedArrays> load(const std::string &file) {
  if (file.empty())
    return NamedArrays();
  return readArrays(file);
}

/// The rows that an array names, or all of them.
Result<std::vector<int64_t>> rowsOf(const NamedArrays &arrays, const std::string &wanted,
                                    const std::string &usual, int64_t numRows) {
  const std::string &name = wanted.empty() ? usual : wanted;
  const HostTensor *array = arrays.find(name);
  std::vector<int64_t> rows;
  if (!array) {
    if (!wanted.empty())
      return Error{"no array '" + wanted + "' with the rows"};
    rows.resize(static_cast<size_t>(numRows));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }
  if (isFloat(array->dtype()) || array->rank() != 1)
    return Error{"array '" + name + "' of row numbers has type " + array->typeString()};
  for (int64_t i = 0; i < array->numElements(); ++i)
    rows.push_back(array->getInt(i));
  return rows;
}

/// What the steps of a run take: data and the order of its rows.
struct Feed {
  DataSource source;
  std::optional<RowOrder> order;

  static Result<Feed> create(const RunOptions &options, const Trainer &trainer) {
    Feed feed;
    Result<NamedArrays> arrays = load(options.data);
    if (!arrays)
      return arrays.takeError();
    Result<DataSource> source =
        DataSource::create(*arrays, trainer.batchArguments("step"), trainer.microBatches());
    if (!source)
      return options.data.empty() ? Error{source.error() + " (--data)"}
                                  : named(options.data, source.error());
    feed.source = std::move(*source);
    Result<RowOrder> order = feed.makeOrder(options, *arrays);
    if (!order)
      return order.takeError();
    feed.order = std::move(*order);
    return feed;
  }

  Result<std::vector<HostTensor>> batch(int64_t step) {
    Result<std::vector<int64_t>> rows = order->rows(step);
    if (!rows)
      return rows.takeError();
    return source.gather(*rows);
  }

private:
  Result<RowOrder> makeOrder(const RunOptions &options, const NamedArrays &arrays) const {
    if (!options.order.empty()) {
      size_t colon = options.order.rfind(':');
      if (colon == std::string::npos)
        return Error{"--order: expected FILE:ARRAY, got '" + options.order + "'"};
      std::string file = options.order.substr(0, colon), name = options.order.substr(colon + 1);
      Result<NamedArrays> orders = readArrays(file);
      if (!orders)
        return orders.takeError();
      const HostTensor *array = orders->find(name);
      if (!array)
        return Error{"'" + file + "' has no array '" + name + "'"};
      Result<RowOrder> order = RowOrder::given(*array, source.rowsPerStep());
      return order ? order : Result<RowOrder>(named(file, order.error()));
    }
    Result<std::vector<int64_t>> rows =
        rowsOf(arrays, options.trainRows, "train_index", source.numRows());
    if (!rows)
      return named(options.data, rows.error());
    Result<RowOrder> order =
        RowOrder::shuffled(std::move(*rows), source.rowsPerStep(), options.seed.value_or(0));
    return order ? order : Result<RowOrder>(named(options.data, order.error()));
  }
};

/// Held-out data, where the step can be evaluated and there is some.
struct Evaluation {
  DataSource source;
  std::vector<int64_t> rows;

  static Result<std::optional<Evaluation>> create(const RunOptions &options,
                                                  const Trainer &trainer) {
    const std::string &file = options.evalData.empty() ? options.data : options.evalData;
    if (!trainer.hasEval() || file.empty())
      return std::optional<Evaluation>();
    Result<NamedArrays> arrays = load(file);
    if (!arrays)
      return arrays.takeError();
    if (options.evalData.empty() && options.evalRows.empty() && !arrays->find("test_index"))
      return std::optional<Evaluation>();
    Evaluation evaluation;
    Result<DataSource> source = DataSource::create(*arrays, trainer.batchArguments("eval"), 1);
    if (!source)
      return named(file, source.error());
    evaluation.source = std::move(*source);
    Result<std::vector<int64_t>> rows =
        rowsOf(*arrays, options.evalRows, "test_index", evaluation.source.numRows());
    if (!rows)
      return named(file, rows.error());
    evaluation.rows = std::move(*rows);
    return std::optional<Evaluation>(std::move(evaluation));
  }
};

/// Collects a run for its log, its report and the last lines.
class Record {
public:
  static Result<Record> create(const RunOptions &options, bool resumed) {
    Record record;
    if (!options.log.empty()) {
      Result<JsonLinesLog> log = JsonLinesLog::open(options.log, resumed);
      if (!log)
        return log.takeError();
      record.log.emplace(std::move(*log));
    }
    return record;
  }

  Status addStep(int64_t step, const Metrics &metrics, double milliseconds) {
    double lossValue = find(metrics, "loss").value_or(NAN);
    bool wasSkipped = find(metrics, "skipped").value_or(0) != 0;
    skipped += wasSkipped;
    lastLoss = lossValue;
    lastScale = find(metrics, "scale");
    times.push_back(milliseconds);
    JsonLine line;
    line.add("step", step);
    for (const auto &[name, value] : metrics)
      name == "skipped" ? line.add(name, wasSkipped) : line.add(name, value);
    line.add("time_ms", milliseconds);
    return write(line);
  }

  Status addEvaluation(int64_t step, const Metrics &metrics) {
    lastEvaluation = metrics;
    JsonLine line;
    line.add("step", step);
    for (const auto &[name, value] : metrics)
      line.add("eval_" + name, value);
    return write(line);
  }

  Status addFacts(const Manifest &manifest, const RunOptions &options, int64_t stateBytes) {
    JsonLine line;
    line.add("name", options.name);
    line.add("target", manifest.target);
    for (const auto &[key, value] : manifest.properties)
      line.add(key, value);
    line.add("state_bytes", stateBytes);
    return write(line);
  }

  double medianTime() { return median(times); }

  int64_t skipped = 0;
  double lastLoss = NAN;
  std::optional<double> lastScale;
  Metrics lastEvaluation;

private:
  Status write(const JsonLine &line) { return log ? log->write(line) : Status(); }

  std::optional<JsonLinesLog> log;
  std::vector<double> times;
};

/// A run from its log, for the report.
Result<RunSeries> seriesOf(const std::string &name, const std::string &file) {
  Result<std::vector<Json>> lines = readJsonLines(file);
  if (!lines)
    return lines.takeError();
  RunSeries series;
  series.name = name;
  std::vector<double> times;
  double skipped = 0, lastScale = NAN, lastLoss = NAN;
  std::vector<std::pair<std::string, std::string>> evaluation, facts;
  for (const Json &line : *lines) {
    auto number = [&](std::string_view key) -> std::optional<double> {
      const Json *member = findMember(line, key);
      return member ? asNumber(*member) : std::nullopt;
    };
    if (const Json *target = findMember(line, "target"); target && line.is_object()) {
      for (const char *key : {"amp", "casts"})
        if (const Json *value = findMember(line, key))
          facts.emplace_back(key, asString(*value).value_or(""));
      continue;
    }
    if (!number("loss")) {
      evaluation.clear();
      for (auto it = line.begin(); it != line.end(); ++it)
        if (it.key().starts_with("eval_"))
          evaluation.emplace_back(it.key(), shortNumber(asNumber(*it).value_or(NAN)));
      continue;
    }
    series.step.push_back(number("step").value_or(0));
    series.loss.push_back(lastLoss = *number("loss"));
    series.scale.push_back(lastScale = number("scale").value_or(NAN));
    series.gradNorm.push_back(number("grad_norm").value_or(NAN));
    const Json *skip = findMember(line, "skipped");
    bool wasSkipped = skip && skip->is_boolean() && skip->get<bool>();
    series.skipped.push_back(wasSkipped);
    skipped += wasSkipped;
    times.push_back(number("time_ms").value_or(0));
  }
  series.facts = facts;
  series.facts.emplace_back("steps", std::to_string(series.step.size()));
  series.facts.emplace_back("final loss",
                            std::isnan(lastLoss) && times.empty() ? "–" : shortNumber(lastLoss));
  series.facts.insert(series.facts.end(), evaluation.begin(), evaluation.end());
  series.facts.emplace_back("skipped", shortNumber(skipped));
  series.facts.emplace_back("final scale", std::isnan(lastScale) ? "–" : shortNumber(lastScale));
  if (!times.empty()) {
    series.facts.emplace_back("ms per step", shortNumber(median(times)));
  }
  return series;
}

Status writeRunReport(const RunOptions &options) {
  std::vector<RunSeries> runs;
  auto add = [&](const std::string &name, const std::string &file) -> Status {
    Result<RunSeries> series = seriesOf(name, file);
    if (!series)
      return series.takeError();
    runs.push_back(std::move(*series));
    return {};
  };
  for (const std::string &entry : options.compare) {
    size_t equals = entry.find('=');
    if (equals == std::string::npos)
      return Error{"--compare: expected NAME=LOG, got '" + entry + "'"};
    if (Status added = add(entry.substr(0, equals), entry.substr(equals + 1)); !added)
      return added;
  }
  if (!options.step.empty() || options.compare.empty())
    if (Status added = add(options.name.empty() ? "this run" : options.name, options.log); !added)
      return added;
  return writeReport(options.report, "Halftone training report", runs);
}

constexpr const char *stepsName = "halftone/steps_run", *seedName = "halftone/seed";

/// The state, the number of steps that were run, and the seed: what a checkpoint holds.
Status writeCheckpoint(Trainer &trainer, const RunOptions &options, int64_t steps) {
  Result<NamedArrays> state = trainer.state();
  if (!state)
    return state.takeError();
  auto addNumber = [&](const char *name, int64_t value) {
    HostTensor number(DType::I64, {});
    number.setInt(0, value);
    state->add(name, std::move(number));
  };
  addNumber(stepsName, steps);
  addNumber(seedName, static_cast<int64_t>(options.seed.value_or(0)));
  return writeArrays(options.checkpoint, *state);
}

Status saveParameters(Trainer &trainer, const std::string &file) {
  Result<NamedArrays> state = trainer.state();
  if (!state)
    return state.takeError();
  NamedArrays parameters;
  for (const ValueInfo &info : trainer.manifest().find("step")->args)
    if (info.role == "param" || info.role == "frozen_param" || info.role == "model_state")
      parameters.add(info.name, *state->find(info.name));
  return writeArrays(file, parameters);
}

/// Where a run goes on.
struct Checkpoint {
  NamedArrays arrays;
  int64_t steps = 0;
};

/// Reads the checkpoint, if one is named, and takes over its seed.
Result<Checkpoint> readCheckpoint(RunOptions &options) {
  Checkpoint checkpoint;
  if (options.resume.empty())
    return checkpoint;
  Result<NamedArrays> arrays = readArrays(options.resume);
  if (!arrays)
    return arrays.takeError();
  auto number = [&](const char *name) -> std::optional<int64_t> {
    const HostTensor *array = arrays->find(name);
    if (!array || isFloat(array->dtype()) || array->numElements() != 1)
      return std::nullopt;
    return array->getInt(0);
  };
  std::optional<int64_t> steps = number(stepsName), seed = number(seedName);
  for (auto [name, value] : {std::pair(stepsName, steps), std::pair(seedName, seed)})
    if (!value || *value < 0)
      return Error{"'" + options.resume + "' is no checkpoint: it has no '" + name + "'"};
  if (options.seed && static_cast<int64_t>(*options.seed) != *seed)
    return Error{"--seed=" + std::to_string(*options.seed) + " contradicts the seed " +
                 std::to_string(*seed) + " of the checkpoint '" + options.resume + "'"};
  options.seed = static_cast<uint64_t>(*seed);
  checkpoint.arrays = std::move(*arrays);
  checkpoint.steps = *steps;
  return checkpoint;
}

/// Initial or resumed state.
Status startState(const RunOptions &options, const Checkpoint &checkpoint, Trainer &trainer) {
  if (options.resume.empty()) {
    Result<NamedArrays> arrays = load(options.init);
    if (!arrays)
      return arrays.takeError();
    Status initialized = trainer.initialize(*arrays, options.seed.value_or(0));
    if (!initialized)
      return options.init.empty() ? Error{initialized.error() + " (--init)"}
                                  : named(options.init, initialized.error());
    return {};
  }
  Status restored = trainer.restore(checkpoint.arrays, options.seed.value_or(0));
  return restored ? restored : Status(named(options.resume, restored.error()));
}

std::string gradientName(const Manifest &manifest, int64_t index) {
  for (const auto &[key, value] : manifest.properties) {
    if (key != "gradients")
      continue;
    size_t begin = 0;
    for (int64_t i = 0; begin != std::string::npos; ++i) {
      size_t end = value.find(',', begin);
      if (i == index)
        return value.substr(begin, end == std::string::npos ? end : end - begin);
      begin = end == std::string::npos ? end : end + 1;
    }
  }
  return "gradient " + std::to_string(index);
}

} // namespace

Status halftone::runtime::compareRuns(const RunOptions &options) { return writeRunReport(options); }

Status halftone::runtime::train(const RunOptions &given, std::unique_ptr<Executable> executable) {
  RunOptions options = given;
  for (const std::string &file : {options.checkpoint, options.save})
    if (!file.empty())
      if (Status known = checkArrayFileName(file); !known)
        return known;
  // The report is made from the log, so there is one even where nobody asked.
  std::optional<TemporaryLog> temporary;
  if (!options.report.empty() && options.log.empty()) {
    temporary.emplace(options.report);
    if (temporary->path.empty())
      return Error{"cannot make a temporary file beside '" + options.report +
                   "': " + std::error_code(errno, std::generic_category()).message()};
    options.log = temporary->path;
  }
  Result<std::unique_ptr<Trainer>> made = Trainer::create(std::move(executable));
  if (!made)
    return made.takeError();
  Trainer &trainer = **made;
  Result<Checkpoint> checkpoint = readCheckpoint(options);
  if (!checkpoint)
    return checkpoint.takeError();
  Result<Feed> feed = Feed::create(options, trainer);
  if (!feed)
    return feed.takeError();
  Result<std::optional<Evaluation>> evaluation = Evaluation::create(options, trainer);
  if (!evaluation)
    return evaluation.takeError();
  if (Status started = startState(options, *checkpoint, trainer); !started)
    return started;
  const int64_t start = checkpoint->steps;
  Result<Record> record = Record::create(options, !options.resume.empty());
  if (!record)
    return record.takeError();
  if (Status added = record->addFacts(trainer.manifest(), options, trainer.stateBytes()); !added)
    return added;

  auto evaluate = [&](int64_t step) -> Status {
    if (!*evaluation)
      return {};
    Result<Metrics> metrics = trainer.evaluate((*evaluation)->source, (*evaluation)->rows);
    if (!metrics)
      return metrics.takeError();
    return record->addEvaluation(step, *metrics);
  };

  interrupted = 0;
  auto endEarly = [](int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
  };
  auto onInterrupt = std::signal(SIGINT, endEarly), onTerminate = std::signal(SIGTERM, endEarly);
  ProgressOptions progressOptions;
  progressOptions.label = options.name.empty() ? "train" : options.name;
  progressOptions.total = options.steps;
  progressOptions.start = start;
  progressOptions.quiet = options.quiet;
  Progress progress(progressOptions);
  bool warned = false;
  int64_t step = start;
  while (step < options.steps && !interrupted) {
    Result<std::vector<HostTensor>> batch = feed->batch(step);
    if (!batch)
      return batch.takeError();
    auto begin = std::chrono::steady_clock::now();
    Result<Metrics> metrics = trainer.step(*batch);
    if (!metrics)
      return metrics.takeError();
    double milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    ++step;
    if (Status added = record->addStep(step, *metrics, milliseconds); !added)
      return added;
    if (find(*metrics, "unhealthy").value_or(0) != 0 && !warned) {
      warned = true;
      auto first = static_cast<int64_t>(find(*metrics, "first_bad").value_or(-1));
      progress.message("warning: step " + std::to_string(step) +
                       ": too many steps in a row were skipped; the first tensor that is not "
                       "finite is the gradient of '" +
                       gradientName(trainer.manifest(), first) + "'");
    }
    progress.update(step, [&] { return "loss " + shortNumber(record->lastLoss); });
    if (options.evalEvery && step % options.evalEvery == 0 && step < options.steps)
      if (Status evaluated = evaluate(step); !evaluated)
        return evaluated;
    if (!options.checkpoint.empty() && options.checkpointEvery &&
        step % options.checkpointEvery == 0 && step < options.steps)
      if (Status written = writeCheckpoint(trainer, options, step); !written)
        return written;
  }
  progress.finish();
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGTERM, onTerminate);

  if (Status evaluated = evaluate(step); !evaluated)
    return evaluated;
  if (!options.checkpoint.empty())
    if (Status written = writeCheckpoint(trainer, options, step); !written)
      return written;
  if (!options.save.empty())
    if (Status saved = saveParameters(trainer, options.save); !saved)
      return saved;
  if (!options.report.empty())
    if (Status written = writeRunReport(options); !written)
      return written;

  bool ran = step > start;
  if (!ran && !interrupted && !options.resume.empty())
    std::printf(
        "nothing to run: '%s' is after step %lld, and --steps=%lld counts from the start of "
        "training\n",
        options.resume.c_str(), static_cast<long long>(start),
        static_cast<long long>(options.steps));
  else if (!ran && !interrupted)
    std::printf("nothing to run: --steps=0\n");
  std::printf("steps %lld", static_cast<long long>(step));
  if (ran)
    std::printf("  loss %s", shortNumber(record->lastLoss).c_str());
  for (const auto &[name, value] : record->lastEvaluation)
    std::printf("  eval_%s %s", name.c_str(), shortNumber(value).c_str());
  if (ran)
    std::printf("  skipped %lld", static_cast<long long>(record->skipped));
  if (record->lastScale)
    std::printf("  scale %s", shortNumber(*record->lastScale).c_str());
  if (ran)
    std::printf("  ms/step %s", shortNumber(record->medianTime()).c_str());
  std::printf("\n");
  if (interrupted)
    return Error{"interrupted after step " + std::to_string(step)};
  return {};
}
