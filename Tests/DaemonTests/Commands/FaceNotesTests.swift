import AlarmClock
import Hardware
import Testing

@testable import Daemon

/// A display setting that changes nothing visible says so.
struct FaceNotesTests {
  typealias Change = @Sendable (inout Settings) -> Void

  static let silent: [(key: SettingKey, change: Change)] = [
    (.brightness, { $0.dimming = .automatic }), (.brightness, { $0.dimming = .fixed(3) }),
    (.theme, { $0.face.theme = .light }), (.theme, { $0.face.theme = .night }),
    (.theme, { ($0.face.theme, $0.location) = (.sun(from: .sunset(.zero), to: .sunrise(.zero)), Location("1,2")) }),
    (.turns, { $0.face.turns = [.date] }),
    (.turns, { $0.face.turns = [.temperature] }), (.nightColon, { $0.face.theme = .night }),
    (.zones, { ($0.face.zones, $0.face.turns) = (["Asia/Tokyo"], [.zones]) }), (.zones, { $0.face.zones = [] }),
    (.brightnessSchedule, { $0.dimming = .schedule }), (.lightLevels, { $0.nightDimming = .automatic }),
    (.flash, { _ in }),
  ]

  @Test(arguments: silent.indices) func nothingIsSaidOfWhatIsSeen(index: Int) {
    var settings = Settings()
    Self.silent[index].change(&settings)
    let fitting = Fitting(board: "bench", roles: Set(DeviceRole.allCases))
    #expect(FaceNotes(fitting: fitting).notes(on: Self.silent[index].key, settings).isEmpty)
  }

  static let told: [(key: SettingKey, change: Change, words: String)] = [
    (.brightness, { $0.dimming = .automatic }, "No light sensor is fitted on the board bench"),
    (.nightBrightness, { ($0.nightDimming, $0.face.theme) = (.automatic, .night) }, "No light sensor"),
    (.theme, { $0.face.theme = .light }, "22:00 to 07:00"),
    (.theme, { $0.face.theme = .sun(from: .sunset(.zero), to: .sunrise(.zero)) }, "rouse settings set location"),
    (.nightTimeFormat, { _ in }, "never night"), (.turns, { $0.face.turns = [.humidity] }, "No room sensor"),
    (.turns, { $0.face.turns = [.zones] }, "rouse settings set zones"), (.nightSeconds, { _ in }, "never night"),
    (.zones, { $0.face.zones = ["Asia/Tokyo"] }, "rouse settings set turns zones"),
    (.brightnessSchedule, { _ in }, "rouse settings set brightness schedule"),
    (.lightLevels, { _ in }, "rouse settings set brightness auto"),
  ]

  @Test(arguments: told.indices) func whatIsNotSeenIsSaid(index: Int) {
    let (key, change, words) = Self.told[index]
    var settings = Settings()
    change(&settings)
    let notes = FaceNotes(fitting: Fitting(board: "bench", roles: [.display])).notes(on: key, settings)
    #expect(notes.count == 1 && notes[0].contains(words), "\(notes)")
  }
}
