import AlarmClock

public typealias ListSettings = PlainCommand<SettingList>

public struct SettingList: PlainReply {
  public static let command = "settings.list"
  public var settings: [SettingView]
  public init(settings: [SettingView]) { self.settings = settings }
}

/// Changes a setting; `default` resets it.
public struct ChangeSetting: ChangingCommand {
  public static let name = "settings.set"
  public struct Reply: Codable, Sendable, Hashable {
    public var setting: SettingView
    public var changes: [ValueChange]
    /// The next ring of all alarms.
    @OrNull public var next: OccurrenceView?
    /// The effect of changing the pause, or `nil` for other settings.
    @OrNull public var pause: PauseView?
    public var notes: [String]
    public init(
      setting: SettingView, changes: [ValueChange] = [], next: OccurrenceView? = nil, pause: PauseView? = nil,
      notes: [String]
    ) {
      (self.setting, self.changes, self.next, self.pause, self.notes) = (setting, changes, next, pause, notes)
    }
  }
  public var key: String
  public var value: String
  public init(key: String, value: String) { (self.key, self.value) = (key, value) }
}

/// The pause of repeating alarms.
public struct PauseView: Codable, Sendable, Hashable {
  /// The date from which they ring again, or `nil` if they are not paused.
  @OrNull public var until: String?
  /// The number of repeating alarms that would have rung before and are skipped.
  public var skipped: Int
  /// The first ring of a repeating alarm that is not skipped.
  @OrNull public var next: OccurrenceView?
  public init(until: String?, skipped: Int, next: OccurrenceView?) {
    (self.until, self.skipped, self.next) = (until, skipped, next)
  }
}

public struct SettingView: Codable, Sendable, Hashable {
  public var key: SettingKey
  @OrNull public var value: String?
  /// The sound that replaces a missing one; otherwise `nil`.
  @OrNull public var playsInstead: String? = nil
  public var isDefault: Bool
  /// Whether the board has the device that the setting controls.
  public var isSupported = true
  public var help: String
}

extension SettingView {
  package init(_ key: SettingKey, in settings: Settings, playsInstead: String?, isSupported: Bool) {
    let value = settings.text(of: key)
    self.init(
      key: key, value: value, playsInstead: playsInstead, isDefault: value == Settings().text(of: key),
      isSupported: isSupported, help: key.setting.help)
  }
}

public typealias GetStatus = PlainCommand<StatusView>

/// Acknowledges all misses.
public typealias AcknowledgeMisses = PlainCommand<AcknowledgedMisses>

public struct AcknowledgedMisses: PlainChangeReply {
  public static let command = "misses.acknowledge"
  public var misses: Int
  public init(misses: Int) { self.misses = misses }
}

/// Activates each device once.
public struct TestDevices: LongCommand {
  public static let name = "test.devices"
  public struct Reply: Codable, Sendable {
    public var devices: [String: DeviceView]
    public var notes: [String]
    public init(devices: [String: DeviceView], notes: [String]) { (self.devices, self.notes) = (devices, notes) }
  }
  public var milliseconds: Int
  public init(milliseconds: Int) { self.milliseconds = milliseconds }
}

/// Reads the log. A stream; with `follow` it continues with new events.
public struct ReadLog: Command {
  public static let name = "log"
  public typealias Reply = EventView
  public var since: String?
  /// Limits the result to the latest events.
  public var limit: Int
  public var follow: Bool
  /// An id or a current or earlier label of an alarm.
  public var alarm: String?
  public var events: [String]?
  public var device: String?
  public init(since: String?, limit: Int, follow: Bool) {
    (self.since, self.limit, self.follow) = (since, limit, follow)
  }
}

public struct EventView: Codable, Sendable, Hashable {
  public var time: String
  /// Since 1970, as a string because JSON numbers lose digits.
  public var nanoseconds: String
  public var event: String
  @OrNull public var alarmId: String? = nil
  @OrNull public var label: String? = nil
  @OrNull public var detail: String? = nil
  /// Whether older matching events were left out by `limit`. Only in the first item.
  public var older: Bool?
}

extension EventView {
  package init(_ event: String, at time: Instant, in zone: ZoneRules) {
    self.init(time: RFC3339.format(time, in: zone), nanoseconds: String(time.nanoseconds), event: event)
  }
}
