import AlarmClock
import ArgumentParser
import CLinux
import Control
import Glibc

/// Root of the command line: runs one verb and exits with its code.
@main
struct Rouse: Described {
  static let about = CommandConfiguration(
    commandName: "rouse", discussion: "rouse", version: Release.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          StatusCommand.self, AlarmCommand.self, NextCommand.self, PauseCommand.self, QuietCommand.self,
          AcknowledgeCommand.self, UndoCommand.self, HistoryCommand.self, LogCommand.self, FaceCommand.self,
          PeekCommand.self, InsightCommand.self,
        ]),
      CommandGroup(
        name: "Timer and sound",
        subcommands: [
          TimerCommand.self, NoiseCommand.self, SayCommand.self, SoundCommand.self, VibrationCommand.self,
        ]),
      CommandGroup(name: "Display and reminders", subcommands: [ShowCommand.self, ReminderCommand.self]),
      CommandGroup(name: "At home with others", subcommands: [MQTTCommand.self, FleetCommand.self]),
      CommandGroup(
        name: "Set-up and care",
        subcommands: [
          SetupCommand.self, CardCommand.self, CameraCommand.self, CalendarCommand.self, SettingsCommand.self,
          TestCommand.self, DoctorCommand.self, EvidenceCommand.self, BackupCommand.self, RestoreCommand.self,
          ImportCommand.self, ExportCommand.self, DataCommand.self,
        ]),
      CommandGroup(
        name: "Developer", subcommands: [MockCommand.self, WaitCommand.self, DecodeCommand.self, DaemonCommand.self]),
    ])

  static func main() {
    rouse_keep_standard_descriptors()
    Help.isLeftOut.store(true, ordering: .relaxed)
    // Let a write to a closed pipe or beyond the file size limit fail, so that a message can say what was done.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    do {
      let typed = Style.withoutPlain(Array(CommandLine.arguments.dropFirst()))
      if let topic = HelpTopic(arguments: typed) { return try topic.show() }
      let words = TypedWords(typed)
      if let wayOut = WayOut(words) { throw wayOut.refusal() }
      if let unknown = words.unknown { throw words.refusal(of: unknown) }
      var command = try parseAsRoot(words.arguments)
      try command.run()
    } catch let error as ControlError {
      end(with: error)
    } catch let error as InvalidValue {
      end(with: ControlError(error))
    } catch {
      end(withUsage: error)
    }
  }

  /// Prints the parser's help on stdout or its error on stderr, and exits. Both may contain words that were typed.
  private static func end(withUsage error: any Error) -> Never {
    Help.isLeftOut.store(false, ordering: .relaxed)
    let code = exitCode(for: error)
    // A completion script runs while a line is being typed: print no errors into it.
    if !code.isSuccess, CommandLine.arguments.dropFirst().first == "---completion" { Glibc.exit(code.rawValue) }
    let text = fullMessage(for: error)
    if !code.isSuccess {
      if !text.isEmpty { Output.note("rouse: \(ParserComplaint(text))") }
    } else {
      do {
        try Output.line(text)
        // Help needs no daemon.
        if CommandLine.arguments.count == 1, Connection.knownCards()?.isEmpty == true {
          try Output.line("\n" + Style.output.wrapped(firstStep))
        }
      } catch { end(with: error) }
    }
    Glibc.exit(code.rawValue)
  }

  /// Hint below the help of `rouse` alone, for a clock without cards.
  static let firstStep = "Nothing is set up yet: `rouse setup` guides you step by step."

  private static func end(with error: ControlError) -> Never {
    tell(error)
    Glibc.exit(error.code.rawValue)
  }

  static func tell(_ error: ControlError) {
    // The error may contain control characters that were typed.
    let lines = "\(error)".split(separator: "\n").map { Terminal.printable(String($0)) }
    Output.note("rouse: " + lines.joined(separator: "\n"))
  }
}
