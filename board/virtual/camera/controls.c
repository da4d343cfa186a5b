#include "controls.h"

#include "bytes.h"

// UVC 1.1, 4.2.2.1.2: the bits of the auto-exposure mode.
enum { AE_MANUAL = 1, AE_APERTURE_PRIORITY = 8 };

struct control_kind {
  const char *name;  // in the state file
  uint8_t unit;
  uint8_t selector;  // UVC 1.1, A.9.4 and A.9.5
  uint8_t bit;       // in bmControls
  uint8_t bytes;
  int32_t minimum, maximum;
  int32_t resolution;  // for the exposure mode: the modes that there are
  int32_t initial;
};

static const struct control_kind kinds[CONTROL_COUNT] = {
    // 4.2.2.1.2: a bitmap of one bit; 1 manual, 8 aperture priority, as ordinary web cameras have.
    [AUTO_EXPOSURE_MODE] = {"autoExposureMode", CAMERA_TERMINAL, 0x02, 1, 1, AE_MANUAL, AE_APERTURE_PRIORITY,
                            AE_MANUAL | AE_APERTURE_PRIORITY, AE_APERTURE_PRIORITY},
    // 4.2.2.1.4: units of 100 µs.
    [EXPOSURE_TIME] = {"exposureTimeAbsolute", CAMERA_TERMINAL, 0x04, 3, 4, 3, 2047, 1, 250},
    // 4.2.2.1.6: millimetres by the specification, some unit of the lens in practice.
    [FOCUS_ABSOLUTE] = {"focusAbsolute", CAMERA_TERMINAL, 0x06, 5, 2, 0, 250, 5, 0},
    [FOCUS_AUTO] = {"focusAuto", CAMERA_TERMINAL, 0x08, 17, 1, 0, 1, 1, 1},
    // 4.2.2.3: the processing unit.
    [BACKLIGHT_COMPENSATION] = {"backlightCompensation", PROCESSING_UNIT, 0x01, 8, 2, 0, 1, 1, 0},
    [BRIGHTNESS] = {"brightness", PROCESSING_UNIT, 0x02, 0, 2, -64, 64, 1, 0},
    [GAIN] = {"gain", PROCESSING_UNIT, 0x04, 9, 2, 0, 255, 1, 16},
    [POWER_LINE_FREQUENCY] = {"powerLineFrequency", PROCESSING_UNIT, 0x05, 10, 1, 0, 2, 1, 1},
};

uint32_t control_bits(unsigned unit) {
  uint32_t bits = 0;
  for (int i = 0; i < CONTROL_COUNT; i++) {
    if (kinds[i].unit == unit) bits |= UINT32_C(1) << kinds[i].bit;
  }
  return bits;
}

void controls_reset(struct controls *self) {
  for (int i = 0; i < CONTROL_COUNT; i++) self->values[i] = kinds[i].initial;
}

// A camera that exposes or focuses by itself refuses to be told how (UVC 1.1, 4.2.2.1.4 and 4.2.2.1.6).
static bool is_automatic(const struct controls *self, int which) {
  if (which == EXPOSURE_TIME) return self->values[AUTO_EXPOSURE_MODE] != AE_MANUAL;
  if (which == FOCUS_ABSOLUTE) return self->values[FOCUS_AUTO] != 0;
  return false;
}

static int32_t decode(const struct control_kind *kind, const uint8_t *data) {
  switch (kind->bytes) {
    case 1: return data[0];
    case 2: return kind->minimum < 0 ? (int16_t)get16(data) : get16(data);
    default: return (int32_t)get32(data);
  }
}

static int encode(const struct control_kind *kind, int32_t value, uint8_t *data) {
  uint8_t bytes[4];
  put32(bytes, (uint32_t)value);
  memcpy(data, bytes, kind->bytes);
  return kind->bytes;
}

static bool is_allowed(int which, int32_t value) {
  if (which == AUTO_EXPOSURE_MODE) return value == AE_MANUAL || value == AE_APERTURE_PRIORITY;
  return value >= kinds[which].minimum && value <= kinds[which].maximum;
}

static int set(struct controls *self, int which, const uint8_t *data, size_t count, enum request_error *error) {
  if (count != kinds[which].bytes) {
    *error = ERROR_INVALID_REQUEST;
    return -1;
  }
  if (is_automatic(self, which)) {
    *error = ERROR_WRONG_STATE;
    return -1;
  }
  int32_t value = decode(&kinds[which], data);
  if (!is_allowed(which, value)) {
    *error = ERROR_OUT_OF_RANGE;
    return -1;
  }
  self->values[which] = value;
  return 0;
}

static int find(unsigned unit, unsigned selector, enum request_error *error) {
  *error = unit == CAMERA_TERMINAL || unit == PROCESSING_UNIT ? ERROR_INVALID_CONTROL : ERROR_INVALID_UNIT;
  for (int i = 0; i < CONTROL_COUNT; i++) {
    if (kinds[i].unit == unit && kinds[i].selector == selector) return i;
  }
  return -1;
}

int controls_request(struct controls *self, const struct setup *setup, uint8_t *data, size_t count,
                     enum request_error *error) {
  int which = find(setup->wIndex >> 8, setup->wValue >> 8, error);
  if (which < 0) return -1;
  const struct control_kind *kind = &kinds[which];
  switch (setup->bRequest) {
    case SET_CUR: return set(self, which, data, count, error);
    case GET_CUR: return encode(kind, self->values[which], data);
    case GET_MIN: return encode(kind, kind->minimum, data);
    case GET_MAX: return encode(kind, kind->maximum, data);
    case GET_RES: return encode(kind, kind->resolution, data);
    case GET_DEF: return encode(kind, kind->initial, data);
    case GET_LEN: put16(data, kind->bytes); return 2;
    case GET_INFO:
      data[0] = INFO_SUPPORTS_GET | INFO_SUPPORTS_SET;
      if (is_automatic(self, which)) data[0] |= INFO_DISABLED_BY_AUTOMATIC_MODE;
      return 1;
    default: *error = ERROR_INVALID_REQUEST; return -1;
  }
}

void controls_print(const struct controls *self, FILE *to) {
  for (int i = 0; i < CONTROL_COUNT; i++) {
    fprintf(to, "%s\n    \"%s\": %d", i > 0 ? "," : "", kinds[i].name, self->values[i]);
  }
}
