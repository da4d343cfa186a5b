import AlarmClock
import Control
import Machine

struct SettingCommands: Sendable {
  let views: AlarmViews
  let chimes: ChimeNotes

  private var fitting: Fitting { views.fitting }

  func change(
    in ledger: isolated Ledger, _ keyName: String, to text: String
  ) throws(ControlError) -> ChangeSetting.Reply {
    let before = ledger.reopenedBook()
    var changed = before.settings
    let key = try valid(try SettingKey.named(keyName))
    let value = key == .pause ? try valid(try PauseText.checked(text, today: views.today)) : text
    try valid(try changed.set(key, to: value, knownSounds: views.sounds.shelf.knownIDs))
    try fitting.check(key, value: value, field: key.rawValue)
    if key == .zones { for name in changed.face.zones { try Self.checkZone(name) } }
    return try store(key, asked: "the change of `\(key.rawValue)`", in: ledger) {
      book, moment throws(AlarmBook.Refusal) in
      try book.setting(key, in: changed, isDefault: value == SettingKey.defaultWord, at: moment)
    }
  }

  /// Throws if `name` is not the time zone of a place.
  static func checkZone(_ name: String) throws(ControlError) {
    let why: String
    do throws(SystemError) {
      _ = try ZoneDatabase.rules(named: name)
      guard !ZoneDatabase.isOfAPlace(name) else { return }
      why = "there is a file of that name, but it is not the time zone of a place"
    } catch {
      why = error.description
    }
    let meant = ZoneDatabase.meant(by: name)
    throw ControlError(
      .usage, "there is no time zone `\(name)`", why: "\(why); nothing was changed",
      fix: meant.isEmpty
        ? "choose one of `timedatectl list-timezones`, as Asia/Tokyo"
        : "did you mean \(meant.joined(separator: ", or "))? `timedatectl list-timezones` lists all of them")
  }

  func store(
    _ key: SettingKey, asked: String, in ledger: isolated Ledger,
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> ChangeSetting.Reply {
    let (before, shown, locked) = (ledger.book, view(of: key), views.locked)
    let unnoticed = chimes.unnoticedTimers
    let book = try ledger.change("the setting", asked: asked, of: .all, decide).book
    ledger.effects.settingsChanged()
    let isPause = key == .pause
    let view = view(of: key)
    let changes = view.changes(from: shown)
    if !changes.isEmpty { ledger.events.append(.settingsChanged, detail: ValueChange.text(of: changes)) }
    return ChangeSetting.Reply(
      setting: view, changes: changes, next: views.next, pause: isPause ? views.pauseView : nil,
      notes: views.note(lockedBefore: locked)
        + (isPause ? views.notesOnPause : notes(on: key, book, before: before, unnoticed: unnoticed)))
  }

  private func notes(on key: SettingKey, _ book: AlarmBook, before: AlarmBook, unnoticed: [Timer]) -> [String] {
    var notes: [String] = []
    if SettingKey.ofAlarms.contains(key) {
      let own = book.alarms.count { $0.overrides.text(of: key) != nil && !before.ringsOtherwise($0, in: book) }
      if own > 0 {
        notes.append("\(own) alarm\(own == 1 ? " has its" : "s have their") own \(key.rawValue), which stays.")
      }
      if !views.scheduler.ringing.isEmpty { notes.append("Alarm is ringing, changes will apply next time") }
    }
    notes += chimes.notes(on: key, from: before.settings)
    notes += chimes.volumes.notes(after: key) + chimes.note(unnoticedBefore: unnoticed)
    if [.flash, .sound, .volume, .vibration].contains(key) { notes += chimes.volumes.notesOnSteadyLight }
    notes += FaceNotes(fitting: fitting).notes(on: key, book.settings)
    notes += ReminderNotes(fitting: fitting).notes(
      on: key, book, before: before, at: views.time.now, views.scheduler.zone)
    if [.speak, .quiet, .bedtime].contains(key) { notes += book.settings.notesOnSilentBedtime }
    // A chime that was just switched on may still go unnoticed.
    if key == .chime, book.settings.chimes { notes += chimes.notes(on: ChimeOverrides()) }
    return notes
  }

  var all: [SettingView] { SettingKey.allCases.map(view) }

  func view(of key: SettingKey) -> SettingView {
    var shown = views.inForce.settings
    let playsInstead = key == .sound ? views.sounds.inPlace(of: shown.sound) : nil
    shown.pausedUntil = views.pause
    return SettingView(key, in: shown, playsInstead: playsInstead, isSupported: fitting.supports(key))
  }
}

extension Settings {
  /// A note that quiet hours silence the spoken verdict at bedtime.
  fileprivate var notesOnSilentBedtime: [String] {
    guard saysNews, let bedtime, quiet.isQuiet(at: bedtime) else { return [] }
    return [
      "The test at bedtime (\(bedtime.text(timeFormat))) says nothing, as that is within quiet hours. `rouse status` has "
        + "what it found; or have it earlier: `rouse settings set bedtime TIME`"
    ]
  }
}
