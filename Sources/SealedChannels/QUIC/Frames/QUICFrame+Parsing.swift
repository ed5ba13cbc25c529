import WireCoding

extension QUICFrame where Bytes == Range<Int> {
    /// Reads a frame; padding as far as it goes. Ranges count from the start of the reader's outermost input.
    ///
    /// - Throws: `truncated` when a field is not whole; `invalidValue` for a type that is not known or not written in the
    ///   fewest bytes (RFC 9000 §12.4), for an empty token, for ranges below packet 0, and for numbers beyond what their
    ///   field allows; `tooLong` for a connection ID of more than 20 bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let bookmark = input
        let type = try QUICVariableInteger(parsing: &input, "QUIC frame type")
        guard QUICVariableInteger(type.value)?.width == type.width else {
            throw bookmark.error(.invalidValue(type.value), "QUIC frame type")
        }
        switch QUICFrameType(rawValue: type.value) {
        case .padding:
            var count = 1
            while !input.isAtEnd, input.input[input.position] == 0 {
                try input.skip(1, "QUIC padding")
                count &+= 1
            }
            self = .padding(count)
        case .ping: self = .ping
        case .acknowledgment: self = .acknowledgment(try Acknowledgment(parsing: &input, hasCounts: false))
        case .acknowledgmentWithCounts: self = .acknowledgment(try Acknowledgment(parsing: &input, hasCounts: true))
        case .newConnectionID: self = .newConnectionID(try NewConnectionID(parsing: &input))
        case .pathChallenge: self = .pathChallenge(try input.readUInt64("QUIC path challenge"))
        case .pathResponse: self = .pathResponse(try input.readUInt64("QUIC path response"))
        case .connectionClose: self = .connectionClose(try ConnectionClose(parsing: &input, hasFrameType: true))
        case .applicationClose: self = .connectionClose(try ConnectionClose(parsing: &input, hasFrameType: false))
        case .handshakeDone: self = .handshakeDone
        default:
            if let frame = try Self.ofStreams(type.value, &input) {
                self = frame
            } else {
                self = try Self.ofLimits(type.value, &input, bookmark)
            }
        }
    }

    /// Frames with bytes of streams and of the handshake, messages, and what ends streams. Nil for other types.
    private static func ofStreams(_ type: UInt64, _ input: inout ByteReader) throws(WireError) -> QUICFrame? {
        switch QUICFrameType(rawValue: type) {
        case .resetStream:
            return .resetStream(
                id: try QUICVariableInteger(parsing: &input, "QUIC stream ID"),
                errorCode: try QUICVariableInteger(parsing: &input, "QUIC application error code"),
                finalSize: try QUICVariableInteger(parsing: &input, "QUIC final size"))
        case .stopSending:
            return .stopSending(
                id: try QUICVariableInteger(parsing: &input, "QUIC stream ID"),
                errorCode: try QUICVariableInteger(parsing: &input, "QUIC application error code"))
        case .crypto:
            let bookmark = input
            let offset = try QUICVariableInteger(parsing: &input, "QUIC crypto offset")
            let (data, width) = try input.readQUICBytes("QUIC crypto length", "QUIC crypto data")
            try bookmark.requireEnd(offset.value, data.count, "QUIC crypto offset")
            return .crypto(offset: offset, lengthWidth: width, data: data)
        case .newToken:
            let bookmark = input
            let (token, width) = try input.readQUICBytes("QUIC token length", "QUIC token")
            guard !token.isEmpty else { throw bookmark.error(.invalidValue(0), "QUIC token length") }
            return .newToken(lengthWidth: width, token: token)
        case .datagram: return .datagram(lengthWidth: nil, data: try input.readQUICRemainder())
        case .datagramWithLength:
            let (data, width) = try input.readQUICBytes("QUIC datagram length", "QUIC datagram")
            return .datagram(lengthWidth: width, data: data)
        default: break
        }
        guard type & ~7 == QUICFrameType.stream.rawValue else { return nil }
        return .stream(try Stream(parsing: &input, type: type))
    }

    /// Frames of flow control.
    private static func ofLimits(
        _ type: UInt64, _ input: inout ByteReader, _ bookmark: borrowing ByteReader
    ) throws(WireError) -> QUICFrame {
        switch QUICFrameType(rawValue: type) {
        case .maxData: return .maxData(try QUICVariableInteger(parsing: &input, "QUIC maximum data"))
        case .maxStreamData:
            return .maxStreamData(
                id: try QUICVariableInteger(parsing: &input, "QUIC stream ID"),
                maximum: try QUICVariableInteger(parsing: &input, "QUIC maximum stream data"))
        case .maxBidirectionalStreams, .maxUnidirectionalStreams:
            return .maxStreams(isBidirectional: type & 1 == 0, maximum: try input.readQUICStreamCount())
        case .dataBlocked:
            return .dataBlocked(limit: try QUICVariableInteger(parsing: &input, "QUIC maximum data"))
        case .streamDataBlocked:
            return .streamDataBlocked(
                id: try QUICVariableInteger(parsing: &input, "QUIC stream ID"),
                limit: try QUICVariableInteger(parsing: &input, "QUIC maximum stream data"))
        case .bidirectionalStreamsBlocked, .unidirectionalStreamsBlocked:
            return .streamsBlocked(isBidirectional: type & 1 == 0, limit: try input.readQUICStreamCount())
        case .retireConnectionID:
            return .retireConnectionID(
                sequence: try QUICVariableInteger(parsing: &input, "QUIC connection ID sequence number"))
        default: throw bookmark.error(.invalidValue(type), "QUIC frame type")
        }
    }
}

