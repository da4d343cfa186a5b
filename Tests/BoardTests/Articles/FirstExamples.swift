import AlarmClock
import CardReader
import Glibc
import Hardware
import LinuxHardware
import MockHardware

// The examples of Sources/*/*.docc, word for word with their comments; `ArticleTests` compares them.

/// Prints what a chip would be told.
struct PrintingBus: I2CBus {
  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    print(address, command, bytes)
  }
  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    [UInt8](repeating: 0, count: count)
  }
}

func showTheTime() throws(HardwareError) {
  let display = HT16K33(bus: PrintingBus(), shape: .fourDigits)
  try display.show(DisplayFace(text: "07:30", brightness: 4))
}

func whatAnUnpluggedBuzzerDoes() throws(HardwareError) -> [String] {
  let board = MockBoard()
  try board.buzzer.set(on: true)
  board.fail(.buzzer, .error(ENODEV))
  precondition(!board.buzzer.isOn, "it makes no noise")
  return board.history.entries.map(\.action)
}

func payloads(in picture: GrayFrame) throws -> [[UInt8]] {
  try CardReader().read(picture).map(\.payload)
}

/// What the frames of a camera hold, until one holds a code; else what is in the way at the end.
func firstPayload(in video: some Sequence<GrayFrame>) throws -> (payload: [UInt8]?, obstacle: ReadingObstacle?) {
  let reader = try CardReader()
  var obstacle: ReadingObstacle?
  for frame in video {
    let look = try reader.look(at: frame)
    if let sighting = look.sightings.first { return (sighting.payload, nil) }
    obstacle = look.obstacle
  }
  return (nil, obstacle)
}

/// When an alarm for a quarter past seven on workdays rings next.
func nextRing(after now: Instant, in zone: ZoneRules) -> Occurrence? {
  guard let time = LocalTime(hour: 7, minute: 15) else { return nil }
  return Recurrence.weekly(.workdays, at: time).next(after: now, in: zone)
}

/// One short beep of the buzzer on GPIO 17 of a Raspberry Pi 4.
func beep() throws(HardwareError) {
  let line = GPIOLine(chip: "pinctrl-bcm2711", line: .offset(17), bias: .pullDown)
  let buzzer = GPIOSwitch(.buzzer, line)
  try buzzer.set(on: true)
  try buzzer.set(on: false)
}
