import WireCoding
import WireTesting

/// One thing that a hostile host does.
struct HostileAttack: Sendable {
    enum Content: Sendable {
        /// A service of that instance name, and a TXT value.
        case service(name: [UInt8], value: [UInt8])
        /// The payload of a datagram of multicast DNS.
        case message([UInt8])
        /// The display name of a peer of a mesh, and its text.
        case peer(displayName: String, text: [UInt8])
        /// The bytes that a peer of a mesh sends after it has identified itself.
        case stream([UInt8])
    }

    let kind: String
    let content: Content

    /// Whether the format is broken; otherwise only what is said is an attack.
    var isMalformed: Bool {
        switch content {
        case .service, .peer: false
        case .message, .stream: true
        }
    }

    /// All that there are.
    static func all(longText: Int) -> [HostileAttack] {
        var attacks: [HostileAttack] = []
        for (kind, text) in texts {
            let bytes = Array(text.utf8)
            let service = Array("TXT \(attacks.count + 1)".utf8)
            attacks += [
                .init(kind: "\(kind)-instance", content: .service(name: bytes, value: [])),
                .init(kind: "\(kind)-txt", content: .service(name: service, value: bytes)),
                .init(kind: "\(kind)-display-name", content: .peer(displayName: text, text: [])),
                .init(kind: "\(kind)-payload", content: .peer(displayName: "Peer", text: bytes)),
            ]
        }
        let notUTF8: [UInt8] = [0x69, 0xFF, 0xFE, 0xC0, 0xAF, 0xED, 0xA0, 0x80]
        attacks += [
            .init(kind: "invalid-utf8-instance", content: .service(name: notUTF8, value: [0xFF])),
            .init(
                kind: "long-display-name",
                content: .peer(displayName: String(repeating: "A", count: longText), text: [])),
        ]
        attacks += messages.map { .init(kind: $0, content: .message($1)) }
        attacks += streams.map { .init(kind: $0, content: .stream($1)) }
        return attacks
    }

    /// Texts that have a meaning for some program, each short enough for a label.
    private static let texts: [(kind: String, text: String)] = [
        ("terminal-escape", "\u{1B}]0;owned\u{7}\u{1B}[2J\u{1B}[1;31mgone"),
        ("terminal-c1", "\u{9B}31m\u{85}\u{9D}0;owned\u{9C}"),
        ("html", "<img src=x onerror=alert(1)>&lt;\"'"),
        ("html-end", "</script></style>-->]]>\"'><svg/onload=alert(1)>\u{2028}"),
        ("csv-formula", "=HYPERLINK(\"http://x.invalid\",\"ok\")"),
        ("csv-command", "@SUM(1+1)*cmd|' /C calc'!A0"),
        ("sql", "'; DROP TABLE sessions; --"),
        ("right-to-left", "photo\u{202E}gpj.exe\u{2066}\u{2069}"),
        ("line-break", "a\r\nFindings (0)\n\tnone\u{2028}"),
        ("zero-byte", "before\0after"),
        ("combining", "Z" + String(repeating: "\u{301}", count: 25)),
        ("invisible", "i\u{200B}P\u{200D}a\u{AD}d\u{FEFF}"),
        ("path", "../../../../etc/passwd"),
        ("format", "%s%n%x${jndi:ldap://x}$(id)`id`"),
    ]

    /// Messages of multicast DNS that lie.
    private static let messages: [(kind: String, bytes: [UInt8])] = [
        // A name that leads to itself (RFC 1035 §4.1.4).
        ("dns-pointer-loop", header(questions: 1) + [0xC0, 0x0C, 0, 12, 0, 1]),
        ("dns-pointer-forward", header(questions: 1) + [0xC0, 0xFF, 0, 12, 0, 1]),
        // Two names that lead to each other.
        (
            "dns-pointer-cycle",
            header(questions: 2) + [1, 0x61, 0xC0, 0x14, 0, 12, 0, 1] + [0xC0, 0x0C, 0, 12, 0, 1]
        ),
        ("dns-counts", header(answers: 0xFFFF) + record(type: 1, length: 4, [10, 0, 0, 1])),
        ("dns-record-length", header(answers: 1) + record(type: 1, length: 0xFFFF, [10, 0, 0, 1])),
        ("dns-label-length", header(questions: 1) + [63, 0x61, 0x62]),
        ("dns-label-type", header(questions: 1) + [0x80, 0x61, 0, 0, 12, 0, 1]),
        ("dns-txt-string", header(answers: 1) + record(type: 16, length: 3, [200, 0x61, 0x62])),
        ("dns-address-length", header(answers: 1) + record(type: 1, length: 3, [10, 0, 0])),
        ("dns-cut-header", [0, 0, 0x84, 0, 0]),
    ]

    /// Bytes that break the framing of a mesh or its content.
    private static let streams: [(kind: String, bytes: [UInt8])] = [
        ("mesh-frame-empty", [0, 0, 0, 0]),
        ("mesh-frame-too-large", [0xFF, 0xFF, 0xFF, 0xFF] + Array("{}".utf8)),
        ("mesh-frame-one-too-large", [0, 0xA0, 0, 1] + Array("{}".utf8)),
        ("mesh-frame-cut", [0, 0x9F, 0xFF, 0xFF] + Array("{\"type\":".utf8)),
        ("mesh-length-cut", [0, 0]),
        ("mesh-json-depth", frame(String(repeating: "[", count: 900) + String(repeating: "]", count: 900))),
        ("mesh-json-cut", frame("{\"type\":{\"direct\":{\"payload\":\"AA")),
        (
            "mesh-json-number",
            frame("{\"senderID\":\"x\",\"timestamp\":1e99999,\"type\":{\"direct\":{\"payload\":\"\"}}}")
        ),
        ("mesh-base64", frame("{\"senderID\":\"x\",\"timestamp\":1,\"type\":{\"direct\":{\"payload\":\"A===\"}}}")),
        (
            "mesh-surrogate",
            frame("{\"senderID\":\"\\uD800\",\"timestamp\":1,\"type\":{\"direct\":{\"payload\":\"\"}}}")
        ),
        ("mesh-two-cases", frame("{\"senderID\":\"x\",\"timestamp\":1,\"type\":{\"direct\":{},\"broadcast\":{}}}")),
        ("mesh-not-utf8", [0, 0, 0, 4, 0x22, 0xFF, 0xFE, 0x22]),
    ]

    private static func header(questions: UInt16 = 0, answers: UInt16 = 0) -> [UInt8] {
        var writer = ByteWriter()
        for word in [0, answers > 0 ? 0x8400 : 0, questions, answers, 0, 0] { writer.writeUInt16(word) }
        return writer.bytes
    }

    /// A record of the host `evil.local`.
    private static func record(type: UInt16, length: UInt16, _ data: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.writeBytes([4] + Array("evil".utf8) + [5] + Array("local".utf8) + [0])
        writer.writeUInt16(type)
        writer.writeUInt16(1)
        writer.writeUInt32(120)
        writer.writeUInt16(length)
        writer.writeBytes(data)
        return writer.bytes
    }

    private static func frame(_ text: String) -> [UInt8] {
        var writer = ByteWriter()
        writer.writeUInt32(UInt32(text.utf8.count))
        writer.writeBytes(Array(text.utf8))
        return writer.bytes
    }
}
