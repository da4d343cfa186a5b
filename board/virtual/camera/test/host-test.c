// What the camera does for a host, one behaviour a function: host-test PROGRAM
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "host.h"
#include "usb.h"

enum { FRAME_BYTES = 320 * 240 * 2, TO_INTERFACE = 0x21, FROM_INTERFACE = 0xa1 };
static const char *program;
static uint8_t picture[FRAME_BYTES];
static struct answer answer;

#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})

// Asks for YUYV 320x240 at 30 frames a second; the answer is what the camera offers.
static void negotiate(struct host *host, uint8_t chosen[34]) {
  memset(chosen, 0, 34);
  chosen[2] = 1, chosen[3] = 2;
  put32(chosen + 4, 333333);
  EXPECT(host_control(host, TO_INTERFACE, SET_CUR, VS_PROBE_CONTROL << 8, 1, chosen, 34) == 34);
  EXPECT(host_control(host, FROM_INTERFACE, GET_CUR, VS_PROBE_CONTROL << 8, 1, chosen, 34) == 34);
  EXPECT(host_control(host, TO_INTERFACE, SET_CUR, VS_COMMIT_CONTROL << 8, 1, chosen, 34) == 34);
}

// Collects payloads until a frame ends; checks that they carry one frame ID, and returns it.
struct frame {
  uint8_t bytes[FRAME_BYTES];
  size_t count;
  int id;
  bool has_ended;
};
static void add_payload(struct frame *frame, const uint8_t *payload, size_t count) {
  if (count <= 2) return;
  EXPECT(payload[0] == 2 && !frame->has_ended && frame->count + count - 2 <= FRAME_BYTES);
  EXPECT(frame->count == 0 || frame->id == (payload[1] & 1));
  frame->id = payload[1] & 1;
  memcpy(frame->bytes + frame->count, payload + 2, count - 2);
  frame->count += count - 2;
  frame->has_ended = (payload[1] & 2) != 0;
}
static void receive_frame(struct host *host, struct frame *frame, uint32_t bytes, uint32_t packets) {
  *frame = (struct frame){.id = -1};
  while (!frame->has_ended) {
    uint32_t request = host_submit(host, bytes, packets);
    host_receive(host, &answer);
    EXPECT(answer.seqnum == request && answer.status == 0 && answer.packet_count == packets);
    const uint8_t *at = answer.data;
    for (uint32_t i = 0; i < packets; at += answer.packet_bytes[i++]) add_payload(frame, at, answer.packet_bytes[i]);
    if (packets == 0) add_payload(frame, at, answer.count);
  }
}

// Every descriptor's length leads to the next one, and the totals are right (USB 2.0, 9.6.3; UVC 1.1, 3.7.2, 3.9.2.1).
static void the_descriptors_add_up(void) {
  const char *const *variants[] = {OPTIONS("--transfer", "bulk"), OPTIONS("--transfer", "isochronous"),
                                   OPTIONS("--formats", "mjpeg", "--sizes", "640x480"),
                                   OPTIONS("--formats", "grey,nv12,mjpeg,yuyv", "--sizes", "320x240,640x480,1280x720"),
                                   OPTIONS("--without-controls")};
  for (size_t variant = 0; variant < sizeof variants / sizeof *variants; variant++) {
    struct host host = host_start(program, variants[variant]);
    uint8_t all[4096];
    EXPECT(host_control(&host, 0x80, GET_DESCRIPTOR, DEVICE << 8, 0, all, 18) == 18 && all[0] == 18);
    int count = host_control(&host, 0x80, GET_DESCRIPTOR, CONFIGURATION << 8, 0, all, sizeof all - 1);
    EXPECT(count > 9 && get16(all + 2) == count);
    EXPECT(host_control(&host, 0x80, GET_DESCRIPTOR, CONFIGURATION << 8, 0, all, 9) == 9);
    int class_bytes = 0, class_total = 0, interfaces = 0;
    for (int at = 0; at < count; at += all[at]) {
      EXPECT(all[at] >= 2 && at + all[at] <= count);
      bool is_class = all[at + 1] == CS_INTERFACE;
      if (is_class && class_bytes == 0) class_total = get16(all + at + (interfaces == 1 ? 5 : 4));
      if (is_class) class_bytes += all[at];
      if (!is_class || at + all[at] == count) {
        EXPECT(class_bytes == class_total);
        class_bytes = class_total = 0;
      }
      if (all[at + 1] == INTERFACE && all[at + 3] == 0) EXPECT(all[at + 2] == interfaces++);
    }
    EXPECT(interfaces == all[4]);
    EXPECT(host_stop(&host, false) == 0);
  }
}

static void what_is_no_part_of_the_camera_is_stalled(void) {
  struct host host = host_start(program, OPTIONS("--without-controls"));
  uint8_t data[64];
  EXPECT(host_control(&host, 0x80, GET_DESCRIPTOR, STRING << 8 | 9, 0x409, data, 64) == -EPIPE);
  EXPECT(host_control(&host, 0xc0, 1, 0, 0, data, 4) == -EPIPE);
  EXPECT(host_control(&host, 0x01, SET_INTERFACE, 7, 1, NULL, 0) == -EPIPE);
  EXPECT(host_control(&host, FROM_INTERFACE, GET_CUR, 4 << 8, CAMERA_TERMINAL << 8, data, 4) == -EPIPE);
  EXPECT(host_stop(&host, false) == 0);
}

