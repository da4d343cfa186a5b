import CameraNodes
import Glibc
import Hardware
import ScanLine
import Synchronization

/// A Video4Linux camera, usually a USB webcam (https://docs.kernel.org/userspace-api/media/v4l).
///
/// Frames are 640x480, whatever the camera delivers. After an error, `close` and `open` again: each opening searches
/// for the camera, whose number may have changed, and uses another format if the last one caused the error.
public final class V4L2Camera: Camera {
  private struct State: ~Copyable {
    var stream: CaptureStream?
    var opening: OpenedReport?
    var exposure: CameraExposure?
    var ladder = FormatLadder()
  }

  private let identity: CameraIdentity
  private let finder: CameraFinder
  private let state = Mutex(State())

  public init(_ identity: CameraIdentity, finder: CameraFinder = CameraFinder()) {
    self.identity = identity
    self.finder = finder
  }

  /// Details of the last opening, if any. After one frame, `milliseconds` includes `first frame` with its decoding.
  public var opening: OpenedReport? { state.withLock { $0.opening } }

  /// Throws ENODEV if there is no such camera, EBUSY if another program uses it, EACCES without permission (usually the
  /// group `video`), ENOTSUP if none of its formats is supported.
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

  /// Whether the format may have caused the last error and the next is another one, so that opening need not wait.
  public var triesAnotherFormat: Bool { state.withLock { $0.ladder.hasAdvanced } }

  /// - Parameter isStarting: set once the device is open and its stream is being set up or started.
  private func open(_ state: inout State, _ isStarting: inout Bool) throws(HardwareError) {
    var stopwatch = Stopwatch()
    let nodes = try finder.nodes(for: identity)
    stopwatch.lap("find")
    let device = try Self.open(nodes, as: identity)
    stopwatch.lap("open")
    let isWeakHost = finder.hostDriver(of: device.path).map(Self.weakHosts.contains) ?? false
    guard let offer = state.ladder.offer(among: device.offers(), isWeakHost: isWeakHost) else {
      throw HardwareError(.camera, "choosing a format of \(device.path), which has no supported one", code: ENOTSUP)
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
    let pace = rate.map { ", \(Int($0.rounded())) frames a second" } ?? ""
    state.opening = OpenedReport(
      camera: "\(name) at \(path)", format: "\(layout.format.rawValue) \(layout.width)x\(layout.height)\(pace)",
      hasFocus: hasFocus, controls: controls, milliseconds: stopwatch.laps)
    state.stream = consume stream
  }

  /// Drivers of host controllers that lose parts of large isochronous streams, as on a Raspberry Pi 3 and Zero 2 W:
  /// mainline Linux has one driver, Raspberry Pi OS another.
  private static let weakHosts: Set = ["dwc2", "dwc_otg"]

  /// Throws ETIMEDOUT after 2 s without a picture, EBADMSG if all are damaged, ENODEV if unplugged, EBADF if closed.
  public func frame() throws(HardwareError) -> GrayFrame {
    try state.withLock { state throws(HardwareError) in
      var stopwatch = Stopwatch()
      let next: GrayFrame?
      do throws(HardwareError) { next = try state.stream?.frame() } catch {
        state.ladder.failed(error)
        throw error
      }
      guard let frame = next else { throw HardwareError(.camera, "waiting for a frame while closed", code: EBADF) }
      state.ladder.worked()
      stopwatch.lap("first frame")
      state.opening?.milliseconds.merge(stopwatch.laps) { first, _ in first }
      return frame
    }
  }

  /// The supported exposure settings of the open camera, or `nil` if there are none.
  public var exposureRange: ExposureRange? { state.withLock { $0.exposure?.range } }

  /// Sets the exposure until the camera is closed; every opening starts with automatic exposure. Throws EINVAL, EIO and
  /// others if the camera refuses, EBADF while closed.
  public func expose(_ setting: ExposureSetting) throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      guard let exposure = state.exposure, state.stream != nil else {
        throw HardwareError(.camera, "setting the exposure while closed", code: EBADF)
      }
      try state.stream?.expose(exposure, setting)
    }
  }

  public func close() { state.withLock { $0.stream = nil } }

  private static func open(
    _ nodes: [CameraFinder.Node], as identity: CameraIdentity
  ) throws(HardwareError) -> CameraDevice {
    var refusal: HardwareError?
    for node in nodes {
      do throws(HardwareError) {
        if let device = try CameraDevice.open(node.path) { return device }
      } catch {
        // Another camera may work.
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    let tried = nodes.map(\.path).joined(separator: ", ")
    throw HardwareError(.camera, "opening camera \(identity): no capture device among \(tried)", code: ENODEV)
  }
}

private struct Stopwatch {
  private(set) var laps: [String: Double] = [:]
  private var last = ContinuousClock.now

  mutating func lap(_ part: String) {
    let now = ContinuousClock.now
    laps[part] = ((now - last) / .milliseconds(1) * 100).rounded() / 100
    last = now
  }
}
