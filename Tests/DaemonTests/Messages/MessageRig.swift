import AlarmClock
import Control
import Hardware
import Synchronization
import TestSupport
import Testing

@testable import Daemon

/// Messages on the display, over a ledger in a folder. Another rig over the same folder acts as a restart.
struct MessageRig {
  final class Room: Sendable {
    let isRinging = Mutex(false)
    let isBusy = Mutex(false)
    let lack = Mutex<[DeviceRole: String]>([:])
    let buzzes = Mutex<[Bool?]>([])
  }

  /// Retained because the folder is deleted with its last owner.
  let folder: TemporaryFolder
  let ledger: LedgerRig
  let messages: ShownMessages
  let commands: MessageCommands
  let face: ClockFace
  let speaker = FakeShared()
  let room = Room()

  init(
    _ folder: TemporaryFolder, on shape: DisplayShape = .fourDigits, at now: Instant = morning,
    fitted roles: Set<DeviceRole> = Set(DeviceRole.allCases), time: ManualTime? = nil
  ) async throws {
    self.folder = folder
    ledger = try await LedgerRig.reopened(folder, at: now, time: time)
    let room = room
    let kept = MessageCommands.kept(in: folder.path, on: shape, ledger.events)
    messages = ShownMessages(on: shape, kept: kept, inForce: ledger.inForce, time: ledger.time)
    let player = PreviewPlayer(outputs: speaker, events: ledger.events, time: ledger.time)
    face = ClockFace(zone: .utc, inForce: ledger.inForce, shape: shape)
    commands = MessageCommands(
      messages: messages,
      beep: MessageBeep(
        inForce: ledger.inForce, previews: player, time: ledger.time, zone: { .utc },
        lack: { role in room.lack.withLock { $0[role] } },
        buzz: { isOn in room.buzzes.withLock { $0.append(isOn) } }, isBusy: { room.isBusy.withLock { $0 } }),
      face: face, inForce: ledger.inForce, scheduler: ledger.scheduler, timers: ledger.timers,
      fitting: Fitting(board: "bench", roles: roles), isRinging: { room.isRinging.withLock { $0 } }, time: ledger.time)
    let messages = messages
    face.use(messages: { messages.sight(at: $0) })
    face.use(messageCourse: { messages.course(at: $0) })
  }

  @discardableResult
  func show(
    _ text: String, for span: String? = nil, until: String? = nil, beeps: Bool = false
  ) async throws -> ShowMessage.Reply {
    try await commands.show(in: ledger.ledger, ShowMessage(text: text, span: span, until: until, beeps: beeps))
  }

  func set(_ values: KeyValuePairs<String, String>) async throws {
    for (key, value) in values { _ = try await ledger.set(key, to: value) }
  }

  @discardableResult
  func clear(_ name: String? = nil) async throws -> ClearMessages.Reply {
    try await commands.clear(in: ledger.ledger, name)
  }

  var shown: DisplayFace { face.idle(at: ledger.time.now, monotonic: ledger.time.monotonic) }

  /// Returns the texts shown during `duration`, each once.
  func seen(for duration: Duration) -> [String] {
    var texts: [String] = []
    let end = ledger.time.monotonic + duration
    while ledger.time.monotonic < end {
      let (now, monotonic) = (ledger.time.now, ledger.time.monotonic)
      texts.append(face.idle(at: now, monotonic: monotonic).text)
      ledger.time.advance(by: face.nextChange(after: now, monotonic: monotonic))
    }
    return texts.enumerated().filter { $0.offset == 0 || texts[$0.offset - 1] != $0.element }.map(\.element)
  }

  var texts: [String] { messages.all.map(\.text) }
}
