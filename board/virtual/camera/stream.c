#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// UVC 1.1, 2.4.3.2 and table 2-5: the shortest payload header, and bits of its bmHeaderInfo.
enum { PAYLOAD_HEADER = 2 };
enum { HEADER_FRAME_ID = 1, HEADER_END_OF_FRAME = 2, HEADER_END_OF_HEADER = 0x80 };

enum { MOST_REQUEST_BYTES = 1 << 20 };

struct waiting_request {
  struct waiting_request *next;
  uint32_t seqnum;
  uint32_t length;
  struct usbip_packet *packets;  // owned
  uint32_t packet_count;
};

void stream_init(struct stream *self, const struct camera_model *model, struct pictures *pictures, int bus) {
  *self = (struct stream){.model = model, .pictures = pictures, .bus = bus};
  self->end = &self->first;
}

void stream_configure(struct stream *self, enum pixel_format format, struct frame_size size, uint32_t interval,
                      uint32_t payload) {
  self->format = format;
  self->size = size;
  self->payload = payload;
  self->period = (int64_t)interval * 100;
}

void stream_start(struct stream *self) {
  self->is_streaming = true;
  self->frame = NULL;
  self->next_due = now();
}

void stream_stop(struct stream *self) {
  self->is_streaming = false;
  self->frame = NULL;
}

void stream_submit(struct stream *self, const struct usbip_submit *submit) {
  struct waiting_request *request = malloc(sizeof *request);
  if (request == NULL) fail(71, "out of memory for a request");
  *request = (struct waiting_request){
      .seqnum = submit->seqnum,
      .length = submit->length > MOST_REQUEST_BYTES ? MOST_REQUEST_BYTES : submit->length,
      .packets = submit->packets,
      .packet_count = submit->packet_count,
  };
  *self->end = request;
  self->end = &request->next;
}

static void take_out(struct stream *self, struct waiting_request **place) {
  struct waiting_request *request = *place;
  *place = request->next;
  if (self->end == &request->next) self->end = place;
  free(request->packets);
  free(request);
}

void stream_free(struct stream *self) {
  while (self->first != NULL) take_out(self, &self->first);
}

bool stream_unlink(struct stream *self, uint32_t seqnum) {
  for (struct waiting_request **place = &self->first; *place != NULL; place = &(*place)->next) {
    if ((*place)->seqnum != seqnum) continue;
    take_out(self, place);
    return true;
  }
  return false;
}

// Writes one payload: header, then as much of the frame as fits. Nothing once the frame has ended.
static uint32_t payload(struct stream *self, uint8_t *into, size_t room) {
  if (self->frame == NULL || room <= PAYLOAD_HEADER) return 0;
  size_t count = self->frame_bytes - self->sent;
  if (count > room - PAYLOAD_HEADER) count = room - PAYLOAD_HEADER;
  into[0] = PAYLOAD_HEADER;
  into[1] = HEADER_END_OF_HEADER | self->frame_id;
  memcpy(into + PAYLOAD_HEADER, self->frame + self->sent, count);
  self->sent += count;
  if (self->sent == self->frame_bytes) {
    into[1] |= HEADER_END_OF_FRAME;
    self->frame = NULL;
    self->frames_sent++;
  }
  return (uint32_t)(PAYLOAD_HEADER + count);
}

// A bulk request takes one payload; an isochronous one takes a payload with each of its packets.
static void complete(struct stream *self, struct waiting_request *request) {
  static uint8_t data[MOST_REQUEST_BYTES];
  if (request->packet_count == 0) {
    size_t room = request->length < self->payload ? request->length : self->payload;
    usbip_complete(self->bus, request->seqnum, 0, data, payload(self, data, room));
    return;
  }
  uint32_t total = 0;
  for (uint32_t i = 0; i < request->packet_count; i++) {
    struct usbip_packet *packet = &request->packets[i];
    uint32_t room = request->length - total;
    packet->actual_length = payload(self, data + total, packet->length < room ? packet->length : room);
    total += packet->actual_length;
  }
  usbip_complete_packets(self->bus, request->seqnum, data, request->packets, request->packet_count);
}

// A frame that the host has not fetched in time is followed by the next one after it, as in a camera without memory.
static void begin_frame(struct stream *self) {
  int64_t behind = now() - self->next_due;
  self->next_due += (behind / self->period + 1) * self->period;
  self->is_stalled = pictures_are_stalled(self->pictures);
  if (self->frame != NULL || self->is_stalled) return;
  self->frame = pictures_frame(self->pictures, self->format, self->size, &self->frame_bytes);
  // As a bus loses it that is too slow for the format.
  if (pictures_are_cut(self->pictures, self->format)) self->frame_bytes /= 2;
  self->sent = 0;
  self->frame_id ^= HEADER_FRAME_ID;
}

bool stream_advance(struct stream *self) {
  if (!self->is_streaming) return false;
  bool was_stalled = self->is_stalled;
  uint64_t sent_before = self->frames_sent;
  if (now() >= self->next_due) begin_frame(self);
  while (self->frame != NULL && self->first != NULL) {
    complete(self, self->first);
    take_out(self, &self->first);
  }
  return self->is_stalled != was_stalled || self->frames_sent != sent_before;
}

int stream_wait(const struct stream *self) {
  if (!self->is_streaming) return -1;
  int64_t left = self->next_due - now();
  return left <= 0 ? 0 : (int)(left / 1000000 + 1);
}
