import ArgumentParser
import Control
import FoundationEssentials
import Hardware
import Pictures

struct MockShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration("mock show", "Hold a picture before the mock camera.")

  @Argument(help: "The picture.", completion: .file(extensions: ["png", "jpg", "jpeg", "pgm"]))
  var file: String
  @Option(name: .customLong("for"), help: ArgumentHelp("How long; otherwise until `hide`.", valueName: "span"))
  var span: String?
  @Option(help: ArgumentHelp("When, from now on. The command does not wait for it.", valueName: "span"))
  var after: String?
  @Flag(help: "Hold it up also where the ring then takes it for a card that lies there.")
  var atOnce = false
  @OptionGroup var connection: Connection

  func run() throws {
    let seconds = try span.map { try Span.seconds($0, field: "--for", in: 1...86_400) }
    let delay = try after.map { try Span.seconds($0, field: "--after", in: 0...86_400) }
    let frame = try Self.frame(of: file)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    _ = try connection.ask(
      ShowPicture(
        pictureName: name, pixels: Data(frame.pixels).base64EncodedString(), milliseconds: seconds.map { $0 * 1000 },
        isBrought: !atOnce, after: delay.map { $0 * 1000 }))
  }

  private static func frame(of path: String) throws(ControlError) -> GrayFrame {
    do throws(PictureError) {
      return try PictureFile.read(path).fitted()
    } catch {
      throw ControlError(error, what: "\(path) cannot be shown")
    }
  }
}
