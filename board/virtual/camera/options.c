#include "options.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "usbip.h"

enum { EXIT_USAGE = 64, EXIT_NO_INPUT = 66 };  // sysexits.h
enum { LONGEST_STRING = 126 };                 // UTF-16 units in a string descriptor

static const char usage[] =
    "usage: virtual-camera [OPTION...] FOLDER\n"
    "A USB web camera that shows the picture in FOLDER, plugged into this machine's vhci-hcd. Ending it unplugs it.\n"
    "\n"
    "  --formats LIST       of yuyv, mjpeg, nv12, grey; the first is the default (yuyv,mjpeg)\n"
    "  --sizes LIST         WIDTHxHEIGHT, up to four, even; the first is the default (640x480,320x240)\n"
    "  --rate N             frames a second, 1 to 30 (10)\n"
    "  --transfer KIND      isochronous or bulk (isochronous, as most web cameras)\n"
    "  --without-controls   no exposure, focus, gain and so on\n"
    "  --without-huffman-tables   in the JPEG frames it makes, as many web cameras\n"
    "  --id VENDOR:PRODUCT  four hexadecimal digits each (1209:0001)\n"
    "  --manufacturer TEXT, --name TEXT, --serial TEXT   (Rouse, Virtual Camera, 0001)\n"
    "  --port N             of vhci-hcd, 0 to 7 (the first free one)\n"
    "  --bus FD             speak USB/IP on this descriptor instead of plugging in\n"
    "  --explain            write every control request to stderr\n"
    "\n"
    "In FOLDER, each replaced by rename:\n"
    "  frame.pgm            a grey picture (P5, 255) of any size, fitted into the frame; none: plain grey\n"
    "  frame.yuyv frame.mjpg frame.nv12 frame.grey   sent as they are in place of it, when that format is streamed\n"
    "  stall                while it is there, no frame comes\n"
    "  cut.yuyv cut.mjpg cut.nv12 cut.grey   while it is there, half of each frame of that format is lost\n"
    "  refuse.yuyv refuse.mjpg refuse.nv12 refuse.grey   while it is there, a stream of that format does not start\n"
    "  state                written by the camera (JSON): there as long as it is plugged in\n";

_Noreturn static void wrong(const char *option, const char *value) {
  fail(EXIT_USAGE, "--%s cannot be \"%s\". What it can be: virtual-camera --help", option, value);
}

static unsigned number(const char *option, const char *text, unsigned least, unsigned most) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (!isdigit((unsigned char)*text) || *end != '\0' || value < least || value > most) wrong(option, text);
  return (unsigned)value;
}

static void formats(struct camera_model *model, const char *list) {
  static const char *const names[MOST_FORMATS] = {
      [FORMAT_YUYV] = "yuyv", [FORMAT_MJPEG] = "mjpeg", [FORMAT_NV12] = "nv12", [FORMAT_GREY] = "grey"};
  model->format_count = 0;
  for (const char *at = list;; at++) {
    size_t count = strcspn(at, ",");
    int found = -1;
    for (int i = 0; i < MOST_FORMATS; i++) {
      if (strlen(names[i]) == count && strncmp(names[i], at, count) == 0) found = i;
    }
    for (size_t i = 0; i < model->format_count; i++) {
      if ((int)model->formats[i] == found) found = -1;
    }
    if (found < 0) wrong("formats", list);
    model->formats[model->format_count++] = (enum pixel_format)found;
    at += count;
    if (*at == '\0') return;
  }
}

static void sizes(struct camera_model *model, const char *list) {
  model->size_count = 0;
  for (const char *at = list;; at++) {
    unsigned width, height;
    int used = 0;
    if (model->size_count == MOST_SIZES || sscanf(at, "%4ux%4u%n", &width, &height, &used) != 2) wrong("sizes", list);
    if (width < 16 || width > 1920 || width % 2 != 0) wrong("sizes", list);
    if (height < 16 || height > 1200 || height % 2 != 0) wrong("sizes", list);
    model->sizes[model->size_count++] = (struct frame_size){(uint16_t)width, (uint16_t)height};
    at += used;
    if (*at == '\0') return;
    if (*at != ',') wrong("sizes", list);
  }
}

