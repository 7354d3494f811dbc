// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams, events, and capture. Work runs when it is submitted, so a stream is empty
// whenever the host looks; what is left of streams is which graph is captured in them.
#include "DriverState.h"

#include <algorithm>
#include <chrono>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

HGstream driver::findStream(HGcontext context, HGstream handle) {
  if (!handle || handle == HG_STREAM_LEGACY || handle == HG_STREAM_PER_THREAD)
    return state().defaultStreams[context];
  return state().streams.has(handle) ? handle : nullptr;
}

static HGresult noStream() { return fail(HG_ERROR_INVALID_HANDLE, "it is no stream"); }
static HGresult noEvent() { return fail(HG_ERROR_INVALID_HANDLE, "it is no event"); }

static HGresult invalidated() {
  return fail(HG_ERROR_STREAM_CAPTURE_INVALIDATED, "an earlier call has broken the capture");
}

HGresult driver::refuseCapture(HGcontext context) {
  for (auto &stream : state().streams)
    if (stream->context == context && stream->capture && !stream->capture->relaxed) {
      stream->capture->invalid = true;
      return fail(HG_ERROR_STREAM_CAPTURE_UNSUPPORTED, "a stream is captured");
    }
  return HG_SUCCESS;
}

HGresult driver::submit(HGcontext context, HGstream handle, Work work, HGgraphNode *created) {
  HGstream stream = findStream(context, handle);
  if (!stream)
    return noStream();
  if (!stream->capture) {
    // The default stream waits for those that block, also where they are captured.
    bool waits = stream == state().defaultStreams[context] && handle != HG_STREAM_PER_THREAD;
    for (auto &other : state().streams)
      if (waits && other->context == context && other->capture &&
          !(other->flags & HG_STREAM_NON_BLOCKING)) {
        other->capture->invalid = true;
        return fail(HG_ERROR_STREAM_CAPTURE_IMPLICIT,
                    "the default stream would wait for a captured stream");
      }
    return work.run(*stream->context);
  }
  if (stream->capture->invalid)
    return invalidated();
  HGgraphNode node = addNode(stream->capture->graph, std::move(work), stream->frontier);
  stream->frontier = {node};
  if (created)
    *created = node;
  return HG_SUCCESS;
}

HGresult driver::callHost(HGhostFn function, void *data) {
  bool &inside = inHostFunction();
  inside = true;
  function(data);
  inside = false;
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

HGresult hgStreamCreate(HGstream *stream, unsigned flags) {
  return hgStreamCreateWithPriority(stream, flags, 0);
}

/// There is one level of priority.
HGresult hgStreamCreateWithPriority(HGstream *stream, unsigned flags, int) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!stream || flags > HG_STREAM_NON_BLOCKING)
    return fail(HG_ERROR_INVALID_VALUE);
  auto made = std::make_unique<HGstream_st>();
  made->context = call.context;
  made->flags = flags;
  *stream = state().streams.add(std::move(made));
  return HG_SUCCESS;
}

HGresult hgStreamDestroy(HGstream stream) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().streams.has(stream))
    return noStream();
  if (stream->capture && stream->capture->origin == stream)
    stream->capture->invalid = true;
  state().streams.remove(stream);
  return HG_SUCCESS;
}

