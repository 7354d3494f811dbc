# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes ptx/NAME.ARCH.ptx from NAME.cu, for the architectures whose code differs.
#   make.sh              all of them
#   make.sh --to DIR     into another folder
#   make.sh NAME...      only those
set -eu
nvcc=${NVCC:-/usr/local/cuda/bin/nvcc}
cd "$(dirname "$0")"
to=ptx
if [ "${1:-}" = --to ]; then to=$2; shift 2; fi
mkdir -p "$to"

make() { # NAME ARCH FLAGS...
  name=$1 arch=$2; shift 2
  case " $wanted " in "  " | *" $name "*) ;; *) return 0 ;; esac
  "$nvcc" -ptx -std=c++17 -O3 -arch="$arch" "$@" "$name.cu" -o "$to/$name.$arch.ptx"
  # Paths as they are on every machine.
  sed -i -e 's|"/[^"]*/targets/x86_64-linux/include/|"cuda/|' -e "s|\"$PWD/|\"|" "$to/$name.$arch.ptx"
}

wanted="$*"
while read -r name arches flags; do
  case "$name" in "" | "#"*) continue ;; esac
  for arch in $(echo "$arches" | tr , ' '); do
    # shellcheck disable=SC2086
    make "$name" "$arch" $flags
  done
done < kernels.txt
