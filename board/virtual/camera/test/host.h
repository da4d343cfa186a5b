// The host's side of USB/IP, as vhci-hcd plays it: starts the camera and drives it over a socket pair.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct host {
  pid_t camera;
  int bus;
  uint32_t seqnum;
  uint32_t sent;  // the last request with data of the host's: none comes back with its answer
  char folder[64];
};

struct answer {
  bool is_unlink;
  uint32_t seqnum;
  int32_t status;
  uint32_t count;         // actual_length
  uint8_t data[1 << 17];  // isochronous packets stand one after another
  uint32_t packet_count;
  uint32_t packet_bytes[64];
};

// Starts `program` with `options` (ends with NULL) in a new folder, and configures it.
struct host host_start(const char *program, const char *const *options);
// Says stop by SIGTERM, or by dropping the bus, and returns the exit code. Removes the folder.
int host_stop(struct host *self, bool drops_bus);

// A control transfer; returns the bytes moved, or the negative status.
int host_control(struct host *self, uint8_t type, uint8_t request, uint16_t value, uint16_t index, void *data,
                 uint16_t count);

// Asks for data of the stream; returns the request's number. `packets` is 0 for bulk.
uint32_t host_submit(struct host *self, uint32_t bytes, uint32_t packets);
void host_submit_as(struct host *self, uint32_t seqnum, uint32_t bytes, uint32_t packets);
uint32_t host_unlink(struct host *self, uint32_t seqnum);
void host_receive(struct host *self, struct answer *answer);

void host_write_file(const struct host *self, const char *name, const void *data, size_t count);
void host_remove_file(const struct host *self, const char *name);
bool host_has_file(const struct host *self, const char *name);

// Waits, at most ten seconds, until the state file contains the text.
bool host_sees_state(const struct host *self, const char *text);

#define EXPECT(condition)                                                     \
  do {                                                                        \
    if (!(condition)) host_expectation_failed(__FILE__, __LINE__, #condition); \
  } while (0)
_Noreturn void host_expectation_failed(const char *file, int line, const char *condition);
