# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# count-islands.sh MODEL FILE: writes the islands of a model's step to FILE, and prints how
# many there are around the same ops.
set -e
step="$HALFTONE_CORPUS/models/$1.step.mlir"
halftone-opt --allow-unregistered-dialect "$step" --import-roles=model="$step" \
  --convert-stablehlo-to-train --import-checkpoints --inline --symbol-dce --canonicalize --cse \
  --print-islands=ops=true -o /dev/null > "$2"
grep -v "^ *[+*]" "$2" | sed -E "s/^ *[0-9]+: [0-9]+ ops around //; s/ at .*//" | sort | uniq -c |
  sed -E "s/^ *//; s/^1 @/@/"
