// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and lines as frameworks write them into locations.
#include "SourceName.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone::precision;

namespace {

class SourceNames : public testing::Test {
protected:
  Location file(StringRef name, unsigned line) {
    return FileLineColLoc::get(&context, name, line, 3);
  }
  Location named(StringRef name, Location child) {
    return NameLoc::get(StringAttr::get(&context, name), child);
  }

  MLIRContext context;
};

TEST_F(SourceNames, JaxInOneName) {
  Location loc = named("jit(step)/transpose(jvp(layer0))/attn/dot_general", file("src/nn.py", 21));
  SourceName name = getSourceName(loc);
  EXPECT_EQ(name.scope, "layer0/attn");
  EXPECT_EQ(name.leaf, "dot_general");
  EXPECT_EQ(name.full(), "layer0/attn/dot_general");
  EXPECT_EQ(name.place, "nn.py:21");
  EXPECT_EQ(getLocationText(loc), "transpose(jvp(layer0))/attn/dot_general");
  EXPECT_TRUE(name.transposed);
}

TEST_F(SourceNames, JaxInTwoNames) {
  Location loc = named("exp", named("jit(step)/jvp(layer0)/attn", file("nn.py", 9)));
  SourceName name = getSourceName(loc);
  EXPECT_EQ(name.full(), "layer0/attn/exp");
  EXPECT_EQ(getLocationText(loc), "jvp(layer0)/attn");
  EXPECT_FALSE(name.transposed);
}

TEST_F(SourceNames, WrappersOfNothing) {
  EXPECT_EQ(getSourceName(named("jit(step)/jvp()/add", file("a.py", 1))).full(), "add");
  EXPECT_EQ(getSourceName(named("jit(f)/vmap(checkpoint(a/b))/mul", file("a.py", 1))).full(),
            "a/b/mul");
  // No wrapper: the bracket is part of a name.
  EXPECT_EQ(getSourceName(named("layer (first)/mul", file("a.py", 1))).full(), "layer (first)/mul");
}

TEST_F(SourceNames, Calls) {
  Location caller = named("jit(step)/transpose(jvp(layer1))/loss", file("nn.py", 50));
  SourceName name = getSourceName(CallSiteLoc::get(named("sub", file("lib.py", 7)), caller));
  EXPECT_EQ(name.full(), "layer1/loss/sub");
  EXPECT_EQ(name.place, "lib.py:7");
  EXPECT_TRUE(name.transposed);
}

TEST_F(SourceNames, OfFusedLocationsTheFirstWithAName) {
  Location parts[] = {file("a.mlir", 4), named("head/add", file("b.py", 5))};
  SourceName name = getSourceName(FusedLoc::get(&context, parts));
  EXPECT_EQ(name.full(), "head/add");
  EXPECT_EQ(name.place, "a.mlir:4");
}

TEST_F(SourceNames, LinesAndNothing) {
  Location loc = file("dir/model.mlir", 12), unknown = UnknownLoc::get(&context);
  SourceName line = getSourceName(loc);
  EXPECT_EQ(line.full(), "");
  EXPECT_EQ(line.place, "model.mlir:12");
  EXPECT_EQ(getLocationText(loc), "model.mlir\":12:") << "as the location is printed";
  SourceName none = getSourceName(unknown);
  EXPECT_EQ(none.full() + none.place + getLocationText(unknown), "");
}

} // namespace
