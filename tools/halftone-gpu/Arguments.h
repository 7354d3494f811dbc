// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of a kernel as the command line spells them. They are read once, and given
// to each run anew, with memory of its own.
#ifndef HALFTONE_TOOLS_HALFTONE_GPU_ARGUMENTS_H
#define HALFTONE_TOOLS_HALFTONE_GPU_ARGUMENTS_H

#include "halftone/Emulator/Instruments.h"
#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Tensormap.h"
#include "halftone/Support/HostTensor.h"
#include "halftone/Support/Result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace halftone::gpu {

struct MapSpec {
  std::vector<int64_t> box; ///< as the array's sizes
  emulator::TensorSwizzle swizzle = emulator::TensorSwizzle::None;
  emulator::TensorFill fill = emulator::TensorFill::Zero;
};

/// One argument: bytes, or an array whose address, or a tensor map of which, is passed.
struct Argument {
  std::string text;           ///< as it was spelled
  std::vector<uint8_t> bytes; ///< of those without an array
  std::optional<HostTensor> array;
  bool hasContents = false; ///< the kernel may read what the array holds
  std::string input;        ///< the file that the array comes from, or empty
  std::string output;       ///< the file to write the array to, or empty
  std::optional<MapSpec> map;
};

/// An error names the argument.
Result<Argument> parseArgument(const std::string &text);

/// "f32", "ui8", "u8"
std::optional<DType> parseType(std::string_view name);
/// "64x128"; nothing if it is no shape.
std::optional<std::vector<int64_t>> parseShape(std::string_view text);

/// The arguments of one run: device memory with the arrays, and the values.
class BoundArguments {
public:
  static Result<std::unique_ptr<BoundArguments>> bind(const std::vector<Argument> &arguments,
                                                      emulator::Memory &memory,
                                                      emulator::Instruments &instruments);

  std::vector<const void *> pointers() const;
  size_t bytesOf(size_t index) const { return values[index].bytes; }
  /// The array of argument `index` as it is now.
  HostTensor read(size_t index, const Argument &argument) const;

private:
  struct Value {
    size_t bytes = 0;
    std::vector<emulator::Tensormap> storage; ///< as aligned as any parameter
    void *memory = nullptr;
  };
  std::vector<Value> values;
};

} // namespace halftone::gpu

#endif // HALFTONE_TOOLS_HALFTONE_GPU_ARGUMENTS_H
