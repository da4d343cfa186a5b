import AlarmClock
import Hardware

/// A text that the display shows for a while.
public struct Message: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// After a duration, unaffected by clock changes.
    case after(Deadline)
    case at(Instant)

    private static let longest: Duration = .seconds(2 * 86_400)

    /// Returns the time left, negative once the message has ended.
    public func left(at reading: ClockReading) -> Duration {
      let left =
        switch self {
        case .after(let deadline): deadline.left(at: reading)
        case .at(let moment): moment - reading.now
        }
      // No message lasts this long, so the clock was wrong when it was set.
      return left > Self.longest ? .zero : left
    }
  }

  public var id: String
  public var text: String
  public var end: End
  public var beeps: Bool
  /// Whether the text belongs to a reminder; the reminder book keeps those over a restart.
  public var isReminder: Bool

  public init(id: String, text: String, end: End, beeps: Bool = false, isReminder: Bool = false) {
    self.id = id
    self.text = text
    self.end = end
    self.beeps = beeps
    self.isReminder = isReminder
  }

  public static let lengths: ClosedRange<Duration> = .seconds(10) ... .seconds(86_400)
  public static let usualLength: Duration = .seconds(600)

  public static let longestText = 200

  /// Returns the text without surrounding blanks. Throws if it is not allowed, or if this display cannot show it.
  public static func text(_ typed: String, on shape: DisplayShape, field: String = "TEXT") throws(InvalidValue)
    -> String
  {
    let text = typed[...].trimmingBlanks
    func refusal(_ reason: String, _ remedy: String) -> InvalidValue {
      let isLong = text.unicodeScalars.count > 20
      let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(20)))
      return InvalidValue(field: field, value: isLong ? shown + "…" : shown, reason: reason, remedy: remedy)
    }
    guard !text.isEmpty else { throw refusal("it is empty", "give a text like \"bin day\"") }
    if let scalar = text.lazy.compactMap(\.unseenScalar).first {
      throw refusal(
        "it contains \(scalar.described), which is invisible and could garble the display and the terminal",
        "remove it: give plain text without line breaks or tabs")
    }
    // One character can carry any number of combining marks.
    guard text.count <= longestText, text.utf8.count <= 8 * longestText else {
      throw refusal(
        text.count > longestText
          ? "it is \(text.count) characters long; the limit is \(longestText)"
          : "it is longer than \(8 * longestText) bytes", "shorten it")
    }
    let drawing = MessageDrawing(text, on: shape)
    guard drawing.hasLetters else {
      throw refusal("the display cannot show any of it", "give letters from A to Z, with or without accents")
    }
    guard !drawing.passesForNumber(on: shape.segments), !text.allSatisfy({ $0.isNumber || ":.,-/ ".contains($0) })
    else {
      // People who typed letters need to see the number that their text looks like.
      let seen = drawing.numberSeen(on: shape.segments)
      let looks = text.contains(where: \.isLetter) ? "on the display it looks like `\(seen)`, and" : "on the display it"
      throw refusal(
        "\(looks) could be taken for the time or another number that the clock shows",
        "add a word, as in \"bus 7:30\"")
    }
    if let word = DisplayWord.all.first(where: { drawing.passes(for: $0, on: shape) || $0.letters == text.letters }) {
      throw refusal("the display itself shows `\(word)`, so people would take it for that", "say it in other words")
    }
    return text
  }
}

extension StringProtocol {
  fileprivate var letters: String { String(filter { $0.isLetter || $0.isNumber }).lowercased() }
}

extension MessageDrawing {
  fileprivate var hasLetters: Bool { cells.contains { $0.first != " " } }

  /// Whether all characters look like digits, apart from one unit behind a number: `1h40`, `21.5C`.
  fileprivate func passesForNumber(on segments: DisplayShape.Segments) -> Bool {
    let letters = cells.compactMap(\.first).filter { $0 != " " }
    // Before a unit, only exact shapes count: `hi` is a word.
    if letters.contains(where: { $0.digitSeen(on: segments) != nil }),
      letters.allSatisfy({ $0 == "-" || $0.digitSeen(on: segments) != nil })
    {
      return true
    }
    let others = letters.filter { $0.digit(on: segments) == nil && $0 != "-" && $0 != "°" }
    let isUnit = others.allSatisfy { "hHcCfF".contains($0) }
    return others.count < letters.count && others.count <= 1 && isUnit
      && letters.contains { $0.digit(on: segments) != nil }
  }

