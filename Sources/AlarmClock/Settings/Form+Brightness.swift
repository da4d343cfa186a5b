extension Form<Dimming> {
  /// `auto`, `schedule`, 0 to 15 or `off`.
  static let dimming = Form(
    "the display has 16 brightness levels", "give a number from 0 to 15, `off`, `auto` or `schedule`",
    read: { typed in
      switch typed.text.lowercased() {
      case "auto": .automatic
      case "schedule": .schedule
      default: BrightnessText.level(typed.text).map { .fixed($0) }
      }
    },
    text: { dimming in
      switch dimming {
      case .automatic: "auto"
      case .schedule: "schedule"
      case .fixed(let level): BrightnessText.level(level)
      }
    })
}

extension Form<BrightnessSchedule> {
  static let schedule = Form(
    parse: { typed throws(InvalidValue) in
      var points: [BrightnessSchedule.Point] = []
      for part in typed.text.split(separator: ",", omittingEmptySubsequences: false) {
        let point = try typed.schedulePoint(part.split(separator: " ").map(String.init))
        guard !points.contains(where: { $0.moment == point.moment }) else {
          throw typed.refusal("two points are at \(point.moment)", "give each its own time")
        }
        points.append(point)
      }
      guard points.count <= BrightnessSchedule.mostPoints else {
        throw typed.refusal(
          "it has \(points.count) points; the limit is \(BrightnessSchedule.mostPoints)", "leave some out")
      }
      return BrightnessSchedule(points)
    }, text: { $0.description })
}

extension TypedValue {
  fileprivate func schedulePoint(_ words: [String]) throws(InvalidValue) -> BrightnessSchedule.Point {
    let remedy = "give points like `07:00 12, sunset 4 over 30m, 22:00 off`"
    guard words.count == 2 || (words.count == 4 && words[2].lowercased() == "over") else {
      let reason = words.isEmpty ? "a point is empty" : "`\(words.joined(separator: " ").prefix(20))` is not a point"
      throw refusal(reason, remedy)
    }
    guard let level = BrightnessText.level(words[1]) else {
      throw refusal("`\(words[1].prefix(20))` is not a brightness: give 0 to 15 or off", remedy)
    }
    var point = BrightnessSchedule.Point(try .init(words[0], of: self, remedy), level: level)
    if words.count == 4 { point.ramp = try span(words[3], BrightnessSchedule.longestRamp, "3h", remedy) }
    return point
  }

  func span(
    _ text: String, _ most: Duration, _ name: String, _ remedy: String
  ) throws(InvalidValue) -> Duration {
    let duration: Duration
    do throws(InvalidValue) { duration = try DurationText.parse(text, field: field) } catch {
      throw refusal("`\(text.prefix(20))`: \(error.reason)", remedy)
    }
    guard (.zero...most).contains(duration) else { throw refusal("`\(text.prefix(20))` is more than \(name)", remedy) }
    return duration
  }
}

extension Form<LightLevels> {
  static let light = Form(
    parse: { typed throws(InvalidValue) in
      func refusal(_ reason: String) -> InvalidValue {
        typed.refusal(reason, "give lux and levels like `1:off 10:2 50:6 200:12`, the darkest first")
      }
      var points: [LightLevels.Point] = []
      for word in typed.text.split(separator: " ") {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let tenths = FixedPoint.parse(parts[0], digits: 1), tenths <= LightLevels.mostTenths
        else { throw refusal("`\(word.prefix(20))` must be 0 to 100000 lux, a colon and a level") }
        guard !parts[1].isEmpty else {
          throw refusal("a level must follow `\(word.prefix(20))` without a space")
        }
        guard let level = BrightnessText.level(parts[1]) else {
          throw refusal("`\(parts[1].prefix(20))` is not a brightness: give 0 to 15 or off")
        }
        if let last = points.last, last.tenths >= tenths || (last.level ?? -1) > level ?? -1 {
          throw refusal("`\(word.prefix(20))` must have more lux than the previous point, and at least its level")
        }
        points.append(LightLevels.Point(tenths: tenths, level: level))
      }
      guard (1...LightLevels.mostPoints).contains(points.count) else {
        throw refusal("it has \(points.count) points; it must have 1 to \(LightLevels.mostPoints)")
      }
      return LightLevels(points)
    }, text: { $0.description })
}

extension Form<Location?> {
  static let location = Form(
    parse: { typed throws(InvalidValue) in
      if typed.isOff { return nil }
      guard let location = Location(typed.text) else {
        throw typed.refusal(
          "a place is a latitude (-90 to 90), a comma and a longitude (-180 to 180)",
          "give both in degrees, south and west with a minus, like 52.52,13.40 or -33.87,151.21; or `off`")
      }
      return location
    }, text: { $0?.description ?? SettingWord.off })
}
