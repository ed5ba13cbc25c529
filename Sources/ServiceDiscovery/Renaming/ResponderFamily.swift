import DNSWire

/// The software whose code decides how a name changes.
@nonexhaustive
public enum ResponderFamily: String, CaseIterable, Hashable, Sendable, Codable {
    /// mDNSResponder, in all systems of Apple and wherever else it is used.
    case apple
    /// The Avahi daemon and its library, in most Linux distributions; rules as of 0.8.
    case avahi
    /// The library python-zeroconf; rules as of 0.154.
    case zeroconf
    /// The DNS resolver of systemd, in many Linux distributions; rules as of its version 255.
    case resolved
    /// The Java library JmDNS; rules as of 3.5.
    case jmdns
}

extension ResponderFamily {
    /// The families whose code was called to learn what it accepts, finds and escapes. Of the others only the rules of
    /// renaming are known, from their source and from captures; elsewhere they are taken to keep to the RFC.
    public static let measured: [ResponderFamily] = [.apple, .avahi, .zeroconf]

    /// The common name of the software.
    public var softwareName: String {
        switch self {
        case .apple: "Apple's mDNSResponder"
        case .avahi: "Avahi"
        case .zeroconf: "python-zeroconf"
        case .resolved: "systemd-resolved"
        case .jmdns: "JmDNS"
        }
    }

    /// A label as the family's library writes it as text.
    ///
    /// | label | Apple | Avahi | python-zeroconf |
    /// |---|---|---|---|
    /// | `iPad (2)` | `iPad\032(2)` | `iPad\032\0402\041` | `iPad (2)` |
    /// | `a.b\c` | `a\.b\\c` | `a\.b\\c` | `a.b\c` |
    /// | `Jürgen` | `Jürgen` | `J\195\188rgen` | `Jürgen` |
    ///
    /// `DNSName(presentation:)` reads Apple's and Avahi's. python-zeroconf escapes nothing, so its text does not
    /// distinguish the dots of a label from those between labels. If bytes that are not UTF-8 are not escaped, they
    /// become U+FFFD.
    ///
    /// Source: `DNSServiceConstructFullName` of mDNSResponder and `avahi_escape_label`, as they behave when called.
    public func presentation(ofLabel label: [UInt8]) -> String {
        guard self != .zeroconf else { return String(decoding: label, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(label.count + 8)
        for byte in label {
            if byte == 0x2E || byte == 0x5C {
                text += [0x5C, byte]
            } else if isPlain(byte) {
                text.append(byte)
            } else {
                EscapedText.appendDecimal(byte, to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        LabelBytes.isNameCharacter(byte) || self != .avahi && byte > 0x20
    }
}
