import AlarmClock
import CLinux
import Control
import Glibc
import Home
import Machine

/// Connects the daemon to the broker on one thread, which sleeps in poll(2) until one of them has data or a moment has
/// come. If one side ends, it continues with the other one, and tries again.
final class Bridge {
  let configuration: HomeConfiguration
  let socketPath: String
  let topics: Topics
  let credentials: String?
  let time = SystemTime()
  var random = SystemRandomNumberGenerator()
  var voice = Voice()
  var kept: KeptMemory

  // Connection to the broker.
  var broker: BrokerLine?
  var backOff = BackOff()
  var version = BrokerLine.Version.v5
  /// Whether the broker has said that it does not know MQTT 5.
  var isOld = false
  var onlyIPv4 = false
  var since: Instant
  var connectedAt: Duration?
  var trouble: LineTrouble?
  var retained = RetainedMessages()
  /// Identifies this process.
  let session = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  var isKnownBySession = false
  /// Session of another client with the account, which was told that this one is alive.
  var answeredSession: [UInt8]?
  /// Number of the first message. Until it is acknowledged, nothing is published: another client may have the account.
  var greeting: Int32?
  var outbox: Outbox
  var discovery: Discovery
  /// Number of the message that the outbox waits for.
  var offered: Int32?
  /// A problem in spite of the connection, other than refused topics.
  var refusal: String?

  // Connection to the daemon.
  var house: HouseLine?
  var houseBackOff = BackOff()
  var houseSince: Duration?
  var clock: HomeStateView?
  /// Messages about the clock, as last published.
  var said: [HomeMessage] = []
  /// Last known state, and the time when the daemon went away.
  var lastClock: HomeStateView?
  var awaySince: Instant?
  /// Last summary for operators of many clocks, with its time; `nil` to publish it again.
  var summarized: (at: Instant, message: HomeMessage)?
  /// Id of the last order, and the same once it is carried out.
  var ordered: String?
  var doneOrder: String?
  /// Whether messages of entities that no longer exist were removed, as an earlier program may have left some.
  var hasTakenBack = false
  /// Whether the house must know nothing of the clock.
  var isForgotten = false
  var asksForPage = false
  var wishes = Wishes()
  var told: HomeReport?
  /// Whether the daemon has yet to answer the last report.
  var isReporting = false
  var countsAreDue = false

  /// Times of future actions, on a clock that never steps.
  var moments: [Moment: Duration] = [:]

  enum Moment {
    case connect, giveUpConnecting, giveUpWaiting, lookAtBroker, handshake, announce
    case reachHouse, report, page
  }

  /// Whether a connection was begun since memory was released: beginning takes more memory than all that follows.
  var hasBegun = true

  init(_ configuration: HomeConfiguration, socketPath: String, credentials: String?, kept: KeptMemory) {
    self.configuration = configuration
    self.socketPath = socketPath
    self.credentials = credentials
    self.kept = kept
    topics = Topics(configuration)
    outbox = Outbox(cursor: kept.memory.cursor)
    discovery = Discovery(kept.memory.components)
    since = time.now
  }

  var now: Duration { time.sinceBoot }

  func run(until stop: Int32) {
    limitMemory()
    if let trouble = kept.trouble { voice.say(trouble) }
    moments[.reachHouse] = now
    moments[.connect] = now
    want()
    while !turn(stop) {}
    leave()
  }

  /// Limits the memory, so that messages from others cannot take it from what rings.
  ///
  /// The library allocates a whole message, even 256 MB if the broker announces that, and MQTT 3.1.1 has no way to ask
  /// for less. A message beyond the limit costs the connection, which is tried again.
  private func limitMemory() {
    // Bytes of private writable memory (RLIMIT_DATA, getrlimit(2)). A third of that is in use.
    let most: rlim_t = 24 << 20
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0, limit.rlim_cur > most else { return }
    limit.rlim_cur = most
    // If that is refused, the limit of the unit remains.
    _ = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }

  /// Sleeps until there is something to do, and does it. Returns `true` to stop.
  private func turn(_ stop: Int32) -> Bool {
    var entries = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
    entries.append(pollfd(fd: house?.descriptor ?? -1, events: house?.events ?? 0, revents: 0))
    entries.append(pollfd(fd: broker?.descriptor ?? -1, events: broker?.events ?? 0, revents: 0))
    let timeout = timeout
    if hasBegun, timeout < 0 || timeout >= 5000 {
      rouse_release_memory()
      hasBegun = false
    }
    poll(&entries, nfds_t(entries.count), timeout)
    if entries[0].revents != 0 { return true }
    if entries[1].revents != 0 { serveHouse(entries[1].revents) }
    if entries[2].revents != 0 { serveBroker(entries[2].revents) }
    actOnMoments()
    if clock != nil, outbox.isEmpty { readPage() }
    pump()
    if isConnected, retained.isTold { doneOrder = ordered }
    tellHouse()
    return false
  }

  /// Milliseconds, rounded up: a wait that is too short would spin until the moment has come.
  private var timeout: Int32 {
    guard let next = moments.values.min() else { return -1 }
    return Int32(min(max(.zero, next - now).wholeNanoseconds / 1_000_000 + 1, 3_600_000))
  }

