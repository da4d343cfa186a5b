import Testing

@testable import Charts

struct ScaleTests {
  @Test(
    arguments: [
      (Unit.count, 0, "0"), (.count, -0.04, "0"), (.count, 3, "3"), (.count, 2.54, "2.5"), (.count, 14_263, "14,263"),
      (.count, -1_234_567.5, "-1,234,567.5"), (.percent, 43.21, "43.2 %"), (.percent, 100, "100 %"),
      (.seconds, 0, "0 s"), (.seconds, 0.0042, "4.2 ms"), (.seconds, 0.012, "12 ms"), (.seconds, 0.9996, "1 s"),
      (.seconds, 2.44, "2.4 s"), (.seconds, 9.96, "10 s"), (.seconds, 45, "45 s"), (.seconds, 59.6, "1 min"),
      (.seconds, 115, "1 min 55 s"), (.seconds, 120, "2 min"), (.seconds, 3600, "1 h"), (.seconds, 7500, "2 h 5 min"),
      (.seconds, 7501, "2 h 5 min"), (.seconds, 3605, "1 h"), (.seconds, 90_000, "1 d 1 h"),
      (.seconds, -75, "-1 min 15 s"),
      (.timeOfDay, 435, "07:15"), (.timeOfDay, 435.4, "07:15"), (.timeOfDay, 0, "00:00"), (.timeOfDay, 1440, "00:00"),
      (.timeOfDay, 1505, "01:05"), (.timeOfDay, -15, "23:45"), (.date, 20_779, "2026-11-22"),
      (.date, 20_779.9, "2026-11-22"), (.date, 0, "1970-01-01"), (.date, -1, "1969-12-31"),
      (.date, 11_016, "2000-02-29"),
      (.score, 73.4, "73"), (.count, .nan, "-"), (.seconds, .infinity, "-"),
    ] as [(Unit, Double, String)])
  func aValueReadsAsPeopleSayIt(unit: Unit, value: Double, text: String) {
    #expect(unit.text(value) == text)
  }

  @Test func eachDayOfFourCenturiesIsTheDayAfterTheOneBefore() {
    var last = CivilDate(year: 1799, month: 12, day: 31)
    for day in last.number + 1...last.number + 146_097 {
      let date = CivilDate(day: day)
      #expect(date.number == day)
      let isNext =
        date.day == last.day + 1 && date.month == last.month
        || date.day == 1 && date.month == last.month % 12 + 1 && last.day >= 28
      #expect(isNext && date.text > last.text, "\(date) after \(last)")
      last = date
    }
    #expect(last.text == "2199-12-31")
    #expect(CivilDate(day: .max).text == "9999-12-31")
    #expect(CivilDate(day: .min).text == "0001-01-01")
  }

  private static func ticks(
    _ unit: Unit, _ lower: Double, _ upper: Double, _ count: Int = 6, zero: Bool = false, isRound: Bool = true
  ) -> [String] {
    let axis = Axis(title: "", unit: unit, includesZero: zero)
    return Scale(axis, values: [lower, upper], ticks: count, isRound: isRound).ticks.map {
      $0.text + ($0.second.map { "/" + $0 } ?? "")
    }
  }

