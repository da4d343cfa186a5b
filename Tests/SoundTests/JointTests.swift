import Testing

@testable import Sound

private let rate = 48_000

@Suite struct JointTests {
  /// All loops, including the fan's hum.
  private static let loops: [(id: String, score: Score)] = SoundLibrary.all.compactMap { sound in
    switch sound.synthesis {
    case .score(let score): (sound.id, score)
    case .noise(let noise): noise.hum.map { (sound.id, $0) }
    }
  }

  /// Whether the wave bends more sharply within 2 ms of the joint than elsewhere, by the second difference of its
  /// samples.
  private static func clicks(_ turn: [Float]) -> Bool {
    var loop = Loop(turn)
    let samples = loop.next(3 * turn.count)
    let near = rate / 500
    var (atJoint, elsewhere): (Float, Float) = (0, 0)
    for index in turn.count / 2..<(turn.count * 5 / 2) {
      let bend = abs(samples[index - 1] - 2 * samples[index] + samples[index + 1])
      let place = (index + near) % turn.count
      if place < 2 * near { atJoint = max(atJoint, bend) } else { elsewhere = max(elsewhere, bend) }
    }
    return atJoint > elsewhere
  }

  @Test func everyLoopIsTried() {
    #expect(Self.loops.map(\.id) == ["tone", "bell", "beep", "siren", "chime", "marimba", "birds", "fan"])
  }

  @Test("a sound's turns join without a click", arguments: loops, [44_100, 48_000])
  func turnsJoinWithoutAClick(loop: (id: String, score: Score), rate: Int) throws {
    let turn = loop.score.loop(rate: rate)
    // In a variable, because a failure would print the whole loop.
    let clicks = Self.clicks(turn)
    #expect(!clicks)
    let sound = try #require(SoundLibrary.sound(id: loop.id))
    guard case .score = sound.synthesis else { return }
    var generator = SoundGenerator(sound: sound, rate: rate)
    let clicksAsPlayed = Self.clicks(generator.next(turn.count))
    #expect(!clicksAsPlayed)
  }

  @Test("a loop cut off in the midst of a wave is found out", arguments: loops)
  func aLoopThatIsCutOffIsFoundOut(loop: (id: String, score: Score)) throws {
    let turn = loop.score.loop(rate: rate)
    let high = peak(turn) / 2
    let cut = try #require(turn.indices.dropFirst(turn.count / 3).first { abs(turn[$0]) > high })
    let clicks = Self.clicks(Array(turn[..<cut]))
    #expect(clicks)
  }

  @Test("a sound repeats after its turn", arguments: loops.filter { $0.id != "fan" })
  func aSoundRepeatsAfterItsTurn(loop: (id: String, score: Score)) throws {
    let turn = Int(loop.score.length * Double(rate))
    var generator = SoundGenerator(sound: try #require(SoundLibrary.sound(id: loop.id)), rate: rate)
    let all = generator.next(2 * turn)
    let repeats = all[..<turn] == all[turn...]
    #expect(repeats)
  }

  @Test("what has no pause goes on through its joint", arguments: ["siren", "fan"])
  func whatHasNoPauseGoesOnThroughItsJoint(id: String) throws {
    let score = try #require(Self.loops.first { $0.id == id }).score
    let turn = score.loop(rate: rate)
    let edge = rate / 200
    var loop = Loop(turn)
    let samples = loop.next(2 * turn.count)
    func loudness(_ center: Int) -> Float {
      samples[(center - edge * 2)..<(center + edge * 2)].reduce(0) { $0 + $1 * $1 }
    }
    // If a note did not overlap its beginning, a quarter of this stretch would be missing.
    let before = loudness(turn.count - 6 * edge)
    #expect(abs(loudness(turn.count) / before - 1) < 0.1)
  }
}
