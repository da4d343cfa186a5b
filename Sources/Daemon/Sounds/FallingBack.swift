import AlarmClock
import Machine
import Sound

struct LostSound: Hashable, Sendable {
  var id: String
  /// Whether the sound is missing or was refused. Otherwise it could not be read, or not in time.
  var isGone: Bool
  private let obstacle: String?

  init(_ id: String, on shelf: SoundShelf) {
    self.id = id
    isGone = !shelf.holds(id)
    obstacle = isGone ? shelf.obstacle(to: id) : nil
  }

  /// Words such as `bell is gone`.
  var words: String {
    if let obstacle { return "\(id) cannot be played: \(obstacle)" }
    return isGone ? "\(id) is gone" : "\(id) could not be played"
  }
}

/// The samples of a demand: from its sound; if that fails, from its fallback; then from the sound that always exists.
struct FallingBack {
  private(set) var name: String
  private var source: any SampleSource
  private var rest: [String]
  private var lost: [LostSound] = []
  private let shelf: SoundShelf
  private let rate: Int

  init(_ demand: SoundDemand, shelf: SoundShelf, rate: Int) {
    self.shelf = shelf
    self.rate = rate
    rest = [demand.sound, demand.fallback].compactMap(\.self)
    (name, source) = Self.first(of: &rest, &lost, shelf, rate)
  }

  /// Returns the sounds that have failed since the last call.
  mutating func takeLost() -> [LostSound] { exchange(&lost, []) }

  mutating func next(_ count: Int) -> [Float] {
    var samples = source.next(count)
    while samples.count < count {
      lost.append(LostSound(name, on: shelf))
      (name, source) = Self.first(of: &rest, &lost, shelf, rate)
      samples += source.next(count - samples.count)
    }
    return samples
  }

  private static func first(
    of rest: inout [String], _ lost: inout [LostSound], _ shelf: SoundShelf, _ rate: Int
  ) -> (String, any SampleSource) {
    while !rest.isEmpty {
      let id = rest.removeFirst()
      if let found = shelf.source(of: id, rate: rate) { return (id, found) }
      lost.append(LostSound(id, on: shelf))
    }
    return (Settings.builtInSound, shelf.lastResort(rate: rate))
  }
}