extension QUICFrame.Stream where Bytes == Range<Int> {
    fileprivate init(parsing input: inout ByteReader, type: UInt64) throws(WireError) {
        id = try QUICVariableInteger(parsing: &input, "QUIC stream ID")
        let bookmark = input
        offset =
            type & QUICFrameType.StreamBit.offset == 0
            ? nil : try QUICVariableInteger(parsing: &input, "QUIC stream offset")
        if type & QUICFrameType.StreamBit.length == 0 {
            data = try input.readQUICRemainder()
            lengthWidth = nil
        } else {
            (data, lengthWidth) = try input.readQUICBytes("QUIC stream data length", "QUIC stream data")
        }
        isEnd = type & QUICFrameType.StreamBit.end != 0
        try bookmark.requireEnd(offset?.value ?? 0, data.count, "QUIC stream offset")
    }
}

extension QUICFrame.Acknowledgment where Bytes == Range<Int> {
    fileprivate init(parsing input: inout ByteReader, hasCounts: Bool) throws(WireError) {
        largest = try QUICVariableInteger(parsing: &input, "QUIC largest acknowledged")
        delay = try QUICVariableInteger(parsing: &input, "QUIC ACK delay")
        rangeCount = try QUICVariableInteger(parsing: &input, "QUIC ACK range count")
        let bookmark = input
        firstRange = try QUICVariableInteger(parsing: &input, "QUIC first ACK range")
        guard firstRange.value <= largest.value else {
            throw bookmark.error(.invalidValue(firstRange.value), "QUIC first ACK range")
        }
        let start = input.position
        var smallest = largest.value &- firstRange.value
        // Each range takes bytes: a count that lies meets the end of the packet. Nothing is kept of any.
        var count = rangeCount.value
        while count > 0 {
            count &-= 1
            var bookmark = input
            let gap = try QUICVariableInteger(parsing: &input, "QUIC gap")
            guard smallest >= 2, gap.value <= smallest &- 2 else {
                throw bookmark.error(.invalidValue(gap.value), "QUIC gap")
            }
            smallest &-= gap.value &+ 2
            bookmark = input
            let length = try QUICVariableInteger(parsing: &input, "QUIC ACK range length")
            guard length.value <= smallest else {
                throw bookmark.error(.invalidValue(length.value), "QUIC ACK range length")
            }
            smallest &-= length.value
        }
        ranges = start..<input.position
        congestionCounts = nil
        guard hasCounts else { return }
        congestionCounts = QUICFrame<Bytes>.CongestionCounts(
            ect0: try QUICVariableInteger(parsing: &input, "QUIC ECT(0) count"),
            ect1: try QUICVariableInteger(parsing: &input, "QUIC ECT(1) count"),
            ce: try QUICVariableInteger(parsing: &input, "QUIC ECN-CE count"))
    }
}

