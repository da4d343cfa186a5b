import Glibc
import Hardware

/// A display without digits: it remembers what it would show.
public final class MockSegmentDisplay: SegmentDisplay, MockDevice {
  private static let blank = DisplayFace(text: "", brightness: nil)
  /// What it has to show something with.
  public let shape: DisplayShape
  private let core: MockCore<DisplayFace>

  public init(shape: DisplayShape = .fourDigits, history: MockHistory = MockHistory()) {
    self.shape = shape
    core = MockCore(.display, Self.blank, history)
  }

  /// What it shows at this moment; no text and off while it fails.
  public var face: DisplayFace { core.state }

  /// Throws EINVAL for a brightness outside 0…15.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    try core.act("showing a text") { current, isStalled throws(HardwareError) in
      if let brightness = face.brightness, !(0...15).contains(brightness) {
        throw HardwareError(.display, "setting the brightness \(brightness) (0 to 15 exist)", code: EINVAL)
      }
      if !isStalled {
        let text = shape.segments == .seven ? face.onSevenSegments : face.text
        change(
          &current, to: DisplayFace(text: text, brightness: face.brightness, isBlinking: face.isBlinking))
      }
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { change(&$0, to: Self.blank) } }
  public func heal() { core.heal() }

  private func change(_ current: inout DisplayFace, to face: DisplayFace) {
    // A text behind a display that stays off changes what is stored, and nothing to be seen.
    let isVisible = current != face && (current.brightness != nil || face.brightness != nil)
    current = face
    if isVisible { core.history.record(core.role, "show", face.brightness == nil ? "off" : face.text) }
  }
}
