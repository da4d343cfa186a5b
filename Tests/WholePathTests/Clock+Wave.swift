import Glibc
import TestSupport

extension Clock {
  func wave(_ name: String, seconds: Int = 1, amplitude: Double = 8000, frequency: Int = 440) throws -> String {
    let rate = 44_100
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes =
      Array("RIFF".utf8) + number(36 + 2 * rate * seconds, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
      + number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2) + Array("data".utf8)
      + number(2 * rate * seconds, 4)
    let second = (0..<rate).flatMap { index in
      number(Int(amplitude * sin(2 * .pi * Double(frequency * index) / Double(rate))), 2)
    }
    for _ in 0..<seconds { bytes += second }
    let path = "\(folder)/\(name)"
    try Files.write(bytes, to: path)
    return path
  }
}
