import AlarmClock
import Control

/// Describes the clock's state, problems first.
enum StatusText {
  static func rendered(_ status: StatusView, style: Style = .output) -> String {
    var lines: [String] = []
    if let why = status.minimal {
      lines.append(style.red("MINIMAL MODE: ") + Terminal.printable(why) + "; alarms ring, little else is done")
    }
    lines += status.misses.map { style.red("MISSED: ") + miss($0) }
    if !status.misses.isEmpty { lines.append("To dismiss this: `rouse acknowledge`") }
    if let erasure = status.erasure { lines.append(style.yellow("ERASURE: ") + ErasureText.sentence(erasure)) }
    lines += VerdictText.lines(status, style)
    if let notice = status.storage.notice { lines.append(style.red("STORE: ") + Terminal.printable(notice)) }
    if let problem = status.clock.zoneProblem { lines.append(style.red("TIME ZONE: ") + Terminal.printable(problem)) }
    if status.board.mock { lines.append(style.yellow("MOCK BOARD: no real hardware is driven")) }
    lines = lines.map { style.wrapped($0) } + [""]

    var listing = Listing()
    listing.add("state", status.state == .idle ? "idle" : style.red(status.state.rawValue.uppercased()))
    addRings(status.rings, to: &listing)
    listing.add("next", next(status))
    for skip in status.skips { listing.add(continuing: skipped(skip)) }
    listing.add("timers", status.timers.map { TimerText.sentence($0, among: status.timers) })
    CalmText.add(status, style, to: &listing)
    listing.add("devices", devices(status, style))
    if let light = status.readings.light { listing.add("light", light) }
    if let room = status.readings.room { listing.add("room", room) }
    if let power = status.power { listing.add("power", self.power(power, now: status.clock.now, style)) }
    listing.add("processor", status.processor.map { [processor($0, now: status.clock.now, style)] } ?? [])
    for missing in status.missingSounds { listing.add("sound", CalmText.missing(missing, style)) }
    listing.add("home", status.home.map { HomeText.lines($0, now: status.clock.now, style) } ?? [])
    listing.add("clock", clock(status.clock, style))
    if ZoneAdvice.isUTC(status.clock.zone) {
      listing.add(
        continuing: style.yellow("ZONE: ") + "UTC may not be your time zone. Set yours: `\(ZoneAdvice.setCommand())`")
    }
    listing.add("board", board(status.board))
    for warning in status.board.warnings {
      listing.add(continuing: style.yellow("WARNING: ") + Terminal.printable(warning))
    }
    listing.add("scheduler", scheduler(status.scheduler, style))
    listing.add("storage", storage(status.storage, style))
    listing.add("version", Terminal.printable(status.version))
    lines.append(listing.rendered(style: style))
    return lines.joined(separator: "\n")
  }

  /// Example: `Work (k3f9xa)`; only the id if there is no label.
  static func name(_ label: String, _ id: String) -> String {
    label.isEmpty ? id : "\(Terminal.printable(label)) (\(id))"
  }

  private static func miss(_ miss: MissView) -> String {
    let reason = miss.rang ? "rang, and nobody answered" : "could not ring, as when the power is off"
    return "\(name(miss.label, miss.alarmId)), due \(TimePhrase.stamp(miss.due)): \(reason)"
  }

  private static func addRings(_ rings: [RingView], to listing: inout Listing) {
    for ring in rings {
      listing.add("ring", "\(name(ring.label, ring.alarmId)), due \(TimePhrase.stamp(ring.due))")
      let names = ring.cards.map(Terminal.printable).joined(separator: " or ")
      let cards = names.isEmpty ? "any enrolled card" : names
      for line in phase(ring, cards: cards) { listing.add(continuing: line) }
      for card in ring.lyingCards {
        listing.add(
          continuing: "\(Terminal.printable(card)) lies before the camera: take it away, then hold it in another "
            + "place, or closer")
      }
      if ring.wrongCodes > 0 {
        listing.add(continuing: "\(Table.count(ring.wrongCodes, "code")) seen that no card of it has")
      }
    }
  }

  static func phase(_ ring: RingView, cards: String) -> [String] {
    let count = ring.mostSnoozes > 0 ? " (\(ring.snoozes) of \(ring.mostSnoozes) snoozes taken)" : ""
    let end = "ends with \(cards), or gives up at \(TimePhrase.clock(ring.silenceAt))"
    let until = ring.ringsAt.map { TimePhrase.clock($0) } ?? "its time"
    switch ring.state {
    case .ringing: return ["ringing\(count)", end]
    case .snoozed: return ["snoozed until \(until) (\(ring.snoozes) of \(ring.mostSnoozes))", end]
    case .checking: return ["dismissed; \(cards) has to be shown again before \(until), or it rings again"]
    }
  }

