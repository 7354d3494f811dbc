// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report as a page to look at, in one file and without a network: the layers of the
// step by their scopes, each op in the colour of its precision with the reason on hover,
// the casts with their bytes, and what it all costs.
#ifndef HALFTONE_LIB_PRECISION_HTMLREPORT_H
#define HALFTONE_LIB_PRECISION_HTMLREPORT_H

#include "ReportData.h"

namespace halftone::precision {

void writeHtmlReport(llvm::raw_ostream &os, const ReportData &data);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_HTMLREPORT_H
