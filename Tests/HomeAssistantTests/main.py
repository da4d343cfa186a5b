"""What `check` runs; see there."""

import argparse
import datetime
import json
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True  # no __pycache__ in the tree

from clock import PASSWORD, Broker, Clock  # noqa: E402
from home_assistant import HomeAssistant  # noqa: E402
from programs import Failure, Programs, until  # noqa: E402


class Report:
    def __init__(self):
        self.passed, self.failures = 0, []

    def check(self, what, holds, found=""):
        if holds:
            self.passed += 1
            print(f"ok: {what}", flush=True)
        else:
            self.failures.append(what)
            print(f"FAILED: {what}: {str(found)[:600]}", flush=True)

    def becomes(self, what, look, wanted, limit=30):
        """Holds when what is looked at is so within the limit, in seconds."""
        self.check(what, until(lambda: look() == wanted, limit), look())


def announced(report, house, clock, broker):
    at_rest = {
        "sensor.rouse_state": "idle", "binary_sensor.rouse_ringing": "off", "binary_sensor.rouse_problem": "off",
        "sensor.rouse_missed_alarms": "0", "sensor.rouse_next_ring": "ready", "sensor.rouse_last_dismissed": "unknown",
        "event.rouse_alarm": "unknown", "number.rouse_volume": "80", "button.rouse_skip_next_alarm": "unknown",
        "switch.rouse_work": "on", "text.rouse_work_time": "07:30", "text.rouse_work_days": "Mon-Fri",
    }  # fmt: skip
    until(lambda: all(house.state(entity) == state for entity, state in at_rest.items()))
    states = house.states()
    for entity, state in at_rest.items():
        report.check(f"{entity} is {state}", states.get(entity, {}).get("state") == state, states.get(entity))
    components = broker.announcement()["cmps"]
    report.check("each entity that is announced is there, and no other", len(house.device_entities()) == len(components) == len(states),
                 (sorted(house.device_entities()), sorted(components)))  # fmt: skip
    following = states["sensor.rouse_next_alarm"]
    label = following["attributes"]["label"]
    report.check("the next alarm is a moment, with its label and all alarms", len(following["attributes"]["alarms"]) == 2 and label
                 and moment(following["state"]) == moment(clock.alarm(label)["next"]["time"]), following)  # fmt: skip
    report.check("nothing of it ends, snoozes or softens a ring", not any(word in name for name in components
                 for word in ("dismiss", "snooze", "soft", "stop", "silence") if "cmd_t" in components[name]), sorted(components))  # fmt: skip


def moment(text):
    return datetime.datetime.fromisoformat(text).replace(microsecond=0)


def is_asked(report, house, clock):
    """What is asked for is done, and what is so comes back. No more than ten things: the clock does so many a minute."""
    house.call("text/set_value", "text.rouse_work_time", value="06:45")
    report.becomes("a set time comes back", lambda: (house.state("text.rouse_work_time"), clock.alarm("Work")["time"]), ("06:45", "06:45"))
    house.call("text/set_value", "text.rouse_work_days", value="sat,sun")
    report.becomes("set days come back", lambda: house.state("text.rouse_work_days"), "Sat Sun")
    house.call("switch/turn_off", "switch.rouse_work")
    report.becomes("an alarm is disabled", lambda: (house.state("switch.rouse_work"), clock.alarm("Work")["enabled"]), ("off", False))
    house.call("switch/turn_on", "switch.rouse_work")
    report.becomes("and enabled", lambda: (house.state("switch.rouse_work"), clock.alarm("Work")["enabled"]), ("on", True))
    report.check("Home Assistant itself refuses what is no time", not house.call("text/set_value", "text.rouse_work_time", value="25:99"))

    house.call("number/set_value", "number.rouse_volume", value=35)
    report.becomes("the volume is set", lambda: (house.state("number.rouse_volume"), "35" in clock("settings", "get", "volume")), ("35", True))
    house.call("select/select_option", "select.rouse_sound", option="birds")
    report.becomes("the sound is set", lambda: house.state("select.rouse_sound"), "birds")
    house.call("select/select_option", "select.rouse_noise", option="rain")
    report.becomes("noise begins", lambda: (house.state("select.rouse_noise"), clock.status()["noise"] is not None), ("rain", True))
    house.call("select/select_option", "select.rouse_noise", option="off")
    report.becomes("and ends", lambda: (house.state("select.rouse_noise"), clock.status()["noise"]), ("off", None))
    house.call("text/set_value", "text.rouse_start_timer", value="25m")
    report.becomes("a timer runs", lambda: len(json.loads(clock("timer", "list", "--json"))["timers"]), 1)
    house.call("button/press", "button.rouse_skip_next_alarm")
    report.becomes("the next alarm is skipped", lambda: sum(clock.alarm(label)["skipNext"] for label in ("Work", "Gone")), 1)


