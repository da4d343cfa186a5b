#include "pictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

// A progressive file of thousands of scans takes minutes for a few kilobytes; real ones have about ten.
enum { LONGEST_SCAN_COUNT = 100 };

typedef struct decoder {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf failed;
  char *reason;
  int strict;
} decoder;

static void fail(j_common_ptr info) {
  decoder *self = info->client_data;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(self->reason, PICTURES_REASON_SIZE, "%s", text);
  longjmp(self->failed, 1);
}

// Warnings are about damage that libjpeg paints over. Cameras write slightly odd files, so in those only an early end
// counts. In a stream, where the next picture comes in a moment, lost or garbled data counts as well; stray bytes
// between two markers do not, because some cameras have them in every picture.
static void note(j_common_ptr info, int level) {
  decoder *self = info->client_data;
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_JPEG_EOF: fail(info); break;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
      if (self->strict) fail(info);
      break;
    default: break;
  }
}

static void count_scans(j_common_ptr info) {
  decoder *self = info->client_data;
  if (self->info.input_scan_number <= LONGEST_SCAN_COUNT) return;
  snprintf(self->reason, PICTURES_REASON_SIZE, "more than %d scans", LONGEST_SCAN_COUNT);
  longjmp(self->failed, 1);
}

// Reads the header; the caller has called setjmp.
static void start(decoder *self, pictures_data data) {
  jpeg_create_decompress(&self->info);
  self->info.client_data = self;
  self->progress.progress_monitor = count_scans;
  self->info.progress = &self->progress;
  jpeg_mem_src(&self->info, data.bytes, data.count);
  jpeg_read_header(&self->info, TRUE);
}

static decoder *make(char *reason) {
  decoder *self = calloc(1, sizeof *self);
  if (self == NULL) {
    snprintf(reason, PICTURES_REASON_SIZE, "out of memory");
    return NULL;
  }
  self->reason = reason;
  self->info.err = jpeg_std_error(&self->errors);
  self->info.client_data = self;
  self->errors.error_exit = fail;
  self->errors.emit_message = note;
  return self;
}

static int finish(decoder *self, int result) {
  jpeg_destroy_decompress(&self->info);
  free(self);
  return result;
}

int pictures_jpeg_size(pictures_data data, pictures_size *size, char *reason) {
  decoder *self = make(reason);
  if (self == NULL) return -1;
  if (setjmp(self->failed)) return finish(self, -1);
  start(self, data);
  size->width = self->info.image_width;
  size->height = self->info.image_height;
  return finish(self, 0);
}

// Adobe's programs store CMYK inverted, as amounts of light; the standard's four components are amounts of ink.
static void gray_from_cmyk(const uint8_t *cmyk, uint8_t *gray, uint32_t width, int inverted) {
  for (uint32_t x = 0; x < width; x++, cmyk += 4) {
    unsigned light[4];
    for (int i = 0; i < 4; i++) light[i] = inverted ? cmyk[i] : 255u - cmyk[i];
    // Rec. 601 luma, as libjpeg uses for the other colour spaces.
    unsigned luma = (299 * light[0] + 587 * light[1] + 114 * light[2]) / 1000;
    gray[x] = (uint8_t)(luma * light[3] / 255);
  }
}

int pictures_jpeg_read(pictures_data data, pictures_size size, uint8_t *gray, char *reason) {
  decoder *self = make(reason);
  if (self == NULL) return -1;
  if (setjmp(self->failed)) return finish(self, -1);
  start(self, data);
  J_COLOR_SPACE stored = self->info.jpeg_color_space;
  int inks = stored == JCS_CMYK || stored == JCS_YCCK;
  self->info.out_color_space = inks ? JCS_CMYK : JCS_GRAYSCALE;
  jpeg_start_decompress(&self->info);
  if (self->info.output_width != size.width || self->info.output_height != size.height) {
    snprintf(reason, PICTURES_REASON_SIZE, "the size changed between two readings");
    return finish(self, -1);
  }
  JSAMPARRAY row = self->info.mem->alloc_sarray((j_common_ptr)&self->info, JPOOL_IMAGE, size.width * 4, 1);
  while (self->info.output_scanline < size.height) {
    uint8_t *line = gray + (size_t)self->info.output_scanline * size.width;
    if (inks) {
      jpeg_read_scanlines(&self->info, row, 1);
      gray_from_cmyk(row[0], line, size.width, self->info.saw_Adobe_marker);
    } else {
      jpeg_read_scanlines(&self->info, &line, 1);
    }
  }
  jpeg_finish_decompress(&self->info);
  return finish(self, 0);
}

int pictures_jpeg_frame(pictures_data data, pictures_size size, uint8_t *gray, char *reason) {
  decoder *self = make(reason);
  if (self == NULL) return -1;
  self->strict = 1;
  if (setjmp(self->failed)) return finish(self, -1);
  start(self, data);
  if (self->info.image_width != size.width || self->info.image_height != size.height) {
    snprintf(reason, PICTURES_REASON_SIZE, "it is %ux%u, not %ux%u", self->info.image_width, self->info.image_height,
             size.width, size.height);
    return finish(self, -1);
  }
  self->info.out_color_space = JCS_GRAYSCALE;
  self->info.dct_method = JDCT_IFAST;
  jpeg_start_decompress(&self->info);
  while (self->info.output_scanline < size.height) {
    uint8_t *line = gray + (size_t)self->info.output_scanline * size.width;
    jpeg_read_scanlines(&self->info, &line, 1);
  }
  jpeg_finish_decompress(&self->info);
  return finish(self, 0);
}