static void identity(struct camera_model *model, const char *text) {
  unsigned vendor, product;
  int used = 0;
  if (sscanf(text, "%4x:%4x%n", &vendor, &product, &used) != 2 || used != 9 || text[used] != '\0') wrong("id", text);
  model->vendor = (uint16_t)vendor;
  model->product = (uint16_t)product;
}

static const char *printable(const char *option, const char *text) {
  if (*text == '\0' || strlen(text) > LONGEST_STRING) wrong(option, text);
  for (const char *at = text; *at != '\0'; at++) {
    if (*at < ' ' || *at > '~') wrong(option, text);
  }
  return text;
}

static void apply(struct options *options, const char *name, const char *value) {
  struct camera_model *model = &options->model;
  if (strcmp(name, "formats") == 0) formats(model, value);
  if (strcmp(name, "sizes") == 0) sizes(model, value);
  if (strcmp(name, "rate") == 0) model->rate = number(name, value, 1, 30);
  if (strcmp(name, "transfer") == 0) {
    model->isochronous = strcmp(value, "isochronous") == 0;
    if (!model->isochronous && strcmp(value, "bulk") != 0) wrong(name, value);
  }
  if (strcmp(name, "without-controls") == 0) model->has_controls = false;
  if (strcmp(name, "without-huffman-tables") == 0) model->omits_huffman_tables = true;
  if (strcmp(name, "id") == 0) identity(model, value);
  if (strcmp(name, "manufacturer") == 0) model->manufacturer = printable(name, value);
  if (strcmp(name, "name") == 0) model->name = printable(name, value);
  if (strcmp(name, "serial") == 0) model->serial = printable(name, value);
  if (strcmp(name, "port") == 0) options->port = (int)number(name, value, 0, 7);
  if (strcmp(name, "bus") == 0) options->bus = (int)number(name, value, 0, 1023);
  if (strcmp(name, "explain") == 0) options->is_explained = true;
  if (strcmp(name, "help") == 0) {
    fputs(usage, stdout);
    exit(0);
  }
}

struct options options_parse(int count, char **arguments) {
  static const struct option known[] = {
      {"formats", required_argument, NULL, 0},        {"sizes", required_argument, NULL, 0},
      {"rate", required_argument, NULL, 0},           {"transfer", required_argument, NULL, 0},
      {"without-controls", no_argument, NULL, 0},     {"without-huffman-tables", no_argument, NULL, 0},
      {"id", required_argument, NULL, 0},             {"manufacturer", required_argument, NULL, 0},
      {"name", required_argument, NULL, 0},           {"serial", required_argument, NULL, 0},
      {"port", required_argument, NULL, 0},           {"bus", required_argument, NULL, 0},
      {"explain", no_argument, NULL, 0},              {"help", no_argument, NULL, 0},
      {NULL, 0, NULL, 0},
  };
  struct options options = {
      // 1209:0001 is made up: pid.codes keeps 1209:0001 to 1209:0010 free for tests that never leave the workshop.
      .model = {.vendor = 0x1209, .product = 0x0001,
                .manufacturer = "Rouse", .name = "Virtual Camera", .serial = "0001",
                .formats = {FORMAT_YUYV, FORMAT_MJPEG}, .format_count = 2,
                .sizes = {{640, 480}, {320, 240}}, .size_count = 2,
                .rate = 10, .isochronous = true, .has_controls = true},
      .port = ANY_PORT,
      .bus = -1,
  };
  int which = 0, result;
  while ((result = getopt_long(count, arguments, "", known, &which)) == 0) apply(&options, known[which].name, optarg);
  if (result != -1 || optind != count - 1) {
    fputs(usage, stderr);
    exit(EXIT_USAGE);
  }
  options.folder = arguments[optind];
  struct stat status;
  if (stat(options.folder, &status) != 0 || !S_ISDIR(status.st_mode)) {
    fail(EXIT_NO_INPUT, "there is no folder %s to take the picture from. Make it: mkdir -p %s", options.folder,
         options.folder);
  }
  return options;
}