def is_locked(report, house, clock):
    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=30)
    clock.add(soon.strftime("%H:%M"), "--days", "daily", "--label", "Locked", "--cancel-lock", "1h")
    report.becomes("a new alarm has its entities, and is the next", lambda: (house.state("switch.rouse_locked"), house.states()["sensor.rouse_next_alarm"]
                   ["attributes"].get("label")), ("on", "Locked"))  # fmt: skip
    time_before = house.state("text.rouse_locked_time")
    house.call("switch/turn_off", "switch.rouse_locked")
    house.call("text/set_value", "text.rouse_locked_time", value="03:00" if time_before != "03:00" else "04:00")
    report.check("what is locked is refused", until(lambda: clock("log", "--json").count('"home_refused"') == 2), clock("log"))
    report.becomes("and its entities show the truth", lambda: (house.state("switch.rouse_locked"), house.state("text.rouse_locked_time"),
                   clock.alarm("Locked")["enabled"]), ("on", time_before, True))  # fmt: skip


def rings(report, house, clock, cards):
    clock.add("+3s", "--label", "Wake")
    report.becomes("a ring is seen", lambda: (house.state("binary_sensor.rouse_ringing"), house.state("sensor.rouse_state")), ("on", "ringing"))
    house.call("switch/turn_off", "switch.rouse_work")
    # A card that came before the camera had seen the empty room lies there; the next one has come.
    for card in cards:
        clock("mock", "show", card)
        if until(lambda: clock.state() == "idle", 20):
            break
        clock("mock", "hide")
        time.sleep(11)
    report.becomes("and that it is over", lambda: (house.state("binary_sensor.rouse_ringing"), house.state("sensor.rouse_state")), ("off", "idle"))
    report.becomes("when it was dismissed is a moment", lambda: house.state("sensor.rouse_last_dismissed") not in ("unknown", "unavailable"), True)
    report.becomes("exactly one `fired`", lambda: len(house.happened("fired")), 1)
    report.becomes("exactly one `dismissed`", lambda: len(house.happened("dismissed")), 1)
    report.check("while it rang, nothing was done for the house", clock.alarm("Work")["enabled"], clock.alarm("Work"))
    clock("mock", "hide")


def comes_and_goes(report, house, clock):
    def unavailable():
        return [entity for entity, state in house.states().items() if state["state"] != "unavailable"]

    clock.kill("rouse-daemon")
    report.becomes("kill -9 of the clock makes everything unavailable", unavailable, [])
    clock.start()
    report.becomes("it is back", lambda: house.state("number.rouse_volume"), "35", 60)
    clock.kill("rouse-mqtt")
    report.becomes("kill -9 of rouse-mqtt does, too", unavailable, [])
    clock.start_bridge()
    report.becomes("and that is back", lambda: house.state("number.rouse_volume"), "35")
    clock("alarm", "remove", "Gone")
    report.becomes("a removed alarm's entities disappear", lambda: [entity for entity in house.states() if "gone" in entity], [])


