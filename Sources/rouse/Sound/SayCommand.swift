import AlarmClock
import ArgumentParser
import Control

struct SayCommand: Verb {
  static let about = CommandConfiguration("say")

  @Argument(help: ArgumentHelp("`time`, or what is to be said.", valueName: "text"))
  var words: [String] = []
  @Flag(help: "Say what rings next, and when.") var next = false
  @Flag(help: "Say that, what was missed, and whether the next ring can be counted on.") var status = false
  @Option("0 to 100; otherwise as `rouse settings get volume`.", "percent", parsing: .unconditional)
  var volume: String?
  @OptionGroup var io: IO

  func validate() throws {
    let asked = [!words.isEmpty, next, status].count { $0 }
    guard asked == 1 else {
      throw ValidationError("say one of: time, --next, --status, or words, as in: rouse say \"Good night\"")
    }
  }

  /// Returns the text to say, or `nil` for the time.
  ///
  /// - Parameter look: asks the daemon.
  func text(_ look: () throws -> StatusView) throws -> String? {
    if next { return SpokenStatus.next(try look()) }
    if status { return SpokenStatus.whole(try look()) }
    return words == ["time"] ? nil : words.joined(separator: " ")
  }

  func command(_ look: () throws -> StatusView) throws -> Say {
    let volume = try volume.map { try FieldText.volume($0, field: "--volume") }
    return Say(text: try text(look), volume: volume)
  }

  func run() throws {
    let client = try connection.open()
    try PreviewFollowing(format: format).follow(try command { try client.send(GetStatus()) }, on: client)
  }
}
