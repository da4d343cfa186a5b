import AlarmClock

/// A command from the house, such as Home Assistant, with the same checks as on the command line. Only commands that
/// root has allowed are executed, at a limited rate. None of them can dismiss, snooze or soften a ring.
///
/// Refusals: `notPermitted` if root has not allowed it, `tryAgain` if there were too many or something is ringing, and
/// those of the command line.
public struct HomeCommand: ChangingCommand {
  public static let name = "home.command"
  public struct Reply: Codable, Sendable, Hashable {
    /// The effect in one line, such as `skips Work on 2026-11-25 07:00`.
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

/// The commands that root can allow in `commands` of `/etc/rouse/mqtt.json5`.
public enum HomeCommandName: String, Codable, Sendable, Hashable, CaseIterable {
  /// Arguments: `alarm`.
  case enable, disable
  /// Changes an alarm's time, days or both. Arguments: `alarm`, `time`, `days`.
  case set
  /// Skips the next ring of `alarm`, by default of the alarm that rings next; with `on: false`, undoes that.
  case skip
  /// Sets `value`, as for `rouse settings set`: 0 to 100; a sound's name or `off`; 0 to 15, `off`, `auto` or
  /// `schedule`.
  case volume, sound, brightness
  /// Shows `text` on the display for `span`.
  case message
  /// Starts a timer from the preset named `value`, or with the length `span`, and optionally a `label`.
  case timer
  /// Plays the noise `value` for `span`, at `volume` percent; with `on: false`, stops noise.
  case noise
  /// Says `text`, by default the time.
  case say
  /// Activates each device once.
  case test
}

/// The arguments of a command; `nil` if not given. Superfluous arguments are refused.
public struct HomeArguments: Codable, Sendable, Hashable {
  public var alarm: String?
  /// For example `07:30`.
  public var time: String?
  /// For example `mon-fri`, `daily` or `once`.
  public var days: String?
  public var on: Bool?
  public var value: String?
  public var text: String?
  /// For example `25m`.
  public var span: String?
  public var label: String?
  /// 0 to 100 percent.
  public var volume: Int?

  public init(
    alarm: String? = nil, time: String? = nil, days: String? = nil, on: Bool? = nil, value: String? = nil,
    text: String? = nil, span: String? = nil, label: String? = nil, volume: Int? = nil
  ) {
    (self.alarm, self.time, self.days, self.on, self.value) = (alarm, time, days, on, value)
    (self.text, self.span, self.label, self.volume) = (text, span, label, volume)
  }
}

/// The source of a command. A fixed list, because it appears in the log and clients could otherwise claim anything.
public enum HomeOrigin: String, Codable, Sendable, Hashable, CaseIterable {
  case homeAssistant
  /// Another MQTT client.
  case mqtt

  /// The name to show after `by`.
  public var words: String { self == .homeAssistant ? "Home Assistant" : "MQTT" }
}
