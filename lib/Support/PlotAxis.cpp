// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a plot: ranges, round ticks and their labels, thinning, smoothing.
#include "Plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

using namespace halftone;

double Axis::place(double value) const {
  double unit = scale == AxisScale::Linear ? value
                : scale == AxisScale::Log2 ? std::log2(value)
                                           : std::log10(value);
  return std::isfinite(unit) ? unit : std::numeric_limits<double>::quiet_NaN();
}

/// The next of 1, 2, 5, 10, 20, … that is at least `least`.
static double roundStep(double least) {
  double power = std::pow(10, std::floor(std::log10(least)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9))
      return factor * power;
  return 10 * power;
}

/// "2¹⁶", "10⁻³".
static std::string powerLabel(const char *base, int exponent) {
  static const char *digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = base;
  for (char c : std::to_string(exponent))
    text += c == '-' ? "⁻" : digits[c - '0'];
  return text;
}

static std::string decimalLabel(double value, double step) {
  if (std::abs(value) < step / 1000)
    return "0";
  char text[64];
  if (std::max(std::abs(value), step) >= 1e7 || step < 1e-6)
    std::snprintf(text, sizeof(text), "%.3g", value);
  else
    std::snprintf(text, sizeof(text), "%.*f",
                  std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9))), value);
  return text;
}

/// `factor` times a power of ten; as a decimal if all of the axis can be read so.
static std::string decadeLabel(int exponent, int factor, bool decimal) {
  char text[32];
  if (decimal)
    std::snprintf(text, sizeof(text), "%.*f", std::max(0, -exponent),
                  factor * std::pow(10, exponent));
  else if (factor == 1)
    return powerLabel("10", exponent);
  else
    std::snprintf(text, sizeof(text), "%de%d", factor, exponent);
  return text;
}

static std::vector<Axis::Tick> linearTicks(const Axis &axis, int count) {
  double step = roundStep((axis.high - axis.low) / count);
  std::vector<Axis::Tick> ticks;
  double first = std::ceil(axis.low / step - 1e-9);
  for (int i = 0; (first + i) * step <= axis.high + step * 1e-9 && i < 100; ++i)
    ticks.push_back({(first + i) * step, decimalLabel((first + i) * step, step)});
  return ticks;
}

std::vector<Axis::Tick> Axis::ticks(int count) const {
  if (scale == AxisScale::Linear)
    return linearTicks(*this, count);
  std::vector<Tick> result;
  int step = std::max(1, static_cast<int>(roundStep(std::max(1.0, (high - low) / count))));
  int first = static_cast<int>(std::ceil(low - 1e-9)),
      last = static_cast<int>(std::floor(high + 1e-9));
  if (scale == AxisScale::Log2) {
    for (int exponent = first; exponent <= last; ++exponent)
      if (exponent % step == 0)
        result.push_back({static_cast<double>(exponent), powerLabel("2", exponent)});
    return result;
  }
  // Between few decades, also 2 and 5 times a power of ten.
  bool fine = high - low <= 2.5, decimal = first >= -3 && last <= 4;
  for (int exponent = first - 1; exponent <= last; ++exponent)
    for (int factor : {1, 2, 5}) {
      double at = exponent + std::log10(factor);
      if (at >= low - 1e-9 && at <= high + 1e-9 && exponent % step == 0 && (factor == 1 || fine))
        result.push_back({at, decadeLabel(exponent, factor, decimal)});
    }
  if (result.size() >= 3)
    return result;
  // Less than a decade: round values, placed by their logarithms.
  Axis values{AxisScale::Linear, std::pow(10, low), std::pow(10, high)};
  result = linearTicks(values, count);
  for (Tick &tick : result)
    tick.at = std::log10(tick.at);
  return result;
}

