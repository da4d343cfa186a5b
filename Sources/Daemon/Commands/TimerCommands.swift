import AlarmClock
import Control
import ControlService
import Storage

/// The commands for timers, on the ledger's thread. Each change is stored before it takes effect.
struct TimerCommands: Sendable {
  let sounds: SoundUse
  let chimes: ChimeNotes

  var timers: TimerRunner { sounds.timers }

  static let noteOnRunning = "Timer is running, changes will apply next time"

  var all: [TimerView] { views(of: timers.all) }

  func views(of timers: [Timer]) -> [TimerView] { timers.map(view) }

  private func view(of timer: Timer) -> TimerView {
    let settings = sounds.inForce.settings
    return TimerView(
      timer, in: timers.table, settings, at: timers.reading, zone: chimes.scheduler.zone,
      gone: sounds.inPlace(of: timer.overrides.sound ?? settings.sound), unnoticed: timers.unnoticed)
  }

  func start(in ledger: isolated Ledger, _ what: String, _ input: TimerInput) throws(ControlError) -> TimerSaved {
    let reading = timers.reading
    let taken = timers.all
    guard taken.count < Timer.most else {
      throw ControlError(
        .tryAgain, "the timer was not started", why: "there are \(Timer.most) already, and no more are kept",
        fix: "cancel one: `rouse timer list`, then `rouse timer cancel NAME`")
    }
    let presets = ledger.book.presets
    let preset = presets.first { $0.name == what }
    let length = if let preset { preset.length } else { try Self.length(what, or: presets) }
    var timer = Timer(
      id: Names.newID(taken: taken.map(\.id)), label: preset?.name ?? "", length: length, preset: preset?.name,
      overrides: preset?.overrides ?? ChimeOverrides(), phase: .running(until: Deadline(after: length, at: reading)))
    if let label = input.label { timer.label = try valid(checkedName(label, field: "--label")) }
    try apply(input.values, to: &timer.overrides)
    timer.overrides = sounds.inForce.settings.complete(timer.overrides)
    return try save(
      timer, ledger, .timerStarted, detail: "for \(DurationText.format(length))",
      happening: Happening(.timer, began: reading.now, ended: reading.now + length, label: timer.name))
  }

