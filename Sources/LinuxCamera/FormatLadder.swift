import Glibc
import Hardware

/// Which of a camera's formats the next opening uses: the best one, and after a failure that a smaller stream may end the
/// next one. What worked stays until the camera is plugged in again.
struct FormatLadder: Sendable {
  /// Pictures after which a format is proven.
  static let provenAfter = 30
  /// All of them are tried within the nine seconds after which the daemon gives `rouse-scan` up.
  static let longest = 3

  private(set) var rungs: [FormatOffer] = []
  private var index = 0
  /// Formats that have failed since the last picture.
  private var failures = 0
  /// Pictures since the last failure.
  private var pictures = 0
  private var proven: Int?
  /// How often the pictures of the proven rung were damaged since it was.
  private var damages = 0
  /// Whether the last failure led to a format that has not failed since the last picture: nobody waits before the next
  /// opening.
  private(set) var hasAdvanced = false

  /// The format to open the camera with; nil when it has none that is known.
  ///
  /// - Parameter isWeakHost: compressed streams come first.
  mutating func offer(among offers: [FormatOffer], isWeakHost: Bool) -> FormatOffer? {
    let rungs = FormatChoice.ladder(of: offers, isWeakHost: isWeakHost)
    // Another camera.
    if rungs != self.rungs { self = FormatLadder(rungs: rungs) }
    return rungs.isEmpty ? nil : rungs[index]
  }

  /// Whether a format has failed, and others have not yet: then one that stays silent is given up earlier.
  var isHurried: Bool { failures > 0 && failures < rungs.count }

  /// A picture has come.
  mutating func worked() {
    pictures += 1
    failures = 0
    if pictures == Self.provenAfter { (proven, damages) = (index, 0) }
  }

  /// Goes on to the next format if the failure may be the format's.
  ///
  /// - Parameter isStarting: the stream was being set up or started.
  mutating func failed(_ error: HardwareError, isStarting: Bool = false) {
    pictures = 0
    hasAdvanced = false
    // The camera was pulled out: what is plugged in next begins with its best format.
    if error.code == ENODEV { self = FormatLadder() }
    guard Self.codes.contains(error.code) || isStarting && Self.startCodes.contains(error.code), !rungs.isEmpty else {
      return
    }
    if index == proven {
      // A format that went well stalls for another reason, and may be damaged once.
      if error.code == ETIMEDOUT { return }
      if error.code == EBADMSG {
        damages += 1
        guard damages > 1 else { return }
      }
      proven = nil
    }
    failures += 1
    index = (index + 1) % rungs.count
    hasAdvanced = failures < rungs.count
  }

  private init(rungs: [FormatOffer]) { self.rungs = rungs }
  init() {}

  /// No bandwidth, damaged pictures alone, and none at all.
  private static let codes: Set<Int32> = [ENOSPC, EBADMSG, ETIMEDOUT]
  /// What uvcvideo says where no setting of the camera is fast enough, or where the camera refuses the one that is; ENOMEM
  /// where the host controller has no room for the stream.
  private static let startCodes: Set<Int32> = [EIO, EPIPE, EPROTO, ENOMEM]
}
