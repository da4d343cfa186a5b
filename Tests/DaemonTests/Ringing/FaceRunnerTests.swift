import AlarmClock
import Hardware
import Synchronization
import Testing

@testable import Daemon

/// A display while whose drawing something happens once.
private final class BusyDisplay: ShiningOutputs {
  let shown = Mutex<[String]>([])
  let happening = Mutex<(@Sendable () -> Void)?>(nil)

  func light(_ isOn: Bool) {}
  func show(_ face: DisplayFace) {
    shown.withLock { $0.append(face.text) }
    let event = happening.withLock { happening in
      defer { happening = nil }
      return happening
    }
    event?()
  }
}

@Suite struct FaceRunnerTests {
  @Test func whatChangesWhileTheTimeIsDrawnIsShownAtOnce() async throws {
    let rig = try RingRig()
    let display = BusyDisplay()
    let runner = FaceRunner(face: rig.face, outputs: display, time: rig.time)
    display.happening.withLock { happening in
      happening = {
        rig.face.use(hasMisses: true)
        runner.refresh()
      }
    }
    let running = Task { await runner.run(rig.ringer) }
    defer { running.cancel() }
    #expect(await eventually { display.shown.withLock { $0.last?.hasSuffix(".") == true } })
  }
}
