// What differs between libgpiod's two interfaces; libgpiod1.c or libgpiod2.c has it, whichever the installed one is.
#ifndef ROUSE_LIBGPIOD_H
#define ROUSE_LIBGPIOD_H

#include "rouse_gpio.h"

#include <gpiod.h>

// No header of libgpiod says its version; only 1.x defines this.
#ifdef GPIOD_LINE_BULK_MAX_LINES
#define ROUSE_LIBGPIOD 1
#else
#define ROUSE_LIBGPIOD 2
#endif

#define ROUSE_CONSUMER "rouse"

// All return 0 or an errno.

// Fills in the chip's name and label.
int rouse_chip_facts(struct gpiod_chip *chip, struct rouse_gpio_description *about, unsigned int *line_count);
// ENOENT: the chip has no line of that name.
int rouse_find_line(struct gpiod_chip *chip, const char *name, unsigned int *offset);
// Fills in all that belongs to the line.
int rouse_line_facts(struct gpiod_chip *chip, unsigned int offset, struct rouse_gpio_description *about);
// Takes the chip over, on failure too.
int rouse_request_line(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                       bool is_open_drain, struct rouse_gpio_line **line);
void rouse_give_back(struct rouse_gpio_line *line);
// Takes the chip over, on failure too.
int rouse_listen_to_line(struct gpiod_chip *chip, unsigned int offset, bool is_active_low, enum rouse_gpio_bias bias,
                         uint32_t debounce, struct rouse_gpio_input **input, bool *is_debounced);

#endif
