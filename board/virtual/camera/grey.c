// Grey pictures: read from PGM, fitted into the frame, and turned into the formats of the stream.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "picture.h"

enum { JPEG_QUALITY = 85, MOST_SIDE = 8192 };

void *allocate(size_t count) {
  void *memory = malloc(count > 0 ? count : 1);
  if (memory == NULL) fail(71, "out of memory for a picture of %zu bytes", count);
  return memory;
}

// The next number of a PGM header, after white space and comments (pgm(5)); -1 where there is none.
static long header_number(const uint8_t **at, const uint8_t *end) {
  while (*at < end && (strchr(" \t\r\n", **at) != NULL || **at == '#')) {
    if (**at == '#') {
      while (*at < end && **at != '\n') ++*at;
    } else {
      ++*at;
    }
  }
  long number = -1;
  for (; *at < end && **at >= '0' && **at <= '9' && number < 1000000; ++*at) {
    number = (number < 0 ? 0 : number * 10) + **at - '0';
  }
  return number;
}

const char *grey_parse(const uint8_t *data, size_t count, struct grey_picture *into) {
  const uint8_t *at = data + 2, *end = data + count;
  if (count < 2 || memcmp(data, "P5", 2) != 0) return "it is no PGM file: it does not begin with P5";
  long width = header_number(&at, end), height = header_number(&at, end), most = header_number(&at, end);
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) return "its width or height is not 1 to 8192";
  if (most != 255) return "its greatest value is not 255";
  size_t pixels = (size_t)width * (size_t)height;
  if (at == end || (size_t)(end - at - 1) < pixels) return "it ends before its last pixel";
  into->width = (size_t)width;
  into->height = (size_t)height;
  into->pixels = allocate(pixels);
  memcpy(into->pixels, at + 1, pixels);
  return NULL;
}

// The mean of the pixels that one pixel of the fitted picture covers, or the nearest one where it covers less.
static uint8_t mean(const struct grey_picture *picture, size_t x0, size_t x1, size_t y0, size_t y1) {
  uint32_t sum = 0;
  for (size_t y = y0; y < y1; y++) {
    for (size_t x = x0; x < x1; x++) sum += picture->pixels[y * picture->width + x];
  }
  uint32_t count = (uint32_t)((x1 - x0) * (y1 - y0));
  return (uint8_t)((sum + count / 2) / count);
}

struct grey_picture grey_fit(const struct grey_picture *picture, struct frame_size size) {
  struct grey_picture fitted = {.width = size.width, .height = size.height};
  fitted.pixels = allocate(fitted.width * fitted.height);
  memset(fitted.pixels, MID_GREY, fitted.width * fitted.height);

  size_t width = fitted.width, height = fitted.height;
  if (picture->width * height > picture->height * width) {
    height = picture->height * width / picture->width;
  } else {
    width = picture->width * height / picture->height;
  }
  size_t left = (fitted.width - width) / 2, top = (fitted.height - height) / 2;
  for (size_t y = 0; y < height; y++) {
    size_t y0 = y * picture->height / height, y1 = (y + 1) * picture->height / height;
    for (size_t x = 0; x < width; x++) {
      size_t x0 = x * picture->width / width, x1 = (x + 1) * picture->width / width;
      fitted.pixels[(top + y) * fitted.width + left + x] =
          mean(picture, x0, x1 > x0 ? x1 : x0 + 1, y0, y1 > y0 ? y1 : y0 + 1);
    }
  }
  return fitted;
}

// 4:2:2 with full colour planes, as web cameras send it. UVC MJPEG 1.1, 3.3 lets a camera leave out the Huffman tables
// when they are the standard's own, and many do.
static uint8_t *encode_jpeg(const struct grey_picture *picture, bool omits_huffman_tables, size_t *bytes) {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  unsigned char *data = NULL;
  unsigned long count = 0;
  info.err = jpeg_std_error(&errors);  // ends the process on errors; with memory for a destination there are none
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &data, &count);
  info.image_width = (JDIMENSION)picture->width;
  info.image_height = (JDIMENSION)picture->height;
  info.input_components = 3;
  info.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, JPEG_QUALITY, TRUE);
  info.comp_info[0].h_samp_factor = 2;
  info.comp_info[0].v_samp_factor = 1;
  for (int i = 0; omits_huffman_tables && i < 2; i++) {
    info.dc_huff_tbl_ptrs[i]->sent_table = TRUE;
    info.ac_huff_tbl_ptrs[i]->sent_table = TRUE;
  }
  jpeg_start_compress(&info, !omits_huffman_tables);
  uint8_t *row = allocate(picture->width * 3);
  memset(row, 128, picture->width * 3);
  for (size_t y = 0; y < picture->height; y++) {
    for (size_t x = 0; x < picture->width; x++) row[x * 3] = picture->pixels[y * picture->width + x];
    jpeg_write_scanlines(&info, &row, 1);
  }
  free(row);
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *bytes = count;
  return data;
}

// Brightness is the grey value itself, over the full range of 0 to 255; the colour is none.
uint8_t *grey_encode(const struct grey_picture *picture, enum pixel_format format, bool omits_huffman_tables,
                     size_t *bytes) {
  if (format == FORMAT_MJPEG) return encode_jpeg(picture, omits_huffman_tables, bytes);
  size_t pixels = picture->width * picture->height;
  *bytes = format_frame_bytes(format, (struct frame_size){(uint16_t)picture->width, (uint16_t)picture->height});
  uint8_t *frame = allocate(*bytes);
  memset(frame, 128, *bytes);
  if (format == FORMAT_YUYV) {
    for (size_t i = 0; i < pixels; i++) frame[2 * i] = picture->pixels[i];
  } else {
    memcpy(frame, picture->pixels, pixels);
  }
  return frame;
}
