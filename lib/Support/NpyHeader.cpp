// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parser and printer of `.npy` headers. The parser reads the three keys in any
// order and with any spaces, as Python's own `literal_eval` would, and nothing
// else that Python knows.
#include "NpyHeader.h"

#include <charconv>
#include <cstring>
#include <limits>

using namespace halftone;

/// Type codes without the byte order, in the order of preference when writing.
static constexpr struct {
  std::string_view code;
  DType type;
} typeCodes[] = {
    {"b1", DType::I1},
    {"i1", DType::I8},
    {"i2", DType::I16},
    {"i4", DType::I32},
    {"i8", DType::I64},
    {"u1", DType::UI8},
    {"u2", DType::UI16},
    {"u4", DType::UI32},
    {"u8", DType::UI64},
    {"f2", DType::F16},
    {"f4", DType::F32},
    {"f8", DType::F64},
    {"bfloat16", DType::BF16},
    {"float8_e4m3fn", DType::F8E4M3FN},
    {"float8_e5m2", DType::F8E5M2},
    // What ml_dtypes' types call themselves.
    {"V2", DType::BF16},
    {"V1", DType::F8E4M3FN},
    {"f1", DType::F8E5M2},
};

namespace {
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  Result<NpyHeader> parse() {
    bool good = expect('{');
    while (good && !accept('}')) {
      good = parsePair();
      if (good && !accept(',')) {
        good = expect('}');
        break;
      }
    }
    if (good && (seenDescr != 1 || seenOrder != 1 || seenShape != 1))
      good = fail("expected the keys 'descr', 'fortran_order' and 'shape'");
    skipSpace();
    if (good && !text.empty())
      good = fail("unexpected text after the dictionary");
    if (!good)
      return Error{"bad header: " + message};
    return header;
  }

private:
  bool fail(std::string why) {
    if (message.empty())
      message = std::move(why);
    return false;
  }
  void skipSpace() {
    while (!text.empty() && std::strchr(" \t\r\n", text.front()) && text.front() != '\0')
      text.remove_prefix(1);
  }
  bool accept(char c) {
    skipSpace();
    if (text.empty() || text.front() != c)
      return false;
    text.remove_prefix(1);
    return true;
  }
  bool expect(char c) { return accept(c) || fail(std::string("expected '") + c + "'"); }

  bool parseString(std::string_view &value) {
    skipSpace();
    char quote = text.empty() ? '\0' : text.front();
    if (quote != '\'' && quote != '"')
      return fail("expected a string");
    size_t end = text.find(quote, 1);
    if (end == std::string_view::npos)
      return fail("a string has no end");
    value = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    return true;
  }

  bool acceptWord(std::string_view word) {
    skipSpace();
    if (!text.starts_with(word))
      return false;
    text.remove_prefix(word.size());
    return true;
  }

  bool parsePair() {
    std::string_view key;
    if (!parseString(key) || !expect(':'))
      return false;
    if (key == "descr")
      return ++seenDescr && parseDescr();
    if (key == "fortran_order") {
      ++seenOrder;
      header.fortranOrder = acceptWord("True");
      return header.fortranOrder || acceptWord("False") || fail("expected 'True' or 'False'");
    }
    if (key == "shape")
      return ++seenShape && parseShape();
    return fail("unknown key '" + std::string(key) + "'");
  }

  bool parseDescr() {
    skipSpace();
    if (text.starts_with('['))
      return fail("arrays of structures are not supported");
    std::string_view name;
    if (!parseString(name))
      return false;
    std::string_view code = name;
    if (!code.empty() && std::strchr("<>|=", code.front())) {
      header.bigEndian = code.front() == '>';
      code.remove_prefix(1);
    }
    for (const auto &entry : typeCodes)
      if (entry.code == code) {
        header.dtype = entry.type;
        return true;
      }
    return fail("element type '" + std::string(name) + "' is not supported");
  }

  bool parseShape() {
    if (!expect('('))
      return false;
    while (!accept(')')) {
      skipSpace();
      int64_t dim = 0;
      auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), dim);
      if (code != std::errc() || dim < 0)
        return fail("a size of the shape is not a natural number that fits");
      text.remove_prefix(static_cast<size_t>(end - text.data()));
      acceptWord("L"); // Python 2 wrote long integers so
      header.shape.push_back(dim);
      if (header.shape.size() > 64)
        return fail("the shape has more than 64 dimensions");
      if (!accept(','))
        return expect(')');
    }
    return true;
  }

  std::string_view text;
  NpyHeader header;
  std::string message;
  int seenDescr = 0, seenOrder = 0, seenShape = 0;
};
} // namespace

Result<NpyHeader> halftone::parseNpyHeader(std::string_view text) {
  return HeaderParser(text).parse();
}

static std::string descrOf(DType dtype, bool asBits) {
  bool lowPrecision = dtype == DType::BF16 || dtype == DType::F8E4M3FN || dtype == DType::F8E5M2;
  if (lowPrecision && asBits)
    dtype = byteSize(dtype) == 1 ? DType::UI8 : DType::UI16;
  for (const auto &entry : typeCodes)
    if (entry.type == dtype) {
      std::string code(entry.code);
      if (lowPrecision && !asBits)
        return code;
      return (byteSize(dtype) == 1 ? "|" : "<") + code;
    }
  return "";
}

std::string halftone::makeNpyHeader(DType dtype, const std::vector<int64_t> &shape, bool asBits) {
  std::string text =
      "{'descr': '" + descrOf(dtype, asBits) + "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  text += shape.size() == 1 ? ",), }" : "), }";
  // The data starts at a multiple of 64; a newline ends the header. At most 64
  // dimensions always fit version 1.
  size_t prefix = 10;
  text.append(63 - (prefix + text.size()) % 64, ' ');
  text += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(text.size() & 0xff);
  bytes += static_cast<char>(text.size() >> 8);
  return bytes + text;
}
