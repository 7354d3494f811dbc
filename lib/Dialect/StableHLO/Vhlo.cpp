// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VHLO is what StableHLO is kept in: its bytecode holds dialect `vhlo`. That is not read
// here. A dialect of that name says so, and how it is converted, at the first type,
// attribute or op, instead of "unregistered dialect".
#include "halftone/Dialect/StableHLO/StableHLO.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

namespace {

constexpr StringLiteral refusal =
    "is VHLO, which StableHLO's bytecode holds and which is not read; convert the file to text "
    "first: 'stablehlo-translate --deserialize FILE'";

/// VHLO encodes its types and attributes itself; none can be read.
struct VhloBytecodeInterface : BytecodeDialectInterface {
  VhloBytecodeInterface(Dialect *dialect) : BytecodeDialectInterface(dialect) {}
  Attribute readAttribute(DialectBytecodeReader &reader) const final {
    reader.emitError("this ") << refusal;
    return {};
  }
  Type readType(DialectBytecodeReader &reader) const final {
    reader.emitError("this ") << refusal;
    return {};
  }
};

class VhloDialect : public Dialect {
public:
  static constexpr StringLiteral getDialectNamespace() { return "vhlo"; }
  explicit VhloDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<VhloDialect>()) {
    addInterfaces<VhloBytecodeInterface>();
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const final {
    parser.emitError(parser.getCurrentLocation())
        << "'#vhlo." << parser.getFullSymbolSpec() << "' " << refusal;
    return {};
  }
  Type parseType(DialectAsmParser &parser) const final {
    parser.emitError(parser.getCurrentLocation())
        << "'!vhlo." << parser.getFullSymbolSpec() << "' " << refusal;
    return {};
  }
  std::optional<ParseOpHook> getParseOperationHook(StringRef) const final {
    return [](OpAsmParser &parser, OperationState &) -> ParseResult {
      return parser.emitError(parser.getNameLoc()) << refusal;
    };
  }
};

} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(VhloDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(VhloDialect)

void halftone::stablehlo::registerStablehloDialects(DialectRegistry &registry) {
  registry.insert<StableHLODialect, chlo::ChloDialect, VhloDialect>();
  registerSdyDialect(registry);
}
