import Glibc

@testable import AlarmClock

enum Zones {
  static func bytes(_ name: String) throws -> [UInt8] {
    let path = "/usr/share/zoneinfo/\(name)"
    guard let file = fopen(path, "rb") else { throw ZoneError(name: name, reason: "\(path) cannot be opened") }
    defer { fclose(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return content }
      content += buffer[..<count]
    }
  }

  static func rules(_ name: String) throws -> ZoneRules {
    try ZoneRules(name: name, tzif: try bytes(name))
  }

  static let names = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Australia/Sydney", "America/Sao_Paulo", "Pacific/Apia",
    "Asia/Kathmandu", "Africa/Casablanca", "Africa/Cairo", "Europe/Dublin", "UTC",
  ]
}

/// Hand-made TZif data of version 2 with an empty first block.
struct MadeUpZone {
  var transitions: [(at: Int64, type: UInt8)] = []
  var types: [(seconds: Int32, isDaylightSaving: UInt8, nameIndex: UInt8)] = [(0, 0, 0)]
  var names = "UTC\0"
  var leapCount: UInt32 = 0
  var version = UInt8(ascii: "2")
  var footer = "\nUTC0\n"

  var bytes: [UInt8] {
    let isFirstVersion = version == 0
    var data = isFirstVersion ? [] : header(times: 0, types: 1, chars: 1) + [0, 0, 0, 0, 0, 0, 0]
    data += header(times: transitions.count, types: types.count, chars: names.utf8.count)
    for transition in transitions {
      data += isFirstVersion ? Self.bigEndian(Int32(transition.at)) : Self.bigEndian(transition.at)
    }
    data += transitions.map(\.type)
    for type in types { data += Self.bigEndian(type.seconds) + [type.isDaylightSaving, type.nameIndex] }
    data += Array(names.utf8)
    return isFirstVersion ? data : data + Array(footer.utf8)
  }

  private func header(times: Int, types: Int, chars: Int) -> [UInt8] {
    var data = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leapCount, UInt32(times), UInt32(types), UInt32(chars)] { data += Self.bigEndian(count) }
    return data
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}

/// Thrown for a wrong literal in a test, so that the test fails.
struct NotAValue: Error {
  let text: String
}

func local(_ text: String) throws -> LocalDateTime {
  guard let value = LocalDateTime(text) else { throw NotAValue(text: text) }
  return value
}

func date(_ text: String) throws -> LocalDate {
  guard let value = LocalDate(text) else { throw NotAValue(text: text) }
  return value
}

func time(_ text: String) throws -> LocalTime {
  guard let value = LocalTime(text) else { throw NotAValue(text: text) }
  return value
}

func instant(_ text: String) throws -> Instant {
  guard let value = RFC3339.parse(text) else { throw NotAValue(text: text) }
  return value
}

/// Returns the refusal that `body` throws, or `nil` if it succeeds.
func refusal(_ body: () throws -> some Any) throws -> InvalidValue? {
  do {
    _ = try body()
    return nil
  } catch let error as InvalidValue {
    return error
  }
}
