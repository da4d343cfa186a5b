/// What was found when this was measured for the last release, on two shared cores: to see what creeps. To be written anew
/// with each release.
enum LastTime {
  /// By what was measured, up to the first comma.
  private static let found = [
    "start → armed and answering": "p50 22 ms, p95 26 ms",
    "idle memory": "18.8 MB", "  of it anonymous": "2.7 MB", "threads": "19", "descriptors": "38",
    "idle wakeups a second": "1.5",
    "arming anew among 10 alarms": "p50 1.4 ms", "arming anew among 1000 alarms": "p50 2.0 ms",
    "arming anew among 10000 alarms": "p50 7.2 ms",
    "start with 1000 alarms": "83 ms", "start with 10000 alarms": "639 ms",
    "rouse alarm list": "median 77 ms", "rouse alarm list --json": "median 111 ms",
    "rouse alarm list of 1000: reads and writes": "225", "rouse alarm list --json of 1000: reads and writes": "229",
    "one edit among 1000 alarms: reads and writes of the daemon": "40",
    "rouse card test → card known": "p50 77 ms",
    "due → first sample handed to the speaker": "p99 2 ms", "due → first sound": "p99 2 ms",
    "card's first frame → sounders": "p95 65 ms", "card's first frame → camera closed too": "p95 69 ms",
    "timer's end → first sound": "p99 1 ms",
    "rouse": "16.3 MB", "rouse-daemon": "20.9 MB", "rouse-scan": "13.5 MB", "rouse-sound": "12.4 MB",
  ]

  static func found(_ name: String) -> String { found[String(name.prefix { $0 != "," })] ?? "" }
}
