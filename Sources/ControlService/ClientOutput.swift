import Machine
import NIOCore
import Synchronization

/// Sends whole lines to a client one after another, in pieces and no faster than the client reads.
package final class ClientOutput: Sendable {
  /// In bytes. The channel accepts a piece while the client has less than 64 KiB left to read.
  private static let piece = 1 << 14

  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  /// The writers that wait for their turn, or `nil` while nobody writes.
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

  package init(_ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) { self.outbound = outbound }

  /// Returns when the channel has accepted the last piece. Throws if the client has gone, or, without writing anything,
  /// if the task is canceled.
  package func write(_ bytes: [UInt8]) async throws {
    guard bytes.count > Self.piece else { return try await writePieces(of: bytes) }
    // A canceled task may not write, and would leave half a line behind.
    try await Task(executorPreference: WorkPool.shared) { try await self.writePieces(of: bytes) }.value
  }

  private func writePieces(of bytes: [UInt8]) async throws {
    await takeTurn()
    defer { passTurn() }
    for start in stride(from: 0, to: bytes.count, by: Self.piece) {
      try await outbound.write(ByteBuffer(bytes: bytes[start..<min(start + Self.piece, bytes.count)]))
    }
  }

  /// Ends the output: the client sees the end after everything that was written.
  package func finish() { outbound.finish() }

  private func takeTurn() async {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        defer { waiting = waiting.map { $0 + [continuation] } ?? [] }
        return waiting == nil
      }
      if isFree { continuation.resume() }
    }
  }

  private func passTurn() {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      if waiting?.isEmpty == true { waiting = nil }
      return waiting?.removeFirst()
    }
    next?.resume()
  }
}
