// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `halftone-gpu info`: what a module holds.
#include "Commands.h"

#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"

#include <cstdio>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::gpu;

namespace {

const PtxasKernel *find(const std::vector<PtxasKernel> &kernels, const std::string &name) {
  for (const PtxasKernel &kernel : kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

std::string toJson(const Module &module, const std::vector<PtxasKernel> &ptxas) {
  OrderedJson kernels = OrderedJson::array();
  for (auto &kernel : module.kernels()) {
    OrderedJson parameters = OrderedJson::array();
    for (const Parameter &parameter : kernel->parameters())
      parameters.push_back({{"offset", parameter.offset},
                            {"bytes", parameter.bytes},
                            {"alignment", parameter.alignment}});
    OrderedJson json = {{"name", kernel->name()},
                        {"parameters", parameters},
                        {"shared_bytes", kernel->staticSharedBytes()},
                        {"local_bytes", kernel->localBytes()},
                        {"max_threads", kernel->maxThreads()},
                        {"instructions", kernel->numInstructions()},
                        {"registers", nullptr}};
    if (const PtxasKernel *known = find(ptxas, kernel->name())) {
      json["registers"] = known->registers;
      json["spill_store_bytes"] = known->spillStores;
      json["spill_load_bytes"] = known->spillLoads;
    }
    kernels.push_back(std::move(json));
  }
  return dumpJson(OrderedJson{{"target", module.target()}, {"kernels", kernels}}, 1) + "\n";
}

std::string toText(const Module &module, const std::vector<PtxasKernel> &ptxas) {
  std::string text = "target " + module.target() + ", " + std::to_string(module.kernels().size()) +
                     (module.kernels().size() == 1 ? " kernel\n" : " kernels\n");
  for (auto &kernel : module.kernels()) {
    text += "kernel '" + kernel->name() + "'\n  parameters:";
    if (kernel->parameters().empty())
      text += " none";
    for (const Parameter &parameter : kernel->parameters())
      text += " " + std::to_string(parameter.bytes) + " bytes at " +
              std::to_string(parameter.offset) +
              (&parameter == &kernel->parameters().back() ? "" : ",");
    text += "\n  static shared memory: " + std::to_string(kernel->staticSharedBytes()) +
            " bytes\n  local memory: " + std::to_string(kernel->localBytes()) + " bytes a thread\n";
    if (kernel->maxThreads())
      text += "  threads of a block: at most " + std::to_string(kernel->maxThreads()) + "\n";
    text += "  instructions: " + std::to_string(kernel->numInstructions()) + "\n";
    if (const PtxasKernel *known = find(ptxas, kernel->name()))
      text += "  registers: " + std::to_string(known->registers) + ", " +
              std::to_string(known->spillStores + known->spillLoads) + " bytes spilled\n";
  }
  return text;
}

} // namespace

int gpu::info(const Options &options) {
  Result<Source> source = Source::read(options.input);
  if (!source)
    return fail(source.error());
  std::vector<PtxasKernel> ptxas;
  if (!options.ptxas.empty()) {
    Result<std::string> output = readFile(options.ptxas);
    if (!output)
      return fail(output.error());
    ptxas = parsePtxas(*output);
  }
  Result<std::unique_ptr<Module>> module = source->parse();
  if (!module) {
    std::fputs(module.error().c_str(), stderr);
    return Failed;
  }
  std::string text = options.json ? toJson(**module, ptxas) : toText(**module, ptxas);
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return fail("cannot write to the standard output");
  return Fine;
}
