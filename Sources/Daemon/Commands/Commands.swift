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
  let undo: UndoCommands

  init(
    inForce: BookInForce, scheduler: Scheduler, timers: TimerRunner, recognizer: CardRecognizer,
    shelf: SoundShelf, fitting: Fitting, time: any TimeSource
  ) {
    sounds = SoundUse(inForce: inForce, timers: timers, shelf: shelf)
    views = AlarmViews(inForce: inForce, scheduler: scheduler, sounds: sounds, fitting: fitting, time: time)
    volumes = VolumeNotes(inForce: inForce, timers: timers, fitting: fitting)
    let chimes = ChimeNotes(
      inForce: inForce, timers: timers, scheduler: scheduler, fitting: fitting, volumes: volumes)
    let values = ChimeValues(fitting: fitting, shelf: shelf)
    alarms = AlarmCommands(views: views, volumes: volumes, fitting: fitting, shelf: shelf, time: time)
    cards = CardCommands(recognizer: recognizer, inForce: inForce, scheduler: scheduler, time: time)
    settings = SettingCommands(
      views: views, volumes: volumes, chimes: chimes, fitting: fitting, shelf: shelf, time: time)
    self.timers = TimerCommands(timers: timers, scheduler: scheduler, sounds: sounds, chimes: chimes, values: values)
    presets = PresetCommands(timers: timers, sounds: sounds, chimes: chimes, values: values)
    daysOff = DaysOffCommands(views: views, time: time)
    calendars = CalendarCommands(views: views, daysOff: daysOff)
    undo = UndoCommands(alarms: alarms, settings: settings, presets: presets, daysOff: daysOff)
  }
}
