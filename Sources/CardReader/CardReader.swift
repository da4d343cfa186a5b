import Hardware

/// Reads QR codes from gray frames and reports each payload byte for byte, with its position and the pass that read it.
///
/// Crafted codes have sent libzbar into endless loops and crashes, and dozens of codes in one picture take long. Use a
/// separate process with a deadline. Not safe for use from two threads at once.
public final class CardReader {
  /// libzbar could not be set up because memory ran out.
  public struct SetupError: Error, CustomStringConvertible {
    public var description: String { "the QR scanner could not be set up: out of memory" }
  }

  private var scanner: ZBarScanner
  private var passes = 0
  var schedule: PassSchedule
  var memory = DarkMemory()
  /// For how many more frames of live video the parts of a structured append stay hidden.
  var framesHidingParts = 0
  let time: () -> Duration

  /// - Parameter budget: for `look(at:)`, which runs at least one pass. Half the frame time leaves the rest to others.
  public init(
    budget: Duration = .milliseconds(33), time: @escaping () -> Duration = CardReader.monotonic
  ) throws(SetupError) {
    guard let scanner = ZBarScanner() else { throw SetupError() }
    self.scanner = scanner
    self.time = time
    schedule = PassSchedule(budget: budget)
  }

  /// Returns each payload of a picture once. Stops at the first pass that reads a code; a later one could read more.
  public func read(_ frame: GrayFrame) throws(SetupError) -> [Sighting] {
    guard var scan = FrameScan(frame) else { return [] }
    let read = try everyPass(over: &scan)
    let sightings = scan.refused.beside(read).sightings
    return sightings.isEmpty ? scan.denseCodes(with: scanner) : sightings
  }

  /// Returns the codes that libzbar reads; codes that it refuses are added to `scan`.
  func everyPass(over scan: inout FrameScan) throws(SetupError) -> [Sighting] {
    for pass in Pass.allCases {
      let sightings = try codes(in: &scan, pass)
      if !sightings.isEmpty { return sightings }
    }
    return []
  }

  /// Returns the codes that one pass reads. `coarsely` is how `look(at:)` scans on a slow board.
  public func read(_ frame: GrayFrame, with pass: Pass, coarsely: Bool = false) throws(SetupError) -> [Sighting] {
    guard var scan = FrameScan(frame) else { return [] }
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

  /// libzbar before 0.23.93 leaks about 250 bytes for each code; a new scanner frees them.
  private static let passesPerScanner = 1000
}
