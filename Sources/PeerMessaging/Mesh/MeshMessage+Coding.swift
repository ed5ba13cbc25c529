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
        var writer = JSONWriter(escapesSlashes: style.escapesSlashes)
        let isSorted = style.memberOrder == .sorted
        writer.write("{")
        if !isSorted {
            writer.write("\"type\":")
            writeType(to: &writer, sorted: false)
            writer.write(",")
        }
        writer.write("\"senderID\":")
        writer.write(string: senderID)
        writer.write(",\"timestamp\":")
        switch timestamp {
        case .secondsSince2001(let seconds): writer.write(number: seconds)
        case .iso8601(let text): writer.write(string: text)
        }
        if isSorted {
            writer.write(",\"type\":")
            writeType(to: &writer, sorted: true)
        }
        writer.write("}")
        output.writeBytes(writer.bytes)
    }

    private func writeType(to writer: inout JSONWriter, sorted: Bool) {
        switch type {
        case .identification(let peerID, let displayName):
            writer.write(sorted ? "{\"identification\":{\"displayName\":" : "{\"identification\":{\"peerID\":")
            writer.write(string: sorted ? displayName : peerID)
            writer.write(sorted ? ",\"peerID\":" : ",\"displayName\":")
            writer.write(string: sorted ? peerID : displayName)
        case .broadcast(let payload):
            writer.write("{\"broadcast\":{\"payload\":")
            writer.write(base64: payload)
        case .direct(let payload):
            writer.write("{\"direct\":{\"payload\":")
            writer.write(base64: payload)
        case .relayedBroadcast(let payload, let originalSender, let seenBy):
            writer.write("{\"relayedBroadcast\":{")
            if !sorted {
                writer.write("\"payload\":")
                writer.write(base64: payload)
                writer.write(",")
            }
            writer.write("\"originalSender\":")
            writer.write(string: originalSender)
            if sorted {
                writer.write(",\"payload\":")
                writer.write(base64: payload)
            }
            writer.write(",\"seenBy\":[")
            for (index, peer) in seenBy.enumerated() {
                if index > 0 { writer.write(",") }
                writer.write(string: peer)
            }
            writer.write("]")
        case .unknown(let name, let value):
            writer.write("{")
            writer.write(string: name)
            writer.write(":")
            writer.write(text: value)
            writer.write("}")
            return
        }
        writer.write("}}")
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
