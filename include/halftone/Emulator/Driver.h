/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The emulated GPU behind a C interface close to the CUDA driver's: `hgX` does what
 * `cuX` does, with the same arguments, numbers and errors, so that host code moves over
 * by renaming. docs/EmulatedGpu.md has an example.
 *
 * What is as with CUDA:
 *   - A device pointer is a number; here it is also a host address, which the host may
 *     read and write when no work is under way.
 *   - An error of a running kernel is not the launch's. It comes from the next call that
 *     uses the context, and from every one after it until the context is destroyed, or,
 *     for the primary one, reset. `hgGetLastErrorText` says which thread, line and address.
 *   - Work of a stream runs in order, and streams wait for each other by events. Here
 *     work is done when a call returns, which is one of the orders that CUDA may take; so
 *     a kernel cannot wait for what the host does after its launch.
 *   - A stream that is captured runs nothing; what it was given becomes a graph.
 *
 * What is not there: arrays, textures and surfaces, peers and IPC, virtual memory
 * management, external semaphores, conditional graph nodes, cubin code.
 *
 * Calls may come from any thread, and run one at a time.
 */
#ifndef HALFTONE_EMULATOR_DRIVER_H
#define HALFTONE_EMULATOR_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/* As in C, such an argument may be any int: one that is unknown is an error to report. */
#ifdef __cplusplus
#define HG_INT : int
extern "C" {
#else
#define HG_INT
#endif

/*===-------------------------------------------------------------------------===*
 * Errors
 *===-------------------------------------------------------------------------===*/

typedef enum HGresult HG_INT {
  HG_SUCCESS = 0,
  HG_ERROR_INVALID_VALUE = 1,
  HG_ERROR_OUT_OF_MEMORY = 2,
  HG_ERROR_NOT_INITIALIZED = 3,
  HG_ERROR_NO_DEVICE = 100,
  HG_ERROR_INVALID_DEVICE = 101,
  HG_ERROR_INVALID_IMAGE = 200,
  HG_ERROR_INVALID_CONTEXT = 201,
  HG_ERROR_NO_BINARY_FOR_GPU = 209,
  HG_ERROR_UNSUPPORTED_LIMIT = 215,
  HG_ERROR_INVALID_PTX = 218,
  HG_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  HG_ERROR_FILE_NOT_FOUND = 301,
  HG_ERROR_OPERATING_SYSTEM = 304,
  HG_ERROR_INVALID_HANDLE = 400,
  HG_ERROR_ILLEGAL_STATE = 401,
  HG_ERROR_NOT_FOUND = 500,
  HG_ERROR_NOT_READY = 600,
  HG_ERROR_ILLEGAL_ADDRESS = 700,
  HG_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  HG_ERROR_LAUNCH_TIMEOUT = 702, /* endless loops and deadlocks */
  HG_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
  HG_ERROR_CONTEXT_IS_DESTROYED = 709,
  HG_ERROR_ASSERT = 710,
  HG_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  HG_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
  HG_ERROR_HARDWARE_STACK_ERROR = 714,
  HG_ERROR_ILLEGAL_INSTRUCTION = 715,
  HG_ERROR_MISALIGNED_ADDRESS = 716,
  HG_ERROR_LAUNCH_FAILED = 719,
  HG_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
  HG_ERROR_NOT_PERMITTED = 800,
  HG_ERROR_NOT_SUPPORTED = 801,
  HG_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
  HG_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
  HG_ERROR_STREAM_CAPTURE_MERGE = 902,
  HG_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
  HG_ERROR_STREAM_CAPTURE_UNJOINED = 904,
  HG_ERROR_STREAM_CAPTURE_ISOLATION = 905,
  HG_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
  HG_ERROR_CAPTURED_EVENT = 907,
  HG_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
  HG_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
  HG_ERROR_INVALID_CLUSTER_SIZE = 912,
  HG_ERROR_UNKNOWN = 999
} HGresult;

/* The enumerator's name, and a sentence. */
HGresult hgGetErrorName(HGresult error, const char **text);
HGresult hgGetErrorString(HGresult error, const char **text);
/* What the last error of this thread was about, in detail; empty where there is nothing
 * to add. Valid until the thread's next call. */
HGresult hgGetLastErrorText(const char **text);

/*===-------------------------------------------------------------------------===*
 * Options of the emulation, which CUDA has none of
 *===-------------------------------------------------------------------------===*/

/* Sets one of these, from the next launch on. Each has an environment variable, which is
 * read by `hgInit`, in brackets.
 *   "chip"       what the device is: "sm_90a"; before a context is made
 *                [HALFTONE_EMULATED_CHIP]. Without it, modules of every target load, and
 *                the device says it is sm_90.
 *   "check"      checks to make: "all", "none", or names with commas
 *                [HALFTONE_EMULATED_CHECK]
 *   "schedule"   "default", "lazy", "eager" or "random" [HALFTONE_EMULATED_SCHEDULE]
 *   "seed"       of the random schedule [HALFTONE_EMULATED_SEED]
 *   "threads"    host threads [HALFTONE_NUM_THREADS]
 *   "hardware-sums" "1": Tensor Core sums truncate as the chip's
 *                [HALFTONE_EMULATED_HARDWARE_SUMS]
 *   "max-instructions" of a warp, after which a loop counts as endless
 *                [HALFTONE_EMULATED_MAX_INSTRUCTIONS]
 *   "ptxas"      output of `ptxas -v`, for registers
 *   "counters"   "1": count [HALFTONE_EMULATED_COUNTERS: a file, written at exit]
 */
HGresult hgSetOption(const char *name, const char *value);
/* Counts so far, as JSON and as a table. Valid until the next call of the same name. */
HGresult hgGetCounters(const char **json);
HGresult hgGetCountersTable(const char **table);
/* What checks have found so far, in order; texts are valid until `hgClearFindings`. */
HGresult hgGetFindingCount(size_t *count);
HGresult hgGetFinding(size_t index, const char **text);
HGresult hgClearFindings(void);

/*===-------------------------------------------------------------------------===*
 * Device and contexts
 *===-------------------------------------------------------------------------===*/

typedef int HGdevice;
typedef unsigned long long HGdeviceptr;
typedef struct HGctx_st *HGcontext;
typedef struct HGmod_st *HGmodule;
typedef struct HGfunc_st *HGfunction;
typedef struct HGstream_st *HGstream;
typedef struct HGevent_st *HGevent;
typedef struct HGmemPool_st *HGmemoryPool;
typedef struct HGgraph_st *HGgraph;
typedef struct HGgraphNode_st *HGgraphNode;
typedef struct HGgraphExec_st *HGgraphExec;

typedef struct HGuuid {
  char bytes[16];
} HGuuid;

typedef enum HGdevice_attribute HG_INT {
  HG_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  HG_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
  HG_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
  HG_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
  HG_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
  HG_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
  HG_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
  HG_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  HG_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
  HG_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  HG_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  HG_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  HG_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  HG_DEVICE_ATTRIBUTE_INTEGRATED = 18,
  HG_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
  HG_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
  HG_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  HG_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  HG_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
  HG_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  HG_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  HG_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  HG_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
  HG_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  HG_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
  HG_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
  HG_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  HG_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  HG_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
  HG_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
  HG_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
  HG_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
  HG_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED = 127
} HGdevice_attribute;

typedef enum HGlimit HG_INT {
  HG_LIMIT_STACK_SIZE = 0,
  HG_LIMIT_PRINTF_FIFO_SIZE = 1,
  HG_LIMIT_MALLOC_HEAP_SIZE = 2
} HGlimit;

HGresult hgInit(unsigned int flags);
/* 13000: CUDA 13.0's interface. */
HGresult hgDriverGetVersion(int *version);
HGresult hgDeviceGetCount(int *count);
HGresult hgDeviceGet(HGdevice *device, int ordinal);
HGresult hgDeviceGetName(char *name, int length, HGdevice device);
HGresult hgDeviceGetUuid(HGuuid *uuid, HGdevice device);
HGresult hgDeviceTotalMem(size_t *bytes, HGdevice device);
HGresult hgDeviceGetAttribute(int *value, HGdevice_attribute attribute, HGdevice device);

HGresult hgCtxCreate(HGcontext *context, unsigned int flags, HGdevice device);
HGresult hgCtxDestroy(HGcontext context);
HGresult hgCtxPushCurrent(HGcontext context);
HGresult hgCtxPopCurrent(HGcontext *context);
HGresult hgCtxSetCurrent(HGcontext context);
HGresult hgCtxGetCurrent(HGcontext *context);
HGresult hgCtxGetDevice(HGdevice *device);
HGresult hgCtxGetFlags(unsigned int *flags);
HGresult hgCtxGetApiVersion(HGcontext context, unsigned int *version);
HGresult hgCtxSynchronize(void);
HGresult hgCtxGetLimit(size_t *value, HGlimit limit);
HGresult hgCtxSetLimit(HGlimit limit, size_t value);
HGresult hgCtxGetStreamPriorityRange(int *least, int *greatest);
HGresult hgDevicePrimaryCtxRetain(HGcontext *context, HGdevice device);
HGresult hgDevicePrimaryCtxRelease(HGdevice device);
HGresult hgDevicePrimaryCtxReset(HGdevice device);
HGresult hgDevicePrimaryCtxGetState(HGdevice device, unsigned int *flags, int *active);

/*===-------------------------------------------------------------------------===*
 * Modules and functions
 *===-------------------------------------------------------------------------===*/

/* For `hgModuleLoadDataEx`; others of CUDA's numbers are taken and change nothing. */
typedef enum HGjit_option HG_INT {
  HG_JIT_INFO_LOG_BUFFER = 3,
  HG_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  HG_JIT_ERROR_LOG_BUFFER = 5,
  HG_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  HG_JIT_OPTIMIZATION_LEVEL = 7
} HGjit_option;

typedef enum HGfunction_attribute HG_INT {
  HG_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  HG_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  HG_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  HG_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  HG_FUNC_ATTRIBUTE_NUM_REGS = 4, /* of the option "ptxas"; 0 without it */
  HG_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  HG_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  HG_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  HG_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  HG_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
  HG_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET = 10,
  HG_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
  HG_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
  HG_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
  HG_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14
} HGfunction_attribute;

/* PTX text that ends in NUL, or a fat binary that holds PTX. */
HGresult hgModuleLoadData(HGmodule *module, const void *image);
HGresult hgModuleLoadDataEx(HGmodule *module, const void *image, unsigned int numOptions,
                            HGjit_option *options, void **values);
HGresult hgModuleLoadFatBinary(HGmodule *module, const void *image);
HGresult hgModuleLoad(HGmodule *module, const char *path);
HGresult hgModuleUnload(HGmodule module);
HGresult hgModuleGetFunction(HGfunction *function, HGmodule module, const char *name);
HGresult hgModuleGetFunctionCount(unsigned int *count, HGmodule module);
HGresult hgModuleEnumerateFunctions(HGfunction *functions, unsigned int count, HGmodule module);
HGresult hgModuleGetGlobal(HGdeviceptr *pointer, size_t *bytes, HGmodule module, const char *name);
HGresult hgFuncGetAttribute(int *value, HGfunction_attribute attribute, HGfunction function);
HGresult hgFuncSetAttribute(HGfunction function, HGfunction_attribute attribute, int value);
HGresult hgFuncGetName(const char **name, HGfunction function);
HGresult hgFuncGetModule(HGmodule *module, HGfunction function);
HGresult hgFuncGetParamInfo(HGfunction function, size_t index, size_t *offset, size_t *bytes);

/*===-------------------------------------------------------------------------===*
 * Memory
 *===-------------------------------------------------------------------------===*/

typedef enum HGmemorytype HG_INT {
  HG_MEMORYTYPE_HOST = 1,
  HG_MEMORYTYPE_DEVICE = 2,
  HG_MEMORYTYPE_UNIFIED = 4
} HGmemorytype;

typedef struct HG_MEMCPY3D {
  size_t srcXInBytes, srcY, srcZ;
  HGmemorytype srcMemoryType;
  const void *srcHost;
  HGdeviceptr srcDevice;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ;
  HGmemorytype dstMemoryType;
  void *dstHost;
  HGdeviceptr dstDevice;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
} HG_MEMCPY3D;

typedef struct HG_MEMCPY2D {
  size_t srcXInBytes, srcY;
  HGmemorytype srcMemoryType;
  const void *srcHost;
  HGdeviceptr srcDevice;
  size_t srcPitch;
  size_t dstXInBytes, dstY;
  HGmemorytype dstMemoryType;
  void *dstHost;
  HGdeviceptr dstDevice;
  size_t dstPitch;
  size_t WidthInBytes, Height;
} HG_MEMCPY2D;

typedef enum HGmemPool_attribute HG_INT {
  HG_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,   /* int */
  HG_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,         /* int */
  HG_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3, /* int */
  HG_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,                 /* uint64_t, as all below */
  HG_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
  HG_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
  HG_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
  HG_MEMPOOL_ATTR_USED_MEM_HIGH = 8
} HGmemPool_attribute;

typedef struct HGmemPoolProps {
  int allocType;    /* 1: pinned, the only one */
  int handleTypes;  /* 0: none */
  int locationType; /* 1: the device */
  int locationId;
  size_t maxSize; /* 0: no limit */
} HGmemPoolProps;

typedef enum HGpointer_attribute HG_INT {
  HG_POINTER_ATTRIBUTE_CONTEXT = 1,           /* HGcontext */
  HG_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,       /* unsigned */
  HG_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,    /* HGdeviceptr */
  HG_POINTER_ATTRIBUTE_HOST_POINTER = 4,      /* void * */
  HG_POINTER_ATTRIBUTE_IS_MANAGED = 8,        /* unsigned */
  HG_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,    /* int */
  HG_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11, /* HGdeviceptr */
  HG_POINTER_ATTRIBUTE_RANGE_SIZE = 12,       /* size_t */
  HG_POINTER_ATTRIBUTE_MAPPED = 13            /* unsigned */
} HGpointer_attribute;

#define HG_MEM_ATTACH_GLOBAL 1
#define HG_MEM_ATTACH_HOST 2

HGresult hgMemGetInfo(size_t *free, size_t *total);
HGresult hgMemAlloc(HGdeviceptr *pointer, size_t bytes);
HGresult hgMemAllocPitch(HGdeviceptr *pointer, size_t *pitch, size_t widthBytes, size_t height,
                         unsigned int elementBytes);
HGresult hgMemAllocManaged(HGdeviceptr *pointer, size_t bytes, unsigned int flags);
HGresult hgMemFree(HGdeviceptr pointer);
HGresult hgMemGetAddressRange(HGdeviceptr *base, size_t *bytes, HGdeviceptr pointer);
HGresult hgMemAllocHost(void **pointer, size_t bytes);
HGresult hgMemHostAlloc(void **pointer, size_t bytes, unsigned int flags);
HGresult hgMemFreeHost(void *pointer);
HGresult hgMemHostRegister(void *pointer, size_t bytes, unsigned int flags);
HGresult hgMemHostUnregister(void *pointer);
HGresult hgMemHostGetDevicePointer(HGdeviceptr *pointer, void *host, unsigned int flags);
HGresult hgPointerGetAttribute(void *data, HGpointer_attribute attribute, HGdeviceptr pointer);

HGresult hgMemAllocAsync(HGdeviceptr *pointer, size_t bytes, HGstream stream);
HGresult hgMemFreeAsync(HGdeviceptr pointer, HGstream stream);
HGresult hgMemAllocFromPoolAsync(HGdeviceptr *pointer, size_t bytes, HGmemoryPool pool,
                                 HGstream stream);
HGresult hgMemPoolCreate(HGmemoryPool *pool, const HGmemPoolProps *properties);
HGresult hgMemPoolDestroy(HGmemoryPool pool);
HGresult hgMemPoolTrimTo(HGmemoryPool pool, size_t bytesToKeep);
HGresult hgMemPoolGetAttribute(HGmemoryPool pool, HGmemPool_attribute attribute, void *value);
HGresult hgMemPoolSetAttribute(HGmemoryPool pool, HGmemPool_attribute attribute, void *value);
HGresult hgDeviceGetDefaultMemPool(HGmemoryPool *pool, HGdevice device);
HGresult hgDeviceGetMemPool(HGmemoryPool *pool, HGdevice device);
HGresult hgDeviceSetMemPool(HGdevice device, HGmemoryPool pool);

HGresult hgMemcpy(HGdeviceptr to, HGdeviceptr from, size_t bytes);
HGresult hgMemcpyHtoD(HGdeviceptr to, const void *from, size_t bytes);
HGresult hgMemcpyDtoH(void *to, HGdeviceptr from, size_t bytes);
HGresult hgMemcpyDtoD(HGdeviceptr to, HGdeviceptr from, size_t bytes);
HGresult hgMemcpy2D(const HG_MEMCPY2D *copy);
HGresult hgMemcpy3D(const HG_MEMCPY3D *copy);
HGresult hgMemcpyAsync(HGdeviceptr to, HGdeviceptr from, size_t bytes, HGstream stream);
HGresult hgMemcpyHtoDAsync(HGdeviceptr to, const void *from, size_t bytes, HGstream stream);
HGresult hgMemcpyDtoHAsync(void *to, HGdeviceptr from, size_t bytes, HGstream stream);
HGresult hgMemcpyDtoDAsync(HGdeviceptr to, HGdeviceptr from, size_t bytes, HGstream stream);
HGresult hgMemcpy2DAsync(const HG_MEMCPY2D *copy, HGstream stream);
HGresult hgMemcpy3DAsync(const HG_MEMCPY3D *copy, HGstream stream);

HGresult hgMemsetD8(HGdeviceptr to, unsigned char value, size_t count);
HGresult hgMemsetD16(HGdeviceptr to, unsigned short value, size_t count);
HGresult hgMemsetD32(HGdeviceptr to, unsigned int value, size_t count);
HGresult hgMemsetD2D8(HGdeviceptr to, size_t pitch, unsigned char value, size_t width,
                      size_t height);
HGresult hgMemsetD2D16(HGdeviceptr to, size_t pitch, unsigned short value, size_t width,
                       size_t height);
HGresult hgMemsetD2D32(HGdeviceptr to, size_t pitch, unsigned int value, size_t width,
                       size_t height);
HGresult hgMemsetD8Async(HGdeviceptr to, unsigned char value, size_t count, HGstream stream);
HGresult hgMemsetD16Async(HGdeviceptr to, unsigned short value, size_t count, HGstream stream);
HGresult hgMemsetD32Async(HGdeviceptr to, unsigned int value, size_t count, HGstream stream);

/*===-------------------------------------------------------------------------===*
 * Streams and events
 *===-------------------------------------------------------------------------===*/

#define HG_STREAM_LEGACY ((HGstream)0x1)
#define HG_STREAM_PER_THREAD ((HGstream)0x2)

typedef enum HGstream_flags HG_INT {
  HG_STREAM_DEFAULT = 0,
  HG_STREAM_NON_BLOCKING = 1
} HGstream_flags;
typedef enum HGevent_flags HG_INT {
  HG_EVENT_DEFAULT = 0,
  HG_EVENT_BLOCKING_SYNC = 1,
  HG_EVENT_DISABLE_TIMING = 2
} HGevent_flags;

typedef enum HGstreamCaptureMode HG_INT {
  HG_STREAM_CAPTURE_MODE_GLOBAL = 0,
  HG_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  HG_STREAM_CAPTURE_MODE_RELAXED = 2
} HGstreamCaptureMode;
typedef enum HGstreamCaptureStatus HG_INT {
  HG_STREAM_CAPTURE_STATUS_NONE = 0,
  HG_STREAM_CAPTURE_STATUS_ACTIVE = 1,
  HG_STREAM_CAPTURE_STATUS_INVALIDATED = 2
} HGstreamCaptureStatus;

/* May call none of these functions. */
typedef void (*HGhostFn)(void *userData);

HGresult hgStreamCreate(HGstream *stream, unsigned int flags);
HGresult hgStreamCreateWithPriority(HGstream *stream, unsigned int flags, int priority);
HGresult hgStreamDestroy(HGstream stream);
HGresult hgStreamQuery(HGstream stream);
HGresult hgStreamSynchronize(HGstream stream);
HGresult hgStreamWaitEvent(HGstream stream, HGevent event, unsigned int flags);
HGresult hgStreamGetFlags(HGstream stream, unsigned int *flags);
HGresult hgStreamGetPriority(HGstream stream, int *priority);
HGresult hgStreamGetCtx(HGstream stream, HGcontext *context);
HGresult hgLaunchHostFunc(HGstream stream, HGhostFn function, void *userData);
HGresult hgStreamBeginCapture(HGstream stream, HGstreamCaptureMode mode);
HGresult hgStreamEndCapture(HGstream stream, HGgraph *graph);
HGresult hgStreamIsCapturing(HGstream stream, HGstreamCaptureStatus *status);

HGresult hgEventCreate(HGevent *event, unsigned int flags);
HGresult hgEventDestroy(HGevent event);
HGresult hgEventRecord(HGevent event, HGstream stream);
HGresult hgEventQuery(HGevent event);
HGresult hgEventSynchronize(HGevent event);
/* The host's time, which is that of the emulation. */
HGresult hgEventElapsedTime(float *milliseconds, HGevent start, HGevent end);

/*===-------------------------------------------------------------------------===*
 * Launches
 *===-------------------------------------------------------------------------===*/

#define HG_LAUNCH_PARAM_END ((void *)0x0)
#define HG_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x1)
#define HG_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x2)

typedef enum HGlaunchAttributeID HG_INT {
  HG_LAUNCH_ATTRIBUTE_IGNORE = 0,
  HG_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
  HG_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  HG_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
  HG_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  HG_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
  HG_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
  HG_LAUNCH_ATTRIBUTE_PRIORITY = 8
} HGlaunchAttributeID;

typedef union HGlaunchAttributeValue {
  char pad[64];
  int cooperative;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
} HGlaunchAttributeValue;

typedef struct HGlaunchAttribute {
  HGlaunchAttributeID id;
  char pad[8 - sizeof(HGlaunchAttributeID)];
  HGlaunchAttributeValue value;
} HGlaunchAttribute;

typedef struct HGlaunchConfig {
  unsigned int gridDimX, gridDimY, gridDimZ;
  unsigned int blockDimX, blockDimY, blockDimZ;
  unsigned int sharedMemBytes;
  HGstream hStream;
  HGlaunchAttribute *attrs;
  unsigned int numAttrs;
} HGlaunchConfig;

HGresult hgLaunchKernel(HGfunction function, unsigned int gridX, unsigned int gridY,
                        unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                        unsigned int blockZ, unsigned int sharedBytes, HGstream stream,
                        void **kernelParams, void **extra);
HGresult hgLaunchKernelEx(const HGlaunchConfig *config, HGfunction function, void **kernelParams,
                          void **extra);
HGresult hgLaunchCooperativeKernel(HGfunction function, unsigned int gridX, unsigned int gridY,
                                   unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                                   unsigned int blockZ, unsigned int sharedBytes, HGstream stream,
                                   void **kernelParams);

typedef size_t (*HGoccupancyB2DSize)(int blockSize);

HGresult hgOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, HGfunction function,
                                                     int blockSize, size_t dynamicSharedBytes);
