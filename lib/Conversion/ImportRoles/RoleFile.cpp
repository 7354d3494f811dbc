// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RoleFile.h"

#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::Role;

std::optional<Role> halftone::conversion::parseRole(StringRef text) {
  if (text == "step")
    return Role::step_count;
  return train::symbolizeRole(text);
}

/// The file's own name without `.mlir` and the like, and without `.pretty`.
static StringRef stemOf(StringRef file) {
  StringRef name = llvm::sys::path::filename(file);
  for (StringRef suffix : {".mlir", ".mlirbc", ".txt"})
    if (name.consume_back(suffix))
      break;
  name.consume_back(".pretty");
  return name;
}

/// Whether the file is a role file about the model of this name.
static bool namesModel(const std::string &path, StringRef model) {
  Result<std::string> text = readFile(path);
  Result<Json> json = text ? parseJson(*text) : Result<Json>(Error{text.error()});
  const Json *functions = json ? findMember(*json, "functions") : nullptr;
  if (!functions || !functions->is_object())
    return false;
  for (const Json &function : *functions)
    if (const Json *file = findMember(function, "file"))
      if (stemOf(asString(*file).value_or("")) == stemOf(model))
        return true;
  return false;
}

std::string halftone::conversion::findRoleFile(const std::string &model) {
  if (model.empty() || model == "-")
    return std::string();
  SmallString<128> path(model);
  // One suffix less each time, but never beyond the file's own name.
  while (llvm::sys::path::has_extension(path)) {
    llvm::sys::path::replace_extension(path, "json");
    if (llvm::sys::fs::exists(path))
      return path.str().str();
    llvm::sys::path::replace_extension(path, "");
  }
  SmallString<128> folder(llvm::sys::path::parent_path(model));
  llvm::sys::path::append(folder, "roles.json");
  return namesModel(folder.str().str(), model) ? folder.str().str() : std::string();
}

