import AlarmClock
import Control

/// Sentences for `rouse say`. They are heard once, so they contain no symbols and no commands.
enum SpokenStatus {
  /// Example: `Work rings on Monday at 7:15, in 1 day 4 hours.`
  static func next(_ status: StatusView) -> String {
    guard let next = status.next else { return "No alarm is going to ring." }
    return "\(name(next.label)) rings on \(day(next.time)) at \(clock(next.time)), in \(span(next.inSeconds))."
  }

  /// Says what rings, what is next and whether it is at risk, for someone who cannot see the display.
  static func whole(_ status: StatusView) -> String {
    let ringing = status.rings.map { ring in
      "\(name(ring.label)) \(ring.state == .ringing ? "is ringing" : "is not over")."
    }
    let missed = status.misses.count
    let misses = missed == 0 ? [] : [missed == 1 ? "An alarm was missed." : "\(missed) alarms were missed."]
    return
      (ringing + misses + [next(status)] + power(status.power) + processor(status.processor)
      + verdict(status.verdict) + changes(status.home)).joined(separator: " ")
  }

  /// Reports that someone else has changed something, which a listener cannot see. Names only the last change: the
  /// daemon says at most 300 characters.
  private static func changes(_ home: HomeStatusView?) -> [String] {
    guard let changes = home?.changes, let last = changes.last else { return [] }
    let more = changes.count > 1 ? ["And \(changes.count - 1) more by the house."] : []
    return ["\(Terminal.printable(last.what)), at \(clock(last.time, .wholeMinutes))."] + more
  }

  private static func power(_ power: PowerView?) -> [String] {
    guard let power, power.low else { return [] }
    let since = power.since.map { ", since \(clock($0, .wholeMinutes))" } ?? ""
    return ["The supply's voltage is too low\(since): use a better supply, and a short cable."]
  }

  private static func processor(_ processor: ProcessorView?) -> [String] {
    guard let processor, processor.level != .ok else { return [] }
    let since = processor.since.map { ", since \(clock($0, .wholeMinutes))" } ?? ""
    let word = processor.level == .tooHot ? "much too hot" : "too hot"
    return [
      "The processor is \(word), at \(processor.degrees) degrees\(since): "
        + "give the clock air, and keep it out of the sun."
    ]
  }

  private static func name(_ label: String) -> String { label.isEmpty ? "An alarm" : Terminal.printable(label) }

  private static func verdict(_ verdict: VerdictView) -> [String] {
    switch verdict.state {
    case .nothingSet: []
    case .ready: ["It is ready." + (verdict.tested == nil ? " It was not tested." : "")]
    case .atRisk:
      // One is enough to get up for, and the daemon says at most 300 characters.
      verdict.problems.prefix(1).map { "It is at risk: \(Terminal.printable(VerdictText.named($0).heard))." }
        + (verdict.problems.count > 1 ? ["And \(verdict.problems.count - 1) more."] : [])
    }
  }

  /// Example: `Monday`. Returns a text that is not a date unchanged.
  private static func day(_ time: String) -> String {
    LocalDate(String(time.prefix(10)))?.weekday.name ?? Terminal.printable(time)
  }

  /// Example: `7:15`, without a leading zero, which would be spoken.
  private static func clock(_ time: String, _ precision: TimePhrase.Precision = .minutes) -> String {
    let clock = TimePhrase.clock(time, precision)
    return clock.hasPrefix("0") && !clock.hasPrefix("00") ? String(clock.dropFirst()) : clock
  }

  private static func span(_ seconds: Int) -> String {
    let words = TimePhrase.span(max(0, seconds)).split(separator: " ").map(String.init)
    return words.indices.map { index in
      let isOne = index > 0 && words[index - 1] == "1"
      return switch words[index] {
      case "h": isOne ? "hour" : "hours"
      case "min": isOne ? "minute" : "minutes"
      case "s": isOne ? "second" : "seconds"
      default: words[index]
      }
    }.joined(separator: " ")
  }
}

extension String {
  fileprivate var heard: String { replacing("`", with: "") }
}