HGresult hgOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, HGfunction function,
                                                              int blockSize,
                                                              size_t dynamicSharedBytes,
                                                              unsigned int flags);
HGresult hgOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, HGfunction function,
                                          HGoccupancyB2DSize dynamicSharedOf,
                                          size_t dynamicSharedBytes, int blockSizeLimit);
HGresult hgOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, HGfunction function, int numBlocks,
                                                 int blockSize);
HGresult hgOccupancyMaxPotentialClusterSize(int *clusterSize, HGfunction function,
                                            const HGlaunchConfig *config);

/*===-------------------------------------------------------------------------===*
 * Graphs
 *===-------------------------------------------------------------------------===*/

typedef enum HGgraphNodeType HG_INT {
  HG_GRAPH_NODE_TYPE_KERNEL = 0,
  HG_GRAPH_NODE_TYPE_MEMCPY = 1,
  HG_GRAPH_NODE_TYPE_MEMSET = 2,
  HG_GRAPH_NODE_TYPE_HOST = 3,
  HG_GRAPH_NODE_TYPE_GRAPH = 4,
  HG_GRAPH_NODE_TYPE_EMPTY = 5,
  HG_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
  HG_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
  HG_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
  HG_GRAPH_NODE_TYPE_MEM_FREE = 11
} HGgraphNodeType;

