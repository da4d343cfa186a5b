/// Hand-made TZif data of version 2 with an empty first block.
public struct MadeUpZone {
  public var transitions: [(at: Int64, type: UInt8)] = []
  public var types: [(seconds: Int32, isDaylightSaving: UInt8, nameIndex: UInt8)] = [(0, 0, 0)]
  public var names = "UTC\0"
  public var leapCount: UInt32 = 0
  public var version = UInt8(ascii: "2")
  public var footer = "\nUTC0\n"

  public init() {}

  public var bytes: [UInt8] {
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