namespace {

/// "float32" as role files spell it, or MLIR's own spelling.
Type parseElement(MLIRContext *context, StringRef text) {
  Builder b(context);
  unsigned width;
  if (text == "bool")
    return b.getI1Type();
  if (text == "bfloat16" || text == "bf16")
    return b.getBF16Type();
  StringRef digits = text;
  bool isUnsigned = digits.consume_front("uint") || digits.consume_front("ui");
  if (isUnsigned || digits.consume_front("int") || digits.consume_front("i"))
    return digits.getAsInteger(10, width) || width == 0 || width > 64
               ? Type()
               : Type(IntegerType::get(context, width,
                                       isUnsigned ? IntegerType::Unsigned : IntegerType::Signless));
  return llvm::StringSwitch<Type>(text)
      .Cases({"float16", "f16"}, b.getF16Type())
      .Cases({"float32", "f32"}, b.getF32Type())
      .Cases({"float64", "f64"}, b.getF64Type())
      .Default(Type());
}

std::string spell(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

class RoleFileReader {
public:
  RoleFileReader(std::string path, FunctionType type) : path(std::move(path)), type(type) {}

  Result<std::optional<RoleRows>> read(StringRef model, bool isAsked);

private:
  Error error(const Twine &message) { return Error{("'" + path + "': " + message).str()}; }
  Result<std::optional<RoleRows>> readFunction(const Json &function);
  Result<std::vector<RoleRow>> readRows(const Json *rows, StringRef kind, TypeRange types);
  Result<RoleRow> readRow(const Json &row, const Twine &where, Type type);
  /// An empty message where the row's shape and type are the value's, or not said.
  std::string compareType(const Json &row, Type type);

  std::string path;
  FunctionType type;
};

const Json *argumentsOf(const Json &function) {
  const Json *rows = findMember(function, "arguments");
  return rows ? rows : findMember(function, "args");
}

Result<std::optional<RoleRows>> RoleFileReader::read(StringRef model, bool isAsked) {
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  Result<Json> json = parseJson(*text);
  if (!json)
    return error(json.error());
  if (argumentsOf(*json))
    return readFunction(*json);
  const Json *functions = findMember(*json, "functions");
  if (!functions || !functions->is_object()) {
    if (isAsked)
      return error("expected 'arguments' and 'results', or 'functions' with them");
    return std::optional<RoleRows>();
  }
  std::vector<const Json *> fitting;
  for (const Json &function : *functions) {
    const Json *file = findMember(function, "file"), *rows = argumentsOf(function);
    if (file && !model.empty() && stemOf(asString(*file).value_or("")) == stemOf(model))
      return readFunction(function);
    if (rows && rows->is_array() && rows->size() == type.getNumInputs())
      fitting.push_back(&function);
  }
  // A copy of the model by another name.
  if (fitting.size() == 1)
    return readFunction(*fitting.front());
  return error(
      fitting.empty()
          ? "no function of " + Twine(type.getNumInputs()) + " arguments, as the module's has"
          : "several functions of " + Twine(type.getNumInputs()) +
                " arguments, and none names the file '" + llvm::sys::path::filename(model) + "'");
}

Result<std::optional<RoleRows>> RoleFileReader::readFunction(const Json &function) {
  RoleRows rows;
  Result<std::vector<RoleRow>> arguments =
      readRows(argumentsOf(function), "argument", type.getInputs());
  if (!arguments)
    return arguments.takeError();
  rows.arguments = std::move(*arguments);
  Result<std::vector<RoleRow>> results =
      readRows(findMember(function, "results"), "result", type.getResults());
  if (!results)
    return results.takeError();
  rows.results = std::move(*results);
  return std::optional(std::move(rows));
}

Result<std::vector<RoleRow>> RoleFileReader::readRows(const Json *rows, StringRef kind,
                                                      TypeRange types) {
  std::vector<RoleRow> out;
  if (!rows && kind == "result")
    return out;
  if (!rows || !rows->is_array())
    return error("expected a list of " + kind + "s");
  if (rows->size() != types.size())
    return error("describes " + Twine(rows->size()) + " " + kind + (rows->size() == 1 ? "" : "s") +
                 ", but the module's function has " + Twine(types.size()));
  for (auto [i, type] : llvm::enumerate(types)) {
    Result<RoleRow> row = readRow((*rows)[i], kind + " " + Twine(i), type);
    if (!row)
      return row.takeError();
    out.push_back(std::move(*row));
  }
  return out;
}

Result<RoleRow> RoleFileReader::readRow(const Json &row, const Twine &where, Type type) {
  RoleRow out;
  const Json *name = findMember(row, "name"), *role = findMember(row, "role");
  out.name = name ? asString(*name).value_or("") : "";
  if (out.name.empty())
    return error(where + " has no 'name'");
  if (role) {
    std::string text = asString(*role).value_or(dumpJson(*role));
    out.role = parseRole(text);
    if (!out.role)
      return error(where + ": unknown role '" + text + "'");
  }
  if (std::string message = compareType(row, type); !message.empty())
    return error(where + ", '" + out.name + "': " + message);
  const Json *decay = findMember(row, "weight_decay"), *init = findMember(row, "init");
  out.noDecay = decay && decay->is_boolean() && !decay->get<bool>();
  std::string start = init ? asString(*init).value_or(dumpJson(*init)) : "zeros";
  if (start != "zeros" && start != "given")
    return error(where + ": 'init' is '" + start + "', expected 'zeros' or 'given'");
  out.isGiven = start == "given";
  return out;
}

std::string RoleFileReader::compareType(const Json &row, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::string();
  if (const Json *shape = findMember(row, "shape")) {
    bool isEqual = shape->is_array() && static_cast<int64_t>(shape->size()) == tensor.getRank();
    for (int64_t i = 0; isEqual && i < tensor.getRank(); ++i)
      isEqual = asInteger((*shape)[static_cast<size_t>(i)]) == tensor.getDimSize(i);
    if (!isEqual)
      return "shape " + dumpJson(*shape) + ", but the module has " + spell(type);
  }
  if (const Json *dtype = findMember(row, "dtype")) {
    std::string text = asString(*dtype).value_or(dumpJson(*dtype));
    Type element = parseElement(type.getContext(), text);
    if (element && element != tensor.getElementType())
      return "dtype '" + text + "', but the module has " + spell(type);
  }
  return std::string();
}

} // namespace

Result<std::optional<RoleRows>> halftone::conversion::readRoleFile(const std::string &path,
                                                                   StringRef model,
                                                                   FunctionType type,
                                                                   bool isAsked) {
  return RoleFileReader(path, type).read(model, isAsked);
}
