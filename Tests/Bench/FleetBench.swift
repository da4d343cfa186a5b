import CLinux
import Glibc
import TestSupport

/// The load of a house full of clocks on a broker: a day of each within minutes, and an hour at which all ring.
///
/// One process plays all clocks with a connection each, served by one thread. It starts its own mosquitto, so that no
/// other load is measured.
final class FleetBench {
  /// The messages of a clock per day: some rings and timers with all their changes, and two sensors that change
  /// slightly every five minutes.
  static let messagesOfADay = 600
  /// One in this many messages is a log event, which must not be lost.
  private static let eventsIn = 10
  /// The messages of one ring, from due to dismissed.
  private static let messagesOfARing = 24

  private struct Clock {
    var link: MQTTLink
    var name: String
    var sent: [UInt16: Int64] = [:]
  }

  private let options: FleetOptions
  private let folder: String
  private let broker: BrokerSubject
  private var clocks: [Clock] = []
  private let reader: MQTTLink
  /// The reader's, then the clocks'.
  private var descriptors: [pollfd] = []
  private var (sent, heard) = (0, 0)
  private var (toAnswer, toReader): ([Duration], [Duration]) = ([], [])
  private var table = Table(["MEASURED", "FOUND"])

  init(_ options: FleetOptions) throws {
    self.options = options
    folder = try Files.temporaryFolder(in: "/tmp")
    // The broker inherits the limit.
    let needed = UInt64(options.clocks + 200)
    rouse_raise_descriptor_limit(needed)
    guard rouse_descriptor_limit() >= needed else {
      throw BenchError(
        "\(options.clocks) connections need \(needed) descriptors, and \(rouse_descriptor_limit()) are allowed: raise it "
          + "with `ulimit -Hn \(needed)` as root, or drive fewer clocks with `--clocks`")
    }
    broker = try BrokerSubject(in: folder)
    try broker.start()
    reader = try MQTTLink(port: broker.port)
    watch(reader.descriptor)
  }

  deinit {
    broker.stop()
    Files.remove(folder)
  }

  func run() throws -> String {
    try reader.connect(as: "fleet")
    try reader.wait(for: MQTTLink.connected)
    try reader.subscribe(to: ["rouse/#"])
    try reader.wait(for: MQTTLink.subscribed)
    try gather()
    try liveADay()
    try ringAll()
    return table.text
  }

  private func add(_ name: String, _ found: String) { table.rows.append([name, found]) }

  /// Connects all clocks at once, as after a power cut: each subscribes and publishes its state.
  private func gather() throws {
    let begun = ContinuousClock.now
    for number in 0..<options.clocks {
      let clock = Clock(link: try MQTTLink(port: broker.port), name: "clock\(number)")
      try clock.link.connect(as: clock.name, will: "rouse/\(clock.name)/bridge")
      try clock.link.subscribe(
        to: ["command", "+/set", "alarm/+/+/set", "session"].map { "rouse/\(clock.name)/" + $0 })
      clocks.append(clock)
      watch(clock.link.descriptor)
      try say(number, "homeassistant/device/\(clock.name)/config", size: 4000, isRetained: true)
      for state in 0..<20 { try say(number, "rouse/\(clock.name)/state\(state)", size: 30, isRetained: true) }
      try serve(for: .zero)
    }
    try settle()
    add("all \(options.clocks) are there, each with 21 messages, after", seconds(ContinuousClock.now - begun))
  }

  private func liveADay() throws {
    (sent, heard, toAnswer, toReader) = (0, 0, [], [])
    let (begun, before) = (ContinuousClock.now, try Subject.processorTime(of: broker.process))
    let total = options.clocks * Self.messagesOfADay
    let span = Duration.seconds(options.minutes * 60)
    var number = 0
    while sent < total {
      let due = min(total, Int(Double(total) * ((ContinuousClock.now - begun) / span)))
      while sent < due {
        // A prime step, so that successive messages come from different clocks.
        number = (number + 7919) % options.clocks
        let name = clocks[number].name
        if sent % Self.eventsIn == 0 {
          try say(number, "rouse/\(name)/log", size: 220, isRetained: false)
        } else {
          try say(number, "rouse/\(name)/state\(sent % 20)", size: 30, isRetained: true)
        }
      }
      try serve(for: .milliseconds(2))
    }
    try settle()
    let took: Double = (ContinuousClock.now - begun) / Duration.seconds(1)
    let used = try Subject.processorTime(of: broker.process) - before
    add("messages in \(options.minutes) min, as of a day", "\(sent)")
    add("  a second", oneDecimal(Double(sent) / took))
    add("clock → broker has it", Percentiles(toAnswer).text)
    add("clock → reader of rouse/#", Percentiles(toReader).text)
    add("the broker's processor time", "\(oneDecimal(used)) s, \(oneDecimal(used / took * 100)) % of one core")
    add("  for 1000 messages", "\(oneDecimal(used * 1e6 / Double(sent))) ms")
    add("the broker's memory, at most", "\(oneDecimal(Double(try Files.peak(of: broker.process)) / 1024)) MB")
  }

