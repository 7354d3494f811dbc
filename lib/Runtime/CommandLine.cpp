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
#include <sys/stat.h>
#include <system_error>
#include <utility>

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
  auto emulated = [&o](const char *variable) {
    return [&o, variable](const char *value) {
      return o.emulated.emplace_back(variable, value), true;
    };
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
      {"seed", "N",
       "seed of parameters, keys and the order of rows (default 0, or the checkpoint's)",
       [&o](const char *value) {
         int64_t seed;
         bool valid = parseNumber(value, 0, INT64_MAX, seed);
         if (valid)
           o.seed = static_cast<uint64_t>(seed);
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
      {"report", "F", "self-contained HTML report with plots (of --log, or of this call's steps)",
       text(o.report)},
      {"record-ranges", "F",
       "write the range of each value here (.json, .npz), for --calibration; on the reference "
       "device",
       text(o.recordRanges)},
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
      {"check", "LIST", "checks on --device=emulated: all, or names with commas",
       emulated("HALFTONE_EMULATED_CHECK")},
      {"schedule", "S", "… in the order default, lazy, eager or random",
       emulated("HALFTONE_EMULATED_SCHEDULE")},
      {"counters", "F", "… and counters of its kernels, as JSON",
       emulated("HALFTONE_EMULATED_COUNTERS")},
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

/// True for a terminal, a pipe, /dev/null: what may take several outputs.
bool isDevice(const std::string &path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

/// Combinations in which a flag would do nothing, or harm.
Status checkFlags(const RunOptions &o) {
  if (o.checkpointEvery && o.checkpoint.empty())
    return Error{"--checkpoint-every needs --checkpoint=F"};
  if (!o.compare.empty() && o.report.empty())
    return Error{"--compare needs --report=F"};
  if (!o.emulated.empty() && o.device != "emulated")
    return Error{"--check, --schedule and --counters need --device=emulated"};
  if (!o.order.empty() && !o.trainRows.empty())
    return Error{"--train-rows has no effect with --order"};
  const std::pair<const char *, const std::string *> outputs[] = {
      {"--log", &o.log},
      {"--report", &o.report},
      {"--checkpoint", &o.checkpoint},
      {"--save", &o.save},
      {"--record-ranges", &o.recordRanges}};
  for (const auto &[firstFlag, first] : outputs)
    for (const auto &[secondFlag, second] : outputs)
      if (first < second && !first->empty() && *first == *second && !isDevice(*first))
        return Error{std::string(firstFlag) + " and " + secondFlag + " are the same file '" +
                     *first + "'"};
  return {};
}

/// Says so where the standard output did not take what was printed.
Status flushOutput() {
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout))
    return {};
  std::string reason = errno ? std::error_code(errno, std::generic_category()).message()
                             : std::string("an earlier write failed");
  return Error{"cannot write to the standard output: " + reason};
}

int fail(const char *program, const std::string &message) {
  (void)std::fflush(stdout);
  std::fprintf(stderr, "%s: error: %s\n", program, message.c_str());
  return 1;
}

int finish(const char *program, const Status &status) {
  if (!status)
    return fail(program, status.error());
  Status flushed = flushOutput();
  return flushed ? 0 : fail(program, flushed.error());
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
      return finish(program, {});
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
  if (Status checked = checkFlags(options); !checked)
    return fail(program, checked.error());
  if (!needsStep && !options.recordRanges.empty())
    return fail(program, "--record-ranges: a compiled step keeps no values; run its IR with "
                         "'halftone-run STEP.mlir --device=reference'");
  if (needsStep && options.step.empty()) {
    // Without a step there may still be logs to compare.
    if (options.report.empty() || options.compare.empty())
      return fail(program, "no step given (see --help)");
    Status compared = compareRuns(options);
    return finish(program, compared);
  }
  if (options.threads) {
    // A step's library has threads of its own, and asks the environment for their number.
    setNumThreads(options.threads);
    setenv("HALFTONE_NUM_THREADS", std::to_string(numThreads()).c_str(), /*overwrite=*/1);
  }
  for (auto &[variable, value] : options.emulated) // the step reads them, as its threads
    setenv(variable.c_str(), value.c_str(), /*overwrite=*/1);
  Result<std::unique_ptr<Executable>> executable = loader(options);
  if (!executable)
    return fail(program, executable.error());
  if (options.printManifest) {
    std::puts((*executable)->manifest().toJson().c_str());
    return finish(program, {});
  }
  Status trained = train(options, std::move(*executable));
  return finish(program, trained);
}
