// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of policy files, and the schema that is written from them.
#include "PolicyReader.h"

#include "halftone/Dialect/Train/IR/Train.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

static constexpr MemberSpec ruleMembers[] = {
    {"label", MemberForm::Label, "what the rule says, or what it says for f16 and for bf16"},
    {"op", MemberForm::Names, "condition: the op's name is this, or one of these"},
    {"group", MemberForm::Names,
     "the tie groups that the rule is about ('acc' is the accumulator); the whole op without it"},
    {"products", MemberForm::Products, "the type in which a contraction multiplies"},
    {"kind", MemberForm::Text, "condition: the op's kind (add, mul, max, … of a reduction)"},
    {"dialect", MemberForm::Text, "condition: the op's dialect"},
    {"location", MemberForm::Text, "condition: occurs in the op's location"},
    {"location_regex", MemberForm::Pattern, "condition: found in the op's location"},
    {"name", MemberForm::Pattern,
     "condition: found in a name in the op's location, of an argument that it reads or a result "
     "that it gives, or of a symbol that it uses"},
    {"region", MemberForm::Pattern,
     "condition: found in the symbol name, or a name in the location, of an op around this one"},
    {"role", MemberForm::Role, "condition: of an argument that the op reads or a result it gives"},
    {"min_elements", MemberForm::Count, "condition: the largest operand or result has as many"},
    {"max_elements", MemberForm::Count, "condition: no operand or result has more"},
    {"rank", MemberForm::Count, "condition: of some operand or result"},
    {"shape", MemberForm::Shape,
     "condition: of some operand or result; null stands for any length"},
    {"range", MemberForm::Range,
     "condition: the largest magnitude that a fact gives for what the op, or the group, holds"},
    {"compute", MemberForm::Column, "condition: the compute type"},
    {"clear", MemberForm::Flag, "the op moves or selects values (placement `paint`)"},
    {"open", MemberForm::Flag,
     "of f32: what the op reads and gives may have a low neighbour's type (placement `min-cut`)"},
    {"island", MemberForm::Island,
     "what the op is to f32 islands: seed (sensitive, they grow from it), angle (a seed, and what "
     "it is made of positions is f32), statistic (belongs to the island that its result goes "
     "into)"},
    {"groups", MemberForm::Groups,
     "structure of an op without a model: by name of a group, its operands and results"},
    {"why", MemberForm::Text, "the reason, for remarks and reports"},
    {"from", MemberForm::Text, "where the rule was written first, as `print-policy` says it"},
};

static constexpr MemberSpec fileMembers[] = {
    {"$schema", MemberForm::Ignored, "the place of this schema"},
    {"name", MemberForm::Text, "a name for the reader"},
    {"description", MemberForm::Text, "words for the reader"},
    {"placement", MemberForm::Placement, "instead of the table's"},
    {"narrow", MemberForm::Narrow,
     "values: what lies between f32 values stays f32; bytes: it may be low where that moves fewer "
     "bytes"},
    {"islands", MemberForm::Flag, "whether f32 islands are grown around sensitive ops"},
    {"ranges", MemberForm::Flag, "whether proved and measured ranges decide"},
    {"complete", MemberForm::Flag, "no built-in table goes behind this file"},
    {"table", MemberForm::Flag,
     "rules for whatever may come: one that matches nothing is no mistake"},
    {"casts", MemberForm::Casts, "by dialect, the op that casts its floats"},
    {"rules", MemberForm::Rules, "the rules"},
    {"defaults", MemberForm::Rules, "rules for what no rule of `rules` matches"},
    {"effective", MemberForm::Ignored, "what `print-policy` found to hold, for the reader"},
};

ArrayRef<MemberSpec> halftone::precision::getRuleMembers() { return ruleMembers; }
ArrayRef<MemberSpec> halftone::precision::getFileMembers() { return fileMembers; }

