// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluation of IR in text, for tests that need to know no MLIR.
#ifndef HALFTONE_TEST_UNIT_REFERENCE_RUNMODULE_H
#define HALFTONE_TEST_UNIT_REFERENCE_RUNMODULE_H

#include "halftone/Support/HostTensor.h"

#include <string>
#include <vector>

namespace halftone::reference {

struct RunOutcome {
  std::vector<HostTensor> results;
  /// All diagnostics, one a line; empty if it went well.
  std::string error;
  /// Names of the ops that the trace saw.
  std::vector<std::string> trace;
};

/// Parses and verifies `module`, then calls `function` of it.
RunOutcome runModule(const std::string &module, const std::vector<HostTensor> &args,
                     const std::string &function = "main", bool decompose = true);

/// The text of a function that applies `op` to arguments `%a`, `%b`, … of the
/// types of `args` and returns its results.
std::string functionOf(const std::string &op, const std::vector<HostTensor> &args,
                       const std::vector<std::string> &resultTypes);

/// The results of one op; a failure of the test where it has none.
std::vector<HostTensor> runOps(const std::string &op, const std::vector<HostTensor> &args,
                               const std::vector<std::string> &resultTypes);
/// The same for an op of one result.
HostTensor runOp(const std::string &op, const std::vector<HostTensor> &args,
                 const std::string &resultType);

} // namespace halftone::reference

#endif // HALFTONE_TEST_UNIT_REFERENCE_RUNMODULE_H
