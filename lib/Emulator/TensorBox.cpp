// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a tensor map and coordinates to rows.
#include "TensorBox.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

/// The row at `position`, whose innermost coordinate is its first element's.
static TensorRow rowAt(const TensormapFields &map, const int64_t *position, uint32_t elements) {
  TensorRow row;
  uint64_t address = map.address;
  for (unsigned i = 1; i < map.rank; ++i) {
    if (position[i] < 0 || position[i] >= static_cast<int64_t>(map.dim(i)))
      return row;
    address += static_cast<uint64_t>(position[i]) * map.strides[i - 1];
  }
  int64_t first = std::clamp<int64_t>(-position[0], 0, elements);
  int64_t end =
      std::clamp<int64_t>(static_cast<int64_t>(map.dim(0)) - position[0], first, elements);
  row.first = static_cast<uint32_t>(first);
  row.count = static_cast<uint32_t>(end - first);
  row.address = address + static_cast<uint64_t>(position[0] + first) * map.elementBytes();
  return row;
}

static void planTiled(const TensormapFields &map, const int32_t *coordinates, TensorBox &box) {
  uint32_t steps[5] = {1, 1, 1, 1, 1}, step[5] = {};
  int64_t position[5] = {};
  for (unsigned i = 0; i < map.rank; ++i) {
    position[i] = coordinates[i];
    if (i)
      steps[i] = (map.box(i) + map.elementStrides[i] - 1) / map.elementStrides[i];
  }
  box.rowElements = map.box(0);
  for (;;) {
    box.rows.push_back(rowAt(map, position, box.rowElements));
    unsigned i = 1;
    for (; i < map.rank; ++i) {
      position[i] += map.elementStrides[i];
      if (++step[i] < steps[i])
        break;
      step[i] = 0;
      position[i] = coordinates[i];
    }
    if (i == map.rank)
      return;
  }
}

static std::string planIm2col(const TensormapFields &map, const int32_t *coordinates,
                              const uint32_t *offsets, TensorBox &box) {
  int64_t base[5] = {}, last[5] = {};
  unsigned images = map.rank - 1u;
  for (unsigned i = 0; i < map.rank; ++i)
    base[i] = coordinates[i];
  for (unsigned i = 1; i < images; ++i) {
    last[i] = static_cast<int64_t>(map.dim(i)) - 1 + map.upper[i - 1];
    if (base[i] < map.lower[i - 1] || base[i] > last[i])
      return "starts at coordinate " + std::to_string(base[i]) + " in dimension " +
             std::to_string(i) + ", outside of the pixel box from " +
             std::to_string(map.lower[i - 1]) + " to " + std::to_string(last[i]);
  }
  box.rowElements = map.channels;
  for (uint32_t pixel = 0; pixel < map.pixels; ++pixel) {
    int64_t position[5];
    for (unsigned i = 0; i < map.rank; ++i)
      position[i] = base[i] + (i > 0 && i < images ? offsets[i - 1] : 0);
    box.rows.push_back(rowAt(map, position, box.rowElements));
    unsigned i = 1;
    for (; i < images; ++i) {
      base[i] += map.elementStrides[i];
      if (base[i] <= last[i])
        break;
      base[i] = map.lower[i - 1];
    }
    if (i == images)
      ++base[images];
  }
  return {};
}

std::string emulator::planBox(const TensormapFields &map, const int32_t *coordinates,
                              const uint32_t *offsets, TensorBox &box) {
  box.elementBytes = map.elementBytes();
  if (map.mode == TensormapFields::im2col)
    return planIm2col(map, coordinates, offsets, box);
  planTiled(map, coordinates, box);
  return {};
}
