// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM dialect to object files, in this process, and the call of the linker.
#include "halftone/Pipelines/Aot.h"
#include "Codegen.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <filesystem>

using namespace mlir;
using namespace halftone::pipelines;

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

static std::unique_ptr<llvm::TargetMachine> makeMachine(Location loc, const CpuTarget &target,
                                                        int optLevel) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string error;
  const llvm::Target *backend = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backend) {
    emitError(loc) << "no code generator for '" << triple.str() << "': " << error;
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict; // one rounding for each op of the IR
  options.UseInitArray = true; // linkers of today run no .ctors, where kernels are loaded
  auto level = optLevel >= 3   ? llvm::CodeGenOptLevel::Aggressive
               : optLevel == 0 ? llvm::CodeGenOptLevel::None
                               : llvm::CodeGenOptLevel::Default;
  return std::unique_ptr<llvm::TargetMachine>(backend->createTargetMachine(
      triple, target.cpu, target.features, options, llvm::Reloc::PIC_, std::nullopt, level));
}

llvm::FailureOr<CpuTarget> halftone::pipelines::resolveCpuTarget(Location loc,
                                                                 const AotOptions &options) {
  CpuTarget target{options.cpu, options.features};
  auto addFeature = [&](const std::string &feature) {
    target.features += (target.features.empty() ? "" : ",") + feature;
  };
  if (target.cpu == "native") {
    target.cpu = llvm::sys::getHostCPUName().str();
    target.features.clear();
    // The name alone is not enough: a virtual machine may mask what it implies.
    for (auto &feature : llvm::sys::getHostCPUFeatures())
      addFeature((feature.second ? "+" : "-") + feature.first().str());
    if (!options.features.empty())
      addFeature(options.features);
  }
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine(loc, {"", ""}, 0);
  if (!machine)
    return failure();
  if (!machine->getMCSubtargetInfo()->isCPUStringValid(target.cpu))
    return emitError(loc) << "unknown CPU '" << target.cpu << "'", failure();
  machine = makeMachine(loc, target, 0);
  auto has = [&](StringRef feature) {
    return machine->getMCSubtargetInfo()->checkFeatures(("+" + feature).str());
  };
  target.vectorBits = has("avx512f") ? 512 : has("avx2") ? 256 : 128;
  target.fma = has("fma");
  return target;
}

//===----------------------------------------------------------------------===//
// Object code
//===----------------------------------------------------------------------===//

void halftone::pipelines::optimize(llvm::Module &module, llvm::TargetMachine &machine,
                                   int optLevel) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  auto level = optLevel >= 3   ? llvm::OptimizationLevel::O3
               : optLevel == 2 ? llvm::OptimizationLevel::O2
               : optLevel == 1 ? llvm::OptimizationLevel::O1
                               : llvm::OptimizationLevel::O0;
  if (optLevel == 0)
    builder.buildO0DefaultPipeline(level).run(module, modules);
  else
    builder.buildPerModuleDefaultPipeline(level).run(module, modules);
}

/// The same bits as an integer, or a vector of integers.
static llvm::Value *asIntegers(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) {
  auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  return cast && cast->getSrcTy() == type ? cast->getOperand(0)
                                          : builder.CreateBitCast(value, type);
}

/// Loads and stores bf16 as integers. Code generators without bf16 instructions take
/// its vectors apart, element by element: on AVX2 that made functions four times as
/// long, and the time of the schedulers grows with the square of a block. After the
/// optimiser, which would take the casts away again.
static void moveBFloatsAsIntegers(llvm::Module &module) {
  llvm::SmallVector<llvm::Instruction *> moves;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction) &&
          llvm::getLoadStoreType(&instruction)->getScalarType()->isBFloatTy())
        moves.push_back(&instruction);
  for (llvm::Instruction *move : moves) {
    llvm::IRBuilder<> builder(move);
    llvm::Type *from = llvm::getLoadStoreType(move), *to = builder.getInt16Ty();
    if (auto *vector = llvm::dyn_cast<llvm::VectorType>(from))
      to = llvm::VectorType::get(to, vector->getElementCount());
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(move)) {
      store->setOperand(0, asIntegers(builder, store->getValueOperand(), to));
      continue;
    }
    auto *load = llvm::cast<llvm::LoadInst>(move);
    llvm::LoadInst *integers = builder.CreateAlignedLoad(to, load->getPointerOperand(),
                                                         load->getAlign(), load->isVolatile());
    integers->copyMetadata(*load);
    llvm::Value *value = builder.CreateBitCast(integers, from);
    for (llvm::User *user : llvm::make_early_inc_range(load->users()))
      if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(user); cast && cast->getDestTy() == to)
        cast->replaceAllUsesWith(integers);
    load->replaceAllUsesWith(value);
    load->eraseFromParent();
  }
}

