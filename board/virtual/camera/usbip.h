// USB/IP, the protocol by which vhci-hcd takes a device from a socket (Documentation/usb/usbip_protocol.rst, Linux).
#pragma once

#include "camera.h"
#include "usb.h"

enum { MOST_CONTROL_BYTES = 4096 };

// One of USBIP_CMD_SUBMIT's isochronous packet descriptors.
struct usbip_packet {
  uint32_t length;         // room in the host's buffer
  uint32_t actual_length;  // bytes that the camera sends
};

struct usbip_submit {
  uint32_t seqnum;
  unsigned endpoint;
  bool is_in;
  uint32_t length;  // transfer_buffer_length
  struct setup setup;
  uint8_t out[MOST_CONTROL_BYTES];  // what the host sends, `length` bytes
  struct usbip_packet *packets;     // isochronous only; the receiver frees them
  uint32_t packet_count;            // 0 when not isochronous
};

struct usbip_message {
  enum { USBIP_NOTHING, USBIP_SUBMIT, USBIP_UNLINK } kind;
  struct usbip_submit submit;
  uint32_t unlink_seqnum;  // the request to take back
};

enum { MOST_EARLY_UNLINKS = 64 };

// The socket's reading side. vhci-hcd numbers its requests in order and sends them in order, but may send an unlink
// before the request that it takes back. Such an unlink waits here: answered at once, the request would come after it,
// be completed, and vhci-hcd would drop the bus over a completion that it does not expect.
struct usbip_receiver {
  int bus;
  uint32_t last_submit;  // seqnum
  struct early_unlink {
    uint32_t seqnum, unlink_seqnum;
  } early[MOST_EARLY_UNLINKS];
  size_t early_count;
};

enum { ANY_PORT = -1 };

// Plugs the camera into a port of vhci-hcd, or the first free one. Returns the socket to talk over, and the port.
// Ends the process with a remedy where that cannot be.
int usbip_attach(int wanted_port, int *port);

// Waits, at most some seconds, until vhci-hcd has given the port free; call it once the socket is closed.
void usbip_wait_detached(int port);

// Reads one message, which may turn out to be none for the caller; false when the host has dropped the bus.
bool usbip_receive(struct usbip_receiver *self, struct usbip_message *message);

// USBIP_RET_SUBMIT for a control or bulk request. `status` is 0 or a negative errno; -EPIPE stalls.
// `actual_length` are the bytes moved either way; `data` may be NULL where the host sent them.
void usbip_complete(int bus, uint32_t seqnum, int status, const uint8_t *data, uint32_t actual_length);

// USBIP_RET_SUBMIT for an isochronous request: `data` holds the packets one after another, without gaps.
void usbip_complete_packets(int bus, uint32_t seqnum, const uint8_t *data, const struct usbip_packet *packets,
                            uint32_t packet_count);

// USBIP_RET_UNLINK: whether the request was still waiting.
void usbip_unlinked(int bus, uint32_t seqnum, bool was_waiting);
