// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plots as SVG text.
#include "Plot.h"
#include "halftone/Support/JsonText.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace halftone;

/// Size of a plot and of the field in it, in SVG units.
static constexpr double width = 640, height = 300, left = 60, right = 626, top = 12, bottom = 264;
static constexpr int buckets = 566; ///< one a unit of width

std::string halftone::escapeHtml(std::string_view text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

/// A coordinate with one decimal.
static std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", std::clamp(value, -1e5, 1e5) + 0.0);
  return text;
}

static double pixelX(const Axis &axis, double x) {
  return left + axis.fraction(x) * (right - left);
}

static double pixelY(const Axis &axis, double y) {
  return bottom - axis.fraction(y) * (bottom - top);
}

/// `<line …>` from one corner to another.
static std::string line(const char *type, double x1, double y1, double x2, double y2) {
  return std::string("<line class=\"") + type + "\" x1=\"" + number(x1) + "\" y1=\"" + number(y1) +
         "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) + "\"/>";
}

static std::string label(const char *type, double x, double y, std::string_view text) {
  return std::string("<text class=\"") + type + "\" x=\"" + number(x) + "\" y=\"" + number(y) +
         "\">" + escapeHtml(text) + "</text>";
}

static std::string renderXAxis(const Axis &axis, double plotBottom) {
  std::string svg;
  for (const Axis::Tick &tick : axis.ticks(7)) {
    double x = left + (tick.at - axis.low) / (axis.high - axis.low) * (right - left);
    if (x < left - 0.5 || x > right + 0.5)
      continue;
    svg += line("tick", x, plotBottom, x, plotBottom + 4) +
           label("x", x, plotBottom + 17, tick.label) + "\n";
  }
  return svg + line("axis", left, plotBottom, right, plotBottom) +
         label("x name", (left + right) / 2, plotBottom + 32, "step") + "\n";
}

static std::string renderYAxis(const Axis &axis) {
  std::string svg;
  for (const Axis::Tick &tick : axis.ticks(6)) {
    double y = bottom - (tick.at - axis.low) / (axis.high - axis.low) * (bottom - top);
    if (y < top - 0.5 || y > bottom + 0.5)
      continue;
    svg += line("grid", left, y, right, y) + label("y", left - 8, y + 4, tick.label) + "\n";
  }
  return svg;
}

/// Path commands through the points, broken at gaps.
static std::string pathOf(const std::vector<Point> &points, const Axis &xAxis, const Axis &yAxis,
                          bool steps) {
  std::string path;
  bool open = false;
  for (size_t i = 0; i < points.size(); ++i) {
    if (std::isnan(points[i].y)) {
      open = false;
      continue;
    }
    std::string x = number(pixelX(xAxis, points[i].x)), y = number(pixelY(yAxis, points[i].y));
    if (!open) {
      path += "M" + x + " " + y;
      bool alone = i + 1 == points.size() || std::isnan(points[i + 1].y);
      path += alone ? "h0" : ""; // a dot, by the round cap
    } else {
      path += steps ? "H" + x + "V" + y : "L" + x + " " + y;
    }
    open = true;
  }
  return path;
}

/// Short marks at the upper edge where values are not finite.
static std::string marksOf(const std::vector<Point> &points, const Axis &xAxis) {
  std::string path;
  for (const Point &point : points)
    if (std::isnan(point.y) && std::isfinite(point.x))
      path += "M" + number(pixelX(xAxis, point.x)) + " " + number(top) + "v6";
  return path;
}

static std::string pathElement(const char *type, size_t run, const std::string &path) {
  if (path.empty())
    return "";
  return std::string("<path class=\"") + type + " r" + std::to_string(run) + "\" data-run=\"" +
         std::to_string(run) + "\" d=\"" + path + "\"/>\n";
}

