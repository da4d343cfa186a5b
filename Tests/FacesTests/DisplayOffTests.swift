import AlarmClock
import Faces
import Testing

@Suite struct DisplayOffTests {
  /// Settings, a time of day in UTC, and whether the display is off then.
  private static let cases: [([SettingKey: String], String, Bool)] = [
    ([:], "22:00", false), ([.brightness: "off"], "12:00", true), ([.brightness: "0"], "22:00", false),
    ([.brightness: "auto"], "22:00", false),
    ([.theme: "22:00-07:00", .nightBrightness: "off"], "21:59", false),
    ([.theme: "22:00-07:00", .nightBrightness: "off"], "22:00", true),
    ([.theme: "light", .nightBrightness: "off"], "22:00", true),
    ([.theme: "22:00-07:00", .brightness: "off", .nightBrightness: "2"], "22:00", false),
    ([.brightness: "schedule", .brightnessSchedule: "07:00 8, 22:00 off"], "21:59", false),
    ([.brightness: "schedule", .brightnessSchedule: "07:00 8, 22:00 off"], "22:00", true),
    ([.brightness: "schedule", .brightnessSchedule: "07:00 8, 22:00 off"], "06:59", true),
  ]

  @Test(arguments: cases)
  func theDisplayIsOffBySettings(values: [SettingKey: String], time: String, isOff: Bool) throws {
    let scene = try scene(.fourDigits, values) { $0.isDark = nil }
    let time = try #require(LocalTime(time))
    #expect(scene.isOff(at: at(time.hour, time.minute)) == isOff)
  }
}