typedef struct HG_KERNEL_NODE_PARAMS {
  HGfunction func;
  unsigned int gridDimX, gridDimY, gridDimZ;
  unsigned int blockDimX, blockDimY, blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
} HG_KERNEL_NODE_PARAMS;

typedef struct HG_MEMSET_NODE_PARAMS {
  HGdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize; /* 1, 2 or 4 */
  size_t width;             /* elements of a row */
  size_t height;
} HG_MEMSET_NODE_PARAMS;

typedef struct HG_HOST_NODE_PARAMS {
  HGhostFn fn;
  void *userData;
} HG_HOST_NODE_PARAMS;

HGresult hgGraphCreate(HGgraph *graph, unsigned int flags);
HGresult hgGraphDestroy(HGgraph graph);
HGresult hgGraphClone(HGgraph *clone, HGgraph graph);
HGresult hgGraphAddKernelNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                              size_t numDependencies, const HG_KERNEL_NODE_PARAMS *params);
HGresult hgGraphAddMemcpyNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                              size_t numDependencies, const HG_MEMCPY3D *params, HGcontext context);
HGresult hgGraphAddMemsetNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                              size_t numDependencies, const HG_MEMSET_NODE_PARAMS *params,
                              HGcontext context);
HGresult hgGraphAddHostNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                            size_t numDependencies, const HG_HOST_NODE_PARAMS *params);
HGresult hgGraphAddEmptyNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                             size_t numDependencies);
HGresult hgGraphAddChildGraphNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                                  size_t numDependencies, HGgraph child);
HGresult hgGraphAddDependencies(HGgraph graph, const HGgraphNode *from, const HGgraphNode *to,
                                size_t numDependencies);
