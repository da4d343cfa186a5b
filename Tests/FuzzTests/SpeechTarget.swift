@testable import Sound

extension FuzzTarget {
  /// Speech as the speech program outputs it. The first byte gives the rate of the device.
  static let speech = FuzzTarget(
    name: "speech", longest: 300,
    seeds: {
      [(8, 8000), (44, 22_050), (48, 48_000), (1, 16_000)].compactMap { (device, rate) -> [UInt8]? in
        guard var bytes = WAVHeader(frames: 100)?.bytes else { return nil }
        // The rate is at bytes 24 to 27.
        for byte in 0..<4 { bytes[24 + byte] = UInt8(truncatingIfNeeded: rate >> (8 * byte)) }
        bytes += (0..<200).map { UInt8(truncatingIfNeeded: $0 * 37) }
        return [UInt8(device)] + bytes
      }
    },
    examine: { bytes in
      guard let first = bytes.first, let speech = Speech(wav: Array(bytes.dropFirst())) else { return }
      try promise(Speech.rates.contains(speech.rate), "words at \(speech.rate) frames a second")
      try promise(speech.samples.allSatisfy { abs($0) <= Speech.peak * 1.0001 }, "words louder than they may be")
      let rate = max(1, Int(first)) * 1000
      var source = SpeechSource(speech, rate: rate)
      var left = Int(speech.length / .milliseconds(100)) + 2
      while !source.isOver {
        let samples = source.next(rate / 10)
        try promise(samples.count == rate / 10, "words that end before their end")
        // Cubic interpolation exceeds the samples by at most a quarter.
        try promise(samples.allSatisfy { abs($0) <= Speech.peak * 1.2501 }, "samples beyond the scale")
        left -= 1
        try promise(left > 0, "words without an end")
      }
    })
}
