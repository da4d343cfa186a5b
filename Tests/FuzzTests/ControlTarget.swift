import AlarmClock
import Control
import ControlService
import Faces
import FoundationEssentials
import Hardware
import MockHardware
import NIOCore
import ScanLine

@testable import Daemon

extension FuzzTarget {
  /// A client's requests on the control socket, up to the point where the daemon's state is needed. The first byte is
  /// the length of the pieces minus one.
  static let control = FuzzTarget(
    name: "control", longest: 4096, seeds: { requests.map { [40] + Array(($0 + "\n").utf8) } },
    examine: { bytes in
      guard let first = bytes.first else { return }
      let sent = Array(bytes.dropFirst())
      var lines: [[UInt8]] = []
      for case .whole(let bytes, _) in try decoded(cut(sent, into: Int(first) + 1), ClientMemory().share()) {
        lines.append(Array(bytes.readableBytesView))
      }
      // An incomplete line at the end is ignored, and so are empty lines.
      let expected = sent.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        .filter { !$0.isEmpty }.map(Array.init)
      try promise(lines == expected, "the lines are not those that were sent")
      for line in lines { try answer(Data(line)) }
    })

  /// The commands of `Control` and the checks of their arguments that need no daemon.
  static let commands: [String: @Sendable (Data) throws -> Void] = Dictionary(
    uniqueKeysWithValues: [
      reading(AddAlarm.self) { try apply($0.input) }, reading(EditAlarm.self) { try apply($0.input) },
      reading(CopyAlarm.self) { try apply($0.input) }, reading(ChangeAlarm.self), reading(ListAlarms.self),
      reading(SetPause.self), reading(EndPause.self) { find($0.pause) }, reading(ListPauses.self),
      reading(ListAlarmRows.self),
      reading(ShowAlarm.self) { find($0.alarm) }, reading(NextOccurrences.self), reading(TakeSnapshot.self),
      reading(AimCamera.self) { _ = PictureSize(width: $0.width, height: $0.height) },
      reading(CreateCard.self) { _ = Hexadecimal.bytes($0.payload) }, reading(AddCard.self), reading(TestCard.self),
      reading(ListCards.self), reading(RemoveCard.self) { find($0.card) }, reading(ListSettings.self),
      reading(ChangeSetting.self), reading(GetStatus.self), reading(TestDevices.self), reading(ReadLog.self),
      reading(ReadHistory.self), reading(ReadHappenings.self),
      reading(Examine.self), reading(ShowPicture.self) { show($0.pixels) }, reading(HidePicture.self),
      reading(FailDevice.self) { _ = MockFailure(named: $0.error) }, reading(HealDevice.self),
      reading(SetMockLux.self), reading(SetMockRoom.self), reading(SetMockPower.self), reading(SetMockProcessor.self),
      reading(PressMockButton.self),
      reading(AdvanceMockClock.self), reading(GetMockClock.self), reading(SetMockClock.self), reading(RebootMock.self),
      reading(SetMockMixer.self), reading(PreviewSound.self) { try play($0) },
      reading(PreviewVibration.self) { try play($0) },
      reading(PreviewAlarm.self) { find($0.alarm) }, reading(StopPreview.self),
      reading(PlayNoise.self) { try play($0) }, reading(StopNoise.self), reading(Say.self) { try play($0) },
      reading(GetFace.self), reading(PeekFace.self), reading(ListMessages.self), reading(ClearMessages.self),
      reading(ListReminders.self), reading(ShowReminder.self), reading(AnswerReminder.self),
      reading(SwitchReminder.self),
      reading(ShowMessage.self) { command in
        for shape in [DisplayShape.fourDigits, .fourLetters] { _ = try Message.text(command.text, on: shape) }
      },
      reading(GetMockState.self), reading(GetMockHistory.self), reading(AcknowledgeMisses.self),
      reading(TestBedtime.self), reading(TakeBackup.self), reading(BeginRestore.self),
      reading(UploadRestore.self) { _ = Data(base64Encoded: $0.data) }, reading(FinishRestore.self),
      reading(BeginImport.self), reading(CompareImport.self), reading(FinishImport.self),
      reading(ShowData.self), reading(EraseData.self), reading(CancelErasure.self), reading(ListEvidence.self),
      reading(ReadEvidence.self) { findEvidence($0.ring) },
      reading(DeleteEvidence.self) { findEvidence($0.ring ?? "") }, reading(ListSounds.self),
      reading(BeginSound.self) { try nameSound($0.file, $0.soundName) },
      reading(UploadSound.self) { _ = Data(base64Encoded: $0.data) }, reading(AddSound.self),
      reading(RemoveSound.self) { find($0.sound) }, reading(LookAtSoundLoss.self) { find($0.sound) },
      reading(LookAtCardLoss.self) { find($0.card) }, reading(UndoChange.self), reading(ListCalendars.self),
      reading(ShowCalendar.self), reading(LookAtCalendar.self), reading(AddCalendar.self),
      reading(RemoveCalendar.self) { find($0.calendar) },
      reading(StartTimer.self) { try apply($0.input, length: $0.what) }, reading(ListTimers.self),
      reading(ChangeTimer.self) { find($0.timer ?? "") },
      reading(ExtendTimer.self) { try apply(TimerInput(), length: $0.by) },
      reading(StopTimers.self) { find($0.timer ?? "") },
      reading(EditTimer.self) { try apply($0.input, length: $0.input.length ?? "") },
      reading(AddPreset.self) { command in
        try apply(command.input, length: command.input.length ?? "")
        try checkPreset(command.presetName)
      },
      reading(EditPreset.self) { try apply($0.input, length: $0.input.length ?? "") }, reading(ListPresets.self),
      reading(RemovePreset.self) { find($0.preset) }, reading(FollowHomeState.self),
      reading(ReadHomeEvents.self) { try readCursor($0.after) }, reading(ReportHome.self),
      reading(HomeCommand.self) { try checkArguments($0) }, reading(OrderHome.self),
    ])
}

