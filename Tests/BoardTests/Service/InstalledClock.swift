import AlarmClock
import Control
import Glibc
import Hardware
import LinuxHardware
import ScanLine
import TestSupport
import Testing

/// The clock as users have it: installed by deploy/install --copy and started by systemd, with the virtual board's
/// board file.
struct InstalledClock {
  private static let socket = "/run/rouse/control.sock"
  private static let installation = Result {
    try #require(
      Program("env", "ROUSE_BIN=/rouse/bin", "/rouse/deploy/install", "--copy", "virtual").wait() == 0,
      "it is not installed")
  }

  /// Restarts the service with nothing but the card `right`.
  init() throws {
    try Self.installation.get()
    try systemctl("stop")
    try #require(Program("sh", "-c", "rm -rf /var/lib/rouse/*").wait() == 0)
    try systemctl("start")
    try add(card: "right", payload: Array("right".utf8))
  }

  /// Plugs in a camera of five frames per second and restarts the service.
  static func beforeCamera() throws -> (SimulatedCamera, InstalledClock) {
    (try SimulatedCamera("--rate", "5"), try InstalledClock())
  }

  func add(card name: String, payload: [UInt8]) throws {
    try ControlClient(path: Self.socket).stream(
      AddCard(cardName: name, payload: Hexadecimal.text(payload), seconds: 1)
    ) { _ in }
  }

  func systemctl(_ verb: String) throws {
    try #require(Program("systemctl", verb, "rouse.service").wait() == 0, "systemctl \(verb) rouse has failed")
  }

  /// The service's main process, or `nil` if none runs.
  var processID: pid_t? {
    do {
      let processes = try VirtualBoard.content(of: "/sys/fs/cgroup/system.slice/rouse.service/cgroup.procs")
      return try processes.split(separator: "\n").compactMap { pid_t($0) }.first { number in
        let words = try VirtualBoard.content(of: "/proc/\(number)/cmdline")
        // ExecStopPost runs the same program with `--all-off`.
        return words.hasPrefix("/usr/libexec/rouse/rouse-daemon\0") && !words.contains("--all-off")
      }
    } catch {
      // The service or one of its processes has just ended.
      return nil
    }
  }

  func ask<Arguments: Command>(_ command: Arguments) throws -> Arguments.Reply {
    try ControlClient(path: Self.socket).send(command)
  }

  var status: StatusView { get throws { try ask(GetStatus()) } }

  func health(_ role: DeviceRole) throws -> DeviceView {
    try #require(try status.devices[role.rawValue])
  }

  /// Waits until a device has this health, and an error that contains `text`.
  func wait(for role: DeviceRole, _ health: DeviceView.Health, saying text: String = "") throws {
    var last: DeviceView?
    do {
      try Patience.until("\(role.rawValue) \(health.rawValue)") {
        let view = try self.health(role)
        last = view
        return view.health == health && (text.isEmpty || view.error?.contains(text) == true)
      }
    } catch {
      Issue.record("\(error): \(last.map { "\($0)" } ?? "")")
      throw error
    }
  }

  /// Adds an alarm and returns when it is due, in seconds since 1970.
  @discardableResult
  func add(_ time: String, _ values: [SettingKey: String]) throws -> Double {
    let saved = try ask(AddAlarm(input: AlarmInput(time: time, label: "Wake", values: values)))
    let due = try #require(saved.alarm.next?.time)
    return Double(try #require(RFC3339.parse(due)).nanoseconds) / 1e9
  }

  /// Adds an alarm one second ahead whose buzzer sounds from start to end, and waits until it rings.
  func ring(_ values: [SettingKey: String] = [:]) throws {
    try add("+1s", [.buzzerAfter: "0s", .soften: "off"].merging(values) { $1 })
    try Patience.until("the buzzer") { try VirtualBoard.isHigh(VirtualBoard.buzzerLine.offset) }
    // Once the status arrives, the store has recorded that the ring began, so a crash from now on leads to a resumed
    // ring. After an earlier crash it would ring too, but as if for the first time.
    _ = try status
  }

  /// Waits until the ring has seen, with the light on, that no card is in view; then a card counts at once.
  func awaitEmptyScene(_ camera: SimulatedCamera) throws {
    try camera.show(grey: 128)
    try Patience.until("a card counts at once") { try status.rings.allSatisfy(\.readyForCards) }
  }

  /// Shows the right card and waits until the clock is idle.
  func dismiss(_ camera: SimulatedCamera) throws {
    try awaitEmptyScene(camera)
    let isLoud = try VirtualBoard.isBuzzing
    let shown = try camera.show(card: "right")
    try Patience.until("silence", every: 20) { try !VirtualBoard.isBuzzing }
    if isLoud {
      print("measured: silence \(Int((VirtualBoard.now - shown) * 1000)) ms after the card was held before the camera")
    }
    try Patience.until("idle") { try status.state == .idle }
    try camera.show(grey: 128)
  }

  func wasLogged(_ event: String) throws -> Bool { try !times(of: event).isEmpty }

  /// Returns the times of an event in the log, in seconds since 1970.
  func times(of event: String) throws -> [Double] {
    var times: [Double] = []
    try ControlClient(path: Self.socket).stream(ReadLog(since: nil, limit: 1000, follow: false)) { view in
      if view.event == event, let nanoseconds = Double(view.nanoseconds) { times.append(nanoseconds / 1e9) }
    }
    return times
  }
}

