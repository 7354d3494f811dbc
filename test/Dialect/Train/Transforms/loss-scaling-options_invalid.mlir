// Options of train-loss-scaling that can't be, alone or together.
// RUN: not halftone-opt %s --train-loss-scaling="mode=auto" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not halftone-opt %s --train-loss-scaling="semantics=apex" 2>&1 | FileCheck %s --check-prefix=SEMANTICS
// RUN: not halftone-opt %s --train-loss-scaling="growth-factor=1" 2>&1 | FileCheck %s --check-prefix=GROWTH
// RUN: not halftone-opt %s --train-loss-scaling="backoff-factor=1" 2>&1 | FileCheck %s --check-prefix=BACKOFF
// RUN: not halftone-opt %s --train-loss-scaling="growth-interval=0" 2>&1 | FileCheck %s --check-prefix=INTERVAL
// RUN: not halftone-opt %s --train-loss-scaling="hysteresis=0" 2>&1 | FileCheck %s --check-prefix=HYSTERESIS
// RUN: not halftone-opt %s --train-loss-scaling="max-skipped=0" 2>&1 | FileCheck %s --check-prefix=SKIPPED
// RUN: not halftone-opt %s --train-loss-scaling="cap=1e39" 2>&1 | FileCheck %s --check-prefix=CAP
// RUN: not halftone-opt %s --train-loss-scaling="floor=8 cap=4" 2>&1 | FileCheck %s --check-prefix=FLOOR
// RUN: not halftone-opt %s --train-loss-scaling="semantics=torch floor=1" 2>&1 | FileCheck %s --check-prefix=TORCH
// RUN: not halftone-opt %s --train-loss-scaling="semantics=torch hysteresis=2" 2>&1 | FileCheck %s --check-prefix=TORCH
// RUN: not halftone-opt %s --train-loss-scaling="init-scale=0.5 floor=1" 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: not halftone-opt %s --train-loss-scaling="semantics=torch init-scale=1e-50" 2>&1 | FileCheck %s --check-prefix=TINY

// MODE: error: option 'mode' can't be 'auto', expected 'dynamic', 'static' or 'none'
// SEMANTICS: error: option 'semantics' can't be 'apex', expected 'halftone' or 'torch'
// GROWTH: error: option 'growth-factor' is 1, expected more than 1
// BACKOFF: error: option 'backoff-factor' is 1, expected between 0 and 1
// INTERVAL: error: option 'growth-interval' is 0, expected 1 or more steps
// HYSTERESIS: error: option 'hysteresis' is 0, expected 1 or more
// SKIPPED: error: option 'max-skipped' is 0, expected 1 or more steps
// CAP: error: option 'cap' is 1e+39, expected a positive f32
// FLOOR: error: option 'floor' is 8, expected at most 'cap'
// TORCH: error: option 'floor', 'cap' or 'hysteresis' is set, which GradScaler doesn't have; use semantics=halftone
// INIT: error: option 'init-scale' is 0.5, expected from 'floor' (1) to 'cap' (3.40282e+38)
// TINY: error: option 'init-scale' is 1e-50, expected from 'floor'
module {}
