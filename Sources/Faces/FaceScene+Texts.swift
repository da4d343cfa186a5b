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
    (isRight || settings.flashes) && theme.colon != .off
      && (!blinksColon(theme) || now.seconds.isMultiple(of: 2))
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

  /// Returns the texts to show one after another; empty if there is nothing to show.
  func pages(of content: IdleFace.Content, at now: Instant) -> [String] {
    switch content {
    case .time: [time(at: now).text]
    case .seconds: [seconds(at: now)]
    case .date: date(zone.local(now).date, theme(at: now).dateFormat)
    case .alarm: alarm(at: now)
    case .temperature: readings.temperature.flatMap(temperature).map { [$0] } ?? []
    case .humidity: readings.humidity.flatMap(humidity).map { [$0] } ?? []
    case .zone(let name):
      otherZones.first { $0.name == name }.map { named(mark(of: $0), $0.rules.local(now).time, at: now) } ?? []
    }
  }

  private func seconds(at now: Instant) -> String {
    var row = SegmentRow(shape)
    let start = shape.start(ofTime: 4)
    row.write(zone.local(now).time.second.padded(to: 2), at: start + 2)
    row.separate(behind: start + 1, isLit: true)
    return row.text
  }

  // MARK: Date

  /// Returns the date as `22.11`, or as `11-22` if a digit is free for the dash; with the weekday if the display has
  /// letters. Displays that write the time with a dot never do so for the date: they show `22-11`, or day and month in
  /// turn.
  private func date(_ date: LocalDate, _ format: FaceSettings.DateFormat) -> [String] {
    let isDayFirst = format == .dayMonth
    let (day, month) = (date.day.padded(to: 2), date.month.padded(to: 2))
    func inOrder(_ day: String, _ month: String) -> [String] { isDayFirst ? [day, month] : [month, day] }
    let name = date.weekday.shortName.uppercased()
    let hasLetters = shape.segments == .fourteen
    let hasDash = shape.digits > 4 && !(isDayFirst && shape.hasHourColon)
    // Four digits in a row would look like the time, too.
    guard hasDash || shape.hasHourColon && shape.dots.contains(shape.middle(of: 4) + 1) else {
      return (hasLetters ? inOrder(name.prefix(2) + day, Self.months[date.month - 1]) : inOrder(day, month)).map {
        row($0)
      }
    }
    let digits = inOrder(day, month).joined(separator: hasDash ? "-" : "")
    guard hasLetters else { return [row(digits, pointBehind: hasDash ? nil : 2)] }
    guard shape.digits >= 8 else { return [row(name), row(digits, pointBehind: hasDash ? nil : 2)] }
    let gap = hasDash ? "" : " "
    return [row(name + gap + digits, pointBehind: hasDash ? nil : name.count + gap.count + 2)]
  }

  private static let months = [
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
  ]

  // MARK: Other times

  private func alarm(at now: Instant) -> [String] {
    guard let nextAlarm, isAlarm(within: Self.shownWithin, of: now) else { return [] }
    let pages = named(DisplayWord.nextAlarm.rawValue, zone.local(nextAlarm).time, at: now)
    // Each page gets at least one second. The label replaces `AL` unless that fits beside the time.
    let room = max(0, Int(Self.seconds(settings.face.turnFor)) - 1)
    let label = nextLabel.isEmpty ? [] : AlternatingText(nextLabel, on: shape).pages.prefix(room)
    return label.isEmpty ? pages : label + pages.suffix(1)
  }

  private func named(_ name: String, _ time: LocalTime, at now: Instant) -> [String] {
    let (room, theme) = (shape.digits - 4, theme(at: now))
    var row = SegmentRow(shape)
    guard room >= 2 else {
      let start = shape.start(ofTime: 4)
      write(time, as: theme, into: &row, at: start, colon: true)
      // On wide displays the name takes the place of the PM dot.
      if start == 1, theme.marks.contains(.pm), theme.isAfternoon(time) { light(.pm, in: &row) }
      return [self.row(name), row.text]
    }
    row.write(name.prefix(room), at: 1)
    write(time, as: theme, into: &row, at: room + 1, colon: true)
    return [row.text]
  }

  /// Returns the drawable first letters of the zone's city. A number replaces the last if two zones share them.
  private func mark(of zone: OtherZone) -> String {
    let marks = otherZones.map { letters(of: $0.name) }
    guard let index = otherZones.firstIndex(of: zone) else { return letters(of: zone.name) }
    let mark = marks[index]
    guard marks.count(where: { $0 == mark }) > 1 else { return mark }
    return mark.dropLast() + "\(index + 1)"
  }

  private func letters(of name: String) -> String {
    let city = name.split(separator: "/").last ?? ""
    let drawn = city.uppercased().filter { $0.isLetter && shape.segments.draws($0) }
    return String(drawn.prefix(shape.digits >= 6 ? shape.digits - 4 : 4))
  }

  // MARK: The room

  /// Returns `21.5C`, or `-12C` if a fraction does not fit.
  private func temperature(_ celsius: Double) -> String? {
    let isCelsius = settings.face.temperatureUnit == .celsius
    let value = isCelsius ? celsius : celsius * 9 / 5 + 32
    guard value.isFinite, (-99...999).contains(value.rounded()) else { return nil }
    let unit = (shape.digits >= 6 ? "°" : "") + (isCelsius ? "C" : "F")
    let tenths = Int((value * 10).rounded())
    let digits = (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10)"
    let start = shape.middle(of: digits.count + 1 + unit.count)
    let pointPlace = start + digits.count - 1
    if digits.count + 1 + unit.count <= shape.digits, shape.dots.contains(pointPlace) {
      return row(digits + "\(abs(tenths) % 10)" + unit, pointBehind: digits.count)
    }
    let whole = "\(Int(value.rounded()))" + unit
    return row(String(repeating: " ", count: max(0, 4 - whole.count)) + whole)
  }

  /// Returns `H 45`, or `45%` if the display can draw the sign.
  private func humidity(_ share: Double) -> String? {
    guard share.isFinite, (0...100).contains(share.rounded()) else { return nil }
    let number = "\(Int(share.rounded()))"
    let blanks = String(repeating: " ", count: 3 - number.count)
    return row(shape.segments == .fourteen ? blanks + number + "%" : "H" + blanks + number)
  }

  private func row(_ text: String, pointBehind place: Int? = nil) -> String {
    var row = SegmentRow(shape)
    let start = shape.middle(of: text.count)
    row.write(text, at: start)
    if let place { row.point(behind: start + place - 1) }
    return row.text
  }
}

extension FaceSettings.Theme {
  func isAfternoon(_ time: LocalTime) -> Bool { timeFormat == .hours12 && time.hour >= 12 }

  fileprivate func hourText(of time: LocalTime) -> String {
    let is24 = timeFormat == .hours24
    let fillsWithZero = leadingZero == .on || leadingZero == .auto && is24
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