/// The data symbol that a runtime reads.
static void addManifest(llvm::Module &module, StringRef json) {
  if (json.empty())
    return;
  llvm::Constant *text =
      llvm::ConstantDataArray::getString(module.getContext(), json, /*AddNull=*/true);
  new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, text, "halftone_manifest");
}

namespace {
struct Compiled {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};
} // namespace

static llvm::FailureOr<Compiled> compile(ModuleOp source, const AotOptions &options) {
  llvm::FailureOr<CpuTarget> target = resolveCpuTarget(source.getLoc(), options);
  if (failed(target))
    return failure();
  Compiled result{std::make_unique<llvm::LLVMContext>(),
                  makeMachine(source.getLoc(), *target, options.optLevel), nullptr};
  if (!result.machine)
    return failure();
  result.module =
      translateModuleToLLVMIR(source, *result.context, source.getName().value_or("step"));
  if (!result.module)
    return source.emitError("cannot be translated to LLVM IR"), failure();
  result.module->setTargetTriple(result.machine->getTargetTriple());
  result.module->setDataLayout(result.machine->createDataLayout());
  addManifest(*result.module, options.manifestJson);
  // The optimiser asks functions, not the machine, for vector widths.
  for (llvm::Function &function : *result.module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", target->cpu);
    function.addFnAttr("target-features", target->features);
    if (target->vectorBits >= 512)
      function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr(llvm::Attribute::NoUnwind);
  }
  optimize(*result.module, *result.machine, options.optLevel);
  moveBFloatsAsIntegers(*result.module);
  return result;
}

/// The file behind symbolic links, which is replaced. A device or a pipe is not, as it
/// would be gone.
static llvm::FailureOr<std::string> resolveOutput(Location loc, StringRef path) {
  std::filesystem::path target(path.str());
  for (int depth = 0; depth < 40; ++depth) {
    std::error_code error;
    std::filesystem::path link = std::filesystem::read_symlink(target, error);
    if (error)
      break;
    target = target.parent_path() / link; // an absolute link alone
  }
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(target.string(), status) && llvm::sys::fs::exists(status) &&
      !llvm::sys::fs::is_regular_file(status))
    return emitError(loc) << "cannot write '" << path << "': expected a regular file", failure();
  return target.string();
}

/// Writes to a file beside `path` and renames it when all is there.
template <typename Write>
static llvm::LogicalResult writeFile(Location loc, StringRef path, Write write) {
  llvm::FailureOr<std::string> target = resolveOutput(loc, path);
  if (failed(target))
    return failure();
  llvm::SmallString<128> temporary;
  int descriptor;
  if (std::error_code error =
          llvm::sys::fs::createUniqueFile(*target + ".%%%%%%.tmp", descriptor, temporary))
    return emitError(loc) << "cannot write '" << path << "': " << error.message(), failure();
  auto fail = [&](const llvm::Twine &reason) {
    llvm::sys::fs::remove(temporary);
    return emitError(loc) << "cannot write '" << path << "': " << reason, failure();
  };
  {
    llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    if (!write(stream))
      return fail("the code generator does not support this output");
    stream.close();
    if (stream.has_error()) {
      std::error_code error = stream.error();
      stream.clear_error();
      return fail(error.message());
    }
  }
  if (std::error_code error = llvm::sys::fs::rename(temporary, *target))
    return fail(error.message());
  return success();
}

