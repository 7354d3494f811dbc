// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX by LLVM's NVPTX backend, in this process; machine code by `ptxas`; and a fat
// binary of both, written here: its PTX is not compressed, so that a device without
// NVIDIA's libraries can read it.
#include "halftone/Pipelines/GpuAot.h"
#include "Codegen.h"
#include "halftone/Support/Chip.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::pipelines;

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// The first version in which a kernel takes more than 4 KB of arguments.
static constexpr int leastPtxVersion = 81;

llvm::FailureOr<GpuTarget> halftone::pipelines::resolveGpuTarget(Location loc, StringRef chip) {
  std::optional<Chip> known = findChip(chip.str());
  if (known && known->ptxVersion)
    return GpuTarget{chip.str(), known->arch, known->exact,
                     std::max(known->ptxVersion, leastPtxVersion)};
  auto diagnostic = emitError(loc) << "no code for GPU '" << chip << "', expected one of ";
  SmallVector<StringRef> names;
  for (const Chip &other : knownChips())
    if (other.ptxVersion)
      names.push_back(other.name);
  llvm::interleaveComma(names, diagnostic);
  return failure();
}

static std::unique_ptr<llvm::TargetMachine> makeMachine(Location loc, const GpuTarget &target) {
  static bool initialized = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialized;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *backend = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backend) {
    emitError(loc) << "this LLVM has no code generator for '" << triple.str() << "': " << error;
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict; // one rounding for each op of the IR
  return std::unique_ptr<llvm::TargetMachine>(backend->createTargetMachine(
      triple, target.chip, "+ptx" + std::to_string(target.ptxVersion), options, std::nullopt,
      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

//===----------------------------------------------------------------------===//
// The toolkit
//===----------------------------------------------------------------------===//

/// Folders where a CUDA toolkit may be.
static SmallVector<std::string> toolkits() {
  SmallVector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
    if (const char *folder = std::getenv(variable))
      folders.push_back(folder);
  folders.push_back("/usr/local/cuda");
  return folders;
}

std::optional<std::string> halftone::pipelines::findPtxas() {
  if (auto path = llvm::sys::findProgramByName("ptxas"))
    return *path;
  for (const std::string &folder : toolkits())
    if (auto path = llvm::sys::findProgramByName("ptxas", {folder + "/bin"}))
      return *path;
  return std::nullopt;
}

/// Links what kernels call of libdevice.
static LogicalResult linkLibdevice(Location loc, llvm::Module &module) {
  SmallVector<StringRef> missing;
  for (llvm::Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      missing.push_back(function.getName());
  if (missing.empty())
    return success();
  for (const std::string &folder : toolkits()) {
    std::string path = folder + "/nvvm/libdevice/libdevice.10.bc";
    if (!llvm::sys::fs::exists(path))
      continue;
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> library = llvm::parseIRFile(path, problem, module.getContext());
    if (!library)
      return emitError(loc) << "cannot read '" << path << "': " << problem.getMessage();
    library->setTargetTriple(module.getTargetTriple());
    library->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
                                  [](llvm::Module &linked, const llvm::StringSet<> &names) {
                                    llvm::internalizeModule(linked, [&](const auto &value) {
                                      return !value.hasName() || !names.contains(value.getName());
                                    });
                                  }))
      return emitError(loc) << "cannot link '" << path << "'";
    return success();
  }
  auto diagnostic = emitError(loc) << "the kernels need functions of CUDA's libdevice, which was "
                                      "not found (set CUDA_HOME to the toolkit's folder): ";
  llvm::interleaveComma(missing, diagnostic);
  return failure();
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

llvm::FailureOr<std::string> halftone::pipelines::emitPtx(gpu::GPUModuleOp kernels,
                                                          const GpuTarget &target) {
  Location loc = kernels.getLoc();
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine(loc, target);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, context, kernels.getName());
  if (!module)
    return kernels.emitError("cannot be translated to LLVM IR"), failure();
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  if (failed(linkLibdevice(loc, *module)))
    return failure();
  // Subnormals stay, also in libdevice, which asks for this flag.
  module->addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", uint32_t(0));
  llvm::internalizeModule(*module, [](const llvm::GlobalValue &value) {
    auto *function = llvm::dyn_cast<llvm::Function>(&value);
    return function && function->getCallingConv() == llvm::CallingConv::PTX_Kernel;
  });
  optimize(*module, *machine, /*optLevel=*/3);
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return kernels.emitError("the code generator cannot write PTX"), failure();
  passes.run(*module);
  return std::string(text.data(), text.size());
}

llvm::FailureOr<std::string> halftone::pipelines::assemble(Location loc, StringRef ptx,
                                                           const GpuTarget &target) {
  std::optional<std::string> ptxas = findPtxas();
  if (!ptxas)
    return emitError(loc) << "no 'ptxas' found to make machine code of PTX: install the CUDA "
                             "toolkit, or set CUDA_HOME to its folder",
           failure();
  SmallString<128> source, output, log;
  llvm::SmallVector<SmallString<128> *> files{&source, &output, &log};
  auto removeAll = [&] {
    for (SmallString<128> *file : files)
      if (!file->empty())
        llvm::sys::fs::remove(*file);
  };
  int descriptor = -1;
  std::error_code error = llvm::sys::fs::createTemporaryFile("halftone", "ptx", descriptor, source);
  if (!error)
    error = llvm::sys::fs::createTemporaryFile("halftone", "cubin", output);
  if (!error)
    error = llvm::sys::fs::createTemporaryFile("halftone", "log", log);
  if (descriptor >= 0) {
    llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    stream << ptx;
    stream.close();
    if (stream.has_error()) {
      error = stream.error();
      stream.clear_error();
    }
  }
  if (error) {
    removeAll();
    return emitError(loc) << "cannot write a temporary file: " << error.message(), failure();
  }
  std::string arch = "-arch=" + target.chip, problem;
  // What the IR does not fuse stays apart.
  SmallVector<StringRef> args{*ptxas, arch, "-O3", "--fmad=false", "-o", output, source};
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log), StringRef(log)};
  int status = llvm::sys::ExecuteAndWait(*ptxas, args, std::nullopt, redirects, 0, 0, &problem);
  auto code = llvm::MemoryBuffer::getFile(output, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  auto text = llvm::MemoryBuffer::getFile(log);
  std::string cubin = code ? (*code)->getBuffer().str() : "";
  std::string said = text ? (*text)->getBuffer().rtrim().str() : "";
  removeAll();
  if (status == 0 && !cubin.empty())
    return cubin;
  emitError(loc) << "'" << *ptxas << "' does not take the kernels for " << target.chip << ": "
                 << (problem.empty() ? said : problem);
  return failure();
}

std::string halftone::pipelines::makeFatBinary(StringRef ptx, StringRef cubin,
                                               const GpuTarget &target) {
  std::string entries;
  llvm::raw_string_ostream body(entries);
  llvm::support::endian::Writer out(body, llvm::endianness::little);
  auto addEntry = [&](uint16_t kind, StringRef code, int major, int minor) {
    size_t size = llvm::alignTo(code.size() + (kind == 1), 8);
    out.write<uint16_t>(kind);
    out.write<uint16_t>(0x101);
    out.write<uint32_t>(64); // bytes of this header
    out.write<uint64_t>(size);
    out.write<uint32_t>(0); // bytes if compressed
    out.write<uint32_t>(0);
    out.write<uint16_t>(minor);
    out.write<uint16_t>(major);
    out.write<uint32_t>(target.arch);
    out.write<uint64_t>(0);
    out.write<uint64_t>(0x11 | (target.exact ? 0x100000 : 0));
    out.write<uint64_t>(0);
    out.write<uint64_t>(0);
    body << code;
    body.write_zeros(size - code.size());
  };
  addEntry(1, ptx, target.ptxVersion / 10, target.ptxVersion % 10);
  if (!cubin.empty())
    addEntry(2, cubin, 1, 0);
  std::string image;
  llvm::raw_string_ostream stream(image);
  llvm::support::endian::Writer header(stream, llvm::endianness::little);
  header.write<uint32_t>(0xBA55ED50);
  header.write<uint16_t>(1);
  header.write<uint16_t>(16); // bytes of this header
  header.write<uint64_t>(entries.size());
  return image + entries;
}

void halftone::pipelines::embedImage(gpu::GPUModuleOp kernels, StringRef image) {
  OpBuilder b(kernels);
  Attribute target = NVVM::NVVMTargetAttr::get(b.getContext());
  Attribute object =
      gpu::ObjectAttr::get(b.getContext(), target, gpu::CompilationTarget::Fatbin,
                           b.getStringAttr(image), DictionaryAttr(), gpu::KernelTableAttr());
  gpu::BinaryOp::create(b, kernels.getLoc(), kernels.getName(), nullptr, b.getArrayAttr(object));
  kernels.erase();
}
