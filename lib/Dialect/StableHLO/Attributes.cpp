// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How attributes are spelled: `#stablehlo.dot<lhs_contracting_dimensions = [1], …>` and
// the like. Fields come in any order; an empty list, or an index vector dimension of 0,
// is left out.
#include "halftone/Dialect/StableHLO/Assembly.h"
#include "halftone/Dialect/Train/IR/ConvNotation.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::stablehlo;

namespace {

using Dims = SmallVector<int64_t>;

/// The fields of an attribute, and where they go.
class FieldReader {
public:
  explicit FieldReader(AsmParser &parser) : parser(parser) {}

  FieldReader &dims(StringRef name, Dims &dims) {
    return field(name, [this, &dims]() {
      return parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square, [&]() { return parser.parseInteger(dims.emplace_back()); });
    });
  }
  FieldReader &number(StringRef name, int64_t &number) {
    return field(name, [this, &number]() { return parser.parseInteger(number); });
  }
  FieldReader &field(StringRef name, llvm::unique_function<ParseResult()> parse) {
    fields.push_back({name, std::move(parse), false});
    return *this;
  }

  /// `<name = value, …>`.
  ParseResult parse() {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                          [&]() { return parseField(); });
  }

private:
  struct Field {
    StringRef name;
    llvm::unique_function<ParseResult()> parse;
    bool seen;
  };

  ParseResult parseField() {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    auto *field = llvm::find_if(fields, [&](const Field &field) { return field.name == name; });
    if (field == fields.end() || field->seen) {
      InFlightDiagnostic diag = parser.emitError(loc) << "expected one of ";
      llvm::interleaveComma(fields, diag,
                            [&](const Field &field) { diag << "'" << field.name << "'"; });
      return diag << ", each at most once, got '" << name << "'";
    }
    field->seen = true;
    return failure(parser.parseEqual() || field->parse());
  }

  AsmParser &parser;
  SmallVector<Field> fields;
};

/// Prints fields with what separates them.
class FieldWriter {
public:
  explicit FieldWriter(AsmPrinter &printer) : printer(printer) { printer << '<'; }
  ~FieldWriter() { printer << '>'; }

  FieldWriter &dims(StringRef name, ArrayRef<int64_t> dims) {
    if (!dims.empty())
      start(name) << '[' << dims << ']';
    return *this;
  }
  FieldWriter &number(StringRef name, int64_t number) {
    start(name) << number;
    return *this;
  }
  AsmPrinter &start(StringRef name) {
    if (!first)
      printer << ", ";
    first = false;
    return printer << name << " = ";
  }

private:
  AsmPrinter &printer;
  bool first = true;
};

} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (FieldReader(parser)
          .dims("lhs_batching_dimensions", lhsBatch)
          .dims("rhs_batching_dimensions", rhsBatch)
          .dims("lhs_contracting_dimensions", lhsContract)
          .dims("rhs_contracting_dimensions", rhsContract)
          .parse())
    return {};
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContract, rhsContract);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldWriter(printer)
      .dims("lhs_batching_dimensions", getLhsBatchingDimensions())
      .dims("rhs_batching_dimensions", getRhsBatchingDimensions())
      .dims("lhs_contracting_dimensions", getLhsContractingDimensions())
      .dims("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute DotAlgorithmAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  Type lhs, rhs, accumulation;
  int64_t lhsCount = 1, rhsCount = 1, operations = 1;
  bool imprecise = false;
  FieldReader fields(parser);
  auto type = [&](StringRef name, Type &type) {
    fields.field(name, [&]() { return parser.parseType(type); });
  };
  type("lhs_precision_type", lhs);
  type("rhs_precision_type", rhs);
  type("accumulation_type", accumulation);
  fields.number("lhs_component_count", lhsCount)
      .number("rhs_component_count", rhsCount)
      .number("num_primitive_operations", operations)
      .field("allow_imprecise_accumulation", [&]() -> ParseResult {
        SMLoc at = parser.getCurrentLocation();
        StringRef word;
        if (parser.parseKeyword(&word))
          return failure();
        imprecise = word == "true";
        if (!imprecise && word != "false")
          return parser.emitError(at) << "expected 'true' or 'false', got '" << word << "'";
        return success();
      });
  if (fields.parse())
    return {};
  if (!lhs || !rhs || !accumulation) {
    parser.emitError(loc) << "expected 'lhs_precision_type', 'rhs_precision_type' and "
                             "'accumulation_type'";
    return {};
  }
  return get(parser.getContext(), lhs, rhs, accumulation, lhsCount, rhsCount, operations,
             imprecise);
}

