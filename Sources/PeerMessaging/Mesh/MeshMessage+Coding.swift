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
        let payload = view.isKnownType ? Base64.decode(view.payload.utf8(in: body)) : []
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
        let order: [Member] =
            switch style.memberOrder {
            case .declared: [.type, .senderID, .timestamp]
            case .sorted: [.senderID, .timestamp, .type]
            }
        for (index, member) in order.enumerated() {
            writer.write(index == 0 ? "{" : ",")
            switch member {
            case .type:
                writer.write("\"type\":")
                writeType(to: &writer, sorted: style.memberOrder == .sorted)
            case .senderID:
                writer.write("\"senderID\":")
                writer.write(string: senderID)
            case .timestamp:
                writer.write("\"timestamp\":")
                switch timestamp {
                case .secondsSince2001(let seconds): writer.write(number: seconds)
                case .iso8601(let text): writer.write(string: text)
                }
            }
        }
        writer.write("}")
        output.writeBytes(writer.bytes)
    }

    private enum Member { case type, senderID, timestamp }

    private func writeType(to writer: inout JSONWriter, sorted: Bool) {
        switch type {
        case .identification(let peerID, let displayName):
            let members = [("peerID", peerID), ("displayName", displayName)]
            var separator = "{\"identification\":{"
            for (name, value) in sorted ? members.reversed() : members {
                writer.write(separator + "\"\(name)\":")
                writer.write(string: value)
                separator = ","
            }
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
        /// By name, like `JSONEncoder`'s `sortedKeys`.
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
