// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the form of an instruction to the function that runs it. Arithmetic on lanes
// is compiled once for each instruction set (`LaneOps`), with equal results; the best
// that the machine has is taken when a module is parsed.
#ifndef HALFTONE_EMULATOR_HANDLERS_H
#define HALFTONE_EMULATOR_HANDLERS_H

#include "Matrix.h"
#include "Program.h"
#include "Types.h"

namespace halftone::emulator {

enum class Op : uint8_t {
  // Integers, and where the type says so, floats.
  Add,
  Sub,
  MulLo,
  MulHi,
  MulWide,
  MadLo,
  MadHi,
  MadWide,
  Fma,
  Div,
  Rem,
  Min,
  Max,
  Neg,
  Abs,
  AddCarry, ///< `carryIn`, `carryOut`
  SubCarry,
  // Floats.
  Sqrt,
  Rcp,
  Rsqrt,
  Ex2,
  Lg2,
  Sin,
  Cos,
  Tanh,
  Copysign,
  Testp, ///< the class in `Inst::option`
  // Bits.
  And,
  Or,
  Xor,
  Not,
  Cnot,
  Shl,
  Shr,
  Shf,  ///< `carryIn`: right, `carryOut`: wrap
  Lop3, ///< `carryOut`: with a predicate
  Prmt, ///< the mode in `Inst::option`
  Bfe,
  Bfi,
  Bfind, ///< `carryOut`: the shift amount
  Brev,
  Clz,
  Popc,
  Sad,
  Dp4a,
  Dp2a,  ///< `carryIn`: the high bytes of b
  Mul24, ///< `carryIn`: the high part
  Fns,
  Szext, ///< `carryOut`: wrap
  Bmsk,  ///< `carryOut`: wrap
  // Choice.
  Selp,
  Slct, ///< by the sign of an s32, or of an f32 if `from` is one
  Mov,
};

enum class Round : uint8_t { Nearest, Zero, Down, Up };

enum class Compare : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  // True also if an operand is NaN.
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan
};

struct Form {
  Op op = Op::Add;
  Type type = Type::None;
  Type from = Type::None;
  Compare compare = Compare::Eq;
  bool ftz = false;
  bool sat = false;
  bool nan = false;  ///< `.NaN`: a NaN operand gives NaN
  bool relu = false; ///< negative results become 0
  bool carryIn = false, carryOut = false;
  bool absolute = false;        ///< operands lose their signs
  bool xorSign = false;         ///< and the result gets both, one xor the other
  bool integral = false;        ///< of a conversion: to an integral value
  bool oob = false;             ///< an operand that is `oobNaN` gives 0
  bool approximate = false;     ///< `.approx`, where that shows
  Round round = Round::Nearest; ///< where the handler rounds by itself
};

/// The NaN of 16 bits that tensor copies fill with on request and that `.oob` knows.
/// Arithmetic gives 0x7fff.
constexpr uint16_t oobNaN = 0xffff;

/// What is known of a warp's addresses.
struct AddressSweep {
  uint64_t lowest, highest;
  uint64_t bits; ///< all of them or-ed
  bool linear;   ///< each is `stride` above that of the lane before
};

/// A null handler: there is no such instruction.
struct LaneOps {
  Handler (*integer)(const Form &form);
  Handler (*bits)(const Form &form);
  Handler (*floating)(const Form &form);
  Handler (*half)(const Form &form);
  /// `setp`; its operands are in LaneCompare.cpp.
  Handler (*compare)(const Form &form);
  /// From `form.from` to `form.type`, with registers of the given bytes; null where
  /// the general conversion must do it.
  Handler (*convert)(const Form &form, unsigned fromBytes, unsigned toBytes);
  const MatrixKernels &(*matrix)();
  /// `addresses` = `base` + `displacement`, from registers of 4 or 8 bytes. Lanes that
  /// are not in `lanes` get the address of one that is.
  AddressSweep (*sweep)(const void *base, unsigned bytes, uint64_t displacement, uint32_t lanes,
                        uint64_t stride, uint64_t *addresses);
};

const LaneOps &laneOps();

/// Runs `Inst::second` with the rounding mode in `Inst::option`.
Flow runRounded(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_HANDLERS_H
