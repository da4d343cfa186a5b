// The camera as a USB device: what it answers at endpoint 0.
#pragma once

#include "camera.h"
#include "controls.h"
#include "stream.h"

// The Video Probe and Commit Controls (UVC 1.1, table 4-75), as far as they can be chosen.
struct negotiation {
  size_t format, size;  // positions in the model
  uint32_t interval;    // 100 ns
};

struct device {
  const struct camera_model *model;
  struct stream *stream;
  struct controls controls;
  struct negotiation probe, commit;
  uint8_t configuration;  // 0 until the host has configured the device
  uint8_t setting;        // alternate setting of the streaming interface
  enum request_error last_error;
};

void device_init(struct device *self, const struct camera_model *model, struct stream *stream);

// Answers a control transfer. `data` holds what the host sends, or takes the answer (MOST_CONTROL_BYTES). Returns the
// bytes of the answer, or -1 to stall the endpoint, by which a device says no (USB 2.0, 9.2.7).
int device_control(struct device *self, const struct setup *setup, uint8_t *data, size_t count);
