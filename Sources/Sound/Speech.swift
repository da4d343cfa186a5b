/// Spoken words as samples, at the rate of the speech program.
public final class Speech: Sendable {
  /// Frames per second.
  let rate: Int
  /// Begins with a short silence, in which a sound beneath the words is softened.
  let samples: [Float]

  /// In seconds. Longer speech is cut.
  public static let longest = 30
  static let rates = 8000...48_000
  /// Leaves room for a sound beneath, softened by 10 dB.
  static let peak: Float = 0.6

  /// Reads a WAV file of 16-bit mono PCM from a pipe. The length in its header is ignored, because the program does not
  /// know it in advance.
  ///
  /// `nil` for any other format or inaudible speech.
  public init?(wav bytes: [UInt8]) {
    func number(_ place: Range<Int>) -> Int { bytes[place].reversed().reduce(0) { $0 << 8 | Int($1) } }
    let start = WAVHeader.length
    guard bytes.count > start, bytes.count % 2 == 0, bytes[..<4].elementsEqual("RIFF".utf8),
      bytes[8..<16].elementsEqual("WAVEfmt ".utf8), bytes[36..<40].elementsEqual("data".utf8),
      number(16..<20) == 16, number(20..<22) == 1, number(22..<24) == 1, Self.rates.contains(number(24..<28)),
      number(32..<34) == WAVHeader.bytesPerFrame, number(34..<36) == 16
    else { return nil }
    let rate = number(24..<28)
    let end = min(bytes.count, start + Self.longest * rate * WAVHeader.bytesPerFrame)
    let said = stride(from: start, to: end, by: WAVHeader.bytesPerFrame).map {
      Float(Int16(truncatingIfNeeded: number($0..<$0 + 2))) / 32768
    }
    let loudest = said.reduce(0) { max($0, abs($1)) }
    guard loudest > 0.01 else { return nil }
    self.rate = rate
    samples = [Float](repeating: 0, count: rate / 4) + said.map { $0 * Self.peak / loudest }
  }

  public var length: Duration { .seconds(samples.count) / rate }
}

/// Spoken words at the rate of a device, then silence.
public struct SpeechSource: SampleSource {
  private let speech: Speech
  private let rate: Int
  private var position = 0
  /// The distance from the sample at `position`, in units of 1/`rate` of the way to the next.
  private var phase = 0

  /// - Parameter rate: frames per second of the device, more than 0.
  public init(_ speech: Speech, rate: Int) {
    precondition(rate > 0)
    self.speech = speech
    self.rate = rate
  }

  public var isOver: Bool { position >= speech.samples.count }

  public mutating func next(_ count: Int) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(count)
    while samples.count < count, !isOver {
      let window = (sample(position - 1), sample(position), sample(position + 1), sample(position + 2))
      samples.append(CubicCurve.value(window, at: Float(phase) / Float(rate)))
      phase += speech.rate
      position += phase / rate
      phase %= rate
    }
    return samples + [Float](repeating: 0, count: count - samples.count)
  }

  private func sample(_ index: Int) -> Float {
    speech.samples.indices.contains(index) ? speech.samples[index] : 0
  }
}
