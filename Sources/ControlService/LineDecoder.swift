import Control
import NIOCore

package enum ClientLine: Sendable {
  /// A line without its end. It is counted until the charge is released.
  case whole(ByteBuffer, ClientMemory.Charge?)
  /// A line that exceeds the length limit. Everything after it is dropped.
  case tooLong
  /// A line for which there is no memory now. Everything after it is dropped.
  case noRoom
}

/// Splits a client's data into lines without their ends, and drops empty lines.
package struct LineDecoder: ByteToMessageDecoder {
  package typealias InboundOut = ClientLine

  package let memory: ClientMemory.Share
  /// The length of the buffer's beginning that contains no line end.
  private var searched = 0
  private var charge: ClientMemory.Charge?
  private var isDropping = false

  package init(memory: ClientMemory.Share) { self.memory = memory }

  package mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    guard !isDropping else {
      buffer.clear()
      return .needMoreData
    }
    let unsearched = buffer.readableBytesView.dropFirst(searched)
    let end = unsearched.firstIndex(of: UInt8(ascii: "\n"))
    let length = (end ?? buffer.writerIndex) - buffer.readerIndex
    guard length <= Wire.longestLine else { return drop(.tooLong, context, &buffer) }
    guard count(length) else { return drop(.noRoom, context, &buffer) }
    guard end != nil, let line = buffer.readSlice(length: length) else {
      searched = length
      if length > 0 { memory.lineHasCome(length) }
      return .needMoreData
    }
    buffer.moveReaderIndex(forwardBy: 1)
    memory.lineHasCome(nil)
    if length > 0 { hand(.whole(line, charge), to: context) }
    searched = 0
    charge = nil
    return .continue
  }

  package mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    while try decode(context: context, buffer: &buffer) == .continue {}
    buffer.clear()
    return .needMoreData
  }

  private mutating func count(_ length: Int) -> Bool {
    if let charge { return charge.grow(to: length) }
    guard length > ClientMemory.free else { return true }
    charge = memory.charge(length)
    return charge != nil
  }

  private mutating func drop(
    _ reason: ClientLine, _ context: ChannelHandlerContext, _ buffer: inout ByteBuffer
  ) -> DecodingState {
    isDropping = true
    charge = nil
    memory.lineHasCome(nil)
    buffer.clear()
    hand(reason, to: context)
    return .needMoreData
  }

  private func hand(_ line: ClientLine, to context: ChannelHandlerContext) {
    memory.lineWaits()
    context.fireChannelRead(wrapInboundOut(line))
  }
}
