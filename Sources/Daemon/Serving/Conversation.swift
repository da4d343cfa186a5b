import Control
import FoundationEssentials
import NIOCore
import Synchronization

/// One client's connection: requests in, answers out, several at a time.
final class Conversation: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Since when a request or its answer has kept the daemon waiting; nil: it is the daemon's turn.
    var waitingSince: ContinuousClock.Instant? = .now
    var writes = 0
  }

  private let router: Router
  private let notices: Notices
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private let state = Mutex(State())

  /// Requests under way on one connection.
  private static let mostRequests = 16

  init(router: Router, notices: Notices, outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) {
    self.router = router
    self.notices = notices
    self.outbound = outbound
  }

  /// Answers until the client goes, or keeps the daemon waiting for too long.
  func run(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.read(inbound) }
      group.addTask { try await self.watchPatience() }
      defer { state.withLock { state in for task in state.tasks.values { task.cancel() } } }
      try await group.next()
      group.cancelAll()
    }
  }

  private func read(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws {
    do {
      for try await line in inbound {
        guard try await begin(Data(line.readableBytesView)) else { return }
      }
    } catch is ByteToMessageDecoderError.PayloadTooLargeError {
      try await send(
        ControlServer.encode(
          Wire.Answer<Wire.NoItem>(
            id: 0,
            error: ControlError(
              .usage, "the request is longer than \(Wire.longestLine) bytes", why: "requests are bounded",
              fix: "send a shorter one"))))
    }
  }

  /// Starts what a line asks for; false when it is no request and the connection is to end.
  private func begin(_ line: Data) async throws -> Bool {
    guard !line.isEmpty else { return true }
    let head: Wire.Head
    do { head = try JSONDecoder().decode(Wire.Head.self, from: line) } catch {
      try await fail(
        0,
        ControlError(
          .usage, "this is no request", why: "a request is one JSON object a line", fix: "use the `rouse` command"))
      return false
    }
    if let cancelled = head.cancel {
      state.withLock { $0.tasks[cancelled] }?.cancel()
      return true
    }
    guard let id = head.id, let command = head.command else {
      try await fail(
        0,
        ControlError(.usage, "this is no request", why: "`id` or `command` is missing", fix: "use the `rouse` command"))
      return false
    }
    let isFree = state.withLock { $0.tasks.count < Self.mostRequests && $0.tasks[id] == nil }
    guard isFree else {
      try await fail(
        id,
        ControlError(
          .tryAgain, "too many requests at once", why: "at most \(Self.mostRequests), each with its own id",
          fix: "wait for the answers"))
      return true
    }
    // Registered before it can end, so that it is never left behind.
    state.withLock { state in
      // Whoever asks again without having read still keeps the daemon waiting.
      if state.writes == 0 { state.waitingSince = nil }
      state.tasks[id] = Task { await self.answer(id, command, line) }
    }
    return true
  }

  private func answer(_ id: Int, _ command: String, _ line: Data) async {
    var last: [UInt8]
    do {
      try await router.handler(of: command)(line, id) { [self] bytes in try await send(bytes) }
      let told = notices.take()
      last = ControlServer.encode(
        Wire.Answer<Wire.NoItem>(id: id, end: true, notices: told.isEmpty ? nil : told))
    } catch let error as ControlError {
      last = Self.encode(id, error)
    } catch {
      // Cancelled by the client, or by its going: then there is nobody to tell, which the writing finds out.
      last = Self.encode(id, ControlError(.tryAgain, "cancelled", why: "it was asked for", fix: "ask again"))
    }
    // The id is free again before the client can know that.
    state.withLock { state in
      state.tasks[id] = nil
      if state.tasks.isEmpty, state.writes == 0 { state.waitingSince = .now }
    }
    // In a task of its own, as a cancelled one may not write.
    _ = await Task { [self, last] in try await send(last) }.result
  }

  private func fail(_ id: Int, _ error: ControlError) async throws {
    try await send(Self.encode(id, error))
  }

  private static func encode(_ id: Int, _ error: ControlError) -> [UInt8] {
    ControlServer.encode(Wire.Answer<Wire.NoItem>(id: id, error: error))
  }

  /// Suspends while the client does not read.
  private func send(_ bytes: [UInt8]) async throws {
    state.withLock { state in
      if state.writes == 0 { state.waitingSince = .now }
      state.writes += 1
    }
    defer {
      state.withLock { state in
        state.writes -= 1
        // What was written last was taken: others still wait from now on, else it is the daemon's turn again.
        state.waitingSince = state.writes > 0 || state.tasks.isEmpty ? .now : nil
      }
    }
    try await outbound.write(ByteBuffer(bytes: bytes))
  }

  /// Ends when the client has kept the daemon waiting for too long.
  private func watchPatience() async throws {
    while true {
      try await Task.sleep(for: ControlServer.patience / 5)
      let since = state.withLock { $0.waitingSince }
      if let since, ContinuousClock.now - since > ControlServer.patience { return }
    }
  }
}
