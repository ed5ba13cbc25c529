/// A frame of a packet as logs have it: numbers and sizes, without the data.
public enum QUICLogFrame: Hashable, Sendable {
    case padding(QUICLogDataFrame)
    case ping(QUICLogPlainFrame)
    case acknowledgment(QUICLogAcknowledgment)
    case resetStream(QUICLogStreamAbort)
    case stopSending(QUICLogStreamAbort)
    case crypto(QUICLogDataFrame)
    case newToken(QUICLogDataFrame)
    case stream(QUICLogStreamFrame)
    case maxData(QUICLogMaximum)
    case maxStreamData(QUICLogMaximum)
    case maxStreams(QUICLogMaximum)
    case dataBlocked(QUICLogBlocked)
    case streamDataBlocked(QUICLogBlocked)
    case streamsBlocked(QUICLogBlocked)
    case newConnectionID(QUICLogConnectionIDFrame)
    case retireConnectionID(QUICLogConnectionIDFrame)
    case pathChallenge(QUICLogPathFrame)
    case pathResponse(QUICLogPathFrame)
    case connectionClose(QUICLogClose)
    case handshakeDone(QUICLogPlainFrame)
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
