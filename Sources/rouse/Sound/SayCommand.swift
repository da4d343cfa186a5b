import AlarmClock
import ArgumentParser
import Control

struct SayCommand: Verb {
  static let about = CommandConfiguration("say")

  @Argument(help: ArgumentHelp("`time`, or the words to say.", valueName: "text"))
  var words: [String] = []
  @Flag(help: "Say what rings next, and when.") var next = false
  @Flag(help: "Say that, missed alarms, and whether the next ring is at risk.") var status = false
  @Option("0 to 100; default: `rouse settings get volume`.", "percent", parsing: .unconditional)
  var volume: String?
  @OptionGroup var io: IO

  func validate() throws {
    let asked = [!words.isEmpty, next, status].count { $0 }
    guard asked == 1 else {
      throw ValidationError("say one of: time, --next, --status, or words, as in: rouse say \"Good night\"")
    }
  }

  /// - Parameter look: asks the daemon.
  func command(_ look: () throws -> StatusView) throws -> Say {
    let volume = try volume.map { try FieldText.volume($0, field: "--volume") }
    if next { return Say(text: SpokenStatus.next(try look()), volume: volume) }
    if status { return Say(text: SpokenStatus.whole(try look()), volume: volume) }
    return Say(text: words == ["time"] ? nil : words.joined(separator: " "), volume: volume)
  }

  func run() throws {
    let client = try connection.open()
    try format.follow(try command { try client.send(GetStatus()) }, on: client)
  }
}

/// Sentences for `rouse say`. They are heard once, so they contain no symbols and no commands.
enum SpokenStatus {
  /// Example: `Work rings on Monday at 7:15, in 1 day 4 hours.`
  static func next(_ status: StatusView) -> String {
    guard let next = status.next else { return "No alarm will ring." }
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
    let more = changes.count > 1 ? ["And \(changes.count - 1) more changes by the house."] : []
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
    let units = ["h": "hour", "min": "minute", "s": "second"]
    return words.indices.map { index in
      guard let unit = units[words[index]] else { return words[index] }
      return index > 0 && words[index - 1] == "1" ? unit : unit + "s"
    }.joined(separator: " ")
  }
}

extension String {
  fileprivate var heard: String { replacing("`", with: "") }
}
