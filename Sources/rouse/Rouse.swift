import AlarmClock
import ArgumentParser
import CLinux
import Control
import Glibc

/// The root of the command line: parses, runs one verb, and ends with its exit code.
@main
struct Rouse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rouse",
    abstract: "An alarm clock that only an enrolled QR card can silence.",
    discussion: """
      First steps:
        rouse card new bathroom --output bathroom.png   make a card, and print it
        rouse card test                                 hold it before the camera
        rouse alarm add 07:30 --days mon-fri            set an alarm
        rouse timer start 25m --label tea               or a timer
        rouse test bedtime                              is all fit for the night?
        rouse status                                    how is it now?

      Every verb explains itself with --help; `rouse help exit-codes` lists what scripts get.
      """,
    version: Release.version,
    subcommands: [
      AlarmCommand.self, NextCommand.self, TimerCommand.self, CardCommand.self, CameraCommand.self, SoundCommand.self,
      VibrationCommand.self, NoiseCommand.self, SayCommand.self, SettingsCommand.self,
      QuietCommand.self, PauseCommand.self, StatusCommand.self, AcknowledgeCommand.self, LogCommand.self,
      EvidenceCommand.self, BackupCommand.self, RestoreCommand.self,
      DoctorCommand.self, TestCommand.self, DecodeCommand.self, MockCommand.self, DaemonCommand.self,
    ])

  static func main() {
    rouse_keep_standard_descriptors()
    // A reader that goes is told of by write(2), so that what was done meanwhile can be said.
    signal(SIGPIPE, SIG_IGN)
    do {
      if let topic = HelpTopic(arguments: Array(CommandLine.arguments.dropFirst())) { return try topic.show() }
      var command = try parseAsRoot()
      try command.run()
    } catch let error as ControlError {
      end(with: error)
    } catch let error as InvalidValue {
      end(with: ControlError(error))
    } catch {
      end(withUsage: error)
    }
  }

  /// What the parser says: help on stdout, complaints on stderr. Words that were typed stand in it as well.
  private static func end(withUsage error: any Error) -> Never {
    let code = exitCode(for: error)
    let text = fullMessage(for: error)
    if !code.isSuccess {
      if !text.isEmpty { Output.note(text) }
    } else {
      do { try Output.line(text) } catch { end(with: error) }
    }
    Glibc.exit(code.rawValue)
  }

  private static func end(with error: ControlError) -> Never {
    // What people typed stands in it as they typed it.
    let lines = "\(error)".split(separator: "\n").map { Terminal.printable(String($0)) }
    Output.note("rouse: " + lines.joined(separator: "\n"))
    Glibc.exit(error.code.rawValue)
  }
}
