#include "pictures.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

static int refuse(png_image *image, char *reason) {
  snprintf(reason, PICTURES_REASON_SIZE, "%s", image->message);
  png_image_free(image);
  return -1;
}

static png_image fresh(void) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  return image;
}

int pictures_png_size(pictures_data data, pictures_size *size, char *reason) {
  png_image image = fresh();
  if (!png_image_begin_read_from_memory(&image, data.bytes, data.count)) return refuse(&image, reason);
  size->width = image.width;
  size->height = image.height;
  png_image_free(&image);
  return 0;
}

int pictures_png_read(pictures_data data, pictures_size size, uint8_t background, uint8_t *gray, char *reason) {
  const png_color color = {background, background, background};
  png_image image = fresh();
  if (!png_image_begin_read_from_memory(&image, data.bytes, data.count)) return refuse(&image, reason);
  if (image.width != size.width || image.height != size.height) {
    snprintf(image.message, sizeof image.message, "the size changed between two readings");
    return refuse(&image, reason);
  }
  // libpng takes 16-bit samples without a gamma chunk for linear light; nearly every writer means sRGB.
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  image.format = PNG_FORMAT_GRAY;
  if (!png_image_finish_read(&image, &color, gray, (png_int_32)size.width, NULL)) return refuse(&image, reason);
  return 0;
}

size_t pictures_png_bound(pictures_size size) {
  png_image image = fresh();
  image.width = size.width;
  image.height = size.height;
  image.format = PNG_FORMAT_GRAY;
  return PNG_IMAGE_PNG_SIZE_MAX(image);
}

int pictures_png_write(const uint8_t *gray, pictures_size size, uint8_t *bytes, size_t *count, char *reason) {
  png_image image = fresh();
  png_alloc_size_t room = *count;
  image.width = size.width;
  image.height = size.height;
  image.format = PNG_FORMAT_GRAY;
  if (!png_image_write_to_memory(&image, bytes, &room, 0, gray, (png_int_32)size.width, NULL)) {
    return refuse(&image, reason);
  }
  *count = room;
  return 0;
}
