import AlarmClock
import Control
import Glibc
import Hardware
import LinuxHardware
import ScanLine
import Testing

/// The clock as people have it: installed by deploy/install --copy, started by systemd from its real unit, on the virtual
/// board's own board file.
struct InstalledClock {
  private static let socket = "/run/rouse/control.sock"
  private static let installation = Result {
    try #require(
      Program("env", "ROUSE_BIN=/rouse/bin", "/rouse/deploy/install", "--copy", "virtual").wait() == 0,
      "it is not installed")
  }

  /// Starts it anew with nothing but the card `right`.
  init() throws {
    try Self.installation.get()
    try systemctl("stop")
    try #require(Program("sh", "-c", "rm -rf /var/lib/rouse/*").wait() == 0)
    try systemctl("start")
    try add(card: "right", payload: Array("right".utf8))
  }

  func add(card name: String, payload: [UInt8]) throws {
    try ControlClient(path: Self.socket).stream(
      AddCard(cardName: name, payload: Hexadecimal.text(payload), seconds: 1)
    ) { _ in }
  }

  func systemctl(_ verb: String) throws {
    try #require(Program("systemctl", verb, "rouse.service").wait() == 0, "systemctl \(verb) rouse has failed")
  }

  /// The main process of the service; nil while there is none.
  var processID: pid_t? {
    do {
      return try VirtualBoard.content(of: "/sys/fs/cgroup/system.slice/rouse.service/cgroup.procs").split(
        separator: "\n"
      )
      .compactMap { pid_t($0) }
      .first { number in
        let words = try VirtualBoard.content(of: "/proc/\(number)/cmdline")
        // What systemd starts after its end is another process of the same program.
        return words.hasPrefix("/usr/libexec/rouse/rouse-daemon\0") && !words.contains("--all-off")
      }
    } catch {
      // The service, or a process of it, has ended meanwhile.
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

  /// Waits until a device is said to be well, or to fail with a part of its error.
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

  /// Sets an alarm for a moment from now; returns when it is due, in seconds since 1970.
  @discardableResult
  func add(_ time: String, _ values: [SettingKey: String]) throws -> Double {
    let saved = try ask(AddAlarm(input: AlarmInput(time: time, label: "Wake", values: values)))
    let due = try #require(saved.alarm.next?.time)
    return Double(try #require(RFC3339.parse(due)).nanoseconds) / 1e9
  }

  /// Sets an alarm in a second, whose buzzer is on from its beginning to its end, and waits until it rings.
  func ring(_ values: [SettingKey: String] = [:]) throws {
    try add("+1s", [.buzzerAfter: "0s", .soften: "off"].merging(values) { $1 })
    try Patience.until("the buzzer") { try VirtualBoard.isHigh(VirtualBoard.buzzerLine.offset) }
    // By the time that the store has answered this, it has taken down that the ring began: one that dies now resumes it.
    // One that dies before rings again as well, and does not know that it is for the second time.
    _ = try status
  }

  /// Waits until what rings has seen in the light that no card lies there: then one that is brought counts at once.
  func awaitEmptyScene(_ camera: SimulatedCamera) throws {
    try camera.show(grey: 128)
    try Patience.until("a card counts at once") { try status.rings.allSatisfy(\.readyForCards) }
  }

  /// Brings the right card, and waits until the clock says that it is idle.
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

  /// When the log has an event, in seconds since 1970.
  func times(of event: String) throws -> [Double] {
    var times: [Double] = []
    try ControlClient(path: Self.socket).stream(ReadLog(since: nil, limit: 1000, follow: false)) { view in
      if view.event == event, let nanoseconds = Double(view.nanoseconds) { times.append(nanoseconds / 1e9) }
    }
    return times
  }
}

/// What can be seen, felt and heard of the virtual board at this moment.
extension VirtualBoard {
  static var isBuzzing: Bool { get throws { try isHigh(buzzerLine.offset) } }
  static var isLampOn: Bool { get throws { try isHigh(lampLine.offset) } }
  static var isShaking: Bool { get throws { try duty(of: .vibration) > 0 } }

  /// Nothing sounds, shakes or shines.
  static var isInert: Bool { get throws { try !isBuzzing && !isShaking && !isLampOn } }

  /// The shares of full power that the motor was given since a moment of the kernel's clock, the latest last.
  static func motorDuties(since start: Double) throws -> [Double] {
    try content(of: "/sys/devices/platform/pwm-sim/log").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 6, fields[1] == "ch0", let time = Double(fields[0]), time > start else { return nil }
      let numbers = fields[2...].map { Double($0.split(separator: "=").last ?? "") ?? 0 }
      return numbers[3] == 1 ? numbers[1] / numbers[0] : 0
    }
  }

  /// In nanoseconds, as in the motor's log.
  static var kernelTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The bytes behind the display's segments.
  static var displayMemory: [UInt8] {
    get throws { try LinuxI2CBus(i2cBus).read(0, count: 16, from: displayAddress) }
  }

  /// Whether the display shows nothing, or lights every segment for the camera: what comes between flashes of the time.
  static var isBetweenFlashes: Bool {
    get throws {
      let memory = try displayMemory
      let digits = [0, 2, 6, 8].map { memory[$0] }
      return Set(digits).count == 1 && (digits[0] == 0 || digits[0] == SegmentFont.sevenSegments(for: "8"))
    }
  }

  /// Whether the display shows a word.
  static func shows(_ word: String) throws -> Bool {
    let memory = try displayMemory
    return zip([0, 2, 6, 8], SegmentPattern(text: word).digits).allSatisfy { memory[$0] == $1 }
  }

  /// Whether the display shows hours and minutes, with the colon lit.
  static var showsATime: Bool {
    get throws {
      let memory = try displayMemory
      let digits = Set("0123456789 ".compactMap { SegmentFont.sevenSegments(for: $0) })
      return memory[4] & 2 != 0 && [0, 2, 6, 8].allSatisfy { digits.contains(memory[$0]) } && memory[8] != 0
    }
  }

  /// Whether the loopback card's other end hears the tone of 880 Hz within some seconds of a guest that has
  /// little time to spare.
  static func hearsTheTone(within seconds: Double = 60) throws -> Bool {
    let recorder = try LoopbackRecorder(rate: 48_000)
    let deadline = SuspendingClock.now + .seconds(seconds)
    while SuspendingClock.now < deadline {
      usleep(100_000)
      // A twentieth of a second of one channel: what is heard is a quarter of a second long, twice a second.
      let heard = try recorder.read().suffix(4800)
      let left = stride(from: heard.startIndex, to: heard.endIndex, by: 2).map { heard[$0] }
      if left.count == 2400, amplitude(of: 880, in: left, rate: 48_000) > 0.02 { return true }
    }
    return false
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
