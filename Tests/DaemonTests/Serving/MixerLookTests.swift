import Hardware
import Testing

@testable import Daemon

struct MixerLookTests {
  private static let without = Symptoms.Mixer(card: "Device", element: nil, percent: 100, isMuted: false)
  private static let with = Symptoms.Mixer(card: "Device", element: "PCM", percent: 80, isMuted: false)

  static let cases: [(volume: Int?, mixer: Result<Symptoms.Mixer?, HardwareError>, isNoted: Bool)] = [
    (MixerLook.loud, .success(without), true), (100, .success(without), true),
    // The initial volume of a new clock needs no note.
    (MixerLook.loud - 1, .success(without), false), (nil, .success(without), false), (100, .success(with), false),
    (100, .success(nil), false), (100, .failure(HardwareError(.speaker, "opening it", code: 5)), false),
  ]

  @Test(arguments: cases.indices) func aLoudVolumeIsToldWhereNoMixerMakesItLess(index: Int) async throws {
    let one = Self.cases[index]
    let (time, health) = (ManualTime(morning), EventLog(time: ManualTime(morning), log: try quietLog()))
    let board = try BoardChoice.board("mock", time: time)
    let outputs = try Outputs(
      board: board, health: DeviceHealth(events: health, time: time), events: health, time: time)
    let notes = await MixerLook(board: board, outputs: outputs, time: time, look: { _ in one.mixer })
      .notes(onVolume: one.volume)
    #expect(notes.count == (one.isNoted ? 1 : 0))
    #expect(notes.allSatisfy { $0.contains("Device") && $0.contains("`rouse sound preview tone --volume") })
  }
}
