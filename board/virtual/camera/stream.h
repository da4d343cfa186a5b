// The video stream: requests for data wait here until a frame is due, and take its payloads with them (UVC 1.1, 2.4.3).
#pragma once

#include "camera.h"
#include "picture.h"
#include "usbip.h"

struct waiting_request;

struct stream {
  const struct camera_model *model;
  struct pictures *pictures;
  int bus;
  struct waiting_request *first, **end;  // in the order of their arrival

  bool is_streaming;
  bool is_stalled;  // a file `stall` is in the folder: no frame begins
  enum pixel_format format;
  struct frame_size size;
  uint32_t payload;          // most bytes of a bulk payload, its header included
  int64_t period, next_due;  // nanoseconds
  uint64_t frames_sent;

  const uint8_t *frame;  // being sent, NULL between frames
  size_t frame_bytes, sent;
  uint8_t frame_id;  // toggles with each frame
};

void stream_init(struct stream *self, const struct camera_model *model, struct pictures *pictures, int bus);
void stream_configure(struct stream *self, enum pixel_format format, struct frame_size size, uint32_t interval,
                      uint32_t payload);
void stream_free(struct stream *self);
void stream_start(struct stream *self);
void stream_stop(struct stream *self);

// Takes over a request to the stream's endpoint.
void stream_submit(struct stream *self, const struct usbip_submit *submit);

// Takes a request back; false when it is not waiting (any more).
bool stream_unlink(struct stream *self, uint32_t seqnum);

// Begins a frame when one is due, and sends what has room. Returns whether the state has changed.
bool stream_advance(struct stream *self);

// Milliseconds until a frame is due, -1 while none will be: how long to wait for the host.
int stream_wait(const struct stream *self);
