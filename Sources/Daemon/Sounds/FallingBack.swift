import AlarmClock
import Sound

struct LostSound: Hashable, Sendable {
  var id: String
  /// It is not there, or was refused; else it could not be read, or not in time.
  var isGone: Bool
  private let obstacle: String?

  init(_ id: String, on shelf: SoundShelf) {
    self.id = id
    isGone = !shelf.holds(id)
    obstacle = isGone ? shelf.obstacle(to: id) : nil
  }

  /// As `bell is gone`.
  var words: String {
    if let obstacle { return "\(id) cannot be played: \(obstacle)" }
    return isGone ? "\(id) is gone" : "\(id) could not be played"
  }
}

/// The samples of a demand: of its sound; where that is gone or fails, of its fallback; then of the one that is always
/// there.
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

  /// The sounds that turned out not to play since this was last asked.
  mutating func takeLost() -> [LostSound] {
    defer { lost = [] }
    return lost
  }

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
