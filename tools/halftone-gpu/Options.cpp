// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags: how each is spelled, for which command, and where its value goes.
#include "Options.h"

#include <charconv>
#include <functional>

using namespace halftone;
using namespace halftone::gpu;

namespace {

struct Flag {
  const char *name, *value, *command, *help;
  std::function<Status(const std::string &)> set;
};

bool parseNumber(std::string_view text, uint64_t &value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// "4", "4,2" or "4,2,1"
Status parseDim(const std::string &text, emulator::Dim3 &dim) {
  uint32_t sizes[3] = {1, 1, 1};
  std::string_view rest = text;
  for (size_t i = 0;; ++i) {
    std::string_view part = rest.substr(0, rest.find(','));
    uint64_t size = 0;
    if (i == 3 || !parseNumber(part, size) || size == 0 || size > UINT32_MAX)
      return Error{"expected one to three sizes as '4,2,1', got '" + text + "'"};
    sizes[i] = static_cast<uint32_t>(size);
    if (part.size() == rest.size())
      break;
    rest.remove_prefix(part.size() + 1);
  }
  dim = {sizes[0], sizes[1], sizes[2]};
  return {};
}

Status addSchedules(const std::string &text, std::vector<emulator::Schedule> &schedules) {
  using emulator::Schedule;
  std::string_view rest = text;
  for (;;) {
    std::string_view name = rest.substr(0, rest.find(','));
    if (name == "every") {
      schedules.insert(schedules.end(), {Schedule::Default, Schedule::LazyRoundRobin,
                                         Schedule::EagerPriority, Schedule::Random});
    } else if (std::optional<Schedule> schedule = emulator::parseSchedule(name)) {
      schedules.push_back(*schedule);
    } else {
      return Error{"expected 'default', 'lazy', 'eager', 'random' or 'every', got '" +
                   std::string(name) + "'"};
    }
    if (name.size() == rest.size())
      return {};
    rest.remove_prefix(name.size() + 1);
  }
}

std::vector<Flag> makeFlags(Options &o) {
  auto text = [](std::string &out) {
    return [&out](const std::string &value) { return out = value, Status(); };
  };
  auto dim = [](emulator::Dim3 &out) {
    return [&out](const std::string &value) { return parseDim(value, out); };
  };
  auto list = [](std::vector<std::string> &out) {
    return [&out](const std::string &value) { return out.push_back(value), Status(); };
  };
  auto boolean = [](bool &out) {
    return [&out](const std::string &) { return out = true, Status(); };
  };
  auto instrument = [&o](const char *name) {
    return [&o, name](const std::string &value) {
      // What is wrong is said now, not after a long run.
      emulator::Instruments probe;
      if (Status set = probe.set(name, value); !set)
        return set;
      o.instruments.emplace_back(name, value);
      return Status();
    };
  };
  return {
      {"entry", "NAME", "run", "the kernel; not needed where there is one", text(o.entry)},
      {"grid", "X,Y,Z", "run", "blocks (default 1)", dim(o.grid)},
      {"block", "X,Y,Z", "run", "threads of a block (default 1)", dim(o.block)},
      {"cluster", "X,Y,Z", "run", "blocks of a cluster", dim(o.cluster)},
      {"shared", "BYTES", "run", "dynamic shared memory of a block",
       [&o](const std::string &value) {
         uint64_t bytes = 0;
         if (!parseNumber(value, bytes) || bytes > UINT32_MAX)
           return Status(Error{"expected a number of bytes, got '" + value + "'"});
         o.sharedBytes = bytes;
         return Status();
       }},
      {"cooperative", nullptr, "run", "all blocks run at once, and may wait for each other",
       boolean(o.cooperative)},
      {"arg", "A", "run", "the next argument of the kernel (below)", list(o.arguments)},
      {"global", "NAME:F", "run", "fills a variable of the module from a .npy file first",
       list(o.globals)},
      {"read-global", "NAME:F[,TYPE]", "run", "writes a variable to a .npy file afterwards",
       list(o.readGlobals)},
      {"check", "LIST", "run", "checks to make: all, or names with commas; -name takes one away",
       instrument("check")},
      {"schedule", "LIST", "run",
       "default, lazy, eager, random or every; of several, results are compared",
       [&o](const std::string &value) { return addSchedules(value, o.schedules); }},
      {"seed", "N", "run", "of the random schedule (default 0)", instrument("seed")},
      {"threads", "N", "run", "host threads (default 2); checks and counters take one",
       instrument("threads")},
      {"hardware-sums", nullptr, "run", "Tensor Core sums truncate as the chip's do",
       [&o](const std::string &) {
         o.instruments.emplace_back("hardware-sums", "1");
         return Status();
       }},
      {"max-instructions", "N", "run",
       "of a warp, after which a loop counts as endless (default 1000000000; 0: none)",
       instrument("max-instructions")},
      {"chip", "SM", "run", "the chip whose limits and cache count (default: the module's target)",
       instrument("chip")},
      {"counters", "F", "run", "writes counters as JSON", text(o.counters)},
      {"heatmap", "F", "run", "writes a heat map of the source lines as HTML", text(o.heatMap)},
      {"table", nullptr, "run", "prints counters as a table", boolean(o.table)},
      {"ptxas", "F", "both", "output of 'ptxas -v', for registers and spills", text(o.ptxas)},
      {"quiet", nullptr, "run", "no progress on the standard error", boolean(o.quiet)},
      {"json", nullptr, "info", "as JSON", boolean(o.json)},
  };
}

constexpr char introduction[] =
    R"(usage: halftone-gpu run KERNEL [flags]
       halftone-gpu info KERNEL [flags]
       halftone-gpu --help | --version

Runs PTX on the CPU, checks its accesses and counts what decides its speed. KERNEL is
PTX text, or a fat binary that holds PTX.

)";

constexpr char arguments[] = R"(
Arguments, in the kernel's order:
  in:F.npy                the address of an array with the file's values
  out:F.npy,TYPE,SHAPE    the address of an array that is written to the file afterwards:
                          out:y.npy,f32,64x128; without type and shape, those of the file
                          that is there
  inout:F.npy[,G.npy]     both; written to G, or back to F
  TYPE:VALUE              a number: i32:5, f32:1.5, bf16:0.5, u64:0x10
  ptr:null                a null pointer
  bytes:00ff12            a parameter's bytes, in hexadecimal
  tensormap:F.npy,box=64x128[,swizzle=32B|64B|128B][,fill=nan]
                          a tensor map of the file's array, sizes as in the array, the last
                          dimension innermost; tensormap:out:… and inout:… as above
TYPE is f64 f32 f16 bf16 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64 (u8 … as well).

Exit status: 0 fine, 1 wrong usage or a run that failed, 2 findings of checks, or results
that differ between schedules.
)";

} // namespace