bool halftone::fitAxis(const std::vector<const std::vector<double> *> &values, AxisScale scale,
                       bool room, Axis &axis) {
  axis.scale = scale;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const std::vector<double> *list : values)
    for (double value : *list) {
      double unit = axis.place(value);
      if (std::isnan(unit))
        continue;
      low = std::min(low, unit);
      high = std::max(high, unit);
    }
  if (low > high)
    return false;
  double span = high - low;
  // Differences that the doubles around the values can hardly express are none.
  double least = std::max(std::abs(low), std::abs(high)) * 1e-9 + 1e-300;
  if (!(span > least)) {
    double pad = scale == AxisScale::Linear ? std::max(std::abs(low) * 0.1, 0.5) : 1;
    low -= pad;
    high += pad;
  } else if (room) {
    low -= span * 0.05;
    high += span * 0.05;
  }
  // Values near the largest double must not make the range infinite.
  double limit = std::numeric_limits<double>::max() / 4;
  axis.low = std::max(low, -limit);
  axis.high = std::min(high, limit);
  return true;
}

std::vector<Point> halftone::thin(const std::vector<double> &x, const std::vector<double> &y,
                                  const Axis &xAxis, const Axis &yAxis, int buckets) {
  std::vector<Point> result;
  size_t count = std::min(x.size(), y.size());
  auto shown = [&](size_t i) { return !std::isnan(yAxis.place(y[i])) && std::isfinite(x[i]); };
  auto bucketOf = [&](size_t i) {
    double at = std::isfinite(x[i]) ? xAxis.fraction(x[i]) : 0;
    return static_cast<int>(std::clamp(at, 0.0, 1.0) * buckets);
  };
  for (size_t begin = 0, end; begin < count; begin = end) {
    int bucket = bucketOf(begin);
    for (end = begin + 1; end < count && bucketOf(end) == bucket;)
      ++end;
    bool gap = false;
    std::vector<size_t> good;
    for (size_t i = begin; i < end; ++i) {
      if (shown(i))
        good.push_back(i);
      else
        gap = true;
    }
    if (good.size() > 4) {
      auto less = [&](size_t a, size_t b) { return y[a] < y[b]; };
      auto [least, greatest] = std::minmax_element(good.begin(), good.end(), less);
      std::vector<size_t> kept = {good.front(), *least, *greatest, good.back()};
      std::sort(kept.begin(), kept.end());
      kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
      good = kept;
    }
    // Where a bucket has both, the gap goes to where the first hidden point was.
    size_t hidden = begin;
    while (hidden < end && shown(hidden))
      ++hidden;
    for (size_t i : good) {
      if (gap && i > hidden) {
        result.push_back({x[hidden], std::numeric_limits<double>::quiet_NaN()});
        gap = false;
      }
      result.push_back({x[i], y[i]});
    }
    if (gap)
      result.push_back({x[hidden], std::numeric_limits<double>::quiet_NaN()});
  }
  return result;
}

/// One direction of `smooth`: at each point, the average of what came before.
template <typename Iterator> static void smoothTo(Iterator from, Iterator end, double keep) {
  double average = 0, weight = 0;
  for (; from != end; ++from) {
    if (!std::isfinite(*from))
      continue;
    average = keep * average + (1 - keep) * *from;
    weight = keep * weight + (1 - keep);
    *from = average / weight;
  }
}

std::vector<double> halftone::smooth(const std::vector<double> &y, const Axis &axis,
                                     double window) {
  // In the axis' units, so that the line goes through the middle of what is drawn,
  // and from both sides, so that it does not lag behind.
  std::vector<double> before;
  for (double value : y)
    before.push_back(axis.place(value));
  std::vector<double> after = before;
  double keep = 1 - 1 / std::max(window, 1.0);
  smoothTo(before.begin(), before.end(), keep);
  smoothTo(after.rbegin(), after.rend(), keep);
  for (size_t i = 0; i < y.size(); ++i) {
    double unit = before[i] / 2 + after[i] / 2;
    before[i] = axis.scale == AxisScale::Linear ? unit
                : axis.scale == AxisScale::Log2 ? std::exp2(unit)
                                                : std::pow(10, unit);
  }
  return before;
}