  private static func next(_ status: StatusView) -> String {
    guard let next = status.next else { return "nothing" }
    return "\(name(next.label, next.alarmId)), \(TimePhrase.when(next))\(AlarmText.special(next.special))"
  }

  private static func skipped(_ skip: OccurrenceView) -> String {
    // A ring during a pause needs its date. Only repeating alarms have a reason, so the date identifies the ring.
    let date = skip.reason == nil ? "" : " --on \(skip.time.prefix(10))"
    let what = "\(name(skip.label, skip.alarmId)) skips \(TimePhrase.stamp(skip.time))\(AlarmText.reason(skip.reason))"
    return what + "; to let it ring: `rouse alarm unskip \(skip.alarmId)\(date)`"
  }

  /// Says when a healthy device was last proven to work.
  private static func proof(_ device: DeviceView, now: String) -> String {
    guard device.health == .ok else { return "" }
    return device.proven.map { ", proven \(TimePhrase.past($0, now: now))" } ?? ", not tried since the start"
  }

  private static let roles = [
    "buzzer", "vibration", "speaker", "display", "lamp", "camera", "light", "room", "power", "button",
  ]
  /// Optional devices, which are not reported if missing.
  private static let sensors: Set = ["light", "room", "power", "button"]

  private static func devices(_ status: StatusView, _ style: Style) -> [String] {
    let devices = status.devices
    let known = roles.filter { role in
      devices[role].map { $0.health != .notFitted || !sensors.contains(role) } ?? false
    }
    return (known + devices.keys.filter { !roles.contains($0) }.sorted()).compactMap { role in
      guard let device = devices[role] else { return nil }
      let name = style.isPlain ? role + ":" : role.padded(to: 9) + " "
      return "\(name) \(health(device, style))\(proof(device, now: status.clock.now))"
    }
  }

  static func health(_ device: DeviceView, _ style: Style) -> String {
    switch device.health {
    case .ok: return style.green("ok")
    case .notFitted: return "not fitted"
    case .degraded: return style.yellow("degraded") + (device.error.map { ": \(Terminal.printable($0))" } ?? "")
    case .failed:
      let since = device.since.map { " since \(TimePhrase.stamp($0))" } ?? ""
      return style.red("FAILED") + since + (device.error.map { ": \(Terminal.printable($0))" } ?? "")
    }
  }

  /// Example: `LOW (under-voltage since 03:12)`, followed by the fix.
  static func power(_ power: PowerView, now: String, _ style: Style) -> String {
    guard power.low else { return style.green("ok") }
    return style.red("LOW") + " (under-voltage\(since(power.since, now)))" + mending(power.fix)
  }

  /// Example: `HOT (82.5 °C since 03:12)`, followed by the fix.
  static func processor(_ processor: ProcessorView, now: String, _ style: Style) -> String {
    let word: String
    switch processor.level {
    case .ok: return "\(processor.degrees) °C"
    case .hot: word = "HOT"
    case .tooHot: word = "TOO HOT"
    }
    return style.red(word) + " (\(processor.degrees) °C\(since(processor.since, now)))" + mending(processor.fix)
  }

  private static func since(_ time: String?, _ now: String) -> String {
    time.map { " since \(TimePhrase.past($0, now: now))" } ?? ""
  }

  private static func mending(_ fix: String?) -> String { fix.map { ": \(Terminal.printable($0))" } ?? "" }

  private static func clock(_ clock: ClockView, _ style: Style) -> String {
    let trust = clock.trusted ? "trusted" : style.yellow("NOT TRUSTED")
    return "\(TimePhrase.stamp(clock.now, .seconds)) \(Terminal.printable(clock.zone)), \(trust): "
      + Terminal.printable(clock.why)
  }

  private static func board(_ board: BoardView) -> String {
    Terminal.printable(board.name) + (board.file.map { " (\(Terminal.printable($0)))" } ?? "")
  }

  private static func scheduler(_ scheduler: SchedulerView, _ style: Style) -> String {
    if scheduler.realTimePriority { return "real-time priority" }
    return style.yellow("DEGRADED")
      + ": no real-time priority, so a ring may be late on a loaded machine"
      + (scheduler.why.map { " (\(Terminal.printable($0)))" } ?? "")
  }

  private static func storage(_ storage: StorageView, _ style: Style) -> String {
    let folder = Terminal.printable(storage.folder)
    let waiting =
      storage.unstored == 0 ? "" : "; \(Table.count(storage.unstored, "outcome")) of rings still to be stored"
    if storage.writable && storage.error == nil { return "\(folder), writable\(waiting)" }
    return style.red(storage.writable ? "TROUBLE" : "NOT WRITABLE") + ": \(folder)"
      + (storage.error.map { ": \(Terminal.printable($0))" } ?? "") + "; alarms ring from what is stored" + waiting
  }
}