std::string gpu::helpText() {
  Options options;
  std::string text = introduction;
  for (const Flag &flag : makeFlags(options)) {
    std::string left = std::string("  --") + flag.name;
    if (flag.value)
      left += std::string("=") + flag.value;
    if (left.size() < 28)
      left.resize(28, ' ');
    text += left + flag.help + "\n";
  }
  return text + arguments;
}

Result<Options> gpu::parseOptions(int argc, char **argv) {
  Options options;
  std::vector<Flag> flags = makeFlags(options);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty())
    return Error{"expected a command, 'run' or 'info' (see --help)"};
  options.command = words[0];
  if (options.command != "run" && options.command != "info")
    return Error{"expected the command 'run' or 'info', got '" + options.command + "'"};
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string &word = words[i];
    if (!word.starts_with("--")) {
      if (!options.input.empty())
        return Error{"unexpected argument '" + word + "'"};
      options.input = word;
      continue;
    }
    std::string name = word.substr(2, word.find('=') == std::string::npos ? std::string::npos
                                                                          : word.find('=') - 2);
    const Flag *found = nullptr;
    for (const Flag &flag : flags)
      if (name == flag.name)
        found = &flag;
    if (!found)
      return Error{"unknown flag '--" + name + "' (see --help)"};
    if (options.command != found->command && found->command != std::string_view("both"))
      return Error{"'--" + name + "' is a flag of '" + found->command + "'"};
    bool hasValue = word.find('=') != std::string::npos;
    if (!found->value && hasValue)
      return Error{"'--" + name + "' takes no value"};
    std::string value = hasValue ? word.substr(word.find('=') + 1) : "";
    if (found->value && !hasValue) {
      if (i + 1 == words.size())
        return Error{"'--" + name + "' needs a value"};
      value = words[++i];
    }
    if (Status set = found->set(value); !set)
      return Error{"--" + name + ": " + set.error()};
  }
  if (options.input.empty())
    return Error{"no kernel file given (see --help)"};
  if (options.schedules.empty())
    options.schedules.push_back(emulator::Schedule::Default);
  return options;
}