  /// Returns the beginning of the text with letters replaced by the digits that they look like: `105` for `IOS`.
  fileprivate func numberSeen(on segments: DisplayShape.Segments) -> String {
    cells.prefix(12).map { cell in
      String(cell.first?.digitSeen(on: segments) ?? cell.first ?? " ") + cell.dropFirst()
    }.joined()
  }

  /// Whether this looks like one of the clock's words, including the numbers that follow some of them.
  fileprivate func passes(for word: String, on shape: DisplayShape) -> Bool {
    let characters = cells.compactMap(\.first)
    let (mine, others) = (Self.looks(characters, shape.segments), Self.looks(Array(word), shape.segments))
    let isFollowed = [DisplayWord.snooze.rawValue, DisplayWord.nextAlarm.rawValue].contains(word)
    guard isFollowed, mine.count > others.count else { return mine == others }
    return mine.starts(with: others)
      && characters.dropFirst(others.count).allSatisfy {
        $0 == " " || $0 == "-" || $0.digit(on: shape.segments) != nil
      }
  }

  /// Returns each character's segments up to the last visible one: the K of `dArK` stays dark on seven segments.
  private static func looks(_ characters: [Character], _ segments: DisplayShape.Segments) -> [UInt16] {
    var looks = characters.map { character in
      segments.shape(of: segments == .seven ? character : character.uppercased().first ?? character) ?? 0
    }
    while looks.last == 0 { looks.removeLast() }
    return looks
  }
}

extension Character {
  /// The first invisible scalar: a control character, a line break, or one that Unicode lets displays omit, such as a
  /// zero-width space or a change of direction. Joiners within emoji are allowed.
  fileprivate var unseenScalar: Unicode.Scalar? {
    let isEmoji = unicodeScalars.first.map { !$0.isASCII && $0.properties.isEmoji } ?? false
    return unicodeScalars.first { scalar in
      let properties = scalar.properties
      return [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
        || properties.isDefaultIgnorableCodePoint && !isEmoji && !properties.isVariationSelector
    }
  }

  fileprivate func digit(on segments: DisplayShape.Segments) -> Character? {
    switch segments {
    case .seven:
      SegmentFont.sevenSegments(for: self).flatMap { shape in
        "0123456789".first { SegmentFont.sevenSegments(for: $0) == shape }
      }
    case .fourteen: ("0"..."9").contains(self) ? self : nil
    }
  }

  /// Returns the digit that people may read here. On seven segments, I is a 1 on the left, and G is a 6 without its
  /// middle bar.
  fileprivate func digitSeen(on segments: DisplayShape.Segments) -> Character? {
    let similar: [Character: Character] = segments == .seven ? ["I": "1", "i": "1", "G": "6", "g": "6"] : [:]
    return digit(on: segments) ?? similar[self]
  }
}

extension Unicode.Scalar {
  fileprivate var described: String {
    let digits = String(value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    // Control characters have no name.
    if let name = properties.name { return "\(code) \(name)" }
    switch self {
    case "\n", "\r": return "\(code) (a line break)"
    case "\t": return "\(code) (a tab)"
    default: return "\(code) (a control character)"
    }
  }
}

/// A word that the clock itself shows. Messages must not look like one.
public enum DisplayWord: String, CaseIterable, Sendable {
  case card = "CArd"
  case end = "End"
  /// A snooze, followed by the minutes left.
  case snooze = "Sn"
  /// Followed by the time of the next alarm.
  case nextAlarm = "AL"
  /// A result of the test at bedtime, like `notReady`.
  case ready = "good"
  case notReady = "FAIL"
  /// The speaker's volume was turned down while an alarm plays.
  case turnedDown = "Snd0"

  /// The cases, and the hints for the person holding a card.
  public static let all =
    allCases.map(\.rawValue) + ReadingHint.allCases.flatMap { [$0.word, $0.sevenSegmentWord].compactMap(\.self) }
}
