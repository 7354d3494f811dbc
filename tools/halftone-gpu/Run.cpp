// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `halftone-gpu run`: for each schedule the kernel runs on fresh memory. Files are
// written at the end, when nothing went wrong.
#include "Arguments.h"
#include "Commands.h"

#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Npy.h"
#include "halftone/Support/Progress.h"

#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::gpu;

namespace {

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

/// A line every few seconds while the kernel runs, from a thread of its own.
class Ticker {
public:
  Ticker(const std::string &label, bool quiet) {
    if (!quiet)
      thread = std::thread([this, label] { tick(label); });
  }
  ~Ticker() {
    {
      std::lock_guard lock(mutex);
      done = true;
    }
    changed.notify_all();
    if (thread.joinable())
      thread.join();
  }

private:
  void tick(const std::string &label) {
    constexpr int interval = 5;
    std::unique_lock lock(mutex);
    for (int seconds = interval;
         !changed.wait_for(lock, std::chrono::seconds(interval), [this] { return done; });
         seconds += interval)
      std::fprintf(stderr, "halftone-gpu: %s runs, %s\n", label.c_str(),
                   formatDuration(seconds).c_str());
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::thread thread;
};

//===----------------------------------------------------------------------===//
// Variables of the module
//===----------------------------------------------------------------------===//

struct GlobalFile {
  std::string name, file;
  std::optional<HostTensor> contents; ///< of those that are filled
  DType type = DType::UI8;            ///< of those that are read
};

Result<GlobalFile> parseGlobal(const std::string &text, bool fills) {
  size_t colon = text.find(':');
  if (colon == 0 || colon == std::string::npos || colon + 1 == text.size())
    return Error{"expected NAME:FILE, got '" + text + "'"};
  GlobalFile global{text.substr(0, colon), text.substr(colon + 1), std::nullopt};
  if (fills) {
    Result<HostTensor> contents = readNpy(global.file);
    if (!contents)
      return contents.takeError();
    global.contents = std::move(*contents);
    return global;
  }
  if (size_t comma = global.file.find(','); comma != std::string::npos) {
    std::string type = global.file.substr(comma + 1);
    std::optional<DType> parsed = gpu::parseType(type);
    if (!parsed)
      return Error{"unknown type '" + type + "'"};
    global.type = *parsed;
    global.file = global.file.substr(0, comma);
  }
  if (!global.file.ends_with(".npy"))
    return Error{"expected the name of a .npy file, got '" + global.file + "'"};
  return global;
}

Status fillGlobal(const Module &module, const GlobalFile &global) {
  size_t bytes = 0;
  void *memory = module.global(global.name, &bytes);
  if (!memory)
    return Error{"--global: the module has no variable '" + global.name + "'"};
  if (global.contents->numBytes() != bytes)
    return Error{"--global: variable '" + global.name + "' has " + std::to_string(bytes) +
                 " bytes, '" + global.file + "' " + std::to_string(global.contents->numBytes())};
  std::memcpy(memory, global.contents->data(), bytes);
  return {};
}

Result<HostTensor> readGlobal(const Module &module, const GlobalFile &global) {
  size_t bytes = 0, unit = byteSize(global.type);
  const void *memory = module.global(global.name, &bytes);
  if (!memory)
    return Error{"--read-global: the module has no variable '" + global.name + "'"};
  if (bytes % unit)
    return Error{"--read-global: the " + std::to_string(bytes) + " bytes of variable '" +
                 global.name + "' are no elements of " + std::string(toString(global.type))};
  HostTensor array(global.type, {static_cast<int64_t>(bytes / unit)});
  std::memcpy(array.data(), memory, bytes);
  return array;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// What a run leaves: the arrays to write, with their files.
using Outputs = std::vector<std::pair<std::string, HostTensor>>;

class Runner {
public:
  explicit Runner(const Options &options) : options(options) {}
  int run();

private:
  Status prepare();
  const Kernel *choose(const Module &module, std::string &error) const;
  Status checkArguments(const Kernel &kernel, const BoundArguments &bound) const;
  int runOnce(Schedule schedule);
  int compare() const;
  int finish();

  const Options &options;
  std::optional<Source> source;
  std::vector<Argument> arguments;
  std::vector<GlobalFile> globals, readGlobals;
  Instruments instruments;
  std::vector<Outputs> results;             ///< of each schedule
  std::string countersJson, table, heatMap; ///< of the first run
  size_t findings = 0;
};

Status Runner::prepare() {
  Result<Source> read = Source::read(options.input);
  if (!read)
    return read.takeError();
  source = std::move(*read);
  for (const std::string &text : options.arguments) {
    Result<Argument> argument = parseArgument(text);
    if (!argument)
      return Error{"--arg: " + argument.error()};
    arguments.push_back(std::move(*argument));
  }
  for (bool fills : {true, false})
    for (const std::string &text : fills ? options.globals : options.readGlobals) {
      Result<GlobalFile> global = parseGlobal(text, fills);
      if (!global)
        return Error{(fills ? "--global: " : "--read-global: ") + global.error()};
      (fills ? globals : readGlobals).push_back(std::move(*global));
    }
  // However they are spelled.
  std::set<std::filesystem::path> files;
  auto resolve = [](const std::string &file) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(file, ignored), ignored);
  };
  auto claim = [&](const std::string &file) -> Status {
    if (file.empty())
      return {};
    for (const std::string &input : {options.input, options.ptxas})
      if (!input.empty() && resolve(file) == resolve(input))
        return Error{"'" + file + "' is read, and would be overwritten"};
    if (!files.insert(resolve(file)).second)
      return Error{"'" + file + "' would be written twice"};
    return {};
  };
  for (const Argument &argument : arguments)
    if (Status claimed = claim(argument.output); !claimed)
      return claimed;
  for (const GlobalFile &global : readGlobals)
    if (Status claimed = claim(global.file); !claimed)
      return claimed;
  for (const std::string *file : {&options.counters, &options.heatMap}) {
    if (Status claimed = claim(*file); !claimed)
      return claimed;
    for (const Argument &argument : arguments)
      if (!file->empty() && !argument.input.empty() && resolve(*file) == resolve(argument.input))
        return Error{"'" + *file + "' is read, and would be overwritten"};
  }
  (void)instruments.set("max-instructions", "1000000000");
  for (auto &[name, value] : options.instruments)
    if (Status set = instruments.set(name, value); !set)
      return set;
  if (!options.ptxas.empty()) {
    Result<std::string> output = readFile(options.ptxas);
    if (!output)
      return output.takeError();
    if (parsePtxas(*output).empty())
      return Error{"'" + options.ptxas + "': expected the output of 'ptxas -v'"};
    (void)instruments.set("ptxas", *output);
  }
  return {};
}

const Kernel *Runner::choose(const Module &module, std::string &error) const {
  if (!options.entry.empty()) {
    const Kernel *kernel = module.find(options.entry);
    if (!kernel)
      error = "'" + source->path + "' has no kernel '" + options.entry + "'";
    for (auto &other : module.kernels())
      if (!kernel)
        error += (other == module.kernels().front() ? "; it has " : ", ") + other->name();
    return kernel;
  }
  if (module.kernels().size() == 1)
    return module.kernels().front().get();
  error = "'" + source->path + "' has " + std::to_string(module.kernels().size()) +
          " kernels: choose one with --entry";
  return nullptr;
}

Status Runner::checkArguments(const Kernel &kernel, const BoundArguments &bound) const {
  const std::vector<Parameter> &parameters = kernel.parameters();
  if (arguments.size() != parameters.size())
    return Error{"kernel '" + kernel.name() + "': expected " + std::to_string(parameters.size()) +
                 " arguments, got " + std::to_string(arguments.size())};
  for (size_t i = 0; i < parameters.size(); ++i)
    if (bound.bytesOf(i) != parameters[i].bytes)
      return Error{"kernel '" + kernel.name() + "': argument " + std::to_string(i + 1) + ", '" +
                   arguments[i].text + "', has " + std::to_string(bound.bytesOf(i)) +
                   " bytes, the parameter " + std::to_string(parameters[i].bytes)};
  return {};
}

int Runner::runOnce(Schedule schedule) {
  Result<std::unique_ptr<Module>> module = source->parse();
  if (!module) {
    std::fputs(module.error().c_str(), stderr);
    return Failed;
  }
  std::string error;
  const Kernel *kernel = choose(**module, error);
  if (!kernel)
    return fail(error);
  for (const GlobalFile &global : globals)
    if (Status filled = fillGlobal(**module, global); !filled)
      return fail(filled.error());
  for (const GlobalFile &global : readGlobals)
    if (Result<HostTensor> probe = readGlobal(**module, global); !probe)
      return fail(probe.error());
  bool counts =
      results.empty() && (!options.counters.empty() || !options.heatMap.empty() || options.table);
  (void)instruments.set("schedule", toString(schedule));
  (void)instruments.set("counters", counts ? "1" : "0");
  if (Checker *checker = instruments.checker())
    checker->clear();
  instruments.addText(source->ptx);

  Memory memory;
  Result<std::unique_ptr<BoundArguments>> bound =
      BoundArguments::bind(arguments, memory, instruments);
  if (!bound)
    return fail("--arg: " + bound.error());
  if (Status checked = checkArguments(*kernel, **bound); !checked)
    return fail(checked.error());
  LaunchOptions launchOptions = instruments.launchOptions();
  launchOptions.cluster = options.cluster;
  launchOptions.cooperative = options.cooperative;
  Status ran;
  {
    Ticker ticker("kernel '" + kernel->name() + "'", options.quiet);
    ran = launch(*kernel, options.grid, options.block, options.sharedBytes,
                 (*bound)->pointers().data(), memory, launchOptions);
  }
  (void)std::fflush(stdout); // what the kernel printed comes first
  std::string suffix = options.schedules.size() > 1
                           ? " in the schedule '" + std::string(toString(schedule)) + "'"
                           : "";
  size_t found = 0;
  if (Checker *checker = instruments.checker()) {
    for (const Finding &finding : checker->findings())
      std::fputs(source->describe(finding).c_str(), stderr);
    found = checker->findings().size();
    if (found)
      std::fprintf(stderr, "halftone-gpu: %zu finding%s%s\n", found, found == 1 ? "" : "s",
                   suffix.c_str());
  }
  findings += found;
  if (!ran) {
    if (!found)
      std::fputs(source->describe(ran.error()).c_str(), stderr);
    std::fprintf(stderr, "halftone-gpu: the run failed%s; nothing was written\n", suffix.c_str());
    return found ? Found : Failed;
  }
  Outputs outputs;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!arguments[i].output.empty())
      outputs.emplace_back(arguments[i].output, (*bound)->read(i, arguments[i]));
  for (const GlobalFile &global : readGlobals) {
    Result<HostTensor> array = readGlobal(**module, global);
    if (!array)
      return fail(array.error());
    outputs.emplace_back(global.file, std::move(*array));
  }
  results.push_back(std::move(outputs));
  if (counts) {
    countersJson = instruments.counters()->json();
    table = instruments.counters()->table();
    heatMap = options.heatMap.empty() ? "" : instruments.heatMap();
  }
  return Fine;
}

