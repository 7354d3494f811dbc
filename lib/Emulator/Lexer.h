// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX text to tokens. Words hold dots ("ld.global.b32", "%tid.x", ".reg"), so an
// opcode is one word.
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
    Integer, ///< `bits` is its value
    Float32, ///< `0f…`: `bits` is the pattern
    Float64, ///< `0d…` or a decimal fraction: `bits` is the pattern
    String,
    Mark, ///< one character of punctuation
    End
  };
  Kind kind = Kind::End;
  std::string_view text;
  uint64_t bits = 0;
  uint32_t line = 0;

  bool is(char mark) const { return kind == Kind::Mark && text[0] == mark; }
  bool is(std::string_view word) const { return kind == Kind::Word && text == word; }
};

/// All tokens, the last of kind `End`. Their texts point into `ptx`.
Result<std::vector<Token>> tokenize(std::string_view ptx);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LEXER_H
