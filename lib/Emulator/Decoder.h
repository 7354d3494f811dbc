// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From syntax to a `Program`: names become slots and addresses, every instruction
// one handler or a few. What has no handler is an error that names it.
//
// Each decode function takes the instruction's modifiers from `mnemonic` and its
// operands from `operand(i)`, gathers slots in `slots`, and calls `emit`. `finish`
// refuses modifiers and operands that nobody took.
#ifndef HALFTONE_EMULATOR_DECODER_H
#define HALFTONE_EMULATOR_DECODER_H

#include "Handlers.h"
#include "Syntax.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halftone::emulator {

/// An opcode's parts: "ld.global.b32" is "ld" with the modifiers "global", "b32".
class Mnemonic {
public:
  explicit Mnemonic(std::string_view opcode);

  std::string_view base() const { return base_; }
  /// Removes a modifier; false if it is not there.
  bool take(std::string_view modifier);
  /// Removes the first modifier that is a type.
  std::optional<Type> takeType();
  /// Removes the name of a state space.
  std::optional<Space> takeSpace();
  /// Removes the first modifier that `names` holds and gives its index, or -1.
  template <size_t N> int takeOneOf(const char *const (&names)[N]) {
    for (size_t i = 0; i < parts.size(); ++i)
      for (size_t n = 0; n < N; ++n)
        if (parts[i] == names[n]) {
          parts.erase(parts.begin() + static_cast<ptrdiff_t>(i));
          return static_cast<int>(n);
        }
    return -1;
  }
  const std::vector<std::string_view> &rest() const { return parts; }

private:
  std::string_view base_;
  std::vector<std::string_view> parts;
};

class Decoder {
public:
  Decoder(const ast::Module &module, const ModuleData &data, const ast::Function &entry);
  Result<std::unique_ptr<Program>> run();

private:
  struct Register {
    Type type = Type::None;
    uint32_t slot = noSlot;
    unsigned bytes() const { return byteSize(type); }
  };
  struct Symbol {
    enum class Kind : uint8_t { Register, Variable, Dynamic };
    Kind kind = Kind::Register;
    Register reg;
    Space space = Space::Generic;
    uint64_t address = 0;
    size_t bytes = 0;
  };
  struct RegisterRange {
    Type type;
    uint32_t count;
    std::unordered_map<uint32_t, uint32_t> slots;
  };
  struct Scope {
    int parent;
    std::unordered_map<std::string_view, Symbol> symbols;
    std::unordered_map<std::string_view, RegisterRange> ranges;
    std::unordered_map<std::string_view, uint32_t> labels;
    std::unordered_map<std::string_view, const ast::Item *> targets;
  };
  /// A device function that the kernel reaches.
  struct Callee {
    const ast::Function *function;
    uint32_t entry = 0;
    uint32_t returnSlot = 0;
    std::vector<Symbol> parameters, results;
    std::vector<size_t> calls; ///< callees, as indices
    bool decoded = false;
  };
  struct Fixup {
    size_t inst;
    std::string_view label;
    int scope;
    uint32_t line;
  };

  // Functions and scopes (Decoder.cpp).
  bool fail(const std::string &message);
  bool failAt(uint32_t line, const std::string &message);
  bool declareParameters();
  bool decodeFunction(const ast::Function &function, size_t callee);
  bool decodeItem(const ast::Item &item);
  bool declare(const ast::Variable &variable);
  bool resolveLabels();
  bool checkRecursion();
  std::optional<uint32_t> findLabel(std::string_view name, int scope) const;
  const ast::Item *findTargets(std::string_view name) const;
  /// The callee's index, or nothing after an error.
  std::optional<size_t> calleeOf(std::string_view name);
  uint64_t allocateLocal(size_t bytes, size_t alignment);
  void placeDynamicShared();

  // Registers and operands (Operands.cpp).
  uint32_t allocate(size_t bytes);
  uint32_t constant(uint64_t bits, unsigned bytes);
  uint32_t constantPredicate(bool value);
  uint32_t scratchPredicate() { return allocate(4); }
  std::optional<Symbol> find(std::string_view name);
  std::optional<uint32_t> special(std::string_view name, unsigned bytes);
  const ast::Operand *operand(size_t index);
  bool expectOperands(size_t least, size_t most);
  /// The slot of a value read; of a register written; of one that may be missing.
  bool source(const ast::Operand &operand, Type type, uint32_t &slot);
  bool source(size_t index, Type type);
  bool dest(const ast::Operand &operand, Type type, uint32_t &slot);
  bool dest(size_t index, Type type);
  bool destOrSink(const ast::Operand &operand, Type type, uint32_t &slot);
  /// A register of any size, or a constant of `type`'s.
  bool anyRegister(const ast::Operand &operand, Register &result);
  bool predicate(const ast::Operand &operand, uint32_t &slot, bool &negated);
  /// `.param` without a kernel's parameters is local. Sets `offset`, and the space
  /// to what the symbol says.
  bool address(const ast::Operand &operand, Space &space, uint32_t &slot, int64_t &offset,
               uint8_t &addressBytes);
  /// Says where the instruction that was emitted last accesses memory.
  void placeAccess(Inst &inst, Space space, int64_t offset, uint8_t addressBytes, bool isDynamic);
  bool integerConstant(size_t index, int64_t &value, int64_t least, int64_t most);

