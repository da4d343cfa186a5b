import AlarmClock
import ControlService
import Machine
import Sound

/// Says the time and the labels of the alarms that are to speak, while they are heard. No ring waits for it.
final class Announcer: Sendable {
  private let face: ClockFace
  private let notices: Notices
  private let time: any TimeSource
  private let speak: @Sendable (String) async -> Result<Speech, SpeechProblem>
  private let announce: @Sendable (Speech) -> Void
  private let begun = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// How long a sound is heard before anything is said.
  static let patience: Duration = .seconds(5)
  static let period: Duration = .seconds(60)
  private static let step: Duration = .milliseconds(500)

  /// - Parameters:
  ///   - speak: makes sound of words, in its own time.
  ///   - announce: has it heard over the sound of the alarms.
  init(
    face: ClockFace, notices: Notices, time: any TimeSource,
    speak: @escaping @Sendable (String) async -> Result<Speech, SpeechProblem>,
    announce: @escaping @Sendable (Speech) -> Void
  ) {
    self.face = face
    self.notices = notices
    self.time = time
    self.speak = speak
    self.announce = announce
  }

  convenience init(face: ClockFace, notices: Notices, time: any TimeSource, outputs: Outputs) {
    self.init(
      face: face, notices: notices, time: time, speak: { await SpeechProgram.say($0, time: time) },
      announce: { outputs.announce($0) })
  }

  /// Never blocks.
  func ringBegan() { begun.continuation.yield() }

  /// Accompanies every ring, for as long as the daemon runs.
  func run(_ ringer: Ringer) async {
    for await _ in begun.stream {
      var next: Duration?
      while ringer.isRinging {
        if let labels = labels(of: ringer) {
          let due = next ?? time.monotonic + Self.patience
          next = due
          if time.monotonic >= due {
            next = time.monotonic + Self.period
            await say(labels, over: ringer)
          }
        } else {
          next = nil
        }
        guard await time.rest(for: Self.step) else { return }
      }
    }
  }

  private func say(_ labels: [String], over ringer: Ringer) async {
    let words = [face.spoken(at: time.now)] + labels.map { "\($0)." }
    switch await speak(words.joined(separator: " ")) {
    case .success(let speech): if self.labels(of: ringer) != nil { announce(speech) }
    case .failure(let problem): notices.add("An alarm rang without words: \(problem.why); \(problem.fix)")
    }
  }

  /// Of the alarms that are to speak and whose sound is heard now; nil: there is none.
  private func labels(of ringer: Ringer) -> [String]? {
    let (now, devices) = (time.monotonic, ringer.outputs.devices)
    let speaking = ringer.current.filter { ring in
      ring.plan.speaks && ring.state.phase == .ringing
        && ring.state.demand(at: now, devices: devices).sound?.volume ?? 0 > 0
    }
    return speaking.isEmpty ? nil : speaking.map(\.plan.label).filter { !$0.isEmpty }
  }
}
