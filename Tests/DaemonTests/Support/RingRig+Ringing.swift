import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon

extension RingRig {
  /// Begins rings while the ringer runs, and calls `body` once the camera looks.
  func ringing(_ rings: [ArmedOccurrence]? = nil, _ body: () async throws -> Void) async throws {
    try await run {
      ringer.begin((rings ?? [ring()]).map { OpenRing($0) })
      #expect(await eventually { cards.openings == 1 })
      try await body()
    }
  }

  /// Shows a card after an empty scene, so that it counts at once.
  func bring(_ name: String, brightness: Int = 120, sourceLocation: SourceLocation = #_sourceLocation) async {
    #expect(await lookAtEmptyScene(), sourceLocation: sourceLocation)
    cards.see(name, brightness: brightness)
  }

  var shown: DisplayFace { outputs.state.withLock { $0.face } }
  var isLit: Bool { outputs.state.withLock { $0.isLit } }

  /// Changes the settings in memory only.
  func set(_ change: (inout Settings) -> Void) { inForce.change { change(&$0.settings) } }
}
