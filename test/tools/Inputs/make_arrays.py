# Writes .npy arrays into an uncompressed .npz with nothing but the standard library:
#   make_arrays.py OUT NAME:TYPE:SHAPE:START:STEP …   element i is START + i · STEP
# An empty shape is a scalar.
import struct
import sys
import zipfile

# bf16 has no name in these files: two bytes, the upper ones of an f32.
FORMATS = {"bf": ("<V2", ""), "f2": ("<f2", "e"), "f4": ("<f4", "f"), "f8": ("<f8", "d"), "i4": ("<i4", "i"), "i8": ("<i8", "q")}


def npy(kind, shape, start, step):
    descr, code = FORMATS[kind]
    count = 1
    for size in shape:
        count *= size
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({''.join(f'{s},' for s in shape)}), }}"
    header += " " * (64 - (10 + len(header) + 1) % 64) + "\n"
    values = [start + (i % 7) * step for i in range(count)]
    if kind == "bf":
        return head(header) + b"".join(struct.pack("<f", v)[2:] for v in values)
    if code in "iq":
        values = [int(v) for v in values]
    return head(header) + struct.pack(f"<{count}{code}", *values)


def head(header):
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()


with zipfile.ZipFile(sys.argv[1], "w") as out:
    for spec in sys.argv[2:]:
        name, kind, shape, start, step = spec.split(":")
        out.writestr(name + ".npy", npy(kind, [int(s) for s in shape.split("x") if s], float(start), float(step)))
