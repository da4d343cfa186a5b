import Glibc
import Hardware

/// The format for the next opening: the best one, or the next one after a failure that a smaller stream may avoid. A
/// format that works is kept until the camera is unplugged.
struct FormatLadder: Sendable {
  /// The number of pictures that prove a format.
  static let provenAfter = 30

  private(set) var rungs: [FormatOffer] = []
  private var index = 0
  /// Formats that failed since the last picture.
  private var failures = 0
  /// Since the last failure.
  private var pictures = 0
  private var proven: Int?
  /// How often the proven format has delivered damaged pictures since it was proven.
  private var damages = 0
  /// Whether the last failure selected a format that has not failed since the last picture; it can be tried at once.
  private(set) var hasAdvanced = false

  /// Returns the format for opening the camera, or `nil` if no known format is offered.
  mutating func offer(among offers: [FormatOffer], isWeakHost: Bool) -> FormatOffer? {
    let rungs = FormatChoice.ladder(of: offers, isWeakHost: isWeakHost)
    if rungs != self.rungs { self = FormatLadder(rungs: rungs) }
    return rungs.isEmpty ? nil : rungs[index]
  }

  /// Whether a format has failed and others remain; the first picture then has a shorter timeout.
  var isHurried: Bool { failures > 0 && failures < rungs.count }

  mutating func worked() {
    pictures += 1
    failures = 0
    if pictures == Self.provenAfter { (proven, damages) = (index, 0) }
  }

  /// Selects the next format if this one may have failed; `isStarting` means while setting up or starting the stream.
  mutating func failed(_ error: HardwareError, isStarting: Bool = false) {
    pictures = 0
    hasAdvanced = false
    // The camera was unplugged; start again with the best format.
    if error.code == ENODEV { self = FormatLadder() }
    guard Self.codes.contains(error.code) || isStarting && Self.startCodes.contains(error.code), !rungs.isEmpty else {
      return
    }
    if index == proven {
      // A proven format stalls for other reasons, and one damaged picture is acceptable.
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

  init(rungs: [FormatOffer] = []) { self.rungs = rungs }

  /// No bandwidth, only damaged pictures, or no pictures.
  private static let codes: Set<Int32> = [ENOSPC, EBADMSG, ETIMEDOUT]
  /// Errors of uvcvideo if no camera setting is fast enough or the camera refuses it; ENOMEM if the host controller has
  /// no room for the stream.
  private static let startCodes: Set<Int32> = [EIO, EPIPE, EPROTO, ENOMEM]
}
