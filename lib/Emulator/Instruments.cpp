// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options by their names, and the observers that they call for.
#include "halftone/Emulator/Instruments.h"

#include "halftone/Support/AtomicFile.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr std::string_view scheduleNames[] = {"default", "lazy", "eager", "random"};

bool parseNumber(std::string_view text, uint64_t most, uint64_t &value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value <= most;
}

Status expected(std::string_view name, std::string_view what, std::string_view got) {
  return Error{"'" + std::string(name) + "': expected " + std::string(what) + ", got '" +
               std::string(got) + "'"};
}

} // namespace

std::optional<Schedule> emulator::parseSchedule(std::string_view name) {
  for (size_t i = 0; i < std::size(scheduleNames); ++i)
    if (scheduleNames[i] == name)
      return static_cast<Schedule>(i);
  return std::nullopt;
}

std::string_view emulator::toString(Schedule schedule) {
  return scheduleNames[static_cast<size_t>(schedule)];
}

void Instruments::startCounting() { counters_ = std::make_unique<Counters>(counting); }

Status Instruments::set(std::string_view name, std::string_view value) {
  uint64_t number = 0;
  if (name == "check") {
    Result<Checks> checks = Checker::parse(value);
    if (!checks)
      return Error{"'check': " + checks.error()};
    findingsPrinted = 0;
    checker_ = checks->bits ? std::make_unique<Checker>(*checks) : nullptr;
  } else if (name == "schedule") {
    std::optional<Schedule> schedule = parseSchedule(value);
    if (!schedule)
      return expected(name, "'default', 'lazy', 'eager' or 'random'", value);
    options.schedule = *schedule;
  } else if (name == "seed") {
    if (!parseNumber(value, UINT64_MAX, number))
      return expected(name, "a number", value);
    options.seed = number;
  } else if (name == "threads") {
    if (!parseNumber(value, 65536, number))
      return expected(name, "a number", value);
    options.threads = static_cast<int>(std::min<uint64_t>(number, 256));
  } else if (name == "hardware-sums") {
    if (value != "0" && value != "1")
      return expected(name, "'0' or '1'", value);
    options.hardwareSums = value == "1";
  } else if (name == "max-instructions") {
    if (!parseNumber(value, UINT64_MAX, number))
      return expected(name, "a number", value);
    options.maxInstructions = number;
  } else if (name == "chip") {
    if (!value.empty() && archOf(value) < 50)
      return expected(name, "a chip as 'sm_90a'", value);
    counting.chip = std::string(value);
    if (counters_)
      startCounting();
  } else if (name == "ptxas") {
    counting.ptxas = std::string(value);
    if (counters_)
      startCounting();
  } else if (name == "counters") {
    if (value != "0" && value != "1")
      return expected(name, "'0' or '1'", value);
    if (value == "0")
      counters_ = nullptr;
    else if (!counters_)
      startCounting();
  } else {
    return Error{"there is no option '" + std::string(name) + "'"};
  }
  return {};
}

Status Instruments::readEnvironment() {
  static constexpr struct {
    const char *variable, *name;
  } variables[] = {{"HALFTONE_EMULATED_CHECK", "check"},
                   {"HALFTONE_EMULATED_SCHEDULE", "schedule"},
                   {"HALFTONE_EMULATED_SEED", "seed"},
                   {"HALFTONE_NUM_THREADS", "threads"},
                   {"HALFTONE_EMULATED_HARDWARE_SUMS", "hardware-sums"},
                   {"HALFTONE_EMULATED_MAX_INSTRUCTIONS", "max-instructions"},
                   {"HALFTONE_EMULATED_CHIP", "chip"}};
  for (auto &[variable, name] : variables) {
    const char *value = std::getenv(variable);
    if (!value || !*value)
      continue;
    if (Status status = set(name, value); !status)
      return Error{std::string(variable) + ": " + status.error()};
    printsFindings |= name == std::string_view("check");
  }
  for (auto [variable, file] : {std::pair("HALFTONE_EMULATED_COUNTERS", &countersFile),
                                std::pair("HALFTONE_EMULATED_HEATMAP", &heatMapFile)})
    if (const char *value = std::getenv(variable); value && *value) {
      // Now, not after hours of a run.
      std::string folder = std::filesystem::path(value).parent_path().string();
      if (access(folder.empty() ? "." : folder.c_str(), W_OK))
        return Error{std::string(variable) + ": can't write to the folder of '" + value + "'"};
      if (countersFile == value)
        return Error{"HALFTONE_EMULATED_COUNTERS and HALFTONE_EMULATED_HEATMAP both name '" +
                     countersFile + "'"};
      if (!counters_)
        startCounting();
      *file = value;
    }
  return {};
}

LaunchOptions Instruments::launchOptions() {
  observers = ObserverList();
  if (checker_)
    observers.add(checker_.get());
  if (counters_)
    observers.add(counters_.get());
  LaunchOptions result = options;
  result.observer = observers.get();
  return result;
}

void Instruments::addText(std::string_view text) {
  if (counters_)
    ptx = std::string(text);
}

void Instruments::printFindings() {
  if (!checker_ || !printsFindings)
    return;
  const std::vector<Finding> &findings = checker_->findings();
  findingsPrinted = std::min(findingsPrinted, findings.size()); // they may have been cleared
  for (; findingsPrinted < findings.size(); ++findingsPrinted)
    std::fprintf(stderr, "halftone: %s\n", findings[findingsPrinted].message.c_str());
}

std::string Instruments::heatMap() const {
  HeatMapTexts texts;
  texts.ptx = ptx;
  for (auto &kernel : counters_->kernels())
    for (const std::string &file : kernel->files)
      if (Result<std::string> text = readFile(file))
        texts.sources[file] = std::move(*text);
  return counters_->heatMap(texts);
}

Status Instruments::writeFiles() const {
  if (!countersFile.empty())
    if (Status status = writeFile(countersFile, counters_->json()); !status)
      return status;
  return heatMapFile.empty() ? Status() : writeFile(heatMapFile, heatMap());
}

void Instruments::allocated(const void *begin, size_t bytes) {
  if (checker_)
    checker_->allocated(begin, bytes);
}

void Instruments::written(const void *begin, size_t bytes) {
  if (checker_)
    checker_->written(begin, bytes);
}

void Instruments::freed(const void *begin) {
  if (checker_)
    checker_->freed(begin);
}
