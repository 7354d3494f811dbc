// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heat map: for each kernel its summary, then the lines of the source files and of
// the PTX with their counts, each column coloured by its share of the column's
// largest. One page of HTML and CSS, without scripts and other files.
#include "halftone/Emulator/Counters.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr char style[] = R"(
:root { color-scheme: light dark; --line: #8884; --hot: 220, 60, 20; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5em; }
pre, td, th { font: 12px/1.5 ui-monospace, monospace; }
pre { background: #8881; padding: .8em; overflow-x: auto; }
table { border-collapse: collapse; margin: .5em 0 1.5em; }
th { text-align: right; padding: 0 .7em; border-bottom: 1px solid var(--line); font-weight: 600; }
th.code, td.code { text-align: left; white-space: pre; padding-left: 1em; }
td { text-align: right; padding: 0 .7em; }
td.number { opacity: .6; }
tr.gap td { border-top: 1px dashed var(--line); height: .4em; }
details > summary { cursor: pointer; font-weight: 600; }
)";

void escape(std::string &html, std::string_view text) {
  for (char c : text)
    switch (c) {
    case '&':
      html += "&amp;";
      break;
    case '<':
      html += "&lt;";
      break;
    case '>':
      html += "&gt;";
      break;
    case '"':
      html += "&quot;";
      break;
    case '\r':
      break;
    default:
      html += c;
    }
}

std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    lines.push_back(line);
  }
  return lines;
}

/// What a row shows.
struct LineCounts {
  uint64_t issued = 0, lanes = 0, flops = 0, wavefronts = 0, idealWavefronts = 0, sectors = 0,
           idealSectors = 0;

  void add(const InstructionCounts &inst) {
    issued += inst.issued;
    lanes += inst.lanes;
    flops += inst.flops;
    wavefronts += inst.shared.wavefronts;
    idealWavefronts += inst.shared.ideal;
    sectors += inst.global.sectors;
    idealSectors += inst.global.ideal;
  }
};
using CountsByLine = std::map<uint32_t, LineCounts>;

/// The number, with the column's colour by its share of the largest.
void cell(std::string &html, uint64_t value, uint64_t most) {
  if (!value) {
    html += "<td></td>";
    return;
  }
  double heat = std::sqrt(static_cast<double>(value) / static_cast<double>(most)) * 0.85;
  char text[96];
  std::snprintf(text, sizeof text, "<td style=\"background:rgba(var(--hot),%.2f)\">%llu</td>", heat,
                static_cast<unsigned long long>(value));
  html += text;
}

/// What came on top of the ideal, and the ideal.
void excessCell(std::string &html, uint64_t value, uint64_t ideal, uint64_t mostExcess) {
  if (!value) {
    html += "<td></td>";
    return;
  }
  uint64_t excess = value > ideal ? value - ideal : 0;
  double heat =
      excess ? std::sqrt(static_cast<double>(excess) / static_cast<double>(mostExcess)) * 0.85 : 0;
  char text[128];
  std::snprintf(text, sizeof text,
                "<td style=\"background:rgba(var(--hot),%.2f)\">%llu / %llu</td>", heat,
                static_cast<unsigned long long>(value), static_cast<unsigned long long>(ideal));
  html += text;
}

uint64_t excessOf(uint64_t value, uint64_t ideal) { return value > ideal ? value - ideal : 0; }

class LinesTable {
public:
  LinesTable(std::string &html, const CountsByLine &counts) : html(html), counts(counts) {
    for (auto &[line, each] : counts) {
      most.issued = std::max(most.issued, each.issued);
      most.flops = std::max(most.flops, each.flops);
      most.wavefronts = std::max(most.wavefronts, excessOf(each.wavefronts, each.idealWavefronts));
      most.sectors = std::max(most.sectors, excessOf(each.sectors, each.idealSectors));
    }
  }

  /// Lines with counts and those around them; without a text, the counts alone.
  void write(std::string_view text) {
    constexpr uint32_t around = 4;
    std::vector<std::string_view> lines = splitLines(text);
    html += "<table><tr><th>line</th><th>warp instructions</th><th>active lanes</th><th>FLOPs</th>"
            "<th>shared wavefronts / ideal</th><th>global sectors / ideal</th>"
            "<th class=\"code\">text</th></tr>\n";
    uint32_t shown = 0;
    for (auto &[line, each] : counts) {
      uint32_t first =
          lines.empty() ? line : std::max(line > around ? line - around : 1, shown + 1);
      if (shown && first > shown + 1)
        html += "<tr class=\"gap\"><td colspan=\"7\"></td></tr>\n";
      for (uint32_t before = first; before < line; ++before)
        row(before, nullptr, lines);
      row(line, &each, lines);
      shown = line;
      auto next = counts.upper_bound(line);
      uint32_t last =
          next == counts.end() ? line + around : std::min(line + around, next->first - 1);
      for (uint32_t after = line + 1; after <= last && after <= lines.size(); ++after)
        row(shown = after, nullptr, lines);
    }
    html += "</table>\n";
  }

private:
  void row(uint32_t line, const LineCounts *each, const std::vector<std::string_view> &lines) {
    html += "<tr><td class=\"number\">" + std::to_string(line) + "</td>";
    if (each) {
      cell(html, each->issued, most.issued);
      char text[48];
      std::snprintf(text, sizeof text, "<td>%.0f %%</td>",
                    each->issued ? static_cast<double>(each->lanes) * 100 /
                                       (static_cast<double>(each->issued) * 32)
                                 : 0.0);
      html += text;
      cell(html, each->flops, most.flops);
      excessCell(html, each->wavefronts, each->idealWavefronts, most.wavefronts);
      excessCell(html, each->sectors, each->idealSectors, most.sectors);
    } else {
      html += "<td></td><td></td><td></td><td></td><td></td>";
    }
    html += "<td class=\"code\">";
    if (line >= 1 && line <= lines.size())
      escape(html, lines[line - 1]);
    html += "</td></tr>\n";
  }

  std::string &html;
  const CountsByLine &counts;
  LineCounts most; ///< of each column; for those with an ideal, the most above it
};

void writeKernel(std::string &html, const KernelCounts &kernel, const HeatMapTexts &texts) {
  CountsByLine ptx;
  std::map<uint32_t, CountsByLine> sources;
  for (const InstructionCounts &inst : kernel.instructions) {
    if (!inst.issued)
      continue;
    ptx[inst.line].add(inst);
    if (inst.file)
      sources[inst.file][inst.sourceLine].add(inst);
  }
  for (auto &[file, counts] : sources) {
    const std::string &name = kernel.files[file - 1];
    html += "<details open><summary>";
    escape(html, name);
    html += "</summary>\n";
    auto text = texts.sources.find(name);
    LinesTable(html, counts)
        .write(text == texts.sources.end() ? std::string_view() : std::string_view(text->second));
    html += "</details>\n";
  }
  html += sources.empty() ? "<details open>" : "<details>";
  html += "<summary>PTX</summary>\n";
  LinesTable(html, ptx).write(texts.ptx);
  html += "</details>\n";
}

} // namespace

std::string Counters::heatMap(const HeatMapTexts &texts) const {
  std::string html = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<title>Kernel counters</title>\n<style>";
  html += style;
  html += "</style></head><body>\n<h1>Kernel counters</h1>\n<pre>";
  escape(html, table());
  html += "</pre>\n";
  for (auto &kernel : kernels_) {
    html += "<h2>";
    escape(html, kernel->name);
    html += "</h2>\n";
    writeKernel(html, *kernel, texts);
  }
  return html + "</body></html>\n";
}
