// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shardy's `sdy`, as far as a module for one device holds it: JAX prints an empty mesh and
// constraints to it wherever random numbers are drawn. Shardings are kept as text;
// ops print in the generic form.
#include "halftone/Dialect/StableHLO/StableHLO.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

namespace {

/// Text in angle brackets, up to the one that closes it, as it stands.
FailureOr<StringAttr> parseText(AsmParser &parser) {
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess())
    return failure();
  int depth = 1;
  // Tokens that occur in meshes and shardings; a string holds the name of an axis.
  auto step = [&]() -> OptionalParseResult {
    std::string text;
    int64_t number;
    StringRef word;
    StringAttr symbol;
    if (succeeded(parser.parseOptionalLess()))
      return ++depth, success();
    if (succeeded(parser.parseOptionalGreater()))
      return --depth, success();
    if (succeeded(parser.parseOptionalLSquare()) || succeeded(parser.parseOptionalRSquare()) ||
        succeeded(parser.parseOptionalLBrace()) || succeeded(parser.parseOptionalRBrace()) ||
        succeeded(parser.parseOptionalLParen()) || succeeded(parser.parseOptionalRParen()) ||
        succeeded(parser.parseOptionalComma()) || succeeded(parser.parseOptionalColon()) ||
        succeeded(parser.parseOptionalEqual()) || succeeded(parser.parseOptionalQuestion()) ||
        succeeded(parser.parseOptionalString(&text)) ||
        succeeded(parser.parseOptionalSymbolName(symbol)) ||
        succeeded(parser.parseOptionalKeyword(&word)))
      return success();
    return parser.parseOptionalInteger(number);
  };
  const char *end;
  do {
    end = parser.getCurrentLocation().getPointer() + 1; // behind the bracket, at last
    OptionalParseResult taken = step();
    if (!taken.has_value() || failed(*taken))
      return parser.emitError(parser.getCurrentLocation(), "expected a mesh or a sharding"),
             failure();
  } while (depth > 0);
  return parser.getBuilder().getStringAttr(StringRef(begin.getPointer(), end - begin.getPointer()));
}

/// sdy.mesh @name = <…> attributes
ParseResult parseMesh(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name, "sym_name", result.attributes) || parser.parseEqual())
    return failure();
  FailureOr<StringAttr> mesh = parseText(parser);
  if (failed(mesh))
    return failure();
  result.addAttribute("mesh", *mesh);
  return parser.parseOptionalAttrDict(result.attributes);
}

/// sdy.sharding_constraint %value <…> attributes : type
ParseResult parseConstraint(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  Type type;
  if (parser.parseOperand(value))
    return failure();
  FailureOr<StringAttr> sharding = parseText(parser);
  if (failed(sharding))
    return failure();
  result.addAttribute("sharding", *sharding);
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperand(value, type, result.operands))
    return failure();
  result.addTypes(type);
  return success();
}

class SdyDialect : public Dialect {
public:
  static constexpr StringLiteral getDialectNamespace() { return "sdy"; }
  explicit SdyDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<SdyDialect>()) {
    allowUnknownOperations();
  }

  /// `#sdy.sharding<@mesh, [{}]>`: its text.
  Attribute parseAttribute(DialectAsmParser &parser, Type) const final {
    StringRef kind;
    if (parser.parseKeyword(&kind))
      return {};
    FailureOr<StringAttr> text = parseText(parser);
    if (failed(text))
      return {};
    return parser.getBuilder().getStringAttr(kind + text->getValue());
  }
  std::optional<ParseOpHook> getParseOperationHook(StringRef name) const final {
    if (name == "sdy.mesh")
      return parseMesh;
    if (name == "sdy.sharding_constraint")
      return parseConstraint;
    return std::nullopt;
  }
};

} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(SdyDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(SdyDialect)

void halftone::stablehlo::registerSdyDialect(DialectRegistry &registry) {
  registry.insert<SdyDialect>();
}
