import ScanLine
import Testing

@testable import Daemon

struct ConfinementDiagnosisTests {
  static let confinements: [(lacks: [String], expected: String)] = [
    ([], "confined: files (Landlock), system calls (seccomp)"),
    // The kernel of Raspberry Pi OS lacks Landlock.
    (
      ["files (Landlock): ENOSYS"],
      "confined: system calls (seccomp); this kernel lacks: files (Landlock): ENOSYS; for those, only the service's "
        + "user and unit limit it"
    ),
    (
      ["no new privileges: EPERM, so nothing else either"],
      "not confined; this kernel lacks: no new privileges: EPERM, so nothing else either; for those, only "
        + "the service's user and unit limit it"
    ),
  ]

  @Test(arguments: confinements)
  func saysWhichConfinementIsInForce(lacks: [String], expected: String) {
    var symptoms = DiagnosisTests.healthy
    symptoms.camera = OpenedReport(unconfined: lacks)
    #expect(
      Diagnosis.findings(symptoms).contains(
        .ok("confinement", "the process that decodes pictures is \(expected)")))
  }
}
