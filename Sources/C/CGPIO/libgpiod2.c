#include "libgpiod.h"

#if ROUSE_LIBGPIOD == 2

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct rouse_gpio_line {
  struct gpiod_line_request *request;
  unsigned int offset;
};

int rouse_chip_facts(struct gpiod_chip *chip, struct rouse_gpio_description *about, unsigned int *line_count) {
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (info == NULL) return errno;
  snprintf(about->chip_name, sizeof about->chip_name, "%s", gpiod_chip_info_get_name(info));
  snprintf(about->chip_label, sizeof about->chip_label, "%s", gpiod_chip_info_get_label(info));
  *line_count = (unsigned int)gpiod_chip_info_get_num_lines(info);
  gpiod_chip_info_free(info);
  return 0;
}

int rouse_find_line(struct gpiod_chip *chip, const char *name, unsigned int *offset) {
  int found = gpiod_chip_get_line_offset_from_name(chip, name);
  if (found < 0) return errno;
  *offset = (unsigned int)found;
  return 0;
}

int rouse_line_facts(struct gpiod_chip *chip, unsigned int offset, struct rouse_gpio_description *about) {
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  if (info == NULL) return errno;
  const char *name = gpiod_line_info_get_name(info);
  const char *consumer = gpiod_line_info_get_consumer(info);
  snprintf(about->line_name, sizeof about->line_name, "%s", name == NULL ? "" : name);
  snprintf(about->consumer, sizeof about->consumer, "%s", consumer == NULL ? "" : consumer);
  about->is_used = gpiod_line_info_is_used(info);
  gpiod_line_info_free(info);
  return 0;
}

static enum gpiod_line_bias library_bias(enum rouse_gpio_bias bias) {
  switch (bias) {
  case ROUSE_GPIO_BIAS_AS_IS: return GPIOD_LINE_BIAS_AS_IS;
  case ROUSE_GPIO_BIAS_DISABLED: return GPIOD_LINE_BIAS_DISABLED;
  case ROUSE_GPIO_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
  case ROUSE_GPIO_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
  }
  return GPIOD_LINE_BIAS_AS_IS;
}

// Three objects are needed to ask for one line; the request outlives them.
static int request_with(struct gpiod_chip *chip, unsigned int offset, struct gpiod_line_settings *settings,
                        struct gpiod_line_request **request) {
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  int error = ENOMEM;
  if (lines != NULL && config != NULL) {
    gpiod_request_config_set_consumer(config, ROUSE_CONSUMER);
    *request = NULL;
    if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) == 0)
      *request = gpiod_chip_request_lines(chip, config, lines);
    error = *request == NULL ? errno : 0;
  }
  gpiod_request_config_free(config);
  gpiod_line_config_free(lines);
  return error;
}

static int request_output(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                          bool is_open_drain, struct gpiod_line_request **request) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings == NULL) return ENOMEM;
  gpiod_line_settings_set_active_low(settings, is_active_low);
  int error = 0;
  if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) != 0 ||
      gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE) != 0 ||
      gpiod_line_settings_set_bias(settings, library_bias(bias)) != 0 ||
      gpiod_line_settings_set_drive(settings, is_open_drain ? GPIOD_LINE_DRIVE_OPEN_DRAIN : GPIOD_LINE_DRIVE_PUSH_PULL) !=
        0)
    error = errno;
  if (error == 0) error = request_with(chip, offset, settings, request);
  gpiod_line_settings_free(settings);
  return error;
}

int rouse_request_line(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                       bool is_open_drain, struct rouse_gpio_line **line) {
  struct rouse_gpio_line *ours = calloc(1, sizeof *ours);
  int error = ours == NULL ? ENOMEM : request_output(chip, offset, is_active_low, bias, is_open_drain, &ours->request);
  gpiod_chip_close(chip);
  if (error != 0) {
    free(ours);
    return error;
  }
  ours->offset = offset;
  *line = ours;
  return 0;
}

int rouse_gpio_set(struct rouse_gpio_line *line, bool is_active) {
  enum gpiod_line_value value = is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  return gpiod_line_request_set_value(line->request, line->offset, value) == 0 ? 0 : errno;
}

int rouse_gpio_get(struct rouse_gpio_line *line, bool *is_active) {
  enum gpiod_line_value value = gpiod_line_request_get_value(line->request, line->offset);
  *is_active = value == GPIOD_LINE_VALUE_ACTIVE;
  return value == GPIOD_LINE_VALUE_ERROR ? errno : 0;
}

void rouse_give_back(struct rouse_gpio_line *line) {
  gpiod_line_request_release(line->request);
  free(line);
}

struct rouse_gpio_input {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *events;
  unsigned int offset;
};

static int request_input(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                         uint32_t debounce, struct gpiod_line_request **request) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings == NULL) return ENOMEM;
  gpiod_line_settings_set_active_low(settings, is_active_low);
  gpiod_line_settings_set_debounce_period_us(settings, debounce);
  int error = 0;
  if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) != 0 ||
      gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) != 0 ||
      gpiod_line_settings_set_bias(settings, library_bias(bias)) != 0)
    error = errno;
  if (error == 0) error = request_with(chip, offset, settings, request);
  gpiod_line_settings_free(settings);
  return error;
}

int rouse_listen_to_line(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                         uint32_t debounce, struct rouse_gpio_input **input, bool *is_debounced) {
  struct rouse_gpio_input *ours = calloc(1, sizeof *ours);
  struct gpiod_edge_event_buffer *events = gpiod_edge_event_buffer_new(1);
  int error = ours == NULL || events == NULL ? ENOMEM : 0;
  if (error == 0) error = request_input(chip, offset, is_active_low, bias, debounce, &ours->request);
  gpiod_chip_close(chip);
  if (error != 0) {
    gpiod_edge_event_buffer_free(events);
    free(ours);
    return error;
  }
  ours->events = events;
  ours->offset = offset;
  *is_debounced = true;
  *input = ours;
  return 0;
}

int rouse_gpio_input_descriptor(const struct rouse_gpio_input *input) {
  return gpiod_line_request_get_fd(input->request);
}

int rouse_gpio_input_take_edge(struct rouse_gpio_input *input, struct rouse_gpio_edge *edge) {
  if (gpiod_line_request_read_edge_events(input->request, input->events, 1) < 0) return errno;
  struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(input->events, 0);
  if (event == NULL) return EIO;
  edge->is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  edge->nanoseconds = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
  return 0;
}

int rouse_gpio_input_read(struct rouse_gpio_input *input, bool *is_active) {
  enum gpiod_line_value value = gpiod_line_request_get_value(input->request, input->offset);
  if (value == GPIOD_LINE_VALUE_ERROR) return errno;
  *is_active = value == GPIOD_LINE_VALUE_ACTIVE;
  return 0;
}

void rouse_gpio_input_release(struct rouse_gpio_input *input) {
  gpiod_line_request_release(input->request);
  gpiod_edge_event_buffer_free(input->events);
  free(input);
}

#endif
