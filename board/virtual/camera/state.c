#include "state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PATH = 4096 };

static const char *truth(bool value) { return value ? "true" : "false"; }

static void print(const struct state_file *self, const struct device *device, FILE *to) {
  const struct stream *stream = device->stream;
  const char *file = stream->pictures->file;
  fprintf(to, "{\n  \"port\": %d,\n  \"configured\": %s,\n", self->port, truth(device->configuration != 0));
  fprintf(to, "  \"streaming\": %s,\n  \"stalled\": %s,\n", truth(stream->is_streaming), truth(stream->is_stalled));
  fprintf(to, "  \"transfer\": \"%s\",\n", device->model->isochronous ? "isochronous" : "bulk");
  if (stream->period == 0) {  // no driver has chosen yet
    fprintf(to, "  \"format\": null,\n  \"width\": null,\n  \"height\": null,\n  \"frameInterval\": null,\n");
  } else {
    fprintf(to, "  \"format\": \"%s\",\n  \"width\": %u,\n  \"height\": %u,\n", format_name(stream->format),
            stream->size.width, stream->size.height);
    fprintf(to, "  \"frameInterval\": %lld,\n", (long long)stream->period / 100);
  }
  fprintf(to, "  \"framesSent\": %llu,\n", (unsigned long long)stream->frames_sent);
  fprintf(to, file == NULL ? "  \"picture\": null,\n" : "  \"picture\": \"%s\",\n", file);
  fprintf(to, "  \"controls\": {");
  if (device->model->has_controls) controls_print(&device->controls, to);
  fprintf(to, "\n  }\n}\n");
}

void state_write(const struct state_file *self, const struct device *device) {
  char path[MOST_PATH], new_path[MOST_PATH];
  snprintf(path, sizeof path, "%s/state", self->folder);
  snprintf(new_path, sizeof new_path, "%s/.state", self->folder);
  FILE *to = fopen(new_path, "we");
  if (to == NULL) fail(74, "cannot write %s: %s. Is the folder there, and writable?", new_path, strerror(errno));
  print(self, device, to);
  if (fclose(to) != 0 || rename(new_path, path) != 0) fail(74, "cannot write %s: %s", path, strerror(errno));
}

void state_remove(const struct state_file *self) {
  char path[MOST_PATH];
  snprintf(path, sizeof path, "%s/state", self->folder);
  unlink(path);
}
