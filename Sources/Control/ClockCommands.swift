import AlarmClock

public struct ListSettings: Command {
  public static let name = "settings.list"
  public struct Reply: Codable, Sendable {
    public var settings: [SettingView]
    public init(settings: [SettingView]) { self.settings = settings }
  }
  public init() {}
}

/// Sets, or with `default` resets, a global default.
public struct ChangeSetting: ChangingCommand {
  public static let name = "settings.set"
  public struct Reply: Codable, Sendable, Hashable {
    public var setting: SettingView
    public var changes: [ValueChange]
    /// The ring that comes next now, of all alarms.
    @OrNull public var next: OccurrenceView?
    /// What a pause, or its end, leads to; nil for another setting.
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

/// How repeating alarms are paused.
public struct PauseView: Codable, Sendable, Hashable {
  /// The date from which on they ring again; nil: none is paused.
  @OrNull public var until: String?
  /// How many repeating alarms that would have rung before are skipped.
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
  /// What plays in place of a sound that is gone; nil: it is there, or the setting is none of a sound.
  @OrNull public var playsInstead: String? = nil
  /// Still what a new clock starts with.
  public var isDefault: Bool
  /// The board has the device that follows it.
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

public struct GetStatus: Command {
  public static let name = "status"
  public typealias Reply = StatusView
  public init() {}
}

/// Says that somebody knows of what was missed.
public struct AcknowledgeMisses: ChangingCommand {
  public static let name = "misses.acknowledge"
  public struct Reply: Codable, Sendable {
    public var misses: Int
    public init(misses: Int) { self.misses = misses }
  }
  public init() {}
}

/// Makes every device act once.
public struct TestDevices: Command {
  public static let name = "test.devices"
  public static let mayTakeLong = true
  public struct Reply: Codable, Sendable {
    public var devices: [String: DeviceView]
    public var notes: [String]
    public init(devices: [String: DeviceView], notes: [String]) { (self.devices, self.notes) = (devices, notes) }
  }
  public var milliseconds: Int
  public init(milliseconds: Int) { self.milliseconds = milliseconds }
}

/// Events, and with `follow` those still to come: a stream.
public struct ReadLog: Command {
  public static let name = "log"
  public typealias Reply = EventView
  public var since: String?
  /// The latest so many.
  public var limit: Int
  public var follow: Bool
  /// Only those of an alarm, by its id or a label that it has or had.
  public var alarm: String?
  /// Only of these kinds; nil: all of them.
  public var events: [String]?
  /// Only those about a device.
  public var device: String?
  public init(since: String?, limit: Int, follow: Bool) {
    (self.since, self.limit, self.follow) = (since, limit, follow)
  }
}

public struct EventView: Codable, Sendable, Hashable {
  public var time: String
  /// Since 1970, as a string: JSON numbers lose digits.
  public var nanoseconds: String
  public var event: String
  @OrNull public var alarmId: String? = nil
  @OrNull public var label: String? = nil
  @OrNull public var detail: String? = nil
  /// There are older ones that were wanted, and are more than were asked for. Only of the first one.
  public var older: Bool?
}

extension EventView {
  package init(_ event: String, at time: Instant, in zone: ZoneRules) {
    self.init(time: RFC3339.format(time, in: zone), nanoseconds: String(time.nanoseconds), event: event)
  }
}
