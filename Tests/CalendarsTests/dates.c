// What libical makes of calendars: FILE.ics becomes FILE.libical, a line for each day of an event of whole days, with its name.
//   dates FROM TO FILE.ics...     FROM and TO as 20261125, both included
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_days = 40000, most_events = 1000 };

struct days {
  long all[most_days];
  int count;
};

static struct days starts, exceptions, replaced;

static long number(struct icaltimetype time) {
  time.is_date = 1;
  time.hour = time.minute = time.second = 0;
  time.zone = NULL;
  return (long)(icaltime_as_timet(time) / 86400);
}

static int has(const struct days *days, long day) {
  for (int i = 0; i < days->count; i++)
    if (days->all[i] == day) return 1;
  return 0;
}

static void add(struct days *days, long day) {
  if (has(days, day)) return;
  if (days->count == most_days) {
    fputs("dates: too many days\n", stderr);
    exit(1);
  }
  days->all[days->count++] = day;
}

static long whole_days(icalcomponent *event, long start) {
  icalproperty *end = icalcomponent_get_first_property(event, ICAL_DTEND_PROPERTY);
  if (end) {
    long length = number(icalproperty_get_dtend(end)) - start;
    return length > 1 ? length : 1;
  }
  icalproperty *duration = icalcomponent_get_first_property(event, ICAL_DURATION_PROPERTY);
  if (duration) {
    long length = icaldurationtype_as_int(icalproperty_get_duration(duration)) / 86400;
    return length > 1 ? length : 1;
  }
  return 1;
}

// Whether it is no public holiday of the whole country; RandomCalendar knows these words alone.
static int is_left_out(icalcomponent *event) {
  static const char *const words[] = {"Public holiday", "Gesetzlicher Feiertag", "Jour férié", "祝日"};
  const char *text = icalcomponent_get_description(event);
  if (!text) return 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(text, words[i]) == 0) return 0;
  return 1;
}

// The days that an event with times fills; 0: it leaves a part of one, or is not of local times.
static long filled_days(icalcomponent *event, struct icaltimetype start) {
  icalproperty *end = icalcomponent_get_first_property(event, ICAL_DTEND_PROPERTY);
  if (!end || start.zone || icalproperty_get_first_parameter(end, ICAL_TZID_PARAMETER)) return 0;
  struct icaltimetype last = icalproperty_get_dtend(end);
  int from = start.hour * 60 + start.minute, to = last.hour * 60 + last.minute;
  if (from > 1 || (to != 0 && to != 1439)) return 0;
  return number(last) - number(start) + (to ? 1 : 0);
}

static const char *uid(icalcomponent *event) {
  const char *text = icalcomponent_get_uid(event);
  return text ? text : "";
}

static int sequence(icalcomponent *event) {
  icalproperty *property = icalcomponent_get_first_property(event, ICAL_SEQUENCE_PROPERTY);
  return property ? icalproperty_get_sequence(property) : 0;
}

static icalproperty *replaces(icalcomponent *event) {
  return icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY);
}

static long replaced_day(icalcomponent *event) {
  return replaces(event) ? number(icalproperty_get_recurrenceid(replaces(event))) : -1000000;
}

// Whether a later version of it is there.
static int is_old(icalcomponent *event, icalcomponent **events, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(uid(events[i]), uid(event)) == 0 && replaced_day(events[i]) == replaced_day(event) &&
        sequence(events[i]) > sequence(event))
      return 1;
  return 0;
}

static void add_exceptions(icalcomponent *event) {
  for (icalproperty *property = icalcomponent_get_first_property(event, ICAL_EXDATE_PROPERTY); property;
       property = icalcomponent_get_next_property(event, ICAL_EXDATE_PROPERTY))
    add(&exceptions, number(icalproperty_get_exdate(property)));
}

static void write_event(icalcomponent *event, icalcomponent **events, int count, long from, long to, FILE *out) {
  struct icaltimetype start = icalcomponent_get_dtstart(event);
  if (icalcomponent_get_status(event) == ICAL_STATUS_CANCELLED || is_left_out(event)) return;
  long first = number(start), length = start.is_date ? whole_days(event, first) : filled_days(event, start);
  if (length < 1) return;
  starts.count = exceptions.count = replaced.count = 0;
  add(&starts, first);
  icalproperty *property;
  for (property = icalcomponent_get_first_property(event, ICAL_RRULE_PROPERTY); property;
       property = icalcomponent_get_next_property(event, ICAL_RRULE_PROPERTY)) {
    icalrecur_iterator *days = icalrecur_iterator_new(icalproperty_get_rrule(property), start);
    if (!days) continue;
    for (struct icaltimetype day = icalrecur_iterator_next(days); !icaltime_is_null_time(day) && number(day) <= to;
         day = icalrecur_iterator_next(days))
      if (number(day) + length > from) add(&starts, number(day));
    icalrecur_iterator_free(days);
  }
  for (property = icalcomponent_get_first_property(event, ICAL_RDATE_PROPERTY); property;
       property = icalcomponent_get_next_property(event, ICAL_RDATE_PROPERTY))
    add(&starts, number(icalproperty_get_rdate(property).time));
  add_exceptions(event);
  for (int i = 0; i < count; i++) {
    if (strcmp(uid(events[i]), uid(event)) != 0) continue;
    if (!replaces(event) && replaces(events[i])) add(&replaced, replaced_day(events[i]));
    if (replaces(event) && !replaces(events[i])) add_exceptions(events[i]);
  }
  // What was taken out of a series is not put back by what replaces it.
  if (replaces(event) && has(&exceptions, replaced_day(event))) return;
  if (replaces(event)) exceptions.count = 0;
  for (int i = 0; i < starts.count; i++) {
    long day = starts.all[i];
    if (has(&exceptions, day) || has(&replaced, day)) continue;
    for (long one = day; one < day + length; one++) {
      if (one < from || one > to) continue;
      struct icaltimetype shown = icaltime_from_timet_with_zone((time_t)one * 86400, 1, NULL);
      fprintf(out, "%04d-%02d-%02d %s\n", shown.year, shown.month, shown.day, icalcomponent_get_summary(event));
    }
  }
}

static int convert(const char *path, long from, long to) {
  static char text[1 << 20], name[4096];
  static icalcomponent *events[most_events];
  FILE *in = fopen(path, "r");
  if (!in) return 1;
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  icalcomponent *calendar = icalparser_parse_string(text);
  if (!calendar) return 1;
  int count = 0;
  for (icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT); event;
       event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT))
    if (count < most_events) events[count++] = event;
  snprintf(name, sizeof name, "%.*s.libical", (int)(strlen(path) - 4), path);
  FILE *out = fopen(name, "w");
  if (!out) return 1;
  for (int i = 0; i < count; i++)
    if (!is_old(events[i], events, count)) write_event(events[i], events, count, from, to, out);
  icalcomponent_free(calendar);
  return fclose(out);
}

int main(int count, char **words) {
  if (count < 4) return 64;
  icalerror_set_errors_are_fatal(0);
  long from = number(icaltime_from_string(words[1])), to = number(icaltime_from_string(words[2]));
  for (int i = 3; i < count; i++)
    if (convert(words[i], from, to)) {
      fprintf(stderr, "dates: %s cannot be read\n", words[i]);
      return 1;
    }
  return 0;
}
