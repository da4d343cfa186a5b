import CLinux
import Glibc
import Hardware

struct CameraDevice: ~Copyable {
  let path: String
  let descriptor: Int32
  let name: String

  /// Opens a node that captures and streams (V4L2's "Querying Capabilities"), or returns `nil` for other nodes, such as
  /// the metadata node of a USB camera. Opens for writing too, because the kernel shares buffers only then.
  static func open(_ path: String) throws(HardwareError) -> CameraDevice? {
    let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw HardwareError(.camera, "opening \(path)", code: errno) }
    var capabilities = v4l2_capability()
    let code = rouse_video_capabilities(descriptor, &capabilities)
    guard code == 0 else {
      Glibc.close(descriptor)
      throw HardwareError(.camera, "querying the capabilities of \(path)", code: code)
    }
    let name = withUnsafeBytes(of: &capabilities.card) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let device = CameraDevice(path: path, descriptor: descriptor, name: name)
    // A driver may have several nodes; `device_caps` describes this one.
    let hasOwn = capabilities.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
    let abilities = hasOwn ? capabilities.device_caps : capabilities.capabilities
    let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
    guard abilities & needed == needed else { return nil }
    return device
  }

  private init(path: String, descriptor: Int32, name: String) {
    self.path = path
    self.descriptor = descriptor
    self.name = name
  }

  deinit { close(descriptor) }

  func check(_ code: Int32, _ operation: @autoclosure () -> String) throws(HardwareError) {
    guard code == 0 else { throw HardwareError(.camera, "\(operation()) of \(path)", code: code) }
  }

  // MARK: Formats

  /// Returns the offers in formats that can be converted to gray.
  func offers() -> [FormatOffer] {
    var wanted = v4l2_fmtdesc()
    wanted.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    var offers: [FormatOffer] = []
    for description in entries(wanted, \.index, rouse_video_enumerate_format) {
      guard let format = PixelFormat(code: description.pixelformat) else { continue }
      for (width, height) in sizes(of: format) where width > 0 && height > 0 {
        offers.append(
          FormatOffer(format: format, width: width, height: height, rate: rate(of: format, width, height)))
      }
    }
    return offers
  }

  /// Returns the sizes of a format, or of a range of sizes the one nearest to 640x480.
  private func sizes(of format: PixelFormat) -> [(width: Int, height: Int)] {
    var wanted = v4l2_frmsizeenum()
    wanted.pixel_format = format.code
    let sizes = entries(wanted, \.index, rouse_video_enumerate_size)
    let single = sizes.filter { $0.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue }
    guard single.isEmpty else { return single.map { (Int($0.discrete.width), Int($0.discrete.height)) } }
    // If a driver cannot list sizes, try the wanted one; the driver answers with what it has.
    guard let range = sizes.first?.stepwise, range.min_width <= range.max_width, range.min_height <= range.max_height
    else { return [(GrayFrame.cameraWidth, GrayFrame.cameraHeight)] }
    let width = FormatChoice.nearest(
      to: GrayFrame.cameraWidth, in: Int(range.min_width)...Int(range.max_width), step: Int(range.step_width))
    let height = FormatChoice.nearest(
      to: GrayFrame.cameraHeight, in: Int(range.min_height)...Int(range.max_height), step: Int(range.step_height))
    return [(width, height)]
  }

  private func rate(of format: PixelFormat, _ width: Int, _ height: Int) -> Double? {
    var wanted = v4l2_frmivalenum()
    wanted.pixel_format = format.code
    wanted.width = UInt32(width)
    wanted.height = UInt32(height)
    return entries(wanted, \.index, rouse_video_enumerate_interval).compactMap { interval in
      let isOne = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      return Self.rate(isOne ? interval.discrete : interval.stepwise.min)
    }.max()
  }

  /// Returns frames per second, or `nil` for an invalid interval.
  private static func rate(_ interval: v4l2_fract) -> Double? {
    interval.numerator > 0 ? Double(interval.denominator) / Double(interval.numerator) : nil
  }

  /// Returns all entries of one of the driver's lists.
  private func entries<Entry>(
    _ wanted: Entry, _ index: WritableKeyPath<Entry, UInt32>, _ next: (Int32, UnsafeMutablePointer<Entry>) -> Int32
  ) -> [Entry] {
    var entries: [Entry] = []
    // More entries than any camera has, so that a broken driver cannot loop forever.
    for number in 0..<UInt32(256) {
      var entry = wanted
      entry[keyPath: index] = number
      guard next(descriptor, &entry) == 0 else { break }
      entries.append(entry)
    }
    return entries
  }

  /// The driver may choose another size and pad its rows.
  func use(_ offer: FormatOffer) throws(HardwareError) -> PictureLayout {
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    format.fmt.pix.width = UInt32(offer.width)
    format.fmt.pix.height = UInt32(offer.height)
    format.fmt.pix.pixelformat = offer.format.code
    format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    try check(rouse_video_set_format(descriptor, &format), "setting the format")
    let answer = format.fmt.pix
    guard let given = PixelFormat(code: answer.pixelformat), answer.width > 0, answer.height > 0,
      let layout = PictureLayout(
        format: given, width: Int(answer.width), height: Int(answer.height), bytesPerRow: Int(answer.bytesperline))
    else {
      throw HardwareError(
        .camera, "setting the format of \(path) to \(offer.format.rawValue), which was not accepted", code: EPROTO)
    }
    return layout
  }

  /// Requests a rate; returns the actual one in frames per second, or `nil` if the camera does not support that.
  func use(rate: Int) -> Double? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    guard rouse_video_get_parameters(descriptor, &parameters) == 0,
      parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    else { return nil }
    parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1, denominator: UInt32(rate))
    // After a refusal the rate stays as it was, which works too.
    guard rouse_video_set_parameters(descriptor, &parameters) == 0 else { return nil }
    return Self.rate(parameters.parm.capture.timeperframe)
  }
}
