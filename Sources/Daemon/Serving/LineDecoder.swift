import NIOCore

/// Cuts what a client sends into lines, without their ends.
struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// How much of the buffer is known to have no line's end.
  private var searched = 0

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    let unsearched = buffer.readableBytesView.dropFirst(searched)
    guard let end = unsearched.firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.readableBytes
      return .needMoreData
    }
    searched = 0
    if let line = buffer.readSlice(length: end - buffer.readerIndex) {
      buffer.moveReaderIndex(forwardBy: 1)
      context.fireChannelRead(wrapInboundOut(line))
    }
    return .continue
  }

  /// Half a request at the end is none.
  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    while try decode(context: context, buffer: &buffer) == .continue {}
    buffer.clear()
    return .needMoreData
  }
}
