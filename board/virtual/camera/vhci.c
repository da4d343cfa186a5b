// The kernel's virtual host controller, vhci-hcd: its `attach` file takes a socket, and a USB device is plugged in.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "usbip.h"

#define CONTROLLER "/sys/devices/platform/vhci_hcd.0"

enum { HIGH_SPEED_PORTS = 8 };  // CONFIG_USBIP_VHCI_HC_PORTS of Debian's kernels; the next eight are SuperSpeed
enum { USB_SPEED_HIGH = 3 };    // linux/usb/ch9.h
enum { DEVID = 1 << 16 | 2 };   // bus 1, device 2: of no meaning when there is no remote machine
enum { VDEV_ST_NULL = 4 };      // a free port, in drivers/usb/usbip/usbip_common.h
enum { EXIT_UNAVAILABLE = 69, EXIT_TEMPORARY = 75, EXIT_NOT_PERMITTED = 77 };  // sysexits.h

static int open_attach(void) {
  int file = open(CONTROLLER "/attach", O_WRONLY | O_CLOEXEC);
  if (file >= 0) return file;
  if (errno == EACCES || errno == EPERM) {
    fail(EXIT_NOT_PERMITTED, "cannot write " CONTROLLER "/attach, and so cannot plug the camera in. Run it as root.");
  }
  if (errno == ENOENT || errno == ENODEV) {
    fail(EXIT_UNAVAILABLE,
         "there is no " CONTROLLER ", so there is nothing to plug the camera into. Load the driver: modprobe vhci-hcd");
  }
  fail(EXIT_UNAVAILABLE, "cannot open " CONTROLLER "/attach: %s", strerror(errno));
}

// True when plugged in; false when the port is taken.
static bool attach_to(int file, int port, int socket) {
  char line[64];
  int count = snprintf(line, sizeof line, "%d %d %d %d", port, socket, DEVID, USB_SPEED_HIGH);
  if (write(file, line, (size_t)count) == count) return true;
  if (errno == EBUSY) return false;
  if (errno == EINVAL) fail(64, "vhci-hcd has no port %d: --port takes 0 to %d.", port, HIGH_SPEED_PORTS - 1);
  fail(EXIT_UNAVAILABLE, "vhci-hcd refuses the camera at port %d: %s. The kernel log may say why: dmesg", port,
       strerror(errno));
}

int usbip_attach(int wanted_port, int *port) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    fail(71, "cannot make a socket pair: %s", strerror(errno));
  }
  int file = open_attach();
  int first = wanted_port == ANY_PORT ? 0 : wanted_port;
  int last = wanted_port == ANY_PORT ? HIGH_SPEED_PORTS - 1 : wanted_port;
  *port = first;
  while (*port <= last && !attach_to(file, *port, ends[1])) ++*port;
  if (*port > last && wanted_port == ANY_PORT) {
    fail(EXIT_TEMPORARY, "all %d ports are in use: end another camera, or see " CONTROLLER "/status", HIGH_SPEED_PORTS);
  }
  if (*port > last) {
    fail(EXIT_TEMPORARY,
         "port %d is in use. Take another --port, or free it: echo %d >" CONTROLLER "/detach",
         wanted_port, wanted_port);
  }
  close(file);
  close(ends[1]);  // vhci-hcd holds it now
  return ends[0];
}

static bool is_free(int port) {
  FILE *status = fopen(CONTROLLER "/status", "re");
  if (status == NULL) return true;
  char line[128];
  bool found_free = false;
  while (fgets(line, sizeof line, status) != NULL) {
    int line_port, state;
    if (sscanf(line, "hs %d %d", &line_port, &state) == 2 && line_port == port) found_free = state == VDEV_ST_NULL;
  }
  fclose(status);
  return found_free;
}

void usbip_wait_detached(int port) {
  const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
  for (int tries = 0; tries < 500 && !is_free(port); tries++) nanosleep(&pause, NULL);
}
