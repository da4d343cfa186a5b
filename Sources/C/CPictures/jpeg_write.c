#include "pictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

typedef struct encoder {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf failed;
  char *reason;
  unsigned char *bytes;
  unsigned long count;
} encoder;

static void fail(j_common_ptr info) {
  encoder *self = info->client_data;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(self->reason, PICTURES_REASON_SIZE, "%s", text);
  longjmp(self->failed, 1);
}

// 64 coefficients of at most 26 bits for 64 samples, and a zero stuffed behind every byte of ones.
size_t pictures_jpeg_bound(pictures_size size) {
  return (size_t)(size.width + 8) * (size.height + 8) * 8 + 4096;
}

int pictures_jpeg_write(const uint8_t *gray, pictures_size size, int quality, uint8_t *bytes, size_t *count,
                        char *reason) {
  // Not on the stack, which longjmp may leave in an older state.
  encoder *self = calloc(1, sizeof *self);
  if (self == NULL) {
    snprintf(reason, PICTURES_REASON_SIZE, "out of memory");
    return -1;
  }
  self->reason = reason;
  self->bytes = bytes;
  self->count = *count;
  self->info.err = jpeg_std_error(&self->errors);
  self->info.client_data = self;
  self->errors.error_exit = fail;
  if (setjmp(self->failed)) {
    jpeg_destroy_compress(&self->info);
    free(self);
    return -1;
  }
  jpeg_create_compress(&self->info);
  self->info.client_data = self;
  // Larger room than this libjpeg would allocate itself; the bound sees to it that it never has to.
  jpeg_mem_dest(&self->info, &self->bytes, &self->count);
  self->info.image_width = size.width;
  self->info.image_height = size.height;
  self->info.input_components = 1;
  self->info.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&self->info);
  jpeg_set_quality(&self->info, quality, TRUE);
  jpeg_start_compress(&self->info, TRUE);
  while (self->info.next_scanline < size.height) {
    JSAMPROW line = (JSAMPROW)(gray + (size_t)self->info.next_scanline * size.width);
    jpeg_write_scanlines(&self->info, &line, 1);
  }
  jpeg_finish_compress(&self->info);
  jpeg_destroy_compress(&self->info);
  *count = self->count;
  free(self);
  return 0;
}
