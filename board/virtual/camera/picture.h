// What the camera sees: the picture in its folder, as a frame of the wanted format and size.
//
// frame.pgm is a grey picture (PGM, P5, 8 bits) of any size; it is fitted into the frame, the rest is mid-grey.
// frame.yuyv, frame.nv12, frame.grey and frame.mjpg are sent byte for byte when their format is streamed, in place of
// frame.pgm. A file counts anew when another one was renamed to its name. Without a picture, all is mid-grey.
#pragma once

#include <sys/stat.h>

#include "camera.h"

struct pictures {
  const char *folder;
  bool omits_huffman_tables;

  uint8_t *frame;  // the last one made, owned; NULL before
  size_t frame_bytes;
  enum pixel_format format;
  struct frame_size size;
  struct stat made_from;
  const char *file;  // its name in the folder, NULL where there was none that could be read
};

void pictures_init(struct pictures *self, const struct camera_model *model, const char *folder);
void pictures_free(struct pictures *self);

// The frame to send now, valid until the next call.
const uint8_t *pictures_frame(struct pictures *self, enum pixel_format format, struct frame_size size, size_t *bytes);

// Whether a file `stall` is in the folder.
bool pictures_are_stalled(const struct pictures *self);

// Whether the host is to have trouble with a format: a file `cut.yuyv`, or `refuse.yuyv`, is in the folder.
bool pictures_are_cut(const struct pictures *self, enum pixel_format format);
bool pictures_are_refused(const struct pictures *self, enum pixel_format format);

// A grey picture, one byte a pixel, rows from the top.
struct grey_picture {
  uint8_t *pixels;  // owned by the caller
  size_t width, height;
};

enum { MID_GREY = 128 };

// Reads a PGM file in memory; on failure returns why it cannot.
const char *grey_parse(const uint8_t *data, size_t count, struct grey_picture *into);

// Fits the picture into `size`, keeping its proportions. The caller frees the pixels.
struct grey_picture grey_fit(const struct grey_picture *picture, struct frame_size size);

// Turns a grey picture into a frame, which the caller frees.
uint8_t *grey_encode(const struct grey_picture *picture, enum pixel_format format, bool omits_huffman_tables,
                     size_t *bytes);

void *allocate(size_t count);
