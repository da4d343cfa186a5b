import Control
import FoundationEssentials
import Machine
import NIOCore

/// One client's connection, with several concurrent requests.
struct Conversation: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    /// When the daemon began to wait for a request or a reader, on the monotonic clock; `nil` while it is its own turn.
    var waitingSince: Duration?
    var writes = 0
    /// The writers that wait for their turn, or `nil` while nobody writes.
    var writers: [CheckedContinuation<Void, Never>]?
  }

  let router: Router
  let notices: Notices
  /// Whether people read times in 12-hour format.
  let usesTwelveHours: @Sendable () -> Bool
  let memory: ClientMemory.Share
  /// The requests of all connections. A request held up by a hung disk continues after its client has gone.
  let requests: BoundedCount
  let patience: Duration
  /// Measures how long the client keeps the daemon waiting.
  let time: any TimeSource
  let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  /// Returns when everything that the client has sent so far was read.
  let readWhatCame: @Sendable () async throws -> Void
  let hangUp: @Sendable () -> Void
  private let state = Box(State())

  /// In bytes. The channel accepts a piece while the client has less than 64 KiB left to read.
  private static let piece = 1 << 14

  /// The limit of concurrent requests on one connection.
  static let mostRequests = 16

  /// Answers requests until the client goes or keeps the daemon waiting too long.
  func run(_ inbound: NIOAsyncChannelInboundStream<ClientLine>) async throws {
    state.withLock { $0.waitingSince = time.monotonic }
    // Cancels again after reading has ended, because a request may have arrived during the first cancellation.
    defer { cancelAll() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.read(inbound) }
      group.addTask { try await self.watchPatience() }
      defer { cancelAll() }
      // Runs even if a task throws: a write that waits for the client only ends with the connection.
      defer {
        hangUp()
        group.cancelAll()
      }
      try await group.next()
    }
  }

  private func read(_ inbound: NIOAsyncChannelInboundStream<ClientLine>) async throws {
    var isOver = false
    // After a refusal, keep reading and drop the data. Otherwise the kernel would report a reset to a client that is
    // still sending, before it could read the refusal.
    for try await line in inbound {
      defer { memory.lineIsTaken() }
      guard !isOver else { continue }
      switch line {
      case .whole(let bytes, let charge): isOver = try await !begin(Data(bytes.readableBytesView), charge)
      case .tooLong: isOver = try await end(with: Self.tooLong)
      case .noRoom: isOver = try await end(with: Self.noRoom("the request"))
      }
      if isOver { outbound.finish() }
    }
  }

  /// Tells the client why the connection ends, and cancels its requests.
  private func end(with error: ControlError) async throws -> Bool {
    cancelAll()
    try await send(Self.encode(0, error))
    return true
  }

  /// Cancels outside the lock, because a canceled task's handlers take locks of their own.
  private func cancelAll() { for task in state.withLock({ $0.tasks.values }) { task.cancel() } }

  /// Starts the request in a line. Returns false if the line is invalid and the connection must end.
  private func begin(_ line: Data, _ charge: ClientMemory.Charge?) async throws -> Bool {
    func refuse(_ why: String) async throws -> Bool {
      try await !end(with: ControlError(.usage, "malformed request", why: why, fix: "use the `rouse` command"))
    }
    let head: Wire.Head
    do { head = try JSONDecoder().decode(Wire.Head.self, from: line) } catch {
      return try await refuse("a request is one JSON object per line")
    }
    if let cancelled = head.cancel {
      state.withLock { $0.tasks[cancelled] }?.cancel()
      return true
    }
    guard let id = head.id, let command = head.command else {
      return try await refuse("`id` or `command` is missing")
    }
    // Unread answers count although their ids are free again; otherwise refusals alone could pile up. This refusal is
    // awaited, so that nothing else is read meanwhile.
    let isFree = state.withLock { state in
      state.tasks.count < Self.mostRequests && state.writes < Self.mostRequests && state.tasks[id] == nil
    }
    guard isFree else {
      let refusal = ControlError(
        .tryAgain, "too many requests at once", why: "at most \(Self.mostRequests), each with its own id",
        fix: "wait for the answers")
      try await send(Self.encode(id, refusal))
      return true
    }
    guard requests.enter() else {
      try await send(Self.encode(id, Self.busy(requests.most)))
      return true
    }
    // Registered under the lock, so that the task cannot end before it is registered.
    state.withLock { state in
      // A client that asks again without reading still keeps the daemon waiting.
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
      // The client canceled the request, or has gone; in the latter case the write fails.
      last = Self.encode(id, ControlError(.tryAgain, "canceled", why: "the client asked for it", fix: "ask again"))
    }
    // Free the id before the client can know that the request has ended.
    state.withLock { state in
      state.tasks[id] = nil
      if state.tasks.isEmpty, state.writes == 0 { state.waitingSince = time.monotonic }
    }
    // A canceled task may not write, so use a new one. An error means that the client has gone.
    _ = await Task(executorPreference: WorkPool.shared) { [self, last] in try await send(last) }.result
  }

  private static func encode(_ id: Int, _ error: ControlError) -> [UInt8] {
    ControlServer.encode(Wire.Response<Wire.NoItem>(id: id, error: error))
  }

  /// Suspends while the client does not read. Throws `tryAgain` if too much data waits for clients.
  private func send(_ bytes: [UInt8]) async throws {
    guard let charge = memory.charge(bytes.count) else { throw Self.noRoom("the answer") }
    state.withLock { state in
      if state.writes == 0 { state.waitingSince = time.monotonic }
      state.writes += 1
    }
    defer {
      state.withLock { state in
        state.writes -= 1
        // The last write was read. If others wait, their time starts now; otherwise it is the daemon's turn again.
        state.waitingSince = state.writes > 0 || state.tasks.isEmpty ? time.monotonic : nil
      }
    }
    if bytes.count > Self.piece {
      // A canceled task may not write, and would leave half a line behind.
      try await Task(executorPreference: WorkPool.shared) { try await write(bytes) }.value
    } else {
      try await write(bytes)
    }
    withExtendedLifetime(charge) {}
  }

  /// Writes a line after those that others are writing, in pieces and no faster than the client reads. Returns when the
  /// channel has accepted the last piece. Throws if the client has gone, or, without writing anything, if the task is
  /// canceled.
  private func write(_ bytes: [UInt8]) async throws {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.writers = state.writers.map { $0 + [continuation] } ?? [] }
        return state.writers == nil
      }
      if isFree { continuation.resume() }
    }
    defer {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if state.writers?.isEmpty == true { state.writers = nil }
        return state.writers?.removeFirst()
      }
      next?.resume()
    }
    for start in stride(from: 0, to: bytes.count, by: Self.piece) {
      try await outbound.write(ByteBuffer(bytes: bytes[start..<min(start + Self.piece, bytes.count)]))
    }
  }

  /// Returns when the client has kept the daemon waiting too long. Checks rarely while it is the daemon's turn, for
  /// example in an idle stream, because each check is a wakeup.
  private func watchPatience() async throws {
    var watch = ClientPatience(limit: patience)
    while true {
      let last = wait
      try await time.sleep(for: last.since == nil && last.line == nil ? patience * 3 : patience / 5)
      guard watch.isOver(wait, at: time.monotonic) else { continue }
      // On a busy machine the client may have sent data that nobody has read yet.
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
    .usage, "the request is longer than \(Wire.longestLine) bytes", why: "their size is limited; nothing was changed",
    fix: "send it in smaller pieces, as the `rouse` command does",
    stillWorks: "alarms ring, and new connections are accepted")

  private static func busy(_ most: Int) -> ControlError {
    ControlError(
      .tryAgain, "the daemon already has \(most) requests in progress",
      why: "their number is limited to keep memory free for alarms; they follow something, or wait for the disk",
      fix: "end clients that follow (`rouse log --follow`, `rouse mock watch`), then try again; if that does not "
        + "help, check the disk: `sudo dmesg | tail`",
      stillWorks: "alarms ring, and the card ends them")
  }

  private static func noRoom(_ what: String) -> ControlError {
    ControlError(
      .tryAgain, "there is no memory for \(what) at the moment",
      why: "clients that do not read, or have not sent everything, use too much of it",
      fix: "end those clients, or wait a few seconds, then try again",
      stillWorks: "alarms ring; short requests such as `rouse status` are answered")
  }
}
