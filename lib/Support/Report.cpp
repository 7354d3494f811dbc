// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The HTML report: which plots there are, and the page around them. Plots without
// data (the scale of an f32 run) are left out.
#include "halftone/Support/Report.h"
#include "Plot.h"
#include "ReportAssets.h"
#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/JsonText.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

using namespace halftone;

using Runs = std::vector<RunSeries>;

static constexpr size_t colourCount = 8;

/// A loss that falls, or spikes, by more than this factor is shown on a log axis.
static constexpr double logFactor = 40;

/// One line for each run that has values of this kind.
static std::vector<PlotLine> linesOf(const Runs &runs, std::vector<double> RunSeries::*member) {
  std::vector<PlotLine> lines;
  for (size_t run = 0; run < runs.size(); ++run)
    if (!(runs[run].*member).empty())
      lines.push_back({run, runs[run].step, runs[run].*member});
  return lines;
}

static AxisScale lossScale(const std::vector<PlotLine> &lines) {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const PlotLine &line : lines)
    for (double value : line.y)
      if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
  return low > 0 && high > logFactor * low ? AxisScale::Log10 : AxisScale::Linear;
}

/// |loss − loss of the first run| of the other runs, at the steps that both have.
static std::vector<PlotLine> lossDistances(const Runs &runs) {
  std::vector<PlotLine> lines;
  if (runs.size() < 2)
    return lines;
  std::unordered_map<double, double> reference;
  for (size_t i = 0; i < std::min(runs[0].step.size(), runs[0].loss.size()); ++i)
    reference[runs[0].step[i]] = runs[0].loss[i];
  for (size_t run = 1; run < runs.size(); ++run) {
    PlotLine line{run, {}, {}};
    for (size_t i = 0; i < std::min(runs[run].step.size(), runs[run].loss.size()); ++i)
      if (auto it = reference.find(runs[run].step[i]); it != reference.end()) {
        line.x.push_back(runs[run].step[i]);
        line.y.push_back(std::abs(runs[run].loss[i] - it->second));
      }
    if (!line.x.empty())
      lines.push_back(std::move(line));
  }
  return lines;
}

static std::vector<EventRow> skippedRows(const Runs &runs) {
  std::vector<EventRow> rows;
  for (size_t run = 0; run < runs.size(); ++run) {
    const RunSeries &series = runs[run];
    if (series.skipped.empty())
      continue;
    EventRow row{run, series.name, "", {}};
    size_t count = 0;
    for (size_t i = 0; i < series.skipped.size(); ++i)
      if (series.skipped[i]) {
        ++count;
        if (i < series.step.size())
          row.x.push_back(series.step[i]);
      }
    row.total = std::to_string(count) + " of " + std::to_string(series.skipped.size());
    rows.push_back(std::move(row));
  }
  return rows;
}

static std::string renderPlots(const Runs &runs, std::string &json) {
  std::vector<const std::vector<double> *> steps;
  for (const RunSeries &run : runs)
    steps.push_back(&run.step);
  Axis xAxis;
  if (!fitAxis(steps, AxisScale::Linear, /*room=*/false, xAxis))
    return "<p>No steps were recorded.</p>\n";

  Plot loss{"loss", "Loss", "", AxisScale::Linear, true, false, linesOf(runs, &RunSeries::loss)};
  loss.scale = lossScale(loss.lines);
  Plot distance{"distance", "Distance of the loss", "", AxisScale::Log10, true,
                false,      lossDistances(runs)};
  if (!runs.empty())
    distance.note = "from " + runs[0].name + ", where it is not 0";
  Plot scale{
      "scale", "Loss scale", "", AxisScale::Log2, false, true, linesOf(runs, &RunSeries::scale)};
  Plot norm{"norm",
            "Gradient norm",
            "",
            AxisScale::Log10,
            true,
            false,
            linesOf(runs, &RunSeries::gradNorm)};

  std::string html;
  for (const Plot *plot : {&loss, &distance, &norm, &scale})
    html += renderPlot(*plot, xAxis, json);
  if (std::vector<EventRow> rows = skippedRows(runs); !rows.empty())
    html += renderEvents("Skipped steps", rows, xAxis, json);
  return html;
}

