// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant expressions of integers: C's operators on 64 bits, `.s64` and `.u64` casts.
// By precedence climbing; a level of `operators` binds tighter than the one before.
// As in C, an operand that is not taken (of `&&`, `||`, `?:`) is still evaluated, so
// a division by zero there is an error, too.
#include "Parser.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::ast;

namespace {

constexpr int numLevels = 10;
constexpr std::string_view operators[numLevels][4] = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};

int64_t asSigned(uint64_t bits) { return static_cast<int64_t>(bits); }

} // namespace

bool Parser::startsExpression() const {
  const Token &first = token();
  if (first.kind == Token::Kind::Integer || first.is('~') || first.is('+') || first.is('-'))
    return true;
  if (first.is("WARP_SZ"))
    return true;
  return first.is('(') || (first.is('!') && ahead(1).kind != Token::Kind::Word);
}

bool Parser::constant(int64_t &result) {
  Value value;
  if (!expression(value))
    return false;
  result = asSigned(value.bits);
  return true;
}

bool Parser::expression(Value &value) {
  if (++depth > maxDepth)
    return fail("an expression is nested too deep");
  bool ok = conditional(value);
  --depth;
  return ok;
}

bool Parser::conditional(Value &value) {
  if (!binary(value, 0))
    return false;
  if (!accept('?'))
    return true;
  Value yes, no;
  if (!expression(yes) || !expect(':') || !expression(no))
    return false;
  value = {value.bits ? yes.bits : no.bits, yes.isUnsigned || no.isUnsigned};
  return true;
}

bool Parser::binary(Value &value, int level) {
  if (level == numLevels)
    return unary(value);
  if (!binary(value, level + 1))
    return false;
  for (;;) {
    std::string_view found;
    for (std::string_view each : operators[level])
      if (!each.empty() && (token().isOperator(each) || (each == "%" && token().is("%"))))
        found = each;
    if (found.empty())
      return true;
    Position place = position();
    skip();
    Value right;
    if (!binary(right, level + 1) || !apply(found, value, right, place))
      return false;
  }
}

bool Parser::apply(std::string_view op, Value &left, const Value &right, Position place) {
  uint64_t a = left.bits, b = right.bits;
  bool isUnsigned = left.isUnsigned || right.isUnsigned;
  bool divides = op == "/" || op == "%";
  if (divides && b == 0)
    return failAt(place, "a constant expression divides by zero");
  // The one quotient that does not fit wraps.
  bool wraps = divides && !isUnsigned && asSigned(b) == -1;
  bool less = isUnsigned ? a < b : asSigned(a) < asSigned(b);
  uint64_t shift = b & 63;
  bool truth = false, comparison = true;
  if (op == "||")
    truth = a || b;
  else if (op == "&&")
    truth = a && b;
  else if (op == "==")
    truth = a == b;
  else if (op == "!=")
    truth = a != b;
  else if (op == "<")
    truth = less;
  else if (op == ">=")
    truth = !less;
  else if (op == ">")
    truth = !less && a != b;
  else if (op == "<=")
    truth = less || a == b;
  else
    comparison = false;
  if (comparison) {
    left = {truth, false};
    return true;
  }
  if (op == "|")
    a |= b;
  else if (op == "^")
    a ^= b;
  else if (op == "&")
    a &= b;
  else if (op == "<<")
    a = b > 63 ? 0 : a << shift;
  else if (op == ">>")
    a = left.isUnsigned ? (b > 63 ? 0 : a >> shift)
                        : static_cast<uint64_t>(asSigned(a) >> (b > 63 ? 63 : shift));
  else if (op == "+")
    a += b;
  else if (op == "-")
    a -= b;
  else if (op == "*")
    a *= b;
  else if (op == "/")
    a = wraps ? 0 - a : isUnsigned ? a / b : static_cast<uint64_t>(asSigned(a) / asSigned(b));
  else
    a = wraps ? 0 : isUnsigned ? a % b : static_cast<uint64_t>(asSigned(a) % asSigned(b));
  bool shifts = op == "<<" || op == ">>";
  left = {a, shifts ? left.isUnsigned : isUnsigned};
  return true;
}

bool Parser::cast(Value &value) {
  bool isUnsigned = token().is(".u64");
  if (!isUnsigned && !token().is(".s64"))
    return failExpected("'.s64' or '.u64'");
  skip();
  if (!expect(')') || !unary(value))
    return false;
  value.isUnsigned = isUnsigned;
  return true;
}

bool Parser::unary(Value &value) {
  std::string_view mark = token().kind == Token::Kind::Mark ? token().text : std::string_view();
  if (mark == "(") {
    skip();
    if (atDirective()) {
      if (++depth > maxDepth)
        return fail("an expression is nested too deep");
      bool ok = cast(value);
      --depth;
      return ok;
    }
    return expression(value) && expect(')');
  }
  if (mark == "-" || mark == "+" || mark == "~" || mark == "!") {
    skip();
    if (++depth > maxDepth)
      return fail("an expression is nested too deep");
    bool ok = unary(value);
    --depth;
    if (mark == "-")
      value.bits = 0 - value.bits;
    else if (mark == "~")
      value.bits = ~value.bits;
    else if (mark == "!")
      value = {value.bits == 0, false};
    return ok;
  }
  if (token().is("WARP_SZ")) {
    value = {32, false};
    skip();
    return true;
  }
  if (token().kind != Token::Kind::Integer)
    return failExpected("an integer");
  value = {token().bits, token().isUnsigned};
  skip();
  return true;
}
