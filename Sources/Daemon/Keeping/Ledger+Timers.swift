import AlarmClock
import Control
import ControlService
import Storage

/// What people do with timers. What is stored of one comes before what it does.
extension Ledger {
  var timerViews: [TimerView] { views(of: timers.all) }

  private func view(of timer: Timer) -> TimerView {
    TimerView(
      timer, in: timers.table, settings, at: timers.reading, zone: zone,
      gone: soundInPlace(of: timer.overrides.sound ?? settings.sound), unnoticed: timers.unnoticed)
  }

  func views(of timers: [Timer]) -> [TimerView] { timers.map(view) }

  func startTimer(_ what: String, _ input: TimerInput) throws(ControlError) -> TimerSaved {
    let reading = timers.reading
    let taken = timers.all
    guard taken.count < Timer.most else {
      throw ControlError(
        .tryAgain, "the timer was not started", why: "there are \(Timer.most) already, and no more are kept",
        fix: "cancel one: `rouse timer list`, then `rouse timer cancel NAME`")
    }
    let preset = presets.first { $0.name == what }
    let length: Duration
    if let preset { length = preset.length } else { length = try lengthOrPreset(what) }
    var timer = Timer(
      id: Names.newID(taken: taken.map(\.id)), label: preset?.name ?? "", length: length, preset: preset?.name,
      overrides: preset?.overrides ?? ChimeOverrides(), phase: .running(until: Deadline(after: length, at: reading)))
    if let label = input.label {
      do { timer.label = try checkedName(label, field: "--label") } catch { throw ControlError(error) }
    }
    try apply(input.values, to: &timer.overrides)
    return try save(timer, .timerStarted, detail: "for \(DurationText.format(length))")
  }

  private func lengthOrPreset(_ text: String) throws(ControlError) -> Duration {
    do { return try Timer.length(text, field: "TIMER") } catch {
      // Who begins with a digit means a length.
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
      let known = presets.isEmpty ? "" : ", or one of: \(presets.map(\.name).joined(separator: ", "))"
      throw ControlError(
        InvalidValue(
          field: "TIMER", value: text, reason: "it is neither a length nor a preset",
          remedy: "give a length like 25m\(known); a preset is made by `rouse timer preset add tea 4m`"))
    }
  }

  func change(_ name: String?, _ change: ChangeTimer.Change) throws(ControlError) -> TimerSaved {
    let reading = timers.reading
    var timer = try timer(name, of: timers.all)
    let shown = view(of: timer)
    switch (change, timer.phase) {
    case (.cancel, _):
      try commit("the cancellation") { store throws(StorageError) in try store.removeTimer(timer.id) }
      storedTimers[timer.id] = nil
      timers.remove(timer.id)
      events.append(.timerCancelled, label: timer.name)
      return TimerSaved(timer: shown, notes: [])
    case (.pause, .running(let deadline)):
      let left = deadline.left(at: reading)
      guard left > .zero else { throw Self.hasEnded(timer) }
      timer.phase = .paused(left: left)
      return try save(timer, .timerPaused, detail: "\(DurationText.format(left)) left")
    case (.pause, .paused): return TimerSaved(timer: shown, notes: ["It was paused already."])
    case (.resume, .paused(let left)):
      timer.phase = .running(until: Deadline(after: left, at: reading))
      return try save(timer, .timerResumed, detail: "\(DurationText.format(left)) left")
    case (.resume, .running): return TimerSaved(timer: shown, notes: ["It was not paused."])
    case (.pause, .ended), (.resume, .ended): throw Self.hasEnded(timer)
    }
  }

  func extend(_ name: String?, by text: String) throws(ControlError) -> TimerSaved {
    let reading = timers.reading
    var timer = try timer(name, of: timers.all)
    let more: Duration
    do { more = try Timer.length(text, field: "SPAN") } catch { throw ControlError(error) }
    let left = timer.hasEnded ? more : max(.zero, timer.left(at: reading)) + more
    guard left <= Timer.lengths.upperBound else {
      throw ControlError(
        InvalidValue(
          field: "SPAN", value: text, reason: "it would run for more than 24h from now", remedy: "give a shorter one"))
    }
    if case .paused = timer.phase {
      timer.phase = .paused(left: left)
    } else {
      timer.phase = .running(until: Deadline(after: left, at: reading))
    }
    return try save(timer, .timerExtended, detail: "by \(DurationText.format(more))")
  }

  /// Those whose chime is to end; nil: all that have ended.
  nonisolated func timersToStop(_ name: String?) throws(ControlError) -> [Timer] {
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

  /// Brings what is stored of timers up to date with what time and cards have done to them.
  func storeTimers() {
    guard minimal == nil else { return }
    let now = timers.all
    let changed = now.filter { storedTimers[$0.id] != $0 }
    let gone = storedTimers.keys.filter { id in !now.contains { $0.id == id } }
    guard !changed.isEmpty || !gone.isEmpty else { return }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        for id in gone { try store.removeTimer(id) }
        for timer in changed { try store.save(timer) }
      }
      timersAreStored(now)
    }
  }

  /// Stores that these chime no more. Throws when a restart would have them chime again; that is tried again later.
  func storeEnd(of chiming: [Timer]) throws(ControlError) {
    try commit("the chime is silent, but its end") { store throws(StorageError) in
      for timer in chiming { try store.removeTimer(timer.id) }
    }
    for timer in chiming { storedTimers[timer.id] = nil }
  }

  func timersAreStored(_ timers: [Timer]) {
    storedTimers = Dictionary(timers.map { ($0.id, $0) }) { _, last in last }
  }

  private func save(_ timer: Timer, _ kind: Event.Kind, detail: String) throws(ControlError) -> TimerSaved {
    try commit("the timer") { store throws(StorageError) in try store.save(timer) }
    storedTimers[timer.id] = timer
    timers.put(timer)
    events.append(kind, label: timer.name, detail: detail)
    return TimerSaved(timer: view(of: timer), notes: notesOnChime(of: timer))
  }

  // MARK: Finding

  private func timer(_ name: String?, of all: [Timer]) throws(ControlError) -> Timer {
    if let name { return try Self.find(name, in: all) }
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

  /// What one is to be called by: `tea`, or `tea (ab12cd)` where several are called so.
  private static func name(_ timer: Timer, among all: [Timer]) -> String {
    let isDouble = !timer.label.isEmpty && all.contains { $0.label == timer.label && $0.id != timer.id }
    return isDouble ? "\(timer.label) (\(timer.id))" : timer.name
  }

  static func find(_ name: String, in all: [Timer]) throws(ControlError) -> Timer {
    all[
      try Names.find(
        name, what: "timer", ids: all.map(\.id), names: all.map(\.label), listCommand: "rouse timer list",
        by: .beginning(letters: 3))]
  }

  private static func hasEnded(_ timer: Timer) -> ControlError {
    ControlError(
      .usage, "\(timer.name) has ended", why: "what has ended can be neither paused nor resumed; nothing was changed",
      fix: "end its chime: `rouse timer stop`, or let it run on: `rouse timer extend \(timer.id) 5m`")
  }

  func apply(_ values: [String: String], to own: inout ChimeOverrides) throws(ControlError) {
    var changed = own
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      do throws(InvalidValue) {
        try changed.set(try SettingKey.named(name), to: value, knownSounds: knownSounds)
      } catch {
        throw ControlError(error)
      }
      if let key = SettingKey(rawValue: name) { try fitting.check(key, value: value, field: "--\(name)") }
    }
    own = changed
  }
}
