import Hardware

/// A display without hardware that remembers its face.
public final class MockSegmentDisplay: SegmentDisplay, MockDevice {
  public let shape: DisplayShape
  private let core: MockCore<Content>

  private struct Content: Sendable {
    var face = DisplayFace.dark
    /// The last brightness while the display was on.
    var level: Int?
  }

  public init(shape: DisplayShape = .fourDigits, history: MockHistory = MockHistory()) {
    self.shape = shape
    core = MockCore(.display, Content(), history)
  }

  /// The current face; dark while the display fails.
  public var face: DisplayFace { core.state.face }

  /// Throws EINVAL for a brightness outside 0…15.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    try core.act("showing a text") { current, isStalled throws(HardwareError) in
      try face.checkBrightness()
      if !isStalled {
        let text = face.text(on: shape)
        change(
          &current, to: DisplayFace(text: text, brightness: face.brightness, isBlinking: face.isBlinking))
      }
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { change(&$0, to: .dark) } }
  public func heal() { core.heal() }

  private func change(_ current: inout Content, to face: DisplayFace) {
    let last = current.face
    current.face = face
    guard let level = face.brightness else {
      // While the display stays off, a new text changes nothing visible.
      if last.brightness != nil { core.history.record(core.role, "show", "off") }
      return
    }
    if last.brightness == nil || last.text != face.text || last.isBlinking != face.isBlinking {
      core.history.record(core.role, "show", face.text)
    }
    // Compared with the last lit level: a flashing display goes off and on at the same level.
    if current.level != level { core.history.record(core.role, "level", "\(level)") }
    current.level = level
  }
}
