// The command line.
#pragma once

#include "camera.h"

struct options {
  struct camera_model model;
  const char *folder;
  int port;           // of vhci-hcd, or ANY_PORT
  int bus;            // a descriptor to speak USB/IP on in place of vhci-hcd, or -1
  bool is_explained;  // every control request goes to stderr
};

// Ends the process with a usage message where the command line is wrong.
struct options options_parse(int count, char **arguments);
