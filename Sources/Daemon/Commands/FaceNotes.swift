import AlarmClock
import Hardware

/// Notes on what keeps a display setting from being seen.
struct FaceNotes: Sendable {
  let fitting: Fitting

  func notes(on key: SettingKey, _ settings: Settings) -> [String] {
    let face = settings.face
    let nightTurns = face.nightTurns ?? []
    switch key {
    case .brightness where settings.dimming == .automatic, .nightBrightness where settings.nightDimming == .automatic:
      return lack(of: .light, "the display is as bright as `brightness-schedule` says")
        + (key == .nightBrightness ? neverNight(face) : [])
    case .theme where face.theme == .light: return lack(of: .light, "it is night from 22:00 to 07:00")
    case .theme where settings.location == nil && face.theme.isOfTheSun:
      return [
        "Nobody has said where the clock stands: sunrise is taken for 6:00, sunset for 18:00 until this is set: "
          + "`rouse settings set location LATITUDE,LONGITUDE`"
      ]
    case .turns, .nightTurns:
      let turns = key == .turns ? face.turns : nightTurns
      let ofTheRoom = turns.contains { [.temperature, .humidity].contains($0) }
      return (ofTheRoom ? lack(of: .room, "the time is shown in its place") : [])
        + (turns.contains(.zones) && face.zones.isEmpty
          ? ["No zone is named yet: `rouse settings set zones Asia/Tokyo`"] : [])
        + (key == .nightTurns ? neverNight(face) : [])
        + (face.mode == .normal
          ? [] : ["They are seen once this is set: `rouse settings set display normal`"])
    case .colon where face.colon == .blink && !settings.flashes:
      return ["It does not blink while this is set: `flash off`"]
    case .nightTimeFormat, .nightLeadingZero, .nightSeconds, .nightColon, .nightMarks, .nightDateFormat,
      .nightBrightness:
      return neverNight(face)
    case .zones where !face.zones.isEmpty && !(face.turns + nightTurns).contains(.zones):
      return ["They are seen once this is set: `rouse settings set turns zones`"]
    case .brightnessSchedule where ![settings.dimming, settings.nightDimming].contains(.schedule):
      return ["It counts once this is set: `rouse settings set brightness schedule`"]
    case .lightLevels where ![settings.dimming, settings.nightDimming].contains(.automatic):
      return ["They count once this is set: `rouse settings set brightness auto`"]
    default: return []
    }
  }

  private func neverNight(_ face: FaceSettings) -> [String] {
    face.theme == .day ? ["It is never night until this is set: `rouse settings set theme 22:00-07:00`"] : []
  }

  private func lack(of role: DeviceRole, _ instead: String) -> [String] {
    guard !fitting.roles.contains(role) else { return [] }
    return [
      "No \(role == .light ? "light" : "room") sensor is fitted on the board \(fitting.board): \(instead). "
        + "`rouse help board` says how one is named"
    ]
  }
}

extension FaceSettings.ThemeChoice {
  fileprivate var isOfTheSun: Bool { if case .sun = self { true } else { false } }
}
