import AlarmClock
import Faces
import Machine

/// Keeps the idle display at what it has to show: at the right minute, and at the right second where seconds are shown.
final class FaceRunner: Sendable {
  let face: ClockFace
  private let outputs: any ShiningOutputs
  private let time: any TimeSource
  private let nap: Nap

  private static let longest: Duration = .seconds(60)

  init(face: ClockFace, outputs: any ShiningOutputs, time: any TimeSource) {
    self.face = face
    self.outputs = outputs
    self.time = time
    nap = Nap(time: time)
  }

  /// Shows the face, a new one whenever it changes, while nothing rings.
  func run(_ ringer: Ringer) async {
    var fading = FadingFace()
    var ringingFaces = face.ringingFaces
    while !Task.isCancelled {
      readZones()
      face.askForLight()
      let now = time.now
      let monotonic = time.monotonic
      // A ring has the display; its end wakes this.
      guard !ringer.isRinging else {
        await nap.sleep(for: Self.longest)
        continue
      }
      let rung = face.ringingFaces
      if rung != ringingFaces { fading.forget() }
      ringingFaces = rung
      // Worked out before the rings' lock is taken, which an alarm that comes due needs.
      let wanted = face.shown(at: now, monotonic: monotonic)
      let step = fading.step(to: wanted.face, at: monotonic, moves: face.mayFade)
      ringer.ifIdle {
        face.noteTold(wanted.content, step.face)
        outputs.show(step.face)
      }
      let change = face.nextChange(after: now, monotonic: monotonic)
      await nap.sleep(for: step.hold.map { min($0, change) } ?? change)
    }
  }

  /// Something that the display shows has changed.
  func refresh() { nap.end() }

  /// Shows the face for ten seconds, though the display is off; asked for within them, goes on to what comes by turns.
  ///
  /// - Returns: false, and nothing is done, while something rings.
  @discardableResult
  func peek(_ ringer: Ringer) -> Bool {
    guard !ringer.isRinging else { return false }
    // A ring that begins now takes the look away again.
    face.peek(at: time.now, monotonic: time.monotonic)
    refresh()
    return true
  }

  /// One that cannot be read is left out until the settings ask for others.
  private func readZones() {
    guard let names = face.zonesToRead else { return }
    let zones = names.compactMap { name -> OtherZone? in
      do throws(SystemError) {
        return OtherZone(name: name, rules: try ZoneDatabase.rules(named: name))
      } catch {
        return nil
      }
    }
    face.use(zones, askedFor: names)
  }
}

extension FaceRunner: SettingsFollower {
  func settingsChanged() { refresh() }
}
