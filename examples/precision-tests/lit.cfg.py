# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of precision with an installed Halftone. Copy this file beside your tests, and run
#
#   lit -v .
#
# `halftone-opt` comes from $HALFTONE_BIN or the PATH, FileCheck from $LLVM_BIN, the PATH
# or Debian's folder of LLVM.
import os
import shutil

import lit.formats

config.name = "precision"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(os.environ.get("TEST_OUTPUT", config.test_source_root), "output")
config.excludes = ["output"]

folders = [os.environ.get("HALFTONE_BIN"), os.environ.get("LLVM_BIN"), *os.environ["PATH"].split(os.pathsep), "/usr/lib/llvm-22/bin"]
config.environment["PATH"] = os.pathsep.join(folder for folder in folders if folder)
for tool in ("halftone-opt", "FileCheck"):
    if shutil.which(tool, path=config.environment["PATH"]) is None:
        lit_config.fatal(f"{tool} not found: set HALFTONE_BIN or LLVM_BIN to its folder")
