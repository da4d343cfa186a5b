import AlarmClock
import Control
import Machine

/// All commands of users, with their dependencies.
struct Commands: Sendable {
  let views: AlarmViews
  let sounds: SoundUse
  let volumes: VolumeNotes
  let alarms: AlarmCommands
  let cards: CardCommands
  let settings: SettingCommands
  let timers: TimerCommands
  let presets: PresetCommands
  let daysOff: DaysOffCommands
  let calendars: CalendarCommands

  init(
    inForce: BookInForce, scheduler: Scheduler, timers: TimerRunner, recognizer: CardRecognizer,
    shelf: SoundShelf, fitting: Fitting, time: any TimeSource
  ) {
    sounds = SoundUse(inForce: inForce, timers: timers, shelf: shelf)
    views = AlarmViews(inForce: inForce, scheduler: scheduler, sounds: sounds, fitting: fitting, time: time)
    volumes = VolumeNotes(inForce: inForce, timers: timers, fitting: fitting)
    let chimes = ChimeNotes(
      inForce: inForce, timers: timers, scheduler: scheduler, fitting: fitting, volumes: volumes)
    alarms = AlarmCommands(views: views, volumes: volumes)
    cards = CardCommands(recognizer: recognizer, views: views)
    settings = SettingCommands(views: views, chimes: chimes)
    self.timers = TimerCommands(sounds: sounds, chimes: chimes)
    presets = PresetCommands(timers: self.timers)
    daysOff = DaysOffCommands(views: views)
    calendars = CalendarCommands(daysOff: daysOff)
  }
}

extension [String] {
  /// For example `tea, eggs and 3 more`.
  var firstTen: String { prefix(10).joined(separator: ", ") + (count > 10 ? " and \(count - 10) more" : "") }
}
