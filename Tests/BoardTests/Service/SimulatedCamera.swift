import Glibc
import Hardware
import Pictures
import Synchronization
import TestSupport
import Testing

/// A USB camera that the virtual board's kernel takes for a real one (board/virtual/camera). Its end is the unplug.
final class SimulatedCamera {
  private static let program = "/rouse/board/virtual/camera/build/virtual-camera"
  private static let folder = "/run/camera"

  /// Its node, as `/dev/video0`.
  let node: String
  private let process: Program

  /// Plugs it in, with further options of the simulator, and waits until the kernel has a node for it.
  init(_ options: String...) throws {
    mkdir(Self.folder, 0o755)
    for left in ["stall", "frame.pgm", "cut.yuyv", "refuse.yuyv"] { unlink(Self.folder + "/" + left) }
    let before = Set(try VirtualBoard.entries(of: "/dev").filter { $0.hasPrefix("video") })
    (process, node) = try Self.plugIn(options, notOneOf: before)
  }

  /// The kernel's simulated hub misses a plug that comes right after an unplug: each goes to the next port, and one that
  /// was missed is tried again.
  private static func plugIn(_ options: [String], notOneOf before: Set<String>) throws -> (Program, String) {
    for _ in 1...3 {
      let port = String(plugs.add(1, ordering: .relaxed).oldValue % 8)
      let process = try Program([program, "--port", port] + options + [folder])
      for _ in 0..<50 {
        // The first of a camera's two nodes delivers pictures, the other one data about them.
        let nodes = try VirtualBoard.entries(of: "/dev").filter { $0.hasPrefix("video") && !before.contains($0) }
        if let node = nodes.min() { return (process, "/dev/" + node) }
        usleep(200_000)
      }
      process.end()
    }
    throw Unavailable("the camera has no node after three times ten seconds")
  }

  private static let plugs = Atomic(0)

  deinit {
    process.end()
    // Its name is free a moment later only.
    for _ in 0..<500 where access(node, F_OK) == 0 { usleep(10_000) }
  }

  /// What the camera did and was told, in JSON.
  var state: String {
    do { return try VirtualBoard.content(of: Self.folder + "/state") } catch { return "no state: \(error)" }
  }

  /// Holds a card with this code before it, so many pixels to the right of the middle. Returns when, in seconds since 1970:
  /// the picture takes a while to draw.
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

  /// Shows one grey, 0…255.
  func show(grey: UInt8) throws {
    try show(GrayFrame(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, filledWith: grey))
  }

  func show(_ frame: GrayFrame) throws {
    let new = Self.folder + "/new"
    try VirtualBoard.write(Array("P5 \(frame.width) \(frame.height) 255\n".utf8) + frame.pixels, to: new)
    try #require(rename(new, Self.folder + "/frame.pgm") == 0)
  }

  func stall(_ isStalled: Bool) throws {
    if isStalled {
      try mark("stall")
    } else {
      try #require(unlink(Self.folder + "/stall") == 0)
    }
  }

  /// Gives it a trouble until it is plugged in anew: `cut.yuyv` loses half of each YUYV frame, `refuse.yuyv` starts none.
  func mark(_ trouble: String) throws { try VirtualBoard.write([], to: Self.folder + "/" + trouble) }
}

/// Waiting for what the kernel, or the service, does in its own time.
enum Patience {
  /// The first value that is not nil, asked for again and again; throws when it hangs, or after so many seconds where the
  /// service promises it within them. Not often, as the guest has little time to spare.
  static func wait<Value>(
    _ what: String, for seconds: Double? = nil, every milliseconds: UInt32 = 200, _ body: () throws -> Value?
  ) throws -> Value {
    let deadline = seconds.map { SuspendingClock.now + .seconds($0) }
    var detector = HangDetector()
    while true {
      if let value = try body() { return value }
      let isLate = deadline.map { SuspendingClock.now > $0 } ?? false
      if detector.hangs() || isLate { throw Unavailable("\(what): \(detector.report)") }
      usleep(milliseconds * 1000)
    }
  }

  static func until(
    _ what: String, for seconds: Double? = nil, every milliseconds: UInt32 = 200, _ condition: () throws -> Bool
  ) throws {
    try wait(what, for: seconds, every: milliseconds) { try condition() ? () : nil }
  }
}
