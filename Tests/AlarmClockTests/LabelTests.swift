import Testing

@testable import AlarmClock

/// Labels, by which people name alarms. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct LabelTests {
  private func alarm(_ id: String, _ label: String, on date: String? = nil, isEnabled: Bool = true) throws -> Alarm {
    let recurrence: Recurrence =
      if let date { .once(try local("\(date)T07:00")) } else { .weekly(.daily, at: try time("07:00")) }
    return Alarm(id: id, label: label, recurrence: recurrence, isEnabled: isEnabled)
  }

  @Test func findsTheAlarmThatALabelMeans() throws {
    let book = AlarmBook(alarms: [
      try alarm("old", "Trip", on: "2026-11-20", isEnabled: false), try alarm("new", "Trip", on: "2026-12-20"),
      try alarm("off", "Work", isEnabled: false), try alarm("small", "work"), try alarm("gym", "Gym"),
      try alarm("gym2", "GYM"), try alarm("over", "Gone", on: "2026-11-20", isEnabled: false), try alarm("none", ""),
    ])
    let table: [(text: String, ids: [String])] = [
      // A spent alarm yields its label to one that can still ring, and keeps it if it is the only one.
      ("Trip", ["new"]), ("trip", ["new"]), ("Gone", ["over"]),
      // Exact case wins, even for a disabled alarm.
      ("Work", ["off"]), ("work", ["small"]), ("WORK", ["off", "small"]), ("gym", ["gym", "gym2"]), ("GYM", ["gym2"]),
      ("", []), ("Wor", []),
    ]
    for (text, ids) in table {
      #expect(book.alarms(labeled: text, at: saturday, in: .utc).map(\.id) == ids, "\(text)")
    }
  }

  @Test func numbersALabelThatIsTaken() throws {
    let long = String(repeating: "x", count: Alarm.longestLabel)
    let book = AlarmBook(alarms: [
      try alarm("a", "Work"), try alarm("b", "Tea 2"), try alarm("c", "Tea"), try alarm("d", long),
      try alarm("e", "Gone", on: "2026-11-20", isEnabled: false), try alarm("f", "Room 9999"), try alarm("g", "7"),
      try alarm("h", "Off", isEnabled: false),
    ])
    let table: [(label: String, free: String)] = [
      ("Work", "Work 2"), ("work", "work"), ("Tea", "Tea 3"), ("Tea 2", "Tea 3"), ("Gone", "Gone"), ("", ""),
      (long, String(long.dropLast(2)) + " 2"), ("Room 9999", "Room 10000"), ("7", "7 2"), ("Off", "Off 2"),
    ]
    for (label, free) in table {
      #expect(book.freeLabel(for: try alarm("z", label), at: saturday, in: .utc) == free)
    }
    #expect(book.freeLabel(for: try alarm("a", "Work"), at: saturday, in: .utc) == "Work")
  }

  @Test func numbersAllLabelsThatAreTakenTwiceOrTenThousandTimes() throws {
    var book = AlarmBook(alarms: [
      try alarm("a", "Work"), try alarm("b", "Work 3"), try alarm("c", "Work"), try alarm("d", "Work"),
      try alarm("e", "Work 3", isEnabled: false), try alarm("f", ""), try alarm("g", ""),
      // Spent alarms keep their labels, and take none from others.
      try alarm("h", "Work", on: "2026-11-20"), try alarm("i", "Gone", on: "2026-11-20"), try alarm("j", "Gone"),
    ])
    let renamed = book.freeLabels(at: saturday, in: .utc)
    #expect(
      book.alarms.map(\.label)
        == ["Work", "Work 3", "Work 2", "Work 4", "Work 5", "", "", "Work", "Gone", "Gone"])
    #expect(renamed.map(\.was) == ["Work", "Work", "Work 3"])
    #expect(renamed.map(\.alarm) == [book.alarms[2], book.alarms[3], book.alarms[4]])
    #expect(book.freeLabels(at: saturday, in: .utc).isEmpty)
    book = AlarmBook(alarms: try (0..<AlarmBook.mostAlarms).map { try alarm("\($0)", "Work") })
    #expect(book.freeLabels(at: saturday, in: .utc).count == AlarmBook.mostAlarms - 1)
    #expect(book.alarms.last?.label == "Work 10000")
  }
}
