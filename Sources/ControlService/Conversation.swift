import Control
import FoundationEssentials
import Machine
import NIOCore
import Synchronization

/// One client's connection: requests in, answers out, several at a time.
package final class Conversation: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    /// When the daemon began to wait for a request, or for an answer to be read, on the monotonic clock; `nil` while it is
    /// the daemon's turn.
    var waitingSince: Duration?
    var writes = 0
  }

  private let router: Router
  private let notices: Notices
  private let usesTwelveHours: @Sendable () -> Bool
  private let memory: ClientMemory.Share
  /// Those of all connections. One that a hung disk holds up goes on after its client has gone.
  private let requests: BoundedCount
  private let patience: Duration
  private let time: any TimeSource
  private let output: ClientOutput
  private let readWhatCame: @Sendable () async throws -> Void
  private let hangUp: @Sendable () -> Void
  private let state: Mutex<State>

  /// Requests under way on one connection.
  package static let mostRequests = 16

  /// - Parameters:
  ///   - usesTwelveHours: how people want to read times.
  ///   - time: measures how long the client keeps the daemon waiting.
  ///   - readWhatCame: returns once what the client has sent by now was read.
  ///   - hangUp: closes the connection.
  package init(
    router: Router, notices: Notices, usesTwelveHours: @escaping @Sendable () -> Bool, memory: ClientMemory.Share,
    requests: BoundedCount,
    patience: Duration, time: any TimeSource = SystemTime(), outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
    readWhatCame: @escaping @Sendable () async throws -> Void, hangUp: @escaping @Sendable () -> Void
  ) {
    self.router = router
    self.notices = notices
    self.usesTwelveHours = usesTwelveHours
    self.memory = memory
    self.requests = requests
    self.patience = patience
    self.time = time
    state = Mutex(State(waitingSince: time.monotonic))
    output = ClientOutput(outbound)
    self.readWhatCame = readWhatCame
    self.hangUp = hangUp
  }

  /// Answers until the client goes, or keeps the daemon waiting for too long.
  package func run(_ inbound: NIOAsyncChannelInboundStream<ClientLine>) async throws {
    // Once more when nothing is read any longer: a request may have come in while the others were cancelled.
    defer { cancelAll() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.read(inbound) }
      group.addTask { try await self.watchPatience() }
      defer { cancelAll() }
      // Also where one of them throws: what waits for the client to read ends with the connection alone.
      defer {
        hangUp()
        group.cancelAll()
      }
      try await group.next()
    }
  }

  private func read(_ inbound: NIOAsyncChannelInboundStream<ClientLine>) async throws {
    var isOver = false
    // What still comes after a refusal is read and dropped, as the kernel would else let a client that is still sending
    // know of a reset before it has read the refusal.
    for try await line in inbound {
      defer { memory.lineIsTaken() }
      guard !isOver else { continue }
      switch line {
      case .whole(let bytes, let charge): isOver = try await !begin(Data(bytes.readableBytesView), charge)
      case .tooLong: isOver = try await end(with: Self.tooLong)
      case .noRoom: isOver = try await end(with: Self.noRoom("the request"))
      }
      if isOver { output.finish() }
    }
  }

  /// Says why the connection ends, and lets go of what is under way.
  private func end(with error: ControlError) async throws -> Bool {
    cancelAll()
    try await fail(0, error)
    return true
  }

  /// Not under the lock: what a task does when it is cancelled takes locks of its own.
  private func cancelAll() { for task in state.withLock({ $0.tasks.values }) { task.cancel() } }

  /// Starts what a line asks for; false when it is no request and the connection is to end.
  private func begin(_ line: Data, _ charge: ClientMemory.Charge?) async throws -> Bool {
    let head: Wire.Head
    do { head = try JSONDecoder().decode(Wire.Head.self, from: line) } catch {
      return try await !end(
        with: ControlError(
          .usage, "this is no request", why: "a request is one JSON object a line", fix: "use the `rouse` command"))
    }
    if let cancelled = head.cancel {
      state.withLock { $0.tasks[cancelled] }?.cancel()
      return true
    }
    guard let id = head.id, let command = head.command else {
      return try await !end(
        with: ControlError(
          .usage, "this is no request", why: "`id` or `command` is missing", fix: "use the `rouse` command"))
    }
    // An answer that is not read yet counts, though its id is free again: else refusals alone would pile up. The refusal
    // here is waited for, so that nothing more is read meanwhile.
    let isFree = state.withLock { state in
      state.tasks.count < Self.mostRequests && state.writes < Self.mostRequests && state.tasks[id] == nil
    }
    guard isFree else {
      try await fail(
        id,
        ControlError(
          .tryAgain, "too many requests at once", why: "at most \(Self.mostRequests), each with its own id",
          fix: "wait for the answers"))
      return true
    }
    guard requests.enter() else {
      try await fail(id, Self.busy(requests.most))
      return true
    }
    // Registered before it can end, so that it is never left behind.
    state.withLock { state in
      // Whoever asks again without having read still keeps the daemon waiting.
      if state.writes == 0 { state.waitingSince = nil }
      state.tasks[id] = Task(executorPreference: WorkPool.shared) { [requests] in
        await self.answer(id, command, line)
        withExtendedLifetime(charge) {}
        requests.leave()
      }
    }
    return true
  }

  private func answer(_ id: Int, _ command: String, _ line: Data) async {
    var last: [UInt8]
    do {
      try await router.handler(of: command)(line, id) { [self] bytes in try await send(bytes) }
      let told = notices.take()
      var end = Wire.Response<Wire.NoItem>(id: id)
      (end.end, end.notices) = (true, told.isEmpty ? nil : told)
      if usesTwelveHours() { end.twelveHours = true }
      last = ControlServer.encode(end)
    } catch let error as ControlError {
      last = Self.encode(id, error)
    } catch {
      // Cancelled by the client, or by its going: then there is nobody to tell, which the writing finds out.
      last = Self.encode(id, ControlError(.tryAgain, "cancelled", why: "it was asked for", fix: "ask again"))
    }
    // The id is free again before the client can know that.
    state.withLock { state in
      state.tasks[id] = nil
      if state.tasks.isEmpty, state.writes == 0 { state.waitingSince = time.monotonic }
    }
    // In a task of its own, as a cancelled one may not write. An error says that the client has gone.
    _ = await Task(executorPreference: WorkPool.shared) { [self, last] in try await send(last) }.result
  }

  private func fail(_ id: Int, _ error: ControlError) async throws {
    try await send(Self.encode(id, error))
  }

  private static func encode(_ id: Int, _ error: ControlError) -> [UInt8] {
    ControlServer.encode(Wire.Response<Wire.NoItem>(id: id, error: error))
  }

  /// Suspends while the client does not read. Throws `tryAgain` when too much waits for clients already.
  private func send(_ bytes: [UInt8]) async throws {
    guard let charge = memory.charge(bytes.count) else { throw Self.noRoom("the answer") }
    state.withLock { state in
      if state.writes == 0 { state.waitingSince = time.monotonic }
      state.writes += 1
    }
    defer {
      state.withLock { state in
        state.writes -= 1
        // What was written last was taken: others still wait from now on, else it is the daemon's turn again.
        state.waitingSince = state.writes > 0 || state.tasks.isEmpty ? time.monotonic : nil
      }
    }
    try await output.write(bytes)
    withExtendedLifetime(charge) {}
  }

  /// Ends when the client has kept the daemon waiting for too long. While it is the daemon's turn, as in a stream in which
  /// nothing happens, it hardly looks: each look is a wakeup.
  private func watchPatience() async throws {
    var watch = ClientPatience(limit: patience)
    while true {
      let last = wait
      try await time.sleep(for: last.since == nil && last.line == nil ? patience * 3 : patience / 5)
      guard watch.isOver(wait, at: time.monotonic) else { continue }
      // On a machine that is busy it may be the other way round: the client has sent, and nobody has read it yet.
      try await readWhatCame()
      if watch.isOver(wait, at: time.monotonic) { return }
    }
  }

  private var wait: ClientPatience.Wait {
    let (since, isWriting) = state.withLock { ($0.waitingSince, $0.writes > 0) }
    return ClientPatience.Wait(
      since: since, isForReading: isWriting, linesWaiting: memory.linesWaiting, line: memory.begunLine)
  }

  private static let tooLong = ControlError(
    .usage, "the request is longer than \(Wire.longestLine) bytes", why: "requests are bounded; nothing was changed",
    fix: "send it in smaller pieces, as the `rouse` command does",
    stillWorks: "alarms ring, and a new connection is served")

  private static func busy(_ most: Int) -> ControlError {
    ControlError(
      .tryAgain, "the daemon has \(most) requests under way already",
      why: "more are not taken, so that alarms keep their memory; those under way follow something, or wait "
        + "for the disk",
      fix: "end clients that follow (`rouse log --follow`, `rouse mock watch`), then try again; where that does not "
        + "help, look after the disk: `sudo dmesg | tail`",
      stillWorks: "alarms ring, and the card ends them")
  }

  private static func noRoom(_ what: String) -> ControlError {
    ControlError(
      .tryAgain, "there is no room for \(what) at the moment",
      why: "too much waits in memory for clients that do not read, or have not sent all",
      fix: "end those clients, or wait a few seconds, then try again",
      stillWorks: "alarms ring; short requests, as `rouse status`, are answered")
  }
}