  private func actOnMoments() {
    let now = now
    func isDue(_ moment: Moment) -> Bool {
      guard let due = moments[moment], due <= now else { return false }
      moments[moment] = nil
      return true
    }
    if isDue(.reachHouse) { reachHouse() }
    if isDue(.connect) { connect() }
    if isDue(.giveUpConnecting) { brokerIsSilent() }
    if isDue(.giveUpWaiting) { lose(.noAnswer) }
    if isDue(.lookAtBroker) { lookAtBroker() }
    if isDue(.handshake) { serveBroker(0) }
    if isDue(.announce) { retained.forget() }
    if isDue(.report) { (countsAreDue, isReporting) = (true, false) }
    if isDue(.page) { asksForPage = false }
  }

  func pump() {
    guard let broker, broker.isConnected, greeting == nil else { return }
    do {
      while let message = retained.next {
        let number = try broker.publish(message, isRetained: true)
        if number < 0 { retained.drop(message, "it is too large") } else { retained.sent(message, as: number) }
      }
      let events = EventMessages(topics)
      while offered == nil, let next = outbox.next {
        let number = try broker.publish(events.logged(next.event, gap: next.gap), isRetained: false)
        outbox.offered()
        if number < 0 { refuseEvent("it is too large") } else { offered = number }
      }
      awaitAnswer(anew: false)
    } catch { lose(error) }
  }

  /// Tells `retained` which messages the broker should have now.
  func want() {
    guard !isForgotten else { return retained.want([]) }
    if let clock {
      said = discovery.messages(clock, topics)
      // An earlier announcement stays in force until it is removed.
      let announced = kept.memory.announced ?? topics.discovery
      if kept.memory.components != discovery.components || kept.memory.announced != announced {
        (kept.memory.components, kept.memory.announced) = (discovery.components, announced)
        keep()
      }
    }
    // Availability comes last, so that the state is there when the clock becomes available.
    retained.want(
      [HomeMessage(topics.session, session)] + said + summaries() + [
        HomeMessage(topics.bridge, "online"), HomeMessage(topics.availability, clock == nil ? "offline" : "online"),
      ])
    guard clock != nil, !hasTakenBack else { return }
    hasTakenBack = true
    retained.takeBack(topics.entities(discovery.components.gone) + [formerAnnouncement].compactMap(\.self))
  }

  func keep() {
    if let trouble = kept.keep() { voice.say(trouble) }
  }

  /// Publishes that the clock is offline, and waits up to 2 s for the acknowledgment.
  private func leave() {
    keep()
    guard let broker, broker.isConnected else { return }
    guard !isForgotten else { return broker.disconnect() }
    let end = now + .seconds(2)
    do {
      retained = RetainedMessages()
      retained.want([HomeMessage(topics.bridge, "offline")])
      while now < end, !retained.isTold {
        if let message = retained.next { retained.sent(message, as: try broker.publish(message, isRetained: true)) }
        var entry = pollfd(fd: broker.descriptor, events: broker.events, revents: 0)
        poll(&entry, 1, 100)
        try broker.serve(entry.revents)
        for case .answered(let number, _) in broker.takeReports() { _ = retained.answered(number) }
      }
      broker.disconnect()
      try broker.serve(0)
    } catch { voice.say("the broker could not be told that the clock stops: \(error.why)") }
  }
}

struct KeptMemory {
  var memory = BridgeMemory()
  private let path: String
  /// Locked while the program runs, so that no second one uses it.
  private let folder: Descriptor
  private var stored: BridgeMemory?
  private(set) var trouble: String?

  /// Throws if the folder cannot be used. If the file cannot be read, starts without it and sets `trouble`.
  init(folder path: String) throws(LineTrouble) {
    mkdir(path, 0o700)
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else {
      throw LineTrouble(
        "the state folder \(path) cannot be opened: \(String(cString: strerror(errno)))",
        fix: "give an existing one with `--state`")
    }
    folder = Descriptor(number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw LineTrouble(
        "another rouse-mqtt uses the state folder \(path)", fix: "stop it, or give another folder with `--state`")
    }
    self.path = path + "/" + BridgeMemory.fileName
    guard DurableFile.exists(self.path) else { return }
    do { memory = try BridgeMemory(file: try Descriptor.contents(of: self.path)) } catch {
      trouble = "the saved state cannot be read and is reset; earlier events may be missing (\(error))"
    }
  }

  /// Stores changes so that a power cut leaves the old or the new file. If that fails, the program continues, but sends
  /// some events twice after a restart.
  ///
  /// - Returns: a problem, if it is new.
  mutating func keep() -> String? {
    guard memory != stored else { return nil }
    do {
      try DurableFile.replace(path, by: try memory.file())
      stored = memory
      trouble = nil
      return nil
    } catch {
      let before = trouble
      trouble = "progress cannot be saved, so events are sent again after a restart: \(error)"
      return trouble == before ? nil : trouble
    }
  }
}
