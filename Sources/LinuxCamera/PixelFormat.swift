/// How a camera codes its pictures: those formats that grey can be had from, most wanted first.
///
/// Uncompressed ones come first because they cost the reader next to nothing; of them those with whole grey rows, which
/// are smaller. The codes are V4L2's (linux/videodev2.h).
enum PixelFormat: String, CaseIterable, Hashable, Sendable {
  case grey = "GREY"
  case nv12 = "NV12"
  case nv21 = "NV21"
  case planar420 = "YU12"
  case yuyv = "YUYV"
  case uyvy = "UYVY"
  case motionJPEG = "MJPG"
  case jpeg = "JPEG"

  /// Where the grey samples of a picture are.
  enum Layout: Hashable, Sendable {
    /// At the beginning of each row and `step` bytes apart, after the first `offset`.
    case rows(step: Int, offset: Int)
    case jpeg
  }

  var layout: Layout {
    switch self {
    // The colours of the planar formats lie behind all grey rows.
    case .grey, .nv12, .nv21, .planar420: .rows(step: 1, offset: 0)
    case .yuyv: .rows(step: 2, offset: 0)
    case .uyvy: .rows(step: 2, offset: 1)
    case .motionJPEG, .jpeg: .jpeg
    }
  }

  /// The code as V4L2 counts it: four characters, the first one lowest.
  var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  /// nil for a format that no grey is had from.
  init?(code: UInt32) {
    guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = format
  }
}
