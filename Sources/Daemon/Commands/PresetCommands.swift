import AlarmClock
import Control

struct PresetCommands: Sendable {
  let timers: TimerCommands

  private var sounds: SoundUse { timers.sounds }

  var all: [PresetView] { sounds.inForce.book.presets.map(view) }

  private func view(of preset: TimerPreset) -> PresetView {
    let settings = sounds.inForce.settings
    return PresetView(preset, settings, gone: sounds.inPlace(of: preset.overrides.sound ?? settings.sound))
  }

  func add(to ledger: isolated Ledger, _ name: String, _ input: TimerInput) throws(ControlError) -> PresetSaved {
    guard !ledger.book.presets.contains(where: { $0.name == name }) else {
      throw ControlError(
        .usage, "there is a preset `\(name)` already", why: "nothing was changed",
        fix: "change it: `rouse timer preset edit \(name.shellWord) --length 5m`")
    }
    var preset = TimerPreset(
      name: try valid(TimerPreset.name(name, field: "NAME")), length: Timer.lengths.lowerBound)
    guard let length = input.length else {
      throw ControlError(field: "LENGTH", value: "", reason: "a preset has a length", remedy: "give one, as in `4m`")
    }
    preset.length = try valid(Timer.length(length, field: "LENGTH"))
    try timers.apply(input.values, to: &preset.overrides)
    return try save(preset, ledger)
  }

  func edit(in ledger: isolated Ledger, _ name: String, _ input: TimerInput) throws(ControlError) -> PresetSaved {
    try Self.refuseNothing(input, name)
    return try save(try edited(try Self.preset(name, ledger.book), input), ledger)
  }

  /// Edits a preset. For a running timer, edits or creates its preset; the timer itself stays as it is.
  func editTimer(in ledger: isolated Ledger, _ name: String, _ input: TimerInput) throws(ControlError) -> PresetSaved {
    try Self.refuseNothing(input, name)
    let presets = ledger.book.presets
    let all = timers.timers.all
    if all.isEmpty || presets.contains(where: { $0.name == name }) { return try edit(in: ledger, name, input) }
    let timer = try TimerCommands.find(name, in: all)
    if let known = presets.first(where: { $0.name == timer.preset ?? timer.label }) {
      return try edit(in: ledger, known.name, input)
    }
    guard !timer.label.isEmpty || timer.preset != nil else {
      throw ControlError(
        .usage, "the timer \(timer.id) cannot be changed",
        why: "it runs as it was started, and without a label there is nothing to keep a change for next time under",
        fix: "start another with a label, as in `rouse timer start \(DurationText.format(timer.length)) --label tea`; "
          + "to let this one run longer: `rouse timer extend \(timer.id) 5m`")
    }
    let kept = try valid(TimerPreset.name(timer.preset ?? timer.label, field: "NAME"))
    let own = sounds.inForce.settings.own(of: timer.overrides)
    let preset = try edited(TimerPreset(name: kept, length: timer.length, overrides: own), input)
    return try save(preset, ledger, note: "a preset \(kept) was made, as what runs stays as it is")
  }

  func remove(from ledger: isolated Ledger, _ name: String) throws(ControlError) -> PresetSaved {
    let preset = try Self.preset(name, ledger.book)
    return try store(preset, "the removal", in: ledger) { book, _ in book.removing(preset) }
  }

  private func save(
    _ preset: TimerPreset, _ ledger: isolated Ledger, note: String? = nil
  ) throws(ControlError) -> PresetSaved {
    try store(preset, "the preset", in: ledger, note: note) { book, _ throws(AlarmBook.Refusal) in
      try book.saving(preset)
    }
  }

  func store(
    _ preset: TimerPreset, _ what: String, in ledger: isolated Ledger, note: String? = nil,
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> PresetSaved {
    let before = ledger.book.preset(preset.name).map(view)
    guard let saved = try ledger.change(what, of: .none, decide).book.preset(preset.name) else {
      ledger.events.append(.presetRemoved, label: preset.name)
      return PresetSaved(preset: before ?? view(of: preset), notes: [])
    }
    ledger.events.append(.presetSaved, label: saved.name, detail: DurationText.format(saved.length))
    let runs = timers.timers.all.contains { ($0.preset ?? $0.label) == saved.name }
    let view = view(of: saved)
    return PresetSaved(
      preset: view, changes: before.map(view.changes) ?? [],
      notes: [note].compactMap(\.self)
        + (runs
          ? [
            TimerCommands.noteOnRunning,
            "use it then: `rouse timer start \(saved.name.shellWord)`",
          ] : [])
        + timers.chimes.notes(on: saved.overrides))
  }

  private func edited(_ preset: TimerPreset, _ input: TimerInput) throws(ControlError) -> TimerPreset {
    var preset = preset
    if let length = input.length { preset.length = try valid(Timer.length(length, field: "--length")) }
    try timers.apply(input.values, to: &preset.overrides)
    return preset
  }

  private static func refuseNothing(_ input: TimerInput, _ name: String) throws(ControlError) {
    guard input == TimerInput() else { return }
    throw ControlError(
      .usage, "nothing to change was given", why: "the timer stays as it is",
      fix: "say what, as in `rouse timer edit \(name.shellWord) --length 5m`")
  }

  private static func preset(_ name: String, _ book: AlarmBook) throws(ControlError) -> TimerPreset {
    guard let preset = book.preset(name) else {
      throw ControlError(
        .nothingFound, "there is no preset `\(name.prefix(100))`", why: "nothing was changed",
        fix: "see the presets there are: `rouse timer preset list`")
    }
    return preset
  }
}