  @Test func ticksAreRound() {
    #expect(Self.ticks(.count, 0, 7) == ["0", "2", "4", "6", "8"])
    #expect(Self.ticks(.count, 1, 3) == ["1", "2", "3"])
    #expect(Self.ticks(.count, 0.1, 0.45, 4) == ["0.1", "0.2", "0.3", "0.4", "0.5"])
    #expect(Self.ticks(.count, 0, 4000, 4) == ["0", "1,000", "2,000", "3,000", "4,000"])
    #expect(Self.ticks(.percent, 3, 97, 5) == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"])
    #expect(Self.ticks(.score, 60, 70, 4) == ["0", "25", "50", "75", "100"])
    #expect(Self.ticks(.seconds, 0, 118) == ["0 s", "30 s", "60 s", "90 s", "120 s"])
    #expect(Self.ticks(.seconds, 70, 118, 4) == ["60 s", "75 s", "90 s", "105 s", "120 s"])
    #expect(Self.ticks(.seconds, 0, 290) == ["0 min", "1 min", "2 min", "3 min", "4 min", "5 min"])
    #expect(Self.ticks(.seconds, 0, 2900, 5) == ["0 min", "10 min", "20 min", "30 min", "40 min", "50 min"])
    #expect(Self.ticks(.seconds, 0, 9000, 4) == ["0 h", "1 h", "2 h", "3 h"])
    #expect(Self.ticks(.seconds, 0, 0.038, 5) == ["0 ms", "10 ms", "20 ms", "30 ms", "40 ms"])
    #expect(Self.ticks(.timeOfDay, 371, 598) == ["06:00", "07:00", "08:00", "09:00", "10:00"])
    #expect(Self.ticks(.timeOfDay, 0, 1439) == ["00:00", "06:00", "12:00", "18:00", "00:00"])
    #expect(Self.ticks(.timeOfDay, 400, 445, 4) == ["06:30", "06:45", "07:00", "07:15", "07:30"])
    #expect(Self.ticks(.timeOfDay, -60, 60, 4) == ["23:00", "23:30", "00:00", "00:30", "01:00"])
    #expect(Self.ticks(.seconds, 75, 115, 4, zero: true) == ["0 s", "30 s", "60 s", "90 s", "120 s"])
  }

  private static func dates(_ from: String, _ to: String, _ count: Int = 6) -> [String] {
    let days = [from, to].map { text in
      let parts = text.split(separator: "-").compactMap { Int($0) }
      return Double(CivilDate(year: parts[0], month: parts[1], day: parts[2]).number)
    }
    return ticks(.date, days[0], days[1], count, isRound: false)
  }

  @Test func datesHaveTicksAtDaysMondaysMonthsAndYears() {
    #expect(
      Self.dates("2026-11-16", "2026-11-21")
        == ["Nov 16/2026", "Nov 17", "Nov 18", "Nov 19", "Nov 20", "Nov 21"])
    #expect(Self.dates("2026-10-24", "2026-11-22") == ["Oct 26/2026", "Nov 2", "Nov 9", "Nov 16"])
    #expect(Self.dates("2025-12-30", "2026-01-02", 4) == ["Dec 30/2025", "Dec 31", "Jan 1/2026", "Jan 2"])
    #expect(Self.dates("2026-09-20", "2027-02-10") == ["Oct/2026", "Nov", "Dec", "Jan/2027", "Feb"])
    #expect(Self.dates("2025-11-23", "2026-11-22", 5) == ["Jan/2026", "Apr", "Jul", "Oct"])
    #expect(Self.dates("2016-11-23", "2026-11-22") == ["2018", "2020", "2022", "2024", "2026"])
    #expect(Self.dates("2026-11-22", "2026-11-22") == ["Nov 21/2026", "Nov 22", "Nov 23"])
  }

  @Test func valuesOfEveryKindHaveAScaleWithTicksWithin() {
    let numbers = [0, 1, -1, 1e-9, 0.1, 59.9, 1e3, 123_456.789, 1e15, 1e300, -1e300, .nan, .infinity, -.infinity]
    for unit in Unit.allCases {
      for one in numbers {
        for other in numbers {
          for isRound in [true, false] {
            let axis = Axis(title: "", unit: unit, includesZero: one < 0)
            let scale = Scale(axis, values: [one, other], ticks: 5, isRound: isRound)
            #expect(scale.lower < scale.upper && scale.lower.isFinite && scale.upper.isFinite)
            #expect(
              scale.ticks.allSatisfy { (scale.lower...scale.upper).contains($0.value) },
              "\(unit) \(one) \(other) \(scale)")
            #expect(scale.ticks.count < 30, "\(unit) \(one) \(other) \(scale.ticks)")
            #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy { $0.value < $1.value }, "\(unit) \(scale)")
          }
        }
      }
      #expect(Scale(Axis(title: "", unit: unit), values: [], ticks: 5, isRound: true).upper.isFinite)
    }
  }
}
