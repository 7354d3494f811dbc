#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# roundtrip.sh FOLDER: prints each module of the corpus in both forms, parses it again and
# compares; a NAME.pretty.mlir also with the NAME.mlir beside it. Prints what differs, and
# the number of modules. Fails where one does not parse.
set -e -o pipefail
mkdir -p "$1"
cd "$1"
set -- "$HALFTONE_CORPUS"/models/*.mlir "$HALFTONE_CORPUS"/models/torch/*.mlir

# The generic form, without the empty dictionaries for arguments that func's custom
# assembly leaves out.
generic() {
  halftone-opt --mlir-print-op-generic "$@" |
    sed -E 's/(arg|res)_attrs = \[((\{\}, )*\{\})?\], //g'
}
# With locations, but for those of block arguments: a `while` has none in its assembly.
located() {
  generic --mlir-print-debuginfo --mlir-print-local-scope "$@" | grep -v '^ *^bb'
}
# Text without what whitespace may differ in.
squeeze() { sed -E 's/ +/ /g; s/ $//' "$1" | grep -v '^$'; }
same() { cmp -s "$1" "$2" || echo "$3 differs"; }

for file in "$@"; do
  generic "$file" > generic
  halftone-opt "$file" -o custom
  generic custom > again
  same generic again "$file: custom assembly"
  generic generic > again
  same generic again "$file: generic form"
  located "$file" > located
  halftone-opt --mlir-print-debuginfo "$file" -o custom.located
  located custom.located > again
  same located again "$file: locations"
  case $file in
  *.pretty.mlir)
    generic "${file%.pretty.mlir}.mlir" > again
    same generic again "$file: the generic spelling"
    squeeze "$file" > given
    squeeze custom > printed
    same given printed "$file: the text"
    ;;
  esac
done
echo "$# modules"
