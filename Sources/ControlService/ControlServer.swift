import Control
import FoundationEssentials
import Glibc
import Machine
import NIOCore
import NIOPosix

/// Serves the control socket for the command line.
///
/// No client can delay another: lines, connections and waiting times are bounded.
package struct ControlServer {
  private let socket: ControlSocket
  private let router: Router
  private let notices: Notices
  private let log: LogWriter
  private let mostConnections: Int
  /// Whether people read times in 12-hour format.
  package var usesTwelveHours: @Sendable () -> Bool = { false }
  package var memory = ClientMemory()
  package var requests = BoundedCount(most: 2048)
  /// Measures how long a client keeps the daemon waiting.
  package var time: any TimeSource = SystemTime()
  /// Called when the last client has gone.
  package var isLeftAlone: @Sendable () -> Void = {}

  /// The limit for a first request, for the rest of a line, and for reading an answer.
  package static let patience: Duration = .seconds(10)

  package init(socket: ControlSocket, router: Router, notices: Notices, log: LogWriter, mostConnections: Int) {
    self.socket = socket
    self.router = router
    self.notices = notices
    self.log = log
    self.mostConnections = mostConnections
  }

  package func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    // Unbounded, because `count` limits it; a bounded stream could drop connections.
    let accepted = AsyncStream<Int32>.makeStream()
    let count = BoundedCount(most: mostConnections)
    try MachineThread.start("accept", clock: nil) { [socket, log, mostConnections] in
      do {
        while true {
          guard let connection = try socket.accept() else { continue }
          guard count.enter() else {
            ControlSocket.refuse(connection, Self.isFull(mostConnections))
            continue
          }
          if case .terminated = accepted.continuation.yield(connection) { close(connection) }
        }
      } catch {
        log.log(.error, "commands are no longer accepted: \(error)")
      }
    }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { tasks in
        for await connection in accepted.stream {
          tasks.addTask {
            await serve(connection, on: group)
            if count.leave() { isLeftAlone() }
          }
        }
        tasks.cancelAll()
      }
    } onCancel: {
      accepted.continuation.finish()
    }
    socket.remove()
    try await group.shutdownGracefully()
  }

  private static func isFull(_ most: Int) -> ControlError {
    ControlError(
      .tryAgain, "the daemon already has \(most) connections",
      why: "their number is limited to keep memory and devices free for alarms",
      fix: "close some of them (`rouse log --follow` holds one), then try again",
      stillWorks: "alarms ring, and the card ends them")
  }

  private func serve(_ connection: Int32, on group: any EventLoopGroup) async {
    let share = memory.share(time: time)
    let origin = socket.clients.origin(of: connection)
    do {
      let channel = try await ClientBootstrap(group: group)
        // Limits what a single read brings, whatever happens to it.
        .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.mostRead))
        .withConnectedSocket(connection) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(LineDecoder(memory: share)))
            return try NIOAsyncChannel<ClientLine, ByteBuffer>(
              wrappingChannelSynchronously: channel,
              configuration: NIOAsyncChannel.Configuration(
                backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2), isOutboundHalfClosureEnabled: true))
          }
        }
      try await channel.executeThenClose { inbound, outbound in
        let conversation = Conversation(
          router: router, notices: notices, usesTwelveHours: usesTwelveHours, memory: share, requests: requests,
          patience: Self.patience, time: time, outbound: outbound,
          // The event loop reads pending data before it runs submitted work.
          readWhatCame: { try await channel.channel.eventLoop.submit {}.get() },
          hangUp: { channel.channel.close(promise: nil) })
        try await Origin.$current.withValue(origin) { try await conversation.run(inbound) }
      }
    } catch {
      log.log(.debug, "a client's connection ended: \(error)")
    }
  }

  /// In bytes.
  private static let mostRead = 1 << 14

  static func line(of item: some Codable & Sendable, _ id: Int) -> [UInt8] {
    guard let item = item as? any JSONWritten else { return encode(Wire.Response(id: id, item: item)) }
    var json = JSONWriter(after: Wire.itemHead(id), capacity: 1 << 16)
    item.write(to: &json)
    return json.bytes(before: "}\n")
  }

  /// Returns one line of JSON, with its newline.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    do { return try [UInt8](encoder.encode(value)) + [UInt8(ascii: "\n")] } catch {
      // Happens only for a number that JSON cannot represent.
      return Array(
        #"{"id":0,"error":{"code":70,"what":"an answer could not be written","why":"\#(type(of: value))","fix":"report this as a bug"}}"#
          .utf8) + [10]
    }
  }
}
