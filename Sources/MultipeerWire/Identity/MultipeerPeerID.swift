import WireCoding

/// A peer: a random number of 64 bits and a display name, as property lists have it (`MCPeerID`).
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 8 | peer number | B2 |
/// | 1 | length of the name | B2 |
/// | … | display name; UTF-8 is likely (G) | B2 |
///
/// A new `MCPeerID` gets a new number even for the same name, unless the app archives it (A). So the number is the
/// identity, and the name is not. Apple allows names of at most 63 octets in UTF-8 (A); the format allows 255, and such
/// names are read.
public struct MultipeerPeerID: Hashable, Sendable {
    /// The longest display name that Apple's API accepts, in octets of UTF-8 (A).
    public static let maximumNameLength = 63
    /// The longest display name that has a wire form.
    public static let maximumEncodedNameLength = 255

    /// The random number that identifies the peer.
    public var number: UInt64
    /// The display name as it is on the wire.
    public var nameBytes: [UInt8]

    /// A peer with that number and the bytes of its name as they are on the wire.
    public init(number: UInt64, nameBytes: [UInt8]) {
        self.number = number
        self.nameBytes = nameBytes
    }

    /// A peer with that number and a name, which is written in UTF-8.
    public init(number: UInt64, displayName: String) { self.init(number: number, nameBytes: Array(displayName.utf8)) }

    /// The display name as text; what is not UTF-8 becomes U+FFFD.
    public var displayName: String { String(decoding: nameBytes, as: UTF8.self) }

    /// The peer in session packets.
    public var participant: MultipeerParticipantID { MultipeerParticipantID(peerNumber: number) }

    /// - Throws: `truncated` where the number, the length or the name is cut.
    public init(parsing input: inout ByteReader) throws(WireError) {
        number = try input.readUInt64("peer number")
        let length = Int(try input.readUInt8("peer name length"))
        var region = try input.subreader(length, "peer display name", limit: "peer name length")
        nameBytes = region.readRemainingBytes()
    }

    /// - Throws: `tooLong` for a name of more than 255 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(nameBytes.count, "peer display name", maximum: Self.maximumEncodedNameLength)
        output.writeUInt64(number)
        output.writeUInt8(UInt8(nameBytes.count))
        output.writeBytes(nameBytes)
    }
}

extension MultipeerPeerID {
    /// The number as Bonjour's instance names and hellos have it: base 36 in lower case, without leading zeros.
    ///
    /// Confidence: B2. On the wire a leading zero occurs (B), so compare numbers and not texts.
    public var instanceName: String { Self.instanceName(of: number) }

    /// The instance name of a peer number: `1wh8gqy8zq87c`.
    public static func instanceName(of number: UInt64) -> String { String(number, radix: 36) }

    /// The peer number that an instance name means, with any leading zeros; nil for a text that is no number in base 36
    /// with lower-case letters, or one of more than 64 bits.
    public static func number(fromInstanceName text: some Sequence<UInt8>) -> UInt64? {
        var number: UInt64?
        for character in text {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = character - UInt8(ascii: "a") + 10
            default: return nil
            }
            let (product, isTooGreat) = (number ?? 0).multipliedReportingOverflow(by: 36)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
            guard !isTooGreat, !overflows else { return nil }
            number = sum
        }
        return number
    }

    /// The peer number that an instance name means, see ``number(fromInstanceName:)``.
    public static func number(fromInstanceName text: String) -> UInt64? { number(fromInstanceName: text.utf8) }

    /// Instance name, display name and participant ID, for people and for JSON.
    public var namedFields: [FrameField] {
        [
            FrameField("peerID", .text(instanceName)), FrameField("displayName", .textOrBytes(nameBytes)),
            FrameField("participant", .text(participant.description)),
        ]
    }
}
