// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers of nearly every test, compiled once.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>