extension QUICFrame.NewConnectionID where Bytes == Range<Int> {
    fileprivate init(parsing input: inout ByteReader) throws(WireError) {
        sequence = try QUICVariableInteger(parsing: &input, "QUIC connection ID sequence number")
        var bookmark = input
        retirePriorTo = try QUICVariableInteger(parsing: &input, "QUIC retire prior to")
        guard retirePriorTo.value <= sequence.value else {
            throw bookmark.error(.invalidValue(retirePriorTo.value), "QUIC retire prior to")
        }
        bookmark = input
        let length = Int(try input.readUInt8("QUIC connection ID length"))
        guard length > 0 else { throw bookmark.error(.invalidValue(0), "QUIC connection ID length") }
        guard length <= QUICPacketView.maximumConnectionIDLength else {
            throw bookmark.error(
                .tooLong(length: length, maximum: QUICPacketView.maximumConnectionIDLength), "QUIC connection ID")
        }
        connectionID = try input.readRange(length, "QUIC connection ID")
        statelessResetToken = try input.readRange(QUICFrame<Bytes>.resetTokenLength, "QUIC stateless reset token")
    }
}

extension QUICFrame.ConnectionClose where Bytes == Range<Int> {
    fileprivate init(parsing input: inout ByteReader, hasFrameType: Bool) throws(WireError) {
        errorCode = try QUICVariableInteger(parsing: &input, "QUIC error code")
        frameType =
            hasFrameType ? try QUICVariableInteger(parsing: &input, "QUIC frame type of an error") : nil
        (reason, reasonLengthWidth) = try input.readQUICBytes("QUIC reason length", "QUIC reason phrase")
    }
}

extension QUICFrame {
    /// Bytes of the token by which a peer without state resets a connection (RFC 9000 §10.3).
    static var resetTokenLength: Int { 16 }
    /// Streams of a kind, at most: their IDs have two bits more (RFC 9000 §4.6).
    static var maximumStreamCount: UInt64 { 1 << 60 }
}

extension ByteReader {
    /// The place of bytes after their length.
    @_lifetime(self: copy self)
    fileprivate mutating func readQUICBytes(
        _ lengthField: WireError.Field, _ field: WireError.Field
    ) throws(WireError) -> (Range<Int>, QUICVariableInteger.Width) {
        let length = try QUICVariableInteger(parsing: &self, lengthField)
        return (try readRange(Int(truncatingIfNeeded: length.value), field), length.width)
    }

    /// The place of all that is left.
    @_lifetime(self: copy self)
    fileprivate mutating func readQUICRemainder() throws(WireError) -> Range<Int> {
        try readRange(remaining, "QUIC data")
    }

    @_lifetime(self: copy self)
    fileprivate mutating func readQUICStreamCount() throws(WireError) -> QUICVariableInteger {
        let bookmark = self
        let count = try QUICVariableInteger(parsing: &self, "QUIC maximum streams")
        guard count.value <= QUICFrameView.maximumStreamCount else {
            throw bookmark.error(.invalidValue(count.value), "QUIC maximum streams")
        }
        return count
    }

    /// Throws when bytes end behind the largest offset that there is (RFC 9000 §19.6, §19.8).
    fileprivate func requireEnd(_ offset: UInt64, _ count: Int, _ field: WireError.Field) throws(WireError) {
        guard offset &+ UInt64(count) <= QUICVariableInteger.maximum else {
            throw error(.invalidValue(offset), field)
        }
    }
}