  // Instructions.
  bool decode(const ast::Item &item);
  bool finish();
  bool unsupported();
  Inst &emit(Handler handler);
  bool emitChecked(Handler handler);
  bool emitRounded(Handler handler, Round round);
  std::optional<Round> takeRound();

  // DecodeArithmetic.cpp
  bool decodeArithmetic();
  bool decodeInteger(Form &form);
  bool decodeFloat(Form &form);
  bool widenSources(const Form &form, Type narrow, std::vector<uint32_t> &widened);
  bool decodePairs(Form &form);
  bool decodeThree(const Form &form);
  bool decodeHalf(Form &form);
  bool decodeLogic();
  bool decodeShift();
  bool decodeShf();
  bool decodeBits();
  bool decodeLop3();
  bool decodePrmt();
  bool decodeTestp();
  bool decodeDp4a();
  // DecodeCompare.cpp
  bool compareOp(Form &form);
  bool decodeSetp();
  bool decodeSet();
  bool decodeSelp();
  bool decodeSlct();
  // DecodeConvert.cpp
  bool decodeCvt();
  bool decodeCvtPacked(Type to, Type from, struct ConvertSpec &spec);
  // DecodeMove.cpp, DecodeMemory.cpp, DecodeCopy.cpp
  /// The elements of a vector, or the operand itself.
  static std::vector<const ast::Operand *> elementsOf(const ast::Operand &operand);
  bool decodeMov();
  bool decodeVectorMov(Type type);
  bool decodeCvta();
  bool decodeIsspacep();
  bool decodeLoad();
  bool decodeStore();
  /// Space and vector of a load or store; true if its order is more than weak.
  bool accessModifiers(Space &space, unsigned &count);
  bool decodeAtomic();
  bool decodeMatrixCopy();
  bool decodeMma();
  bool decodeCp();
  bool decodeNothing();
  // DecodeControl.cpp
  bool decodeBranch();
  bool decodeIndexedBranch();
  bool decodeCall();
  bool copies(const ast::Operand *list, const std::vector<Symbol> &formals, bool arguments,
              std::vector<Call::Copy> &result);
  bool decodeReturn();
  bool decodeTrap();
  bool decodeBarrier();
  bool decodeShuffle();
  bool decodeVote();
  bool decodeMatch();
  bool decodeRedux();
  bool decodeElect();
  bool decodeActiveMask();
  bool emitSync(Handler handler, size_t maskOperand);

  const ast::Module &module;
  const ModuleData &data;
  const ast::Function &entry;
  std::unique_ptr<Program> program;
  Error error;

  std::deque<Scope> scopes;
  int scope = -1;
  bool inEntry = true;
  size_t currentCallee = 0; ///< index of the function that is decoded, if not the entry
  std::vector<Callee> callees;
  std::vector<Fixup> branches;
  std::vector<std::pair<uint32_t, std::vector<Fixup>>> tables;
  std::vector<std::pair<uint32_t, size_t>> calls; ///< call, callee
  std::unordered_map<std::string_view, uint64_t> sharedVariables;
  std::vector<std::pair<uint32_t, unsigned>> dynamicSlots; ///< constants to add the base to
  std::vector<size_t> dynamicInsts;
  bool dynamicSymbol = false; ///< the last address was relative to dynamic shared memory
  size_t dynamicAlignment = 16;
  std::map<std::pair<uint64_t, unsigned>, uint32_t> constants;
  std::map<std::pair<Special, bool>, uint32_t> specials;
  std::unordered_map<std::string_view, uint32_t> opcodeIndices;

  // The instruction that is decoded.
  const ast::Item *item = nullptr;
  Mnemonic mnemonic{""};
  size_t operandsUsed = 0;
  std::vector<uint32_t> slots;
  uint32_t guardSlot = noSlot;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_DECODER_H
