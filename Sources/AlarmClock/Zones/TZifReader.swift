/// Reads one TZif file (RFC 9636, section 3). Each count is checked against the size of the data before use.
struct TZifReader {
  private struct Header {
    var version: UInt8
    var isUTCount: Int
    var isStandardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var charCount: Int

    func blockSize(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4) + isStandardCount + isUTCount
    }
  }

  let name: String
  let bytes: [UInt8]
  var position = 0

  mutating func rules() throws(ZoneError) -> ZoneRules {
    let first = try header()
    if first.version == 0 {
      return try block(first, timeSize: 4)
    }
    // Versions 2 and up repeat everything with 64-bit times; the first block is for old readers.
    _ = try take(first.blockSize(timeSize: 4))
    var rules = try block(try header(), timeSize: 8)
    rules.footer = try footer()
    return rules
  }

  private mutating func header() throws(ZoneError) -> Header {
    guard try take(4).elementsEqual("TZif".utf8) else { throw failure("it is not TZif data") }
    let version = Array(try take(16))[0]
    guard version == 0 || version >= UInt8(ascii: "2") else { throw failure("its version is unknown") }
    return Header(
      version: version, isUTCount: try count(), isStandardCount: try count(), leapCount: try count(),
      timeCount: try count(), typeCount: try count(), charCount: try count())
  }

  /// Reads a number of records. Each record takes at least one byte, so a larger count than there are bytes is an
  /// error.
  private mutating func count() throws(ZoneError) -> Int {
    let value = try integer(4) & 0xFFFF_FFFF
    guard value <= bytes.count else { throw failure("it is truncated") }
    return Int(value)
  }

  private mutating func block(_ header: Header, timeSize: Int) throws(ZoneError) -> ZoneRules {
    guard header.typeCount > 0, header.charCount > 0 else { throw failure("it has no local time types") }
    guard header.leapCount == 0 else { throw failure("it counts leap seconds, which the system clock does not") }
    guard [0, header.typeCount].contains(header.isStandardCount), [0, header.typeCount].contains(header.isUTCount)
    else { throw failure("its indicator counts are wrong") }
    guard header.blockSize(timeSize: timeSize) <= bytes.count - position else { throw failure("it is truncated") }

    var times: [Int64] = []
    for _ in 0..<header.timeCount {
      let time = try integer(timeSize)
      guard time > times.last ?? ZoneSpan.distantPast, time < ZoneSpan.distantFuture else {
        throw failure("its transition times do not ascend")
      }
      times.append(time)
    }
    let typeIndexes = Array(try take(header.timeCount))
    let types = try localTimeTypes(header)
    _ = try take(header.isStandardCount + header.isUTCount)

    var transitions: [ZoneRules.Transition] = []
    for (time, index) in zip(times, typeIndexes) {
      guard index < types.count else { throw failure("a transition refers to a missing type") }
      transitions.append(ZoneRules.Transition(at: time, offset: types[Int(index)]))
    }
    return ZoneRules(name: name, initial: types[0], transitions: transitions)
  }

  /// Reads the offsets of the local time types, in seconds east of UTC.
  private mutating func localTimeTypes(_ header: Header) throws(ZoneError) -> [Int64] {
    var records: [(seconds: Int64, isDaylightSaving: UInt8, nameIndex: UInt8)] = []
    for _ in 0..<header.typeCount {
      let seconds = try integer(4)
      let rest = Array(try take(2))
      records.append((seconds, rest[0], rest[1]))
    }
    let names = Array(try take(header.charCount))
    for record in records {
      guard abs(record.seconds) < 86_400, record.isDaylightSaving <= 1, record.nameIndex < names.count else {
        throw failure("a local time type is out of range")
      }
      guard names[Int(record.nameIndex)...].contains(0) else { throw failure("an abbreviation has no end") }
    }
    return records.map(\.seconds)
  }

  /// Reads a newline, an optional POSIX TZ string, and a newline.
  private mutating func footer() throws(ZoneError) -> POSIXZone? {
    let newline = UInt8(ascii: "\n")
    guard try take(1).first == newline, let end = bytes[position...].firstIndex(of: newline) else {
      throw failure("its footer is truncated")
    }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    if text.isEmpty { return nil }
    guard let zone = POSIXZone(text) else { throw failure("its footer is not a POSIX TZ string with rules") }
    return zone
  }

  /// Reads a big-endian two's complement number of 4 or 8 bytes.
  private mutating func integer(_ size: Int) throws(ZoneError) -> Int64 {
    let raw = try take(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: raw)) : Int64(bitPattern: raw)
  }

  private mutating func take(_ count: Int) throws(ZoneError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw failure("it is truncated") }
    defer { position += count }
    return bytes[position..<position + count]
  }

  private func failure(_ reason: String) -> ZoneError { ZoneError(name: name, reason: reason) }
}
