#include "picture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PATH = 4096, MOST_FILE_BYTES = 64 << 20 };

void pictures_init(struct pictures *self, const struct camera_model *model, const char *folder) {
  *self = (struct pictures){.folder = folder, .omits_huffman_tables = model->omits_huffman_tables};
}

void pictures_free(struct pictures *self) { free(self->frame); }

static void path_of(const struct pictures *self, const char *name, char *path) {
  snprintf(path, MOST_PATH, "%s/%s", self->folder, name);
}

bool pictures_are_stalled(const struct pictures *self) {
  char path[MOST_PATH];
  path_of(self, "stall", path);
  return access(path, F_OK) == 0;
}

static const char *const endings[] = {
    [FORMAT_YUYV] = "yuyv", [FORMAT_MJPEG] = "mjpg", [FORMAT_NV12] = "nv12", [FORMAT_GREY] = "grey"};

static bool has_mark(const struct pictures *self, const char *mark, enum pixel_format format) {
  char name[32], path[MOST_PATH];
  snprintf(name, sizeof name, "%s.%s", mark, endings[format]);
  path_of(self, name, path);
  return access(path, F_OK) == 0;
}

bool pictures_are_cut(const struct pictures *self, enum pixel_format format) { return has_mark(self, "cut", format); }

bool pictures_are_refused(const struct pictures *self, enum pixel_format format) {
  return has_mark(self, "refuse", format);
}

// Finds the file to show: one in the very format, else the grey picture, else NULL.
static const char *find(const struct pictures *self, enum pixel_format format, struct stat *status) {
  static const char *const exact[] = {[FORMAT_YUYV] = "frame.yuyv",
                                      [FORMAT_MJPEG] = "frame.mjpg",
                                      [FORMAT_NV12] = "frame.nv12",
                                      [FORMAT_GREY] = "frame.grey"};
  const char *names[] = {exact[format], "frame.pgm"};
  char path[MOST_PATH];
  for (size_t i = 0; i < 2; i++) {
    path_of(self, names[i], path);
    if (stat(path, status) == 0) return names[i];
  }
  memset(status, 0, sizeof *status);
  return NULL;
}

static bool is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

// The file's bytes, which the caller frees; NULL with the reason in `error`.
static uint8_t *read_file(const char *path, size_t *count, const char **error) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    *error = strerror(errno);
    if (file >= 0) close(file);
    return NULL;
  }
  if (!S_ISREG(status.st_mode) || status.st_size > MOST_FILE_BYTES) {
    *error = "it is no file, or larger than 64 MiB";
    close(file);
    return NULL;
  }
  size_t size = (size_t)status.st_size;
  uint8_t *data = allocate(size);
  *count = 0;
  ssize_t got = 1;
  while (got > 0 && *count < size) {
    got = read(file, data + *count, size - *count);
    if (got > 0) *count += (size_t)got;
  }
  close(file);
  if (*count == size) return data;
  *error = got < 0 ? strerror(errno) : "it became shorter while it was read";
  free(data);
  return NULL;
}

// The frame that the file makes; NULL with the reason in `error`.
static uint8_t *make(const struct pictures *self, const char *name, enum pixel_format format, struct frame_size size,
                     size_t *bytes, const char **error) {
  char path[MOST_PATH];
  path_of(self, name, path);
  size_t count;
  uint8_t *data = read_file(path, &count, error);
  if (data == NULL) return NULL;
  if (strcmp(name, "frame.pgm") != 0) {
    size_t whole = format_frame_bytes(format, size);
    *bytes = count;
    if (count > 0 && (format == FORMAT_MJPEG ? count <= whole : count == whole)) return data;
    *error = "it has not the size of a frame as it is streamed now";
    free(data);
    return NULL;
  }
  struct grey_picture picture;
  *error = grey_parse(data, count, &picture);
  free(data);
  if (*error != NULL) return NULL;
  struct grey_picture fitted = grey_fit(&picture, size);
  free(picture.pixels);
  uint8_t *frame = grey_encode(&fitted, format, self->omits_huffman_tables, bytes);
  free(fitted.pixels);
  return frame;
}

static uint8_t *make_blank(const struct pictures *self, enum pixel_format format, struct frame_size size,
                           size_t *bytes) {
  uint8_t grey = MID_GREY;
  struct grey_picture dot = {.pixels = &grey, .width = 1, .height = 1};
  struct grey_picture blank = grey_fit(&dot, size);
  uint8_t *frame = grey_encode(&blank, format, self->omits_huffman_tables, bytes);
  free(blank.pixels);
  return frame;
}

const uint8_t *pictures_frame(struct pictures *self, enum pixel_format format, struct frame_size size, size_t *bytes) {
  struct stat status;
  const char *name = find(self, format, &status);
  bool is_known = self->frame != NULL && self->format == format && self->size.width == size.width &&
                  self->size.height == size.height && is_same_file(&self->made_from, &status);
  if (!is_known) {
    free(self->frame);
    self->frame = NULL;
    self->file = name;
    if (name != NULL) {
      const char *error = NULL;
      self->frame = make(self, name, format, size, &self->frame_bytes, &error);
      if (self->frame == NULL) {
        note("cannot show %s/%s as %s %ux%u: %s. The camera shows plain grey.", self->folder, name, format_name(format),
             size.width, size.height, error);
        self->file = NULL;
      }
    }
    if (self->frame == NULL) self->frame = make_blank(self, format, size, &self->frame_bytes);
    self->format = format;
    self->size = size;
    self->made_from = status;
  }
  *bytes = self->frame_bytes;
  return self->frame;
}
