import WireCoding

/// A message between peers of a mesh, the body of one frame: JSON as Swift's `JSONEncoder` writes it.
///
/// ```json
/// {"type":{"direct":{"payload":"UElORw=="}},"senderID":"3F2504E0-…","timestamp":816920534.3597851}
/// ```
///
/// The order of members varies from message to message.
public struct MeshMessage: Hashable, Sendable {
    /// The content of the message, and its recipients.
    @nonexhaustive
    public enum MessageType: Hashable, Sendable {
        /// The sender's identity; the first message on a connection.
        case identification(peerID: String, displayName: String)
        /// To all peers.
        case broadcast(payload: [UInt8])
        /// To one peer.
        case direct(payload: [UInt8])
        /// A broadcast handed on. `seenBy` is a set on the wire; its order and repetitions are kept.
        case relayedBroadcast(payload: [UInt8], originalSender: String, seenBy: [String])
        /// A case of another version: its name and its value, a JSON text that is written back as it is.
        case unknown(name: String, value: [UInt8])
    }

    /// The case of the message with its values.
    public var type: MessageType
    /// The peer that sent this; for a relayed broadcast, the relay.
    public var senderID: String
    /// The sender's clock at encoding.
    public var timestamp: MeshTimestamp

    /// A message as its sender writes it.
    public init(type: MessageType, senderID: String, timestamp: MeshTimestamp) {
        self.type = type
        self.senderID = senderID
        self.timestamp = timestamp
    }

    /// Reads the body of a frame.
    ///
    /// Members that the message does not have are dropped. ``MeshMessageView/init(scanning:)`` says what is accepted.
    public init(parsing body: Span<UInt8>) throws(MeshMessageError) {
        self.init(try MeshMessageView(scanning: body), in: body)
    }

    /// The message of a view.
    ///
    /// - Parameters:
    ///   - view: The result of the scan.
    ///   - body: The body that was scanned.
    public init(_ view: MeshMessageView, in body: Span<UInt8>) {
        let payload = view.isKnownType ? Self.payload(view.payload, in: body) : []
        type =
            switch view.kind {
            case .identification:
                .identification(
                    peerID: view.peerID.string(in: body), displayName: view.displayName.string(in: body))
            case .broadcast: .broadcast(payload: payload)
            case .direct: .direct(payload: payload)
            case .relayedBroadcast:
                .relayedBroadcast(
                    payload: payload, originalSender: view.originalSender.string(in: body),
                    seenBy: view.seenBy(in: body))
            case .unknown: .unknown(name: view.caseName.string(in: body), value: body.copied(view.caseRange))
            }
        senderID = view.senderID.string(in: body)
        timestamp =
            switch view.timestampForm {
            case .secondsSince2001: .secondsSince2001(view.timestamp)
            case .iso8601: .iso8601(view.timestampText.string(in: body))
            }
    }

    private static func payload(_ base64: JSONStringRange, in body: Span<UInt8>) -> [UInt8] {
        guard base64.hasEscapes else { return Base64.decode(body.extracting(base64.range)) }
        return Base64.decode(base64.utf8(in: body).span)
    }

    /// Appends the JSON text, which Foundation's `JSONDecoder` accepts when the case is known and the timestamp is a
    /// number.
    ///
    /// The value of an unknown case is written as it is and must be a JSON text.
    ///
    /// - Throws: ``JSONDecodingError/Kind/numberOutOfRange``, before the first byte, when the timestamp is infinite or no
    ///   number. The error's offset is the writer's count.
    public func serialize(
        into output: inout ByteWriter, style: MeshMessageStyle = MeshMessageStyle()
    ) throws(MeshMessageError) {
        if case .secondsSince2001(let seconds) = timestamp, !seconds.isFinite {
            throw MeshMessageError(.numberOutOfRange, offset: output.count)
        }
        var text = JSONText(pretty: false, style: .foundation(escapesSlashes: style.escapesSlashes))
        let isSorted = style.memberOrder == .sorted
        text.beginObject()
        if !isSorted { writeType(to: &text, sorted: false) }
        text.key("senderID")
        text.value(senderID)
        text.key("timestamp")
        switch timestamp {
        case .secondsSince2001(let seconds): text.value(seconds)
        case .iso8601(let date): text.value(date)
        }
        if isSorted { writeType(to: &text, sorted: true) }
        text.endObject()
        output.writeBytes(text.bytes)
    }

