// The camera's controls: exposure and focus of the lens, gain, brightness and so on of the processing unit.
#pragma once

#include <stdio.h>

#include "camera.h"
#include "usb.h"

enum control {
  AUTO_EXPOSURE_MODE,
  EXPOSURE_TIME,
  FOCUS_ABSOLUTE,
  FOCUS_AUTO,
  BACKLIGHT_COMPENSATION,
  BRIGHTNESS,
  GAIN,
  POWER_LINE_FREQUENCY,
  CONTROL_COUNT,
};

struct controls {
  int32_t values[CONTROL_COUNT];
};

// bmControls of a terminal or unit (UVC 1.1, tables 3-6 and 3-8).
uint32_t control_bits(unsigned unit);

void controls_reset(struct controls *self);

// Answers a class request to a terminal or unit (UVC 1.1, 4.2.2). `data` holds the bytes of SET_CUR, or takes the
// answer. Returns the bytes of the answer, 0 for SET_CUR, or -1 with the reason in `error`.
int controls_request(struct controls *self, const struct setup *setup, uint8_t *data, size_t count,
                     enum request_error *error);

// Writes the values as members of a JSON object.
void controls_print(const struct controls *self, FILE *to);
