/// An app's own protocol as a value: where its messages end, what they hold, and what they say.
///
/// A page of YAML is one way to write it (``ProtocolDescription/init(yaml:)``), Swift the other. The names of the
/// properties are the keys of the page. ``problems()`` finds contradictions, and ``CompiledProtocol`` makes decoders of
/// a description without any.
public struct ProtocolDescription: Hashable, Sendable {
    /// The first line of a description, `nearscope: protocol/1`: the version of the language.
    public static let version = "protocol/1"

    /// The session's `application`.
    public var name: String
    /// The transports that carry it.
    public var over: [ProtocolCarrier] = ProtocolCarrier.usual
    /// DNS-SD types whose sessions are of this application.
    public var services: [String] = []
    /// Ports of the responder whose sessions are of this application.
    public var ports: [UInt16] = []
    /// The first bytes of either direction.
    public var magic: [UInt8] = []
    /// The fields before each body.
    public var header: [MessageField] = []
    /// Where a message ends; nil for one message a datagram.
    public var framing: MessageFraming?
    /// How a body is compressed.
    public var compressed: BodyCompression?
    /// How a body is encoded.
    public var body: MessageBody = .bytes
    /// Which values mean what.
    public var message = MessageMeaning()
    /// Which message answers which.
    public var pairs: [MessagePair] = []
    /// The rules that a session keeps.
    public var expect: [ProtocolExpectation] = []

    /// A description with that name and the defaults of all other keys.
    public init(name: String) { self.name = name }

    /// Names of built-in applications, which no description may have.
    public static let builtInNames: Set<String> = [
        "mesh", "echo", "network-event", "carrier-pigeon", "xmpp", "framed", "tls", "dtls", "quic", "unknown", "http",
        "websocket", "stun", "multipeer", "multipeer-connectivity", "dns", "mdns",
    ]

    /// Whether a name is a letter and up to 31 more letters, digits and hyphens, all of them lower-case ASCII.
    public static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...32).contains(bytes.count) && (0x61...0x7A).contains(bytes.first!)
            && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}

/// A transport that carries messages.
@nonexhaustive
public enum ProtocolCarrier: String, CaseIterable, Hashable, Sendable {
    /// A connection of TCP, unencrypted.
    case tcp
    /// What is inside TLS over TCP, once it was opened.
    case tls
    /// Datagrams of UDP.
    case udp
    /// The datagrams inside DTLS, once they were opened.
    case dtls
    /// A stream of QUIC.
    case quic
    /// The datagrams of QUIC (RFC 9221).
    case quicDatagram = "quic-datagram"

    /// Where a description does not say it.
    public static let usual: [ProtocolCarrier] = [.tcp, .tls, .quic]

    /// Whether it keeps the boundaries of what was sent.
    public var hasDatagrams: Bool { self == .udp || self == .dtls || self == .quicDatagram }
}

/// The order of a number's bytes.
public enum ByteOrder: String, CaseIterable, Hashable, Sendable {
    /// The highest byte first.
    case big
    /// The lowest byte first.
    case little
}

/// How a body is compressed on the wire.
public struct BodyCompression: Hashable, Sendable {
    /// The form of compressed bytes.
    @nonexhaustive
    public enum Format: String, CaseIterable, Hashable, Sendable {
        /// RFC 1952.
        case gzip
        /// RFC 1950.
        case zlib
    }

    /// The key `as`.
    public var format: Format
    /// The value that says whether this body is compressed; nil where all are.
    public var when: MessagePath?

    /// Compression of that form; without `when`, all bodies are compressed.
    public init(_ format: Format, when: MessagePath? = nil) {
        self.format = format
        self.when = when
    }
}
