// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source of targets that are there for their precompiled header. main() is for those
// that are programs.
int main() { return 0; }
