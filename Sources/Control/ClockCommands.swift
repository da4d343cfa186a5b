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
public struct ChangeSetting: Command {
  public static let name = "settings.set"
  public struct Reply: Codable, Sendable {
    public var setting: SettingView
    public var notes: [String]
    public init(setting: SettingView, notes: [String]) {
      self.setting = setting
      self.notes = notes
    }
  }
  public var key: String
  public var value: String
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

public struct SettingView: Codable, Sendable, Hashable {
  public var key: SettingKey
  @OrNull public var value: String?
  /// Still what a new clock starts with.
  public var isDefault: Bool
  /// The board has the device that follows it.
  public var isSupported: Bool
  public var help: String
  public init(key: SettingKey, value: String?, isDefault: Bool, isSupported: Bool = true, help: String) {
    self.key = key
    self.value = value
    self.isDefault = isDefault
    self.isSupported = isSupported
    self.help = help
  }
}

public struct GetStatus: Command {
  public static let name = "status"
  public typealias Reply = StatusView
  public init() {}
}

/// Makes every device act once.
public struct TestDevices: Command {
  public static let name = "test.devices"
  public struct Reply: Codable, Sendable {
    public var devices: [String: DeviceView]
    public init(devices: [String: DeviceView]) { self.devices = devices }
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
  public init(since: String?, limit: Int, follow: Bool) {
    self.since = since
    self.limit = limit
    self.follow = follow
  }
}

public struct EventView: Codable, Sendable, Hashable {
  public var time: String
  /// Since 1970, as a string: JSON numbers lose digits.
  public var nanoseconds: String
  public var event: String
  @OrNull public var alarmId: String?
  @OrNull public var label: String?
  @OrNull public var detail: String?
  public init(time: String, nanoseconds: String, event: String, alarmId: String?, label: String?, detail: String?) {
    self.time = time
    self.nanoseconds = nanoseconds
    self.event = event
    self.alarmId = alarmId
    self.label = label
    self.detail = detail
  }
}

public struct StatusView: Codable, Sendable {
  public enum State: String, Codable, Sendable { case idle, ringing, snoozed }
  /// `idle` only when every sounder is off.
  public var state: State
  /// What was missed in the last seven days, the latest first.
  public var misses: [MissView]
  public var rings: [RingView]
  @OrNull public var next: OccurrenceView?
  /// By role: `buzzer`, `vibration`, `speaker`, `display`, `lamp`, `camera`.
  public var devices: [String: DeviceView]
  public var clock: ClockView
  public var board: BoardView
  public var scheduler: SchedulerView
  public var storage: StorageView
  public var version: String

  public init(
    state: State, misses: [MissView], rings: [RingView], next: OccurrenceView?, devices: [String: DeviceView],
    clock: ClockView, board: BoardView, scheduler: SchedulerView, storage: StorageView, version: String
  ) {
    self.state = state
    self.misses = misses
    self.rings = rings
    self.next = next
    self.devices = devices
    self.clock = clock
    self.board = board
    self.scheduler = scheduler
    self.storage = storage
    self.version = version
  }
}

public struct MissView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  public var due: String
  /// False: it could not ring at all, as when the power was off.
  public var rang: Bool
  public init(alarmId: String, label: String, due: String, rang: Bool) {
    self.alarmId = alarmId
    self.label = label
    self.due = due
    self.rang = rang
  }
}

public struct RingView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  public var due: String
  /// When it gives up.
  public var silenceAt: String
  /// The names of the cards that end it.
  public var cards: [String]
  /// Codes seen that do not.
  public var wrongCodes: Int
  public init(alarmId: String, label: String, due: String, silenceAt: String, cards: [String], wrongCodes: Int) {
    self.alarmId = alarmId
    self.label = label
    self.due = due
    self.silenceAt = silenceAt
    self.cards = cards
    self.wrongCodes = wrongCodes
  }
}

public struct DeviceView: Codable, Sendable, Hashable {
  public enum Health: String, Codable, Sendable { case ok, degraded, failed, notFitted }
  public var health: Health
  /// What failed and the kernel's reason, or what is less than it could be.
  @OrNull public var error: String?
  @OrNull public var since: String?
  public init(health: Health, error: String? = nil, since: String? = nil) {
    self.health = health
    self.error = error
    self.since = since
  }
}

public struct ClockView: Codable, Sendable, Hashable {
  public var now: String
  public var zone: String
  /// Whether the kernel says that the time is synchronized.
  public var trusted: Bool
  public var why: String
  public init(now: String, zone: String, trusted: Bool, why: String) {
    self.now = now
    self.zone = zone
    self.trusted = trusted
    self.why = why
  }
}

public struct BoardView: Codable, Sendable, Hashable {
  public var name: String
  public var mock: Bool
  @OrNull public var file: String?
  /// What it is likely to suffer from, though it works.
  public var warnings: [String]
  public init(name: String, mock: Bool, file: String?, warnings: [String] = []) {
    self.name = name
    self.mock = mock
    self.file = file
    self.warnings = warnings
  }
}

public struct SchedulerView: Codable, Sendable, Hashable {
  /// The alarm thread has first-in-first-out priority; without it a ring may be late on a loaded machine.
  public var realTimePriority: Bool
  @OrNull public var why: String?
  public init(realTimePriority: Bool, why: String?) {
    self.realTimePriority = realTimePriority
    self.why = why
  }
}

public struct StorageView: Codable, Sendable, Hashable {
  public var folder: String
  public var writable: Bool
  @OrNull public var error: String?
  public init(folder: String, writable: Bool, error: String?) {
    self.folder = folder
    self.writable = writable
    self.error = error
  }
}
