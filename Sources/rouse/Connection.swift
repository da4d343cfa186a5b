import AlarmClock
import ArgumentParser
import Control

/// How a verb reaches the daemon.
struct Connection: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The daemon's socket.",
      discussion: """
        Otherwise ROUSE_SOCKET, else \(SocketPath.system), else the one in your runtime folder, or without one in \
        ~/.local/state/rouse. Whoever listens there has to be root, you or the user rouse.
        """,
      valueName: "path"),
    completion: .file())
  var socket: String?

  /// A connection to the daemon; throws 69 when there is none and 77 when it may not be used or is not trusted.
  func open() throws(ControlError) -> ControlClient {
    let given = socket ?? SocketPath.fromEnvironment
    let client = try ControlClient(path: given ?? SocketPath.usual, isGiven: given != nil)
    client.waiting = Output.wait
    client.changed = Output.done
    client.tell = { Output.notes([$0]) }
    client.twelveHours = { TimePhrase.usesTwelveHours.store(true, ordering: .relaxed) }
    return client
  }

  /// Asks for something that has one answer.
  func ask<Arguments: Control.Command>(_ command: Arguments) throws(ControlError) -> Arguments.Reply {
    try open().send(command)
  }

  /// The settings that nothing on the board follows.
  func unsupportedSettings() throws(ControlError) -> Set<SettingKey> {
    Set(try ask(ListSettings()).settings.filter { !$0.isSupported }.map(\.key))
  }
}

/// How a verb prints data.
struct Format: ParsableArguments {
  @Flag(name: .long, help: "Print JSON, for scripts.")
  var json = false

  /// Prints the reply as JSON if that was asked for, else as text for people.
  func print(_ reply: some Encodable, text: () throws(ControlError) -> String) throws(ControlError) {
    if json {
      try Output.line(JSONText.document(reply))
    } else {
      let text = try text()
      if !text.isEmpty { try Output.line(text) }
    }
  }
}
