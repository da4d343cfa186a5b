// Video4Linux as Swift needs it: the structures import well, request codes and pixel formats are macros it cannot see.
#ifndef ROUSE_CAMERA_CALLS_H
#define ROUSE_CAMERA_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/videodev2.h>
#include <sys/types.h>

/// The driver's number in a device number (makedev(3)).
unsigned rouse_device_major(dev_t device);
unsigned rouse_device_minor(dev_t device);

/// ioctl(2) on a video device, begun again when a signal interrupts it; 0, or the errno.
int rouse_video_capabilities(int camera, struct v4l2_capability *capabilities);
int rouse_video_enumerate_format(int camera, struct v4l2_fmtdesc *format);
int rouse_video_enumerate_size(int camera, struct v4l2_frmsizeenum *size);
int rouse_video_enumerate_interval(int camera, struct v4l2_frmivalenum *interval);
int rouse_video_set_format(int camera, struct v4l2_format *format);
int rouse_video_get_parameters(int camera, struct v4l2_streamparm *parameters);
int rouse_video_set_parameters(int camera, struct v4l2_streamparm *parameters);
int rouse_video_request_buffers(int camera, struct v4l2_requestbuffers *request);
int rouse_video_query_buffer(int camera, struct v4l2_buffer *buffer);
int rouse_video_queue(int camera, struct v4l2_buffer *buffer);
int rouse_video_dequeue(int camera, struct v4l2_buffer *buffer);
int rouse_video_start(int camera);
int rouse_video_stop(int camera);
int rouse_video_query_control(int camera, struct v4l2_queryctrl *control);
int rouse_video_query_menu(int camera, struct v4l2_querymenu *entry);
int rouse_video_get_control(int camera, struct v4l2_control *control);
int rouse_video_set_control(int camera, struct v4l2_control *control);

/// Maps a capture buffer for reading; NULL and errno on failure.
const void *rouse_video_map(int camera, const struct v4l2_buffer *buffer);

/// Controls by their numbers (linux/v4l2-controls.h).
extern const uint32_t rouse_control_exposure_auto;
extern const uint32_t rouse_control_exposure_absolute;
extern const uint32_t rouse_control_gain;
extern const uint32_t rouse_control_exposure_auto_priority;
extern const uint32_t rouse_control_auto_gain;
extern const uint32_t rouse_control_backlight_compensation;
extern const uint32_t rouse_control_power_line_frequency;
extern const uint32_t rouse_control_focus_auto;
extern const uint32_t rouse_control_focus_absolute;

#endif
