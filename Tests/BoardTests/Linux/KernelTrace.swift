import Glibc
import Testing

/// What the kernel notes of its drivers' work for as long as this lives (Documentation/trace/events of its sources). There
/// is one at a time.
final class KernelTrace {
  private static let folder = "/sys/kernel/tracing"
  private let event: String

  /// - Parameter event: as `smbus/smbus_write`.
  init(_ event: String) throws {
    self.event = event
    // One clock for all processors, so that events of a thread that moves stay in order.
    try VirtualBoard.write(Array("mono".utf8), to: Self.folder + "/trace_clock")
    try clear()
    try turn(on: true)
  }

  /// Forgets what was noted until now.
  func clear() throws { try VirtualBoard.write(Array("\n".utf8), to: Self.folder + "/trace") }

  deinit { #expect(throws: Never.self) { try turn(on: false) } }

  private func turn(on isOn: Bool) throws {
    try VirtualBoard.write(Array((isOn ? "1" : "0").utf8), to: "\(Self.folder)/events/\(event)/enable")
  }

  /// When it was, as `CLOCK_MONOTONIC` has it, and the words behind its name.
  typealias Event = (seconds: Double, words: [Substring])

  /// The oldest first.
  func events() throws -> [Event] { events(in: try text(of: "trace")) }

  /// What was noted since they were last taken; while a service goes on, nothing is lost between two calls.
  func takeEvents() throws -> [Event] { events(in: try text(of: "trace_pipe")) }

  private func events(in text: String) -> [Event] {
    let name = String(event.split(separator: "/").last ?? "") + ":"
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      // `rouse-42 [000] ..... 12.345678: smbus_write: i2c-1 …`
      guard let place = words.firstIndex(where: { $0 == name }), place > 0,
        let seconds = Double(words[place - 1].dropLast())
      else { return nil }
      return (seconds, Array(words[(place + 1)...]))
    }
  }

  /// A page at a time, as the kernel hands it out.
  private func text(of name: String) throws -> String {
    let path = Self.folder + "/" + name
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Unavailable("\(path) cannot be opened") }
    defer { close(file) }
    var (text, page) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = read(file, &page, page.count)
      // Nothing more for now.
      if count < 0, errno == EAGAIN { return String(decoding: text, as: UTF8.self) }
      guard count >= 0 else { throw Unavailable("\(path) cannot be read") }
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += page[..<count]
    }
  }
}