void DotAlgorithmAttr::print(AsmPrinter &printer) const {
  FieldWriter fields(printer);
  fields.start("lhs_precision_type") << getLhsPrecisionType();
  fields.start("rhs_precision_type") << getRhsPrecisionType();
  fields.start("accumulation_type") << getAccumulationType();
  fields.number("lhs_component_count", getLhsComponentCount())
      .number("rhs_component_count", getRhsComponentCount())
      .number("num_primitive_operations", getNumPrimitiveOperations());
  fields.start("allow_imprecise_accumulation")
      << (getAllowImpreciseAccumulation() ? "true" : "false");
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

ParseResult halftone::stablehlo::parseConvolutionDimensions(AsmParser &parser,
                                                            ConvDimensionNumbersAttr &dimensions) {
  train::ConvNotation dims;
  if (train::parseConvNotation(parser, dims))
    return failure();
  dimensions = ConvDimensionNumbersAttr::get(
      parser.getContext(), dims.input.first, dims.input.second, dims.input.spatial,
      dims.kernel.first, dims.kernel.second, dims.kernel.spatial, dims.output.first,
      dims.output.second, dims.output.spatial);
  return success();
}

void halftone::stablehlo::printConvolutionDimensions(AsmPrinter &printer,
                                                     ConvDimensionNumbersAttr dimensions) {
  train::printConvNotation(
      printer,
      {{dimensions.getInputBatchDimension(), dimensions.getInputFeatureDimension(),
        llvm::to_vector(dimensions.getInputSpatialDimensions())},
       {dimensions.getKernelInputFeatureDimension(), dimensions.getKernelOutputFeatureDimension(),
        llvm::to_vector(dimensions.getKernelSpatialDimensions())},
       {dimensions.getOutputBatchDimension(), dimensions.getOutputFeatureDimension(),
        llvm::to_vector(dimensions.getOutputSpatialDimensions())}});
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr dimensions;
  if (parser.parseLess() || parseConvolutionDimensions(parser, dimensions) || parser.parseGreater())
    return {};
  return dimensions;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvolutionDimensions(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims offset, collapsed, operandBatching, indicesBatching, map;
  int64_t indexVectorDim = 0;
  if (FieldReader(parser)
          .dims("offset_dims", offset)
          .dims("collapsed_slice_dims", collapsed)
          .dims("operand_batching_dims", operandBatching)
          .dims("start_indices_batching_dims", indicesBatching)
          .dims("start_index_map", map)
          .number("index_vector_dim", indexVectorDim)
          .parse())
    return {};
  return get(parser.getContext(), offset, collapsed, operandBatching, indicesBatching, map,
             indexVectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldWriter fields(printer);
  fields.dims("offset_dims", getOffsetDims())
      .dims("collapsed_slice_dims", getCollapsedSliceDims())
      .dims("operand_batching_dims", getOperandBatchingDims())
      .dims("start_indices_batching_dims", getStartIndicesBatchingDims())
      .dims("start_index_map", getStartIndexMap());
  if (getIndexVectorDim())
    fields.number("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims window, inserted, inputBatching, indicesBatching, map;
  int64_t indexVectorDim = 0;
  if (FieldReader(parser)
          .dims("update_window_dims", window)
          .dims("inserted_window_dims", inserted)
          .dims("input_batching_dims", inputBatching)
          .dims("scatter_indices_batching_dims", indicesBatching)
          .dims("scatter_dims_to_operand_dims", map)
          .number("index_vector_dim", indexVectorDim)
          .parse())
    return {};
  return get(parser.getContext(), window, inserted, inputBatching, indicesBatching, map,
             indexVectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldWriter fields(printer);
  fields.dims("update_window_dims", getUpdateWindowDims())
      .dims("inserted_window_dims", getInsertedWindowDims())
      .dims("input_batching_dims", getInputBatchingDims())
      .dims("scatter_indices_batching_dims", getScatterIndicesBatchingDims())
      .dims("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  if (getIndexVectorDim())
    fields.number("index_vector_dim", getIndexVectorDim());
}

//===----------------------------------------------------------------------===//
// Channels, aliases, accuracy
//===----------------------------------------------------------------------===//

Attribute ChannelHandleAttr::parse(AsmParser &parser, Type) {
  int64_t handle = 0, type = 0;
  if (FieldReader(parser).number("handle", handle).number("type", type).parse())
    return {};
  return get(parser.getContext(), handle, type);
}

void ChannelHandleAttr::print(AsmPrinter &printer) const {
  FieldWriter(printer).number("handle", getHandle()).number("type", getType());
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  Dims output, operand;
  int64_t index = 0;
  if (FieldReader(parser)
          .dims("output_tuple_indices", output)
          .number("operand_index", index)
          .dims("operand_tuple_indices", operand)
          .parse())
    return {};
  return get(parser.getContext(), output, index, operand);
}

void OutputOperandAliasAttr::print(AsmPrinter &printer) const {
  FieldWriter fields(printer);
  fields.start("output_tuple_indices") << '[' << getOutputTupleIndices() << ']';
  fields.start("operand_index") << getOperandIndex();
  fields.start("operand_tuple_indices") << '[' << getOperandTupleIndices() << ']';
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode = ResultAccuracyModeAttr::get(parser.getContext(), {});
  if (FieldReader(parser)
          .field("atol", [&]() { return parser.parseFloat(atol); })
          .field("rtol", [&]() { return parser.parseFloat(rtol); })
          .number("ulps", ulps)
          .field("mode", [&]() { return parser.parseAttribute(mode); })
          .parse())
    return {};
  return get(parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode.getValue());
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  FieldWriter fields(printer);
  if (getAtol().isNonZero() || getRtol().isNonZero() || getUlps()) {
    fields.start("atol");
    printer.printFloat(getAtol());
    fields.start("rtol");
    printer.printFloat(getRtol());
    fields.number("ulps", getUlps());
  }
  fields.start("mode") << ResultAccuracyModeAttr::get(getContext(), getMode());
}

//===----------------------------------------------------------------------===//
// Registration: here, for the generated definitions to be in one file
//===----------------------------------------------------------------------===//

#include "halftone/Dialect/StableHLO/StableHLOEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "halftone/Dialect/StableHLO/StableHLOAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "halftone/Dialect/StableHLO/StableHLOTypes.cpp.inc"

void StableHLODialect::registerAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "halftone/Dialect/StableHLO/StableHLOAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "halftone/Dialect/StableHLO/StableHLOTypes.cpp.inc"
      >();
}

namespace {

/// Whether a symbol's text starts with a name, as each known one does.
bool startsWithName(DialectAsmParser &parser) {
  StringRef text = parser.getFullSymbolSpec();
  return !text.empty() && (llvm::isAlpha(text.front()) || text.front() == '_');
}

} // namespace

Attribute StableHLODialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  if (startsWithName(parser)) {
    StringRef mnemonic;
    Attribute attribute;
    if (generatedAttributeParser(parser, &mnemonic, type, attribute).has_value())
      return attribute;
  }
  return OpaqueAttr::get(StringAttr::get(getContext(), getNamespace()), parser.getFullSymbolSpec(),
                         NoneType::get(getContext()));
}

void StableHLODialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

Type StableHLODialect::parseType(DialectAsmParser &parser) const {
  if (startsWithName(parser)) {
    StringRef mnemonic;
    Type type;
    if (generatedTypeParser(parser, &mnemonic, type).has_value())
      return type;
  }
  return OpaqueType::get(StringAttr::get(getContext(), getNamespace()), parser.getFullSymbolSpec());
}

void StableHLODialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}
