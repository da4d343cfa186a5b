import Glibc
import Hardware
import Testing

@testable import Daemon
@testable import Machine

/// How uses of a device and presence checks combine into its health.
@Suite struct DeviceHealthTests {
  enum Step: Sendable {
    case failed(Int32)
    case looked(Int32?)
    case worked
  }

  static let cases: [(steps: [Step], failure: Int32?)] = [
    ([.looked(ENODEV)], ENODEV), ([.looked(ENODEV), .looked(nil)], nil),
    // A check only proves that the device is present.
    ([.failed(EBUSY), .looked(nil)], EBUSY), ([.failed(EBUSY), .looked(ENODEV)], EBUSY),
    ([.failed(EBUSY), .worked], nil),
    // The device was missing when it was used, and is present again.
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
