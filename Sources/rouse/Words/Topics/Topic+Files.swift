import Control

extension Topic {
  static let files = Topic(
    name: "files", about: "files and variables that Rouse reads",
    sections: [
      Section(
        "WHAT IS KEPT",
        .text(
          """
          `rouse data` shows it, how much, and for how long; nothing of it leaves the clock by itself, unless you have set \
          up a house (`rouse help home`). `rouse data erase` is for good: it rewrites the store, and deletes its copies \
          and pictures. Flash memory may keep traces that no program can reach.
          """)),
      Section(
        "FILES",
        .terms([
          Term("/etc/rouse/board.json5", "which devices there are; see rouse-board(5)"),
          Term(MQTTCommand.file, "where the house is, and what it may; see `rouse help home`"),
          Term("~/.config/rouse/fleet.json5", "by which account `rouse fleet` reads many clocks"),
          Term("/var/lib/rouse", "alarms, cards, settings and the log, as one SQLite file; only the service writes it"),
          Term("/var/lib/rouse/backups", "copies of it, a day each, seven kept"),
          Term("/var/lib/rouse/sounds", "sounds of your own; `rouse backup` takes them, the copies of each day do not"),
          Term("/var/lib/rouse/messages.json", "what the display is to show (`rouse show`); no backup takes it"),
          Term("/var/lib/rouse/reminders.json", "what the clock reminded of (`rouse reminder`); no backup takes it"),
          Term("/var/lib/rouse/evidence", "pictures of rings, where `evidence` is on"),
          Term(SocketPath.system, "where the service listens, for root and the group rouse"),
          Term("~/.local/state/rouse", "all of that, of a service that you started by hand"),
        ])),
      Section(
        "ENVIRONMENT",
        .terms([
          Term("ROUSE_SOCKET", "the socket, where `--socket` names none"),
          Term("ROUSE_PATIENCE", "how many seconds a command waits for an answer: 1 to 3600, otherwise 10"),
          Term("NO_COLOR", "set to anything: no colours"), Term("TERM", "`dumb`: no colours"),
          Term("TZ", "the zone of the service, in place of /etc/localtime"),
          Term("XDG_RUNTIME_DIR, XDG_STATE_HOME", "where a service of your own listens, and keeps what it has"),
        ])),
    ])

  static let scripts = Topic(
    name: "scripts", about: "what programs can rely on",
    sections: [
      Section(
        "FOR SCRIPTS",
        .text(
          """
          Data goes to stdout, everything that is said about it to stderr. A change is saved when the command ends with \
          0, wherever its output goes. `rouse help exit-codes` lists what else there is; 75 means: try again later.
          """),
        .text(
          """
          With `--json` whatever prints data prints JSON: keys in camelCase, times of RFC 3339, nanoseconds as strings, \
          `null` for what is unset, and the number `schema`, which grows when a key goes away. `rouse log --json` is a \
          value a line.
          """),
        .lines([
          "rouse status --json | jq -r .state", "rouse alarm list --json | jq -r '.alarms[].id'",
          "rouse log --follow --json",
        ])),
      Section(
        "COMPLETIONS",
        .text(
          """
          `deploy/install` puts them in place for bash, zsh and fish; they know your alarms, cards and sounds. By hand \
          they come from:
          """),
        .lines(["rouse --generate-completion-script bash"])),
    ])

  static let daemon = Topic(
    name: "daemon", about: "how the service runs",
    sections: [
      Section(
        "THE SERVICE",
        .text(
          """
          systemd starts it at every boot, as the user `rouse`, with the devices of its board and nothing else. It is \
          started again 100 ms after it has ended, whatever has ended it, and what rang rings on. It says that it is \
          well every few seconds; a service that no longer does is ended after ten.
          """),
        .lines([
          "systemctl status rouse", "journalctl -u rouse -n 50", "sudo systemctl restart rouse",
          "rouse daemon --board mock --state /tmp/rouse --socket /tmp/rouse.sock",
        ])),
      Section(
        "MINIMAL MODE",
        .text(
          """
          One that dies three times within a minute starts with less: it rings what is armed by the buzzer, lets its \
          card end it, and refuses changes. It reads a store of any version, and needs neither sounds of your own nor \
          more of the board file than the buzzer. It tries everything again after ten minutes, and `rouse status` says \
          so.
          """)),
      Section(
        "THE STORE",
        .text(
          """
          It is checked after each start, and copied once a day and after changes. A broken one is put aside as \
          `rouse.sqlite.broken-N`, and the newest good copy takes its place: one of the daily ones, or the file without \
          its write-ahead log if that log cannot be read. If a row is invalid, its defaults are used, or it alone is put \
          aside; the status and the log say so.
          """),
        .text(
          """
          Never copy a file over `rouse.sqlite` while the daemon runs: the next change is refused, the file is put aside \
          and the store is written again from memory. `rouse restore FILE` brings a copy back. With the service stopped, \
          delete `rouse.sqlite-wal` and `rouse.sqlite-shm` as well.
          """),
        .text(
          """
          While the disk is full or read-only, alarms ring from what is known. How they ended waits (10000 outcomes at \
          most; `rouse status` counts them), and changes are refused until the disk takes them again. The log and the \
          history of rings keep two years (`rouse settings set log 365d`, `rouse settings set history 365d`), the log 50000 \
          events at most, and the history as much beside rings; of rings it keeps all of that time.
          """)),
      Section(
        "SIGNALS",
        .terms([
          Term("SIGTERM, SIGINT", "turns every device off and ends; a ring under way goes on at the next start"),
          Term("SIGKILL", "the same, but that systemd turns the devices off (`--all-off`)"),
        ])),
      Section(
        "WHAT IT NEEDS",
        .text(
          """
          rouse-scan, which owns the camera, and rouse-sound, which decodes sounds of your own, lie beside it; without \
          them it rings all the same. espeak-ng is asked for words, where the clock is to speak.
          """)),
    ])
}
