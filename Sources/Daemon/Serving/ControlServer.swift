import Control
import FoundationEssentials
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// Answers the command line over the control socket.
///
/// What a client does, or does not, holds up nobody else: lines, connections and waiting are bounded.
struct ControlServer {
  let socket: ControlSocket
  let router: Router
  let notices: Notices
  let log: LogWriter

  private static let mostConnections = 256
  /// For a first request, and for a client to take an answer.
  static let patience: Duration = .seconds(10)

  func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let accepted = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostConnections))
    let socket = socket
    let log = log
    try MachineThread.start("accept") {
      do {
        while true {
          guard let connection = try socket.accept() else { continue }
          if case .dropped = accepted.continuation.yield(connection) { Self.refuseAsBusy(connection) }
        }
      } catch {
        log.log(.error, "no more commands are taken: \(error)")
      }
    }
    let count = ConnectionCount()
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { tasks in
        for await connection in accepted.stream {
          guard count.enter(most: Self.mostConnections) else {
            Self.refuseAsBusy(connection)
            continue
          }
          tasks.addTask {
            await serve(connection, on: group)
            count.leave()
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

  private static func refuseAsBusy(_ connection: Int32) {
    ControlSocket.refuse(
      connection,
      ControlError(
        .tryAgain, "the daemon has \(mostConnections) connections already",
        why: "more are not taken, so that alarms keep their memory",
        fix: "end some of them (`rouse log --follow` holds one), then try again"))
  }

  private func serve(_ connection: Int32, on group: any EventLoopGroup) async {
    do {
      let channel = try await ClientBootstrap(group: group).withConnectedSocket(connection) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            ByteToMessageHandler(LineDecoder(), maximumBufferSize: Wire.longestLine))
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
      try await channel.executeThenClose { inbound, outbound in
        try await Conversation(router: router, notices: notices, outbound: outbound).run(inbound)
      }
    } catch {
      log.log(.debug, "a client's connection ended: \(error)")
    }
  }

  /// One line of JSON.
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    do { return try [UInt8](encoder.encode(value)) + [UInt8(ascii: "\n")] } catch {
      // Only a number that JSON cannot say gets here.
      return Array(
        #"{"id":0,"error":{"code":70,"what":"an answer could not be written","why":"\#(type(of: value))","fix":"report this as a bug"}}"#
          .utf8) + [10]
    }
  }
}

/// How many clients are connected.
private final class ConnectionCount: Sendable {
  private let count = Mutex(0)

  func enter(most: Int) -> Bool {
    count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}