HGresult hgGraphGetNodes(HGgraph graph, HGgraphNode *nodes, size_t *numNodes);
HGresult hgGraphGetRootNodes(HGgraph graph, HGgraphNode *nodes, size_t *numNodes);
HGresult hgGraphGetEdges(HGgraph graph, HGgraphNode *from, HGgraphNode *to, size_t *numEdges);
HGresult hgGraphNodeGetType(HGgraphNode node, HGgraphNodeType *type);
HGresult hgGraphInstantiate(HGgraphExec *exec, HGgraph graph, unsigned long long flags);
HGresult hgGraphExecDestroy(HGgraphExec exec);
HGresult hgGraphExecKernelNodeSetParams(HGgraphExec exec, HGgraphNode node,
                                        const HG_KERNEL_NODE_PARAMS *params);
HGresult hgGraphUpload(HGgraphExec exec, HGstream stream);
HGresult hgGraphLaunch(HGgraphExec exec, HGstream stream);

/*===-------------------------------------------------------------------------===*
 * Tensor maps
 *===-------------------------------------------------------------------------===*/

#if defined(__cplusplus)
#define HG_ALIGN_64 alignas(64)
#else
#define HG_ALIGN_64 _Alignas(64)
#endif

/* A kernel takes it as a parameter (`__grid_constant__`) or from memory. What is inside
 * is the emulator's own. */
