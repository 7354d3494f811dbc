// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The progress line, with a clock and a terminal of the test's own.
#include "halftone/Support/Progress.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace halftone;

namespace {

/// Options that write to `text` and read the time from `now`.
struct Screen {
  std::string text;
  double now = 100;

  ProgressOptions options(bool terminal) {
    ProgressOptions result;
    result.label = "train";
    result.total = 200;
    result.terminal = terminal;
    result.width = 80;
    result.write = [this](std::string_view part) { text += part; };
    result.seconds = [this] { return now; };
    return result;
  }
};

TEST(Progress, TerminalLineIsOverwrittenAtMostTenTimesASecond) {
  Screen screen;
  {
    Progress progress(screen.options(true));
    for (int step = 1; step <= 100; ++step) {
      screen.now += 0.02;
      progress.update(step, [] { return std::string("loss 1.5"); });
    }
    size_t lines = static_cast<size_t>(std::count(screen.text.begin(), screen.text.end(), '\r'));
    EXPECT_GE(lines, 15u);
    EXPECT_LE(lines, 21u);
    EXPECT_EQ(screen.text.find('\n'), std::string::npos);
    EXPECT_NE(screen.text.find("train  step 97/200  48%  50.0 steps/s  3 s left  loss 1.5\x1b[K"),
              std::string::npos)
        << screen.text;
  }
  EXPECT_TRUE(screen.text.ends_with("\n"));
  EXPECT_NE(screen.text.find("step 100/200  50%  50.0 steps/s  in 2 s"), std::string::npos)
      << screen.text;
}

TEST(Progress, PlainLinesEverySomeSeconds) {
  Screen screen;
  Progress progress(screen.options(false));
  for (int step = 1; step <= 200; ++step) {
    screen.now += 0.1;
    progress.update(step);
  }
  progress.finish();
  EXPECT_EQ(std::count(screen.text.begin(), screen.text.end(), '\n'), 4) << screen.text;
  EXPECT_EQ(screen.text.find('\r'), std::string::npos);
  EXPECT_NE(screen.text.find("train  step 200/200  100%  10.0 steps/s  in 20 s\n"),
            std::string::npos)
      << screen.text;
}

TEST(Progress, QuietSaysNothing) {
  Screen screen;
  ProgressOptions options = screen.options(true);
  options.quiet = true;
  Progress progress(options);
  screen.now += 10;
  progress.update(5, []() -> std::string {
    ADD_FAILURE() << "details were made for nobody";
    return "";
  });
  progress.finish();
  EXPECT_EQ(screen.text, "");
}

TEST(Progress, FitsTheTerminalAndCountsFromTheStart) {
  Screen screen;
  ProgressOptions options = screen.options(true);
  options.width = 24;
  options.start = 100;
  Progress progress(options);
  screen.now += 1;
  progress.update(150, [] { return std::string("ü"); });
  EXPECT_EQ(screen.text, "\rtrain  step 150/200  75\x1b[K");
  screen.text.clear();
  progress.message("saved");
  EXPECT_EQ(screen.text, "\r\x1b[Ksaved\n");
}

TEST(Progress, Durations) {
  EXPECT_EQ(formatDuration(0), "0 s");
  EXPECT_EQ(formatDuration(11.2), "12 s");
  EXPECT_EQ(formatDuration(245), "4:05");
  EXPECT_EQ(formatDuration(3723), "1:02:03");
  EXPECT_EQ(formatDuration(-1), "0 s");
}

} // namespace
