# Takes what halftone-compile --remarks-filter='workspace|checkpoint' printed without and
# with checkpoints, and checks that the step's workspace shrank by at least SHARE of what
# is held less:
#   compare_workspace.py PLAIN LESS SHARE
import re
import sys

UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def workspace(text):
    return int(re.search(r"(\d+) bytes of workspace for @step", text)[1])


plain, less = (open(path).read() for path in sys.argv[1:3])
held = re.search(r"checkpoints: ([\d.]+) (\w+) of the forward pass held at once, ([\d.]+) (\w+) without", less)
after, before = float(held[1]) * UNITS[held[2]], float(held[3]) * UNITS[held[4]]
saved = workspace(plain) - workspace(less)
print(f"held {before:.0f} -> {after:.0f}, workspace {workspace(plain)} -> {workspace(less)}")
sys.exit(0 if after < before and saved >= float(sys.argv[3]) * (before - after) else 1)
