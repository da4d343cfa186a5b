import AlarmClock

/// What somebody in the house wants, as the command line would do it, with every refusal of it. Only what root has allowed
/// is done, and only so often. There is nothing here that dismisses, snoozes or softens a ring.
///
/// Refusals: `notPermitted` where root has not allowed it, `tryAgain` where there were too many or something rings, others
/// as the command line has them.
public struct HomeCommand: ChangingCommand {
  public static let name = "home.command"
  public struct Reply: Codable, Sendable, Hashable {
    /// What was done, in a line, as `skips Work on 2026-11-25 07:00`.
    public var what: String
    public var notes: [String]
    public init(what: String, notes: [String] = []) { (self.what, self.notes) = (what, notes) }
  }

  public var command: HomeCommandName
  public var arguments: HomeArguments
  public var origin: HomeOrigin

  public init(_ command: HomeCommandName, _ arguments: HomeArguments = HomeArguments(), origin: HomeOrigin) {
    (self.command, self.arguments, self.origin) = (command, arguments, origin)
  }
}

/// What root can allow in `commands` of `/etc/rouse/mqtt.json5`.
public enum HomeCommandName: String, Codable, Sendable, Hashable, CaseIterable {
  /// `alarm`.
  case enable, disable
  /// An alarm's time, days or both: `alarm`, `time`, `days`.
  case set
  /// The next ring of `alarm`, or where none is named of the alarm that rings next; `on: false` takes that back.
  case skip
  /// `value`, as `rouse settings set` takes it: 0 to 100; a sound's name or `off`; 0 to 15, `off`, `auto` or `schedule`.
  case volume, sound, brightness
  /// `text` on the display, for `span`.
  case message
  /// `value` is the name of a preset, or `span` a length; with a `label` or without.
  case timer
  /// `value` is a noise, for `span`, at `volume` per cent; `on: false` ends what plays.
  case noise
  /// `text`, or where there is none the time.
  case say
  /// Every device acts once.
  case test
}

/// What a command takes; nil: not given. What it does not take is refused.
public struct HomeArguments: Codable, Sendable, Hashable {
  public var alarm: String?
  /// `07:30`.
  public var time: String?
  /// `mon-fri`, `daily`, `once`.
  public var days: String?
  public var on: Bool?
  public var value: String?
  public var text: String?
  /// `25m`.
  public var span: String?
  public var label: String?
  /// 0…100 per cent.
  public var volume: Int?

  public init(
    alarm: String? = nil, time: String? = nil, days: String? = nil, on: Bool? = nil, value: String? = nil,
    text: String? = nil, span: String? = nil, label: String? = nil, volume: Int? = nil
  ) {
    (self.alarm, self.time, self.days, self.on, self.value) = (alarm, time, days, on, value)
    (self.text, self.span, self.label, self.volume) = (text, span, label, volume)
  }
}

/// Who wanted it. Others could say what they like of themselves, and it stands in the log: so these alone.
public enum HomeOrigin: String, Codable, Sendable, Hashable, CaseIterable {
  case homeAssistant
  /// Another that speaks MQTT.
  case mqtt

  /// As people read it: `by Home Assistant`.
  public var words: String {
    switch self {
    case .homeAssistant: "Home Assistant"
    case .mqtt: "MQTT"
    }
  }
}
