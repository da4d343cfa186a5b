import Glibc
import TestSupport
import Testing

/// A trace of kernel events for as long as the object lives (Documentation/trace/events in the kernel's sources). Only
/// one may exist at a time.
final class KernelTrace {
  private static let folder = "/sys/kernel/tracing"
  private let event: String

  /// - Parameter event: For example `smbus/smbus_write`.
  init(_ event: String) throws {
    self.event = event
    // One clock for all processors keeps the events of a thread in order when it moves.
    try Files.write("mono", to: Self.folder + "/trace_clock")
    try clear()
    try turn(on: true)
  }

  func clear() throws { try Files.write("\n", to: Self.folder + "/trace") }

  deinit { #expect(throws: Never.self) { try turn(on: false) } }

  private func turn(on isOn: Bool) throws {
    try Files.write(isOn ? "1" : "0", to: "\(Self.folder)/events/\(event)/enable")
  }

  /// `seconds` is `CLOCK_MONOTONIC`; `words` follow the event's name.
  typealias Event = (seconds: Double, words: [Substring])

  /// Returns all events, oldest first.
  func events() throws -> [Event] { events(in: try text(of: "trace")) }

  /// Returns the events since the last call. While a service runs, none is lost between two calls.
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

  /// Reads page by page, as the kernel provides it.
  private func text(of name: String) throws -> String {
    let path = Self.folder + "/" + name
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Failure("\(path) cannot be opened") }
    defer { close(file) }
    var (text, page) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = read(file, &page, page.count)
      guard count >= 0 || errno == EAGAIN else { throw Failure("\(path) cannot be read") }
      if count <= 0 { return String(decoding: text, as: UTF8.self) }
      text += page[..<count]
    }
  }
}
