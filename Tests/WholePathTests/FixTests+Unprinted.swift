extension FixTests {
  /// Parts of texts that no scene prints, by the reason. A part may start with the file name. Complete commands in
  /// these texts are run anyway.
  static let unprinted: [String: [String]] = [
    "help of an option or an argument, which DocumentTests parse": [
      "A sound (`rouse sound list`)", "rouse/Sound/SayCommand.swift", "A noise, or a sound of your own",
      "default: until `rouse noise stop`", "The sound (`rouse sound list`)",
      "SoundCommands.swift: 0 to 100; default:", "default: `rouse settings get vibration-pattern`",
      "A ring from `rouse evidence list`", "print the results as JSON and exit",
      "`rouse help home` explains each key", "see `rouse help mock`",
    ],
    "setup asks at a terminal: SetupTests": ["rouse/Setup/"],
    "needs a mock clock: MockClockTests": ["MockClockRoutes.swift", "VirtualTime.swift"],
    "asks at a terminal, or says what an undo leaves: AskingTests": ["rouse/Terminal/Confirmation.swift"],
    "only another client of the socket is told": [
      "use `rouse settings set …", "say what, as in `rouse alarm edit …", "say what, as in `rouse timer edit …",
      "FieldText.swift: see `rouse sound list`",
    ],
    "needs a disk that is full, read-only or broken, or a file that cannot be written: StorageTests, DaemonTests": [
      "free space or make the state folder writable", "make the state folder writable (`rouse status`",
      "OwnSound.swift", "see that the state folder takes changes", "Ledger+Store.swift: see `rouse status`",
      "look at the disk (`rouse doctor`)", "free memory and space (`df -h", "OutgoingSounds.swift: try again",
      "SoundFolder.swift: look at it", "SoundShelf.swift: look again", "MachineFacts.swift", "StoreFacts.swift",
      "PlayParser.swift: see what there is", "PlayParser.swift: try again", "HomeRoutes.swift: see `rouse doctor`",
      "remove it: `rouse card remove …`, then make it",
    ],
    "needs a store with bad rows: StorageTests, DaemonTests": [
      "StateFolder.swift: the default is used", "StateFolder.swift: it ends rings under its id",
      "StateFolder.swift: `rouse alarm edit", "StateFolder+Recovery.swift",
    ],
    "needs a miss, or a ring whose outcome is not stored: CalmTests, DataTests": [
      "dismiss this: `rouse acknowledge`", "acknowledge it: `rouse acknowledge`",
      "Erasures.swift: see `rouse status`, then",
    ],
    "needs a request that comes while another is under way": [
      "wait until it is done: `rouse status`", "wait until it has ended: `rouse status`",
      "see what plays: `rouse noise`", "it may have been deleted meanwhile", "remove them, or plan it anew",
    ],
    "needs a daemon that hangs, or more clients than it serves: WaitTests, BreakingTests": [
      "if it fails too: `sudo systemctl", "if `rouse status` does not answer", "alarms ring; short requests",
    ],
    "needs a clock that is not trusted, which the machine decides: TrustTests": [
      "and try again once the clock is trusted", "ClockTrust.swift",
    ],
    "needs minimal mode: BoardTests": ["runs in minimal mode, see `rouse status`"],
    "needs a board without the device: DaemonTests": [
      "`rouse help board` says how one is named", "see `rouse help board`",
      "FaceRoutes.swift: `rouse status` says the time", "MixerLook.swift", "ReminderNotes.swift: rouse reminder on",
      "reminder-sound chime", "look at the display, or at `rouse timer list`",
    ],
    "needs trouble of the Raspberry Pi, or of a device that cannot be switched off: DaemonTests": [
      "`rouse doctor` says what mends it", "`rouse doctor` says what cools it", "AllOff.swift",
      "ClockFacts.swift: `rouse settings set clock-source ntp`",
    ],
    "needs a sound that is lost while it plays, or that another clock had: DaemonTests, ImportTests": [
      "SpeakerThread.swift", "IncomingSounds.swift", "more are not in the copy",
    ],
    "needs a program that fails, or one of another version: PlayTests, VersionsTests": [
      "was not heard: …; `rouse status` has it", "Dashboard.swift",
    ],
    "needs days of history or reminders that came: InsightFileTests, ReminderTests": [
      "rouse/Insight/DashboardText.swift", "Insight/FindingRules.swift", "Reminders/", "ScoreText.swift",
      "Daemon/Reminders/ReminderCommands.swift",
    ],
    "needs calendars that nobody has confirmed: CalendarTests": ["Which they are: `rouse calendar list`"],
    "needs a hundred alarms, pauses or calendars: HoardTests": ["ControlError+Refusal.swift: remove"],
    "needs pictures of rings: EvidenceTests": [
      "`rouse settings set evidence off` deletes", "last pictures of each ring are kept",
    ],
    "needs a sensor or a camera that is lost meanwhile: SensorTests, FailureTests": [
      "No light sensor answers", "because no light sensor answers", "CameraRoutes.swift: try again; `rouse doctor`",
    ],
    "needs a timer that nobody could notice: DaemonTests": ["NOT NOTICED"],
    "is written to the log": ["TimerRoutes.swift"],
    "needs an evening, or a test before the night that fails: BedtimeTests": [
      "not tested: `rouse test bedtime`", "then run `rouse test bedtime` again",
    ],
    "needs a change between another one and its undo, as by a ring: DaemonTests": [
      "ControlError+Refusal.swift: rouse "
    ],
    "needs a broker: HouseTests": ["rouse-mqtt/"],
  ]
}