  /// All clocks ring at once.
  private func ringAll() throws {
    (sent, heard, toAnswer, toReader) = (0, 0, [], [])
    let begun = ContinuousClock.now
    for message in 0..<Self.messagesOfARing {
      for number in clocks.indices {
        let name = clocks[number].name
        try say(
          number, message % 3 == 0 ? "rouse/\(name)/log" : "rouse/\(name)/state\(message % 20)", size: 150,
          isRetained: message % 3 != 0)
        if number % 50 == 0 { try serve(for: .zero) }
      }
    }
    try settle()
    let took: Double = (ContinuousClock.now - begun) / Duration.seconds(1)
    add("all ring at once: \(sent) messages, all read after", "\(oneDecimal(took)) s")
    add("  a second", oneDecimal(Double(sent) / took))
    add("  clock → reader", Percentiles(toReader).text)
  }

  private func say(_ number: Int, _ topic: String, size: Int, isRetained: Bool) throws {
    let now = nanosecondsNow()
    var payload = Array(String(now).utf8)
    if payload.count < size { payload += [UInt8](repeating: UInt8(ascii: " "), count: size - payload.count) }
    let message = try clocks[number].link.publish(topic, payload, isRetained: isRetained)
    clocks[number].sent[message] = now
    sent += 1
  }

  /// Waits for all acknowledgments, and for the reader's messages.
  private func settle() throws {
    let limit = ContinuousClock.now + .seconds(120)
    while clocks.contains(where: { !$0.sent.isEmpty }) {
      try serve(for: .milliseconds(5))
      if ContinuousClock.now > limit { throw BenchError("the broker has not answered all within two minutes") }
    }
    // The reader does not get Home Assistant's, and mosquitto drops messages for a slow reader, so wait until none
    // arrives.
    var last = -1
    while last != heard {
      last = heard
      for _ in 0..<40 { try serve(for: .milliseconds(5)) }
    }
  }

  private func watch(_ descriptor: Int32) {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
  }

  /// Handles what arrives within `span`.
  private func serve(for span: Duration) throws {
    guard poll(&descriptors, nfds_t(descriptors.count), Int32(span / .milliseconds(1))) > 0 else { return }
    for index in descriptors.indices where descriptors[index].revents != 0 {
      if index == 0 { try hear() } else { try take(index - 1) }
    }
  }

  private func take(_ number: Int) throws {
    for packet in try clocks[number].link.packets() where packet.kind == MQTTLink.acknowledged {
      guard let moment = clocks[number].sent.removeValue(forKey: packet.number) else { continue }
      toAnswer.append(.nanoseconds(nanosecondsNow() - moment))
    }
    try clocks[number].link.flush()
  }

  private func hear() throws {
    for packet in try reader.packets() where packet.kind == MQTTLink.message {
      try reader.acknowledge(packet)
      heard += 1
      let digits = packet.payload(hasNumber: true).prefix { $0 != UInt8(ascii: " ") }
      if let moment = Int64(String(decoding: digits, as: UTF8.self)) {
        toReader.append(.nanoseconds(nanosecondsNow() - moment))
      }
    }
    try reader.flush()
  }

  private func seconds(_ span: Duration) -> String { "\(oneDecimal(span / .seconds(1))) s" }
}

/// The number of clocks, and the minutes that their day takes.
struct FleetOptions {
  var clocks = 2000
  var minutes = 10

  init(_ words: ArraySlice<String>) throws {
    var words = words
    while let word = words.popFirst() {
      let number = try CardOptions.number(&words, from: 1)
      switch word {
      case "--clocks" where number <= 20_000: clocks = number
      case "--minutes" where number <= 20_000: minutes = number
      default: throw BenchError(CardOptions.usage)
      }
    }
  }
}