/// The outputs of the virtual board.
extension VirtualBoard {
  static var isBuzzing: Bool { get throws { try isHigh(buzzerLine.offset) } }
  static var isLampOn: Bool { get throws { try isHigh(lampLine.offset) } }
  static var isShaking: Bool { get throws { try duty(of: .vibration) > 0 } }

  static var isInert: Bool { get throws { try !isBuzzing && !isShaking && !isLampOn } }

  /// Returns the duties of the motor after a time in kernel nanoseconds, oldest first; each is a share of full power.
  static func motorDuties(since start: Double) throws -> [Double] {
    try content(of: "/sys/devices/platform/pwm-sim/log").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 6, fields[1] == "ch0", let time = Double(fields[0]), time > start else { return nil }
      let numbers = fields[2...].map { Double($0.split(separator: "=").last ?? "") ?? 0 }
      return numbers[3] == 1 ? numbers[1] / numbers[0] : 0
    }
  }

  /// `CLOCK_MONOTONIC` in nanoseconds, as in the motor's log.
  static var kernelTime: Double { seconds(of: CLOCK_MONOTONIC) * 1e9 }

  /// The segments of the four digits, and whether the colon is lit.
  private static var displayMemory: (digits: [UInt8], hasColon: Bool) {
    get throws {
      let memory = try LinuxI2CBus(i2cBus).read(0, count: 16, from: displayAddress)
      return ([0, 2, 6, 8].map { memory[$0] }, memory[4] & 2 != 0)
    }
  }

  /// Whether the display is blank or, to light the card, has all segments on, as between flashes of the time.
  static var isBetweenFlashes: Bool {
    get throws {
      let digits = Set(try displayMemory.digits)
      return digits.count == 1 && (digits == [0] || digits.first == SegmentFont.sevenSegments(for: "8"))
    }
  }

  static func shows(_ word: String) throws -> Bool {
    try displayMemory.digits.map { UInt16($0) } == SegmentPattern(text: word).digits
  }

  static var showsATime: Bool {
    get throws {
      let (digits, hasColon) = try displayMemory
      let known = Set("0123456789 ".compactMap { SegmentFont.sevenSegments(for: $0) })
      return hasColon && known.isSuperset(of: digits) && digits[3] != 0
    }
  }

  /// Waits until the display has shown the time and what is between its flashes.
  static func awaitFlashes(every milliseconds: UInt32) throws {
    var shown: Set<Bool> = []
    try Patience.until("the flashing display", every: milliseconds) {
      if try isBetweenFlashes {
        shown.insert(false)
      } else if try showsATime {
        shown.insert(true)
      }
      return shown.count == 2
    }
  }

  /// Whether the 880 Hz tone arrives at the other end of the loopback card within `seconds`; the guest is slow.
  static func hearsTheTone(within seconds: Double = 60) throws -> Bool {
    let recorder = try LoopbackRecorder(rate: 48_000)
    let deadline = SuspendingClock.now + .seconds(seconds)
    while SuspendingClock.now < deadline {
      usleep(100_000)
      // 50 ms of one channel; the tone lasts a quarter of a second, twice a second.
      let heard = Array(try recorder.readLeft().suffix(2400))
      if heard.count == 2400, amplitude(of: 880, in: heard, rate: 48_000) > 0.02 { return true }
    }
    return false
  }

  static var now: Double { seconds(of: CLOCK_REALTIME) }

  static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
