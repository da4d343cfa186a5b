import AlarmClock
import Hardware

extension FaceScene {
  /// Returns the time with its marks. If the time is in doubt and the face must not blink, the colon is missing.
  func time(at now: Instant) -> IdleFace {
    let local = zone.local(now).time
    let theme = theme(at: now)
    let hasSeconds = theme.showsSeconds && shape.hasRoomForSeconds
    let hasLetters = hasLetters(theme)
    let count = (hasSeconds ? 6 : 4) + (hasLetters ? 2 : 0)
    var row = SegmentRow(shape)
    write(local, as: theme, into: &row, at: shape.start(ofTime: count), colon: isColonLit(theme, at: now), hasSeconds)
    if hasLetters { row.write(local.hour < 12 ? "AM" : "PM", at: shape.start(ofTime: count) + count - 2) }
    for mark in lit(theme, at: now, local) where !(mark == .pm && hasLetters) { light(mark, in: &row) }
    return IdleFace(content: .time, text: row.text, isBlinking: !isRight && settings.flashes)
  }

  /// Whether AM or PM is written out: 12-hour time on a fourteen-segment display with room behind the time.
  private func hasLetters(_ theme: FaceSettings.Theme) -> Bool {
    shape.segments == .fourteen && theme.timeFormat == .hours12 && theme.marks.contains(.pm)
      && shape.digits >= (theme.showsSeconds ? 8 : 6)
  }

  private func isColonLit(_ theme: FaceSettings.Theme, at now: Instant) -> Bool {
    guard isRight || settings.flashes else { return false }
    return switch theme.colon {
    case .off: false
    case .steady: true
    case .blink: !blinksColon(theme) || now.seconds.isMultiple(of: 2)
    }
  }

  /// Writes hours, minutes and optionally seconds; a digit's place does not depend on the time.
  func write(
    _ time: LocalTime, as theme: FaceSettings.Theme, into row: inout SegmentRow, at start: Int, colon isLit: Bool,
    _ hasSeconds: Bool = false
  ) {
    row.write(theme.hourText(of: time) + time.minute.padded(to: 2), at: start)
    row.separate(behind: start + 1, isLit: isLit)
    guard hasSeconds else { return }
    row.write(time.second.padded(to: 2), at: start + 4)
    row.separate(behind: start + 3, isLit: isLit)
  }

  private func lit(_ theme: FaceSettings.Theme, at now: Instant, _ local: LocalTime) -> [FaceMark] {
    theme.marks.filter { mark in
      switch mark {
      case .pm: theme.isAfternoon(local)
      case .power: readings.isPowerLow
      case .alarm: isAlarm(within: Self.markedWithin, of: now)
      case .clock: !isRight
      case .miss: hasMiss
      }
    }
  }

  func isAlarm(within seconds: Int64, of now: Instant) -> Bool {
    nextAlarm.map { (1...seconds).contains($0.seconds - now.seconds) } ?? false
  }

  func light(_ mark: FaceMark, in row: inout SegmentRow) {
    guard let place = shape.place(of: mark), row.isFree(place) else { return }
    row.point(behind: place)
  }
}

extension FaceSettings.Theme {
  func isAfternoon(_ time: LocalTime) -> Bool { timeFormat == .hours12 && time.hour >= 12 }

  fileprivate func hourText(of time: LocalTime) -> String {
    let is24 = timeFormat == .hours24
    let fillsWithZero =
      switch leadingZero {
      case .auto: is24
      case .on: true
      case .off: false
      }
    let hour = is24 ? time.hour : time.hourOfTwelve
    return (hour < 10 ? (fillsWithZero ? "0" : " ") : "") + "\(hour)"
  }
}

extension Settings {
  /// Returns the time as text, such as `07:30`, in the format for the day. Fits displays of any shape.
  public func clockText(of time: LocalTime) -> String {
    "\(theme(isNight: false).hourText(of: time)):\(time.minute.padded(to: 2))"
  }
}
