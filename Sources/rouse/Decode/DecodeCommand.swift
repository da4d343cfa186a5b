import ArgumentParser

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "decode", "Read the QR codes in pictures, as an alarm would. Needs no daemon.")

  @Argument(
    help: "Pictures: PNG, JPEG or PGM.", completion: .file(extensions: ["png", "jpg", "jpeg", "pgm"]))
  var file: [String] = []
  @Flag(help: "The files are successive frames of one scene.")
  var burst = false
  @Flag(help: "Paths on stdin; a line each: path, milliseconds of CPU time and payloads in hex, separated by tabs.")
  var batch = false
  @OptionGroup var format: Format

  func validate() throws {
    guard !batch else {
      guard !burst, !format.json, file.isEmpty else {
        throw ValidationError("--batch takes its pictures from stdin and goes with nothing else.")
      }
      return
    }
    guard !file.isEmpty else { throw ValidationError("Name a picture, or give --batch.") }
  }

  func run() throws {
    let flags = [("--burst", burst), ("--batch", batch), ("--json", format.json)].filter(\.1).map(\.0)
    throw try OwnProgram.find(.scan).replaceThisProcess(arguments: ["decode"] + flags + ["--"] + file)
  }
}
