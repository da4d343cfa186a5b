extension [UInt8] {
  /// Numbers with these bit lengths one after another, filled up with zeros.
  public init(bits numbers: [(value: Int, bits: Int)]) {
    let bits = numbers.flatMap { number in (0..<number.bits).reversed().map { number.value >> $0 & 1 } }
    self = stride(from: 0, to: bits.count, by: 8).map { start in
      UInt8((start..<start + 8).reduce(0) { $0 << 1 | ($1 < bits.count ? bits[$1] : 0) })
    }
  }
}
