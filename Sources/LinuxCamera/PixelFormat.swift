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

  enum Layout: Hashable, Sendable {
    /// In each row, samples follow every `step` bytes, starting at `offset`.
    case rows(step: Int, offset: Int)
    case jpeg
  }

  var layout: Layout {
    switch self {
    // The color planes follow after all gray rows.
    case .grey, .nv12, .nv21, .planar420: .rows(step: 1, offset: 0)
    case .yuyv: .rows(step: 2, offset: 0)
    case .uyvy: .rows(step: 2, offset: 1)
    case .motionJPEG, .jpeg: .jpeg
    }
  }

  /// Four characters, the first in the lowest byte.
  var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  init?(code: UInt32) {
    guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = format
  }
}
