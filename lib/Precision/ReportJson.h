// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report as JSON, for programs: docs/precision-report.schema.json.
#ifndef HALFTONE_LIB_PRECISION_REPORTJSON_H
#define HALFTONE_LIB_PRECISION_REPORTJSON_H

#include "ReportData.h"

namespace halftone::precision {

void writeJsonReport(llvm::raw_ostream &os, const ReportData &data);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REPORTJSON_H
