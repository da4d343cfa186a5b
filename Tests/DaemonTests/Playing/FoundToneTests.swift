import Machine
import Testing

@testable import AlarmClock
@testable import Daemon

struct FoundToneTests {
  static let cases: [(volume: Int, guides: Bool, heard: Int?)] = [
    (80, true, FoundTone.mostVolume), (20, true, 20), (0, true, nil), (80, false, nil),
  ]

  @Test(arguments: cases) func itIsSofterThanTheAlarmWas(volume: Int, guides: Bool, heard: Int?) {
    var settings = Settings()
    (settings.volume, settings.guides) = (volume, guides)
    let plan = settings.plan(for: Alarm(id: "aaaaaa", recurrence: .instant(.min)))
    #expect(FoundTone.preview(for: plan, settings)?.sound?.volume == heard)
  }

  @Test func itSoundsAfterAMomentUnlessSomethingElsePlays() async throws {
    let (time, outputs) = (ManualTime(Instant(nanoseconds: 0)), FakeShared())
    let player = PreviewPlayer(outputs: outputs, events: EventLog(time: time, log: try quietLog()), time: time)
    let tone = FoundTone(inForce: BookInForce(AlarmBook()), previews: player, time: time)
    tone.play(for: Settings().plan(for: Alarm(id: "aaaaaa", recurrence: .instant(.min))))
    #expect(await eventually { time.hasSleepers })
    #expect(outputs.sound(of: .preview) == nil)
    #expect(
      await time.eventually(every: .milliseconds(50)) { outputs.sound(of: .preview)?.sound == SoundShelf.foundID })
    #expect(await time.eventually(every: .milliseconds(50)) { outputs.sound(of: .preview) == nil && !player.isPlaying })
  }
}