SmallVector<StringRef> halftone::precision::getWords(MemberForm form) {
  switch (form) {
  case MemberForm::Label: {
    SmallVector<StringRef> words;
    for (Label label :
         {Label::Low, Label::F32, Label::F32Internal, Label::Widest, Label::Follow, Label::Keep})
      words.push_back(toString(label));
    return words;
  }
  case MemberForm::Column:
    return {"f16", "bf16"};
  case MemberForm::Products:
    return {"tf32", "fp8", "f32", "bf16", "f16"};
  case MemberForm::Placement:
    return {"min-cut", "promote", "paint"};
  case MemberForm::Narrow:
    return {"values", "bytes"};
  case MemberForm::Island:
    return {"seed", "statistic", "angle"};
  case MemberForm::Role: {
    SmallVector<StringRef> words;
    for (unsigned i = 0; i <= train::getMaxEnumValForRole(); ++i)
      if (auto role = train::symbolizeRole(i))
        words.push_back(train::stringifyRole(*role));
    return words;
  }
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Schema
//===----------------------------------------------------------------------===//

using JsonObject = llvm::json::Object;
using JsonArray = llvm::json::Array;

static JsonObject typed(StringRef type) { return JsonObject{{"type", type}}; }

static JsonObject text() { return JsonObject{{"type", "string"}, {"minLength", 1}}; }

static JsonObject count() { return JsonObject{{"type", "integer"}, {"minimum", 0}}; }

static JsonObject words(MemberForm form) {
  JsonArray list;
  for (StringRef word : getWords(form))
    list.push_back(word);
  return JsonObject{{"enum", std::move(list)}};
}

static JsonObject listOf(JsonObject item) {
  return JsonObject{{"type", "array"}, {"minItems", 1}, {"items", std::move(item)}};
}

static JsonObject either(JsonObject a, JsonObject b) {
  return JsonObject{{"anyOf", JsonArray{std::move(a), std::move(b)}}};
}

/// An object of these members alone, at least one of them.
static JsonObject closed(JsonObject properties) {
  return JsonObject{{"type", "object"},
                    {"properties", std::move(properties)},
                    {"additionalProperties", false},
                    {"minProperties", 1}};
}

static JsonObject mapTo(JsonObject value) {
  return JsonObject{{"type", "object"}, {"additionalProperties", std::move(value)}};
}

static JsonObject schemaOf(MemberForm form) {
  switch (form) {
  case MemberForm::Text:
  case MemberForm::Pattern:
    return text();
  case MemberForm::Names:
    return either(text(), listOf(text()));
  case MemberForm::Count:
    return count();
  case MemberForm::Flag:
    return typed("boolean");
  case MemberForm::Label:
    return either(words(form), closed(JsonObject{{"f16", words(form)}, {"bf16", words(form)}}));
  case MemberForm::Shape:
    return listOf(either(count(), typed("null")));
  case MemberForm::Range: {
    JsonObject bound{{"type", "number"}, {"minimum", 0}};
    return closed(JsonObject{{"above", JsonObject(bound)},
                             {"below", std::move(bound)},
                             {"by", JsonObject{{"enum", JsonArray{"proof", "measurement"}}}}});
  }
  case MemberForm::Groups: {
    JsonObject name{{"type", "string"},
                    {"pattern", "^(operands|results|(operand|result) [0-9]+)$"}};
    JsonObject member = either(count(), std::move(name));
    JsonObject groups = mapTo(either(JsonObject(member), listOf(std::move(member))));
    groups["minProperties"] = 1;
    return groups;
  }
  case MemberForm::Casts: {
    JsonObject op{{"type", "string"}, {"pattern", "[.]"}};
    JsonObject object =
        closed(JsonObject{{"op", JsonObject(op)}, {"type", text()}, {"attributes", mapTo(text())}});
    object["required"] = JsonArray{"op"};
    return mapTo(either(std::move(op), std::move(object)));
  }
  case MemberForm::Rules:
    return JsonObject{{"type", "array"}, {"items", JsonObject{{"$ref", "#/definitions/rule"}}}};
  case MemberForm::Ignored:
    return JsonObject{};
  default:
    return words(form);
  }
}

static JsonObject propertiesOf(ArrayRef<MemberSpec> members) {
  JsonObject properties;
  for (const MemberSpec &spec : members) {
    JsonObject schema = schemaOf(spec.form);
    schema["description"] = spec.description;
    properties[spec.name] = std::move(schema);
  }
  return properties;
}

std::string halftone::precision::getPolicySchema() {
  auto needs = [](StringRef name) { return JsonObject{{"required", JsonArray{name}}}; };
  JsonObject rule = closed(propertiesOf(getRuleMembers()));
  rule["anyOf"] = JsonArray{needs("label"), needs("products")};
  JsonObject file = closed(propertiesOf(getFileMembers()));
  file["$schema"] = "http://json-schema.org/draft-07/schema#";
  file["title"] = "A precision policy of Halftone";
  file["definitions"] = JsonObject{{"rule", std::move(rule)}};
  file["anyOf"] = JsonArray{needs("rules"), needs("defaults")};
  return llvm::formatv("{0:2}\n", llvm::json::Value(std::move(file))).str();
}
