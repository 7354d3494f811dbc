#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# roundtrip.sh FOLDER FILE...: prints each module in both forms, parses it again and
# compares; a NAME.pretty.mlir also with the NAME.mlir beside it. Prints what differs, and
# the number of modules. Fails where one does not parse.
set -e -o pipefail
out=$1
shift
mkdir -p "$out"
cd "$out"

# The generic form, without two things that func's and while's custom assembly leave out:
# empty dictionaries for arguments, and locations of block arguments.
generic() {
  halftone-opt --mlir-print-op-generic "$@" |
    sed -E 's/(arg|res)_attrs = \[((\{\}, )*\{\})?\], //g; /^ *\^bb[0-9]*\(/s/ loc\((#loc[0-9]*|".*"\([^ ]*\))\)//g'
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
  generic --mlir-print-debuginfo --mlir-print-local-scope "$file" > located
  halftone-opt --mlir-print-debuginfo "$file" -o custom.located
  generic --mlir-print-debuginfo --mlir-print-local-scope custom.located > again
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