private func answer(_ line: Data) throws {
  let head: Wire.Head
  do { head = try JSONDecoder().decode(Wire.Head.self, from: line) } catch {
    return
  }
  if let command = head.command { try FuzzTarget.commands[command]?(line) }
}

private func reading<Arguments: Command>(
  _: Arguments.Type, _ use: @escaping @Sendable (Arguments) throws -> Void = { _ in }
) -> (String, @Sendable (Data) throws -> Void) {
  (
    Arguments.name,
    { line in
      let request: Wire.Request<Arguments>
      do { request = try JSONDecoder().decode(Wire.Request<Arguments>.self, from: line) } catch {
        try promise(!"\(error)".isEmpty, "a refusal without a reason")
        return
      }
      try use(request.arguments)
      let written = try JSONEncoder().encode(request)
      let again = try JSONDecoder().decode(Wire.Request<Arguments>.self, from: written)
      try promise(again.id == request.id, "a request reads back as another one")
    }
  )
}

private func apply(_ input: AlarmInput) throws {
  let reading = AlarmParser(
    now: Instant(seconds: 1_774_700_000), zone: .utc,
    cards: [
      Card(id: "abcdef", name: "bath", digest: [1], isEnrolled: true, created: .min),
      Card(id: "abcxyz", name: "box", digest: [2], isEnrolled: true, created: .min),
    ], knownSounds: ["tone"], fitting: Fitting(board: "mock", file: nil, roles: Set(DeviceRole.allCases)),
    timeFormat: .hours12)
  let relative = Alarm(id: "aaaaaa", recurrence: .instant(.max))
  let weekly = Alarm(id: "aaaaaa", recurrence: .weekly(.daily, at: .midnight))
  for (alarm, isNew) in [(relative, true), (relative, false), (weekly, false)] {
    var changed = alarm
    do throws(ControlError) { try reading.apply(input, to: &changed, isNew: isNew) } catch {
      try promise(changed == alarm, "a refused alarm was changed")
    }
  }
}

/// Does what `Ledger` does with the input before it needs its state.
private func apply(_ input: TimerInput, length text: String) throws {
  var own = ChimeOverrides()
  for (name, value) in input.values {
    let before = own
    do throws(InvalidValue) { try own.set(try SettingKey.named(name), to: value, knownSounds: ["tone"]) } catch {
      try promise(own == before, "a refused value was taken")
    }
  }
  let length: Duration
  do throws(InvalidValue) { length = try Timer.length(text, field: "TIMER") } catch { return }
  try promise(Timer.lengths.contains(length), "a length out of its range")
}

private func checkPreset(_ text: String) throws {
  do throws(InvalidValue) { _ = try TimerPreset.name(text, field: "NAME") } catch { return }
  do throws(InvalidValue) { _ = try Timer.length(text, field: "TIMER") } catch { return }
  try promise(false, "a preset is called like a length")
}

private func readCursor(_ text: String?) throws {
  guard let text, let cursor = HomeCursor(text) else { return }
  try promise(cursor.text == text, "a cursor reads back as another one")
}

private func checkArguments(_ command: HomeCommand) throws {
  do throws(ControlError) { try command.arguments.check(for: command.command) } catch {
    try promise(!error.what.isEmpty && !error.why.isEmpty && !error.fix.isEmpty, "a refusal without a reason")
  }
}

