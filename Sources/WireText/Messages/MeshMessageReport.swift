import Foundation
import PeerMessaging
import WireCoding

/// A mesh message as `nearscope decode mesh --format json` shows it and `nearscope encode mesh` reads it.
public struct MeshMessageReport: Codable {
    /// The offset of the frame in the stream, nil for a body without a frame.
    var offset: Int?
    /// The size of the body.
    var bytes: Int?
    /// The name of the case.
    var type: String
    var senderID: String
    var timestamp: MeshTimestamp
    var peerID: String?
    var displayName: String?
    /// In base64, as it is in the message.
    var payload: String?
    /// The payload, where it is UTF-8.
    var payloadText: String?
    var originalSender: String?
    var seenBy: [String]?
    /// The value of a case that is not known, a JSON text.
    var value: String?
}

extension MeshMessageReport {
    /// The report of a message.
    public init(_ message: MeshMessage, offset: Int?, bytes: Int) {
        self.offset = offset
        self.bytes = bytes
        senderID = message.senderID
        timestamp = message.timestamp
        switch message.type {
        case .identification(let peerID, let displayName):
            type = "identification"
            self.peerID = peerID
            self.displayName = displayName
        case .broadcast(let payload):
            type = "broadcast"
            setPayload(payload)
        case .direct(let payload):
            type = "direct"
            setPayload(payload)
        case .relayedBroadcast(let payload, let originalSender, let seenBy):
            type = "relayedBroadcast"
            setPayload(payload)
            self.originalSender = originalSender
            self.seenBy = seenBy
        case .unknown(let name, let value):
            type = name
            self.value = String(decoding: value, as: UTF8.self)
        }
    }

    private mutating func setPayload(_ bytes: [UInt8]) {
        payload = Data(bytes).base64EncodedString()
        payloadText = String(validating: bytes, as: UTF8.self)
    }
}

extension MeshMessageReport {
    /// The reason why JSON does not describe a message.
    public struct Problem: Error {
        /// A sentence without its period, such as `timestamp is neither a number nor an RFC 3339 date`.
        public let text: String
    }

    /// The message. `payload` counts if it is given, otherwise `payloadText`.
    public func message() throws(Problem) -> MeshMessage {
        guard timestamp.unixTime != nil else {
            throw Problem(text: "timestamp is neither a number nor an RFC 3339 date")
        }
        return MeshMessage(type: try messageType(), senderID: senderID, timestamp: timestamp)
    }

    private func messageType() throws(Problem) -> MeshMessage.MessageType {
        switch type {
        case "identification":
            return .identification(
                peerID: try required(peerID, "peerID"), displayName: try required(displayName, "displayName"))
        case "broadcast": return .broadcast(payload: try payloadBytes())
        case "direct": return .direct(payload: try payloadBytes())
        case "relayedBroadcast":
            return .relayedBroadcast(
                payload: try payloadBytes(), originalSender: try required(originalSender, "originalSender"),
                seenBy: try required(seenBy, "seenBy"))
        default:
            return .unknown(name: type, value: try Self.jsonText(value))
        }
    }

    /// The value of a case that is not known; an empty object where none is given.
    static func jsonText(_ value: String?) throws(Problem) -> [UInt8] {
        let bytes = Array((value ?? "{}").utf8)
        guard (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil else {
            throw Problem(text: "value is not JSON text")
        }
        return bytes
    }

    private func payloadBytes() throws(Problem) -> [UInt8] {
        guard let payload else { return Array(try required(payloadText, "payload").utf8) }
        guard let bytes = Data(base64Encoded: payload) else { throw Problem(text: "payload is not base64") }
        return Array(bytes)
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(Problem) -> Value {
        guard let value else { throw Problem(text: "\(name) is missing") }
        return value
    }
}

extension MeshMessageReport {
    /// One line for people.
    public var line: String {
        var parts = offset.map { ["at \($0)"] } ?? []
        if let bytes { parts.append("\(bytes) bytes") }
        parts += [SafeText.escaped(type), "from \(SafeText.escaped(senderID))", time]
        if let peerID, let displayName {
            parts.append("peer \(SafeText.escaped(peerID)), \(SafeText.escaped(displayName))")
        }
        if let originalSender { parts.append("first sent by \(SafeText.escaped(originalSender))") }
        if let seenBy { parts.append("seen by " + seenBy.map(SafeText.escaped).joined(separator: ", ")) }
        if let payloadText {
            parts.append("\"\(SafeText.escaped(payloadText))\"")
        } else if let payload {
            parts.append("base64 \(payload)")
        }
        if let value { parts.append(SafeText.escaped(value)) }
        return parts.joined(separator: "  ") + "\n"
    }

    private var time: String {
        switch timestamp {
        case .iso8601(let text):
            // One that ends in Z is in UTC already.
            SafeText.escaped(text)
                + (text.hasSuffix("Z")
                    ? "" : timestamp.unixTime.flatMap(Self.utc).map { " (\($0))" } ?? "")
        case .secondsSince2001(let seconds):
            (timestamp.unixTime.flatMap(Self.utc).map { $0 + " " } ?? "")
                + "(\(JSONText.digits(seconds)) s after 2001-01-01T00:00:00Z)"
        }
    }

    /// `2026-11-21T02:22:18.750Z` (RFC 3339); nil outside of the years 1583, before which calendars differ, to 9999, which are
    /// all that have four digits.
    private static func utc(_ unixTime: Double) -> String? {
        let milliseconds = (unixTime * 1000).rounded()
        guard (-12_212_553_600_000.0..<253_402_300_800_000).contains(milliseconds) else { return nil }
        let (seconds, rest) = Int64(milliseconds).quotientAndRemainder(dividingBy: 1000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        return RFC3339.text((seconds - borrow, (rest + borrow * 1000) * 1_000_000), decimals: 3)
    }
}

extension MeshMessageReport.Problem: CustomStringConvertible {
    /// ``text``
    public var description: String { text }
}