static void a_bulk_stream_carries_the_frame_bit_by_bit(void) {
  struct host host = host_start(program, OPTIONS("--transfer", "bulk", "--rate", "30"));
  uint8_t chosen[34];
  static struct frame first, second;
  host_write_file(&host, "frame.yuyv", picture, sizeof picture);
  negotiate(&host, chosen);
  EXPECT(chosen[2] == 1 && chosen[3] == 2 && get32(chosen + 18) == FRAME_BYTES && get32(chosen + 22) == BULK_PAYLOAD);
  receive_frame(&host, &first, BULK_PAYLOAD, 0);
  receive_frame(&host, &second, BULK_PAYLOAD, 0);
  EXPECT(first.count == sizeof picture && memcmp(first.bytes, picture, sizeof picture) == 0);
  EXPECT(second.id != first.id);
  EXPECT(host_sees_state(&host, "\"picture\": \"frame.yuyv\""));
  EXPECT(host_control(&host, 0x02, CLEAR_FEATURE, ENDPOINT_HALT, 0x81, NULL, 0) == 0);
  EXPECT(host_sees_state(&host, "\"streaming\": false"));
  EXPECT(host_stop(&host, false) == 0);
}

static void an_isochronous_stream_carries_the_frame_bit_by_bit(void) {
  struct host host = host_start(program, OPTIONS("--rate", "30"));
  uint8_t chosen[34];
  static struct frame frame;
  host_write_file(&host, "frame.yuyv", picture, sizeof picture);
  negotiate(&host, chosen);
  EXPECT(get32(chosen + 22) == FAST_PACKET || get32(chosen + 22) == SLOW_PACKET);
  EXPECT(host_control(&host, 0x01, SET_INTERFACE, FAST_SETTING, 1, NULL, 0) == 0);
  receive_frame(&host, &frame, 32 * FAST_PACKET, 32);
  EXPECT(frame.count == sizeof picture && memcmp(frame.bytes, picture, sizeof picture) == 0);
  EXPECT(host_control(&host, 0x01, SET_INTERFACE, 0, 1, NULL, 0) == 0);
  EXPECT(host_sees_state(&host, "\"streaming\": false"));
  EXPECT(host_stop(&host, false) == 0);
}

static void a_grey_picture_is_fitted_and_changes_when_replaced(void) {
  struct host host = host_start(program, OPTIONS("--transfer", "bulk", "--rate", "30"));
  static const char tall[] = "P5\n# twice as high as wide\n1 2\n255\n\x10\xf0", white[] = "P5 1 1 255\n\xff";
  uint8_t chosen[34];
  static struct frame frame;
  host_write_file(&host, "frame.pgm", tall, sizeof tall - 1);
  negotiate(&host, chosen);
  receive_frame(&host, &frame, BULK_PAYLOAD, 0);
  const uint8_t *top = frame.bytes, *bottom = frame.bytes + 239 * 640;
  EXPECT(top[0] == 128 && top[2 * 99] == 128 && top[2 * 100] == 0x10 && top[2 * 219] == 0x10 && top[2 * 220] == 128);
  EXPECT(bottom[2 * 160] == 0xf0 && bottom[2 * 160 + 1] == 128);
  host_write_file(&host, "frame.pgm", white, sizeof white - 1);
  // A frame may be under way, and on a busy machine some more.
  for (int frames = 0; frames < 300; frames++) {
    receive_frame(&host, &frame, BULK_PAYLOAD, 0);
    if (frame.bytes[120 * 640 + 320] == 0xff) break;
  }
  EXPECT(frame.bytes[120 * 640 + 320] == 0xff);
  EXPECT(host_stop(&host, false) == 0);
}

static void a_stalled_camera_sends_no_frame_until_it_recovers(void) {
  struct host host = host_start(program, OPTIONS("--transfer", "bulk", "--rate", "30"));
  uint8_t chosen[34];
  host_write_file(&host, "stall", "", 0);
  negotiate(&host, chosen);
  uint32_t request = host_submit(&host, BULK_PAYLOAD, 0);
  EXPECT(host_sees_state(&host, "\"stalled\": true"));
  struct pollfd bus = {.fd = host.bus, .events = POLLIN};
  EXPECT(poll(&bus, 1, 200) == 0);
  host_remove_file(&host, "stall");
  host_receive(&host, &answer);
  EXPECT(answer.seqnum == request && answer.count == BULK_PAYLOAD);
  EXPECT(host_stop(&host, false) == 0);
}

