// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The progress line. The rate is an exponential average over about five seconds,
// so that a slow first step does not spoil the estimate for long.
#include "halftone/Support/Progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace halftone;

static constexpr double redrawInterval = 0.1, smoothing = 5;

static double steadySeconds() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

static void writeError(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

static int terminalWidth() {
  winsize size = {};
  bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

Progress::Progress(ProgressOptions given) : options(std::move(given)) {
  if (!options.write)
    options.write = writeError;
  if (!options.seconds)
    options.seconds = steadySeconds;
  if (!options.terminal)
    options.terminal = ::isatty(STDERR_FILENO) == 1;
  done = measuredAt = options.start;
  begin = lastMeasured = options.seconds();
  // The first line comes at once on a terminal, after the interval elsewhere.
  lastShown = *options.terminal ? begin - redrawInterval : begin;
}

Progress::~Progress() { finish(); }

void Progress::measure(double now) {
  double elapsed = now - lastMeasured;
  if (elapsed <= 0 || done == measuredAt)
    return;
  double current = static_cast<double>(done - measuredAt) / elapsed;
  double weight = rate == 0 ? 1 : 1 - std::exp(-elapsed / smoothing);
  rate += weight * (current - rate);
  lastMeasured = now;
  measuredAt = done;
}

std::string halftone::formatDuration(double seconds) {
  // Rounded up: "0 s" is left only when nothing is.
  int64_t total = static_cast<int64_t>(std::ceil(std::clamp(seconds, 0.0, 1e9)));
  long long hours = total / 3600, minutes = total / 60 % 60, rest = total % 60;
  char text[48];
  if (hours > 0)
    std::snprintf(text, sizeof(text), "%lld:%02lld:%02lld", hours, minutes, rest);
  else if (minutes > 0)
    std::snprintf(text, sizeof(text), "%lld:%02lld", minutes, rest);
  else
    std::snprintf(text, sizeof(text), "%lld s", rest);
  return text;
}

/// "12.3 steps/s", or the time of one where that says more.
static std::string formatRate(double rate, const std::string &unit) {
  char text[64];
  if (rate >= 1)
    std::snprintf(text, sizeof(text), rate >= 100 ? "%.0f " : "%.1f ", rate);
  else
    std::snprintf(text, sizeof(text), "%.1f s/", 1 / rate);
  return rate >= 1 ? text + unit + "s/s" : text + unit;
}

std::string Progress::line(const std::string &details) const {
  std::string text = options.label.empty() ? "" : options.label + "  ";
  text += options.unit + " " + std::to_string(done);
  if (options.total > 0) {
    char percent[16];
    std::snprintf(
        percent, sizeof(percent), "%d%%",
        static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(options.total)));
    text += "/" + std::to_string(options.total) + "  " + percent;
  }
  if (rate > 0)
    text += "  " + formatRate(rate, options.unit);
  if (finished)
    text += "  in " + formatDuration(options.seconds() - begin);
  else if (rate > 0 && options.total > done)
    text += "  " + formatDuration(static_cast<double>(options.total - done) / rate) + " left";
  if (!details.empty())
    text += "  " + details;
  return text;
}

/// The first `width` characters of UTF-8 text.
static std::string_view cut(std::string_view text, int width) {
  int count = 0;
  for (size_t i = 0; i < text.size(); ++i)
    if ((text[i] & 0xc0) != 0x80 && ++count > width)
      return text.substr(0, i);
  return text;
}

void Progress::show(const std::string &text) {
  if (*options.terminal) {
    int width = options.width ? *options.width : terminalWidth();
    options.write("\r" + std::string(cut(text, std::max(width - 1, 1))) + "\x1b[K");
  } else {
    options.write(text + "\n");
  }
  shown = true;
}

void Progress::update(int64_t newDone, const std::function<std::string()> &details) {
  done = newDone;
  if (options.quiet || finished)
    return;
  double now = options.seconds();
  bool complete = options.total > 0 && done >= options.total;
  double interval = *options.terminal ? redrawInterval : options.plainInterval;
  if (now - lastShown < interval && !complete)
    return;
  measure(now);
  lastDetails = details ? details() : "";
  if (complete) // `finish` shows it
    return;
  show(line(lastDetails));
  lastShown = now;
}

void Progress::message(std::string_view text) {
  if (shown && *options.terminal && !finished) {
    options.write("\r\x1b[K");
    lastShown -= redrawInterval; // the line comes back with the next update
  }
  options.write(std::string(text) + "\n");
}

void Progress::finish() {
  if (finished)
    return;
  finished = true;
  if (options.quiet || (done == options.start && !shown))
    return;
  double elapsed = options.seconds() - begin;
  if (elapsed > 0) // at the end, the average over the whole run says more
    rate = static_cast<double>(done - options.start) / elapsed;
  show(line(lastDetails));
  if (*options.terminal)
    options.write("\n");
}
