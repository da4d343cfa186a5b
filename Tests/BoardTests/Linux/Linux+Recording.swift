import Dispatch
import Glibc
import Hardware
import LinuxHardware
import Sound
import Synchronization
import TestSupport
import Testing

/// Records streams at the other end of the loopback card: their level, the shape of a fade-in, and their end.
extension LinuxContractTests {
  @Test(arguments: [100, 50, 20])
  func theRecordingIsAsLoudAsAsked(volume: Int) throws {
    let take = try Take(of: .seconds(1.2), ramp: { VolumeRamp(volume: volume, rate: $0) })
    // A full period of the tone, after the edge at its beginning.
    let match = take.match(from: .milliseconds(250), for: .milliseconds(500))
    // Each volume step is 0.4 dB.
    let asked = Double(volume - 100) * 0.4
    print("measured: volume \(volume) is recorded at \(hundredths(match.gain)) dB, asked are \(hundredths(asked)) dB")
    #expect(abs(match.gain - asked) < 1)
    #expect(match.likeness > 0.999, "it is the tone")
  }

  @Test func aFadeInRisesEvenlyInDecibels() throws {
    let take = try Take(of: .seconds(4.5), ramp: { VolumeRamp(volume: 50, fadeIn: .seconds(4), rate: $0) })
    // In the middle of pulses: the tone is on in the first quarter of each half second.
    for tenths in [1, 6, 11, 16, 21, 26, 31, 36, 41] {
      let moment = Double(tenths) / 10
      let match = take.match(from: .seconds(moment), for: .milliseconds(50))
      // From -40 dB to the volume's -20 dB in 4 s.
      let asked = -40 + 20 * min(1, (moment + 0.025) / 4)
      print("measured: \(moment) s into the fade-in \(hundredths(match.gain)) dB, asked are \(hundredths(asked)) dB")
      #expect(abs(match.gain - asked) < 1)
      #expect(match.likeness > 0.99, "it is the tone")
    }
  }

  @Test(arguments: [50, 53])
  func aStreamThatIsClosedInTheMidstOfAWaveEndsSoonAndWithoutAClick(chunks: Int) throws {
    let (heard, before, rate) = try inTime { () throws -> (heard: [Float], before: Int, rate: Int)? in
      let output = ALSAOutput(ALSACard(card: "Loopback"))
      let rate = try output.open(AudioStream(sound: "tone", volume: 100, setsMixer: false)).rate
      let recorder = try LoopbackRecorder(rate: rate)
      let wave = (0..<rate / 50 * chunks).map { 0.5 * sin(2 * .pi * 450 * Float($0) / Float(rate)) }
      guard var heard = try recorder.record(wave, from: output, rate: rate) else {
        output.close()
        return nil
      }
      let before = heard.count
      let start = SuspendingClock.now
      let heldUp = longestHoldUp { output.close() }
      let span = SuspendingClock.now - start
      for _ in 0..<20 {
        heard += try recorder.readLeft()
        usleep(10_000)
      }
      guard span < .milliseconds(60) else { return nil }
      // If the thread was delayed longer than the driver needs to take samples back, it could not fade.
      let isCutOff = largestBend(heard[(before - rate / 10)...]) > 0.01
      return isCutOff && heldUp > .milliseconds(4) ? nil : (heard, before, rate)
    }
    let end = try #require(heard.lastIndex { $0 != 0 })
    let late = Double(end + 1 - before) / Double(rate)
    print("measured: heard for \(hundredths(late * 1000)) ms after the call that closes it")
    #expect(late < 0.1)
    // The whole wave, and its last tenth of a second with everything after it.
    let middle = heard[(before - rate / 5)..<(before - rate / 10)]
    let last = heard[(before - rate / 10)...]
    #expect(middle.contains { abs($0) > 0.49 })
    #expect(largestBend(last) <= 1.02 * largestBend(middle))
  }
}

