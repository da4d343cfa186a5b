#define _GNU_SOURCE
#include "camera_calls.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>

unsigned rouse_device_major(dev_t device) { return major(device); }
unsigned rouse_device_minor(dev_t device) { return minor(device); }

static int call(int camera, unsigned long request, void *argument) {
  while (ioctl(camera, request, argument) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

int rouse_video_capabilities(int camera, struct v4l2_capability *capabilities) {
  return call(camera, VIDIOC_QUERYCAP, capabilities);
}
int rouse_video_enumerate_format(int camera, struct v4l2_fmtdesc *format) {
  return call(camera, VIDIOC_ENUM_FMT, format);
}
int rouse_video_enumerate_size(int camera, struct v4l2_frmsizeenum *size) {
  return call(camera, VIDIOC_ENUM_FRAMESIZES, size);
}
int rouse_video_enumerate_interval(int camera, struct v4l2_frmivalenum *interval) {
  return call(camera, VIDIOC_ENUM_FRAMEINTERVALS, interval);
}
int rouse_video_set_format(int camera, struct v4l2_format *format) { return call(camera, VIDIOC_S_FMT, format); }
int rouse_video_get_parameters(int camera, struct v4l2_streamparm *parameters) {
  return call(camera, VIDIOC_G_PARM, parameters);
}
int rouse_video_set_parameters(int camera, struct v4l2_streamparm *parameters) {
  return call(camera, VIDIOC_S_PARM, parameters);
}
int rouse_video_request_buffers(int camera, struct v4l2_requestbuffers *request) {
  return call(camera, VIDIOC_REQBUFS, request);
}
int rouse_video_query_buffer(int camera, struct v4l2_buffer *buffer) { return call(camera, VIDIOC_QUERYBUF, buffer); }
int rouse_video_queue(int camera, struct v4l2_buffer *buffer) { return call(camera, VIDIOC_QBUF, buffer); }
int rouse_video_dequeue(int camera, struct v4l2_buffer *buffer) { return call(camera, VIDIOC_DQBUF, buffer); }
int rouse_video_start(int camera) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return call(camera, VIDIOC_STREAMON, &type);
}
int rouse_video_stop(int camera) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return call(camera, VIDIOC_STREAMOFF, &type);
}
int rouse_video_query_control(int camera, struct v4l2_queryctrl *control) {
  return call(camera, VIDIOC_QUERYCTRL, control);
}
int rouse_video_query_menu(int camera, struct v4l2_querymenu *entry) { return call(camera, VIDIOC_QUERYMENU, entry); }
int rouse_video_get_control(int camera, struct v4l2_control *control) { return call(camera, VIDIOC_G_CTRL, control); }
int rouse_video_set_control(int camera, struct v4l2_control *control) { return call(camera, VIDIOC_S_CTRL, control); }

// Only for reading, so that a confined process need not be allowed shared memory for writing.
const void *rouse_video_map(int camera, const struct v4l2_buffer *buffer) {
  void *start = mmap(NULL, buffer->length, PROT_READ, MAP_SHARED, camera, buffer->m.offset);
  return start == MAP_FAILED ? NULL : start;
}

const uint32_t rouse_control_exposure_auto = V4L2_CID_EXPOSURE_AUTO;
const uint32_t rouse_control_exposure_absolute = V4L2_CID_EXPOSURE_ABSOLUTE;
const uint32_t rouse_control_gain = V4L2_CID_GAIN;
const uint32_t rouse_control_exposure_auto_priority = V4L2_CID_EXPOSURE_AUTO_PRIORITY;
const uint32_t rouse_control_auto_gain = V4L2_CID_AUTOGAIN;
const uint32_t rouse_control_backlight_compensation = V4L2_CID_BACKLIGHT_COMPENSATION;
const uint32_t rouse_control_power_line_frequency = V4L2_CID_POWER_LINE_FREQUENCY;
const uint32_t rouse_control_focus_auto = V4L2_CID_FOCUS_AUTO;
const uint32_t rouse_control_focus_absolute = V4L2_CID_FOCUS_ABSOLUTE;