typedef struct HGtensorMap {
  HG_ALIGN_64 uint64_t opaque[16];
} HGtensorMap;

typedef enum HGtensorMapDataType HG_INT {
  HG_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
  HG_TENSOR_MAP_DATA_TYPE_UINT16,
  HG_TENSOR_MAP_DATA_TYPE_UINT32,
  HG_TENSOR_MAP_DATA_TYPE_INT32,
  HG_TENSOR_MAP_DATA_TYPE_UINT64,
  HG_TENSOR_MAP_DATA_TYPE_INT64,
  HG_TENSOR_MAP_DATA_TYPE_FLOAT16,
  HG_TENSOR_MAP_DATA_TYPE_FLOAT32,
  HG_TENSOR_MAP_DATA_TYPE_FLOAT64,
  HG_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  HG_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
  HG_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  HG_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} HGtensorMapDataType;
typedef enum HGtensorMapInterleave HG_INT {
  HG_TENSOR_MAP_INTERLEAVE_NONE = 0,
  HG_TENSOR_MAP_INTERLEAVE_16B,
  HG_TENSOR_MAP_INTERLEAVE_32B
} HGtensorMapInterleave;
typedef enum HGtensorMapSwizzle HG_INT {
  HG_TENSOR_MAP_SWIZZLE_NONE = 0,
  HG_TENSOR_MAP_SWIZZLE_32B,
  HG_TENSOR_MAP_SWIZZLE_64B,
  HG_TENSOR_MAP_SWIZZLE_128B
} HGtensorMapSwizzle;
typedef enum HGtensorMapL2promotion HG_INT {
  HG_TENSOR_MAP_L2_PROMOTION_NONE = 0,
  HG_TENSOR_MAP_L2_PROMOTION_L2_64B,
  HG_TENSOR_MAP_L2_PROMOTION_L2_128B,
  HG_TENSOR_MAP_L2_PROMOTION_L2_256B
} HGtensorMapL2promotion;
typedef enum HGtensorMapFloatOOBfill HG_INT {
  HG_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
  HG_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} HGtensorMapFloatOOBfill;

HGresult hgTensorMapEncodeTiled(HGtensorMap *map, HGtensorMapDataType type, uint32_t rank,
                                void *globalAddress, const uint64_t *globalDim,
                                const uint64_t *globalStrides, const uint32_t *boxDim,
                                const uint32_t *elementStrides, HGtensorMapInterleave interleave,
                                HGtensorMapSwizzle swizzle, HGtensorMapL2promotion l2Promotion,
                                HGtensorMapFloatOOBfill oobFill);
HGresult hgTensorMapEncodeIm2col(HGtensorMap *map, HGtensorMapDataType type, uint32_t rank,
                                 void *globalAddress, const uint64_t *globalDim,
                                 const uint64_t *globalStrides, const int *pixelBoxLowerCorner,
                                 const int *pixelBoxUpperCorner, uint32_t channelsPerPixel,
                                 uint32_t pixelsPerColumn, const uint32_t *elementStrides,
                                 HGtensorMapInterleave interleave, HGtensorMapSwizzle swizzle,
                                 HGtensorMapL2promotion l2Promotion,
                                 HGtensorMapFloatOOBfill oobFill);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HALFTONE_EMULATOR_DRIVER_H */