private func find(
  _ text: String, ids: [String] = ["abcdef", "abcxyz", "bcdefg"], names: [String] = ["bath", "box", "box"]
) {
  do throws(ControlError) {
    _ = try Names.find(text, what: "card", ids: ids, names: names, listCommand: "rouse card list")
  } catch {
    _ = error.description
  }
}

private func findEvidence(_ text: String) {
  find(text, ids: ["2026-11-21T070105Z-k3f9xa", "2026-11-22T070105Z-k3f9xa"], names: [])
}

private func nameSound(_ given: String, _ name: String?) throws {
  let read = try attempt(\.description) { () throws(ControlError) in try SoundID.fileName(given, called: name) }
  guard let file = read else { return }
  try promise(!file.contains("/") && !file.hasPrefix(".") && !file.isEmpty, "a sound's file leads elsewhere: \(file)")
  let id = SoundID.make(of: file, taken: ["bell", "bell-2"])
  let isPlain = id.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  try promise(isPlain && !id.isEmpty && !id.hasPrefix("-"), "no id: \(id)")
  try promise(!["bell", "bell-2", "off", "default"].contains(id), "an id that is taken")
  try promise(SoundID.make(of: id, taken: []) == id, "an id reads back as another one")
}

private func playing<Result>(_ read: (PlayParser) throws(ControlError) -> Result) throws -> Result? {
  let sounds = [("tone", "tone"), ("bell", "own"), ("gone", "own")].map { id, category in
    SoundView(id: id, name: id, description: id, category: category, available: id != "gone")
  }
  let fitting = Fitting(board: "mock", file: nil, roles: Set(DeviceRole.allCases))
  return try attempt(\.description) { () throws(ControlError) in
    try read(PlayParser(settings: Settings(), sounds: sounds, fitting: fitting))
  }
}

private func play(_ command: PreviewSound) throws {
  guard let preview = try playing({ (reading) throws(ControlError) in try reading.preview(command) }) else { return }
  try promise((1...60).contains(preview.length.components.seconds), "a preview without an end")
  try promise((1...100).contains(preview.sound?.volume ?? 1), "a preview louder than can be")
}

private func play(_ command: PreviewVibration) throws {
  guard let preview = try playing({ (reading) throws(ControlError) in try reading.preview(command) }) else { return }
  try promise((1...60).contains(preview.length.components.seconds), "a preview without an end")
}

private func play(_ command: Say) throws {
  guard let volume = try playing({ (reading) throws(ControlError) in try reading.volume(of: command) }) else { return }
  try promise((0...100).contains(volume) && command.text?.utf8.count ?? 1 > 0, "words that cannot be said")
}

private func play(_ command: PlayNoise) throws {
  guard let noise = try playing({ (reading) throws(ControlError) in try reading.noise(command) }) else { return }
  try promise(noise.fadeOut <= noise.length ?? .zero, "a noise that begins to end before it begins")
}

private func show(_ pixels: String) {
  guard let data = Data(base64Encoded: pixels) else { return }
  _ = GrayFrame(width: 2, height: 2, pixels: [UInt8](data))
}

