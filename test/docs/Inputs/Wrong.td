// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops whose documentation is wrong, or right, for the test of its check.
include "halftone/Dialect/Train/IR/TrainBase.td"

def Docs_BareOp : Train_Op<"docs_bare"> {
  let description = "It has no example.";
}
def Docs_WrongOp : Train_Op<"docs_wrong"> {
  let description = [{
    ```mlir
    %1 = train.cast %0 saturate : tensor<4xbf16> to tensor<4xf32>
    ```
  }];
}
def Docs_RightOp : Train_Op<"docs_right"> {
  let description = [{
    ```mlir
    %1 = train.abs %0 : tensor<4xf32>
    ```
  }];
}
