import AlarmClock
import Control

/// Describes the clock's state, problems first.
enum StatusText {
  static func rendered(_ status: StatusView, style: Style = .output) -> String {
    var lines: [String] = []
    if let why = status.minimal {
      lines.append(style.red("MINIMAL MODE: ") + Terminal.printable(why) + "; alarms ring, little else works")
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
    for ring in status.rings { listing.add("ring", Self.lines(ring)) }
    listing.add("next", [next(status)] + status.skips.map(skipped))
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
    let warnings = status.board.warnings.map { style.yellow("WARNING: ") + Terminal.printable($0) }
    listing.add("board", [board(status.board)] + warnings)
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
    let reason = miss.rang ? "rang, and nobody answered" : "could not ring, for example without power"
    return "\(name(miss.label, miss.alarmId)), due \(TimePhrase.stamp(miss.due)): \(reason)"
  }

  private static func lines(_ ring: RingView) -> [String] {
    let names = ring.cards.map(Terminal.printable).joined(separator: " or ")
    let lying = ring.lyingCards.map {
      "\(Terminal.printable($0)) is already in front of the camera: take it away, then hold it elsewhere or closer"
    }
    let wrong = ring.wrongCodes > 0 ? ["\(Table.count(ring.wrongCodes, "wrong code")) seen"] : []
    return ["\(name(ring.label, ring.alarmId)), due \(TimePhrase.stamp(ring.due))"]
      + phase(ring, cards: names.isEmpty ? "any enrolled card" : names) + lying + wrong
  }

  private static func phase(_ ring: RingView, cards: String) -> [String] {
    let count = ring.mostSnoozes > 0 ? " (\(ring.snoozes) of \(ring.mostSnoozes) snoozes used)" : ""
    let end = "ends with \(cards), or gives up at \(TimePhrase.clock(ring.silenceAt))"
    let until = ring.ringsAt.map { TimePhrase.clock($0) } ?? "its time"
    switch ring.state {
    case .ringing: return ["ringing\(count)", end]
    case .snoozed: return ["snoozed until \(until) (\(ring.snoozes) of \(ring.mostSnoozes))", end]
    case .checking: return ["dismissed; \(cards) must be shown again before \(until), or it rings again"]
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
    return what + "; to make it ring: `rouse alarm unskip \(skip.alarmId)\(date)`"
  }

  private static let roles = [
    "buzzer", "vibration", "speaker", "display", "lamp", "camera", "light", "room", "power", "button",
  ]
  /// Optional devices, which are not reported if missing.
  private static let sensors: Set = ["light", "room", "power", "button"]

  private static func devices(_ status: StatusView, _ style: Style) -> [String] {
    func place(_ role: String) -> Int { roles.firstIndex(of: role) ?? roles.count }
    let shown = status.devices.filter { $0.value.health != .notFitted || !sensors.contains($0.key) }
    return shown.sorted { (place($0.key), $0.key) < (place($1.key), $1.key) }.map { role, device in
      let name = style.isPlain ? role + ":" : role.padded(to: 9) + " "
      let proven = device.proven.map { ", proven \(TimePhrase.past($0, now: status.clock.now))" }
      let proof = device.health == .ok ? proven ?? ", not tried since the start" : ""
      return "\(name) \(health(device, style))\(proof)"
    }
  }

  static func health(_ device: DeviceView, _ style: Style) -> String {
    switch device.health {
    case .ok: style.green("ok")
    case .notFitted: "not fitted"
    case .degraded: style.yellow("degraded") + tail(device.error)
    case .failed:
      style.red("FAILED") + (device.since.map { " since \(TimePhrase.stamp($0))" } ?? "") + tail(device.error)
    }
  }

  /// Example: `LOW (under-voltage since 03:12)`, followed by the fix.
  static func power(_ power: PowerView, now: String, _ style: Style) -> String {
    guard power.low else { return style.green("ok") }
    return style.red("LOW") + " (under-voltage\(since(power.since, now)))" + tail(power.fix)
  }

  /// Example: `HOT (82.5 °C since 03:12)`, followed by the fix.
  static func processor(_ processor: ProcessorView, now: String, _ style: Style) -> String {
    guard processor.level != .ok else { return "\(processor.degrees) °C" }
    return style.red(processor.level == .hot ? "HOT" : "TOO HOT")
      + " (\(processor.degrees) °C\(since(processor.since, now)))" + tail(processor.fix)
  }

  private static func since(_ time: String?, _ now: String) -> String {
    time.map { " since \(TimePhrase.past($0, now: now))" } ?? ""
  }

  private static func tail(_ text: String?) -> String { text.map { ": \(Terminal.printable($0))" } ?? "" }

  private static func clock(_ clock: ClockView, _ style: Style) -> String {
    let trust = clock.trusted ? "trusted" : style.yellow("NOT TRUSTED")
    return "\(TimePhrase.stamp(clock.now, .seconds)) \(Terminal.printable(clock.zone)), \(trust): "
      + Terminal.printable(clock.why)
  }

  static func board(_ board: BoardView) -> String {
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
    return style.red(storage.writable ? "TROUBLE" : "NOT WRITABLE")
      + ": \(folder)\(tail(storage.error)); alarms ring from the stored data\(waiting)"
  }
}