/// Repeats an attempt that returns `nil` because the busy machine was late.
private func inTime<Outcome>(_ attempt: () throws -> Outcome?) throws -> Outcome {
  let deadline = SuspendingClock.now + .seconds(60)
  while SuspendingClock.now < deadline {
    if let outcome = try attempt() { return outcome }
    print("the machine was late; once more")
  }
  throw Failure("a machine that is in time")
}

/// Returns the longest delay of a thread on this machine during `body`, beyond its sleeps of half a millisecond.
private func longestHoldUp(during body: () -> Void) -> Duration {
  let watch = HoldUpWatch()
  let group = DispatchGroup()
  DispatchQueue.global().async(group: group) { watch.run() }
  while !watch.isRunning.load(ordering: .acquiring) { usleep(100) }
  body()
  watch.isOver.store(true, ordering: .releasing)
  group.wait()
  return watch.longest.withLock { $0 }
}

private final class HoldUpWatch: Sendable {
  let isRunning = Atomic(false)
  let isOver = Atomic(false)
  let longest = Mutex(Duration.zero)

  func run() {
    isRunning.store(true, ordering: .releasing)
    while !isOver.load(ordering: .acquiring) {
      let start = SuspendingClock.now
      usleep(500)
      let wait = SuspendingClock.now - start - .microseconds(500)
      longest.withLock { $0 = max($0, wait) }
    }
  }
}

extension LoopbackRecorder {
  /// Plays samples and returns the left channel heard at the other end, or `nil` if the machine was late and the card
  /// ran dry.
  fileprivate func record(_ samples: [Float], from output: ALSAOutput, rate: Int) throws -> [Float]? {
    var heard: [Float] = []
    for start in stride(from: 0, to: samples.count, by: rate / 50) {
      let played = try output.play(Array(samples[start..<min(samples.count, start + rate / 50)]))
      // Everything from the previous calls has been played.
      if start > 0, played >= start { return nil }
      heard += try readLeft()
    }
    return heard
  }
}

private func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }

private struct Take {
  /// Starts at the first sample of the stream.
  private let heard: [Float]
  /// At full volume.
  private let tone: [Float]
  private let rate: Int

  init(of span: Duration, ramp: (_ rate: Int) -> VolumeRamp) throws {
    let output = ALSAOutput(ALSACard(card: "Loopback"))
    defer { output.close() }
    let stream = AudioStream(sound: "tone", volume: 100, setsMixer: false)
    let rate = try output.open(stream).rate
    var generator = SoundGenerator(sound: SoundLibrary.tone, rate: rate)
    let tone = generator.next(Int(span / .seconds(1) * Double(rate)))
    // Made beforehand, because the machine may be slow. Silence at the end makes the card play all of the tone.
    var samples = tone
    var ramp = ramp(rate)
    ramp.apply(to: &samples)
    samples += [Float](repeating: 0, count: rate / 2)
    let heard = try inTime {
      _ = try output.open(stream)
      return try LoopbackRecorder(rate: rate).record(samples, from: output, rate: rate)
    }
    // Above whatever the card makes of very quiet samples.
    let first = try #require(samples.firstIndex { abs($0) > 0.0001 })
    let begin = try #require(heard.firstIndex { abs($0) > 0.0001 }, "nothing was recorded") - first
    try #require(heard.count - begin >= tone.count, "the whole of it was recorded")
    self.rate = rate
    self.tone = tone
    self.heard = Array(heard[begin...])
  }

  /// Returns the level of a part against the tone, in decibels, and the similarity, 0…1.
  func match(from start: Duration, for span: Duration) -> (gain: Double, likeness: Double) {
    let first = Int(start / .seconds(1) * Double(rate))
    let part = first..<first + Int(span / .seconds(1) * Double(rate))
    var (product, ofTone, ofHeard) = (0.0, 0.0, 0.0)
    for (wanted, got) in zip(tone[part], heard[part]) {
      product += Double(wanted) * Double(got)
      ofTone += Double(wanted) * Double(wanted)
      ofHeard += Double(got) * Double(got)
    }
    return (20 * log10(product / ofTone), product / (ofTone * ofHeard).squareRoot())
  }
}
