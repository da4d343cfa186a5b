import CLinux
import CardReader
import Confinement
import Glibc
import Hardware
import Pictures
import ScanLine

/// `decode`: reads pictures from files.
enum DecodeCommand {
  static func run(_ arguments: [String]) -> Int32 {
    var files: [String] = []
    var (isBurst, isBatch, isJSON) = (false, false, false)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--burst": isBurst = true
      case "--batch": isBatch = true
      case "--json": isJSON = true
      case "--":
        files += rest
        rest = []
      case _ where argument.hasPrefix("-"):
        return RouseScan.usage("decode has no option \(argument). (For a file of that name: ./\(argument))")
      default: files.append(argument)
      }
    }
    if isBatch && (isBurst || isJSON || !files.isEmpty) {
      return RouseScan.usage("decode --batch takes its files from stdin and has no other options.")
    }
    if !isBatch && files.isEmpty { return RouseScan.usage("decode needs a picture file.") }
    // Incomplete confinement does not matter to somebody who wants a picture read.
    _ = RouseScan.confine(to: .all)
    do {
      let reader = try CardReader()
      if isBatch { return try batch(reader) }
      // The files of a burst are successive frames of one scene. The result has the name of the first.
      let results =
        try isBurst
        ? [decode(files, as: files[0]) { try reader.read(burst: $0) }] : files.map { try single($0, reader) }
      return try report(results, asJSON: isJSON, reader)
    } catch {
      Output.message("rouse-scan: \(error)")
      return EX_SOFTWARE
    }
  }

  private static func single(_ file: String, _ reader: CardReader) throws -> DecodeResult {
    try decode([file], as: file) { frames in try reader.read(frames[0]) }
  }

  /// Loads the files and reads them within the limit on a white background. If that shows no code, tries black, for
  /// light modules on transparency and inverted codes without a margin. A broken file becomes the result's failure.
  private static func decode(
    _ files: [String], as name: String, reading read: ([GrayFrame]) throws -> [CardReader.Sighting]
  ) throws -> DecodeResult {
    do {
      let white = try frames(files, on: 255)
      return try DecodeLimit.run(within: longestDecode) {
        let start = threadMilliseconds()
        var sightings = try read(white)
        if sightings.isEmpty {
          let black = try frames(files, on: 0)
          if black != white { sightings = try read(black) }
        }
        return DecodeResult(
          file: name, sightings: sightings, brightness: white.map(\.meanBrightness).max() ?? 0,
          milliseconds: threadMilliseconds() - start, failure: nil)
      }
    } catch let error as PictureError {
      return DecodeResult(file: name, sightings: [], brightness: 0, milliseconds: 0, failure: error)
    }
  }

  private static func frames(_ files: [String], on background: UInt8) throws(PictureError) -> [GrayFrame] {
    var frames: [GrayFrame] = []
    for file in files { frames.append(try PictureFile.read(file, on: background).fitted(margin: background)) }
    return frames
  }

  /// Prints results on stdout and problems on stderr, and returns the exit code.
  private static func report(_ results: [DecodeResult], asJSON: Bool, _ reader: CardReader) throws -> Int32 {
    if asJSON { Output.data(try DecodeDocument(results: results).text()) }
    var code: Int32 = 0
    for result in results {
      if !asJSON {
        for sighting in result.sightings {
          let text = PayloadText.readable(sighting.payload)
          Output.data(results.count > 1 ? "\(result.file): \(text)\n" : "\(text)\n")
        }
      }
      do {
        if let failure = result.failure { throw failure }
        if result.sightings.isEmpty {
          Output.message(try noCode(in: result, reader))
          if code == 0 { code = 1 }
        }
      } catch let failure as PictureError {
        Output.message("\(failure)")
        if code <= 1 { code = failure.exitCode }
      }
    }
    return code
  }

  /// Reads paths from stdin and prints one line for each. A broken picture gives a line without payloads and a message.
  private static func batch(_ reader: CardReader) throws -> Int32 {
    while let file = readLine() {
      let result = try single(file, reader)
      if let failure = result.failure { Output.message("\(failure)") }
      let payloads = result.sightings.map { $0.payload.isEmpty ? "-" : Hexadecimal.text($0.payload) }
      Output.data("\(file)\t\(result.roundedMilliseconds)\t\(payloads.joined(separator: " "))\n")
    }
    return 0
  }

  private static func noCode(in result: DecodeResult, _ reader: CardReader) throws -> String {
    let kind = try DecodeLimit.run(within: longestDecode) { () -> CodeKind? in
      for background in [UInt8(255), 0] {
        if let kind = try reader.otherCode(in: frames([result.file], on: background)[0]) { return kind }
      }
      return nil
    }
    let isDark = result.brightness < leastBrightness
    let advice =
      isDark
      ? "It is too dark: its mean gray is \(result.brightness) of 255. Give the code more light."
      : "The whole code with its white margin should fill a third of the picture, in focus, without glare."
    guard let kind else { return "\(result.file): no QR code found. \(advice)" }
    let refusal =
      "\(result.file): no QR code found. The picture shows \(kind.rawValue). Only QR codes can be cards."
      + " Fix: `rouse card new NAME`"
    return kind.isBarCode ? "\(refusal). If the picture shows a QR code as well: \(advice)" : refusal
  }

  /// Darker pictures look black to people.
  private static let leastBrightness = 30

  private static func threadMilliseconds() -> Double { Double(rouse_clock(CLOCK_THREAD_CPUTIME_ID)) / 1e6 }

  private static let longestDecode: Duration = .seconds(30)
}
