import Hardware
import MockHardware
import ScanLine

@testable import AlarmClock
@testable import Storage

extension FuzzTarget {
  /// Everything that people type, and the texts in the store's columns.
  static let texts = FuzzTarget(
    name: "texts", longest: 1200, seeds: { typed.map { Array($0.utf8) } },
    examine: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      try examineTimes(text)
      try examineFields(text)
      try examineNames(text)
      try examineColumns(text)
    })
}

private let now = Instant(seconds: 1_774_700_000)
private let zone = Result {
  try ZoneRules(name: "Made/Up", tzif: FuzzTarget.zone(footer: "CET-1CEST,M3.5.0,M10.5.0/3"))
}

private func examineTimes(_ text: String) throws {
  let zone = try zone.get()
  _ = try read { () throws(InvalidValue) in try TimeText.parse(text) }
  _ = try read { () throws(InvalidValue) in try DateText.parseComing(text, today: zone.local(now).date) }
  if let days = try read({ () throws(InvalidValue) in try DaysText.parse(text) }) {
    try promise(!days.isEmpty && !days.description.isEmpty, "no days were read")
    try promise(try DaysText.parse(days.description) == days, "\(days) reads back as other days")
  }
  if let duration = try read({ () throws(InvalidValue) in try DurationText.parse(text, field: "--for") }) {
    let written = DurationText.format(duration)
    try promise(try DurationText.parse(written, field: "--for") == duration, "\(written) is another duration")
  }
  if let moment = try read({ () throws(InvalidValue) in try MomentText.parse(text, now: now, zone: zone) }) {
    let written = RFC3339.format(moment, in: zone)
    let difference = RFC3339.parse(written).map { moment - $0 }
    if moment > .min, moment.seconds < Instant.max.seconds - 1 {
      try promise(difference.map { $0 >= .zero && $0 < .milliseconds(1) } ?? false, "\(written) is another moment")
    }
  }
  let first = try read { () throws(InvalidValue) in
    try MomentText.parsePast(text, now: now, zone: zone, field: "--since")
  }
  let last = try read { () throws(InvalidValue) in
    try MomentText.parsePast(text, now: now, zone: zone, field: "--until", isEnd: true)
  }
  try promise((first == nil) == (last == nil) && first ?? .min <= last ?? .min, "\(text) ends before it begins")
  if let local = LocalDateTime(text) {
    try promise(LocalDateTime(local.description) == local, "\(local) reads back as another time")
  }
}

private func examineFields(_ text: String) throws {
  let sounds = ["tone", "bell"]
  for key in SettingKey.allCases {
    var settings = Settings()
    let before = settings
    if try read({ () throws(InvalidValue) in try settings.set(key, to: text, knownSounds: sounds) }) == nil {
      try promise(settings == before, "a refused setting was changed")
    } else if let written = settings.text(of: key) {
      var again = Settings()
      try again.set(key, to: written, knownSounds: sounds)
      try promise(again == settings, "\(key): `\(written)` reads back as another value")
    }
    var overrides = RingOverrides()
    _ = try read { () throws(InvalidValue) in try overrides.set(key, to: text, knownSounds: sounds) }
  }
  _ = try read { () throws(InvalidValue) in try SettingKey.named(text) }
}

private func examineNames(_ text: String) throws {
  if let name = try read({ () throws(InvalidValue) in try checkedName(text, field: "NAME", mayBeEmpty: false) }) {
    try promise(name == text && name.utf8.count <= 800, "a name was changed")
    try promise(!name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "a name garbles the terminal")
  }
  if let camera = CameraIdentity(text) {
    try promise(CameraIdentity(camera.description) == camera, "\(camera) is another camera")
  }
  if let size = PictureSize(text) { try promise(PictureSize(size.description) == size, "\(size) is another size") }
  if let bytes = Hexadecimal.bytes(text) {
    try promise(Hexadecimal.bytes(Hexadecimal.text(bytes)) == bytes, "hexadecimal reads back as other bytes")
  }
  if let failure = MockFailure(named: text) { try promise(!failure.description.isEmpty, "a failure without a name") }
}

private func examineColumns(_ text: String) throws {
  if let recurrence = try read({ () throws(InvalidValue) in try ColumnText.recurrence(text) }) {
    let written = ColumnText.text(recurrence)
    try promise(try ColumnText.recurrence(written) == recurrence, "`\(written)` is another recurrence")
  }
  if let key = try read({ () throws(InvalidValue) in try ColumnText.key(text) }) {
    try promise(try ColumnText.key(key.description) == key, "`\(key)` is another occurrence")
  }
  for setting in Setting.ofAlarms {
    var own = RingOverrides()
    _ = try read { () throws(InvalidValue) in try setting.ofAlarm?.take(&own, .text(text)) }
    _ = try read { () throws(InvalidValue) in try setting.ofAlarm?.take(&own, .integer(Int64(text) ?? .min)) }
  }
  _ = try read { () throws(InvalidValue) in try ColumnText.adjustment(text) }
  _ = try read { () throws(InvalidValue) in try ColumnText.cardKind(text) }
  _ = try read { () throws(InvalidValue) in try ColumnText.rest(text, until: .max, began: now) }
  if let ids = try read({ () throws(InvalidValue) in try ColumnText.ids(text) }) {
    try promise(try ColumnText.ids(ColumnText.text(ids)) == ids, "ids read back as others")
  }
}

private func read<Value>(_ body: () throws(InvalidValue) -> Value) throws -> Value? {
  try attempt({ $0.remedy.isEmpty ? "" : $0.reason }, body)
}

private let typed = [
  "07:30", "7:30:15am", "+1h30m", "2026-12-24", "tomorrow", "mon-fri,sun", "daily", "1d2h3m4s",
  "2026-12-24T07:30:00.123456789+01:00", "2026-12-24 07:30", "-90s", "9999-12-31T23:59:59Z", "once 2026-12-24T07:30",
  "weekly 31 07:30:05", "instant -9223372036854775808", "@9223372036854775807", "movedByGap", "strong", "12h", "off",
  "aaaaaa bbbbbb", "046d:0825:A", "/dev/video0", "640x480", "68690a", "EBUSY", "stall", "Küche 🛏\u{301}", "default",
  "tone",
  "100", "22:00-07:00", "wake-check", "battery", "3h", "5", "\u{202E}x", String(repeating: "a\u{301}", count: 101),
]
