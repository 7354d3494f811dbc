// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Line plots as SVG text: axes with round ticks, lines thinned to what can be seen,
// and the same points as JSON for the values under the pointer.
#ifndef HALFTONE_SUPPORT_PLOT_H
#define HALFTONE_SUPPORT_PLOT_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

enum class AxisScale { Linear, Log10, Log2 };

/// A range of values on `length` pixels.
struct Axis {
  AxisScale scale = AxisScale::Linear;
  double low = 0, high = 1; ///< in the axis' own units: exponents where logarithmic

  struct Tick {
    double at; ///< in the axis' units
    std::string label;
  };
  /// About `count` round ones, in order.
  std::vector<Tick> ticks(int count) const;

  /// Value to axis units; NaN for what the axis cannot show.
  double place(double value) const;
  /// From 0 at `low` to 1 at `high`.
  double fraction(double value) const { return (place(value) - low) / (high - low); }
};

/// The axis that shows these values with a little room; false if none can be shown.
bool fitAxis(const std::vector<const std::vector<double> *> &values, AxisScale scale, bool room,
             Axis &axis);

struct Point {
  double x, y;
};

/// At most five points for each of `buckets` equal parts of the range: first, least,
/// greatest, last, and a NaN where something could not be shown. Spikes survive.
std::vector<Point> thin(const std::vector<double> &x, const std::vector<double> &y,
                        const Axis &xAxis, const Axis &yAxis, int buckets);

/// An exponential average over about `window` points to both sides, in the axis'
/// units; NaN where the axis cannot show the value, which then does not count.
std::vector<double> smooth(const std::vector<double> &y, const Axis &axis, double window);

struct PlotLine {
  size_t run; ///< chooses colour and dashes
  std::vector<double> x, y;
};

struct Plot {
  std::string id, title, note;
  AxisScale scale = AxisScale::Linear;
  bool smoothed = false; ///< draw an average over the faint line
  bool steps = false;    ///< values hold until the next one: draw stairs
  std::vector<PlotLine> lines;
};

/// A `<figure>`, and its data for the script appended to `json` as one more element.
/// Nothing if there is nothing to show.
std::string renderPlot(const Plot &plot, const Axis &xAxis, std::string &json);

/// Rows of marks, one row a run, with a text at the right.
struct EventRow {
  size_t run;
  std::string name, total;
  std::vector<double> x;
};
std::string renderEvents(const std::string &title, const std::vector<EventRow> &rows,
                         const Axis &xAxis, std::string &json);

std::string escapeHtml(std::string_view text);

} // namespace halftone

#endif // HALFTONE_SUPPORT_PLOT_H
