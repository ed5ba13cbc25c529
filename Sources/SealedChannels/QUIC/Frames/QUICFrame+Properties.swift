extension QUICFrame {
    /// The type that it is written with.
    public var type: QUICFrameType {
        switch self {
        case .padding: .padding
        case .ping: .ping
        case .acknowledgment(let acknowledgment):
            acknowledgment.congestionCounts == nil ? .acknowledgment : .acknowledgmentWithCounts
        case .resetStream: .resetStream
        case .stopSending: .stopSending
        case .crypto: .crypto
        case .newToken: .newToken
        case .stream(let stream):
            QUICFrameType(
                rawValue: QUICFrameType.stream.rawValue
                    | (stream.offset == nil ? 0 : QUICFrameType.StreamBit.offset)
                    | (stream.lengthWidth == nil ? 0 : QUICFrameType.StreamBit.length)
                    | (stream.isEnd ? QUICFrameType.StreamBit.end : 0))
        case .maxData: .maxData
        case .maxStreamData: .maxStreamData
        case .maxStreams(let isBidirectional, _):
            isBidirectional ? .maxBidirectionalStreams : .maxUnidirectionalStreams
        case .dataBlocked: .dataBlocked
        case .streamDataBlocked: .streamDataBlocked
        case .streamsBlocked(let isBidirectional, _):
            isBidirectional ? .bidirectionalStreamsBlocked : .unidirectionalStreamsBlocked
        case .newConnectionID: .newConnectionID
        case .retireConnectionID: .retireConnectionID
        case .pathChallenge: .pathChallenge
        case .pathResponse: .pathResponse
        case .connectionClose(let close): close.frameType == nil ? .applicationClose : .connectionClose
        case .handshakeDone: .handshakeDone
        case .datagram(let lengthWidth, _): lengthWidth == nil ? .datagram : .datagramWithLength
        }
    }

    /// Whether its packet must be acknowledged (RFC 9000 §13.2): all but ACK, PADDING and CONNECTION_CLOSE.
    public var elicitsAcknowledgment: Bool {
        switch self {
        case .padding, .acknowledgment, .connectionClose: false
        default: true
        }
    }

    /// Whether packets of that type may have it (RFC 9000 §12.4, table 3; RFC 9221 §4).
    public func isAllowed(in packetType: QUICPacketType) -> Bool {
        switch packetType {
        case .oneRTT: return true
        case .versionNegotiation, .retry, .unknown: return false
        case .initial, .handshake:
            switch self {
            case .padding, .ping, .acknowledgment, .crypto: return true
            // The application's reason must not be seen before the handshake is done (§10.2.3).
            case .connectionClose(let close): return close.frameType != nil
            default: return false
            }
        case .zeroRTT:
            switch self {
            case .acknowledgment, .crypto, .newToken, .pathResponse, .handshakeDone: return false
            case .retireConnectionID: return false
            default: return true
            }
        }
    }

    /// The frame with other bytes in place of each of its own: copies for ranges, ranges for copies.
    public func map<Other>(_ transform: (Bytes) -> Other) -> QUICFrame<Other> {
        switch self {
        case .padding(let count): .padding(count)
        case .ping: .ping
        case .acknowledgment(let value):
            .acknowledgment(
                QUICFrame<Other>.Acknowledgment(
                    largest: value.largest, delay: value.delay, rangeCount: value.rangeCount,
                    firstRange: value.firstRange, ranges: transform(value.ranges),
                    congestionCounts: value.congestionCounts.map {
                        QUICFrame<Other>.CongestionCounts(ect0: $0.ect0, ect1: $0.ect1, ce: $0.ce)
                    }))
        case .resetStream(let id, let errorCode, let finalSize):
            .resetStream(id: id, errorCode: errorCode, finalSize: finalSize)
        case .stopSending(let id, let errorCode): .stopSending(id: id, errorCode: errorCode)
        case .crypto(let offset, let width, let data):
            .crypto(offset: offset, lengthWidth: width, data: transform(data))
        case .newToken(let width, let token): .newToken(lengthWidth: width, token: transform(token))
        case .stream(let value):
            .stream(
                QUICFrame<Other>.Stream(
                    id: value.id, offset: value.offset, lengthWidth: value.lengthWidth, isEnd: value.isEnd,
                    data: transform(value.data)))
        case .maxData(let maximum): .maxData(maximum)
        case .maxStreamData(let id, let maximum): .maxStreamData(id: id, maximum: maximum)
        case .maxStreams(let isBidirectional, let maximum):
            .maxStreams(isBidirectional: isBidirectional, maximum: maximum)
        case .dataBlocked(let limit): .dataBlocked(limit: limit)
        case .streamDataBlocked(let id, let limit): .streamDataBlocked(id: id, limit: limit)
        case .streamsBlocked(let isBidirectional, let limit):
            .streamsBlocked(isBidirectional: isBidirectional, limit: limit)
        case .newConnectionID(let value):
            .newConnectionID(
                QUICFrame<Other>.NewConnectionID(
                    sequence: value.sequence, retirePriorTo: value.retirePriorTo,
                    connectionID: transform(value.connectionID),
                    statelessResetToken: transform(value.statelessResetToken)))
        case .retireConnectionID(let sequence): .retireConnectionID(sequence: sequence)
        case .pathChallenge(let data): .pathChallenge(data)
        case .pathResponse(let data): .pathResponse(data)
        case .connectionClose(let value):
            .connectionClose(
                QUICFrame<Other>.ConnectionClose(
                    errorCode: value.errorCode, frameType: value.frameType,
                    reasonLengthWidth: value.reasonLengthWidth, reason: transform(value.reason)))
        case .handshakeDone: .handshakeDone
        case .datagram(let width, let data): .datagram(lengthWidth: width, data: transform(data))
        }
    }
}
