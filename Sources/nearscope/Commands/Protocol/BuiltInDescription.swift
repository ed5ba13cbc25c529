import ProtocolDescriptions

/// A built-in application in the language of descriptions, as far as that can say it.
enum BuiltInDescription {
    /// What the language can say, and a sentence for each thing that it cannot.
    case page(ProtocolDescription, remarks: [String])
    /// Why it cannot say anything.
    case cannot(String)

    /// Nil for a name that no built-in application has.
    init?(_ name: String) {
        switch name {
        case "mesh": self = Self.mesh
        case "echo": self = Self.echo
        case "network-event": self = Self.networkEvent
        case "framed": self = Self.framed
        default:
            guard let reason = Self.reasons[name] else { return nil }
            self = .cannot(reason)
        }
    }

    /// All names, those first that the language can say.
    static var names: [String] { ["mesh", "echo", "network-event", "framed"] + reasons.keys.sorted() }

    private static let xml =
        "its messages are stanzas within one XML document, and the language has no bodies of XML within a stream"

    private static let reasons = [
        "xmpp": xml,
        "carrier-pigeon": xml,
        "tls": "its records begin with a handshake and are encrypted then; describe what is inside with over: [tls]",
        "dtls": "its records begin with a handshake and are encrypted then; describe what is inside with over: [dtls]",
        "quic":
            "its packets are encrypted; describe what is inside with over: [quic] or over: [quic-datagram]",
        "http": "its messages are lines and then a body whose length one of the lines gives",
        "websocket": "it carries other protocols; describe what is inside with framing: {websocket: {}}",
        "stun": "its attributes are a list of types and lengths, and the language has no lists",
        "dns": "its names refer to earlier bytes of the message, and the language has no references",
        "mdns": "its names refer to earlier bytes of the message, and the language has no references",
        "multipeer": multipeer,
        "multipeer-connectivity": multipeer,
        "unknown": "it is not an application: nothing is known of such sessions",
    ]

    private static let multipeer =
        "its sessions have several protocols on one port, with checksums, and the language has neither"

    private static var mesh: BuiltInDescription {
        var description = ProtocolDescription(name: "my-mesh")
        description.framing = MessageFraming(.prefix(.integer(size: 4)), maximum: 10 << 20)
        description.body = .json
        description.message.type = TypeRule(.key(MessagePath(.body, [.name("type")])))
        description.message.sender = MessagePath(.body, [.name("senderID")])
        description.message.sent = SentRule(
            at: MessagePath(.body, [.name("timestamp")]), .number(unit: .s, epoch: .apple))
        description.message.show = [
            MessagePath(.body, [.name("type"), .any, .name("displayName")]),
            MessagePath(.body, [.name("type"), .any, .name("originalSender")]),
        ]
        description.expect = [ProtocolExpectation(.first(["identification"]))]
        return .page(
            description,
            remarks: [
                "Pings and pongs are in payloads, which are Base64: the language does not look inside, so there are no "
                    + "round trips.",
                "Copies of relayed broadcasts and the four seconds after the identification are not followed.",
            ])
    }

    private static var echo: BuiltInDescription {
        var description = ProtocolDescription(name: "my-echo")
        description.over = [.udp]
        description.body = .fields([.field(MessageField("stamp", .unsigned(bytes: 8), endian: .little))])
        description.message.show = [MessagePath(.body, [.name("stamp")])]
        return .page(
            description,
            remarks: [
                "An echo is its probe once more. The language pairs messages of two types, so there are no round trips.",
                "The numbered datagrams after the probes have other sizes, and are malformed here.",
            ])
    }

    private static var networkEvent: BuiltInDescription {
        var description = ProtocolDescription(name: "my-network-event")
        description.over = [.udp]
        description.body = .json
        description.message.type = TypeRule(.key(MessagePath(.body)))
        description.message.show = ["position", "dimensions"].map { MessagePath(.body, [.any, .name($0)]) }
        return .page(description, remarks: [])
    }

    private static var framed: BuiltInDescription {
        var description = ProtocolDescription(name: "my-framed")
        description.over = [.tcp]
        description.framing = MessageFraming(.prefix(.integer(size: 4)), maximum: 10 << 20)
        description.body = .bytes
        return .page(description, remarks: ["The built-in application also says which kinds of text the bodies are."])
    }
}
