import AlarmClock
import Control
import Faces
import Hardware
import Machine
import ScanLine
import Storage

/// Facts about a clock that are not judged yet. `nil` means unknown.
struct Symptoms: Sendable {
  struct Device: Sendable {
    var isFitted: Bool
    var error: HardwareError?
    var degradation: String?
    /// A peculiarity that does not limit the device.
    var note: String?
  }

  struct Mixer: Sendable {
    var card: String
    /// The mixer's element, or `nil` if the card has no mixer and plays at its full level.
    var element: String?
    /// 0…100 %.
    var percent: Int
    var isMuted: Bool
    var isMock = false

    var remedy: String {
      if isMock { return "rouse mock mixer 80" }
      return element.map { "amixer -c \(card) sset '\($0)' 80% unmute" } ?? "alsamixer"
    }
  }

  struct Folder: Sendable {
    var path: String
    var freeBytes: Int64?
    /// The type in /proc/self/mountinfo.
    var fileSystem: String?
    var error: String?
  }

  struct Service: Sendable {
    var isUnderSystemd: Bool
    var watchdogInterval: Duration?
    var degradation: String?
    var tooFewFiles: String?
  }

  var board: String
  var boardFile: String?
  var isMock: Bool
  var boardWarnings: [String]
  /// Whether devices were made to act, which they are not while an alarm rings.
  var wereDevicesTried: Bool
  var devices: [DeviceRole: Device]
  var user: String
  /// The groups among gpio, i2c, audio and video that fitted devices need and the process lacks, or `nil` if unknown.
  var missingGroups: [String]?
  var mixer: Mixer?
  var isClockTrusted: Bool
  var clockWhy: String
  /// Whether the setting `clock-source` says that a battery keeps the time.
  var restsOnBattery = false
  var zone: String
  var zoneTrouble: ZoneInForce.Trouble?
  var machine: MachineLook?
  var readings = Readings()
  /// From the power monitor, or `nil` if there is none or it does not answer.
  var power: SensorReadings.Power?
  var processor: SensorReadings.Processor?
  var sharedLines: [SharedLine] = []
  var service: Service?
  var folder: Folder?
  var cardCount: Int?
  /// The mean gray of a camera frame, 0…255.
  var brightness: Int?
  var camera: OpenedReport?
  /// The names of the cards that end the next ring: those in view of the camera, and the others.
  var lyingCards: [String] = []
  var otherCards: [String] = []
  var keepsEvidence = false
  var missingSounds: [MissingSoundView] = []
  var endingCalendars: [EndingCalendarView] = []
  var today = ""
  var lowAlarms: [(name: String, low: LowVolume)] = []
  var home: HomeStatusView?
  var timeFormat = AlarmClock.Settings.TimeFormat.hours24
  /// `nil` if no service was asked.
  var next: Next?
  var store: Store = .unknown

  static let firstStep = "rouse setup"

  var fitted: Set<DeviceRole> { Set(devices.filter(\.value.isFitted).keys) }

  enum Next: Sendable {
    case nothing
    case ring(Ring)

    struct Ring: Sendable {
      /// Such as `Work (k3f9xa)`.
      var name: String
      var alarmID: String
      /// Local time, such as `2026-11-23 07:15`.
      var due: String
      var cards: [String]
    }
  }

  enum Store: Sendable {
    case unknown, sound
    case flawed(String)
    /// The store was broken and another one took its place.
    case replaced(String)
  }

  enum HardwareWatchdog: Sendable { case missing, unknown, idle, active }
}

extension Symptoms.Store {
  /// A store that another program holds is unknown, not flawed.
  init(_ problem: StorageError?) {
    self = problem.map { $0.kind == .busy ? .unknown : .flawed("\($0)") } ?? .sound
  }
}

extension Symptoms.Folder {
  private static let readOnly = "it is read-only"

  init(path: String, _ storage: StorageView?, _ system: SystemLook?) {
    let refusal = storage.map { $0.writable ? nil : $0.error ?? Self.readOnly } ?? nil
    let isReadOnly = system?.isReadOnly ?? false
    self.init(
      path: path, freeBytes: system?.freeBytes, fileSystem: system?.fileSystem,
      error: refusal ?? (isReadOnly ? Self.readOnly : nil))
  }
}
