import WireCoding

extension QUICFrame where Bytes == [UInt8] {
    /// Reads a frame, as a ``QUICFrameView`` does, and copies its bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let view = try QUICFrameView(parsing: &input)
        let source = input.input
        self = view.map { source.copied($0) }
    }

    /// Writes the frame. Frames without a length have to be the last of their packet.
    ///
    /// - Throws: `tooLong`, before the first byte, for a connection ID of more than 20 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        if case .newConnectionID(let new) = self {
            try WireError.checkLength(
                new.connectionID.count, "QUIC connection ID", maximum: QUICPacketView.maximumConnectionIDLength,
                offset: output.count)
        }
        if case .padding(let count) = self {
            return output.writeBytes(repeatElement(0, count: max(count, 0)))
        }
        // All types that are known are below 64: one byte, in the fewest.
        output.writeUInt8(UInt8(truncatingIfNeeded: type.rawValue))
        switch self {
        case .padding, .ping, .handshakeDone: break
        case .acknowledgment(let acknowledgment): acknowledgment.serialize(into: &output)
        case .resetStream(let id, let errorCode, let finalSize):
            output.writeQUIC(id, errorCode, finalSize)
        case .stopSending(let id, let errorCode): output.writeQUIC(id, errorCode)
        case .crypto(let offset, let width, let data):
            output.writeQUIC(offset)
            output.writeQUIC(data, lengthWidth: width)
        case .newToken(let width, let token): output.writeQUIC(token, lengthWidth: width)
        case .stream(let stream):
            output.writeQUIC(stream.id)
            if let offset = stream.offset { output.writeQUIC(offset) }
            output.writeQUIC(stream.data, lengthWidth: stream.lengthWidth)
        case .maxData(let number), .maxStreams(_, let number), .dataBlocked(let number),
            .streamsBlocked(_, let number), .retireConnectionID(let number):
            output.writeQUIC(number)
        case .maxStreamData(let id, let number), .streamDataBlocked(let id, let number):
            output.writeQUIC(id, number)
        case .newConnectionID(let new):
            output.writeQUIC(new.sequence, new.retirePriorTo)
            output.writeUInt8(UInt8(truncatingIfNeeded: new.connectionID.count))
            output.writeBytes(new.connectionID)
            output.writeBytes(new.statelessResetToken)
        case .pathChallenge(let data), .pathResponse(let data): output.writeUInt64(data)
        case .connectionClose(let close):
            output.writeQUIC(close.errorCode)
            if let frameType = close.frameType { output.writeQUIC(frameType) }
            output.writeQUIC(close.reason, lengthWidth: close.reasonLengthWidth)
        case .datagram(let width, let data): output.writeQUIC(data, lengthWidth: width)
        }
    }
}

extension QUICFrame.Acknowledgment where Bytes == [UInt8] {
    fileprivate func serialize(into output: inout ByteWriter) {
        output.writeQUIC(largest, delay, rangeCount, firstRange)
        output.writeBytes(ranges)
        if let counts = congestionCounts { output.writeQUIC(counts.ect0, counts.ect1, counts.ce) }
    }
}

extension ByteWriter {
    fileprivate mutating func writeQUIC(_ numbers: QUICVariableInteger...) {
        for number in numbers { number.serialize(into: &self) }
    }

    /// Writes bytes after their length, in that width if it fits; without a length, if there is no width.
    fileprivate mutating func writeQUIC(_ bytes: [UInt8], lengthWidth: QUICVariableInteger.Width?) {
        if let lengthWidth { QUICVariableInteger.count(bytes.count, width: lengthWidth).serialize(into: &self) }
        writeBytes(bytes)
    }
}
