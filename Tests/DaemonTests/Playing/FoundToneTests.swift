import Machine
import Testing

@testable import AlarmClock
@testable import Daemon

struct FoundToneTests {
  static let cases: [(volume: Int, guides: Bool, heard: Int?)] = [
    (80, true, FoundTone.mostVolume), (20, true, 20), (0, true, nil), (80, false, nil),
  ]

  @Test(arguments: cases.indices) func itIsSofterThanTheAlarmWas(index: Int) {
    let (volume, guides, heard) = Self.cases[index]
    var settings = Settings()
    (settings.volume, settings.guides) = (volume, guides)
    let plan = settings.plan(for: Alarm(id: "aaaaaa", recurrence: .instant(.min)))
    #expect(FoundTone.preview(for: plan, settings)?.sound?.volume == heard)
  }

  @Test func theShelfHasItAndShowsItToNobody() {
    let shelf = SoundShelf()
    #expect(shelf.holds(SoundShelf.foundID) && shelf.source(of: SoundShelf.foundID, rate: 48_000) != nil)
    #expect(!shelf.knownIDs.contains(SoundShelf.foundID) && !shelf.views.contains { $0.id == SoundShelf.foundID })
  }

  @Test func itSoundsAfterAMomentUnlessSomethingElsePlays() async throws {
    let (time, outputs) = (ManualTime(Instant(nanoseconds: 0)), FakeShared())
    let player = PreviewPlayer(outputs: outputs, events: EventLog(time: time, log: try quietLog()), time: time)
    let tone = FoundTone(inForce: BookInForce(AlarmBook()), previews: player, time: time)
    tone.play(for: Settings().plan(for: Alarm(id: "aaaaaa", recurrence: .instant(.min))))
    #expect(await eventually { time.hasSleepers })
    #expect(outputs.sound(of: .preview) == nil)
    #expect(
      await eventually {
        time.advance(by: .milliseconds(50))
        return outputs.sound(of: .preview)?.sound == SoundShelf.foundID
      })
    #expect(
      await eventually {
        time.advance(by: .milliseconds(50))
        return outputs.sound(of: .preview) == nil && !player.isPlaying
      })
  }
}
