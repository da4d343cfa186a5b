// A USB web camera in user space: the kernel's own usbcore and uvcvideo drive it, through vhci-hcd.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "device.h"
#include "options.h"
#include "state.h"
#include "usbip.h"

static void say(const char *message, va_list values) {
  fputs("virtual-camera: ", stderr);
  vfprintf(stderr, message, values);
  fputc('\n', stderr);
}

void note(const char *message, ...) {
  va_list values;
  va_start(values, message);
  say(message, values);
  va_end(values);
}

void fail(int exit_code, const char *message, ...) {
  va_list values;
  va_start(values, message);
  say(message, values);
  va_end(values);
  exit(exit_code);
}

int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

const char *format_name(enum pixel_format format) {
  static const char *const names[] = {
      [FORMAT_YUYV] = "YUYV", [FORMAT_MJPEG] = "MJPG", [FORMAT_NV12] = "NV12", [FORMAT_GREY] = "GREY"};
  return names[format];
}

size_t format_frame_bytes(enum pixel_format format, struct frame_size size) {
  static const unsigned bits_a_pixel[] = {
      [FORMAT_YUYV] = 16, [FORMAT_MJPEG] = 16, [FORMAT_NV12] = 12, [FORMAT_GREY] = 8};
  return (size_t)size.width * size.height * bits_a_pixel[format] / 8;
}

static void explain(const struct setup *setup, int answer) {
  fprintf(stderr, "control: type %02x request %02x value %04x index %04x length %u: ", setup->bmRequestType,
          setup->bRequest, setup->wValue, setup->wIndex, setup->wLength);
  if (answer < 0) {
    fprintf(stderr, "stall\n");
  } else {
    fprintf(stderr, "%d bytes\n", answer);
  }
}

static void control_transfer(struct device *device, int bus, struct usbip_submit *submit, bool is_explained) {
  uint8_t answer[MOST_CONTROL_BYTES];
  bool is_in = (submit->setup.bmRequestType & DIRECTION_IN) != 0;
  int count = device_control(device, &submit->setup, is_in ? answer : submit->out, is_in ? 0 : submit->length);
  if (is_explained) explain(&submit->setup, count);
  if (count < 0) {
    usbip_complete(bus, submit->seqnum, -EPIPE, NULL, 0);
  } else if (is_in) {
    // USB 2.0, 9.3.5: never more than asked for.
    usbip_complete(bus, submit->seqnum, 0, answer, (uint32_t)count < submit->length ? (uint32_t)count : submit->length);
  } else {
    usbip_complete(bus, submit->seqnum, 0, NULL, submit->length);
  }
}

// Handles one message; false when the host has dropped the bus. Whatever the host sends may change the state.
static bool serve(struct device *device, struct usbip_receiver *receiver, bool is_explained, bool *changed) {
  static struct usbip_message message;
  if (!usbip_receive(receiver, &message)) return false;
  int bus = receiver->bus;
  struct usbip_submit *submit = &message.submit;
  if (message.kind == USBIP_NOTHING) return true;
  if (message.kind == USBIP_UNLINK) {
    usbip_unlinked(bus, submit->seqnum, stream_unlink(device->stream, message.unlink_seqnum));
  } else if (submit->endpoint == 0) {
    control_transfer(device, bus, submit, is_explained);
    *changed = (submit->setup.bmRequestType & DIRECTION_IN) == 0;
  } else if (submit->endpoint == STREAM_ENDPOINT && submit->is_in) {
    stream_submit(device->stream, submit);
  } else {
    free(submit->packets);
    usbip_complete(bus, submit->seqnum, -EPIPE, NULL, 0);
  }
  return true;
}

// Signals as a descriptor: no handler, nothing to be missed between a check and a wait.
static int open_stop_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  signal(SIGPIPE, SIG_IGN);
  int descriptor = signalfd(-1, &signals, SFD_CLOEXEC);
  if (descriptor < 0) fail(71, "cannot wait for signals: %s", strerror(errno));
  return descriptor;
}

static struct state_file state;
static void remove_state(void) { state_remove(&state); }

// Until a signal says stop, or the host has dropped the bus. Returns which.
static bool run(struct device *device, int bus, int stop_signals, bool is_explained) {
  struct usbip_receiver receiver = {.bus = bus};
  for (;;) {
    struct pollfd waits[] = {{.fd = bus, .events = POLLIN}, {.fd = stop_signals, .events = POLLIN}};
    if (poll(waits, 2, stream_wait(device->stream)) < 0 && errno != EINTR) fail(71, "cannot wait: %s", strerror(errno));
    if (waits[1].revents != 0) return true;
    bool changed = false;
    if (waits[0].revents != 0 && !serve(device, &receiver, is_explained, &changed)) return false;
    if (stream_advance(device->stream)) changed = true;
    if (changed) state_write(&state, device);
  }
}

int main(int count, char **arguments) {
  struct options options = options_parse(count, arguments);
  int stop_signals = open_stop_signals();
  int port = 0;
  int bus = options.bus >= 0 ? options.bus : usbip_attach(options.port, &port);

  struct pictures pictures;
  struct stream stream;
  struct device device;
  pictures_init(&pictures, &options.model, options.folder);
  stream_init(&stream, &options.model, &pictures, bus);
  device_init(&device, &options.model, &stream);
  state = (struct state_file){.folder = options.folder, .port = port};
  atexit(remove_state);
  state_write(&state, &device);

  bool was_asked = run(&device, bus, stop_signals, options.is_explained);
  close(bus);
  stream_free(&stream);
  pictures_free(&pictures);
  if (options.bus < 0) usbip_wait_detached(port);
  if (was_asked) return 0;
  fail(69, "the host has dropped the bus: the port was detached, or vhci-hcd unloaded. Start again to plug in.");
}
