import AlarmClock
import CLinux
import Control
import Glibc
import Home
import Machine

/// Between the daemon and the broker, on one thread, which sleeps in poll(2) until one of them has something to say or a
/// moment has come. Whatever ends on one side, it goes on with the other, and tries again.
final class Bridge {
  let configuration: HomeConfiguration
  let socketPath: String
  let topics: Topics
  let credentials: String?
  let time = SystemTime()
  var random = SystemRandomNumberGenerator()
  var voice = Voice()
  var kept: KeptMemory

  // The broker's side.
  var broker: BrokerLine?
  var backOff = BackOff()
  var version = BrokerLine.Version.v5
  /// It has said that it knows no MQTT 5.
  var isOld = false
  var onlyIPv4 = false
  var since: Instant
  var connectedAt: Duration?
  var trouble: LineTrouble?
  var retained = RetainedMessages()
  /// Of this process, and of no other.
  let session = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  var isKnownBySession = false
  /// Of somebody else with the account, who was told that this one is here.
  var answeredSession: [UInt8]?
  /// Until this message is answered, somebody else may turn out to have the account, and nothing is said.
  var greeting: Int32?
  var outbox: Outbox
  var discovery: Discovery
  /// The number of the message that the outbox waits for.
  var offered: Int32?
  /// What does not work though the line is good, beside the topics that the broker will not have.
  var refusal: String?

  // The daemon's side.
  var house: HouseLine?
  var houseBackOff = BackOff()
  var houseSince: Duration?
  var clock: HomeStateView?
  /// What was last said of the clock.
  var said: [HomeMessage] = []
  /// As it was when the daemon was last there, and since when that is away.
  var lastClock: HomeStateView?
  var awaySince: Instant?
  /// What was last said of it for those who look after many clocks, and when; nil: it is to be said anew.
  var summarized: (at: Instant, message: HomeMessage)?
  /// What people on the clock wanted last.
  var ordered: Ordered?
  /// What an earlier program has left with the broker of entities that are gone.
  var hasTakenBack = false
  /// The house is to know nothing of the clock.
  var isForgotten = false
  var asksForPage = false
  var wishes = Wishes()
  var told: HomeReport?
  /// The daemon has not answered the last report.
  var isReporting = false
  var countsAreDue = false

  var moments = Moments()

  /// What is to happen when, on a clock that never steps; nil: nothing.
  struct Moments {
    var connect: Duration?
    var giveUpConnecting: Duration?
    var giveUpWaiting: Duration?
    var lookAtBroker: Duration?
    var handshake: Duration?
    var reachHouse: Duration?
    var announce: Duration?
    var report: Duration?
    var page: Duration?

    var next: Duration? {
      let ofBroker = [connect, giveUpConnecting, giveUpWaiting, lookAtBroker, handshake, announce]
      return (ofBroker + [reachHouse, report, page]).compactMap(\.self).min()
    }
  }

  /// A line was begun since memory was let go of: that takes more than all that comes after it.
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

  /// In milliseconds: when so little is to come, what a beginning took is not needed again soon.
  private static let lull: Int32 = 5000

  /// Returns when a signal asks for the end.
  func run(until stop: Int32) {
    MemoryBound.set()
    if let trouble = kept.trouble { voice.say(trouble) }
    moments.reachHouse = now
    moments.connect = now
    want()
    while !turn(stop) {}
    leave()
  }

  /// One round: sleeps until there is something to do, and does it. True: it is to end.
  private func turn(_ stop: Int32) -> Bool {
    var entries = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
    entries.append(pollfd(fd: house?.descriptor ?? -1, events: house?.events ?? 0, revents: 0))
    entries.append(pollfd(fd: broker?.descriptor ?? -1, events: broker?.events ?? 0, revents: 0))
    let timeout = timeout
    if hasBegun, timeout < 0 || timeout >= Self.lull {
      rouse_release_memory()
      hasBegun = false
    }
    poll(&entries, nfds_t(entries.count), timeout)
    if entries[0].revents != 0 { return true }
    if entries[1].revents != 0 { serveHouse(entries[1].revents) }
    if entries[2].revents != 0 { serveBroker(entries[2].revents) }
    actOnMoments()
    askForPage()
    pump()
    finishOrder()
    tellHouse()
    return false
  }

  /// In milliseconds, rounded up: a moment that is nearly there must not be waited for in a circle.
  private var timeout: Int32 {
    guard let next = moments.next else { return -1 }
    let left = max(.zero, next - now).components
    let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
    return Int32(min(milliseconds, 3_600_000))
  }

  private func actOnMoments() {
    let now = now
    func isDue(_ moment: WritableKeyPath<Moments, Duration?>) -> Bool {
      guard let due = moments[keyPath: moment], due <= now else { return false }
      moments[keyPath: moment] = nil
      return true
    }
    if isDue(\.reachHouse) { reachHouse() }
    if isDue(\.connect) { connect() }
    if isDue(\.giveUpConnecting) { brokerIsSilent() }
    if isDue(\.giveUpWaiting) { lose(.noAnswer) }
    if isDue(\.lookAtBroker) { lookAtBroker() }
    if isDue(\.handshake) { serveBroker(0) }
    if isDue(\.announce) { retained.forget() }
    if isDue(\.report) { (countsAreDue, isReporting) = (true, false) }
    if isDue(\.page) { asksForPage = false }
  }

  /// Sends what can be sent now.
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

  /// What the broker is to keep, as things are now.
  func want() {
    guard !isForgotten else { return retained.want([]) }
    if let clock {
      said = discovery.messages(clock, topics)
      // Where it was announced before, it still stands until that is taken back.
      let announced = kept.memory.announced ?? topics.discovery
      if kept.memory.components != discovery.components || kept.memory.announced != announced {
        (kept.memory.components, kept.memory.announced) = (discovery.components, announced)
        keep()
      }
    }
    // Last: whoever hears that the clock is there finds how it is.
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

  /// Says that the clock goes, and waits a moment for the broker to hear it.
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
    } catch { voice.say("the broker was not told of the end: \(error.why)") }
  }
}
