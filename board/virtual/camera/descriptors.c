// USB descriptors (USB 2.0, 9.6) and UVC descriptors (UVC 1.1, 3). The fields stand in the order of the tables.
#include "descriptors.h"

#include <string.h>

#include "bytes.h"
#include "controls.h"
#include "usb.h"

// UVC 1.1, A.1 to A.6.
enum { CC_VIDEO = 0x0e, SC_VIDEOCONTROL = 1, SC_VIDEOSTREAMING = 2, SC_VIDEO_INTERFACE_COLLECTION = 3 };
enum { VC_HEADER = 1, VC_INPUT_TERMINAL = 2, VC_OUTPUT_TERMINAL = 3, VC_PROCESSING_UNIT = 5 };
enum {
  VS_INPUT_HEADER = 1,
  VS_FORMAT_UNCOMPRESSED = 4,
  VS_FRAME_UNCOMPRESSED = 5,
  VS_FORMAT_MJPEG = 6,
  VS_FRAME_MJPEG = 7,
  VS_COLORFORMAT = 13,
};
enum { ITT_CAMERA = 0x0201, TT_STREAMING = 0x0101 };  // UVC 1.1, B.1 and B.2

struct writer {
  uint8_t *at;
};

static void u8(struct writer *to, unsigned value) { *to->at++ = (uint8_t)value; }

static void u16(struct writer *to, unsigned value) {
  put16(to->at, value);
  to->at += 2;
}

static void u32(struct writer *to, uint32_t value) {
  put32(to->at, value);
  to->at += 4;
}

uint32_t shortest_interval(const struct camera_model *model) { return 10000000 / model->rate; }
uint32_t longest_interval(const struct camera_model *model) { return 2 * shortest_interval(model); }

// USB 2.0, table 9-8. The three class bytes say that an interface association follows.
static void device(const struct camera_model *model, struct writer *to) {
  u8(to, 18), u8(to, DEVICE);
  u16(to, 0x0200);                        // bcdUSB
  u8(to, 0xef), u8(to, 0x02), u8(to, 1);  // bDeviceClass, bDeviceSubClass, bDeviceProtocol
  u8(to, 64);                             // bMaxPacketSize0
  u16(to, model->vendor), u16(to, model->product);
  u16(to, 0x0100);  // bcdDevice
  u8(to, MANUFACTURER_STRING), u8(to, PRODUCT_STRING), u8(to, SERIAL_STRING);
  u8(to, 1);  // bNumConfigurations
}

// USB 2.0, table 9-9: the same at full speed, where this camera has no configuration.
static void device_qualifier(struct writer *to) {
  u8(to, 10), u8(to, DEVICE_QUALIFIER);
  u16(to, 0x0200);
  u8(to, 0xef), u8(to, 0x02), u8(to, 1), u8(to, 64);
  u8(to, 0), u8(to, 0);  // bNumConfigurations, bReserved
}

// USB 2.0, 9.6.7: index 0 lists the languages, here U.S. English; the others are UTF-16.
static void string(const struct camera_model *model, uint8_t index, struct writer *to) {
  const char *texts[] = {
      [MANUFACTURER_STRING] = model->manufacturer, [PRODUCT_STRING] = model->name, [SERIAL_STRING] = model->serial};
  if (index >= sizeof texts / sizeof *texts) return;
  const char *text = texts[index];
  size_t count = index == NO_STRING ? 1 : strlen(text);
  u8(to, (unsigned)(2 + 2 * count)), u8(to, STRING);
  if (index == NO_STRING) {
    u16(to, 0x0409);
  } else {
    for (size_t i = 0; i < count; i++) u16(to, (uint8_t)text[i]);
  }
}

// USB 2.0, table 9-12.
static void interface(struct writer *to, unsigned number, unsigned setting, unsigned endpoints, unsigned subclass) {
  u8(to, 9), u8(to, INTERFACE);
  u8(to, number), u8(to, setting), u8(to, endpoints);
  u8(to, CC_VIDEO), u8(to, subclass), u8(to, 0);
  u8(to, PRODUCT_STRING);
}