private let requests = [
  #"{"id":1,"command":"alarm.add","arguments":{"input":{"time":"07:30","label":"Work","days":"mon-fri","values":{"fade-in":"30s","volume":"50"},"cards":["bath","abc"]}}}"#,
  #"{"id":2,"command":"alarm.edit","arguments":{"alarm":"Work","input":{"date":"2027-01-02","values":{}}}}"#,
  #"{"id":3,"command":"alarm.copy","arguments":{"alarm":"Work","input":{"time":"+20m","values":{"sound":"default"}}}}"#,
  #"{"id":4,"command":"alarm.change","arguments":{"alarm":"Work","change":"skip"}}"#,
  #"{"id":5,"command":"alarm.list","arguments":{}}"#, #"{"id":6,"command":"alarm.show","arguments":{"alarm":"abc"}}"#,
  #"{"id":7,"command":"next","arguments":{"count":10,"from":"+2h"}}"# + "\n" + #"{"cancel":7}"#,
  #"{"id":8,"command":"camera.aim","arguments":{"width":80,"height":60,"milliseconds":100,"seconds":5}}"#,
  #"{"id":9,"command":"card.create","arguments":{"cardName":"bath","payload":"68690a"}}"#,
  #"{"id":10,"command":"card.add","arguments":{"cardName":"box","payload":null,"seconds":60}}"#,
  #"{"id":11,"command":"card.test","arguments":{"seconds":1e1}}"#,
  #"{"id":12,"command":"card.remove","arguments":{"card":"\u0062ox"}}"#,
  #"{"id":13,"command":"settings.set","arguments":{"key":"volume","value":"60"}}"#,
  #"{"id":14,"command":"test.devices","arguments":{"milliseconds":300}}"#,
  #"{"id":15,"command":"log","arguments":{"since":"today","limit":100,"follow":true}}"#,
  #"{"id":15,"command":"log","arguments":{"limit":9,"follow":false,"alarm":"Work","events":["fired"],"device":"lamp"}}"#,
  #"{"id":18,"command":"history","arguments":{"since":"7d","until":"fri","alarm":"Work","missed":true,"limit":5}}"#,
  #"{"id":19,"command":"data.erase","arguments":{"all":true,"alarms":true,"cards":false,"now":true}}"#,
  #"{"id":16,"command":"mock.show","arguments":{"pictureName":"a.png","pixels":"AAECAw==","milliseconds":1000}}"#,
  #"{"id":17,"command":"mock.fail","arguments":{"device":"speaker","error":"EBUSY"}}"#,
  #"{"id":19,"command":"evidence.read","arguments":{"ring":"../2026-11-21"}}"#,
  #"{"id":21,"command":"sound.begin","arguments":{"file":"/tmp/Guten Morgen.flac","soundName":"\u00dcber","size":1000}}"#,
  #"{"id":22,"command":"sound.begin","arguments":{"file":"bell.wav","soundName":null,"size":1}}"#,
  #"{"id":23,"command":"sound.remove","arguments":{"sound":"morning"}}"#,
  #"{"id":20,"command":"evidence.delete","arguments":{"ring":null}}"#,
  #"{"id":21,"command":"mock.mixer","arguments":{"percent":20}}"#,
  #"{"id":22,"command":"mock.advance","arguments":{"to":"07:15"}}"#,
  #"{"id":23,"command":"mock.step","arguments":{"by":"-1h","trusted":false,"zone":"Asia/Tokyo"}}"#,
  #"{"id":24,"command":"mock.restart","arguments":{"off":"20s","by":"-1h"}}"#,
  #"{"id":22,"command":"mock.lux","arguments":{"lux":3}}"#,
  #"{"id":23,"command":"mock.room","arguments":{"temperature":21.5,"humidity":40}}"#,
  #"{"id":24,"command":"mock.power","arguments":{"low":true}}"#,
  #"{"id":24,"command":"mock.processor","arguments":{"temperature":82.5}}"#,
  #"{"id":22,"command":"sound.preview","arguments":{"sound":"bell","volume":60,"seconds":10}}"#,
  #"{"id":23,"command":"vibration.preview","arguments":{"vibration":"strong","pattern":"heartbeat","seconds":4}}"#,
  #"{"id":24,"command":"alarm.preview","arguments":{"alarm":"abc","seconds":10}}"#,
  #"{"id":25,"command":"preview.stop","arguments":{}}"#, #"{"id":26,"command":"noise.stop","arguments":{}}"#,
  #"{"id":27,"command":"noise.play","arguments":{"sound":"rain","volume":30,"seconds":2700,"fadeOutSeconds":600}}"#,
  #"{"id":34,"command":"message.show","arguments":{"text":"bin day","span":"10m","beeps":true}}"#,
  #"{"id":31,"command":"timer.start","arguments":{"what":"25m","input":{"label":"tea","values":{"chime":"off","volume":"60"}}}}"#,
  #"{"id":32,"command":"timer.extend","arguments":{"timer":"tea","by":"1h30m"}}"#,
  #"{"id":33,"command":"timer.change","arguments":{"timer":null,"change":"pause"}}"#,
  #"{"id":34,"command":"preset.add","arguments":{"presetName":"eggs","input":{"length":"6m","values":{"vibration-pattern":"steady"}}}}"#,
  #"{"id":35,"command":"face","arguments":{}}"#, #"{"id":36,"command":"face.peek","arguments":{}}"#,
  #"{"id":18,"command":"mock.heal","arguments":{"device":"speaker"}}"#,
  #"{"id":36,"command":"home.events","arguments":{"after":"512-6p8qs0c1v2dc","limit":100}}"#,
  #"{"id":37,"command":"home.command","arguments":{"command":"set","arguments":{"alarm":"Work","time":"07:30","days":"mon-fri"},"origin":"homeAssistant"}}"#,
  #"{"id":38,"command":"home.report","arguments":{"report":{"state":"notConnected","broker":"broker.lan","since":"2026-11-24T07:02:00Z","why":"it does not answer","waiting":5}}}"#,
  #"{"id":39,"command":"home.state","arguments":{}}"#,
  #"{"id":40,"command":"mqtt.order","arguments":{"kind":"sync"}}"#, "\r", "[[[[[[[[", "",
]