/// What the host waits for must not be captured.
static HGresult waitFor(HGstream handle) {
  ApiCall call;
  if (!call)
    return call.result;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return noStream();
  if (!stream->capture)
    return HG_SUCCESS;
  stream->capture->invalid = true;
  return fail(HG_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the stream is captured");
}

HGresult hgStreamQuery(HGstream stream) { return waitFor(stream); }
HGresult hgStreamSynchronize(HGstream stream) { return waitFor(stream); }

/// Reads a member of the stream.
template <typename T> static HGresult readStream(HGstream handle, T HGstream_st::*member, T *to) {
  ApiCall call;
  if (!call)
    return call.result;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return noStream();
  if (!to)
    return fail(HG_ERROR_INVALID_VALUE);
  *to = stream->*member;
  return HG_SUCCESS;
}

HGresult hgStreamGetFlags(HGstream stream, unsigned *flags) {
  return readStream(stream, &HGstream_st::flags, flags);
}
HGresult hgStreamGetPriority(HGstream stream, int *priority) {
  return readStream(stream, &HGstream_st::priority, priority);
}
HGresult hgStreamGetCtx(HGstream stream, HGcontext *context) {
  return readStream(stream, &HGstream_st::context, context);
}

HGresult hgLaunchHostFunc(HGstream stream, HGhostFn function, void *userData) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!function)
    return fail(HG_ERROR_INVALID_VALUE);
  Work work;
  work.type = HG_GRAPH_NODE_TYPE_HOST;
  work.run = [=](HGctx_st &) { return callHost(function, userData); };
  return submit(call.context, stream, std::move(work));
}

HGresult hgStreamWaitEvent(HGstream handle, HGevent event, unsigned flags) {
  ApiCall call;
  if (!call)
    return call.result;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return noStream();
  if (!state().events.has(event))
    return noEvent();
  if (flags > 1)
    return fail(HG_ERROR_INVALID_VALUE);
  if (!event->capture) {
    if (!stream->capture)
      return HG_SUCCESS; // what was recorded is done
    stream->capture->invalid = true;
    return fail(HG_ERROR_STREAM_CAPTURE_ISOLATION,
                "a captured stream waits for an event that is not of its capture");
  }
  if (event->capture->invalid)
    return invalidated();
  if (stream->capture && stream->capture != event->capture)
    return fail(HG_ERROR_STREAM_CAPTURE_MERGE, "the event is of another capture");
  if (!stream->capture && stream == state().defaultStreams[call.context])
    return fail(HG_ERROR_STREAM_CAPTURE_IMPLICIT, "the default stream cannot join a capture");
  stream->capture = event->capture;
  for (HGgraphNode node : event->frontier)
    if (std::find(stream->frontier.begin(), stream->frontier.end(), node) == stream->frontier.end())
      stream->frontier.push_back(node);
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Capture
//===----------------------------------------------------------------------===//

HGresult hgStreamBeginCapture(HGstream handle, HGstreamCaptureMode mode) {
  ApiCall call;
  if (!call)
    return call.result;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return noStream();
  if (mode > HG_STREAM_CAPTURE_MODE_RELAXED)
    return fail(HG_ERROR_INVALID_VALUE);
  if (stream == state().defaultStreams[call.context] && handle != HG_STREAM_PER_THREAD)
    return fail(HG_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the default stream cannot be captured");
  if (stream->capture)
    return fail(HG_ERROR_ILLEGAL_STATE, "the stream is captured already");
  auto graph = std::make_unique<HGgraph_st>();
  graph->context = call.context;
  stream->capture = std::make_shared<HGcapture>();
  stream->capture->graph = state().graphs.add(std::move(graph));
  stream->capture->origin = stream;
  stream->capture->relaxed = mode == HG_STREAM_CAPTURE_MODE_RELAXED;
  stream->frontier.clear();
  return HG_SUCCESS;
}

/// Whether every node that others captured comes before what `origin` does next.
static bool isJoined(const HGstream_st &origin, const HGgraph_st &graph) {
  std::vector<HGgraphNode> reached = origin.frontier;
  for (size_t i = 0; i < reached.size(); ++i)
    for (HGgraphNode before : reached[i]->dependencies)
      if (std::find(reached.begin(), reached.end(), before) == reached.end())
        reached.push_back(before);
  return reached.size() == graph.nodes.size();
}

HGresult hgStreamEndCapture(HGstream handle, HGgraph *result) {
  ApiCall call;
  if (!call)
    return call.result;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return noStream();
  if (!result)
    return fail(HG_ERROR_INVALID_VALUE);
  if (!stream->capture)
    return fail(HG_ERROR_ILLEGAL_STATE, "the stream is not captured");
  std::shared_ptr<HGcapture> capture = stream->capture;
  if (capture->origin != stream)
    return fail(HG_ERROR_STREAM_CAPTURE_UNMATCHED, "the capture began in another stream");
  bool joined = isJoined(*stream, *capture->graph);
  for (auto &each : state().streams)
    if (each->capture == capture) {
      each->capture = nullptr;
      each->frontier.clear();
    }
  for (auto &event : state().events)
    if (event->capture == capture) {
      event->capture = nullptr;
      event->frontier.clear();
      event->recorded = false;
    }
  *result = nullptr;
  if (capture->invalid || !joined) {
    destroyGraph(capture->graph);
    return capture->invalid
               ? invalidated()
               : fail(HG_ERROR_STREAM_CAPTURE_UNJOINED,
                      "another stream of the capture has work that the first does not wait for");
  }
  *result = capture->graph;
  return HG_SUCCESS;
}

HGresult hgStreamIsCapturing(HGstream handle, HGstreamCaptureStatus *status) {
  ApiCall call;
  if (!call)
    return call.result;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return noStream();
  if (!status)
    return fail(HG_ERROR_INVALID_VALUE);
  *status = !stream->capture           ? HG_STREAM_CAPTURE_STATUS_NONE
            : stream->capture->invalid ? HG_STREAM_CAPTURE_STATUS_INVALIDATED
                                       : HG_STREAM_CAPTURE_STATUS_ACTIVE;
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

HGresult hgEventCreate(HGevent *event, unsigned flags) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!event || flags & ~3u)
    return fail(HG_ERROR_INVALID_VALUE);
  auto made = std::make_unique<HGevent_st>();
  made->context = call.context;
  made->flags = flags;
  *event = state().events.add(std::move(made));
  return HG_SUCCESS;
}

HGresult hgEventDestroy(HGevent event) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().events.has(event))
    return noEvent();
  state().events.remove(event);
  return HG_SUCCESS;
}

