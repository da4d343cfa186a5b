import TestSupport

@testable import Sound

extension FuzzTarget {
  /// A prepared sound as read from a disk. The first byte gives the rate of the device.
  static let sounds = FuzzTarget(
    name: "sounds", longest: 300,
    seeds: {
      [(0, 1), (48, 2), (44, 5), (8, 60), (192, 100)].compactMap { (rate, frames) -> [UInt8]? in
        guard let header = WAVHeader(frames: frames) else { return nil }
        let samples = (0..<2 * frames).map { UInt8(truncatingIfNeeded: $0 * 37) }
        return [UInt8(rate)] + header.bytes + samples
      }
    },
    examine: { bytes in
      guard let first = bytes.first else { return }
      let file = Array(bytes.dropFirst())
      let header = WAVHeader(Array(file.prefix(WAVHeader.length)))
      if let header {
        try promise(header.bytes == Array(file.prefix(WAVHeader.length)), "a header that was not written")
      }
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let path = try folder.write(file, to: "sound")
      var sound: PreparedSound
      do throws(PreparedSound.Failure) {
        sound = try PreparedSound(path: path, rate: max(1, Int(first)) * 1000)
      } catch {
        try promise(header?.fileSize != file.count, "a good sound is refused: \(error)")
        return
      }
      try promise(header?.fileSize == file.count, "a damaged sound is accepted")
      let samples = try sound.next(500)
      try promise(samples.count == 500, "a sound that ends")
      // Cubic interpolation exceeds the samples by at most a quarter.
      try promise(samples.allSatisfy { abs($0) <= 1.25 }, "samples beyond the scale")
    })
}
