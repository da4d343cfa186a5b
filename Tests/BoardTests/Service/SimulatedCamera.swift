import Glibc
import Hardware
import Pictures
import Synchronization
import TestSupport
import Testing

/// A simulated USB camera that the virtual board's kernel takes for a real one (board/virtual/camera); its end unplugs
/// it.
final class SimulatedCamera {
  private static let program = "/rouse/board/virtual/camera/build/virtual-camera"
  private static let folder = "/run/camera"

  /// For example `/dev/video0`.
  let node: String
  private let process: Program

  /// Plugs the camera in and waits for its node; `options` are further options of the simulator.
  init(_ options: String...) throws {
    mkdir(Self.folder, 0o755)
    for left in ["stall", "frame.pgm", "cut.yuyv", "refuse.yuyv"] { unlink(Self.folder + "/" + left) }
    let before = Set(Files.names("/dev").filter { $0.hasPrefix("video") })
    (process, node) = try Self.plugIn(options, notOneOf: before)
  }

  /// The kernel's simulated hub misses a plug right after an unplug, so each camera uses the next port, and a missed
  /// one is tried again.
  private static func plugIn(_ options: [String], notOneOf before: Set<String>) throws -> (Program, String) {
    for _ in 1...3 {
      let port = String(plugs.add(1, ordering: .relaxed).oldValue % 8)
      let process = try Program([program, "--port", port] + options + [folder])
      for _ in 0..<50 {
        // Of the camera's two nodes the first delivers frames, the other metadata.
        let nodes = Files.names("/dev").filter { $0.hasPrefix("video") && !before.contains($0) }
        if let node = nodes.min() { return (process, "/dev/" + node) }
        usleep(200_000)
      }
      process.end()
    }
    throw Failure("the camera has no node after three times ten seconds")
  }

  private static let plugs = Atomic(0)

  deinit {
    process.end()
    // The name becomes free a moment later.
    for _ in 0..<500 where access(node, F_OK) == 0 { usleep(10_000) }
  }

  /// The camera's state and settings, as JSON.
  var state: String {
    do { return try VirtualBoard.content(of: Self.folder + "/state") } catch { return "no state: \(error)" }
  }

  /// Shows a card with this code, `right` pixels right of the middle. Returns when it was shown, in seconds since 1970,
  /// because drawing takes a while.
  @discardableResult
  func show(card text: String, right: Int = 0) throws -> Double {
    let card = try QRCard(payload: Array(text.utf8)).image(moduleSize: 10)
    var pixels = [UInt8](repeating: 255, count: GrayFrame.cameraWidth * GrayFrame.cameraHeight)
    let corner =
      (GrayFrame.cameraHeight - card.height) / 2 * GrayFrame.cameraWidth + (GrayFrame.cameraWidth - card.width) / 2
      + right
    for row in 0..<card.height {
      let start = corner + row * GrayFrame.cameraWidth
      pixels.replaceSubrange(start..<start + card.width, with: card.pixels[row * card.width..<(row + 1) * card.width])
    }
    try show(try #require(GrayFrame(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, pixels: pixels)))
    return VirtualBoard.now
  }

  func show(grey: UInt8) throws {
    try show(GrayFrame(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, filledWith: grey))
  }

  func show(_ frame: GrayFrame) throws {
    let new = Self.folder + "/new"
    try Files.write(Array("P5 \(frame.width) \(frame.height) 255\n".utf8) + frame.pixels, to: new)
    try #require(rename(new, Self.folder + "/frame.pgm") == 0)
  }

  func stall(_ isStalled: Bool) throws {
    if isStalled {
      try mark("stall")
    } else {
      try #require(unlink(Self.folder + "/stall") == 0)
    }
  }

  /// Adds a fault until the camera is plugged in again: `cut.yuyv` halves each YUYV frame, `refuse.yuyv` starts no
  /// stream.
  func mark(_ trouble: String) throws { try Files.write([], to: Self.folder + "/" + trouble) }
}

/// Waiting for the kernel or the service.
enum Patience {
  /// Polls until `body` returns a value; throws if it hangs or, if the service promises a time, after `seconds`. Polls
  /// rarely, because the guest is slow.
  static func wait<Value>(
    _ what: String, for seconds: Double? = nil, every milliseconds: UInt32 = 200, _ body: () throws -> Value?
  ) throws -> Value {
    let deadline = seconds.map { SuspendingClock.now + .seconds($0) }
    var detector = HangDetector()
    while true {
      if let value = try body() { return value }
      let isLate = deadline.map { SuspendingClock.now > $0 } ?? false
      if detector.hangs() || isLate { throw Failure("\(what): \(detector.report)") }
      usleep(milliseconds * 1000)
    }
  }

  static func until(
    _ what: String, for seconds: Double? = nil, every milliseconds: UInt32 = 200, _ condition: () throws -> Bool
  ) throws {
    try wait(what, for: seconds, every: milliseconds) { try condition() ? () : nil }
  }
}
