// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON's scalars as text, for writers that need no document in memory.
#ifndef HALFTONE_SUPPORT_JSONTEXT_H
#define HALFTONE_SUPPORT_JSONTEXT_H

#include <string>
#include <string_view>

namespace halftone {

/// The shortest decimal number that reads back as the same value. Infinities and
/// NaN, which JSON lacks, are the strings "inf", "-inf" and "nan", with quotes.
std::string jsonNumber(double value);
std::string jsonNumber(float value);

/// The text in quotes, with escapes. What is not UTF-8 becomes U+FFFD.
std::string jsonString(std::string_view text);

} // namespace halftone

#endif // HALFTONE_SUPPORT_JSONTEXT_H
