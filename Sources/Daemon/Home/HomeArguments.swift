import Control

extension HomeArguments {
  /// In bytes, for each argument.
  private static let longest = 4096

  /// Throws if there is an argument that the command does not take, because it would have no effect.
  func check(for name: HomeCommandName) throws(ControlError) {
    let texts = [
      ("alarm", alarm), ("time", time), ("days", days), ("value", value), ("text", text), ("span", span),
      ("label", label),
    ]
    let given =
      texts.filter { $0.1 != nil }.map(\.0) + (on == nil ? [] : ["on"]) + (volume == nil ? [] : ["volume"])
    if let strange = given.first(where: { !name.arguments.contains($0) }) {
      throw ControlError(
        .usage, "`\(name.rawValue)` takes no `\(strange)`", why: "nothing was done, as it is not clear what is meant",
        fix: name.arguments.isEmpty ? "give nothing" : "give: \(name.arguments.joined(separator: ", "))")
    }
    if let long = texts.first(where: { $0.1?.utf8.count ?? 0 > Self.longest }) {
      throw ControlError(
        .usage, "`\(long.0)` is longer than \(Self.longest) bytes", why: "nothing was done", fix: "shorten it")
    }
  }

  func required(
    _ path: KeyPath<HomeArguments, String?>, _ word: String, of name: HomeCommandName
  ) throws(ControlError) -> String {
    guard let value = self[keyPath: path] else { throw Self.missing(word, of: name) }
    return value
  }

  static func missing(_ word: String, of name: HomeCommandName) -> ControlError {
    ControlError(
      .usage, "`\(name.rawValue)` needs `\(word)`", why: "it was not given; nothing was done", fix: "give it")
  }
}

extension HomeCommandName {
  fileprivate var arguments: [String] {
    switch self {
    case .enable, .disable: ["alarm"]
    case .set: ["alarm", "time", "days"]
    case .skip: ["alarm", "on"]
    case .volume, .sound, .brightness: ["value"]
    case .message: ["text", "span"]
    case .timer: ["value", "span", "label"]
    case .noise: ["value", "span", "volume", "on"]
    case .say: ["text", "volume"]
    case .test: []
    }
  }
}
