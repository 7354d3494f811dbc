// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chips that Halftone knows by name: which types their product units take, and what
// PTX they need. The one place where a chip's name is read.
#ifndef HALFTONE_SUPPORT_CHIP_H
#define HALFTONE_SUPPORT_CHIP_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// What a chip does for products of a type, with f32 accumulators.
enum class TypeSupport {
  Native,   ///< product instructions
  Emulated, ///< instructions that convert from and to f32; the products are f32's
  Absent,   ///< neither: conversions take several integer instructions
};

std::string_view toString(TypeSupport support);

enum class Vendor { Cpu, Nvidia, Amd };

/// Types that products can be computed in.
enum class ProductFormat { F32, TF32, F16, BF16, E4M3, E5M2 };

std::string_view toString(ProductFormat format);

struct Chip {
  std::string name; ///< "sm_90a", "gfx942", "cpu"
  Vendor vendor = Vendor::Cpu;
  int arch = 0;                ///< 90 for sm_90 and sm_90a; 0 for others
  bool exact = false;          ///< sm_90a: code for this chip and no later one
  int ptxVersion = 0;          ///< 80: the first that knows the chip is PTX 8.0; 0 where there is
                               ///< no code for it
  TypeSupport support[6] = {}; ///< by ProductFormat
  std::string note;            ///< what else there is to know
  bool halfRateBF16 = false;   ///< products of bf16 are no faster than half of f16's

  TypeSupport of(ProductFormat format) const { return support[static_cast<int>(format)]; }
};

/// All chips with a row of their own.
const std::vector<Chip> &knownChips();

/// The chip of a name. An NVIDIA chip without a row ("sm_103a") is like the last one
/// before it that has one, and there is no code for it.
std::optional<Chip> findChip(std::string_view name);

} // namespace halftone

#endif // HALFTONE_SUPPORT_CHIP_H