/// A short stroke in the run's colour and dashes.
static std::string key(size_t run) {
  return "<svg class=\"key\" viewBox=\"0 0 20 8\"><path class=\"r" + std::to_string(run) +
         "\" style=\"stroke-width:3\" d=\"M2 4h16\"/></svg>";
}

/// A row a run, a column for each fact in the order of first appearance.
static std::string renderTable(const Runs &runs) {
  std::vector<std::string> columns;
  for (const RunSeries &run : runs)
    for (const auto &[name, value] : run.facts)
      if (std::find(columns.begin(), columns.end(), name) == columns.end())
        columns.push_back(name);
  std::string html = "<div class=\"scroll\"><table><thead><tr><th>run</th>";
  for (const std::string &column : columns)
    html += "<th>" + escapeHtml(column) + "</th>";
  html += "</tr></thead><tbody>\n";
  for (size_t run = 0; run < runs.size(); ++run) {
    html += "<tr><td>" + key(run) + escapeHtml(runs[run].name) + "</td>";
    for (const std::string &column : columns) {
      auto it = std::find_if(runs[run].facts.begin(), runs[run].facts.end(),
                             [&](const auto &fact) { return fact.first == column; });
      html += "<td>" + (it == runs[run].facts.end() ? "" : escapeHtml(it->second)) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

static std::string renderLegend(const Runs &runs) {
  std::string html = "<div class=\"bar\">";
  for (size_t run = 0; run < runs.size(); ++run)
    html += "<button aria-pressed=\"true\" title=\"show or hide\">" + key(run) +
            escapeHtml(runs[run].name) + "</button>";
  return html + "<label><input type=\"checkbox\" id=\"smooth\" checked> smooth</label></div>\n";
}

/// The colour variable of each run's class.
static std::string runStyles(size_t count) {
  std::string css;
  for (size_t run = 0; run < count; ++run) {
    css += ".r" + std::to_string(run) + "{--c:var(--c" + std::to_string(run % colourCount) + ")";
    if (size_t round = run / colourCount)
      css += ";stroke-dasharray:" + std::to_string(7 / round + 1) + " " + std::to_string(3 + round);
    css += "}\n";
  }
  return css;
}

/// JSON inside a script element must not end it.
static std::string embedJson(const std::string &json) {
  std::string result;
  for (char c : json)
    result += c == '<' ? "\\u003c" : std::string(1, c);
  return result;
}

std::string halftone::renderReport(const std::string &title, const std::vector<RunSeries> &runs) {
  std::string json, plots = renderPlots(runs, json), names;
  for (const RunSeries &run : runs)
    names += (names.empty() ? "" : ",") + jsonString(run.name);
  std::string data = "{\"runs\":[" + names + "],\"plots\":[" + json + "]}";
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
         escapeHtml(title) + "</title>\n<style>" + reportStyle + runStyles(runs.size()) +
         "</style></head>\n<body><main><h1>" + escapeHtml(title) + "</h1>\n" + renderTable(runs) +
         renderLegend(runs) + "<div class=\"plots\">\n" + plots +
         "</div>\n<footer>Faint lines are values, strong lines their average. Marks at a plot's "
         "upper "
         "edge are steps whose value is not finite or has no place on a logarithmic axis. Click a "
         "run "
         "to hide it.</footer></main>\n<div id=\"tip\"></div>\n"
         "<script type=\"application/json\" id=\"data\">" +
         embedJson(data) + "</script>\n<script>" + reportScript + "</script></body></html>\n";
}

Status halftone::writeReport(const std::string &path, const std::string &title,
                             const std::vector<RunSeries> &runs) {
  return writeFile(path, renderReport(title, runs));
}
