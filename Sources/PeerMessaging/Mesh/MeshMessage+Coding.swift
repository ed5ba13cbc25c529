import WireCoding

extension MeshMessage {
    /// Reads the body of a frame.
    ///
    /// Members that the message does not have are dropped. ``MeshMessageView/init(scanning:)`` says what is accepted.
    public init(parsing body: Span<UInt8>) throws(MeshMessageError) {
        self.init(try MeshMessageView(scanning: body), in: body)
    }

    /// The message of a view.
    ///
    /// - Parameter body: The body that was scanned.
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

/// How a message is written, of what peers are seen to do.
public struct MeshMessageStyle: Hashable, Sendable {
    public enum MemberOrder: Hashable, Sendable {
        /// The order of the declarations.
        case declared
        /// Sorted by name, like `JSONEncoder`'s `sortedKeys`.
        case sorted
    }

    /// Whether `/` is written `\/`, as `JSONEncoder` does by default.
    public var escapesSlashes: Bool
    public var memberOrder: MemberOrder

    public init(escapesSlashes: Bool = true, memberOrder: MemberOrder = .declared) {
        self.escapesSlashes = escapesSlashes
        self.memberOrder = memberOrder
    }
}
