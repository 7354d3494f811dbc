// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Support/Chip.h"

#include <charconv>

using namespace halftone;

std::string_view halftone::toString(TypeSupport support) {
  static constexpr std::string_view names[] = {"native", "emulated", "absent"};
  return names[static_cast<int>(support)];
}

std::string_view halftone::toString(ProductFormat format) {
  static constexpr std::string_view names[] = {"f32", "tf32", "f16", "bf16", "f8E4M3", "f8E5M2"};
  return names[static_cast<int>(format)];
}

/// A row of the table: support of f32, tf32, f16, bf16, E4M3 and E5M2 as letters, N for
/// native, E for emulated, - for absent.
static Chip row(std::string name, Vendor vendor, int arch, int ptxVersion, std::string_view letters,
                std::string note = {}) {
  Chip chip{std::move(name), vendor, arch, false, ptxVersion, {}, std::move(note)};
  chip.exact = vendor == Vendor::Nvidia && chip.name.ends_with('a');
  for (size_t i = 0; i < std::size(chip.support); ++i)
    chip.support[i] = letters[i] == 'N'   ? TypeSupport::Native
                      : letters[i] == 'E' ? TypeSupport::Emulated
                                          : TypeSupport::Absent;
  return chip;
}

const std::vector<Chip> &halftone::knownChips() {
  constexpr Vendor cpu = Vendor::Cpu, nvidia = Vendor::Nvidia, amd = Vendor::Amd;
  static const std::vector<Chip> chips = [] {
    std::vector<Chip> rows = {
        row("cpu", cpu, 0, 0, "NEEE--", "16-bit operands widen to f32 on load"),
        row("reference", cpu, 0, 0, "NEEE--", "the evaluator: exact, not fast"),
        row("sm_50", nvidia, 50, 0, "N-E---"),
        row("sm_60", nvidia, 60, 0, "N-E---"),
        row("sm_70", nvidia, 70, 0, "N-N---"),
        row("sm_72", nvidia, 72, 0, "N-N---"),
        row("sm_75", nvidia, 75, 0, "N-N---"),
        row("sm_80", nvidia, 80, 70, "NNNN--"),
        row("sm_86", nvidia, 86, 71, "NNNN--"),
        row("sm_87", nvidia, 87, 74, "NNNN--"),
        row("sm_89", nvidia, 89, 78, "NNNNNN"),
        row("sm_90", nvidia, 90, 78, "NNNNEE", "fp8 products need sm_90a (wgmma)"),
        row("sm_90a", nvidia, 90, 80, "NNNNNN"),
        row("sm_100", nvidia, 100, 86, "NNNNEE", "fp8 products need sm_100a (tcgen05)"),
        row("sm_100a", nvidia, 100, 86, "NNNNNN"),
        row("sm_120", nvidia, 120, 87, "NNNNNN"),
        row("sm_120a", nvidia, 120, 87, "NNNNNN"),
        row("gfx908", amd, 0, 0, "N-NN--", "bf16 at half the rate of fp16"),
        row("gfx90a", amd, 0, 0, "N-NN--"),
        row("gfx940", amd, 0, 0, "NNNN--", "its fp8 is FNUZ, another encoding"),
        row("gfx941", amd, 0, 0, "NNNN--", "its fp8 is FNUZ, another encoding"),
        row("gfx942", amd, 0, 0, "NNNN--", "its fp8 is FNUZ, another encoding"),
        row("gfx950", amd, 0, 0, "N-NNNN"),
    };
    for (Chip &chip : rows)
      chip.halfRateBF16 = chip.name == "gfx908";
    return rows;
  }();
  return chips;
}

std::optional<Chip> halftone::findChip(std::string_view name) {
  for (const Chip &chip : knownChips())
    if (chip.name == name)
      return chip;
  if (!name.starts_with("sm_"))
    return std::nullopt;
  int arch = 0;
  const char *end = name.data() + name.size();
  auto [rest, error] = std::from_chars(name.data() + 3, end, arch);
  bool hasSuffix = rest + 1 == end && (*rest == 'a' || *rest == 'f');
  if (error != std::errc() || arch <= 0 || (rest != end && !hasSuffix))
    return std::nullopt;
  // Before the first row a chip has f32 only.
  Chip like = row("", Vendor::Nvidia, arch, 0, "N-----");
  for (const Chip &chip : knownChips())
    if (chip.vendor == Vendor::Nvidia && chip.arch <= arch && (!chip.exact || hasSuffix))
      like = chip;
  like.name = name;
  like.arch = arch;
  like.exact = hasSuffix && *rest == 'a';
  like.ptxVersion = 0;
  return like;
}
