import Hardware

/// Reads QR codes from grey frames: frames in, payloads out, byte for byte, with where each lies and the pass that read it.
///
/// - `read(_:)` tries everything on a single picture, `read(burst:)` on some frames of one scene.
/// - `look(at:)` takes the frames of live video one after the other, and spreads the work over them.
///
/// libzbar has had endless loops and crashes on crafted codes, and dozens of codes in one picture take long: read in a
/// process of its own, with a deadline. Not for use from two threads at once.
public final class CardReader {
  /// libzbar could not be set up: out of memory.
  public struct SetupError: Error, CustomStringConvertible {
    public var description: String { "the QR scanner could not be set up: out of memory" }
  }

  private var scanner: ZBarScanner
  private var passes = 0
  var schedule: PassSchedule
  var memory = DarkMemory()
  /// For so many more frames of live video the parts of a structured append are hidden.
  var framesHidingParts = 0
  let time: () -> Duration

  /// - Parameters:
  ///   - budget: the longest that `look(at:)` should take on a frame, of which it never tries less than one pass. Half of
  ///     the time between two frames leaves the other half to the camera's driver and the rest of the machine.
  ///   - time: a clock that only goes forward, to measure what a pass takes on this machine.
  public init(
    budget: Duration = .milliseconds(33), time: @escaping () -> Duration = CardReader.monotonic
  ) throws(SetupError) {
    guard let scanner = ZBarScanner() else { throw SetupError() }
    self.scanner = scanner
    self.time = time
    schedule = PassSchedule(budget: budget)
  }

  /// The codes in a single picture, each payload once; none is not an error. Pass after pass until one reads a code: codes
  /// that only a later pass would read are not looked for.
  public func read(_ frame: GrayFrame) throws(SetupError) -> [Sighting] {
    guard Self.isLargeEnough(frame) else { return [] }
    var scan = FrameScan(frame)
    let read = try everyPass(over: &scan)
    let sightings = scan.refused.beside(read).sightings
    return sightings.isEmpty ? scan.denseCodes(with: scanner) : sightings
  }

  /// The codes that libzbar reads in a picture; those that it refuses are in the scan.
  func everyPass(over scan: inout FrameScan) throws(SetupError) -> [Sighting] {
    for pass in Pass.allCases {
      let sightings = try codes(in: &scan, pass)
      if !sightings.isEmpty { return sightings }
    }
    return []
  }

  /// The codes that one pass alone reads; `coarsely` as `look(at:)` has it done where the board is slow.
  public func read(_ frame: GrayFrame, with pass: Pass, coarsely: Bool = false) throws(SetupError) -> [Sighting] {
    guard Self.isLargeEnough(frame) else { return [] }
    var scan = FrameScan(frame)
    let sightings = try codes(in: &scan, pass, coarsely: coarsely)
    return scan.refused.beside(sightings).sightings
  }

  func codes(in scan: inout FrameScan, _ pass: Pass, coarsely: Bool = false) throws(SetupError) -> [Sighting] {
    if passes == Self.passesPerScanner {
      guard let fresh = ZBarScanner() else { throw SetupError() }
      scanner = fresh
      passes = 0
    }
    passes += 1
    return scan.codes(pass, coarsely: coarsely, with: scanner)
  }

  /// libzbar and the sampling between pixels need neighbours; no code is smaller anyway.
  static func isLargeEnough(_ frame: GrayFrame) -> Bool { frame.width >= 16 && frame.height >= 16 }

  /// libzbar before 0.23.93 leaks about 250 bytes for each code it reads; a fresh scanner gives them back.
  private static let passesPerScanner = 1000
}
