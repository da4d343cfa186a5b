import AlarmClock
import Control

@testable import Daemon
@testable import Machine

extension BookInForce {
  /// Changes the book in memory only, not the store.
  func change(_ body: (inout AlarmBook) -> Void) {
    var changed = book
    body(&changed)
    use(changed)
  }
}

/// Short forms of the commands that people type.
extension LedgerRig {
  var views: AlarmViews { commands.views }

  func add(_ input: AlarmInput) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.add(to: ledger, input)
  }

  func edit(_ name: String, _ input: AlarmInput) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.edit(in: ledger, name, input)
  }

  func copy(_ name: String, _ input: AlarmInput) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.copy(in: ledger, name, input)
  }

  func change(_ name: String, _ change: ChangeAlarm.Change) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.change(in: ledger, name, change)
  }

  func set(_ key: String, to value: String) async throws(ControlError) -> ChangeSetting.Reply {
    try await commands.settings.change(in: ledger, key, to: value)
  }

  @discardableResult
  func undo() async throws(ControlError) -> Undone { try await commands.undo.undo(in: ledger) }

  func startTimer(_ what: String, _ input: TimerInput) async throws(ControlError) -> TimerSaved {
    try await commands.timers.start(in: ledger, what, input)
  }

  func changeTimer(_ name: String?, _ change: ChangeTimer.Change) async throws(ControlError) -> TimerSaved {
    try await commands.timers.change(in: ledger, name, change)
  }

  func extendTimer(_ name: String?, by text: String) async throws(ControlError) -> TimerSaved {
    try await commands.timers.extend(in: ledger, name, by: text)
  }

  func editTimer(_ name: String, _ input: TimerInput) async throws(ControlError) -> PresetSaved {
    try await commands.presets.editTimer(in: ledger, name, input)
  }

  func addPreset(_ name: String, _ input: TimerInput) async throws(ControlError) -> PresetSaved {
    try await commands.presets.add(to: ledger, name, input)
  }

  func editPreset(_ name: String, _ input: TimerInput) async throws(ControlError) -> PresetSaved {
    try await commands.presets.edit(in: ledger, name, input)
  }

  func removePreset(_ name: String) async throws(ControlError) -> PresetSaved {
    try await commands.presets.remove(from: ledger, name)
  }
}
