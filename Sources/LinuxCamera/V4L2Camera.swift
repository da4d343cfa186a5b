import CameraNodes
import Glibc
import Hardware
import Synchronization

/// A camera of the kernel's Video4Linux: a USB webcam, as a rule (https://docs.kernel.org/userspace-api/media/v4l).
///
/// Its frames are 640x480, whatever size it delivers. After an error `close` it and `open` it again: each opening looks
/// for the camera anew, which may have got another number, and uses another format where the last one was at fault.
public final class V4L2Camera: Camera {
  private struct State: ~Copyable {
    var stream: CaptureStream?
    var opening: CameraOpening?
    var exposure: CameraExposure?
    var ladder = FormatLadder()
  }

  private let identity: CameraIdentity
  private let finder: CameraFinder
  private let state = Mutex(State())

  public convenience init(_ identity: CameraIdentity) { self.init(identity, finder: CameraFinder()) }

  init(_ identity: CameraIdentity, finder: CameraFinder) {
    self.identity = identity
    self.finder = finder
  }

  /// What the last opening came to; nil before the first one.
  public var opening: CameraOpening? { state.withLock { $0.opening } }

  /// ENODEV when there is no such camera, EBUSY when another program uses it, EACCES without the permission (as a rule
  /// the group `video`), ENOTSUP when none of its formats can be read.
  public func open() throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      while state.stream == nil {
        var isStarting = false
        do throws(HardwareError) { try open(&state, &isStarting) } catch {
          state.ladder.failed(error, isStarting: isStarting)
          guard isStarting, state.ladder.hasAdvanced else { throw error }
        }
      }
    }
  }

  /// Whether the last error may be the format's, and the next opening uses one that has not failed yet: nobody has to wait
  /// before it.
  public var triesAnotherFormat: Bool { state.withLock { $0.ladder.hasAdvanced } }

  /// - Parameter isStarting: whether the device was open, and its stream was being set up or started.
  private func open(_ state: inout State, _ isStarting: inout Bool) throws(HardwareError) {
    var stopwatch = Stopwatch()
    let nodes = try finder.nodes(for: identity)
    stopwatch.lap("find")
    let device = try Self.open(nodes, as: identity)
    stopwatch.lap("open")
    let isWeakHost = finder.hostDriver(of: device.path).map(Self.weakHosts.contains) ?? false
    guard let offer = state.ladder.offer(among: device.offers(), isWeakHost: isWeakHost) else {
      throw HardwareError(.camera, "choosing a format of \(device.path), which has none that is known", code: ENOTSUP)
    }
    isStarting = true
    let layout = try device.use(offer)
    let rate = device.use(rate: FormatChoice.wantedRate)
    stopwatch.lap("format")
    let controls = CameraControls.apply(to: device)
    state.exposure = CameraExposure(of: device)
    stopwatch.lap("controls")
    let hasFocus = CameraControls.hasFocus(device)
    let (name, path) = (device.name, device.path)
    var stream = CaptureStream(device: device, layout: layout, isHurried: state.ladder.isHurried)
    try stream.prepare()
    stopwatch.lap("buffers")
    try stream.start()
    stopwatch.lap("stream on")
    state.opening = CameraOpening(
      camera: "\(name) at \(path)", format: layout.format.rawValue, width: layout.width, height: layout.height,
      rate: rate, hasFocus: hasFocus, controls: controls, milliseconds: stopwatch.laps)
    state.stream = consume stream
  }

  /// Host controllers that lose parts of large isochronous streams, those of a Raspberry Pi 3 and Zero 2 W, by their
  /// drivers: Linux has one of its own, Raspberry Pi OS another.
  private static let weakHosts: Set = ["dwc2", "dwc_otg"]

  /// ETIMEDOUT when no picture comes within 2 s, EBADMSG when only damaged ones come, ENODEV after an unplug, EBADF
  /// while closed.
  public func frame() throws(HardwareError) -> GrayFrame {
    try state.withLock { state throws(HardwareError) in
      guard state.stream != nil else {
        throw HardwareError(.camera, "waiting for a frame while closed", code: EBADF)
      }
      var stopwatch = Stopwatch()
      let frame: GrayFrame
      do throws(HardwareError) {
        guard let next = try state.stream?.frame() else {
          throw HardwareError(.camera, "waiting for a frame while closed", code: EBADF)
        }
        frame = next
      } catch {
        state.ladder.failed(error)
        throw error
      }
      state.ladder.worked()
      stopwatch.lap("first frame")
      if state.opening?.milliseconds.last?.part == "stream on" { state.opening?.milliseconds += stopwatch.laps }
      return frame
    }
  }

  /// How the open camera lets itself be told to expose; nil: not at all.
  public var exposureRange: ExposureRange? { state.withLock { $0.exposure?.range } }

  /// Exposes so from now on, until it is closed: each opening begins with the camera's own control. EINVAL, EIO and others
  /// where it refuses, EBADF while closed.
  public func expose(_ setting: ExposureSetting) throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      guard let exposure = state.exposure, state.stream != nil else {
        throw HardwareError(.camera, "setting the exposure while closed", code: EBADF)
      }
      try state.stream?.expose(exposure, setting)
    }
  }

  public func close() { state.withLock { $0.stream = nil } }

  /// The first node that captures; only the nodes of cameras that can be the one meant are tried.
  private static func open(
    _ nodes: [CameraFinder.Node], as identity: CameraIdentity
  ) throws(HardwareError) -> CameraDevice {
    var refusal: HardwareError?
    for node in nodes {
      do throws(HardwareError) {
        if let device = try CameraDevice.open(node.path) { return device }
      } catch {
        // Another camera may do.
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    let tried = nodes.map(\.path).joined(separator: ", ")
    throw HardwareError(.camera, "opening camera \(identity): nothing is captured at \(tried)", code: ENODEV)
  }
}

/// What came of opening a camera.
public struct CameraOpening: Hashable, Sendable {
  /// Its name and node.
  public var camera: String
  /// The four-character code of V4L2.
  public var format: String
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Frames a second, where the camera says.
  public var rate: Double?
  /// Whether its focus can be set; without that its lens is fixed.
  public var hasFocus: Bool
  /// The controls that are as wanted, as `auto_exposure=3`.
  public var controls: [String]
  /// How long each part took, in order; once there was a frame, `first frame` too, its decoding included.
  public var milliseconds: [Lap]

  public struct Lap: Hashable, Sendable {
    public var part: String
    public var milliseconds: Double
  }
}

/// Measures parts that follow on each other.
private struct Stopwatch {
  private(set) var laps: [CameraOpening.Lap] = []
  private var last = ContinuousClock.now

  mutating func lap(_ part: String) {
    let now = ContinuousClock.now
    laps.append(CameraOpening.Lap(part: part, milliseconds: (now - last) / .milliseconds(1)))
    last = now
  }
}