llvm::LogicalResult halftone::pipelines::emitObject(ModuleOp module, const AotOptions &options,
                                                    StringRef path) {
  llvm::FailureOr<Compiled> compiled = compile(module, options);
  if (failed(compiled))
    return failure();
  llvm::SmallVector<char, 0> object; // the emitter seeks
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (compiled->machine->addPassesToEmitFile(passes, stream, nullptr,
                                             llvm::CodeGenFileType::ObjectFile))
    return module.emitError("the code generator cannot write object files");
  passes.run(*compiled->module);
  return writeFile(module.getLoc(), path, [&](llvm::raw_ostream &os) {
    os.write(object.data(), object.size());
    return true;
  });
}

llvm::LogicalResult halftone::pipelines::emitLlvmIr(ModuleOp module, const AotOptions &options,
                                                    StringRef path) {
  llvm::FailureOr<Compiled> compiled = compile(module, options);
  if (failed(compiled))
    return failure();
  return writeFile(module.getLoc(), path, [&](llvm::raw_ostream &os) {
    compiled->module->print(os, nullptr);
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

static std::string findLinker() {
  if (const char *chosen = std::getenv("CC"))
    if (auto path = llvm::sys::findProgramByName(chosen))
      return *path;
  for (const char *name : {"clang-22", "cc", "clang", "gcc"})
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return {};
}

static llvm::LogicalResult link(Location loc, llvm::ArrayRef<std::string> inputs, StringRef path,
                                llvm::ArrayRef<StringRef> flags) {
  std::string linker = findLinker();
  if (linker.empty())
    return emitError(loc) << "no C compiler found to link '" << path
                          << "': install clang or gcc, or set CC",
           failure();
  llvm::FailureOr<std::string> target = resolveOutput(loc, path);
  if (failed(target))
    return failure();
  llvm::SmallString<128> temporary, log;
  if (std::error_code error = llvm::sys::fs::createUniqueFile(*target + ".%%%%%%.tmp", temporary))
    return emitError(loc) << "cannot write '" << path << "': " << error.message(), failure();
  llvm::sys::fs::createTemporaryFile("halftone-link", "log", log);

  llvm::SmallVector<StringRef> args{linker, "-o", temporary};
  if (llvm::sys::findProgramByName("ld.lld"))
    args.push_back("-fuse-ld=lld");
  llvm::append_range(args, flags);
  for (const std::string &input : inputs)
    args.push_back(input);
  // The runtime is C++; its library comes with the compiler.
  args.append({"-Wl,--gc-sections", "-lstdc++", "-lm", "-lpthread", "-ldl"});
  std::string message;
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log), StringRef(log)};
  int status = llvm::sys::ExecuteAndWait(linker, args, std::nullopt, redirects, 0, 0, &message);
  auto text = llvm::MemoryBuffer::getFile(log);
  llvm::sys::fs::remove(log);
  if (status != 0) {
    llvm::sys::fs::remove(temporary);
    auto diagnostic = emitError(loc) << "linking '" << path << "' failed";
    if (!message.empty())
      diagnostic << ": " << message;
    else if (text)
      diagnostic << ": " << (*text)->getBuffer().rtrim();
    return failure();
  }
  if (std::error_code error = llvm::sys::fs::rename(temporary, *target)) {
    llvm::sys::fs::remove(temporary);
    return emitError(loc) << "cannot write '" << path << "': " << error.message(), failure();
  }
  return success();
}

llvm::LogicalResult
halftone::pipelines::linkShared(Location loc, llvm::ArrayRef<std::string> inputs, StringRef path) {
  // The step's own copy of the runtime must not be replaced by another library's.
  return link(loc, inputs, path, {"-shared", "-Wl,-Bsymbolic", "-Wl,--no-undefined"});
}

llvm::LogicalResult halftone::pipelines::linkExecutable(Location loc,
                                                        llvm::ArrayRef<std::string> inputs,
                                                        StringRef path) {
  return link(loc, inputs, path, {"-pie", "-Wl,--export-dynamic-symbol=halftone_*"});
}
