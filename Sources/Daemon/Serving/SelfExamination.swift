import Control
import Machine

/// What the service finds out about itself.
struct SelfExamination: Sendable {
  let board: Board
  let outputs: Outputs
  let health: DeviceHealth
  let desk: CameraDesk
  let ledger: Ledger
  let ringer: Ringer
  let scheduler: Scheduler
  let settings: SettingsInForce
  let trust: TrustWatch
  let evidence: EvidenceKeeper
  let manager: ServiceManager
  let folderPath: String
  let time: any TimeSource

  /// All of it.
  ///
  /// - Parameter looksForCards: whether a card that is in view is one that was left there.
  func findings(looksForCards: Bool = true) async -> [FindingView] {
    let examination = Examination(
      board: board, outputs: outputs, health: health, desk: desk, time: time, manager: manager, trust: trust.current,
      zone: scheduler.zoneInForce, isSteady: !settings.now.flashes, ifIdle: { ringer.ifIdle($0) })
    var symptoms = await examination.symptoms(
      isDaemon: true, schedulerWhy: scheduler.degradation, storage: await ledger.storageView, folderPath: folderPath,
      cardCount: await ledger.cards.filter { $0.isEnrolled && $0.kind == .dismiss }.count,
      ending: looksForCards ? await ledger.nextToAnswer.cards : [])
    symptoms.keepsEvidence = evidence.isOn
    symptoms.missingSounds = await ledger.missingSounds
    symptoms.faintAlarms = await ledger.faintAlarms
    return Diagnosis.findings(symptoms)
  }
}
