import WireCoding

/// A probe of the round trip that peers of a mesh send as payload of direct messages: the text `PING n t`, answered by
/// `PONG n t` with the same `n` and `t`.
///
/// It is a convention of applications and no part of the messages' format. The text is looked at as base64, as it is on
/// the wire: nothing is decoded or allocated.
public struct MeshPing: Hashable, Sendable {
    /// Which way of the round trip it is.
    @nonexhaustive
    public enum Kind: UInt8, Hashable, Sendable {
        /// `PING`: the question.
        case ping
        /// `PONG`: the answer.
        case pong
    }

    /// Whether it is the question or the answer.
    public let kind: Kind
    /// A hash of the text after the word, the same for a ping and its pong, on every platform and in every run. Someone
    /// who chooses the texts can make two of them equal.
    public let key: UInt64

    /// The maximum number of base64 characters in a probe: 48 bytes hold the word and two numbers of 64 bits.
    static let maximumLength = 64
    /// `UElORyA` and `UE9ORyA`, base64 of the word, the space, and the first two bits of an ASCII digit.
    private static let ping: UInt64 = 0x0041_7952_4F6C_4555
    private static let pong: UInt64 = 0x0041_7952_4F39_4555
    /// The word and its space are 40 bits, so the text after them has the same alignment in base64 from the seventh
    /// character on.
    private static let wordLength = 6

    /// Reads the base64 of a payload; returns nil for anything but a probe.
    ///
    /// - Parameter text: The characters, with padding.
    @inline(__always)
    public init?(scanningBase64 text: Span<UInt8>) {
        guard text.count >= 8 else { return nil }
        let word = text.loadUInt64(at: 0)
        switch word & 0x00FF_FFFF_FFFF_FFFF {
        case Self.ping: kind = .ping
        case Self.pong: kind = .pong
        default: return nil
        }
        guard text.count <= Self.maximumLength, Self.endsDigit(UInt8(truncatingIfNeeded: word >> 56)) else {
            return nil
        }
        key = Self.hash(text)
    }

    /// The probe that a scanned message carries, or nil where it carries none.
    ///
    /// - Parameters:
    ///   - message: The result of the scan.
    ///   - body: The body that was scanned.
    @inline(__always)
    public init?(_ message: MeshMessageView, in body: Span<UInt8>) {
        // An escape would be one of a slash, which base64 of ASCII digits does not have.
        guard message.kind == .direct, !message.payload.hasEscapes else { return nil }
        self.init(scanningBase64: body.extracting(message.payload.range))
    }

    /// Whether a character represents the last six bits of an ASCII digit.
    private static func endsDigit(_ character: UInt8) -> Bool {
        (UInt8(ascii: "w")...UInt8(ascii: "z")).contains(character)
            || (UInt8(ascii: "0")...UInt8(ascii: "5")).contains(character)
    }

    @inline(never)
    private static func hash(_ text: Span<UInt8>) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: text.count)
        var position = wordLength
        while position < text.count {
            // The last word begins early enough to be whole, and loses the bytes that came before.
            let start = min(position, text.count &- 8)
            let word = text.loadUInt64(at: start) >> UInt64(8 &* (position &- start))
            let product = (hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xBF58_476D_1CE4_E5B9)
            hash = product.high ^ product.low
            position &+= 8
        }
        return hash
    }
}
