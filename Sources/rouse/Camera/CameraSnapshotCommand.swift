import AlarmClock
import ArgumentParser
import Control
import Glibc
import Hardware
import Pictures

struct CameraSnapshotCommand: Verb {
  static let configuration = CommandConfiguration(
    "camera snapshot", "Write what the camera sees to a PNG, as the reader of cards sees it.")

  @Argument(help: "The picture to write, `.png`.", completion: .file(extensions: ["png"]))
  var file: String
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var io: IO

  func validate() throws {
    guard CardPicture.Kind(path: file) == .png else {
      throw ValidationError("\(file): the name has to end with .png.")
    }
  }

  func run() throws {
    if !force && access(file, F_OK) == 0 {
      throw ControlError(
        .cannotCreate, "\(file) exists already", why: "nothing is replaced unasked",
        fix: "choose another name, or replace it with `--force`")
    }
    let sight = try connection.ask(TakeSnapshot())
    let frame = try GrayFrame(sight.picture)
    do throws(PictureError) {
      try PictureFile.write(frame, to: file)
    } catch {
      throw ControlError(error, what: "\(file) cannot be written")
    }
    Output.done()
    try format.print(Document(file: file, sight)) {
      "The camera's view is in \(Terminal.printable(file)): \(SightText.line(sight))."
    }
    if sight.codes.contains(where: { $0.card != nil }) {
      Output.note("The picture shows a card: whoever has it can silence your alarms. Delete it when you are done.")
    }
  }

  private struct Document: Encodable {
    var file: String
    var width: Int
    var height: Int
    var brightness: Int
    var light: Light
    var sharpness: Int
    var codes: [SightView.Code]
    @OrNull var hint: ReadingHint?

    init(file: String, _ sight: SightView) {
      self.file = file
      (width, height) = (sight.picture.width, sight.picture.height)
      (brightness, light) = (sight.brightness, Light(brightness: sight.brightness))
      (sharpness, codes, hint) = (sight.sharpness, sight.codes, sight.hint)
    }
  }
}
