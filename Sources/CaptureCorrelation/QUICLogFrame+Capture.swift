import QUICLogs
import SealedChannels
import WireCoding

extension QUICLogFrame {
    /// The frames of an opened packet. One that is malformed ends them, and is there as an unknown frame with the bytes that are left.
    ///
    /// - Parameter delayExponent: That of the sender's ACK frames (RFC 9000 §13.2.5).
    static func frames(in payload: Span<UInt8>, delayExponent: UInt64) -> [QUICLogFrame] {
        var frames: [QUICLogFrame] = []
        var input = ByteReader(payload)
        while !input.isAtEnd {
            let rest = input.remaining
            guard let frame = try? QUICFrameView(parsing: &input) else {
                let type = payload[payload.count - rest]
                frames.append(
                    .unknown(
                        .object([
                            QUICLogMember("frame_type", .text("unknown")),
                            QUICLogMember("frame_type_value", .integer(UInt64(type))),
                            QUICLogMember("raw", .object([QUICLogMember("length", .integer(UInt64(rest)))])),
                        ])))
                break
            }
            frames.append(QUICLogFrame(frame, in: payload, delayExponent: delayExponent))
        }
        return frames
    }

    /// - Parameter payload: The bytes that the frame was read from.
    private init(_ frame: QUICFrameView, in payload: Span<UInt8>, delayExponent: UInt64) {
        switch frame {
        case .padding(let count): self = .padding(.init(length: UInt64(count)))
        case .ping: self = .ping(.init())
        case .acknowledgment(let frame):
            self = .acknowledgment(Self.acknowledgment(frame, in: payload, delayExponent: delayExponent))
        case .resetStream(let id, let code, let size):
            self = .resetStream(
                .init(streamID: id.value, errorCode: .number(code.value), finalSize: size.value))
        case .stopSending(let id, let code):
            self = .stopSending(.init(streamID: id.value, errorCode: .number(code.value)))
        case .crypto(let offset, _, let data):
            self = .crypto(.init(offset: offset.value, length: UInt64(data.count)))
        case .newToken(_, let token):
            self = .newToken(.init(length: UInt64(token.count), token: payload.copied(token)))
        case .stream(let stream):
            self = .stream(
                .init(
                    streamID: stream.id.value, offset: stream.position, length: UInt64(stream.data.count),
                    isEnd: stream.isEnd))
        case .maxData(let maximum): self = .maxData(.init(maximum: maximum.value))
        case .maxStreamData(let id, let maximum):
            self = .maxStreamData(.init(streamID: id.value, maximum: maximum.value))
        case .maxStreams(let isBidirectional, let maximum):
            self = .maxStreams(.init(isBidirectional: isBidirectional, maximum: maximum.value))
        case .dataBlocked(let limit): self = .dataBlocked(.init(limit: limit.value))
        case .streamDataBlocked(let id, let limit):
            self = .streamDataBlocked(.init(streamID: id.value, limit: limit.value))
        case .streamsBlocked(let isBidirectional, let limit):
            self = .streamsBlocked(.init(isBidirectional: isBidirectional, limit: limit.value))
        case .newConnectionID(let frame):
            var record = QUICLogConnectionIDFrame(
                sequence: frame.sequence.value, retirePriorTo: frame.retirePriorTo.value,
                connectionID: payload.copied(frame.connectionID),
                statelessResetToken: payload.copied(frame.statelessResetToken))
            record.others = [QUICLogMember("connection_id_length", .integer(UInt64(frame.connectionID.count)))]
            self = .newConnectionID(record)
        case .retireConnectionID(let sequence): self = .retireConnectionID(.init(sequence: sequence.value))
        case .pathChallenge(let data): self = .pathChallenge(.init(data: Self.bytes(data)))
        case .pathResponse(let data): self = .pathResponse(.init(data: Self.bytes(data)))
        case .connectionClose(let close): self = .connectionClose(Self.close(close, in: payload))
        case .handshakeDone: self = .handshakeDone(.init())
        case .datagram(_, let data): self = .datagram(.init(length: UInt64(data.count)))
        }
    }

    private static func acknowledgment(
        _ frame: QUICFrameView.Acknowledgment, in payload: Span<UInt8>, delayExponent: UInt64
    ) -> QUICLogAcknowledgment {
        var ranges: [ClosedRange<UInt64>] = []
        var reader = QUICAcknowledgedRanges(frame, in: payload)
        while let range = reader.next() { ranges.append(range) }
        let (delay, overflows) = frame.delayMicroseconds(exponent: delayExponent).multipliedReportingOverflow(by: 1000)
        return QUICLogAcknowledgment(
            delay: overflows ? .max : Int64(clamping: delay), ranges: ranges.reversed(),
            ect0: frame.congestionCounts?.ect0.value, ect1: frame.congestionCounts?.ect1.value,
            congestionExperienced: frame.congestionCounts?.ce.value)
    }

    private static func close(_ frame: QUICFrameView.ConnectionClose, in payload: Span<UInt8>) -> QUICLogClose {
        QUICLogClose(
            errorSpace: frame.frameType == nil ? "application" : "transport",
            errorCode: .number(frame.errorCode.value),
            reason: QUICCloseReason(frame, in: payload, isByClient: true).text,
            triggerFrameType: frame.frameType?.value)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
