// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of the interface, its errors and its options.
#include "DriverState.h"

#include <cstdio>
#include <cstdlib>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

State &driver::state() {
  static State *instance = new State; // outlives every destructor of the user
  return *instance;
}

static std::string &lastText() {
  thread_local std::string text;
  return text;
}

bool &driver::inHostFunction() {
  thread_local bool inside = false;
  return inside;
}

std::vector<HGcontext> &driver::contextStack() {
  thread_local std::vector<HGcontext> stack;
  return stack;
}

HGresult driver::fail(HGresult code, std::string text) {
  lastText() = std::move(text);
  return code;
}

void driver::poison(HGctx_st &context, HGresult code, const std::string &message) {
  if (context.sticky != HG_SUCCESS)
    return;
  context.sticky = code;
  context.stickyText = message;
}

ApiCall::ApiCall(Needs needs) : lock(state().mutex) {
  if (inHostFunction()) {
    result = fail(HG_ERROR_NOT_PERMITTED, "a function that work calls may call nothing");
    return;
  }
  if (needs != Nothing && !state().initialized) {
    result = fail(HG_ERROR_NOT_INITIALIZED, "'hgInit' was not called");
    return;
  }
  if (needs != Context)
    return;
  std::vector<HGcontext> &stack = contextStack();
  context = stack.empty() ? nullptr : stack.back();
  if (!context)
    result = fail(HG_ERROR_INVALID_CONTEXT, "no context is current");
  else if (!state().contexts.has(context))
    result = fail(HG_ERROR_CONTEXT_IS_DESTROYED, "the current context was destroyed");
  else if (context->sticky != HG_SUCCESS)
    result = fail(context->sticky, context->stickyText);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {

struct ErrorText {
  HGresult code;
  const char *name, *text;
};

#define HALFTONE_ERROR(code, text) {HG_##code, "HG_" #code, text}
constexpr ErrorText errors[] = {
    HALFTONE_ERROR(SUCCESS, "no error"),
    HALFTONE_ERROR(ERROR_INVALID_VALUE, "an argument is not acceptable"),
    HALFTONE_ERROR(ERROR_OUT_OF_MEMORY, "there is not enough memory"),
    HALFTONE_ERROR(ERROR_NOT_INITIALIZED, "the interface was not initialised"),
    HALFTONE_ERROR(ERROR_NO_DEVICE, "there is no device"),
    HALFTONE_ERROR(ERROR_INVALID_DEVICE, "there is no such device"),
    HALFTONE_ERROR(ERROR_INVALID_IMAGE, "the image is no kernel code"),
    HALFTONE_ERROR(ERROR_INVALID_CONTEXT, "no context is current, or the given one is none"),
    HALFTONE_ERROR(ERROR_NO_BINARY_FOR_GPU, "the image holds no code for this device"),
    HALFTONE_ERROR(ERROR_UNSUPPORTED_LIMIT, "the device has no such limit"),
    HALFTONE_ERROR(ERROR_INVALID_PTX, "the PTX has an error"),
    HALFTONE_ERROR(ERROR_UNSUPPORTED_PTX_VERSION, "the PTX is for a newer device"),
    HALFTONE_ERROR(ERROR_FILE_NOT_FOUND, "the file cannot be read"),
    HALFTONE_ERROR(ERROR_OPERATING_SYSTEM, "the operating system refused"),
    HALFTONE_ERROR(ERROR_INVALID_HANDLE, "a handle is none of its kind"),
    HALFTONE_ERROR(ERROR_ILLEGAL_STATE, "the object is in no state for this"),
    HALFTONE_ERROR(ERROR_NOT_FOUND, "there is nothing of that name"),
    HALFTONE_ERROR(ERROR_NOT_READY, "the work is not complete"),
    HALFTONE_ERROR(ERROR_ILLEGAL_ADDRESS, "a kernel touched memory that is none of its own"),
    HALFTONE_ERROR(ERROR_LAUNCH_OUT_OF_RESOURCES, "a block needs more than the device has"),
    HALFTONE_ERROR(ERROR_LAUNCH_TIMEOUT, "a kernel did not end"),
    HALFTONE_ERROR(ERROR_PRIMARY_CONTEXT_ACTIVE, "the primary context is in use"),
    HALFTONE_ERROR(ERROR_CONTEXT_IS_DESTROYED, "the context was destroyed"),
    HALFTONE_ERROR(ERROR_ASSERT, "an assertion of a kernel failed"),
    HALFTONE_ERROR(ERROR_HOST_MEMORY_ALREADY_REGISTERED, "the host memory is registered already"),
    HALFTONE_ERROR(ERROR_HOST_MEMORY_NOT_REGISTERED, "the host memory is not registered"),
    HALFTONE_ERROR(ERROR_HARDWARE_STACK_ERROR, "a kernel's stack is too small or broken"),
    HALFTONE_ERROR(ERROR_ILLEGAL_INSTRUCTION, "a kernel met an instruction that it must not run"),
    HALFTONE_ERROR(ERROR_MISALIGNED_ADDRESS, "a kernel's address is not aligned to its access"),
    HALFTONE_ERROR(ERROR_LAUNCH_FAILED, "a kernel failed"),
    HALFTONE_ERROR(ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                   "the device cannot hold all blocks of a cooperative launch at once"),
    HALFTONE_ERROR(ERROR_NOT_PERMITTED, "the call is not allowed here"),
    HALFTONE_ERROR(ERROR_NOT_SUPPORTED, "the device cannot do this"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_UNSUPPORTED, "the call cannot be captured"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_INVALIDATED, "an earlier error has broken the capture"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_MERGE, "two captures would become one"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_UNMATCHED, "the capture began in another stream"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_UNJOINED,
                   "the capture was forked to a stream that did not join again"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_ISOLATION,
                   "a captured stream waits for what is not captured"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_IMPLICIT, "the call would wait for a captured stream"),
    HALFTONE_ERROR(ERROR_CAPTURED_EVENT, "the event was recorded in a captured stream"),
    HALFTONE_ERROR(ERROR_STREAM_CAPTURE_WRONG_THREAD, "another thread began the capture"),
    HALFTONE_ERROR(ERROR_GRAPH_EXEC_UPDATE_FAILURE, "the graph differs too much to update"),
    HALFTONE_ERROR(ERROR_INVALID_CLUSTER_SIZE, "the launch's clusters are not possible"),
    HALFTONE_ERROR(ERROR_UNKNOWN, "an error that has no name"),
};
#undef HALFTONE_ERROR

const ErrorText *findError(HGresult code) {
  for (const ErrorText &error : errors)
    if (error.code == code)
      return &error;
  return nullptr;
}

} // namespace

HGresult hgGetErrorName(HGresult error, const char **text) {
  const ErrorText *found = findError(error);
  if (!text)
    return HG_ERROR_INVALID_VALUE;
  *text = found ? found->name : nullptr;
  return found ? HG_SUCCESS : HG_ERROR_INVALID_VALUE;
}

HGresult hgGetErrorString(HGresult error, const char **text) {
  const ErrorText *found = findError(error);
  if (!text)
    return HG_ERROR_INVALID_VALUE;
  *text = found ? found->text : nullptr;
  return found ? HG_SUCCESS : HG_ERROR_INVALID_VALUE;
}

HGresult hgGetLastErrorText(const char **text) {
  if (!text)
    return HG_ERROR_INVALID_VALUE;
  *text = lastText().c_str();
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static void writeFilesAtExit() {
  std::lock_guard lock(state().mutex);
  if (Status written = state().instruments.writeFiles(); !written)
    std::fprintf(stderr, "halftone: %s\n", written.error().c_str());
}

HGresult hgInit(unsigned flags) {
  ApiCall call(ApiCall::Nothing);
  if (!call)
    return call.result;
  if (flags)
    return fail(HG_ERROR_INVALID_VALUE, "'hgInit': expected flags of 0");
  if (state().initialized)
    return HG_SUCCESS;
  if (Status read = state().instruments.readEnvironment(); !read)
    return fail(HG_ERROR_INVALID_VALUE, read.error());
  state().initialized = true;
  std::atexit(writeFilesAtExit);
  return HG_SUCCESS;
}

HGresult hgSetOption(const char *name, const char *value) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!name || !value)
    return fail(HG_ERROR_INVALID_VALUE, "'hgSetOption': a name and a value are needed");
  if (std::string_view(name) == "chip" && state().contexts.begin() != state().contexts.end())
    return fail(HG_ERROR_NOT_PERMITTED, "the chip is chosen before a context is made");
  Status set = state().instruments.set(name, value);
  return set ? HG_SUCCESS : fail(HG_ERROR_INVALID_VALUE, set.error());
}

