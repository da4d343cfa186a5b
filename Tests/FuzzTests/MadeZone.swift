import AlarmClock

/// TZif data of one type and a footer (RFC 9636), so that no test depends on the system's zones.
enum MadeZone {
  static func bytes(footer: String, transitions: [(Int64, UInt8)] = []) -> [UInt8] {
    let names = Array("AAA\0BBB\0".utf8)
    let types = big(Int32(3600)) + [0, 0] + big(Int32(7200)) + [1, 4]
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let none = big(Int32(0)) + big(Int32(0)) + big(Int32(0))
    // Old readers' block: nothing but a type.
    let first =
      header + none + big(Int32(0)) + big(Int32(1)) + big(Int32(4)) + big(Int32(0)) + [0, 0] + Array("UTC\0".utf8)
    let counts = big(Int32(transitions.count)) + big(Int32(2)) + big(Int32(names.count))
    let times = transitions.flatMap { big($0.0) } + transitions.map(\.1)
    return first + header + none + counts + times + types + names + Array("\n\(footer)\n".utf8)
  }

  private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
