// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops with regions, barriers, and calls.
#include "GraphWriter.h"

using namespace halftone::fuzz;

static constexpr unsigned maxDepth = 3;

void GraphWriter::bodyThatYields(const Value &like) {
  body(static_cast<unsigned>(draw.between(1, 4)));
  ++depth;
  Value yielded = pickLike(like);
  line("train.yield " + yielded.name + " : " + typeOf(yielded));
  --depth;
}

void GraphWriter::ifElse() {
  if (depth >= maxDepth)
    return;
  Value p = pickPredicate({}), like = pickFloat();
  std::vector<Value> outside = pool;
  std::string result = fresh();
  line(result + " = train.if " + p.name + " : " + typeOf(like) + " {");
  for (bool second : {false, true}) {
    pool = outside;
    bodyThatYields(like);
    line(second ? "}" : "} else {");
  }
  pool = outside;
  give({result, like.type, like.shape});
}

void GraphWriter::forLoop() {
  if (depth >= maxDepth)
    return;
  Value initial = pickFloat();
  std::vector<Value> outside = pool;
  std::string result = fresh(), index = fresh(), carried = fresh();
  line(result + " = train.for " + index + " times " + std::to_string(draw.between(0, 3)) +
       " carry (" + carried + " = " + initial.name + ") : " + typeOf(initial) + " {");
  give({index, "i32", {}});
  give({carried, initial.type, initial.shape});
  bodyThatYields(initial);
  line("}");
  pool = outside;
  give({result, initial.type, initial.shape});
}

void GraphWriter::whileLoop() {
  if (depth >= maxDepth)
    return;
  Value initial = pickFloat(), start = splat("i32", {}, "0"),
        limit = splat("i32", {}, std::to_string(draw.between(0, 3))), one = splat("i32", {}, "1");
  std::vector<Value> outside = pool;
  std::string result = fresh(), counter = fresh(), carried = fresh(), condition = fresh();
  std::string types = typeOf(start) + ", " + typeOf(initial);
  line(result + ":2 = train.while (" + counter + " = " + start.name + ", " + carried + " = " +
       initial.name + ") : " + types + " cond {");
  ++depth;
  line(condition + " = train.compare LT, " + counter + ", " + limit.name + " : " + typeOf(start));
  line("train.yield " + condition + " : tensor<i1>");
  --depth;
  line("} do {");
  give({carried, initial.type, initial.shape});
  body(static_cast<unsigned>(draw.between(1, 3)));
  ++depth;
  Value next = emitTyped("train.add " + counter + ", " + one.name + " : ", "i32", {});
  Value yielded = pickLike(initial);
  line("train.yield " + next.name + ", " + yielded.name + " : " + types);
  --depth;
  line("}");
  pool = outside;
  give({result + "#1", initial.type, initial.shape});
}

void GraphWriter::region(const std::string &opening) {
  Value like = pickFloat();
  std::vector<Value> outside = pool;
  std::string result = fresh();
  line(result + " = train." + opening + ": " + typeOf(like) + " {");
  bodyThatYields(like);
  line("}");
  pool = outside;
  give({result, like.type, like.shape});
}

void GraphWriter::precision() {
  if (depth < maxDepth)
    region("precision " +
           (options.f32Only ? "f32" : draw.of(std::vector<std::string>{"f32", "bf16", "f16"})) +
           " ");
}

void GraphWriter::checkpoint() {
  if (depth < maxDepth)
    region(draw.chance(50) ? "checkpoint save products " : "checkpoint ");
}

void GraphWriter::pass() {
  Value x = pickFloat();
  give(emitTyped(std::string("train.") +
                     (draw.chance(50) ? "optimization_barrier " : "stop_gradient ") + x.name +
                     " : ",
                 x.type, x.shape));
}

void GraphWriter::call() {
  Value x = pickFloat();
  std::string callee = name + "_callee" + std::to_string(nextFunction++), type = typeOf(x);
  functions += "func.func private @" + callee + "(%x: " + type + ") -> " + type +
               " {\n  %0 = train.add %x, %x : " + type + "\n  %1 = train.abs %0 : " + type +
               "\n  return %1 : " + type + "\n}\n";
  for (int64_t i = 0, times = draw.between(1, 2); i < times; ++i) {
    x = emit("func.call @" + callee + "(" + x.name + ") : (" + type + ") -> " + type, x.type,
             x.shape);
    give(x);
  }
}

void GraphWriter::customGradient() {
  Value x = pickFloat();
  std::string id = name + "_custom" + std::to_string(nextFunction++), type = typeOf(x);
  functions += "func.func private @" + id + "(%x: " + type + ") -> (" + type + ", " + type +
               ") {\n  %0 = train.multiply %x, %x : " + type + "\n  return %0, %x : " + type +
               ", " + type + "\n}\nfunc.func private @" + id + "_bwd(%r: " + type +
               ", %g: " + type + ") -> " + type + " {\n  %0 = train.multiply %r, %g : " + type +
               "\n  return %0 : " + type + "\n}\n";
  give(emit("train.custom_gradient @" + id + ", @" + id + "_bwd(" + x.name + ") : (" + type +
                ") -> " + type,
            x.type, x.shape));
}
