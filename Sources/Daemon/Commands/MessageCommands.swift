import AlarmClock
import Control
import ControlService
import Faces
import Hardware
import Machine

struct MessageCommands: Sendable {
  let messages: ShownMessages
  let beep: MessageBeep
  let face: ClockFace
  let inForce: BookInForce
  let scheduler: Scheduler
  let timers: TimerRunner
  let fitting: Fitting
  /// Whether the messages from before the start were not read.
  var isMinimal = false
  let isRinging: @Sendable () -> Bool
  let time: any TimeSource

  var all: [MessageView] { messages.all.map(view) }

  func show(in ledger: isolated Ledger, _ command: ShowMessage) throws(ControlError) -> ShowMessage.Reply {
    try fitting.checkDisplay(why: ", so nobody would see it")
    let shown = messages.all
    let message = Message(
      id: Names.newID(taken: shown.map(\.id)), text: try valid(Message.text(command.text, on: messages.shape)),
      end: try valid(end(of: command)), beeps: command.beeps)
    guard shown.count(where: { !$0.isReminder }) < MessageQueue.most else {
      throw ControlError(
        .tryAgain, "the message is not shown", why: "there are \(MessageQueue.most) already, and no more are kept",
        fix: "take one away: `rouse show list`, then `rouse show clear ID`")
    }
    let kept = keep(shown + [message], in: ledger, else: "It is shown, but will be gone after a restart")
    messages.put(message)
    ledger.noteForGood("a message on the display")
    let silence = command.beeps ? beep.silence : nil
    if command.beeps, silence == nil { beep.play() }
    return ShowMessage.Reply(
      message: view(message),
      notes: notes(on: message) + [silence.map { "It does not beep: \($0)." }, kept].compactMap(\.self))
  }

  func clear(in ledger: isolated Ledger, _ name: String?) throws(ControlError) -> ClearMessages.Reply {
    let shown = messages.all
    var cleared = shown
    if let name {
      cleared = [
        try Names.find(name, what: "message", in: shown, id: \.id, name: \.text, listCommand: "rouse show list")
      ]
    }
    let views = cleared.map(view)
    guard !cleared.isEmpty else { return ClearMessages.Reply(messages: [], notes: []) }
    let ids = cleared.map(\.id)
    // Removed first, even if the disk fails.
    messages.remove(ids)
    ledger.noteForGood("a message on the display")
    let left = shown.filter { !ids.contains($0.id) }
    let note = keep(left, in: ledger, else: "It is gone, but may come back after a restart")
    return ClearMessages.Reply(messages: views, notes: [note].compactMap(\.self))
  }

  /// Takes a message away at once, as the button does. Returns `false` if it was gone.
  func take(_ id: String) -> Bool {
    guard messages.all.contains(where: { $0.id == id }) else { return false }
    messages.remove([id])
    return true
  }

  func keep(in ledger: isolated Ledger) {
    if let note = keep(messages.all, in: ledger, else: "A message is gone, but may come back after a restart") {
      ledger.events.append(.storageFailed, detail: note)
    }
  }

  // MARK: On the disk

  static func kept(in stateFolder: String, on shape: DisplayShape, _ events: EventLog) -> [Message] {
    do { return try KeptMessages.file(in: stateFolder).read()?.messages(on: shape) ?? [] } catch {
      events.append(.storageFailed, detail: "the messages of before cannot be read: \(error)")
      return []
    }
  }

  /// Stores the messages. Returns a note for the user if that failed.
  private func keep(_ all: [Message], in ledger: isolated Ledger, else note: String) -> String? {
    // The messages on the disk were not read and must not be overwritten.
    if isMinimal { return "\(note): the clock runs in minimal mode, see `rouse status`." }
    return KeptMessages.file(in: ledger.folder.path).keep(KeptMessages(all), in: ledger).map { "\(note): \($0)." }
  }

  // MARK: Words

  private func end(of command: ShowMessage) throws(InvalidValue) -> Message.End {
    switch (command.span, command.until) {
    case (let span?, let until?):
      throw InvalidValue(
        field: "--until", value: until, reason: "--for \(span) says already how long",
        remedy: "give one of the two")
    case (nil, let until?): return try end(until)
    case (let span?, nil):
      let length = try DurationText.parse(span, field: "--for")
      guard Message.lengths.contains(length) else {
        throw InvalidValue(
          field: "--for", value: span, reason: "it has to be from 10s to 24h", remedy: "give a duration in that range")
      }
      return .after(Deadline(after: length, at: time.reading))
    case (nil, nil): return .after(Deadline(after: Message.usualLength, at: time.reading))
    }
  }

  /// Parses the next occurrence of a time of day.
  private func end(_ until: String) throws(InvalidValue) -> Message.End {
    let timeOfDay = try TimeText.timeOfDay(
      until, field: "--until", remedy: "give a time like 08:00 or 8am; or how long: `--for 10m`")
    let (now, zone) = (time.now, scheduler.zone)
    return .at(zone.resolve(zone.next(timeOfDay, after: now)).instant)
  }

  private func notes(on message: Message) -> [String] {
    var notes: [String] = []
    let replacements = MessageDrawing(message.text, on: messages.shape).replacements
    if !replacements.isEmpty { notes.append(Self.words(replacements)) }
    switch inForce.settings.face.mode {
    case .off, .clock:
      notes.append(
        "The display shows no messages now: this one is seen with `rouse settings set display normal`, or `message`.")
    case .normal, .message:
      if !face.isLit(at: time.now, monotonic: time.monotonic) {
        notes.append(
          "The display is off: the message is seen once it is on, as with `rouse settings set brightness 8`, or by a second "
            + "`rouse peek` within ten seconds.")
      }
    }
    if isRinging() {
      notes.append("An alarm has the display: the message is seen after it.")
    } else if timers.countdown != nil, inForce.settings.face.mode == .normal {
      notes.append("A timer has the display: the message is seen after it, or with `rouse settings set countdown off`.")
    }
    return notes
  }

  /// Returns, for example, `The display cannot draw all of it: it shows h for k, and nothing for 🎉.`
  private static func words(_ replacements: [MessageDrawing.Replacement]) -> String {
    let drawn = replacements.filter { $0.drawn != "" && $0.drawn != " " }
    let others = replacements.filter { $0.drawn == "" || $0.drawn == " " }
    // A character can have any number of combining marks.
    func short(_ character: Character) -> String {
      String(String.UnicodeScalarView(character.unicodeScalars.prefix(4)))
    }
    let parts = [
      drawn.isEmpty ? nil : drawn.map { "\($0.drawn) for \(short($0.character))" }.firstTen,
      others.isEmpty ? nil : "nothing for \(others.map { short($0.character) }.firstTen)",
    ].compactMap(\.self)
    return "The display cannot draw all of it: it shows \(parts.joined(separator: ", and "))."
  }

  private func view(_ message: Message) -> MessageView {
    let reading = time.reading
    let left = max(.zero, message.end.left(at: reading))
    let zone = scheduler.zone
    let (today, day) = (zone.local(reading.now).date, zone.local(reading.now + left).date)
    return MessageView(
      id: message.id, text: message.text, drawn: MessageDrawing(message.text, on: messages.shape).text,
      until: RFC3339.format(reading.now + left, in: zone), inDays: Int(day.daysSinceEpoch - today.daysSinceEpoch),
      left: Int((left.wholeNanoseconds + 999_999_999) / 1_000_000_000), beep: message.beeps)
  }
}
