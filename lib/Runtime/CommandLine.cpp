// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags, and what they say. The loop itself is in TrainingLoop.cpp.
#include "halftone/Runtime/CommandLine.h"

#include "halftone/Runtime/ThreadPool.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <getopt.h>

using namespace halftone;
using namespace halftone::runtime;

namespace {

/// One flag: how it is spelled, what it says, and where its value goes.
struct Flag {
  const char *name, *value, *help;
  std::function<bool(const char *)> set;
};

bool parseNumber(const char *text, int64_t minimum, int64_t maximum, int64_t &out) {
  char *end;
  errno = 0;
  long long value = std::strtoll(text, &end, 10);
  if (errno || end == text || *end || value < minimum || value > maximum)
    return false;
  out = value;
  return true;
}

std::vector<Flag> makeFlags(RunOptions &o, const std::string &devices) {
  auto text = [](std::string &out) {
    return [&out](const char *value) { return out = value, true; };
  };
  auto number = [](int64_t &out, int64_t minimum) {
    return
        [&out, minimum](const char *value) { return parseNumber(value, minimum, INT64_MAX, out); };
  };
  static std::string deviceHelp;
  deviceHelp = "where to run: " + devices;
  return {
      {"device", "D", deviceHelp.c_str(), text(o.device)},
      {"init", "F", "parameters (.npz, .safetensors), by name", text(o.init)},
      {"data", "F", "arrays of the batch arguments' names: rows, or streams of windows",
       text(o.data)},
      {"eval-data", "F", "data to evaluate on, if not --data", text(o.evalData)},
      {"train-rows", "A",
       "array of --data with the rows to train on (default: train_index, if there)",
       text(o.trainRows)},
      {"eval-rows", "A",
       "array of the evaluation's data with its rows (default: test_index, if there)",
       text(o.evalRows)},
      {"order", "F:A", "array A of file F: row numbers of each step, [steps, rows]", text(o.order)},
      {"steps", "N", "steps to run, counted from the start of training (default 1)",
       number(o.steps, 0)},
      {"seed", "N", "seed of parameters, keys and the order of rows (default 0)",
       [&o](const char *value) {
         int64_t seed;
         bool valid = parseNumber(value, 0, INT64_MAX, seed);
         o.seed = static_cast<uint64_t>(valid ? seed : 0);
         return valid;
       }},
      {"eval-every", "N", "evaluate after every N steps (default: at the end)",
       number(o.evalEvery, 1)},
      {"checkpoint", "F", "write the state here, atomically", text(o.checkpoint)},
      {"checkpoint-every", "N", "… after every N steps (default: at the end)",
       number(o.checkpointEvery, 1)},
      {"resume", "F", "go on from a checkpoint, bit for bit", text(o.resume)},
      {"save", "F", "write the final parameters here (.npz, .safetensors)", text(o.save)},
      {"log", "F", "JSON lines: loss, scale, skipped, gradient norm, time", text(o.log)},
      {"report", "F", "self-contained HTML report with plots", text(o.report)},
      {"compare", "NAME=F", "also show the run of this log in the report (repeatable)",
       [&o](const char *value) { return o.compare.emplace_back(value), true; }},
      {"name", "S", "name of this run in the report", text(o.name)},
      {"threads", "N", "threads (default 2)",
       [&o](const char *value) {
         int64_t threads;
         bool valid = parseNumber(value, 1, 1024, threads);
         o.threads = static_cast<int>(valid ? threads : 0);
         return valid;
       }},
      {"print-manifest", nullptr, "print what the step's functions take and return, and stop",
       [&o](const char *) { return o.printManifest = true; }},
      {"quiet", nullptr, "no progress line", [&o](const char *) { return o.quiet = true; }},
      {"help", nullptr, "this text", nullptr},
  };
}

void printHelp(const char *program, bool needsStep, const std::vector<Flag> &flags) {
  std::printf("usage: %s %s[flags]\n\nTrains a step that Halftone built.\n\n", program,
              needsStep ? "STEP " : "");
  for (const Flag &flag : flags) {
    std::string left =
        std::string("--") + flag.name + (flag.value ? "=" : "") + (flag.value ? flag.value : "");
    std::printf("  %-22s %s\n", left.c_str(), flag.help);
  }
}

int fail(const char *program, const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: error: %s\n", program, message.c_str());
  return 1;
}

} // namespace

int halftone::runtime::runMain(int argc, char **argv, bool needsStep, const std::string &devices,
                               const Loader &loader) {
  const char *program = argv[0];
  if (const char *slash = __builtin_strrchr(program, '/'))
    program = slash + 1;
  RunOptions options;
  std::vector<Flag> flags = makeFlags(options, devices);
  std::vector<option> longOptions;
  for (const Flag &flag : flags)
    longOptions.push_back({flag.name, flag.value ? required_argument : no_argument, nullptr, 0});
  longOptions.push_back({nullptr, 0, nullptr, 0});
  opterr = 0;
  for (;;) {
    int index = -1;
    int found = getopt_long(argc, argv, "h", longOptions.data(), &index);
    if (found == -1)
      break;
    if (found == 'h' || (found == 0 && !flags[index].set)) {
      printHelp(program, needsStep, flags);
      return 0;
    }
    if (found != 0)
      return fail(program, std::string("unknown flag or missing value: '") + argv[optind - 1] +
                               "' (see --help)");
    if (!flags[index].set(optarg))
      return fail(program, std::string("--") + flags[index].name + ": '" + optarg +
                               "' is out of range or no number");
  }
  if (needsStep && optind < argc)
    options.step = argv[optind++];
  if (optind < argc)
    return fail(program, std::string("unexpected argument '") + argv[optind] + "' (see --help)");
  if (needsStep && options.step.empty()) {
    // Without a step there may still be logs to compare.
    if (options.report.empty() || options.compare.empty())
      return fail(program, "no step given (see --help)");
    Status compared = compareRuns(options);
    return compared ? 0 : fail(program, compared.error());
  }
  if (options.threads)
    setNumThreads(options.threads);
  Result<std::unique_ptr<Executable>> executable = loader(options);
  if (!executable)
    return fail(program, executable.error());
  if (options.printManifest) {
    std::puts((*executable)->manifest().toJson().c_str());
    return 0;
  }
  Status trained = train(options, std::move(*executable));
  return trained ? 0 : fail(program, trained.error());
}
