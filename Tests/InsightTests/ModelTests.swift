import AlarmClock
import FoundationEssentials
import Insight
import TestSupport
import Testing

/// Random histories, measured by `Insight` and by a plain model in Python (`model.py`).
@Suite(.startsPrograms) struct ModelTests {
  static let histories = TestSize.number("ROUSE_INSIGHT_HISTORIES", usual: 100)

  @Test func theModelPassesItsOwnExamples() throws {
    let result = try PlainModel.run("--check 2>&1")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func measuresOfRandomHistoriesEqualThoseOfThePlainModel() throws {
    var random = SeededGenerator(state: 18)
    let told = try (0..<Self.histories).map { _ in try GeneratedHistory(using: &random) }
    var (rings, scores, differences) = (0, 0, 0)
    for (number, (history, line)) in zip(told, try PlainModel.answers(to: told.map(\.json))).enumerated() {
      let expected = try JSONDecoder().decode(ModelMeasures.self, from: Data(line.utf8))
      let found = ModelMeasures(history.history, history.range)
      if found != expected {
        differences += 1
        if differences == 1 { TestSize.printFirstDifference(at: number + 1, of: "history") }
        if differences <= 5 { Issue.record("\(found), the model: \(expected): \(history.json)") }
      }
      rings += found.dismissed + found.missed + found.missedUnrung + found.skipped
      scores += found.scores.values.count { $0.overall != nil }
    }
    print(
      "figure: \(Self.histories) histories with \(rings) rings and \(scores) days with a score: \(differences) unlike the "
        + "model's")
    #expect(differences == 0 && rings > 20 * Self.histories && scores > 20 * Self.histories)
  }
}

/// The model's output, computed by `Insight`.
struct ModelMeasures: Codable, Equatable {
  struct Values: Codable, Equatable {
    var count: Int
    var least: Int64
    var most: Int64
    var mean: Int64
    var median: Int64

    init(_ summary: Summary) {
      (count, least, most) = (summary.count, summary.least, summary.most)
      (mean, median) = (summary.mean, summary.median)
    }
  }

  struct Scores: Codable, Equatable {
    var waking: Int?
    var rhythm: Int?
    var readiness: Int?
    var overall: Int?
  }

  var untrusted, days: Int
  var lateness, toCard: Values?
  var snoozes, wrong, unread, checks, failed: Int
  var dismissed, missed, missedUnrung, skipped: Int
  var quits: [String: Int]
  var quitRings: Int
  var bedtimeTests, bedtimePassed, noises, timers: Int
  var scores: [String: Scores]
  var trend: [Int64]?
  var outliers: [Int64]

  init(_ history: WakingHistory, _ range: ClosedRange<LocalDate>) {
    let measures = Measures(history, range)
    (untrusted, days) = (measures.untrusted, measures.days)
    lateness = measures.lateness.map(Values.init)
    toCard = measures.timeToCard.map(Values.init)
    (snoozes, wrong, unread) = (measures.snoozes, measures.wrongCards, measures.unread)
    (checks, failed) = (measures.wakeChecks, measures.failedWakeChecks)
    (dismissed, missed) = (measures.dismissed, measures.missed)
    (missedUnrung, skipped) = (measures.missedUnrung, measures.skipped)
    quits = Dictionary(uniqueKeysWithValues: Happening.interruptions.map { ($0.rawValue, measures.quits[$0] ?? 0) })
    quitRings = measures.quitRings
    (bedtimeTests, bedtimePassed) = (measures.bedtimeTests, measures.bedtimePassed)
    (noises, timers) = (measures.noises, measures.timers)
    scores = Dictionary(
      uniqueKeysWithValues: history.scores(in: range).map { day in
        let scores = Scores(
          waking: day.waking?.score.points, rhythm: day.rhythm?.score.points, readiness: day.readiness?.score.points,
          overall: day.overall?.points)
        return (day.day.description, scores)
      })
    let ended = history.rings(in: range).filter { $0.timeToCard != nil }
    let times = ended.compactMap(\.timeToCard)
    trend = Trend(times).map { [$0.before, $0.after] }
    outliers = Outliers.places(in: times).map { ended[$0].record.due.nanoseconds }
  }
}
