// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX text to tokens. Words hold dots ("ld.global.b32", "%tid.x", ".reg"), so an
// opcode is one word; the parser takes directives that are written without a space
// between them (".ptr.global") apart.
#ifndef HALFTONE_EMULATOR_LEXER_H
#define HALFTONE_EMULATOR_LEXER_H

#include "halftone/Support/Result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace halftone::emulator {

struct Token {
  enum class Kind : uint8_t {
    Word,
    Integer, ///< `bits` is its value; `isUnsigned` if it ends in U or needs 64 bits
    Float32, ///< `0f…`: `bits` is the pattern
    Float64, ///< `0d…` or a decimal fraction: `bits` is the pattern
    String,
    Mark, ///< punctuation: one character, or an operator such as "<<"
    End
  };
  Kind kind = Kind::End;
  std::string_view text;
  uint64_t bits = 0;
  uint32_t line = 0;
  uint32_t column = 0; ///< both from 1
  bool isUnsigned = false;

  bool is(char mark) const { return kind == Kind::Mark && text.size() == 1 && text[0] == mark; }
  bool isOperator(std::string_view mark) const { return kind == Kind::Mark && text == mark; }
  bool is(std::string_view word) const { return kind == Kind::Word && text == word; }
};

/// All tokens, the last of kind `End`. Their texts point into `ptx`.
Result<std::vector<Token>> tokenize(std::string_view ptx);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LEXER_H
