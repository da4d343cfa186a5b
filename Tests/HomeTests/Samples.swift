@testable import Control
@testable import Home

extension HomeConfiguration {
  static func sample(_ text: String = "broker: 'mqtts://broker.lan', user: 'bedroom'") throws -> HomeConfiguration {
    try parse(Array("{ \(text) }".utf8))
  }
}

extension HomeStateView {
  /// Returns a clock with two alarms and every sensor.
  static func sample(commands: [HomeCommandName] = []) -> HomeStateView {
    HomeStateView(
      name: "Bedroom", version: "1.2.3", state: .idle,
      next: NextView(alarmId: "1", label: "Work", time: "2026-11-25T07:00:00+01:00", local: "Wed 25 Nov 07:00"),
      alarms: [
        AlarmView(
          id: "1", label: "Work", time: "07:00", days: "Mon-Fri", enabled: true, skipNext: false, locked: false,
          next: "2026-11-25T07:00:00+01:00"),
        AlarmView(
          id: "2", label: "", time: "09:30", date: "2026-11-28", enabled: false, skipNext: false, locked: false),
      ],
      missed: 1, verdict: VerdictView(state: .atRisk, problems: ["the camera is not plugged in"]), underVoltage: false,
      trusted: true, readings: ReadingsView(illuminance: 3.25, temperature: -0.04, humidity: 40),
      dismissal: DismissalView(time: "2026-11-24T07:01:12+01:00", label: "Work", card: "kitchen"),
      volume: 60, sound: "birdsong", brightness: "auto", sounds: ["bells", "birdsong"], noises: ["rain"],
      commands: commands)
  }
}

extension HomeEvent {
  static func sample(
    _ number: Int64, kind: String = "fired", happening: HomeHappening? = .fired, at seconds: Int64 = 1_000_000,
    label: String? = "Work"
  ) -> HomeEvent {
    HomeEvent(
      id: "\(number)-abc", sequence: number, time: "2026-11-24T07:00:00+01:00",
      nanoseconds: "\(seconds)000000000", kind: kind, happening: happening, alarmId: "1", label: label)
  }
}
