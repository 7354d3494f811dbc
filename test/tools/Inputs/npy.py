# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reads and writes .npy files without NumPy.
#   npy.py make FILE f4 2x3 0 0.5    2 x 3 values that begin at 0 in steps of 0.5
#   npy.py show FILE                 "f4 2x3: 0.0 0.5 …"
import ast
import struct
import sys

LETTERS = {"f4": "f", "f8": "d", "i4": "i", "u4": "I", "i8": "q", "u1": "B", "f2": "e"}


def make(path, kind, shape, start, step):
    sizes = [int(size) for size in shape.split("x")]
    count = 1
    for size in sizes:
        count *= size
    whole = kind[0] != "f"
    values = [float(start) + float(step) * i for i in range(count)]
    values = [int(v) if whole else v for v in values]
    header = "{'descr': '<%s', 'fortran_order': False, 'shape': (%s,), }" % (
        kind, ", ".join(map(str, sizes)))
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%d%s" % (count, LETTERS[kind]), *values))


def show(path):
    data = open(path, "rb").read()
    size = struct.unpack_from("<H", data, 8)[0]
    header = ast.literal_eval(data[10:10 + size].decode())
    kind = header["descr"][1:]
    count = (len(data) - 10 - size) // int(kind[1:])
    values = struct.unpack_from("<%d%s" % (count, LETTERS[kind]), data, 10 + size)
    print(kind, "x".join(map(str, header["shape"])) + ":", *values)


globals()[sys.argv[1]](*sys.argv[2:])