// USB 2.0, table 9-13. One interval is a microframe.
static void isochronous_endpoint(struct writer *to, unsigned packet) {
  u8(to, 7), u8(to, ENDPOINT), u8(to, DIRECTION_IN | STREAM_ENDPOINT);
  u8(to, 0x05);                                          // isochronous, asynchronous
  u16(to, packet > 1024 ? 1024 | (packet / 1024 - 1) << 11 : packet);  // wMaxPacketSize
  u8(to, 1);                                             // bInterval
}

static void bulk_endpoint(struct writer *to) {
  u8(to, 7), u8(to, ENDPOINT), u8(to, DIRECTION_IN | STREAM_ENDPOINT);
  u8(to, 0x02), u16(to, BULK_PACKET), u8(to, 0);
}

// The video control interface (UVC 1.1, 3.7): lens and sensor, then the processing unit, then the way to the host.
static void video_control(const struct camera_model *model, struct writer *to) {
  interface(to, VIDEO_CONTROL_INTERFACE, 0, 0, SC_VIDEOCONTROL);
  uint8_t *header = to->at;
  u8(to, 13), u8(to, CS_INTERFACE), u8(to, VC_HEADER);
  u16(to, 0x0110);                            // bcdUVC
  u16(to, 0);                                 // wTotalLength, known below
  u32(to, 48000000);                          // dwClockFrequency
  u8(to, 1), u8(to, VIDEO_STREAMING_INTERFACE);  // bInCollection, baInterfaceNr

  u8(to, 18), u8(to, CS_INTERFACE), u8(to, VC_INPUT_TERMINAL);  // table 3-6
  u8(to, CAMERA_TERMINAL), u16(to, ITT_CAMERA), u8(to, 0), u8(to, NO_STRING);
  u16(to, 0), u16(to, 0), u16(to, 0);  // no optical zoom
  uint32_t bits = model->has_controls ? control_bits(CAMERA_TERMINAL) : 0;
  u8(to, 3), u16(to, bits & 0xffff), u8(to, bits >> 16);  // bControlSize, bmControls

  u8(to, 12), u8(to, CS_INTERFACE), u8(to, VC_PROCESSING_UNIT);  // table 3-8
  u8(to, PROCESSING_UNIT), u8(to, CAMERA_TERMINAL), u16(to, 0);
  u8(to, 2), u16(to, model->has_controls ? control_bits(PROCESSING_UNIT) : 0);
  u8(to, NO_STRING), u8(to, 0);  // iProcessing, bmVideoStandards

  u8(to, 9), u8(to, CS_INTERFACE), u8(to, VC_OUTPUT_TERMINAL);  // table 3-5
  u8(to, OUTPUT_TERMINAL), u16(to, TT_STREAMING), u8(to, 0), u8(to, PROCESSING_UNIT), u8(to, NO_STRING);
  put16(header + 5, (uint32_t)(to->at - header));
}

static void frame(const struct camera_model *model, enum pixel_format format, size_t index, struct writer *to) {
  struct frame_size size = model->sizes[index];
  uint32_t bytes = (uint32_t)format_frame_bytes(format, size);
  u8(to, 26 + 2 * 4), u8(to, CS_INTERFACE);
  u8(to, format == FORMAT_MJPEG ? VS_FRAME_MJPEG : VS_FRAME_UNCOMPRESSED);
  u8(to, (unsigned)index + 1), u8(to, 0);
  u16(to, size.width), u16(to, size.height);
  u32(to, bytes * 8 * model->rate / 2), u32(to, bytes * 8 * model->rate);  // dwMinBitRate, dwMaxBitRate
  u32(to, bytes);                                                          // dwMaxVideoFrameBufferSize
  u32(to, shortest_interval(model));                                       // dwDefaultFrameInterval
  u8(to, 2), u32(to, shortest_interval(model)), u32(to, longest_interval(model));
}

