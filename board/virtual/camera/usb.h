// The names and numbers of USB 2.0 chapter 9 and of the UVC 1.1 specification that a camera needs.
#pragma once

#include <stdint.h>

// USB 2.0, 9.3: the eight bytes that begin a control transfer.
struct setup {
  uint8_t bmRequestType;
  uint8_t bRequest;
  uint16_t wValue;
  uint16_t wIndex;
  uint16_t wLength;
};

// bmRequestType (USB 2.0, table 9-2).
enum {
  DIRECTION_IN = 0x80,
  TYPE_MASK = 0x60,
  TYPE_STANDARD = 0x00,
  TYPE_CLASS = 0x20,
  RECIPIENT_MASK = 0x1f,
  RECIPIENT_DEVICE = 0,
  RECIPIENT_INTERFACE = 1,
  RECIPIENT_ENDPOINT = 2,
};

// Standard requests (USB 2.0, table 9-4).
enum {
  GET_STATUS = 0,
  CLEAR_FEATURE = 1,
  SET_FEATURE = 3,
  GET_DESCRIPTOR = 6,
  GET_CONFIGURATION = 8,
  SET_CONFIGURATION = 9,
  GET_INTERFACE = 10,
  SET_INTERFACE = 11,
};
enum { ENDPOINT_HALT = 0 };

// Descriptor types (USB 2.0, table 9-5; the association from the IAD engineering change notice; UVC 1.1, A.4).
enum {
  DEVICE = 1,
  CONFIGURATION = 2,
  STRING = 3,
  INTERFACE = 4,
  ENDPOINT = 5,
  DEVICE_QUALIFIER = 6,
  INTERFACE_ASSOCIATION = 11,
  CS_INTERFACE = 0x24,
};

// What this camera numbers itself.
enum { VIDEO_CONTROL_INTERFACE = 0, VIDEO_STREAMING_INTERFACE = 1, STREAM_ENDPOINT = 1 };
enum { CAMERA_TERMINAL = 1, PROCESSING_UNIT = 2, OUTPUT_TERMINAL = 3 };
enum { NO_STRING = 0, MANUFACTURER_STRING, PRODUCT_STRING, SERIAL_STRING };

// Alternate settings of the isochronous stream: bytes a microframe (USB 2.0, 9.6.6: up to three times 1024).
enum { SLOW_SETTING = 1, FAST_SETTING = 2, SLOW_PACKET = 1024, FAST_PACKET = 3 * 1024 };

// uvcvideo gives a bulk URB at most 32 packets, so that a payload of this size fills exactly one.
enum { BULK_PACKET = 512, BULK_PAYLOAD = 32 * BULK_PACKET };

// UVC 1.1, A.8: class requests.
enum {
  SET_CUR = 0x01,
  GET_CUR = 0x81,
  GET_MIN = 0x82,
  GET_MAX = 0x83,
  GET_RES = 0x84,
  GET_LEN = 0x85,
  GET_INFO = 0x86,
  GET_DEF = 0x87,
};

// UVC 1.1, 4.1.2: what GET_INFO answers.
enum { INFO_SUPPORTS_GET = 1, INFO_SUPPORTS_SET = 2, INFO_DISABLED_BY_AUTOMATIC_MODE = 4 };

// UVC 1.1, A.9.1 and A.9.7: selectors.
enum { VC_REQUEST_ERROR_CODE_CONTROL = 2 };
enum { VS_PROBE_CONTROL = 1, VS_COMMIT_CONTROL = 2 };

// UVC 1.1, 4.2.1.2: why the last request was stalled.
enum request_error {
  ERROR_NONE = 0,
  ERROR_WRONG_STATE = 2,
  ERROR_OUT_OF_RANGE = 4,
  ERROR_INVALID_UNIT = 5,
  ERROR_INVALID_CONTROL = 6,
  ERROR_INVALID_REQUEST = 7,
};
