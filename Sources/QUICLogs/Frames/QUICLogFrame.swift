/// A frame of a packet as logs have it: numbers and sizes, without the data.
@nonexhaustive
public enum QUICLogFrame: Hashable, Sendable {
    /// `padding`, RFC 9000 §19.1.
    case padding(QUICLogDataFrame)
    /// `ping`, RFC 9000 §19.2.
    case ping(QUICLogPlainFrame)
    /// `ack`, RFC 9000 §19.3.
    case acknowledgment(QUICLogAcknowledgment)
    /// `reset_stream`, RFC 9000 §19.4.
    case resetStream(QUICLogStreamAbort)
    /// `stop_sending`, RFC 9000 §19.5.
    case stopSending(QUICLogStreamAbort)
    /// `crypto`, RFC 9000 §19.6.
    case crypto(QUICLogDataFrame)
    /// `new_token`, RFC 9000 §19.7.
    case newToken(QUICLogDataFrame)
    /// `stream`, RFC 9000 §19.8.
    case stream(QUICLogStreamFrame)
    /// `max_data`, RFC 9000 §19.9.
    case maxData(QUICLogMaximum)
    /// `max_stream_data`, RFC 9000 §19.10.
    case maxStreamData(QUICLogMaximum)
    /// `max_streams`, RFC 9000 §19.11.
    case maxStreams(QUICLogMaximum)
    /// `data_blocked`, RFC 9000 §19.12.
    case dataBlocked(QUICLogBlocked)
    /// `stream_data_blocked`, RFC 9000 §19.13.
    case streamDataBlocked(QUICLogBlocked)
    /// `streams_blocked`, RFC 9000 §19.14.
    case streamsBlocked(QUICLogBlocked)
    /// `new_connection_id`, RFC 9000 §19.15.
    case newConnectionID(QUICLogConnectionIDFrame)
    /// `retire_connection_id`, RFC 9000 §19.16.
    case retireConnectionID(QUICLogConnectionIDFrame)
    /// `path_challenge`, RFC 9000 §19.17.
    case pathChallenge(QUICLogPathFrame)
    /// `path_response`, RFC 9000 §19.18.
    case pathResponse(QUICLogPathFrame)
    /// `connection_close`, RFC 9000 §19.19.
    case connectionClose(QUICLogClose)
    /// `handshake_done`, RFC 9000 §19.20.
    case handshakeDone(QUICLogPlainFrame)
    /// `datagram`, RFC 9221 §4.
    case datagram(QUICLogDataFrame)
    /// Any other, as it came.
    case unknown(QUICLogJSON)
}

extension QUICLogFrame {
    private static let typeName = "frame_type"

    init(_ json: QUICLogJSON, unit: QUICLogTimeUnit) {
        guard var members = json.members, let index = members.firstIndex(where: { $0.name == Self.typeName }),
            let name = members[index].value.string
        else {
            self = .unknown(json)
            return
        }
        members.remove(at: index)
        switch name.lowercased() {
        case "padding": self = .padding(.init(members, unit: unit))
        case "ping": self = .ping(.init(members, unit: unit))
        case "ack": self = .acknowledgment(.init(members, unit: unit))
        case "reset_stream": self = .resetStream(.init(members, unit: unit))
        case "stop_sending": self = .stopSending(.init(members, unit: unit))
        case "crypto": self = .crypto(.init(members, unit: unit))
        case "new_token": self = .newToken(.init(members, unit: unit))
        case "stream": self = .stream(.init(members, unit: unit))
        case "max_data": self = .maxData(.init(members, unit: unit))
        case "max_stream_data": self = .maxStreamData(.init(members, unit: unit))
        case "max_streams": self = .maxStreams(.init(members, unit: unit))
        case "data_blocked": self = .dataBlocked(.init(members, unit: unit))
        case "stream_data_blocked": self = .streamDataBlocked(.init(members, unit: unit))
        case "streams_blocked": self = .streamsBlocked(.init(members, unit: unit))
        case "new_connection_id": self = .newConnectionID(.init(members, unit: unit))
        case "retire_connection_id": self = .retireConnectionID(.init(members, unit: unit))
        case "path_challenge": self = .pathChallenge(.init(members, unit: unit))
        case "path_response": self = .pathResponse(.init(members, unit: unit))
        case "connection_close": self = .connectionClose(.init(members, unit: unit))
        case "handshake_done": self = .handshakeDone(.init(members, unit: unit))
        case "datagram": self = .datagram(.init(members, unit: unit))
        default: self = .unknown(json)
        }
    }

    var json: QUICLogJSON {
        switch self {
        case .padding(let frame): Self.object("padding", frame)
        case .ping(let frame): Self.object("ping", frame)
        case .acknowledgment(let frame): Self.object("ack", frame)
        case .resetStream(let frame): Self.object("reset_stream", frame)
        case .stopSending(let frame): Self.object("stop_sending", frame)
        case .crypto(let frame): Self.object("crypto", frame)
        case .newToken(let frame): Self.object("new_token", frame)
        case .stream(let frame): Self.object("stream", frame)
        case .maxData(let frame): Self.object("max_data", frame)
        case .maxStreamData(let frame): Self.object("max_stream_data", frame)
        case .maxStreams(let frame): Self.object("max_streams", frame)
        case .dataBlocked(let frame): Self.object("data_blocked", frame)
        case .streamDataBlocked(let frame): Self.object("stream_data_blocked", frame)
        case .streamsBlocked(let frame): Self.object("streams_blocked", frame)
        case .newConnectionID(let frame): Self.object("new_connection_id", frame)
        case .retireConnectionID(let frame): Self.object("retire_connection_id", frame)
        case .pathChallenge(let frame): Self.object("path_challenge", frame)
        case .pathResponse(let frame): Self.object("path_response", frame)
        case .connectionClose(let frame): Self.object("connection_close", frame)
        case .handshakeDone(let frame): Self.object("handshake_done", frame)
        case .datagram(let frame): Self.object("datagram", frame)
        case .unknown(let json): json
        }
    }

    private static func object(_ name: String, _ record: some QUICLogRecord) -> QUICLogJSON {
        .object([QUICLogMember(typeName, .escaped(name))] + record.members)
    }
}

extension QUICLogCodec<[QUICLogFrame]> {
    static let frames = QUICLogCodec(
        decode: { json, unit in json.elements?.map { QUICLogFrame($0, unit: unit) } },
        encode: { .array($0.map(\.json)) })
}
