/// An entry point for bytes from outside and the promises that must hold for any input: no trap, no endless loop, and
/// what `examine` checks.
///
/// `deploy/fuzz` searches for bytes that break a promise, with libFuzzer; ordinary tests try the seeds and earlier
/// findings.
struct FuzzTarget: Sendable {
  let name: String
  /// The longest useful input, in bytes.
  let longest: Int
  /// Inputs to start from, which together reach most of the code.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Throws `BrokenPromise`. Refusing bad input is not an error.
  let examine: @Sendable (_ bytes: [UInt8]) throws -> Void

  static let all: [FuzzTarget] = [
    .control, .board, .pictures, .scanLine, .frames, .segments, .texts, .zones, .store, .sounds, .speech, .calendars,
    .homeSocket, .mqtt,
  ]
}

struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  guard holds else { throw BrokenPromise(what()) }
}

/// Returns what `body` returns, or `nil` if it refuses with a reason.
func attempt<Value, Refusal: Error>(
  _ reason: (Refusal) -> String, _ body: () throws(Refusal) -> Value
) throws -> Value? {
  do throws(Refusal) { return try body() } catch {
    try promise(!reason(error).isEmpty, "a refusal without a reason")
    return nil
  }
}

/// Takes numbers and pieces from the front of an input. At its end numbers are 0 and pieces are empty.
struct Pieces {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number() -> Int64 {
    Int64(bitPattern: (0..<8).reduce(UInt64(0)) { sum, _ in sum << 8 | UInt64(byte()) })
  }

  mutating func all() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  /// Takes the bytes up to the next 0, which is dropped, or to the end.
  mutating func bytes() -> [UInt8] {
    let piece = rest.prefix { $0 != 0 }
    rest = rest.dropFirst(piece.count + 1)
    return Array(piece)
  }

  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }
}

/// Cuts the bytes into pieces of `length`, as a socket may deliver them.
func cut(_ bytes: [UInt8], into length: Int) -> [ArraySlice<UInt8>] {
  stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
}