static std::string jsonValue(double value) {
  if (!std::isfinite(value))
    return "null";
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

/// {"id": …, "x": […], "series": [{"run": 0, "x": […], "y": […]}, …]}
static void appendJson(std::string &json, const std::string &id, const std::string &series) {
  json +=
      (json.empty() ? "" : ",\n") + ("{\"id\":" + jsonString(id)) + ",\"series\":[" + series + "]}";
}

static std::string seriesJson(size_t run, const std::vector<Point> &points) {
  std::string xs, ys;
  for (const Point &point : points) {
    if (!std::isfinite(point.x))
      continue;
    xs += (xs.empty() ? "" : ",") + jsonNumber(point.x);
    ys += (ys.empty() ? "" : ",") + jsonValue(point.y);
  }
  return "{\"run\":" + std::to_string(run) + ",\"x\":[" + xs + "],\"y\":[" + ys + "]}";
}

/// The figure around the drawing; the script finds the field by the data attributes.
static std::string figure(const std::string &id, const std::string &title, const std::string &note,
                          double total, double plotBottom, const Axis &xAxis,
                          const std::string &drawing) {
  std::string html = "<figure id=\"" + id + "\"><figcaption>" + escapeHtml(title);
  if (!note.empty())
    html += " <small>" + escapeHtml(note) + "</small>";
  html += "</figcaption>\n<svg viewBox=\"0 0 " + std::to_string(static_cast<int>(width)) + " " +
          std::to_string(static_cast<int>(total)) + "\" role=\"img\" aria-label=\"" +
          escapeHtml(title) + "\" data-left=\"" + number(left) + "\" data-right=\"" +
          number(right) + "\" data-low=\"" + jsonNumber(xAxis.low) + "\" data-high=\"" +
          jsonNumber(xAxis.high) + "\">\n" + drawing;
  return html + line("cursor", left, top, left, plotBottom) + "</svg></figure>\n";
}

std::string halftone::renderPlot(const Plot &plot, const Axis &xAxis, std::string &json) {
  std::vector<const std::vector<double> *> values;
  for (const PlotLine &plotLine : plot.lines)
    values.push_back(&plotLine.y);
  Axis yAxis;
  if (!fitAxis(values, plot.scale, /*room=*/true, yAxis))
    return "";

  std::string faint, strong, series;
  for (const PlotLine &plotLine : plot.lines) {
    std::vector<Point> points = thin(plotLine.x, plotLine.y, xAxis, yAxis, buckets);
    std::string path = pathOf(points, xAxis, yAxis, plot.steps);
    std::string marks = pathElement("mark", plotLine.run, marksOf(points, xAxis));
    bool average = plot.smoothed && plotLine.y.size() >= 60;
    faint += pathElement(average ? "raw" : "line", plotLine.run, path) + marks;
    if (average) {
      std::vector<double> smoothed =
          smooth(plotLine.y, yAxis, static_cast<double>(plotLine.y.size()) / 50);
      std::vector<Point> mean = thin(plotLine.x, smoothed, xAxis, yAxis, buckets / 3);
      strong += pathElement("mean", plotLine.run, pathOf(mean, xAxis, yAxis, false));
    }
    series += (series.empty() ? "" : ",\n") + seriesJson(plotLine.run, points);
  }
  appendJson(json, plot.id, series);
  return figure(plot.id, plot.title, plot.note, height, bottom, xAxis,
                renderYAxis(yAxis) + renderXAxis(xAxis, bottom) + faint + strong);
}

std::string halftone::renderEvents(const std::string &title, const std::vector<EventRow> &rows,
                                   const Axis &xAxis, std::string &json) {
  constexpr double rowHeight = 34;
  double plotBottom = top + rowHeight * static_cast<double>(rows.size());
  std::string drawing, series;
  for (size_t i = 0; i < rows.size(); ++i) {
    const EventRow &row = rows[i];
    double y = top + rowHeight * static_cast<double>(i);
    drawing += label("row", left, y + 12, row.name + ": " + row.total);
    drawing += line("grid", left, y + rowHeight - 1, right, y + rowHeight - 1) + "\n";
    std::string path;
    double previous = -1;
    std::vector<Point> points;
    for (double x : row.x) {
      double pixel = pixelX(xAxis, x);
      if (!std::isfinite(pixel) || pixel - previous < 0.5) // on the last one: nothing more to see
        continue;
      points.push_back({x, 1});
      path += "M" + number(pixel) + " " + number(y + 17) + "v14";
      previous = pixel;
    }
    drawing += pathElement("event", row.run, path);
    series += (series.empty() ? "" : ",\n") + seriesJson(row.run, points);
  }
  appendJson(json, "skipped", series);
  return figure("skipped", title, "", plotBottom + 36, plotBottom, xAxis,
                drawing + renderXAxis(xAxis, plotBottom));
}