// UVC Uncompressed 1.1, table 3-1, and UVC MJPEG 1.1, table 3-1.
static void format(const struct camera_model *model, size_t index, struct writer *to) {
  static const struct { char code[5]; uint8_t bits_a_pixel; } uncompressed[] = {
      [FORMAT_YUYV] = {"YUY2", 16}, [FORMAT_NV12] = {"NV12", 12}, [FORMAT_GREY] = {"Y800", 8}};
  static const uint8_t guid_rest[12] = {0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};
  enum pixel_format which = model->formats[index];
  bool is_jpeg = which == FORMAT_MJPEG;
  u8(to, is_jpeg ? 11 : 27), u8(to, CS_INTERFACE), u8(to, is_jpeg ? VS_FORMAT_MJPEG : VS_FORMAT_UNCOMPRESSED);
  u8(to, (unsigned)index + 1), u8(to, (unsigned)model->size_count);
  if (is_jpeg) {
    u8(to, 0);  // bmFlags: samples have no fixed size
  } else {
    memcpy(to->at, uncompressed[which].code, 4);
    memcpy(to->at + 4, guid_rest, sizeof guid_rest);
    to->at += 16;
    u8(to, uncompressed[which].bits_a_pixel);
  }
  u8(to, 1);                                     // bDefaultFrameIndex
  u8(to, 0), u8(to, 0), u8(to, 0), u8(to, 0);    // aspect ratio, interlacing, copy protection
  for (size_t i = 0; i < model->size_count; i++) frame(model, which, i, to);
  u8(to, 6), u8(to, CS_INTERFACE), u8(to, VS_COLORFORMAT);  // UVC 1.1, table 3-18
  u8(to, 1), u8(to, 1), u8(to, 4);                          // BT.709, BT.709, SMPTE 170M
}

// The video streaming interface (UVC 1.1, 3.9). A bulk stream has its endpoint in setting 0; an isochronous one has
// none there, so that an idle camera takes no bandwidth (UVC 1.1, 2.4.3).
static void video_streaming(const struct camera_model *model, struct writer *to) {
  interface(to, VIDEO_STREAMING_INTERFACE, 0, model->isochronous ? 0 : 1, SC_VIDEOSTREAMING);
  uint8_t *header = to->at;
  u8(to, (unsigned)(13 + model->format_count)), u8(to, CS_INTERFACE), u8(to, VS_INPUT_HEADER);  // table 3-14
  u8(to, (unsigned)model->format_count);
  u16(to, 0);  // wTotalLength, known below
  u8(to, DIRECTION_IN | STREAM_ENDPOINT), u8(to, 0), u8(to, OUTPUT_TERMINAL);
  u8(to, 0), u8(to, 0), u8(to, 0);  // no still pictures, no trigger
  u8(to, 1);
  for (size_t i = 0; i < model->format_count; i++) u8(to, 0);
  for (size_t i = 0; i < model->format_count; i++) format(model, i, to);
  put16(header + 4, (uint32_t)(to->at - header));
  if (model->isochronous) {
    interface(to, VIDEO_STREAMING_INTERFACE, SLOW_SETTING, 1, SC_VIDEOSTREAMING);
    isochronous_endpoint(to, SLOW_PACKET);
    interface(to, VIDEO_STREAMING_INTERFACE, FAST_SETTING, 1, SC_VIDEOSTREAMING);
    isochronous_endpoint(to, FAST_PACKET);
  } else {
    bulk_endpoint(to);
  }
}

static void configuration(const struct camera_model *model, struct writer *to) {
  uint8_t *start = to->at;
  u8(to, 9), u8(to, CONFIGURATION);  // USB 2.0, table 9-10
  u16(to, 0);                        // wTotalLength, known below
  u8(to, 2), u8(to, 1), u8(to, NO_STRING);
  u8(to, 0x80), u8(to, 250);  // bus-powered, 500 mA

  u8(to, 8), u8(to, INTERFACE_ASSOCIATION);  // UVC 1.1, table 3-1
  u8(to, VIDEO_CONTROL_INTERFACE), u8(to, 2);
  u8(to, CC_VIDEO), u8(to, SC_VIDEO_INTERFACE_COLLECTION), u8(to, 0), u8(to, PRODUCT_STRING);
  video_control(model, to);
  video_streaming(model, to);
  put16(start + 2, (uint32_t)(to->at - start));
}

size_t descriptor(const struct camera_model *model, uint8_t type, uint8_t index, uint8_t *into) {
  struct writer to = {into};
  if (type == DEVICE) device(model, &to);
  if (type == CONFIGURATION && index == 0) configuration(model, &to);
  if (type == STRING) string(model, index, &to);
  if (type == DEVICE_QUALIFIER) device_qualifier(&to);
  return (size_t)(to.at - into);
}