static void frames_of_a_format_are_cut_or_refused_while_its_mark_is_there(void) {
  struct host host = host_start(program, OPTIONS("--rate", "30"));
  uint8_t chosen[34];
  static struct frame frame;
  host_write_file(&host, "frame.yuyv", picture, sizeof picture);
  host_write_file(&host, "cut.yuyv", "", 0);
  negotiate(&host, chosen);
  host_write_file(&host, "refuse.yuyv", "", 0);
  EXPECT(host_control(&host, 0x01, SET_INTERFACE, FAST_SETTING, 1, NULL, 0) == -EPIPE);
  host_remove_file(&host, "refuse.yuyv");
  EXPECT(host_control(&host, 0x01, SET_INTERFACE, FAST_SETTING, 1, NULL, 0) == 0);
  receive_frame(&host, &frame, 32 * FAST_PACKET, 32);
  EXPECT(frame.count == sizeof picture / 2 && memcmp(frame.bytes, picture, frame.count) == 0);
  host_remove_file(&host, "cut.yuyv");
  EXPECT(host_control(&host, 0x01, SET_INTERFACE, 0, 1, NULL, 0) == 0);
  EXPECT(host_stop(&host, false) == 0);
}

static void a_request_is_taken_back_whenever_its_unlink_comes(void) {
  struct host host = host_start(program, OPTIONS("--transfer", "bulk", "--rate", "30"));
  uint8_t chosen[34];
  uint32_t waiting = host_submit(&host, BULK_PAYLOAD, 0), unlink = host_unlink(&host, waiting);
  host_receive(&host, &answer);
  EXPECT(answer.is_unlink && answer.seqnum == unlink && answer.status == -ECONNRESET);

  // The unlink comes first: it is answered when the request is there, and the request never.
  uint32_t late = ++host.seqnum;
  unlink = host_unlink(&host, late);
  host_submit_as(&host, late, BULK_PAYLOAD, 0);
  host_receive(&host, &answer);
  EXPECT(answer.is_unlink && answer.seqnum == unlink && answer.status == -ECONNRESET);

  negotiate(&host, chosen);
  uint32_t done = host_submit(&host, BULK_PAYLOAD, 0);
  host_receive(&host, &answer);
  EXPECT(!answer.is_unlink && answer.seqnum == done);
  unlink = host_unlink(&host, done);
  host_receive(&host, &answer);
  EXPECT(answer.is_unlink && answer.seqnum == unlink && answer.status == 0);
  EXPECT(host_stop(&host, false) == 0);
}

static void an_exposure_can_be_set_once_it_is_manual(void) {
  struct host host = host_start(program, OPTIONS("--transfer", "bulk"));
  uint8_t time[4], mode = 1, error = 0, info = 0;
  put32(time, 500);
  const uint16_t unit = CAMERA_TERMINAL << 8, exposure = 0x0400;
  EXPECT(host_control(&host, TO_INTERFACE, SET_CUR, exposure, unit, time, 4) == -EPIPE);
  EXPECT(host_control(&host, FROM_INTERFACE, GET_CUR, VC_REQUEST_ERROR_CODE_CONTROL << 8, 0, &error, 1) == 1);
  EXPECT(error == ERROR_WRONG_STATE);
  EXPECT(host_control(&host, TO_INTERFACE, SET_CUR, 0x0200, unit, &mode, 1) == 1);
  EXPECT(host_control(&host, FROM_INTERFACE, GET_INFO, exposure, unit, &info, 1) == 1);
  EXPECT(info == (INFO_SUPPORTS_GET | INFO_SUPPORTS_SET));
  EXPECT(host_control(&host, TO_INTERFACE, SET_CUR, exposure, unit, time, 4) == 4);
  EXPECT(host_sees_state(&host, "\"exposureTimeAbsolute\": 500"));
  put32(time, 5000);
  EXPECT(host_control(&host, TO_INTERFACE, SET_CUR, exposure, unit, time, 4) == -EPIPE);
  EXPECT(host_control(&host, FROM_INTERFACE, GET_CUR, exposure, unit, time, 4) == 4 && get32(time) == 500);
  EXPECT(host_stop(&host, false) == 0);
}

static void a_dropped_bus_ends_the_camera(void) {
  struct host host = host_start(program, OPTIONS("--rate", "30"));
  EXPECT(host_stop(&host, true) == 69);
}

int main(int count, char **arguments) {
  static const struct { const char *name; void (*run)(void); } tests[] = {
#define TEST(name) {#name, name}
      TEST(the_descriptors_add_up),
      TEST(what_is_no_part_of_the_camera_is_stalled),
      TEST(a_bulk_stream_carries_the_frame_bit_by_bit),
      TEST(an_isochronous_stream_carries_the_frame_bit_by_bit),
      TEST(a_grey_picture_is_fitted_and_changes_when_replaced),
      TEST(a_stalled_camera_sends_no_frame_until_it_recovers),
      TEST(frames_of_a_format_are_cut_or_refused_while_its_mark_is_there),
      TEST(a_request_is_taken_back_whenever_its_unlink_comes),
      TEST(an_exposure_can_be_set_once_it_is_manual),
      TEST(a_dropped_bus_ends_the_camera),
  };
  EXPECT(count == 2);
  program = arguments[1];
  for (size_t i = 0; i < sizeof picture; i++) picture[i] = (uint8_t)(i * 2654435761u >> 13);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    tests[i].run();
    printf("passed: %s\n", tests[i].name);
  }
  return 0;
}