  private static func length(_ text: String, or presets: [TimerPreset]) throws(ControlError) -> Duration {
    do { return try Timer.length(text, field: "TIMER") } catch {
      // Text that begins with a digit is meant as a length.
      guard text.first.map({ !$0.isNumber }) ?? true else {
        var error = error
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]), (0...1440).contains(first),
          (0..<60).contains(second)
        {
          func text(_ seconds: Int) -> String { DurationText.format(.seconds(seconds)) }
          error.remedy +=
            second == 0
            ? "; for \(first) minutes: \(first)m"
            : "; as minutes and seconds it is \(text(60 * first + second)), as hours and minutes "
              + text(60 * (60 * first + second))
        }
        throw ControlError(error)
      }
      let name: String
      do { name = try TimerPreset.name(text, field: "NAME") } catch { name = "tea" }
      let known = presets.isEmpty ? "" : ", or one of: \(presets.map(\.name).joined(separator: ", "))"
      throw ControlError(
        field: "TIMER", value: text, reason: "it is neither a length nor a preset",
        remedy: "give a length like 25m\(known); to make it a preset: `rouse timer preset add \(name.shellWord) 4m`")
    }
  }

  func change(
    in ledger: isolated Ledger, _ name: String?, _ change: ChangeTimer.Change
  ) throws(ControlError) -> TimerSaved {
    let reading = timers.reading
    var timer = try Self.timer(name, of: timers.all)
    let shown = view(of: timer)
    switch (change, timer.phase) {
    case (.cancel, _):
      try ledger.commit("the cancellation") { store throws(StorageError) in try store.removeTimer(timer.id) }
      ledger.timers.noteRemoved(timer.id)
      timers.remove(timer.id)
      ledger.noteForGood("the timer \(timer.name)")
      ledger.events.append(.timerCancelled, label: timer.name)
      return TimerSaved(timer: shown, notes: [])
    case (.pause, .running(let deadline)):
      let left = deadline.left(at: reading)
      guard left > .zero else { throw Self.hasEnded(timer) }
      timer.phase = .paused(left: left)
      return try save(timer, ledger, .timerPaused, detail: "\(DurationText.format(left)) left")
    case (.pause, .paused): return TimerSaved(timer: shown, notes: ["It was paused already."])
    case (.resume, .paused(let left)):
      timer.phase = .running(until: Deadline(after: left, at: reading))
      return try save(timer, ledger, .timerResumed, detail: "\(DurationText.format(left)) left")
    case (.resume, .running): return TimerSaved(timer: shown, notes: ["It was not paused."])
    case (.pause, .ended), (.resume, .ended): throw Self.hasEnded(timer)
    }
  }

  func extend(in ledger: isolated Ledger, _ name: String?, by text: String) throws(ControlError) -> TimerSaved {
    let reading = timers.reading
    var timer = try Self.timer(name, of: timers.all)
    let more = try valid(Timer.length(text, field: "SPAN"))
    let left = timer.hasEnded ? more : max(.zero, timer.left(at: reading)) + more
    guard left <= Timer.lengths.upperBound else {
      throw ControlError(
        field: "SPAN", value: text, reason: "it would run for more than 24h from now", remedy: "give a shorter one")
    }
    if case .paused = timer.phase {
      timer.phase = .paused(left: left)
    } else {
      timer.phase = .running(until: Deadline(after: left, at: reading))
    }
    return try save(timer, ledger, .timerExtended, detail: "by \(DurationText.format(more))")
  }

  /// Returns the timers whose chime to stop: the named one, or all that have ended.
  func toStop(_ name: String?) throws(ControlError) -> [Timer] {
    let all = timers.all
    let ended = all.filter(\.hasEnded)
    guard let name else { return ended }
    let timer = try Self.find(name, in: all)
    guard timer.hasEnded else {
      throw ControlError(
        .usage, "\(timer.name) has not ended", why: "only a chime is stopped; nothing was changed",
        fix: "to be rid of it: `rouse timer cancel \(timer.id)`; to keep it for later: `rouse timer pause \(timer.id)`")
    }
    return [timer]
  }

  // MARK: Storing

  /// Stores that the chimes have ended. Throws if a restart would repeat them; storing is tried again later.
  func storeEnd(in ledger: isolated Ledger, of chiming: [Timer]) throws(ControlError) {
    try ledger.commit("the chime is silent, but its end") { store throws(StorageError) in
      for timer in chiming { try store.removeTimer(timer.id) }
    }
    for timer in chiming { ledger.timers.noteRemoved(timer.id) }
    if let timer = chiming.last { ledger.noteForGood("the timer \(timer.name)") }
  }

  private func save(
    _ timer: Timer, _ ledger: isolated Ledger, _ kind: Event.Kind, detail: String, happening: Happening? = nil
  ) throws(ControlError) -> TimerSaved {
    try ledger.commit("the timer") { store throws(StorageError) in try store.save(timer) }
    ledger.timers.noteStored(timer)
    timers.put(timer)
    ledger.noteForGood("the timer \(timer.name)")
    ledger.events.append(kind, label: timer.name, detail: detail, happening: happening)
    return TimerSaved(timer: view(of: timer), notes: chimes.notes(on: timer))
  }

  // MARK: Finding

  private static func timer(_ name: String?, of all: [Timer]) throws(ControlError) -> Timer {
    if let name { return try find(name, in: all) }
    guard let first = all.first else {
      throw ControlError(
        .nothingFound, "there is no timer", why: "nothing was changed", fix: "start one: `rouse timer start 25m`")
    }
    guard all.count == 1 else {
      throw ControlError(
        .usage, "there are \(all.count) timers", why: "nothing was changed, as it is not clear which is meant",
        fix: "name one: \(all.prefix(10).map { Self.name($0, among: all) }.joined(separator: ", "))")
    }
    return first
  }

  /// Returns `tea`, or `tea (ab12cd)` if several timers have that label.
  private static func name(_ timer: Timer, among all: [Timer]) -> String {
    let isDouble = !timer.label.isEmpty && all.contains { $0.label == timer.label && $0.id != timer.id }
    return isDouble ? "\(timer.label) (\(timer.id))" : timer.name
  }

  static func find(_ name: String, in all: [Timer]) throws(ControlError) -> Timer {
    try Names.find(name, what: "timer", in: all, id: \.id, name: \.label, listCommand: "rouse timer list")
  }

  private static func hasEnded(_ timer: Timer) -> ControlError {
    ControlError(
      .usage, "\(timer.name) has ended", why: "what has ended can be neither paused nor resumed; nothing was changed",
      fix: "end its chime: `rouse timer stop`, or let it run on: `rouse timer extend \(timer.id) 5m`")
  }

  func apply(_ values: [String: String], to own: inout ChimeOverrides) throws(ControlError) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let key = try valid(SettingKey.named(name))
      try valid(own.set(key, to: value, knownSounds: sounds.shelf.knownIDs))
      try chimes.fitting.check(key, value: value, field: "--\(name)")
    }
  }
}
