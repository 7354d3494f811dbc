# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles all kernels again and compares with what is kept, comments, debug data and the
# names that nvcc makes of a file's path aside. Exits with 77 where there is no nvcc 13.0.
set -u
cd "$(dirname "$0")"
nvcc=${NVCC:-/usr/local/cuda/bin/nvcc}
"$nvcc" --version 2> /dev/null | grep -q 'release 13\.0' || exit 77
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
sh make.sh --to "$fresh" || exit 1
[ "$(ls "$fresh")" = "$(ls ptx)" ] || { echo "ptx/ holds other files than kernels.txt names"; exit 1; }
plain() { sed -e 's|//.*||' -e '/^ *\.b8 [0-9]/d' -e 's/_INTERNAL_[0-9a-f]*/_INTERNAL/g' -e 's/_GLOBAL__N__[0-9a-f]*/_GLOBAL__N/g' "$1"; }
result=0
for file in "$fresh"/*.ptx; do
  name=$(basename "$file")
  [ "$(plain "$file")" = "$(plain "ptx/$name")" ] || { echo "ptx/$name is not what make.sh gives"; result=1; }
done
exit $result
