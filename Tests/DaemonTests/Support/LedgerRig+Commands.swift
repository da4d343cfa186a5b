import AlarmClock
import Control
import Storage

@testable import Daemon

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

  func change(
    _ name: String, _ change: ChangeAlarm.Change, dates: [String]? = nil, time: String? = nil
  ) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.change(in: ledger, name, change, dates: dates, time: time)
  }

  @discardableResult
  func set(_ pause: SetPause) async throws(ControlError) -> DaysOffSaved {
    try await commands.daysOff.set(in: ledger, pause)
  }

  func set(_ key: String, to value: String) async throws(ControlError) -> ChangeSetting.Reply {
    try await commands.settings.change(in: ledger, key, to: value)
  }

  /// Shows the code of a card.
  func look(at card: String) async throws(ControlError) -> CardProgress {
    try await commands.cards.look(in: ledger, at: Array(card.utf8), isRinging: false)
  }

  func removeCard(_ name: String, isRinging: Bool = false) async throws(ControlError) -> CardView {
    try await commands.cards.remove(from: ledger, name, isRinging: isRinging)
  }

  /// The log.
  var log: [Event] { get async { await EventHistory.events(ledger, since: nil, limit: 1000) } }

  @discardableResult
  func undo() async throws(ControlError) -> Undone { try await commands.undo(in: ledger) }

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
