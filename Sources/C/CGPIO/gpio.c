#define _GNU_SOURCE
#include "libgpiod.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int open_path(const char *path, struct gpiod_chip **chip) {
  errno = 0;
  *chip = gpiod_chip_open(path);
  if (*chip != NULL) return 0;
  // What is not there and what is no GPIO chip is the same to people.
  return errno == ENOENT || errno == ENOTTY || errno == 0 ? ENODEV : errno;
}

static int is_chip(const struct dirent *entry) { return strncmp(entry->d_name, "gpiochip", 8) == 0; }

// libgpiod 1.x has a call for this too; it gives up at the first chip that may not be opened, whosever it is.
static int open_label(const char *label, struct gpiod_chip **chip) {
  struct dirent **entries;
  int count = scandir("/dev", &entries, is_chip, versionsort);
  if (count < 0) return errno;
  int result = ENODEV;
  for (int i = 0; i < count; i++) {
    char path[sizeof "/dev/" + sizeof entries[i]->d_name];
    snprintf(path, sizeof path, "/dev/%s", entries[i]->d_name);
    free(entries[i]);
    if (result == 0) continue;
    int error = open_path(path, chip);
    struct rouse_gpio_description about;
    unsigned int line_count;
    if (error == 0 && rouse_chip_facts(*chip, &about, &line_count) == 0 && strcmp(about.chip_label, label) == 0)
      result = 0;
    else if (error == 0)
      gpiod_chip_close(*chip);
    else if (error != ENODEV)
      result = error;
  }
  free(entries);
  return result;
}

static int open_chip(const char *name, struct gpiod_chip **chip) {
  if (strchr(name, '/') != NULL) return open_path(name, chip);
  if (strncmp(name, "gpiochip", 8) == 0) {
    char path[64];
    snprintf(path, sizeof path, "/dev/%s", name);
    int error = open_path(path, chip);
    if (error != ENODEV) return error;
  }
  return open_label(name, chip);
}

// Opens the chip, and finds the line on it.
static int open_place(const struct rouse_gpio_place *place, struct gpiod_chip **chip,
                      struct rouse_gpio_description *about) {
  int error = open_chip(place->chip, chip);
  if (error != 0) return error;
  unsigned int line_count = 0;
  error = rouse_chip_facts(*chip, about, &line_count);
  about->offset = place->offset;
  if (error == 0 && place->name != NULL) error = rouse_find_line(*chip, place->name, &about->offset);
  if (error == 0 && about->offset >= line_count) error = ENOENT;
  if (error != 0) gpiod_chip_close(*chip);
  return error;
}

int rouse_gpio_request(const struct rouse_gpio_place *place, bool is_active_low, enum rouse_gpio_bias bias,
                       struct rouse_gpio_line **line) {
  struct gpiod_chip *chip;
  struct rouse_gpio_description about;
  int error = open_place(place, &chip, &about);
  return error != 0 ? error : rouse_request_line(chip, about.offset, is_active_low, bias, false, line);
}

int rouse_gpio_request_open_drain(const struct rouse_gpio_place *place, struct rouse_gpio_line **line) {
  struct gpiod_chip *chip;
  struct rouse_gpio_description about;
  int error = open_place(place, &chip, &about);
  return error != 0 ? error : rouse_request_line(chip, about.offset, true, ROUSE_GPIO_BIAS_PULL_UP, true, line);
}

void rouse_gpio_release(struct rouse_gpio_line *line) {
  // Where the chip is gone this fails, and nothing is left to be made inactive.
  (void)rouse_gpio_set(line, false);
  rouse_give_back(line);
}

int rouse_gpio_listen(const struct rouse_gpio_place *place, bool is_active_low, enum rouse_gpio_bias bias,
                      uint32_t debounce, struct rouse_gpio_input **input, bool *is_debounced) {
  struct gpiod_chip *chip;
  struct rouse_gpio_description about;
  int error = open_place(place, &chip, &about);
  if (error != 0) return error;
  return rouse_listen_to_line(chip, about.offset, is_active_low, bias, debounce, input, is_debounced);
}

int rouse_gpio_describe(const struct rouse_gpio_place *place, struct rouse_gpio_description *description) {
  struct gpiod_chip *chip;
  memset(description, 0, sizeof *description);
  int error = open_place(place, &chip, description);
  if (error != 0) return error;
  error = rouse_line_facts(chip, description->offset, description);
  gpiod_chip_close(chip);
  return error;
}
