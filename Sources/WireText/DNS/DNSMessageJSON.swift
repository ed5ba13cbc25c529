import DNSWire
import WireCoding

/// DNS messages as JSON, with the fields that the layers `dns` and `mdns` of ``FrameView`` have.
///
/// A message read from JSON gives the same fields again, always: including unknown types and classes, options and
/// malformed data. If two fields say the same, as `flags` and `isResponse` do, one is enough, and a contradiction is an
/// error. Missing fields have sensible defaults:
///
/// | missing | is |
/// |---|---|
/// | `identifier`, `opcode`, `responseCode`, `priority`, `weight` | 0 (`priority` of a service binding: 1) |
/// | `flags` and its parts | those of a multicast response where there are answers and no questions, else 0 |
/// | sections, `options`, `parameters` | empty |
/// | `class` | 1, the Internet |
/// | `wantsUnicastResponse`, `cacheFlush`, `acceptsSignatures` | false |
/// | `ttl` | 120 for A, AAAA and SRV, otherwise 4500 (RFC 6762 §10) |
/// | `nextDomainName` | the record's own name (RFC 6762 §6.1) |
/// | `name` of an OPT record, `target` of a service binding | the root |
/// | `udpPayloadSize` | 1440 |
///
/// ```swift
/// let message = try DNSMessageJSON.message(
///     from: #"{"questions": [{"name": "_http._tcp.local.", "type": "PTR"}]}"#)
/// ```
public enum DNSMessageJSON {
    /// The message as one object, ended by a line feed.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - pretty: On several lines.
    public static func text(of message: DNSMessage, pretty: Bool = false) -> String {
        JSONText.line(message.fieldValues, pretty: pretty)
    }

    /// Reads one message.
    ///
    /// - Throws: The error in the text, and its location.
    public static func message(from text: String) throws(WireJSONError) -> DNSMessage {
        try FieldCodec.object.decode(FieldValue(parsing: text), "")
    }

    /// Reads one message, or an array of any number of them.
    ///
    /// - Throws: The error in the text, and its location.
    public static func messages(from text: String) throws(WireJSONError) -> [DNSMessage] {
        let value = try FieldValue(parsing: text)
        guard case .list = value else { return [try FieldCodec.object.decode(value, "")] }
        return try FieldCodec.list(.object).decode(value, "")
    }
}
