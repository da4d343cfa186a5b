import Control

extension Topic {
  /// The clock among others: what the house sees, and what it may.
  static let home = Topic(
    name: "home", about: "Home Assistant, MQTT, and many clocks: what the house sees, and what it may",
    sections: [
      Section(
        "WHAT IT IS",
        .text(
          """
          A clock can tell an MQTT broker that you have how it is, and take wishes from there. A program of its own does \
          that, rouse-mqtt: it alone has a network, so it may do the least. Without a broker, or without a network, \
          everything rings as before. To begin: `rouse mqtt setup`; it asks, tries, and prints what to save.
          """),
        .text(
          """
          Nothing in the house can end, snooze or soften a ring: there is no such topic. While something rings, nothing \
          at all is done for the house.
          """)),
      Section(
        "WHAT THE HOUSE SEES",
        .terms([
          Term("next alarm", "when it rings next, its label, and all alarms with their times"),
          Term("state", "idle, ringing, snoozed, checking; and whether it rings"),
          Term("missed, verdict, problem", "misses that nobody has acknowledged; whether the next ring is at risk"),
          Term("last dismissed", "when a card has ended a ring, and the card's name"),
          Term("scores", "waking, rhythm and readiness, 0 to 100, as `rouse insight` has them"),
          Term("sensors", "light, temperature, humidity and under-voltage, where the board has them"),
          Term("events", "fired, dismissed, snoozed, missed, skipped, wake_check, wrong_card, timer_ended, reminder"),
        ]),
        .text(
          """
          Home Assistant finds all that as one device. What happens is also told in order, nothing left out, on the topic \
          rouse/ID/log: what happened without a network arrives later, with an id by which twice is known from once.
          """)),
      Section(
        "WHAT IT MAY",
        .text(
          """
          Nothing, until root names it in `commands`. The rules of the command line hold: a locked alarm stays as it is, \
          and the house sees that. Ten things a minute are done at most. Each is in the log, and `rouse status`, the \
          test before the night and `rouse say --status` name it with its origin: skipped by Home Assistant 23:14.
          """),
        .terms(HomeCommandName.allCases.map { Term($0.rawValue, $0.meaning) }),
        .text("Others than Home Assistant publish to rouse/ID/command, never retained:"),
        .lines([
          #"{ "command": "skip" }"#, #"{ "command": "set", "arguments": { "alarm": "Work", "time": "07:15" } }"#,
          #"{ "command": "timer", "arguments": { "span": "25m", "label": "tea" } }"#,
        ])),
      Section(
        "THE FILE",
        .text(
          """
          \(MQTTCommand.file) is JSON5, belongs to root, and only root may write to it. After a change: `sudo systemctl \
          restart rouse-mqtt`.
          """),
        .terms([
          Term("broker", "mqtts://HOST:PORT with TLS, mqtt://HOST:PORT without; ports 8883 and 1883 go without saying"),
          Term("user", "the clock's account on the broker; each clock needs its own"),
          Term("passwordFile", "a file with the password; else \(MQTTCommand.passwordFile), root's, of mode 0600"),
          Term("id", "the clock's name in topics; else the account's"),
          Term("base", "what its topics begin with; else rouse"),
          Term("discovery", "what Home Assistant's topics begin with, or off; else homeassistant"),
          Term("commands", "what the house may, as above; else nothing"),
          Term("caFile", "who has signed the broker's certificate, as PEM; else whom the system trusts"),
          Term("certificateFile, keyFile", "the clock's own certificate, where the broker wants one"),
        ])),
      Section(
        "PRIVACY",
        .text(
          """
          Whoever reads the broker knows when you get up: give each account its own topics, and use TLS. Labels, card \
          names and times leave the clock this way; pictures, codes of cards, paths and the clock's place never do. \
          `rouse mqtt forget` takes back what the broker keeps. Mosquitto's rules, with the account's name as the id:
          """),
        .lines([
          "pattern readwrite rouse/%u/#", "pattern write homeassistant/device/%u/config",
          "pattern read homeassistant/status",
        ])),
      Section(
        "MANY CLOCKS",
        .text(
          """
          `rouse fleet status` is for who looks after a hostel or a clinic: a line a clock, what needs somebody first. It \
          runs on any computer, with an account of yours that may read all clocks (mosquitto: `user fleet`, then `topic \
          read rouse/#`), in ~/.config/rouse/fleet.json5. Name each clock on itself; what follows a comma is its place:
          """),
        .lines([
          #"rouse settings set name "Room 12, Annex""#,
          #"{ broker: "mqtts://broker.lan", user: "fleet", passwordFile: "fleet-pw" }"#,
        ]),
        .text(
          """
          A clock says how it is on rouse/ID/summary, and its last ten events on rouse/ID/recent; rouse/ID/bridge is \
          offline when the broker has lost it.
          """)),
      Section(
        "WHEN IT FAILS",
        .lines(["rouse mqtt status", "sudo rouse mqtt test", "journalctl -u rouse-mqtt -n 50", "rouse mqtt sync"])),
    ])
}
