// Options of train-build-step that can't be, alone or together.
// RUN: not halftone-opt %s --train-build-step="optimizer=lion" 2>&1 | FileCheck %s --check-prefix=OPTIMIZER
// RUN: not halftone-opt %s --train-build-step="convention=keras" 2>&1 | FileCheck %s --check-prefix=CONVENTION
// RUN: not halftone-opt %s --train-build-step="state=f16" 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not halftone-opt %s --train-build-step="schedule=step" 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not halftone-opt %s --train-build-step="lr=-0.1" 2>&1 | FileCheck %s --check-prefix=LR
// RUN: not halftone-opt %s --train-build-step="lr=inf" 2>&1 | FileCheck %s --check-prefix=LRINF
// RUN: not halftone-opt %s --train-build-step="warmup-steps=-1" 2>&1 | FileCheck %s --check-prefix=WARMUP
// RUN: not halftone-opt %s --train-build-step="warmup-factor=-1" 2>&1 | FileCheck %s --check-prefix=WARMUPFACTOR
// RUN: not halftone-opt %s --train-build-step="final-factor=-1" 2>&1 | FileCheck %s --check-prefix=FINAL
// RUN: not halftone-opt %s --train-build-step="schedule=cosine warmup-steps=5 total-steps=5" 2>&1 | FileCheck %s --check-prefix=TOTAL
// RUN: not halftone-opt %s --train-build-step="optimizer=sgd momentum=-1" 2>&1 | FileCheck %s --check-prefix=MOMENTUM
// RUN: not halftone-opt %s --train-build-step="optimizer=sgd dampening=-1" 2>&1 | FileCheck %s --check-prefix=DAMPENING
// RUN: not halftone-opt %s --train-build-step="optimizer=sgd nesterov" 2>&1 | FileCheck %s --check-prefix=NESTEROV
// RUN: not halftone-opt %s --train-build-step="optimizer=sgd nesterov momentum=0.9 dampening=0.1" 2>&1 | FileCheck %s --check-prefix=NESTEROVDAMPENING
// RUN: not halftone-opt %s --train-build-step="optimizer=sgd dampening=0.1" 2>&1 | FileCheck %s --check-prefix=DAMPENINGALONE
// RUN: not halftone-opt %s --train-build-step="optimizer=sgd momentum=0.9 dampening=0.1 convention=optax" 2>&1 | FileCheck %s --check-prefix=DAMPENINGOPTAX
// RUN: not halftone-opt %s --train-build-step="optimizer=sgd amsgrad" 2>&1 | FileCheck %s --check-prefix=SGDAMSGRAD
// RUN: not halftone-opt %s --train-build-step="momentum=0.9" 2>&1 | FileCheck %s --check-prefix=ADAMMOMENTUM
// RUN: not halftone-opt %s --train-build-step="beta1=1.0" 2>&1 | FileCheck %s --check-prefix=BETA1
// RUN: not halftone-opt %s --train-build-step="beta2=-0.5" 2>&1 | FileCheck %s --check-prefix=BETA2
// RUN: not halftone-opt %s --train-build-step="eps=-1" 2>&1 | FileCheck %s --check-prefix=EPS
// RUN: not halftone-opt %s --train-build-step="amsgrad convention=optax" 2>&1 | FileCheck %s --check-prefix=AMSGRADOPTAX
// RUN: not halftone-opt %s --train-build-step="weight-decay=inf" 2>&1 | FileCheck %s --check-prefix=DECAY
// RUN: not halftone-opt %s --train-build-step="clip-norm=-1" 2>&1 | FileCheck %s --check-prefix=CLIP
// RUN: not halftone-opt %s --train-build-step="ema-decay=1" 2>&1 | FileCheck %s --check-prefix=EMA
// RUN: not halftone-opt %s --train-build-step="micro-batches=0" 2>&1 | FileCheck %s --check-prefix=MICRO

// OPTIMIZER: error: option 'optimizer' can't be 'lion', expected 'sgd', 'adam' or 'adamw'
// CONVENTION: error: option 'convention' can't be 'keras', expected 'torch' or 'optax'
// STATE: error: option 'state' can't be 'f16', expected 'f32' or 'bf16'
// SCHEDULE: error: option 'schedule' can't be 'step', expected 'constant', 'linear' or 'cosine'
// LR: error: option 'lr' is -0.1, expected a finite number that isn't below 0
// LRINF: error: option 'lr' is inf, expected a finite number
// WARMUP: error: option 'warmup-steps' is negative
// WARMUPFACTOR: error: option 'warmup-factor' is -1, expected a finite number
// FINAL: error: option 'final-factor' is -1, expected a finite number
// TOTAL: error: schedule 'cosine' needs option 'total-steps', more than the 5 of the warm-up; got 5
// MOMENTUM: error: option 'momentum' is -1, expected a finite number
// DAMPENING: error: option 'dampening' is -1, expected a finite number
// NESTEROV: error: option 'nesterov' needs 'momentum'
// NESTEROVDAMPENING: error: option 'nesterov' excludes 'dampening'
// DAMPENINGALONE: error: option 'dampening' needs 'momentum'
// DAMPENINGOPTAX: error: optax has no 'dampening'
// SGDAMSGRAD: error: option 'amsgrad' needs optimizer 'adam' or 'adamw'
// ADAMMOMENTUM: error: options 'momentum', 'dampening' and 'nesterov' need optimizer 'sgd'
// BETA1: error: option 'beta1' is 1, expected at least 0 and less than 1
// BETA2: error: option 'beta2' is -0.5, expected at least 0 and less than 1
// EPS: error: option 'eps' is -1, expected a finite number
// AMSGRADOPTAX: error: option 'amsgrad' follows PyTorch's convention only
// DECAY: error: option 'weight-decay' isn't finite
// CLIP: error: option 'clip-norm' is -1, expected a finite number
// EMA: error: option 'ema-decay' is 1, expected at least 0 and less than 1
// MICRO: error: option 'micro-batches' is 0, expected 1 or more
module {}
