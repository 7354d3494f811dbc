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
#include "Symbols.h"
#include "Syntax.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
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

/// An instruction that only steers.
template <Flow flow> Flow runFlow(Warp &, const Inst &, uint32_t) { return flow; }

class Decoder {
public:
  Decoder(ModuleSymbols &symbols, const ast::Function &entry);
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
    /// Of a function's local memory: the register that the frame begins at.
    uint32_t base = noSlot;
    unsigned elementBytes = 0; ///< of an array
    unsigned lanes = 1;        ///< of a register: its components, a slot for each
    const std::vector<uint32_t> *components = nullptr;
  };
  struct RegisterRange {
    Type type;
    uint32_t count;
    unsigned lanes;
    std::unordered_map<uint32_t, Symbol> registers;
  };
  struct Scope {
    int parent;
    std::unordered_map<std::string_view, Symbol> symbols;
    std::unordered_map<std::string_view, RegisterRange> ranges;
    std::unordered_map<std::string_view, uint32_t> labels;
    /// `.branchtargets`, `.calltargets` and `.callprototype`.
    std::unordered_map<std::string_view, const ast::Item *> targets;
  };
  /// A device function that the kernel reaches: the index of its `DeviceFunction`.
  struct Callee {
    const ast::Function *function;
    std::vector<size_t> calls; ///< callees, as indices
    bool callsAnyone = false;  ///< by address
  };
  /// The parameters and results of a function, or of a prototype.
  struct Signature {
    const std::vector<ast::Variable> *parameters, *results;
  };
  struct Fixup {
    size_t inst;
    std::string_view label;
    int scope;
    ast::Position position;
  };

  // Functions and scopes (Decoder.cpp).
  bool fail(const std::string &message);
  bool failAt(ast::Position position, const std::string &message);
  bool declareParameters();
  bool decodeFunction(const ast::Function &function, size_t callee);
  bool decodeItem(const ast::Item &item);
  bool declare(const ast::Variable &variable);
  bool resolveLabels();
  std::optional<uint32_t> findLabel(std::string_view name, int scope) const;
  const ast::Item *findTargets(std::string_view name) const;
  uint64_t allocateLocal(size_t bytes, size_t alignment);
  uint32_t locationOf(const ast::Item &item);
  uint32_t allocateRegister(Type type);
  Symbol registerOf(Type type, unsigned lanes);
  /// Registers of several components and elements of arrays, as plain operands.
  bool expandOperands(const ast::Item &each);
  bool expandOperand(ast::Operand &operand);
  std::optional<Symbol> findComponent(std::string_view name);
  void placeDynamicShared();

  // Registers and operands (Operands.cpp).
  uint32_t allocate(size_t bytes);
  uint32_t constant(uint64_t bits, unsigned bytes);
  uint32_t constantPredicate(bool value);
  uint32_t scratchPredicate() { return allocate(4); }
  std::optional<Symbol> find(std::string_view name);
  /// Specials.cpp: the slot of a special register that keeps its value.
  std::optional<uint32_t> special(std::string_view name, unsigned bytes);
  /// Moves one that does not; false if it is none such.
  bool emitClock(std::string_view name, Type type);
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
  /// Says that the instruction reads or writes a register; gives what was noted to the
  /// instructions from `begin` on.
  void note(std::string_view name, const Register &reg, bool written);
  void placeUses(size_t begin);
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
  /// Notes that the instruction is not run; decoding goes on with the next one.
  bool refuse(const std::string &why);
  Inst &emit(Handler handler);
  bool emitChecked(Handler handler);
  bool emitRounded(Handler handler, Round round);
  std::optional<Round> takeRound();

  // DecodeArithmetic.cpp
  bool decodeArithmetic();
  bool emitPlain(Handler handler, Type type, unsigned count);
  bool decodeInteger(Form &form);
  bool decodeMadCarry(Form &form);
  bool decodeMul24(Form &form, bool add);
  bool decodeDotProduct();
  // DecodeFloat.cpp
  bool decodeFloat(Form &form);
  bool widenSources(const Form &form, Type narrow, std::vector<uint32_t> &widened);
  bool decodePairs(Form &form);
  bool decodeThree(const Form &form);
  bool decodeHalf(Form &form);
  bool decodeTestp();
  // DecodeBits.cpp
  bool decodeLogic();
  bool decodeShift();
  bool decodeShf();
  bool decodeBits();
  bool decodeMasks();
  bool decodeLop3();
  bool decodePrmt();
  // DecodeCompare.cpp
  struct Comparison {
    int combination = -1; ///< with a third predicate
    bool unsignedName = false;
    uint32_t third = noSlot;
    bool negated = false;
  };
  bool compareOp(Form &form, bool &unsignedName);
  bool takeComparison(Form &form, Comparison &comparison);
  bool comparisonOperands(Comparison &comparison);
  bool emitCompare(const Form &form, const Comparison &comparison, uint32_t p, uint32_t q);
  bool emitChoice(uint32_t slot, uint64_t yes, unsigned bytes, uint32_t p);
  bool decodeSetp();
  bool decodeSet();
  bool decodeSelp();
  bool decodeSlct();
  // DecodeConvert.cpp
  bool decodeCvt();
  bool checkCvt(Type to, Type from, const struct ConvertSpec &spec);
  bool decodeCvtPacked(Type to, Type from, struct ConvertSpec &spec);
  bool decodeCvtPack();
  // DecodeVideo.cpp
  bool decodeVideo();
  bool decodeVideoParts(struct VideoSpec &spec, unsigned lanes);
  bool videoTypes(struct VideoSpec &spec);
  bool videoOperand(size_t index, bool result, unsigned &part, uint32_t &slot, bool &minus);
  // DecodeMove.cpp, DecodeMemory.cpp
  /// The elements of a vector, or the operand itself.
  static std::vector<const ast::Operand *> elementsOf(const ast::Operand &operand);
  bool decodeMov();
  bool decodeVectorMov(Type type);
  bool decodeCvta();
  bool decodeIsspacep();
  bool decodeLoad();
  bool decodeStore();
  struct AccessForm {
    Space space = Space::Generic;
    Type type = Type::None;
    unsigned count = 1; ///< of a vector
    Order order = Order::Weak;
    emulator::Scope scope = emulator::Scope::Gpu;
    bool cluster = false; ///< shared memory of other blocks, too
    size_t operands = 0;  ///< without a cache policy
  };
  bool accessModifiers(AccessForm &form, bool isLoad);
  bool plainAddress(const ast::Operand &operand, Space space, BulkAddress &result);
  bool storedValues(const ast::Operand &operand, const AccessForm &form, unsigned &bytes);
  void placeAccess(Inst &inst, const AccessForm &form, const BulkAddress &at);
  bool decodeAtomic();
  bool decodeStoreAsync();
  bool decodeReduceAsync();
  bool decodeStoreBulk();
  bool emitStoreAsync(const AccessForm &form, const BulkAddress &at, const BulkForm &bulk);
  // DecodeFence.cpp, DecodeTensormap.cpp
  bool decodeFence();
  bool decodeProxyFence();
  bool decodePrefetch();
  bool decodeDiscard();
  bool decodeCreatePolicy();
  bool decodeMapa();
  bool decodeTensormap();
  bool emitFence(FenceKind kind, Order order, emulator::Scope scope);
  // DecodeMatrixCopy.cpp, DecodeMma.cpp, DecodeWmma.cpp, DecodeWgmma.cpp
  std::optional<Element> takeElement();
  bool takeElements(MatrixForm &form);
  bool takeShape(MatrixForm &form);
  bool fragment(size_t index, unsigned count, Element element, bool isResult);
  bool emitMatrix(Handler handler, const MatrixForm &form);
  bool decodeWmma();
  bool decodeWmmaMove(WmmaPart part, bool isLoad);
  bool decodeWmmaProduct();
  bool decodeWgmma();
  bool decodeWgmmaProduct();
  bool takeSwitch(size_t index, bool isSign, bool &value);
  bool decodeMatrixCopy();
  bool decodeMovmatrix();
  bool decodeMma();
  // DecodeAsync.cpp, DecodeMbarrier.cpp, DecodeBulk.cpp
  bool decodeCp();
  bool decodeCopyArrive();
  bool decodeBulk(bool reduces);
  bool decodeBulkGroup();
  bool decodeBulkPrefetch();
  bool bulkAddress(const ast::Operand &operand, Space space, bool cluster, BulkAddress &result);
  bool tensorAddress(const ast::Operand &operand, BulkForm &form, BulkAddress &map);
  bool takeTensorMode(BulkForm &form, bool isLoad);
  bool im2colOffsets(const ast::Operand &operand, BulkForm &form);
  bool takeReduction(BulkForm &form);
  bool bulkExtras(BulkForm &form, bool isLoad, size_t at, size_t count);
  bool emitBulk(const BulkForm &form);
  bool decodeMbarrier();
  bool takeCachePolicy(size_t &count);
  bool smallOffset(uint32_t &slot, int64_t &offset);
  bool isPredicate(const ast::Operand &operand);
  bool takeOrder(Order &order, emulator::Scope &scope);
  bool takeShared(Space &space, bool &cluster);
  // DecodeControl.cpp
  bool decodeBranch();
  bool decodeIndexedBranch();
  // DecodeCall.cpp
  bool decodeCall();
  bool decodeIndirectCall(Call &call, const ast::Operand &pointer, const ast::Operand &prototype);
  bool decodeLibraryCall(const ast::Function &function, Call &call);
  bool actuals(const ast::Operand *list, const std::vector<ast::Variable> &formals, bool arguments,
               std::vector<Place> &result);
  bool actual(const ast::Operand &operand, const ast::Variable &formal, bool isArgument,
              Place &result);
  bool callOf(const ast::Operand *results, const ast::Operand *arguments, const Signature &formals,
              Call &call);
  size_t addCallee(uint32_t number);
  void placeFormals(const std::vector<ast::Variable> &formals, std::vector<Place> &places);
  bool addTakenFunctions();
  void findReentrant();
  void placeParameterUses();
  bool sizeStack();
  bool decodeStack();
  bool decodeReturn();
  bool decodeTrap();
  bool decodeEvent();
  // DecodeBarrier.cpp
  bool decodeBarrier();
  bool decodeClusterBarrier();
  bool decodeSetMaxRegisters();
  bool decodeGridControl();
  bool decodeNanosleep();
  // DecodeWarp.cpp
  bool decodeShuffle();
  bool decodeVote();
  bool decodeMatch();
  bool decodeRedux();
  bool decodeElect();
  bool decodeActiveMask();
  bool emitSync(Handler handler, size_t maskOperand);
  bool emitCollective(Handler handler, bool sync, size_t maskOperand);

  ModuleSymbols &symbols;
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
  std::vector<Signature> indirect;           ///< of calls by address
  bool takesStack = false;                   ///< `alloca`
  std::deque<std::vector<uint32_t>> vectors; ///< components of vector registers
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> locations;
  std::unordered_map<uint32_t, uint32_t> files;
  uint32_t currentLoc = 0;
  const ast::Function *current = nullptr; ///< the function that is decoded
  bool hasVectors = false;                ///< a register of several components is declared
  std::deque<std::string> names;          ///< of components
  ast::Item expanded;                     ///< an instruction with expanded operands
  std::unordered_map<std::string_view, uint64_t> sharedVariables;
  std::vector<std::pair<uint32_t, unsigned>> dynamicSlots; ///< constants to add the base to
  std::vector<size_t> dynamicInsts;
  bool dynamicSymbol = false; ///< the last address was relative to dynamic shared memory
  size_t dynamicAlignment = 16;
  std::map<std::pair<uint64_t, unsigned>, uint32_t> constants;
  std::map<std::pair<Special, unsigned>, uint32_t> specials;
  std::unordered_map<std::string_view, uint32_t> opcodeIndices;

  // The instruction that is decoded.
  const ast::Item *item = nullptr;
  Mnemonic mnemonic{""};
  size_t operandsUsed = 0;
  std::vector<uint32_t> slots;
  uint32_t guardSlot = noSlot;
  bool refused = false;
  // Its registers.
  std::vector<RegisterUse> reads, writes;
  bool isDest = false; ///< `source` is asked for a register that is written
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_DECODER_H
