import Hardware

/// Reads QR codes from grey frames: a frame in, payloads out, byte for byte.
///
/// libzbar has had endless loops and crashes on crafted codes, and dozens of codes in one picture take long: read in a
/// process of its own, with a deadline. Not for use from two threads at once.
public final class CardReader {
  /// How much is tried on one frame.
  public enum Strategy: Sendable {
    /// Every pass in turn until one reads a code: for single pictures. Codes that only a later pass would read are not
    /// looked for once an earlier pass has read any.
    case everyPass
    /// For live video: `threshold31` on every frame and one other pass in turn, so that all have been tried after five
    /// frames. Both always run, so a second code in view does not hide the first.
    case rotating
  }

  /// A code that was read.
  public struct Sighting: Hashable, Sendable {
    public let payload: [UInt8]
    /// The pass that read it.
    public let pass: Pass
    /// Where it lies in the frame, as exactly as libzbar tells: some pixels.
    public let outline: Outline
  }

  /// What one frame of live video showed.
  public struct Look: Hashable, Sendable {
    public var sightings: [Sighting]
    /// A code that is in view and was not read; nil also when none was looked for, because one was read.
    public var unread: Outline?
    /// What most likely keeps a code from being read; nil when one was read, or nothing is in its way.
    public var obstacle: ReadingObstacle?
  }

  /// libzbar could not be set up: out of memory.
  public struct SetupError: Error, CustomStringConvertible {
    public var description: String { "the QR scanner could not be set up: out of memory" }
  }

  private var scanner: ZBarScanner
  private var scans = 0
  private var turn = 0

  public init() throws(SetupError) {
    scanner = try Self.freshScanner()
  }

  /// The codes in the frame, each payload once; none is not an error.
  public func read(_ frame: GrayFrame, with strategy: Strategy) throws(SetupError) -> [Sighting] {
    // libzbar and the sampling between pixels need neighbours; no code is smaller anyway.
    guard frame.width >= 16, frame.height >= 16 else { return [] }
    let raster = Raster(frame)
    switch strategy {
    case .everyPass:
      for pass in Pass.allCases {
        let sightings = try scan(raster, with: pass)
        if !sightings.isEmpty { return sightings }
      }
      return []
    case .rotating:
      let first = try scan(raster, with: .threshold31)
      let others = Pass.allCases.filter { $0 != .threshold31 }
      let second = try scan(raster, with: others[turn % others.count])
      turn += 1
      return first + second.filter { sighting in !first.contains { $0.payload == sighting.payload } }
    }
  }

  /// Looks at the next frame of live video.
  public func look(at frame: GrayFrame) throws(SetupError) -> Look {
    let sightings = try read(frame, with: .rotating)
    var look = Look(sightings: sightings)
    if sightings.isEmpty {
      let brightness = frame.meanBrightness
      if brightness < 30 { look.obstacle = .tooDark } else if brightness > 230 { look.obstacle = .glare }
    }
    return look
  }

  /// The codes that one pass alone reads.
  public func read(_ frame: GrayFrame, with pass: Pass) throws(SetupError) -> [Sighting] {
    guard frame.width >= 16, frame.height >= 16 else { return [] }
    return try scan(Raster(frame), with: pass)
  }

  private func scan(_ raster: Raster, with pass: Pass) throws(SetupError) -> [Sighting] {
    if scans == Self.scansPerScanner {
      scanner = try Self.freshScanner()
      scans = 0
    }
    scans += 1
    return scanner.codes(in: pass.condition(raster)).map { code in
      Sighting(payload: code.payload, pass: pass, outline: pass.outline(code.outline, in: raster))
    }
  }

  private static func freshScanner() throws(SetupError) -> ZBarScanner {
    guard let scanner = ZBarScanner() else { throw SetupError() }
    return scanner
  }

  /// libzbar before 0.23.93 leaks about 250 bytes for each code it reads; a fresh scanner gives them back.
  private static let scansPerScanner = 1000
}