    /// Writes the case as an object of one member, whose value has the case's associated values.
    private func writeType(to text: inout JSONText, sorted: Bool) {
        text.key("type")
        text.beginObject()
        func write(_ name: String, _ members: FrameField...) {
            text.key(name)
            text.value(sorted ? members.sorted { $0.name < $1.name } : members)
        }
        switch type {
        case .identification(let peerID, let displayName):
            write("identification", .text("peerID", peerID), .text("displayName", displayName))
        case .broadcast(let payload): write("broadcast", Self.member(payload))
        case .direct(let payload): write("direct", Self.member(payload))
        case .relayedBroadcast(let payload, let originalSender, let seenBy):
            write(
                "relayedBroadcast", Self.member(payload), .text("originalSender", originalSender),
                FrameField("seenBy", .list(seenBy.map { .text($0) })))
        case .unknown(let name, let value):
            text.key(name)
            text.append(written: value)
        }
        text.endObject()
    }

    private static func member(_ payload: [UInt8]) -> FrameField {
        FrameField("payload", .text(String(decoding: Base64.encode(payload), as: UTF8.self)))
    }
}

/// A time by the sender's clock, in one of the two forms that peers write.
public enum MeshTimestamp: Hashable, Sendable {
    /// A number: seconds since 2001-01-01T00:00:00Z, the encoder's default.
    case secondsSince2001(Double)
    /// A date and time by RFC 3339, as it is written.
    case iso8601(String)

    /// 2001-01-01T00:00:00Z in seconds since 1970-01-01T00:00:00Z.
    static let referenceUnixTime = 978_307_200.0

    /// Seconds since 1970-01-01T00:00:00Z, or nil for a text that is not a date and time.
    public var unixTime: Double? {
        switch self {
        case .secondsSince2001(let seconds): seconds + Self.referenceUnixTime
        case .iso8601(let text): Self.unixTime(rfc3339: Array(text.utf8).span)
        }
    }

    /// Seconds since 1970-01-01T00:00:00Z; date and time have a `T` between them, as Foundation wants it.
    static func unixTime(rfc3339 text: Span<UInt8>) -> Double? {
        guard text.count > 10, text[10] == UInt8(ascii: "T"), let time = RFC3339.time(text) else { return nil }
        return Double(time.seconds) + Double(time.nanoseconds) / 1e9
    }
}

/// A number or a text, as in the message.
extension MeshTimestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .iso8601(text)
        } else {
            self = .secondsSince2001(try container.decode(Double.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .secondsSince2001(let seconds): try container.encode(seconds)
        case .iso8601(let text): try container.encode(text)
        }
    }
}

/// How a message is written, of what peers are seen to do.
public struct MeshMessageStyle: Hashable, Sendable {
    /// The order of a message's members in its JSON text.
    @nonexhaustive
    public enum MemberOrder: Hashable, Sendable {
        /// The order of the declarations.
        case declared
        /// Sorted by name, like `JSONEncoder`'s `sortedKeys`.
        case sorted
    }

    /// Whether `/` is written `\/`, as `JSONEncoder` does by default.
    public var escapesSlashes: Bool
    /// The order of the members in each object.
    public var memberOrder: MemberOrder

    /// A style. The defaults are those of a `JSONEncoder` that was not changed, but for the order, which that leaves to
    /// chance.
    public init(escapesSlashes: Bool = true, memberOrder: MemberOrder = .declared) {
        self.escapesSlashes = escapesSlashes
        self.memberOrder = memberOrder
    }
}
