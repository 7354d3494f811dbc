// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads one instance of every form in Inputs/instructions.txt, which so says what is
// covered. With HALFTONE_PTXAS set, that must know the forms, too.
#include "Instruction.h"

#include <random>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

struct Group {
  std::string target, version;
  std::vector<std::string> forms;
};

/// Braces around plain text stand for each part in turn; those around registers, for
/// vectors.
void expand(const std::string &text, std::vector<std::string> &result) {
  size_t open = text.find('{');
  size_t close = std::string::npos;
  for (; open != std::string::npos; open = text.find('{', open + 1)) {
    close = text.find('}', open);
    if (text.substr(open, close - open).find('%') == std::string::npos)
      break;
  }
  if (open == std::string::npos) {
    result.push_back(text);
    return;
  }
  for (size_t begin = open + 1; begin <= close;) {
    size_t end = std::min(text.find(',', begin), close);
    expand(text.substr(0, open) + text.substr(begin, end - begin) + text.substr(close + 1), result);
    begin = end + 1;
  }
}

std::vector<Group> readGroups() {
  std::vector<Group> groups;
  std::istringstream text(readInput("instructions.txt"));
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    if (line[0] == '@') {
      std::istringstream words(line.substr(1));
      Group group;
      words >> group.target >> group.version;
      groups.push_back(group);
    } else {
      expand(line, groups.back().forms);
    }
  }
  return groups;
}

std::string moduleOf(const Group &group, const std::string &body) {
  return ".version " + group.version + "\n.target " +
         (group.target == "refused" ? "sm_100a" : group.target) +
         "\n.address_size 64\n.visible .entry k() {\n"
         ".reg .b8 %c<8>; .reg .b16 %h<8>; .reg .b32 %w<8>; .reg .b64 %l<8>; .reg .b128 %x<8>; "
         ".reg .pred %p<8>;\n" +
         body + "ret;\n}\n";
}

} // namespace

TEST(EmulatorInstructions, EveryFormIsLoaded) {
  std::vector<Group> groups = readGroups();
  size_t count = 0;
  for (const Group &group : groups)
    for (const std::string &form : group.forms) {
      Result<std::unique_ptr<Module>> result = Module::parse(moduleOf(group, form + "\n"));
      std::string name = form.substr(0, form.find(' '));
      if (group.target != "refused") {
        EXPECT_TRUE(result) << form << ": " << result.error();
        ++count;
      } else {
        EXPECT_FALSE(result) << form;
        EXPECT_NE(result.error().find(name), std::string::npos) << result.error();
      }
    }
  EXPECT_GT(count, 2000u);
}

namespace {

constexpr unsigned numRegisters = 8, threads = 32;

/// Loads all registers with numbers from `in`, runs `body`, and writes them to `out`,
/// 64 bits for each and lane.
std::string stateModule(const Group &group, const std::string &body) {
  std::string load, store;
  auto at = [](unsigned index) { return "[%base+" + std::to_string(index * threads * 8) + "]"; };
  for (unsigned i = 0; i < numRegisters; ++i) {
    std::string n = std::to_string(i);
    load += "ld.global.b64 %l" + n + ", " + at(i) + ";\n";
    load += "ld.global.b32 %w" + n + ", " + at(numRegisters + i) + ";\n";
    load += "ld.global.b16 %h" + n + ", " + at(2 * numRegisters + i) + ";\n";
    load += "setp.gt.s16 %p" + n + ", %h" + n + ", 0;\nmov.b16 {%c" + n + ", _}, %h" + n + ";\n";
    store += "st.global.b64 " + at(i) + ", %l" + n + ";\n";
    store += "cvt.u64.u32 %t, %w" + n + ";\nst.global.b64 " + at(numRegisters + i) + ", %t;\n";
    store += "cvt.u64.u16 %t, %h" + n + ";\nst.global.b64 " + at(2 * numRegisters + i) + ", %t;\n";
    store +=
        "selp.b64 %t, 1, 0, %p" + n + ";\nst.global.b64 " + at(3 * numRegisters + i) + ", %t;\n";
    store += "mov.b16 %u, {%c" + n + ", %c" + n + "};\ncvt.u64.u16 %t, %u;\nst.global.b64 " +
             at(4 * numRegisters + i) + ", %t;\n";
  }
  for (unsigned i = 0; i < 2; ++i) {
    std::string n = std::to_string(i), p = std::to_string(i + 4), q = std::to_string(i + 6);
    load += "mov.b128 %x" + n + ", {%l" + p + ", %l" + q + "};\n";
    store +=
        "mov.b128 {%t, _}, %x" + n + ";\nst.global.b64 " + at(5 * numRegisters + 2 * i) + ", %t;\n";
    store += "mov.b128 {_, %t}, %x" + n + ";\nst.global.b64 " + at(5 * numRegisters + 2 * i + 1) +
             ", %t;\n";
  }
  std::string text =
      moduleOf(group, ".reg .b64 %base, %t; .reg .b32 %lane; .reg .b16 %u; .reg .pred %some;\n"
                      "mov.u32 %lane, %tid.x;\nld.param.u64 %base, [in];\n"
                      "mad.wide.u32 %base, %lane, 8, %base;\n" +
                          load +
                          "ld.param.u64 %base, [out];\n"
                          "mad.wide.u32 %base, %lane, 8, %base;\n"
                          "and.b32 %lane, %lane, 5;\nsetp.eq.u32 %some, %lane, 1;\n" +
                          body + "\n" + store);
  return text.replace(text.find("k()"), 3, "k(.param .u64 in, .param .u64 out)");
}

std::vector<uint64_t> runState(const std::string &text, const std::vector<uint64_t> &in) {
  Device device(text);
  uint64_t *out = device.array(std::vector<uint64_t>(in.size()));
  device.run("k", {1}, {threads}, {device.array(in), out});
  return std::vector<uint64_t>(out, out + in.size());
}

} // namespace

/// A form that runs for some lanes gives those what it gives them when all run, and
/// leaves the others alone.
TEST(EmulatorInstructions, LanesDoNotMeet) {
  std::vector<uint64_t> in(threads * (5 * numRegisters + 4));
  std::mt19937_64 random(31);
  for (uint64_t &value : in)
    value = random();
  for (Group group : readGroups()) {
    if (group.target == "refused")
      continue;
    group.target = "sm_100a";
    group.version = "9.0";
    std::vector<uint64_t> before = runState(stateModule(group, ""), in);
    for (const std::string &form : group.forms) {
      std::vector<uint64_t> all = runState(stateModule(group, form), in);
      std::vector<uint64_t> some = runState(stateModule(group, "@%some " + form), in);
      EXPECT_NE(all, before) << form;
      for (size_t i = 0; i < in.size(); ++i)
        ASSERT_EQ(some[i], (i % threads & 5) == 1 ? all[i] : before[i])
            << form << " register " << i / threads << " lane " << i % threads;
    }
  }
}

TEST(EmulatorInstructions, PtxasKnowsThem) {
  if (!std::getenv("HALFTONE_PTXAS"))
    GTEST_SKIP() << "HALFTONE_PTXAS is not set";
  for (const Group &group : readGroups()) {
    std::string body;
    for (const std::string &form : group.forms)
      body += form + "\n";
    checkLegal(moduleOf(group, body));
  }
}
