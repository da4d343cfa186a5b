/// The camera formats that can be converted to gray, in order of preference: uncompressed first, because they cost the
/// reader almost nothing, and among these the smaller ones with contiguous gray rows. The codes are V4L2's
/// (linux/videodev2.h).
enum PixelFormat: String, CaseIterable, Hashable, Sendable {
  case grey = "GREY"
  case nv12 = "NV12"
  case nv21 = "NV21"
  case planar420 = "YU12"
  case yuyv = "YUYV"
  case uyvy = "UYVY"
  case motionJPEG = "MJPG"
  case jpeg = "JPEG"

  /// The gray samples in a row: one every `step` bytes, starting at `offset`. `nil` if the format is compressed.
  var samples: (step: Int, offset: Int)? {
    switch self {
    // The color planes follow after all gray rows.
    case .grey, .nv12, .nv21, .planar420: (1, 0)
    case .yuyv: (2, 0)
    case .uyvy: (2, 1)
    case .motionJPEG, .jpeg: nil
    }
  }

  /// Four characters, the first in the lowest byte.
  var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  init?(code: UInt32) {
    guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = format
  }
}
