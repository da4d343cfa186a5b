import ArgumentParser
import Control
import FoundationEssentials
import Glibc

struct DecodeCommand: Described {
  static let about = CommandConfiguration("decode")

  @Argument(
    help: "Pictures: PNG, JPEG or PGM.", completion: .file(extensions: ["png", "jpg", "jpeg", "pgm"]))
  var file: [String] = []
  @Flag(help: "The files are successive frames of one scene.")
  var burst = false
  @Flag(help: "Read paths from stdin; print for each, tab-separated: path, milliseconds of CPU time, payloads in hex.")
  var batch = false
  @OptionGroup var format: Format

  func validate() throws {
    if batch, burst || format.json || !file.isEmpty {
      throw ValidationError("--batch reads paths from stdin and cannot be combined with anything else.")
    }
    if !batch, file.isEmpty { throw ValidationError("Name a picture, or give --batch.") }
  }

  func run() throws {
    let flags = [("--burst", burst), ("--batch", batch), ("--json", format.json)].filter(\.1).map(\.0)
    throw try OwnProgram.find(.scan).replaceThisProcess(arguments: ["decode"] + flags + ["--"] + file)
  }
}

extension OwnProgram {
  /// Returns the distinct payloads in a picture, in hex. If the picture cannot be read, throws the exit code of
  /// `rouse-scan`, which has printed why.
  func payloads(inPicture file: String) throws -> [String] {
    let result = try run(arguments: ["decode", "--json", "--", file])
    guard result.status & 0x7F == 0 else {
      throw ControlError(
        .badData, "\(Terminal.printable(file)) cannot be read",
        why: "the decoder was ended by signal \(result.status & 0x7F)", fix: "save the picture again as PNG")
    }
    let code = result.status >> 8 & 0xFF
    guard code == 0 else { throw ArgumentParser.ExitCode(code) }
    struct Document: Decodable {
      struct Result: Decodable { var payloads: [Payload] }
      struct Payload: Decodable { var hex: String }
      var results: [Result]
    }
    do {
      let document = try JSONDecoder().decode(Document.self, from: Data(result.output))
      return document.results.flatMap(\.payloads).map(\.hex).distinct
    } catch {
      throw ControlError(
        .internal, "the answer of `rouse-scan` is not understood", why: "\(error)",
        fix: "install the same version of `rouse` and `rouse-scan`")
    }
  }
}
