// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged PTX, from seeds: whatever the text, there is a module or one message that says
// where, never a crash and never a hang; and a module that is read can be run.
//
// Texts are damaged by characters and by tokens (swapped, repeated, taken from another
// text, numbers replaced by extreme ones), a few times each. HALFTONE_FUZZ_ROUNDS
// multiplies the number of texts.
#include "../Device.h"

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

using Random = std::mt19937;

int rounds() {
  const char *text = std::getenv("HALFTONE_FUZZ_ROUNDS");
  return text ? std::max(1, std::atoi(text)) : 1;
}

size_t below(Random &random, size_t bound) { return bound ? random() % bound : 0; }

/// Characters changed, removed or repeated; lines removed or repeated.
void damageCharacters(std::string &text, Random &random) {
  const std::string marks = "[]{}();,.%$@0x19abfru\n\"/*-+|<>?!~&^=:_\\\t\x01\xff";
  size_t at = below(random, text.size()), line = text.find('\n', at);
  size_t end = line == std::string::npos ? line : text.find('\n', line + 1);
  switch (random() % 5) {
  case 0:
    text[at] = marks[below(random, marks.size())];
    break;
  case 1:
    text.erase(at, 1 + random() % 20);
    break;
  case 2:
    text.insert(at, text.substr(below(random, text.size()), random() % 30));
    break;
  case 3:
    if (end != std::string::npos)
      text.erase(line, end - line);
    break;
  default:
    if (end != std::string::npos) {
      std::string copied = text.substr(line, end - line);
      size_t to = text.find('\n', below(random, text.size()));
      text.insert(to == std::string::npos ? 0 : to, copied);
    }
  }
}

struct Word {
  size_t at, size;
};

/// A word of letters, digits, dots and the like, at or after a random place.
Word wordOf(const std::string &text, Random &random) {
  static const std::string parts = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_$%.";
  size_t at = text.find_first_of(parts, below(random, text.size()));
  if (at == std::string::npos)
    return {0, 0};
  return {at, std::min(text.find_first_not_of(parts, at), text.size()) - at};
}

/// Words replaced by others, of this text or another, and by numbers at the limits.
void damageWords(std::string &text, const std::string &other, Random &random) {
  static const char *const extremes[] = {"0",          "-1",
                                         "4294967295", "0xffffffffffffffff",
                                         "1048576",    "99999999999999999999999",
                                         "0f7fc00000", "0d7ff0000000000000",
                                         "1e400",      "(1 << 63)",
                                         "WARP_SZ",    "_",
                                         "%tid.x",     ".b8",
                                         ".v4",        ".pred",
                                         ".param",     ".align",
                                         "ret",        "call"};
  Word word = wordOf(text, random);
  switch (random() % 4) {
  case 0: {
    Word from = wordOf(text, random);
    text.replace(word.at, word.size, text.substr(from.at, from.size));
    break;
  }
  case 1: {
    Word from = wordOf(other, random);
    text.replace(word.at, word.size, other.substr(from.at, from.size));
    break;
  }
  case 2:
    text.replace(word.at, word.size, extremes[below(random, std::size(extremes))]);
    break;
  default: {
    // Many of one opening mark.
    const char *const marks[] = {"(", "{", "[", "!", "-", "{.reg .b32 x;", "1?", "[a,", "/*", "\""};
    std::string nest, mark = marks[below(random, std::size(marks))];
    for (size_t n = random() % 5 ? 3 : 3000; n; --n)
      nest += mark;
    text.insert(word.at, nest);
  }
  }
}

/// Runs every kernel of a module, with pointers to one small array as its arguments.
void runAll(const Module &module) {
  Memory memory;
  memory.heapBytes = 4096;
  std::vector<uint64_t> argument(4096);
  argument[0] = reinterpret_cast<uintptr_t>(memory.allocate(4096));
  LaunchOptions options;
  options.maxInstructions = 1000;
  options.threads = 1;
  options.print = [](std::string_view) {};
  for (auto &kernel : module.kernels()) {
    std::vector<const void *> arguments(kernel->parameters().size(), argument.data());
    Status status = launch(*kernel, {2}, {64}, 0, arguments.data(), memory, options);
    if (!status) {
      EXPECT_EQ(status.error().rfind("kernel '", 0), 0u) << status.error();
    }
  }
}

