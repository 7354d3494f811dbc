// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks gradient rules against numbers: a piece of IR becomes a loss function, which
// `train-differentiate` differentiates and the reference evaluator runs.
#ifndef HALFTONE_TEST_UNIT_DIALECT_TRAIN_GRADIENTCHECK_H
#define HALFTONE_TEST_UNIT_DIALECT_TRAIN_GRADIENTCHECK_H

#include "halftone/Support/HostTensor.h"

#include <ostream>
#include <string>
#include <vector>

namespace halftone::train {

/// Where the values of an argument lie. None is near a point where an op jumps.
enum class Range {
  wide,     ///< ±[0.2, 2.2]
  positive, ///< [0.3, 2.3]
  unit,     ///< ±[0.1, 0.9]
};

/// A function of its arguments `%a`, `%b`, … whose body defines `%r`. Arguments of
/// float type are parameters. Types are without `tensor<…>`.
struct GradientCase {
  std::string name;
  std::vector<std::string> args;
  std::string body;
  std::string result;
  Range range = Range::wide;
  /// Functions and the like beside the loss.
  std::string extra = {};
};
void PrintTo(const GradientCase &testCase, std::ostream *os);

/// The same with values: `weights` is the gradient of `%r`.
struct ExactCase {
  GradientCase function;
  std::vector<std::vector<double>> values;
  std::vector<double> weights;
  std::vector<std::vector<double>> expected;
};
void PrintTo(const ExactCase &testCase, std::ostream *os);

/// Compares with central differences of Σ w · r, for fixed uneven weights w.
void checkByDifferences(const GradientCase &testCase);
/// Compares with the expected gradients, bit for bit but for the sign of zero.
void checkExactly(const ExactCase &testCase);

/// Differentiates the case with `type` for f64: everything verifies and runs, and each
/// gradient has its parameter's type.
void checkInType(const GradientCase &testCase, const std::string &type);

/// Remembers which ops `cases` have, and gives them back.
std::vector<GradientCase> covering(std::vector<GradientCase> cases);
std::vector<ExactCase> covering(std::vector<ExactCase> cases);
/// True where some case has `op`, such as "train.sine".
bool isCovered(const std::string &op);

/// Differentiates `function` of the module `source` and calls its gradient.
std::vector<HostTensor> runGradient(const std::string &source, const std::string &function,
                                    const std::vector<HostTensor> &args);

} // namespace halftone::train

#endif // HALFTONE_TEST_UNIT_DIALECT_TRAIN_GRADIENTCHECK_H
