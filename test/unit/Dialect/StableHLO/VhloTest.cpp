// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytecode in which dialect `vhlo` encodes its attributes and types itself, as
// StableHLO's portable artifacts do, is refused with the command that converts it.
#include "halftone/Dialect/StableHLO/StableHLO.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace {

/// Encodes an attribute of `vhlo` as one number, as a writer of such files would.
struct Writer : BytecodeDialectInterface {
  Writer(Dialect *dialect) : BytecodeDialectInterface(dialect) {}
  LogicalResult writeAttribute(Attribute attribute, DialectBytecodeWriter &writer) const override {
    if (!isa<OpaqueAttr>(attribute))
      return failure();
    writer.writeVarInt(7);
    return success();
  }
};

/// A `vhlo` that keeps attributes as text; stands for the real one.
class FakeVhlo : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FakeVhlo)
  static constexpr StringLiteral getDialectNamespace() { return "vhlo"; }
  explicit FakeVhlo(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<FakeVhlo>()) {
    allowUnknownOperations();
    addInterfaces<Writer>();
  }
  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    return OpaqueAttr::get(StringAttr::get(getContext(), "vhlo"), parser.getFullSymbolSpec(),
                           NoneType::get(getContext()));
  }
};

std::string portableArtifact() {
  MLIRContext context;
  context.loadDialect<func::FuncDialect, FakeVhlo>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"("vhlo.func_v1"() <{sym_name = #vhlo.string_v1<"main">}> ({}) : () -> ())", &context);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  EXPECT_TRUE(module && succeeded(writeBytecodeToFile(*module, stream)));
  return bytes;
}

TEST(Vhlo, PortableArtifactsAreRefused) {
  std::string bytes = portableArtifact();
  ASSERT_EQ(bytes.substr(0, 4), "ML\xEFR");

  DialectRegistry registry;
  halftone::stablehlo::registerStablehloDialects(registry);
  MLIRContext context(registry);
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages += diagnostic.str() + "\n";
    return success();
  });
  EXPECT_FALSE(parseSourceString<ModuleOp>(bytes, &context));
  EXPECT_NE(messages.find("this is VHLO"), std::string::npos) << messages;
  EXPECT_NE(messages.find("'stablehlo-translate --deserialize FILE'"), std::string::npos)
      << messages;
}

} // namespace
