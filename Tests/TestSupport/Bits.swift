extension [UInt8] {
  /// Numbers with these bit lengths one after another, filled up with zeros.
  public init(bits numbers: [(value: Int, bits: Int)]) {
    self = []
    var count = 0
    for number in numbers {
      for place in (0..<number.bits).reversed() {
        if count % 8 == 0 { append(0) }
        self[count / 8] |= UInt8(number.value >> place & 1) << UInt8(7 - count % 8)
        count += 1
      }
    }
  }
}
