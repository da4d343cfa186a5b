// PNG and JPEG in memory to and from 8-bit grey. libpng and libjpeg report errors by longjmp; that ends here.
#ifndef PICTURES_H
#define PICTURES_H

#include <stddef.h>
#include <stdint.h>

enum {
  PICTURES_REASON_SIZE = 256
};

// Bytes of an encoded picture that outlive the call.
typedef struct pictures_data {
  const uint8_t *bytes;
  size_t count;
} pictures_data;

typedef struct pictures_size {
  uint32_t width;
  uint32_t height;
} pictures_size;

// Each function returns 0, or -1 with the library's own words in `reason` (PICTURES_REASON_SIZE bytes, terminated).

// Width and height from the header alone.
int pictures_png_size(pictures_data data, pictures_size *size, char *reason);
int pictures_jpeg_size(pictures_data data, pictures_size *size, char *reason);

// Fills `gray` with size.width * size.height samples (sRGB-encoded; transparent parts are blended with the gray
// `background`). `size` is what the functions above said. A picture that ends early is an error.
int pictures_png_read(pictures_data data, pictures_size size, uint8_t background, uint8_t *gray, char *reason);
int pictures_jpeg_read(pictures_data data, pictures_size size, uint8_t *gray, char *reason);

// Fills `gray` with a picture of a camera's JPEG stream, which has to have this size. Lost or garbled data is an error;
// missing Huffman tables are not.
int pictures_jpeg_frame(pictures_data data, pictures_size size, uint8_t *gray, char *reason);

// Room enough for pictures_png_write.
size_t pictures_png_bound(pictures_size size);

// Encodes `gray`; `count` is the room at `bytes` on entry, the length of the PNG on return.
int pictures_png_write(const uint8_t *gray, pictures_size size, uint8_t *bytes, size_t *count, char *reason);

// Room enough for pictures_jpeg_write.
size_t pictures_jpeg_bound(pictures_size size);

// Encodes `gray` as a camera does, `quality` 1 to 100; `count` as above.
int pictures_jpeg_write(const uint8_t *gray, pictures_size size, int quality, uint8_t *bytes, size_t *count,
                        char *reason);

#endif