HGresult hgEventRecord(HGevent event, HGstream handle) {
  ApiCall call;
  if (!call)
    return call.result;
  HGstream stream = findStream(call.context, handle);
  if (!stream)
    return noStream();
  if (!state().events.has(event))
    return noEvent();
  if (stream->context != event->context)
    return fail(HG_ERROR_INVALID_HANDLE, "the event and the stream are of different contexts");
  event->capture = stream->capture;
  event->frontier = stream->frontier;
  if (stream->capture)
    return stream->capture->invalid ? invalidated() : HG_SUCCESS;
  event->recorded = true;
  event->milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
          .count();
  return HG_SUCCESS;
}

static HGresult checkDone(HGevent event) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().events.has(event))
    return noEvent();
  if (!event->capture)
    return HG_SUCCESS;
  event->capture->invalid = true;
  return fail(HG_ERROR_CAPTURED_EVENT, "the event was recorded in a captured stream");
}

HGresult hgEventQuery(HGevent event) { return checkDone(event); }
HGresult hgEventSynchronize(HGevent event) { return checkDone(event); }

HGresult hgEventElapsedTime(float *milliseconds, HGevent start, HGevent end) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!milliseconds)
    return fail(HG_ERROR_INVALID_VALUE);
  for (HGevent event : {start, end}) {
    if (!state().events.has(event))
      return noEvent();
    if (event->capture)
      return fail(HG_ERROR_CAPTURED_EVENT, "the event was recorded in a captured stream");
    if (!event->recorded || event->flags & HG_EVENT_DISABLE_TIMING)
      return fail(HG_ERROR_INVALID_HANDLE, "the event was not recorded, or takes no time");
  }
  *milliseconds = static_cast<float>(end->milliseconds - start->milliseconds);
  return HG_SUCCESS;
}
