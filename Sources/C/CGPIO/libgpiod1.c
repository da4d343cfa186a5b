#include "libgpiod.h"

#if ROUSE_LIBGPIOD == 1

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// The line belongs to the chip, so the chip stays open.
struct rouse_gpio_line {
  struct gpiod_chip *chip;
  struct gpiod_line *line;
};

int rouse_chip_facts(struct gpiod_chip *chip, struct rouse_gpio_description *about, unsigned int *line_count) {
  snprintf(about->chip_name, sizeof about->chip_name, "%s", gpiod_chip_name(chip));
  snprintf(about->chip_label, sizeof about->chip_label, "%s", gpiod_chip_label(chip));
  *line_count = gpiod_chip_num_lines(chip);
  return 0;
}

int rouse_find_line(struct gpiod_chip *chip, const char *name, unsigned int *offset) {
  struct gpiod_line *line = gpiod_chip_find_line(chip, name);
  if (line == NULL) return errno;
  *offset = gpiod_line_offset(line);
  return 0;
}

int rouse_line_facts(struct gpiod_chip *chip, unsigned int offset, struct rouse_gpio_description *about) {
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  if (line == NULL) return errno;
  const char *name = gpiod_line_name(line);
  const char *consumer = gpiod_line_consumer(line);
  snprintf(about->line_name, sizeof about->line_name, "%s", name == NULL ? "" : name);
  snprintf(about->consumer, sizeof about->consumer, "%s", consumer == NULL ? "" : consumer);
  about->is_used = gpiod_line_is_used(line);
  return 0;
}

static int flags(bool is_active_low, enum rouse_gpio_bias bias) {
  int flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  switch (bias) {
  case ROUSE_GPIO_BIAS_AS_IS: return flags;
  case ROUSE_GPIO_BIAS_DISABLED: return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
  case ROUSE_GPIO_BIAS_PULL_UP: return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
  case ROUSE_GPIO_BIAS_PULL_DOWN: return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
  }
  return flags;
}

// Takes the chip over, on failure too.
static int request(struct gpiod_chip *chip, unsigned int offset, int type, int flags, struct rouse_gpio_line **line) {
  struct gpiod_line_request_config config = {.consumer = ROUSE_CONSUMER, .request_type = type, .flags = flags};
  struct rouse_gpio_line *ours = calloc(1, sizeof *ours);
  int error = ours == NULL ? ENOMEM : 0;
  if (error == 0) {
    ours->chip = chip;
    ours->line = gpiod_chip_get_line(chip, offset);
    if (ours->line == NULL || gpiod_line_request(ours->line, &config, 0) != 0) error = errno;
  }
  if (error != 0) {
    free(ours);
    gpiod_chip_close(chip);
    return error;
  }
  *line = ours;
  return 0;
}

int rouse_request_line(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                       bool is_open_drain, struct rouse_gpio_line **line) {
  int drain = is_open_drain ? GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN : 0;
  return request(chip, offset, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, flags(is_active_low, bias) | drain, line);
}

int rouse_gpio_set(struct rouse_gpio_line *line, bool is_active) {
  return gpiod_line_set_value(line->line, is_active) == 0 ? 0 : errno;
}

int rouse_gpio_get(struct rouse_gpio_line *line, bool *is_active) {
  int value = gpiod_line_get_value(line->line);
  *is_active = value == 1;
  return value < 0 ? errno : 0;
}

void rouse_give_back(struct rouse_gpio_line *line) {
  gpiod_line_release(line->line);
  gpiod_chip_close(line->chip);
  free(line);
}

// An output and an input are held alike; they differ in what they can be asked.
struct rouse_gpio_input {
  struct rouse_gpio_line held;
};

int rouse_listen_to_line(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                         uint32_t debounce, struct rouse_gpio_input **input, bool *is_debounced) {
  (void)debounce; // The interface of the kernel that 1.x speaks has no word for it.
  struct rouse_gpio_line *line;
  int error = request(chip, offset, GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES, flags(is_active_low, bias), &line);
  if (error != 0) return error;
  *is_debounced = false;
  *input = (struct rouse_gpio_input *)line;
  return 0;
}

int rouse_gpio_input_descriptor(const struct rouse_gpio_input *input) { return gpiod_line_event_get_fd(input->held.line); }

int rouse_gpio_input_take_edge(struct rouse_gpio_input *input, struct rouse_gpio_edge *edge) {
  struct gpiod_line_event event;
  if (gpiod_line_event_read(input->held.line, &event) != 0) return errno;
  edge->is_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  edge->nanoseconds = (int64_t)event.ts.tv_sec * 1000000000 + event.ts.tv_nsec;
  return 0;
}

int rouse_gpio_input_read(struct rouse_gpio_input *input, bool *is_active) {
  return rouse_gpio_get(&input->held, is_active);
}

void rouse_gpio_input_release(struct rouse_gpio_input *input) { rouse_give_back(&input->held); }

#endif
