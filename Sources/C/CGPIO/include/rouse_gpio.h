// GPIO lines over libgpiod, the same for its two interfaces, 1.x (Debian 12) and 2.x (Debian 13), which have no
// call in common. gpiod.h stays out of this header.
#ifndef ROUSE_GPIO_H
#define ROUSE_GPIO_H

#include <stdbool.h>
#include <stdint.h>

/// A line that is ours.
struct rouse_gpio_line;

/// Which line. The chip is a label (`pinctrl-bcm2711`), a name (`gpiochip0`) or a path; the line is meant by `name`, or
/// where that is NULL by `offset`.
struct rouse_gpio_place {
  const char *chip;
  const char *name;
  unsigned int offset;
};

enum rouse_gpio_bias {
  ROUSE_GPIO_BIAS_AS_IS,
  ROUSE_GPIO_BIAS_DISABLED,
  ROUSE_GPIO_BIAS_PULL_UP,
  ROUSE_GPIO_BIAS_PULL_DOWN,
};

/// What is known about a line without holding it; texts that do not fit are cut.
struct rouse_gpio_description {
  char chip_name[32];
  char chip_label[64];
  unsigned int offset;
  /// As the device tree calls it; empty: it does not.
  char line_name[64];
  /// Some program or driver holds it …
  bool is_used;
  /// … and calls itself so; empty: it does not say.
  char consumer[64];
};

/// Takes a line as an output, inactive, as the consumer "rouse". Returns 0 or an errno: ENODEV no such chip, EACCES a
/// chip that may be it cannot be opened, ENOENT no such line on the chip, EBUSY the line is held by somebody.
int rouse_gpio_request(const struct rouse_gpio_place *place, bool is_active_low, enum rouse_gpio_bias bias,
                       struct rouse_gpio_line **line);
/// Takes a line that others can pull down too (open drain), with the pin's own pull-up. It is active while it is pulled
/// down, by whomever; made inactive, it is let go, and so it is at first. Returns as `rouse_gpio_request` does.
int rouse_gpio_request_open_drain(const struct rouse_gpio_place *place, struct rouse_gpio_line **line);
/// Whether the line is active. Returns 0 or an errno.
int rouse_gpio_get(struct rouse_gpio_line *line, bool *is_active);
/// Makes the line active or inactive. Returns 0 or an errno: ENODEV the chip is gone.
int rouse_gpio_set(struct rouse_gpio_line *line, bool is_active);
/// Makes the line inactive and gives it back; the pointer is void afterwards.
void rouse_gpio_release(struct rouse_gpio_line *line);

/// A line that is ours and tells of its edges.
struct rouse_gpio_input;

/// Takes a line as an input, as the consumer "rouse". Where the kernel can, it tells of an edge only once the level has
/// held for `debounce` microseconds; `is_debounced` says whether it does. Returns 0 or an errno as `rouse_gpio_request`
/// does.
int rouse_gpio_listen(const struct rouse_gpio_place *place, bool is_active_low, enum rouse_gpio_bias bias,
                      uint32_t debounce, struct rouse_gpio_input **input, bool *is_debounced);
/// Can be read once there was an edge (poll(2)).
int rouse_gpio_input_descriptor(const struct rouse_gpio_input *input);
/// A change of the line's level.
struct rouse_gpio_edge {
  bool is_active;
  /// By a clock that never steps.
  int64_t nanoseconds;
};

/// Takes the oldest edge away, and waits for it if there is none. Returns 0 or an errno: ENODEV the chip is gone.
int rouse_gpio_input_take_edge(struct rouse_gpio_input *input, struct rouse_gpio_edge *edge);
/// Whether the line is active now. Returns 0 or an errno.
int rouse_gpio_input_read(struct rouse_gpio_input *input, bool *is_active);
/// Gives the line back; the pointer is void afterwards.
void rouse_gpio_input_release(struct rouse_gpio_input *input);

/// Describes a line, whoever holds it. Returns 0 or an errno as `rouse_gpio_request` does.
int rouse_gpio_describe(const struct rouse_gpio_place *place, struct rouse_gpio_description *description);

#endif
