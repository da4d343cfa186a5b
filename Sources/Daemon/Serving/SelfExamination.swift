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
  let views: AlarmViews
  let volumes: VolumeNotes
  let trust: TrustWatch
  let evidence: EvidenceRecorder
  let manager: ServiceManager
  let folderPath: String
  let time: any TimeSource

  /// All of it.
  ///
  /// - Parameter looksForCards: whether a card that is in view is one that was left there.
  func findings(looksForCards: Bool = true) async -> [FindingView] {
    let examination = Examination(
      board: board, outputs: outputs, health: health, desk: desk, time: time, manager: manager, trust: trust.current,
      zone: scheduler.zoneInForce, isSteady: !views.inForce.settings.flashes, ifIdle: { ringer.ifIdle($0) })
    let (views, volumes) = (views, volumes)
    let (next, missing, faint) = await ledger.show { (views.nextToAnswer, views.sounds.missing, volumes.faintAlarms) }
    var symptoms = await examination.symptoms(
      isDaemon: true, schedulerWhy: scheduler.degradation, storage: await StorageView(ledger), folderPath: folderPath,
      cardCount: views.inForce.book.dismissCards.count,
      ending: looksForCards ? next.cards : [])
    symptoms.keepsEvidence = evidence.isOn
    symptoms.missingSounds = missing
    symptoms.faintAlarms = faint
    return Diagnosis.findings(symptoms)
  }
}
