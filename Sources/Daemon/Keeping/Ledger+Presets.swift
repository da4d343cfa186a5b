import AlarmClock
import Control
import Storage

/// What people do with the presets of timers.
extension Ledger {
  var presetViews: [PresetView] { presets.map(view) }

  private func view(of preset: TimerPreset) -> PresetView {
    PresetView(preset, settings, gone: soundInPlace(of: preset.overrides.sound ?? settings.sound))
  }

  func addPreset(_ name: String, _ input: TimerInput) throws(ControlError) -> PresetSaved {
    guard !presets.contains(where: { $0.name == name }) else {
      throw ControlError(
        .usage, "there is a preset `\(name)` already", why: "nothing was changed",
        fix: "change it: `rouse timer preset edit \(name.shellWord) --length 5m`")
    }
    let checked: String
    do { checked = try TimerPreset.name(name, field: "NAME") } catch { throw ControlError(error) }
    var preset = TimerPreset(name: checked, length: Timer.lengths.lowerBound)
    try apply(input, to: &preset, isNew: true)
    return try save(preset)
  }

  func editPreset(_ name: String, _ input: TimerInput) throws(ControlError) -> PresetSaved {
    try refuseNothing(input, name)
    var preset = presets[try presetIndex(name)]
    try apply(input, to: &preset, isNew: false)
    return try save(preset)
  }

  /// A preset, or what a timer was started from: what runs stays as it is.
  func editTimer(_ name: String, _ input: TimerInput) throws(ControlError) -> PresetSaved {
    try refuseNothing(input, name)
    if presets.contains(where: { $0.name == name }) { return try editPreset(name, input) }
    let all = timers.all
    guard !all.isEmpty else { return try editPreset(name, input) }
    let timer = try Self.find(name, in: all)
    if let known = presets.first(where: { $0.name == timer.preset ?? timer.label }) {
      return try editPreset(known.name, input)
    }
    guard !timer.label.isEmpty || timer.preset != nil else {
      throw ControlError(
        .usage, "the timer \(timer.id) cannot be changed",
        why: "it runs as it was started, and without a label there is nothing to keep a change for next time under",
        fix: "start another with a label, as in `rouse timer start \(DurationText.format(timer.length)) --label tea`; "
          + "to let this one run longer: `rouse timer extend \(timer.id) 5m`")
    }
    let kept: String
    do { kept = try TimerPreset.name(timer.preset ?? timer.label, field: "NAME") } catch { throw ControlError(error) }
    var preset = TimerPreset(name: kept, length: timer.length, overrides: timer.overrides)
    try apply(input, to: &preset, isNew: false)
    return try save(preset, note: "a preset \(kept) was made, as what runs stays as it is")
  }

  func removePreset(_ name: String) throws(ControlError) -> PresetSaved {
    let index = try presetIndex(name)
    let preset = presets[index]
    try commit("the removal") { store throws(StorageError) in try store.removePreset(preset.name) }
    presets.remove(at: index)
    events.append(.presetRemoved, label: preset.name)
    return PresetSaved(preset: view(of: preset), notes: [])
  }

  private func save(_ preset: TimerPreset, note: String? = nil) throws(ControlError) -> PresetSaved {
    guard presets.count < Timer.most || presets.contains(where: { $0.name == preset.name }) else {
      throw ControlError(
        .tryAgain, "the preset was not saved", why: "there are \(Timer.most) already, and no more are kept",
        fix: "remove one: `rouse timer preset remove NAME`")
    }
    try commit("the preset") { store throws(StorageError) in try store.save(preset) }
    presets.removeAll { $0.name == preset.name }
    presets.append(preset)
    presets.sort { $0.name < $1.name }
    events.append(.presetSaved, label: preset.name, detail: DurationText.format(preset.length))
    let runs = timers.all.contains { ($0.preset ?? $0.label) == preset.name }
    return PresetSaved(
      preset: view(of: preset),
      notes: [note].compactMap(\.self)
        + (runs
          ? [
            "Timer is running, changes will apply next time",
            "use it then: `rouse timer start \(preset.name.shellWord)`",
          ] : [])
        + notesOnChime(of: preset.overrides))
  }

  private func apply(_ input: TimerInput, to preset: inout TimerPreset, isNew: Bool) throws(ControlError) {
    var changed = preset
    do throws(InvalidValue) {
      if let length = input.length {
        changed.length = try Timer.length(length, field: isNew ? "LENGTH" : "--length")
      } else if isNew {
        throw InvalidValue(field: "LENGTH", value: "", reason: "a preset has a length", remedy: "give one, as in `4m`")
      }
    } catch {
      throw ControlError(error)
    }
    try apply(input.values, to: &changed.overrides)
    preset = changed
  }

  private func refuseNothing(_ input: TimerInput, _ name: String) throws(ControlError) {
    guard input == TimerInput() else { return }
    throw ControlError(
      .usage, "nothing to change was given", why: "the timer stays as it is",
      fix: "say what, as in `rouse timer edit \(name.shellWord) --length 5m`")
  }

  private func presetIndex(_ name: String) throws(ControlError) -> Int {
    guard let index = presets.firstIndex(where: { $0.name == name }) else {
      throw ControlError(
        .nothingFound, "there is no preset `\(name.prefix(100))`", why: "nothing was changed",
        fix: "see the presets there are: `rouse timer preset list`")
    }
    return index
  }
}
