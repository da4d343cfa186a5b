// What the camera is: the choices of the command line, which every other part reads.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_FORMATS = 4, MOST_SIZES = 4 };

// The formats that a UVC driver is likely to meet, by the names that V4L2 and fourcc.org use.
enum pixel_format { FORMAT_YUYV, FORMAT_MJPEG, FORMAT_NV12, FORMAT_GREY };

struct frame_size {
  uint16_t width;   // pixels, even
  uint16_t height;  // pixels, even
};

struct camera_model {
  uint16_t vendor, product;  // idVendor, idProduct
  const char *manufacturer, *name, *serial;
  enum pixel_format formats[MOST_FORMATS];
  size_t format_count;
  struct frame_size sizes[MOST_SIZES];  // each format has all of them, the first is the default
  size_t size_count;
  unsigned rate;        // frames a second; half of it is offered as well
  bool isochronous;     // else bulk
  bool has_controls;    // exposure, focus, gain and so on
  bool omits_huffman_tables;  // in the JPEG frames it makes
};

const char *format_name(enum pixel_format format);

// Bytes of a frame; for MJPEG the most that one may have.
size_t format_frame_bytes(enum pixel_format format, struct frame_size size);

// Says on stderr what failed, why it matters and how to mend it, and ends the process.
_Noreturn void fail(int exit_code, const char *message, ...) __attribute__((format(printf, 2, 3)));
void note(const char *message, ...) __attribute__((format(printf, 1, 2)));

// Monotonic time in nanoseconds.
int64_t now(void);