std::vector<std::string> textsIn(const std::string &folder) {
  std::vector<std::filesystem::path> paths;
  for (auto &entry : std::filesystem::directory_iterator(EMULATOR_INPUTS + folder))
    if (entry.path().extension() == ".ptx")
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (auto &path : paths) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

/// The first kernels of a text, up to about that size, so that one text takes little.
std::string shorten(const std::string &text, size_t size) {
  if (text.size() <= size)
    return text;
  size_t end = text.find("\n}\n", size);
  return end == std::string::npos ? text : text.substr(0, end + 3);
}

/// True if the text makes a module.
bool feed(const std::string &text) {
  std::clock_t begin = std::clock();
  Result<std::unique_ptr<Module>> module = Module::parse(text);
  if (module)
    runAll(**module);
  else
    EXPECT_EQ(module.error().rfind("PTX line ", 0), 0u) << module.error();
  // Of the processor: the machine may be busy with other things.
  EXPECT_LT(std::clock() - begin, 20 * CLOCKS_PER_SEC) << text;
  return static_cast<bool>(module);
}

} // namespace

TEST(EmulatorFuzz, CutTexts) {
  for (const std::string &whole : textsIn("/../Inputs")) {
    std::string text = shorten(whole, 4000);
    for (size_t length = 0; length < text.size(); length += 37)
      (void)feed(text.substr(0, length));
  }
}

TEST(EmulatorFuzz, DamagedTexts) {
  std::vector<std::string> texts = textsIn("/../Inputs");
  for (std::string &text : textsIn(""))
    texts.push_back(shorten(text, 6000));
  for (std::string &text : textsIn("/../Kernels/ptx"))
    texts.push_back(shorten(text, 3000));
  ASSERT_GT(texts.size(), 6u);
  size_t each = std::max<size_t>(2000 / texts.size(), 10) * static_cast<size_t>(rounds());
  size_t read = 0;
  for (size_t t = 0; t < texts.size(); ++t) {
    Random random(static_cast<unsigned>(t));
    for (size_t i = 0; i < each; ++i) {
      std::string text = texts[t];
      const std::string &other = texts[below(random, texts.size())];
      for (size_t edits = 1 + random() % 4; edits && !text.empty(); --edits)
        if (random() & 1)
          damageCharacters(text, random);
        else
          damageWords(text, other, random);
      read += feed(text);
    }
  }
  EXPECT_GT(read, 50u); // some damage does not show until it runs, or never
}

TEST(EmulatorFuzz, DeepNesting) {
  auto errorOf = [](const std::string &text) {
    Result<std::unique_ptr<Module>> module = Module::parse(text);
    EXPECT_FALSE(module);
    return module ? std::string() : module.error();
  };
  auto repeat = [](const std::string &text, size_t times) {
    std::string result;
    for (size_t i = 0; i < times; ++i)
      result += text;
    return result;
  };
  const size_t times = 200000;
  for (const char *mark : {"(", "-", "~", "!", "1?", "1?1:", "1+(", "(.s64)"}) {
    std::string error = errorOf(moduleText(".global .b32 x = " + repeat(mark, times) + "1;"));
    EXPECT_NE(error.find("PTX line 4, column "), std::string::npos) << error;
    EXPECT_NE(error.find("nested too deep"), std::string::npos) << mark << error;
  }
  for (const char *mark : {"{", "[a, ", "[a, {"}) {
    std::string error =
        errorOf(moduleText(".entry k() { mov.b32 " + repeat(mark, times) + " x; }"));
    EXPECT_NE(error.find("nested too deep"), std::string::npos) << mark << error;
  }
  EXPECT_NE(errorOf(moduleText(".entry k() { " + repeat("{", times) + "}")).find("nested too deep"),
            std::string::npos);
  EXPECT_NE(errorOf(moduleText(".global .b8 x" + repeat("[1]", times) + ";"))
                .find("has too many dimensions"),
            std::string::npos);
  // Long, but flat.
  EXPECT_TRUE(feed(moduleText(".global .b32 x = 1" + repeat(" + 1", times) + ";")));
  EXPECT_TRUE(feed(moduleText(".global .b8 x[] = {1" + repeat(", 1", times) + "};")));
  EXPECT_TRUE(feed(moduleText(".entry k() { .reg .b32 %r; " + repeat("{ }", times) + " ret; }")));
  EXPECT_TRUE(feed(moduleText(".entry k() { .reg .b32 %r; " +
                              repeat("mov.b32 %r, 1;\n", times / 10) + " ret; }")));
}
