// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON without exceptions, numbers as text, and logs of JSON lines.
#include "halftone/Support/Json.h"
#include "TestFiles.h"
#include "halftone/Support/JsonLines.h"

#include <cmath>
#include <limits>
#include <random>

using namespace halftone;

namespace {

TEST(Json, ErrorsHaveAPlace) {
  Result<Json> value = parseJson("{\"a\": 1,\n \"b\": }");
  ASSERT_FALSE(value);
  EXPECT_TRUE(value.error().starts_with("line 2, column 7: ")) << value.error();
  EXPECT_FALSE(parseJson(""));
  EXPECT_FALSE(parseJson("[1] 2"));
  EXPECT_FALSE(parseJson("\"\xff\""));
  EXPECT_FALSE(parseJson(std::string(100000, '[')));
  EXPECT_TRUE(parseJson(std::string(100000, '[') + std::string(100000, ']')));
}

TEST(Json, TypedAccess) {
  Result<Json> value = parseJson(
      R"({"s": "x", "i": -3, "u": 18446744073709551615, "f": 1.5, "inf": "-inf", "nan": "nan"})");
  ASSERT_TRUE(value) << value.error();
  EXPECT_EQ(asString(*findMember(*value, "s")), "x");
  EXPECT_EQ(asString(*findMember(*value, "i")), std::nullopt);
  EXPECT_EQ(asInteger(*findMember(*value, "i")), -3);
  EXPECT_EQ(asInteger(*findMember(*value, "u")), std::nullopt);
  EXPECT_EQ(asInteger(*findMember(*value, "f")), std::nullopt);
  EXPECT_EQ(asNumber(*findMember(*value, "f")), 1.5);
  EXPECT_EQ(asNumber(*findMember(*value, "inf")), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(*asNumber(*findMember(*value, "nan"))));
  EXPECT_EQ(asNumber(*findMember(*value, "s")), std::nullopt);
  EXPECT_EQ(findMember(*value, "missing"), nullptr);
  EXPECT_EQ(findMember(Json(3), "s"), nullptr);
}

TEST(Json, OrderedKeepsKeys) {
  Result<OrderedJson> value = parseOrderedJson(R"({"z": 1, "a": 2})");
  ASSERT_TRUE(value);
  EXPECT_EQ(dumpJson(*value), R"({"z":1,"a":2})");
  EXPECT_EQ(dumpJson(Json("\xff")), "\"\xEF\xBF\xBD\""); // not UTF-8: no abort
}

TEST(Json, NumbersReadBackTheSame) {
  EXPECT_EQ(jsonNumber(0.1), "0.1");
  EXPECT_EQ(jsonNumber(0.1f), "0.1");
  EXPECT_EQ(jsonNumber(65536.0), "65536");
  EXPECT_EQ(jsonNumber(-0.0), "-0");
  EXPECT_EQ(jsonNumber(std::numeric_limits<double>::quiet_NaN()), "\"nan\"");
  EXPECT_EQ(jsonNumber(std::numeric_limits<float>::infinity()), "\"inf\"");
  EXPECT_EQ(jsonNumber(-std::numeric_limits<double>::infinity()), "\"-inf\"");
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    double value = std::bit_cast<double>(random());
    if (!std::isfinite(value))
      continue;
    Result<Json> back = parseJson(jsonNumber(value));
    ASSERT_TRUE(back) << jsonNumber(value);
    ASSERT_EQ(asNumber(*back), value) << jsonNumber(value);
  }
}

TEST(JsonLines, WritesAndReads) {
  TestFolder folder;
  std::string path = folder.file("log.jsonl");
  {
    Result<JsonLinesLog> log = JsonLinesLog::open(path);
    ASSERT_TRUE(log) << log.error();
    JsonLine line;
    line.add("step", 3).add("loss", 0.25f).add("skipped", false).add("amp", "b\"f");
    line.add("norm", std::numeric_limits<double>::infinity()).raw("list", "[1]");
    EXPECT_EQ(
        line.str(),
        R"({"step": 3, "loss": 0.25, "skipped": false, "amp": "b\"f", "norm": "inf", "list": [1]})");
    ASSERT_TRUE(log->write(line));
    ASSERT_TRUE(log->write(JsonLine().add("step", uint64_t{4})));
  }
  Result<std::vector<Json>> lines = readJsonLines(path);
  ASSERT_TRUE(lines) << lines.error();
  ASSERT_EQ(lines->size(), 2u);
  EXPECT_EQ(asNumber(*findMember((*lines)[0], "norm")), std::numeric_limits<double>::infinity());
}

TEST(JsonLines, AppendRemovesAnUnfinishedLine) {
  TestFolder folder;
  std::string path = folder.file("log.jsonl");
  ASSERT_TRUE(writeFile(path, "{\"step\": 1}\n{\"step\": 2, \"lo"));
  EXPECT_EQ(readJsonLines(path)->size(), 1u);
  {
    Result<JsonLinesLog> log = JsonLinesLog::open(path, /*append=*/true);
    ASSERT_TRUE(log) << log.error();
    ASSERT_TRUE(log->write(JsonLine().add("step", 2)));
  }
  EXPECT_EQ(*readFile(path), "{\"step\": 1}\n{\"step\": 2}\n");
  ASSERT_TRUE(JsonLinesLog::open(path)); // starts anew
  EXPECT_EQ(*readFile(path), "");
}

TEST(JsonLines, ErrorsNameTheLine) {
  TestFolder folder;
  ASSERT_TRUE(writeFile(folder.file("a"), "{}\n\n{\"x\" 1}\n"));
  Result<std::vector<Json>> lines = readJsonLines(folder.file("a"));
  EXPECT_TRUE(lines.error().starts_with("'" + folder.file("a") + "': line 3: line 1, column"))
      << lines.error();
  ASSERT_TRUE(writeFile(folder.file("a"), "[1]\n"));
  EXPECT_TRUE(readJsonLines(folder.file("a")).error().ends_with("line 1: expected an object"));
  Result<JsonLinesLog> log = JsonLinesLog::open("/dev/full");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->write(JsonLine()).error(), "cannot write '/dev/full': No space left on device");
}

} // namespace
