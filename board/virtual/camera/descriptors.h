// The descriptors by which the host knows the camera.
#pragma once

#include "camera.h"

enum { MOST_DESCRIPTOR_BYTES = 2048 };

// Writes the descriptor that GET_DESCRIPTOR asks for (USB 2.0, 9.4.3) and returns its size, 0 where there is none.
// `into` has room for MOST_DESCRIPTOR_BYTES.
size_t descriptor(const struct camera_model *model, uint8_t type, uint8_t index, uint8_t *into);

// Frame interval in units of 100 ns: the default, which is the shortest, or the longest.
uint32_t shortest_interval(const struct camera_model *model);
uint32_t longest_interval(const struct camera_model *model);
