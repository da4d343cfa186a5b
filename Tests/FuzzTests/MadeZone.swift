/// TZif data with one type and a footer (RFC 9636), so that no test depends on the system's zones.
enum MadeZone {
  static func bytes(footer: String, transitions: [(Int64, UInt8)] = []) -> [UInt8] {
    let names = Array("AAA\0BBB\0".utf8)
    // The version 1 block contains only a type.
    var bytes = header + none + numbers(0, 1, 4)
    bytes += big(Int32(0)) + [0, 0] + Array("UTC\0".utf8)
    bytes += header + none + numbers(transitions.count, 2, names.count)
    bytes += transitions.flatMap { big($0.0) }
    bytes += transitions.map(\.1)
    bytes += big(Int32(3600)) + [0, 0]
    bytes += big(Int32(7200)) + [1, 4]
    bytes += names
    bytes += Array("\n\(footer)\n".utf8)
    return bytes
  }

  private static let header: [UInt8] = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
  private static let none = numbers(0, 0, 0)

  private static func numbers(_ values: Int...) -> [UInt8] { values.flatMap { big(Int32($0)) } }
  private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