def connects_anew(report, house):
    before = len(house.changes)
    report.check("Home Assistant connects to the broker anew", house.reload())
    gone = {"sensor.rouse_state", "number.rouse_volume", "switch.rouse_work"}
    report.becomes("and everything was gone meanwhile", lambda: gone <= {
                   entity for entity, new in house.changes[before:] if new is None or new["state"] == "unavailable"}, True)  # fmt: skip
    report.becomes("after Home Assistant has connected anew, all is there", lambda: (house.state("number.rouse_volume"),
                   house.state("sensor.rouse_state"), house.state("switch.rouse_work")), ("35", "idle", "on"), 40)  # fmt: skip
    report.check("none of that is news", (len(house.happened("fired")), len(house.happened("dismissed"))) == (1, 1), house.happened("fired"))


def is_forgotten(report, house, clock):
    clock.programs.end("rouse-mqtt")
    report.becomes("a bridge that is ended says so", lambda: house.state("sensor.rouse_state"), "unavailable")
    clock.start_bridge()
    report.becomes("and one that begins, too", lambda: house.state("sensor.rouse_state"), "idle")
    # The house may know it first.
    report.becomes("and the clock knows it", clock.line, "connected")
    clock("mqtt", "forget")
    report.becomes("forgotten, nothing of it is left", lambda: list(house.states()), [])
    clock.programs.end("rouse-mqtt")
    report.check("nor does the end of the bridge bring it back", not house.states(), house.states())


def look(report, folder, options):
    with Programs(folder) as programs:
        broker = Broker(programs)
        broker.start()
        clock = Clock(programs, options.programs, broker)
        house = HomeAssistant(programs, options.root, broker.port, "homeassistant", PASSWORD)
        try:
            clock.start()
            clock("settings", "set", "clock-source", "battery")
            cards = [clock.enroll(name) for name in ("right", "spare")]
            clock.add("07:30", "--days", "mon-fri", "--label", "Work")
            clock.add("23:59", "--days", "daily", "--label", "Gone")
            clock.start_bridge()
            house.start()
            print(f"Home Assistant {house.ask('config')['version']} runs, {time.monotonic() - options.begun:.0f} s", flush=True)
            announced(report, house, clock, broker)
            is_asked(report, house, clock)
            # A daemon that is new counts anew what it is asked for.
            comes_and_goes(report, house, clock)
            is_locked(report, house, clock)
            rings(report, house, clock, cards)
            connects_anew(report, house)
            is_forgotten(report, house, clock)
            complaints = house.complaints()
            report.check("Home Assistant has nothing to complain about", not complaints, "\n".join(complaints))
        finally:
            if report.failures or sys.exc_info()[0]:
                for name in ("rouse-mqtt", "rouse-daemon", "mosquitto"):
                    if programs.log(name).exists():
                        print(f"--- {name}\n{programs.said(name)[-3000:]}")
                print("\n".join(house.complaints()))
            programs.end("home-assistant")
            house.remove()


def main():
    parser = argparse.ArgumentParser(prog="Tests/HomeAssistantTests/main.py")
    parser.add_argument("root", type=Path)
    parser.add_argument("programs", type=Path)
    parser.add_argument("version")
    options = parser.parse_args()
    options.begun = time.monotonic()
    # `timeout` asks for an end; what was started is then ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED: it takes too long, and was ended"))
    report = Report()
    with tempfile.TemporaryDirectory(prefix="rouse-home-") as folder:
        try:
            look(report, Path(folder), options)
        except (Failure, OSError, KeyError) as error:
            report.check("all of it can be looked at", False, repr(error))
    print(f"{time.monotonic() - options.begun:.0f} s")
    print(f"{report.passed} passed, {len(report.failures)} failed")
    return 1 if report.failures else 0


sys.exit(main())