static HGresult notCounted() {
  return fail(HG_ERROR_ILLEGAL_STATE, "nothing is counted: the option 'counters' is off");
}

HGresult hgGetCounters(const char **json) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!json)
    return fail(HG_ERROR_INVALID_VALUE);
  Counters *counters = state().instruments.counters();
  if (!counters)
    return notCounted();
  state().counters = counters->json();
  *json = state().counters.c_str();
  return HG_SUCCESS;
}

HGresult hgGetCountersTable(const char **table) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!table)
    return fail(HG_ERROR_INVALID_VALUE);
  Counters *counters = state().instruments.counters();
  if (!counters)
    return notCounted();
  state().countersTable = counters->table();
  *table = state().countersTable.c_str();
  return HG_SUCCESS;
}

HGresult hgGetFindingCount(size_t *count) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (!count)
    return fail(HG_ERROR_INVALID_VALUE);
  Checker *checker = state().instruments.checker();
  *count = checker ? checker->findings().size() : 0;
  return HG_SUCCESS;
}

HGresult hgGetFinding(size_t index, const char **text) {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  Checker *checker = state().instruments.checker();
  if (!text || !checker || index >= checker->findings().size())
    return fail(HG_ERROR_INVALID_VALUE, "there is no such finding");
  *text = checker->findings()[index].message.c_str();
  return HG_SUCCESS;
}

HGresult hgClearFindings() {
  ApiCall call(ApiCall::Driver);
  if (!call)
    return call.result;
  if (Checker *checker = state().instruments.checker())
    checker->clear();
  return HG_SUCCESS;
}
