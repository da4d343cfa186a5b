#include "device.h"

#include "bytes.h"
#include "descriptors.h"

enum { NEGOTIATION_BYTES = 34 };  // UVC 1.1, table 4-75

static uint32_t payload_bytes(const struct device *self, const struct negotiation *chosen) {
  if (!self->model->isochronous) return BULK_PAYLOAD;
  size_t frame = format_frame_bytes(self->model->formats[chosen->format], self->model->sizes[chosen->size]);
  uint64_t bytes_a_microframe = (uint64_t)frame * 10000000 / chosen->interval / 8000;
  return bytes_a_microframe < SLOW_PACKET / 2 ? SLOW_PACKET : FAST_PACKET;
}

static int write_negotiation(const struct device *self, const struct negotiation *chosen, uint8_t *into) {
  memset(into, 0, NEGOTIATION_BYTES);
  put16(into, 1);  // bmHint: the host keeps the frame interval
  into[2] = (uint8_t)(chosen->format + 1);
  into[3] = (uint8_t)(chosen->size + 1);
  put32(into + 4, chosen->interval);
  put32(into + 18,
        (uint32_t)format_frame_bytes(self->model->formats[chosen->format], self->model->sizes[chosen->size]));
  put32(into + 22, payload_bytes(self, chosen));
  put32(into + 26, 48000000);  // dwClockFrequency
  into[30] = 3;                // bmFramingInfo: frame IDs and ends of frames are marked
  into[31] = into[32] = into[33] = 1;
  return NEGOTIATION_BYTES;
}

// What cannot be had becomes the nearest that can (UVC 1.1, 4.3.1.1).
static struct negotiation read_negotiation(const struct device *self, const uint8_t *data) {
  struct negotiation wanted = {.interval = shortest_interval(self->model)};
  if (data[2] >= 1 && data[2] <= self->model->format_count) wanted.format = data[2] - 1u;
  if (data[3] >= 1 && data[3] <= self->model->size_count) wanted.size = data[3] - 1u;
  uint32_t middle = (shortest_interval(self->model) + longest_interval(self->model)) / 2;
  if (get32(data + 4) > middle) wanted.interval = longest_interval(self->model);
  return wanted;
}

static struct negotiation initial(const struct device *self) {
  return (struct negotiation){.interval = shortest_interval(self->model)};
}

void device_init(struct device *self, const struct camera_model *model, struct stream *stream) {
  *self = (struct device){.model = model, .stream = stream};
  controls_reset(&self->controls);
  self->probe = self->commit = initial(self);
}

static int probe_or_commit(struct device *self, const struct setup *setup, uint8_t *data, size_t count) {
  bool is_commit = setup->wValue >> 8 == VS_COMMIT_CONTROL;
  struct negotiation answer = is_commit ? self->commit : self->probe;
  switch (setup->bRequest) {
    case SET_CUR:
      if (count < 26) return -1;  // the shortest form, of UVC 1.0
      self->probe = read_negotiation(self, data);
      if (!is_commit) return 0;
      // A bulk stream begins by this.
      if (!self->model->isochronous &&
          pictures_are_refused(self->stream->pictures, self->model->formats[self->probe.format])) {
        return -1;
      }
      self->commit = self->probe;
      stream_configure(self->stream, self->model->formats[self->commit.format],
                       self->model->sizes[self->commit.size], self->commit.interval,
                       payload_bytes(self, &self->commit));
      // A bulk stream begins here; an isochronous one when its bandwidth is chosen (UVC 1.1, 4.3.1.1).
      if (!self->model->isochronous) stream_start(self->stream);
      return 0;
    case GET_DEF: answer = initial(self); break;
    case GET_MIN: answer.interval = shortest_interval(self->model); break;
    case GET_MAX: answer.interval = longest_interval(self->model); break;
    case GET_CUR: break;
    case GET_LEN: put16(data, NEGOTIATION_BYTES); return 2;
    case GET_INFO: data[0] = INFO_SUPPORTS_GET | INFO_SUPPORTS_SET; return 1;
    default: return -1;
  }
  return write_negotiation(self, &answer, data);
}

static int class_request(struct device *self, const struct setup *setup, uint8_t *data, size_t count) {
  unsigned interface = setup->wIndex & 0xff, unit = setup->wIndex >> 8, selector = setup->wValue >> 8;
  if (interface == VIDEO_STREAMING_INTERFACE) {
    bool is_known = selector == VS_PROBE_CONTROL || selector == VS_COMMIT_CONTROL;
    return is_known ? probe_or_commit(self, setup, data, count) : -1;
  }
  if (interface != VIDEO_CONTROL_INTERFACE) return -1;
  if (unit == 0 && selector == VC_REQUEST_ERROR_CODE_CONTROL && setup->bRequest == GET_CUR) {
    data[0] = (uint8_t)self->last_error;
    return 1;
  }
  self->last_error = self->model->has_controls ? ERROR_NONE : ERROR_INVALID_CONTROL;
  if (!self->model->has_controls) return -1;
  int answer = controls_request(&self->controls, setup, data, count, &self->last_error);
  if (answer >= 0) self->last_error = ERROR_NONE;
  return answer;
}

static int set_interface(struct device *self, unsigned interface, unsigned setting) {
  if (interface == VIDEO_CONTROL_INTERFACE) return setting == 0 ? 0 : -1;
  if (interface != VIDEO_STREAMING_INTERFACE || setting > (self->model->isochronous ? FAST_SETTING : 0)) return -1;
  if (setting > 0 && pictures_are_refused(self->stream->pictures, self->stream->format)) return -1;
  self->setting = (uint8_t)setting;
  if (setting == 0) {
    stream_stop(self->stream);
  } else {
    stream_start(self->stream);
  }
  return 0;
}

static int standard_request(struct device *self, const struct setup *setup, uint8_t *data) {
  unsigned recipient = setup->bmRequestType & RECIPIENT_MASK;
  switch (setup->bRequest) {
    case GET_STATUS: put16(data, 0); return 2;  // bus-powered, no remote wakeup, not halted
    case GET_DESCRIPTOR: {
      size_t count = descriptor(self->model, (uint8_t)(setup->wValue >> 8), (uint8_t)setup->wValue, data);
      return count > 0 ? (int)count : -1;
    }
    case GET_CONFIGURATION: data[0] = self->configuration; return 1;
    case SET_CONFIGURATION:
      if (setup->wValue > 1) return -1;
      self->configuration = (uint8_t)setup->wValue;
      self->setting = 0;
      stream_stop(self->stream);
      return 0;
    case GET_INTERFACE: data[0] = setup->wIndex == VIDEO_STREAMING_INTERFACE ? self->setting : 0; return 1;
    case SET_INTERFACE: return set_interface(self, setup->wIndex, setup->wValue);
    case CLEAR_FEATURE:
    case SET_FEATURE:
      // Clearing the halt of a bulk endpoint is how a host ends the stream (UVC 1.1, 4.3.1.1 and its drivers).
      if (recipient == RECIPIENT_ENDPOINT && !self->model->isochronous && setup->wValue == ENDPOINT_HALT) {
        stream_stop(self->stream);
      }
      return 0;
    default: return -1;
  }
}

int device_control(struct device *self, const struct setup *setup, uint8_t *data, size_t count) {
  unsigned type = setup->bmRequestType & TYPE_MASK, recipient = setup->bmRequestType & RECIPIENT_MASK;
  if (type == TYPE_STANDARD) return standard_request(self, setup, data);
  if (type == TYPE_CLASS && recipient == RECIPIENT_INTERFACE) return class_request(self, setup, data, count);
  return -1;
}
