/// A question of `rouse setup`. Its prompt is one line, with the meaning of Enter in brackets.
struct SetupQuestion: Sendable {
  enum Form: Hashable, Sendable {
    /// One of these words, or an unambiguous beginning of one.
    case choice([String])
    static let yesOrNo = Form.choice(["yes", "no"])
    /// Only the whole word `yes` agrees, because the answer is about other people.
    case agreement
    /// Any text; the daemon validates it.
    case text
  }

  /// Name in an answers file.
  let key: String
  var text: String
  var form = Form.text
  /// Meaning of Enter.
  let fallback: String
  /// Whether it depends on an earlier answer, so that an answers file may omit it.
  var follows = false
  /// Whether it is about what the user sees or hears right now, which no file can answer.
  var isForPeopleAlone = false

  enum Reading: Hashable, Sendable {
    case value(String)
    case later
    /// Not accepted; the text says what is.
    case unclear(String)
  }

  func read(_ typed: String, fallback: String? = nil) -> Reading {
    let typed = Self.trimmed(typed)
    let word = typed.lowercased()
    if typed.isEmpty { return .value(fallback ?? self.fallback) }
    if word == "skip" || word == "later" { return .later }
    switch form {
    case .choice(let words):
      let meant = words.contains(word) ? [word] : words.filter { $0.hasPrefix(word) }
      guard meant.count == 1 else { return .unclear("Please type \(Self.list(words + ["skip"])).") }
      return .value(meant[0])
    case .agreement:
      if word == "yes" { return .value("yes") }
      return word == "no" || word == "n"
        ? .value("no") : .unclear("Please type the whole word yes, or no, or skip.")
    case .text:
      guard !typed.hasPrefix("-") else {
        return .unclear("Please do not begin with a dash, or type skip.")
      }
      return .value(typed)
    }
  }

  /// Example: `3. Did you hear it? (yes, no or again) [no]: `.
  func prompt(number: Int, fallback: String? = nil) -> String {
    let words =
      switch form {
      case .choice(let words): " (\(Self.list(words)))"
      case .agreement: " (yes or no)"
      case .text: ""
      }
    return "\(number). \(text)\(words) [\(fallback ?? self.fallback)]: "
  }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}

extension SetupQuestion {
  /// `askTheTime` replaces the text by one with the time and the zone.
  static let time = SetupQuestion(
    key: "time", text: "Is the time right?", form: .yesOrNo, fallback: "yes", isForPeopleAlone: true)
  static let act = SetupQuestion(
    key: "act", text: "Test the devices now? That is loud.", form: .yesOrNo, fallback: "yes",
    isForPeopleAlone: true)

  /// The key of each is the role of the device. Enter means no, because only what was noticed counts.
  static let devices = [
    ("speaker", "Did you hear the speaker play?"), ("vibration", "Did you feel it shake?"),
    ("buzzer", "Did you hear the buzzer beep?"), ("display", "Did you see 88:88 on the display?"),
    ("lamp", "Did you see the lamp light up?"),
  ].map { noticed($0, $1) }

  static let look = SetupQuestion(
    key: "look", text: "Hold a QR code 30 cm before the camera. Look now?", form: .yesOrNo,
    fallback: "yes", isForPeopleAlone: true)
  static let camera = noticed("camera", "Is its picture bright and sharp, and does it point the right way?")

  private static func noticed(_ key: String, _ text: String) -> SetupQuestion {
    SetupQuestion(key: key, text: text, form: .choice(["yes", "no", "again"]), fallback: "no")
  }

  struct OfCard: Sendable {
    let source, name, file, image, ready: SetupQuestion

    fileprivate init(_ key: String, _ text: String, _ choices: [String], name: String) {
      source = SetupQuestion(key: key, text: text, form: .choice(choices), fallback: "new")
      self.name = SetupQuestion(key: key + "-name", text: "What should it be called?", fallback: name, follows: true)
      file = SetupQuestion(
        key: key + "-file", text: "Where should its picture be saved? In a .png, .svg or .pdf file.",
        fallback: name + ".png", follows: true)
      image = SetupQuestion(
        key: key + "-image", text: "Where is the code: in front of the camera, or in a picture file?",
        fallback: Self.beforeTheCamera, follows: true)
      ready = SetupQuestion(
        key: key + "-ready", text: "Is it printed, and in your hand? The camera looks for a minute.",
        form: .yesOrNo, fallback: "no", follows: true)
    }

    static let beforeTheCamera = "camera"
  }

  static let card = OfCard(
    "card", "What should the card be: a new one to print, or a code you have, as on a cereal box?",
    ["new", "code"], name: "bathroom")
  static let spare = OfCard(
    "spare", "And as a spare: a new card to print, a code you have, or none?", ["new", "code", "none"],
    name: "spare")

  static let alarm = SetupQuestion(key: "alarm", text: "When should the first alarm ring?", fallback: "07:30")
  static let alarmDays = SetupQuestion(
    key: "alarm-days", text: "On which days? Such as daily, mon-fri, weekend, or once.", fallback: "mon-fri",
    follows: true)
  static let alarmLabel = SetupQuestion(
    key: "alarm-label", text: "What should it be called?", fallback: "Work", follows: true)

  static let test = SetupQuestion(
    key: "test", text: "Run the bedtime test now? It makes no noise.",
    form: .yesOrNo, fallback: "yes")
  static let bedtime = SetupQuestion(
    key: "bedtime", text: "When should it run by itself every evening? A time, or off.", fallback: "21:30")
  static let quiet = SetupQuestion(
    key: "quiet", text: "When should only alarms sound? Hours such as 22:00-07:00, or off.", fallback: "off")
  static let evidence = SetupQuestion(
    key: "evidence", text: "Keep these pictures, with the consent of everybody who sleeps there?", form: .agreement,
    fallback: "no")

  static let all: [SetupQuestion] =
    [time, act] + devices + [look, camera]
    + [card, spare].flatMap { [$0.source, $0.name, $0.file, $0.image, $0.ready] }
    + [alarm, alarmDays, alarmLabel, test, bedtime, quiet, evidence]
}
