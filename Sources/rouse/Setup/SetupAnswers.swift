import Control

/// Answers from a file, for scripts. Each line is `key: value`; lines that begin with `#` are comments.
struct SetupAnswers: Sendable {
  /// Answers by the key of the question, in the form that `SetupQuestion.read` returns.
  let values: [String: String]

  static let mostBytes = 65_536

  init(readingFrom path: String) throws(ControlError) {
    let file = try InputFile(path, remedy: "give the file with the answers: `rouse setup --answers FILE`")
    guard let bytes = try file.whole(atMost: Self.mostBytes) else {
      throw Self.refusal(
        path, "it has more than \(Self.mostBytes) bytes", fix: "give a file of lines like `alarm: 07:30`")
    }
    try self.init(String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// - Parameter path: the source of the text, for errors.
  init(_ text: String, path: String) throws(ControlError) {
    var values: [String: String] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = SetupQuestion.trimmed(String(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      let place = "line \(index + 1) of \(path)"
      let (key, value) = try Self.read(line, place)
      guard values.updateValue(value, forKey: key) == nil else {
        throw Self.refusal(place, "`\(key)` is answered twice", fix: "leave one of the two lines out")
      }
    }
    self.values = values
  }

  static let keys = SetupQuestion.all.filter { !$0.isForPeopleAlone }.map { $0.key }

  private static func read(_ line: String, _ place: String) throws(ControlError) -> (key: String, value: String) {
    guard let colon = line.firstIndex(of: ":") else {
      throw refusal(
        place, "it is not an answer: `\(line)`", fix: "write a question's key, a colon and the answer: `alarm: 07:30`")
    }
    let key = SetupQuestion.trimmed(String(line[..<colon])).lowercased()
    let typed = SetupQuestion.trimmed(String(line[line.index(after: colon)...]))
    guard let question = SetupQuestion.all.first(where: { $0.key == key && !$0.isForPeopleAlone }) else {
      throw refusal(place, "there is no question `\(key)`", fix: "use one of: \(keys.joined(separator: ", "))")
    }
    let reading: SetupQuestion.Reading =
      typed.isEmpty ? .unclear("There is no answer after the colon.") : question.read(typed)
    switch reading {
    case .value("yes") where key == SetupQuestion.evidence.key:
      throw refusal(
        place, "a file cannot turn on `evidence`",
        fix: "ask everybody who sleeps there, then turn it on yourself: `rouse settings set evidence on`")
    case .value("again"):
      throw refusal(place, "a file cannot repeat a test", fix: "write `\(key): yes` or `\(key): no`")
    case .value(let value): return (key, value)
    case .later: throw refusal(place, "a file cannot postpone a question", fix: "leave the line out")
    case .unclear(let complaint):
      throw refusal(
        place, "`\(key)` cannot be `\(typed)`",
        fix: complaint.first.map { $0.lowercased() + complaint.dropFirst().dropLast() } ?? complaint)
    }
  }

  private static func refusal(_ place: String, _ why: String, fix: String) -> ControlError {
    ControlError(.usage, "\(place) cannot be used", why: why + "; nothing was done", fix: fix)
  }
}
