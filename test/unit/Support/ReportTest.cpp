// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The HTML report: complete, self-contained, safe with any text and any number.
#include "halftone/Support/Report.h"
#include "TestFiles.h"
#include "halftone/Support/Json.h"

#include <cmath>
#include <limits>

using namespace halftone;

namespace {

RunSeries makeRun(const std::string &name, int steps) {
  RunSeries run;
  run.name = name;
  for (int i = 0; i < steps; ++i) {
    run.step.push_back(i);
    run.loss.push_back(2.3 / (1 + 0.05 * i) + 0.01 * std::sin(i * name.size()));
    run.gradNorm.push_back(1 / (1.0 + i));
    run.scale.push_back(i < 10 ? 65536 : 32768);
    run.skipped.push_back(i == 10);
  }
  run.facts = {{"final loss", "0.123"}, {"casts", "14"}};
  return run;
}

bool contains(const std::string &text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

size_t countOf(const std::string &text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

/// The JSON for the script.
Json dataOf(const std::string &html) {
  std::string_view start = "<script type=\"application/json\" id=\"data\">";
  size_t begin = html.find(start);
  EXPECT_NE(begin, std::string::npos);
  begin += start.size();
  Result<Json> data = parseJson(html.substr(begin, html.find("</script>", begin) - begin));
  EXPECT_TRUE(data) << data.error();
  return data ? *data : Json();
}

TEST(Report, HasPlotsAndTable) {
  std::string html = renderReport("Digits", {makeRun("f32", 100), makeRun("bf16", 100)});
  for (const char *id : {"loss", "distance", "norm", "scale", "skipped"})
    EXPECT_TRUE(contains(html, std::string("<figure id=\"") + id + "\">")) << id;
  EXPECT_TRUE(contains(html, "<th>final loss</th><th>casts</th>"));
  EXPECT_TRUE(contains(html, "<td>0.123</td><td>14</td>"));
  EXPECT_TRUE(contains(html, ">2¹⁶</text>"));
  EXPECT_TRUE(contains(html, ">0.01</text>"));
  EXPECT_TRUE(contains(html, "f32: 1 of 100"));
  Json data = dataOf(html);
  ASSERT_EQ(data["plots"].size(), 5u);
  EXPECT_EQ(data["plots"][0]["series"].size(), 2u);
  EXPECT_EQ(data["plots"][0]["series"][0]["x"].size(), 100u);
}

TEST(Report, NeedsNothingFromOutside) {
  std::string html = renderReport("t", {makeRun("a", 10)});
  for (const char *outside : {"http:", "https:", "src=", "href=", "@import", "url("})
    EXPECT_FALSE(contains(html, outside)) << outside;
  EXPECT_EQ(html, renderReport("t", {makeRun("a", 10)}));
}

TEST(Report, LeavesOutWhatARunLacks) {
  RunSeries run = makeRun("f32", 50);
  run.scale.clear();
  run.skipped.clear();
  std::string html = renderReport("t", {run});
  EXPECT_FALSE(contains(html, "id=\"scale\""));
  EXPECT_FALSE(contains(html, "id=\"skipped\""));
  EXPECT_FALSE(contains(html, "id=\"distance\""));
  EXPECT_TRUE(contains(html, "id=\"loss\""));
  EXPECT_TRUE(contains(renderReport("t", {}), "No steps were recorded"));
  EXPECT_TRUE(contains(renderReport("t", {RunSeries()}), "No steps were recorded"));
}

TEST(Report, GapsForWhatIsNotFinite) {
  double infinity = std::numeric_limits<double>::infinity();
  RunSeries run;
  run.name = "f16";
  run.step = {0, 1, 2, 3, 4};
  run.loss = {1, 2, infinity, std::numeric_limits<double>::quiet_NaN(), 3};
  run.gradNorm = {infinity, infinity, infinity, infinity, infinity};
  std::string html = renderReport("t", {run});
  size_t begin = html.find("<path class=\"line r0\"");
  ASSERT_NE(begin, std::string::npos);
  std::string path = html.substr(begin, html.find("/>", begin) - begin);
  EXPECT_EQ(countOf(path, "M"), 2u) << path; // two pieces, the second a dot
  EXPECT_TRUE(contains(path, "h0")) << path;
  EXPECT_FALSE(contains(html, "id=\"norm\""));
  std::string drawing = html.substr(0, html.find("<script"));
  EXPECT_FALSE(contains(drawing, "nan"));
  EXPECT_FALSE(contains(drawing, "\"inf"));
  EXPECT_TRUE(dataOf(html)["plots"][0]["series"][0]["y"][2].is_null());
}

TEST(Report, AnyTextIsSafe) {
  RunSeries run = makeRun("</script><b>&\"'", 5);
  run.facts = {{"<i>", "<u>\xff"}};
  std::string html = renderReport("<title>", {run});
  EXPECT_FALSE(contains(html, "<b>"));
  EXPECT_FALSE(contains(html, "<i>"));
  EXPECT_FALSE(contains(html, "<u>"));
  EXPECT_TRUE(contains(html, "&lt;/script&gt;&lt;b&gt;&amp;&quot;&#39;"));
  EXPECT_EQ(dataOf(html)["runs"][0], "</script><b>&\"'");
  EXPECT_EQ(countOf(html, "</script>"), 2u);
}

TEST(Report, AnyNumbersAreSafe) {
  double largest = std::numeric_limits<double>::max(), least = 5e-324;
  for (const std::vector<double> &values : std::vector<std::vector<double>>{{0, 0, 0},
                                                                            {largest, -largest, 0},
                                                                            {least, 0, -least},
                                                                            {1, 1 + 1e-16, 1},
                                                                            {1e300, 1e-300, 1},
                                                                            {-5, 5, 1e9}}) {
    RunSeries run;
    run.name = "r";
    run.step = values;
    run.loss = run.gradNorm = run.scale = values;
    run.skipped = {1, 0, 1};
    std::string html = renderReport("t", {run, run});
    std::string drawing = html.substr(0, html.find("<script"));
    EXPECT_FALSE(contains(drawing, "nan")) << drawing;
    EXPECT_FALSE(contains(drawing, "inf\"")) << drawing;
    dataOf(html);
  }
}

TEST(Report, LongRunsAreThinnedAndKeepTheirSpikes) {
  RunSeries run = makeRun("long", 200000);
  run.loss[123456] = 9; // inside the range, and far from its neighbours
  std::string html = renderReport("t", {run});
  EXPECT_LT(html.size(), 600000u);
  bool found = false;
  Json data = dataOf(html);
  for (const Json &y : data["plots"][0]["series"][0]["y"])
    found |= y == 9.0;
  EXPECT_TRUE(found);
}

TEST(Report, ManyRunsGetDashes) {
  std::vector<RunSeries> runs;
  for (int i = 0; i < 10; ++i)
    runs.push_back(makeRun("run" + std::to_string(i), 5));
  std::string html = renderReport("t", runs);
  EXPECT_TRUE(contains(html, ".r7{--c:var(--c7)}"));
  EXPECT_TRUE(contains(html, ".r8{--c:var(--c0);stroke-dasharray:"));
}

TEST(Report, WritesTheFile) {
  TestFolder folder;
  ASSERT_TRUE(writeReport(folder.file("r.html"), "t", {makeRun("a", 5)}));
  EXPECT_TRUE(readFile(folder.file("r.html"))->starts_with("<!DOCTYPE html>"));
  EXPECT_FALSE(writeReport(folder.file("no/r.html"), "t", {}));
}

} // namespace