/// "[3, 5]"
std::string indexText(int64_t element, const std::vector<int64_t> &shape) {
  std::string text;
  for (size_t i = shape.size(); i > 0; --i) {
    text = std::to_string(element % shape[i - 1]) + (text.empty() ? "" : ", ") + text;
    element /= shape[i - 1];
  }
  return "[" + text + "]";
}

std::string valueText(const HostTensor &array, int64_t element) {
  if (!isFloat(array.dtype()))
    return std::to_string(array.getInt(element));
  char text[64];
  std::snprintf(text, sizeof text, "%.9g", array.getDouble(element));
  return text;
}

/// Results of all schedules against those of the first.
int Runner::compare() const {
  int status = Fine;
  for (size_t run = 1; run < results.size(); ++run)
    for (size_t i = 0; i < results[run].size(); ++i) {
      const HostTensor &first = results[0][i].second, &other = results[run][i].second;
      if (!std::memcmp(first.data(), other.data(), first.numBytes()))
        continue;
      size_t unit = byteSize(first.dtype());
      int64_t different = 0, at = -1;
      for (int64_t e = 0; e < first.numElements(); ++e)
        if (std::memcmp(static_cast<const char *>(first.data()) + static_cast<size_t>(e) * unit,
                        static_cast<const char *>(other.data()) + static_cast<size_t>(e) * unit,
                        unit)) {
          ++different;
          at = at < 0 ? e : at;
        }
      std::fprintf(stderr,
                   "halftone-gpu: '%s': %lld of %lld elements differ between the schedules '%s' "
                   "and '%s'; at %s: %s and %s\n",
                   results[run][i].first.c_str(), static_cast<long long>(different),
                   static_cast<long long>(first.numElements()),
                   std::string(toString(options.schedules[0])).c_str(),
                   std::string(toString(options.schedules[run])).c_str(),
                   indexText(at, first.shape()).c_str(), valueText(first, at).c_str(),
                   valueText(other, at).c_str());
      status = Found;
    }
  return status;
}

int Runner::finish() {
  for (auto &[file, array] : results[0])
    if (Status written = writeNpy(file, array); !written)
      return fail(written.error());
  if (!options.counters.empty())
    if (Status written = writeFile(options.counters, countersJson); !written)
      return fail(written.error());
  if (!options.heatMap.empty())
    if (Status written = writeFile(options.heatMap, heatMap); !written)
      return fail(written.error());
  if (options.table)
    std::fputs(table.c_str(), stdout);
  return std::fflush(stdout) == 0 ? Fine : fail("cannot write to the standard output");
}

int Runner::run() {
  if (Status prepared = prepare(); !prepared)
    return fail(prepared.error());
  for (Schedule schedule : options.schedules)
    if (int status = runOnce(schedule))
      return status;
  int compared = compare();
  if (int status = finish())
    return status;
  return findings ? static_cast<int>(Found) : compared;
}

} // namespace

int gpu::run(const Options &options) { return Runner(options).run(); }
