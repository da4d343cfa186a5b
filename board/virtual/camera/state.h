// The file `state` in the camera's folder: what the host has made of the camera, for tests to read.
#pragma once

#include "device.h"

struct state_file {
  const char *folder;
  int port;
};

// Replaces the file as a whole, so that a reader sees one state or the next. One JSON object; the frame
// interval is in 100 ns, the controls in the units of UVC (controls.c).
void state_write(const struct state_file *self, const struct device *device);

// There is no camera any more.
void state_remove(const struct state_file *self);
