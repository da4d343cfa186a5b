import AlarmClock
import ArgumentParser
import Control
import Glibc

/// Completions that only the daemon knows. They take at most a second and print no errors: the user is typing.
enum LiveWords {
  static let alarms = CompletionKind.custom { words, _, _ in
    offered(on: words) { client throws(ControlError) in
      var rows: [AlarmRow] = []
      try client.stream(ListAlarmRows()) { rows += $0.rows }
      return Offer.all(rows.map { ($0.label, $0.id, $0.rule) })
    }
  }

  static let cards = kind(ListCards(), offers)
  /// For `--card`.
  static let answeringCards = kind(ListCards()) { [Offer(word: "all", about: "every card")] + offers($0) }

  static let sounds = kind(ListSounds()) { $0.sounds.map(offer) }
  static let ownSounds = kind(ListSounds()) { $0.sounds.filter { $0.category == SoundView.own }.map(offer) }
  static let noises = kind(ListSounds()) {
    $0.sounds.filter { ["noise", SoundView.own].contains($0.category) }.map(offer)
  }
  /// For `--sound`.
  static let soundsAndNone = kind(ListSounds()) {
    $0.sounds.map(offer) + [Offer(word: "off", about: "none"), Offer(word: "default", about: "as in the settings")]
  }

  static let timers = kind(ListTimers()) { Offer.all($0.timers.map { ($0.label, $0.id, $0.state.rawValue) }) }
  static let presets = kind(ListPresets()) { Offer.all($0.presets.map { ($0.name, nil, "preset") }) }
  static let calendars = kind(ListCalendars()) { Offer.all($0.calendars.map { ($0.name, nil, "calendar") }) }
  static let pauses = kind(ListPauses()) { Offer.all($0.pauses.map { ($0.name, nil, "until \($0.until)") }) }
  static let messages = kind(ListMessages()) { $0.messages.map { Offer(word: $0.id, about: $0.text) } }
  static let reminders = kind(ListReminders()) { $0.reminders.map { Offer(word: $0.id, about: $0.text) } }
  static let evidence = kind(ListEvidence()) { $0.rings.map { Offer(word: $0.ring, about: $0.label ?? "") } }

  private static func offers(_ reply: ListCards.Reply) -> [Offer] {
    Offer.all(reply.cards.map { ($0.name, $0.id, $0.kind.rawValue) })
  }

  private static func offer(_ sound: SoundView) -> Offer { Offer(word: sound.id, about: sound.category) }

  private static func kind<Arguments: Control.Command>(
    _ command: Arguments, _ offers: @escaping @Sendable (Arguments.Reply) -> [Offer]
  ) -> CompletionKind {
    .custom { words, _, _ in
      offered(on: words) { client throws(ControlError) in offers(try client.send(command)) }
    }
  }

  private static func offered(
    on words: [String], _ look: (ControlClient) throws(ControlError) -> [Offer]
  ) -> [String] {
    // A hanging daemon accepts connections but does not answer.
    signal(SIGALRM) { _ in _exit(0) }
    alarm(1)
    do throws(ControlError) {
      return try look(try Connection.client(socket(in: words))).map { $0.text(for: CompletionShell.requesting) }
    } catch {
      // Print nothing into the line that is being typed: the command itself will report the error.
      return []
    }
  }

  /// Values for the setting whose key is the previous word.
  static let valuesOfSettings = CompletionKind.custom { words, index, _ in
    guard words.indices.contains(index - 1), let key = SettingKey(rawValue: words[index - 1].lowercased()) else {
      return []
    }
    let sounds =
      key != .sound
      ? []
      : offered(on: words) { client throws(ControlError) in try client.send(ListSounds()).sounds.map(offer) }
    return SettingWords.words(of: key).map { Offer(word: $0, about: "").text(for: CompletionShell.requesting) } + sounds
  }

  /// Returns the socket given on the line. Quotes are not interpreted.
  private static func socket(in words: [String]) -> String? {
    guard let option = words.lastIndex(of: "--socket"), option + 1 < words.count else { return nil }
    return words[option + 1].isEmpty ? nil : words[option + 1]
  }
}

struct Offer: Equatable {
  var word: String
  var about: String

  /// Offers each thing by name if the name is unique and safe in the shell, otherwise by its id.
  static func all(
    _ things: [(name: String, id: String?, about: String)], for shell: CompletionShell? = CompletionShell.requesting
  ) -> [Offer] {
    let counts = Dictionary(things.map { ($0.name.lowercased(), 1) }, uniquingKeysWith: +)
    return things.compactMap { name, id, about in
      if isSafe(name, in: shell), counts[name.lowercased()] == 1 { return Offer(word: name, about: about) }
      return id.map { Offer(word: $0, about: name.isEmpty ? about : "\(name), \(about)") }
    }
  }

  /// Whether the parser takes the name for an argument and the shell for one word. On completion, bash and zsh quote
  /// most special characters, but they would expand those in `left` when the line runs.
  private static func isSafe(_ name: String, in shell: CompletionShell?) -> Bool {
    let left = shell == .fish ? "" : "$`!"
    return !name.isEmpty && !name.hasPrefix("-") && !name.hasPrefix("~") && Terminal.printable(name) == name
      && !name.contains { left.contains($0) }
  }

  /// Returns the line for the completion script of the shell. The parser's scripts pass it on unquoted, so the shell
  /// would run code in the word.
  func text(for shell: CompletionShell?) -> String {
    switch shell {
    // `compgen -W` expands each word, including substitutions (bash(1)).
    case .bash?: "'" + word.replacing("'", with: #"'\''"#) + "'"
    // `_describe` takes the text after a colon as the description (zshcompsys(1)).
    case .zsh?:
      word.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#)
        + (about.isEmpty ? "" : ":" + Terminal.printable(about))
    // The text after a tab is the description (complete(1) of fish).
    case .fish?: word + (about.isEmpty ? "" : "\t" + Terminal.printable(about))
    default: word
    }
  }
}

enum SettingWords {
  /// Words that any setting accepts; `words(of:)` selects those of one setting.
  private static let words: [String] =
    ["on", "off", "12h", "24h", "ntp", "battery", "alarms", "all", "none", "1y", "2y", "forever"]
    + Vibration.allCases.map(\.rawValue) + VibrationPattern.allCases.map(\.rawValue)
    + ["auto", "blink", "normal", "clock", "message", "day", "night", "light", "same", "c", "f"]
    + FaceSettings.DateFormat.allCases.map(\.rawValue) + FaceTurn.allCases.map(\.rawValue)
    + FaceMark.allCases.map(\.rawValue)

  static func words(of key: SettingKey) -> [String] {
    let taken = words.distinct.filter { word in
      var settings = Settings()
      do throws(InvalidValue) { try settings.set(key, to: word, knownSounds: []) } catch { return false }
      return true
    }
    return taken + [SettingKey.defaultWord]
  }
}
