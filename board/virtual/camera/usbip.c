#include "usbip.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#include "bytes.h"

// usbip_protocol.rst: all fields are big-endian; the header has 48 bytes whatever the command.
enum { CMD_SUBMIT = 1, CMD_UNLINK = 2, RET_SUBMIT = 3, RET_UNLINK = 4 };
enum { NOT_ISOCHRONOUS = -1 };  // number_of_packets by the document; the kernel says 0
enum { MOST_PACKETS = 1024 };   // USBIP_MAX_ISO_PACKETS

struct header {
  uint32_t command, seqnum, devid, direction, ep;
  union {
    struct {
      uint32_t transfer_flags, transfer_buffer_length, start_frame, number_of_packets, interval;
      uint8_t setup[8];
    } submit;
    struct {
      uint32_t status, actual_length, start_frame, number_of_packets, error_count;
      uint8_t padding[8];
    } submitted;
    struct {
      uint32_t seqnum;
      uint8_t padding[24];
    } unlink;
    struct {
      uint32_t status;
      uint8_t padding[24];
    } unlinked;
  };
};
_Static_assert(sizeof(struct header) == 48, "the protocol's header");

struct packet_descriptor {
  uint32_t offset, length, actual_length, status;
};

static bool read_all(int bus, void *into, size_t count) {
  uint8_t *at = into;
  while (count > 0) {
    ssize_t got = read(bus, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    count -= (size_t)got;
  }
  return true;
}

// A host that is gone is noticed by the next read: what it was to get is of no use then.
static void write_all(int bus, struct iovec *parts, int part_count) {
  while (part_count > 0) {
    ssize_t sent = writev(bus, parts, part_count);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return;
    while (part_count > 0 && (size_t)sent >= parts->iov_len) {
      sent -= (ssize_t)parts->iov_len;
      parts++;
      part_count--;
    }
    if (part_count > 0) {
      parts->iov_base = (uint8_t *)parts->iov_base + sent;
      parts->iov_len -= (size_t)sent;
    }
  }
}

static bool read_packets(int bus, struct usbip_submit *submit) {
  if (submit->packet_count == 0) return true;
  submit->packets = calloc(submit->packet_count, sizeof *submit->packets);
  if (submit->packets == NULL) fail(71, "out of memory for %u packets", submit->packet_count);
  for (uint32_t i = 0; i < submit->packet_count; i++) {
    struct packet_descriptor packet;
    if (!read_all(bus, &packet, sizeof packet)) {
      free(submit->packets);
      return false;
    }
    submit->packets[i].length = be32toh(packet.length);
  }
  return true;
}

static bool read_submit(int bus, const struct header *header, struct usbip_submit *submit) {
  *submit = (struct usbip_submit){
      .seqnum = be32toh(header->seqnum),
      .endpoint = be32toh(header->ep),
      .is_in = be32toh(header->direction) == 1,
      .length = be32toh(header->submit.transfer_buffer_length),
      .packet_count = be32toh(header->submit.number_of_packets),
  };
  const uint8_t *setup = header->submit.setup;
  submit->setup = (struct setup){setup[0], setup[1], get16(setup + 2), get16(setup + 4), get16(setup + 6)};
  if (submit->packet_count == (uint32_t)NOT_ISOCHRONOUS) submit->packet_count = 0;
  if (submit->packet_count > MOST_PACKETS || (!submit->is_in && submit->length > MOST_CONTROL_BYTES)) {
    fail(76, "the host asks for %u packets, or sends %u bytes, more than it may: the two are out of step. Start again.",
         submit->packet_count, submit->length);
  }
  if (!submit->is_in && !read_all(bus, submit->out, submit->length)) return false;
  return read_packets(bus, submit);
}

// In replies devid, direction and endpoint are 0.
static struct header reply(uint32_t command, uint32_t seqnum) {
  return (struct header){.command = htobe32(command), .seqnum = htobe32(seqnum)};
}

void usbip_complete(int bus, uint32_t seqnum, int status, const uint8_t *data, uint32_t actual_length) {
  struct header header = reply(RET_SUBMIT, seqnum);
  header.submitted.status = htobe32((uint32_t)status);
  header.submitted.actual_length = htobe32(actual_length);
  struct iovec parts[] = {{&header, sizeof header}, {(void *)(uintptr_t)data, actual_length}};
  write_all(bus, parts, data == NULL || actual_length == 0 ? 1 : 2);
}

void usbip_complete_packets(int bus, uint32_t seqnum, const uint8_t *data, const struct usbip_packet *packets,
                            uint32_t packet_count) {
  struct packet_descriptor descriptors[MOST_PACKETS];
  uint32_t offset = 0, total = 0;
  for (uint32_t i = 0; i < packet_count; i++) {
    descriptors[i] = (struct packet_descriptor){htobe32(offset), htobe32(packets[i].length),
                                                htobe32(packets[i].actual_length), 0};
    offset += packets[i].length;  // in the host's buffer there are gaps
    total += packets[i].actual_length;
  }
  struct header header = reply(RET_SUBMIT, seqnum);
  header.submitted.actual_length = htobe32(total);
  header.submitted.number_of_packets = htobe32(packet_count);
  struct iovec parts[] = {{&header, sizeof header},
                          {(void *)(uintptr_t)data, total},
                          {descriptors, packet_count * sizeof *descriptors}};
  write_all(bus, parts, 3);
}

void usbip_unlinked(int bus, uint32_t seqnum, bool was_waiting) {
  struct header header = reply(RET_UNLINK, seqnum);
  header.unlinked.status = htobe32(was_waiting ? (uint32_t)-ECONNRESET : 0);
  struct iovec part = {&header, sizeof header};
  write_all(bus, &part, 1);
}

// Takes back a request that has just come, when its unlink came before it.
static bool was_unlinked_early(struct usbip_receiver *self, const struct usbip_submit *submit) {
  for (size_t i = 0; i < self->early_count; i++) {
    if (self->early[i].unlink_seqnum != submit->seqnum) continue;
    free(submit->packets);
    usbip_unlinked(self->bus, self->early[i].seqnum, true);
    self->early[i] = self->early[--self->early_count];
    return true;
  }
  return false;
}

static void keep_early(struct usbip_receiver *self, const struct usbip_message *message) {
  if (self->early_count == MOST_EARLY_UNLINKS) {
    fail(76, "the host unlinks %d requests that never come: the two are out of step. Start again.", MOST_EARLY_UNLINKS);
  }
  self->early[self->early_count++] = (struct early_unlink){message->submit.seqnum, message->unlink_seqnum};
}

bool usbip_receive(struct usbip_receiver *self, struct usbip_message *message) {
  struct header header;
  if (!read_all(self->bus, &header, sizeof header)) return false;
  switch (be32toh(header.command)) {
    case CMD_SUBMIT:
      if (!read_submit(self->bus, &header, &message->submit)) return false;
      self->last_submit = message->submit.seqnum;
      message->kind = was_unlinked_early(self, &message->submit) ? USBIP_NOTHING : USBIP_SUBMIT;
      return true;
    case CMD_UNLINK:
      message->submit.seqnum = be32toh(header.seqnum);
      message->unlink_seqnum = be32toh(header.unlink.seqnum);
      // A difference, because the numbers wrap around.
      message->kind = (int32_t)(message->unlink_seqnum - self->last_submit) > 0 ? USBIP_NOTHING : USBIP_UNLINK;
      if (message->kind == USBIP_NOTHING) keep_early(self, message);
      return true;
    default:
      fail(76, "the host sends command %u, which USB/IP does not have: the two are out of step. Start again.",
           be32toh(header.command));
  }
}
