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
      throw HardwareError(.camera, "asking \(path) what it can do", code: code)
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
    var offers: [FormatOffer] = []
    for index in 0..<Self.longestList {
      var description = v4l2_fmtdesc()
      description.index = index
      description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      guard rouse_video_enumerate_format(descriptor, &description) == 0 else { break }
      guard let format = PixelFormat(code: description.pixelformat) else { continue }
      let sizes = sizes(of: format)
      // If a driver cannot list sizes, try the wanted one; the driver answers with what it has.
      let nearest = sizes.isEmpty ? [(GrayFrame.cameraWidth, GrayFrame.cameraHeight)] : sizes.map(\.nearest)
      for (width, height) in nearest where width > 0 && height > 0 {
        offers.append(
          FormatOffer(format: format, width: width, height: height, rate: rate(of: format, width, height)))
      }
    }
    return offers
  }

  private func sizes(of format: PixelFormat) -> [SizeOffer] {
    var sizes: [SizeOffer] = []
    for index in 0..<Self.longestList {
      var size = v4l2_frmsizeenum()
      size.index = index
      size.pixel_format = format.code
      guard rouse_video_enumerate_size(descriptor, &size) == 0 else { break }
      guard size.type != V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
        sizes.append(.one(width: Int(size.discrete.width), height: Int(size.discrete.height)))
        continue
      }
      let range = size.stepwise
      if range.min_width <= range.max_width, range.min_height <= range.max_height {
        sizes.append(
          .range(
            width: Int(range.min_width)...Int(range.max_width), widthStep: Int(range.step_width),
            height: Int(range.min_height)...Int(range.max_height), heightStep: Int(range.step_height)))
      }
      break
    }
    return sizes
  }

  private func rate(of format: PixelFormat, _ width: Int, _ height: Int) -> Double? {
    var fastest: Double?
    for index in 0..<Self.longestList {
      var interval = v4l2_frmivalenum()
      interval.index = index
      interval.pixel_format = format.code
      interval.width = UInt32(width)
      interval.height = UInt32(height)
      guard rouse_video_enumerate_interval(descriptor, &interval) == 0 else { break }
      let isOne = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      let shortest = isOne ? interval.discrete : interval.stepwise.min
      if shortest.numerator > 0 {
        fastest = max(fastest ?? 0, Double(shortest.denominator) / Double(shortest.numerator))
      }
      if !isOne { break }
    }
    return fastest
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
        .camera, "setting the format of \(path) to \(offer.format.rawValue), which was not taken", code: EPROTO)
    }
    return layout
  }

  /// Requests a rate and returns the actual one in frames per second, or `nil` if the camera does not support setting
  /// it.
  func use(rate: Int) -> Double? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    guard rouse_video_get_parameters(descriptor, &parameters) == 0,
      parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    else { return nil }
    parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1, denominator: UInt32(rate))
    // After a refusal the rate stays as it was, which works too.
    guard rouse_video_set_parameters(descriptor, &parameters) == 0 else { return nil }
    let interval = parameters.parm.capture.timeperframe
    return interval.numerator > 0 ? Double(interval.denominator) / Double(interval.numerator) : nil
  }

  /// More entries than any camera has, so that a broken driver cannot loop forever.
  private static let longestList: UInt32 = 256
}
