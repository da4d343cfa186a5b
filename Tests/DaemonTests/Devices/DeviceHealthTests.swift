import Glibc
import Hardware
import Testing

@testable import Daemon
@testable import Machine

/// What uses of a device and looks at it say of each other.
@Suite struct DeviceHealthTests {
  enum Step: Sendable {
    case failed(Int32)
    case looked(Int32?)
    case worked
  }

  static let cases: [(steps: [Step], failure: Int32?)] = [
    ([.looked(ENODEV)], ENODEV), ([.looked(ENODEV), .looked(nil)], nil),
    // A look proves no more than that it is there.
    ([.failed(EBUSY), .looked(nil)], EBUSY), ([.failed(EBUSY), .looked(ENODEV)], EBUSY),
    ([.failed(EBUSY), .worked], nil),
    // It was not there when it was used, and is there again.
    ([.failed(ENODEV), .looked(nil)], nil),
    ([.looked(ENODEV), .failed(EIO), .looked(nil)], EIO), ([.looked(ENODEV), .worked], nil),
  ]

  @Test(arguments: cases.indices)
  func aLookTakesBackAbsenceAndNothingElse(index: Int) throws {
    let (steps, failure) = Self.cases[index]
    let time = ManualTime(morning)
    let health = DeviceHealth(events: EventLog(time: time, log: try quietLog()), time: time)
    for step in steps {
      switch step {
      case .failed(let code): health.failed(HardwareError(.camera, "using it", code: code))
      case .looked(let code): health.looked(for: .camera, code.map { HardwareError(.camera, "looking", code: $0) })
      case .worked: health.worked(.camera)
      }
    }
    #expect(health.failure(of: .camera)?.error.code == failure)
    let wasProven = steps.contains { if case .worked = $0 { true } else { false } }
    #expect((health.proof(of: .camera) != nil) == wasProven)
  }
}
