import AlarmClock

/// A line of the event log.
public struct Event: Hashable, Sendable {
  /// Increases from event to event; `nil` until stored.
  public var sequence: Int64?
  public var time: Instant
  public var kind: Kind
  public var alarmID: String?
  public var label: String?
  /// Further details; never a card's payload.
  public var detail: String?
  /// An event to add to the history when this one is stored.
  public var happening: Happening?

  public init(
    sequence: Int64? = nil, time: Instant, kind: Kind, alarmID: String? = nil, label: String? = nil,
    detail: String? = nil, happening: Happening? = nil
  ) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
    self.alarmID = alarmID
    self.label = label
    self.detail = detail
    self.happening = happening
  }

  /// The kind of an event. Scripts match the raw values.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case daemonStarted = "daemon_started"
    case daemonStopped = "daemon_stopped"
    /// Written after a start: how long the service was away, and why.
    case serviceAway = "service_away"
    case scheduled
    case alarmChanged = "alarm_changed"
    case alarmRemoved = "alarm_removed"
    case fired
    case resumed
    case audioStarted = "audio_started"
    case audioStopped = "audio_stopped"
    case buzzerStarted = "buzzer_started"
    case dismissSuccess = "dismiss_success_qr"
    case dismissFail = "dismiss_fail_qr"
    /// A card has been in view since before the ring began. It counts once it is taken away and brought back.
    case cardLeft = "card_left_in_view"
    case missed
    case missesAcknowledged = "misses_acknowledged"
    case skipped
    case snoozed
    case snoozeEnded = "snooze_ended"
    case wakeCheckStarted = "wake_check_started"
    case wakeCheckPassed = "wake_check_passed"
    case wakeCheckFailed = "wake_check_failed"
    case aborted
    case changeRefused = "change_refused"
    case changeUndone = "change_undone"
    case deviceFailed = "device_failed"
    case deviceRecovered = "device_recovered"
    case powerLow = "power_low"
    case powerRecovered = "power_recovered"
    case processorHot = "processor_hot"
    case processorCooled = "processor_cooled"
    case cameraOpened = "camera_opened"
    case cameraClosed = "camera_closed"
    /// No camera could see a card during part of a ring.
    case noCamera = "no_camera"
    case cardCreated = "card_created"
    case cardEnrolled = "card_enrolled"
    case cardRemoved = "card_removed"
    /// The camera read the card on request, while nothing rang.
    case cardTested = "card_tested"
    case settingsChanged = "settings_changed"
    case devicesTested = "devices_tested"
    case bedtimePassed = "bedtime_passed"
    case bedtimeFailed = "bedtime_failed"
    case clockStepped = "clock_stepped"
    case clockTrusted = "clock_trusted"
    case clockUntrusted = "clock_untrusted"
    case zoneChanged = "zone_changed"
    case zoneFailed = "zone_failed"
    case zoneRecovered = "zone_recovered"
    /// A zone change has passed over a ring, which waits in case the change is reverted.
    case passedOver = "passed_over"
    case schedulerDegraded = "scheduler_degraded"
    case storageFailed = "storage_failed"
    case storageRecovered = "storage_recovered"
    case storageRestored = "storage_restored"
    /// Parts of another clock's backup were imported.
    case imported
    case eventsPruned = "events_pruned"
    case minimalMode = "minimal_mode"
    case soundMissing = "sound_missing"
    case previewStarted = "preview_started"
    case previewEnded = "preview_ended"
    case noiseStarted = "noise_started"
    case noiseEnded = "noise_ended"
    case timerStarted = "timer_started"
    case timerPaused = "timer_paused"
    case timerResumed = "timer_resumed"
    case timerExtended = "timer_extended"
    case timerCancelled = "timer_cancelled"
    case timerEnded = "timer_ended"
    /// The timer was heard later than it ended: after the alarm that had the devices, or after a restart of the
    /// service.
    case timerChimed = "timer_chimed"
    case timerStopped = "timer_stopped"
    case presetSaved = "preset_saved"
    case presetRemoved = "preset_removed"
    case reminder
    case reminderAnswered = "reminder_answered"
    case evidenceKept = "evidence_kept"
    case evidenceFailed = "evidence_failed"
    case evidenceRead = "evidence_read"
    case evidenceDeleted = "evidence_deleted"
    case erasurePlanned = "erasure_planned"
    case erasureCancelled = "erasure_cancelled"
    case dataErased = "data_erased"
    case soundAdded = "sound_added"
    case soundRemoved = "sound_removed"
    case soundFailed = "sound_failed"
    /// Somebody in the house controlled the clock, for example through Home Assistant.
    case homeCommand = "home_command"
    case homeRefused = "home_refused"
  }
}
