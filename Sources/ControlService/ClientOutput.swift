import Machine
import NIOCore
import Synchronization

/// The way to a client: whole lines, one after the other, in pieces that are not handed over faster than they are read.
package final class ClientOutput: Sendable {
  private struct State {
    var isBusy = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// In bytes. The channel takes a piece while it has less than 64 KiB that the client has not read.
  private static let piece = 1 << 14

  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private let state = Mutex(State())

  package init(_ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) { self.outbound = outbound }

  /// Returns when the channel has taken the last piece; throws once the client has gone, or with nothing written when the
  /// task is cancelled.
  package func write(_ bytes: [UInt8]) async throws {
    guard bytes.count > Self.piece else { return try await writePieces(of: bytes) }
    // In a task of its own: a cancelled one may not write, and would leave half a line.
    try await Task(executorPreference: WorkPool.shared) { try await self.writePieces(of: bytes) }.value
  }

  private func writePieces(of bytes: [UInt8]) async throws {
    await takeTurn()
    defer { passTurn() }
    for start in stride(from: 0, to: bytes.count, by: Self.piece) {
      try await outbound.write(ByteBuffer(bytes: bytes[start..<min(start + Self.piece, bytes.count)]))
    }
  }

  /// Nothing more comes: the client reads its end after what was written.
  package func finish() { outbound.finish() }

  private func takeTurn() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isBusy { state.waiting.append(continuation) }
        defer { state.isBusy = true }
        return !state.isBusy
      }
      if isFree { continuation.resume() }
    }
  }

  private func passTurn() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isBusy = !state.waiting.isEmpty
      return state.isBusy ? state.waiting.removeFirst() : nil
    }
    next?.resume()
  }
}
