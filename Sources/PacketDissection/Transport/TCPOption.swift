import WireCoding

/// One option of a TCP header (RFC 9293 §3.2, RFC 7323, RFC 2018, RFC 8684, RFC 7413, RFC 5482, RFC 2385, RFC 5925).
@nonexhaustive
public enum TCPOption: Hashable, Sendable {
    /// Kind 0: no option follows. What is left of the header is padding, kept as it came.
    case endOfOptions(padding: [UInt8])
    /// Kind 1.
    case noOperation
    /// Kind 2: the longest segment that the sender takes, in bytes.
    case maximumSegmentSize(UInt16)
    /// Kind 3: by how many bits the sender's window fields are to be shifted.
    case windowScale(UInt8)
    /// Kind 4.
    case sackPermitted
    /// Kind 5: what arrived beyond the acknowledgment number.
    case sack([SACKBlock])
    /// Kind 8: TSval and TSecr.
    case timestamps(value: UInt32, echo: UInt32)
    /// Kind 19: a digest of the segment and a shared secret, 16 bytes.
    case md5Signature([UInt8])
    /// Kind 28: how long data may stay unacknowledged, in minutes or seconds, 15 bits.
    case userTimeout(isMinutes: Bool, value: UInt16)
    /// Kind 29: which keys were used, and the authentication code.
    case authentication(keyID: UInt8, nextKeyID: UInt8, code: [UInt8])
    /// Kind 30: Multipath TCP; the subtype of four bits, the four bits beside it, and what follows.
    case multipath(subtype: MultipathSubtype, flags: UInt8, data: [UInt8])
    /// Kind 34: TCP Fast Open; an empty cookie asks for one.
    case fastOpen(cookie: [UInt8])
    /// Kind 254 with the identifier 0xF989: TCP Fast Open from before it had its own kind.
    case experimentalFastOpen(cookie: [UInt8])
    /// Any other kind, with the bytes after its length (at most 253).
    case unknown(kind: UInt8, data: [UInt8])

    /// The subtype of a Multipath TCP option: the registry "MPTCP Option Subtypes", four bits.
    public struct MultipathSubtype: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

        /// MP_CAPABLE: the first subflow of a connection (RFC 8684 §3.1).
        public static let capable = MultipathSubtype(rawValue: 0)
        /// MP_JOIN: a further subflow (RFC 8684 §3.2).
        public static let join = MultipathSubtype(rawValue: 1)
        /// DSS: where data of the subflow are in the connection, and what has arrived (RFC 8684 §3.3).
        public static let dataSequenceSignal = MultipathSubtype(rawValue: 2)
        /// ADD_ADDR: another address of the sender (RFC 8684 §3.4.1).
        public static let addAddress = MultipathSubtype(rawValue: 3)
        /// REMOVE_ADDR: an address that the sender has no more (RFC 8684 §3.4.2).
        public static let removeAddress = MultipathSubtype(rawValue: 4)
        /// MP_PRIO: whether the subflow is a backup (RFC 8684 §3.3.8).
        public static let priority = MultipathSubtype(rawValue: 5)
        /// MP_FAIL: a checksum was wrong (RFC 8684 §3.7).
        public static let fail = MultipathSubtype(rawValue: 6)
        /// MP_FASTCLOSE: the whole connection ends immediately (RFC 8684 §3.5).
        public static let fastClose = MultipathSubtype(rawValue: 7)
        /// MP_TCPRST: why the subflow is reset (RFC 8684 §3.6).
        public static let reset = MultipathSubtype(rawValue: 8)

        /// The name of RFC 8684, nil for what it does not define.
        public var name: String? {
            let names = [
                "MP_CAPABLE", "MP_JOIN", "DSS", "ADD_ADDR", "REMOVE_ADDR", "MP_PRIO", "MP_FAIL", "MP_FASTCLOSE",
                "MP_TCPRST",
            ]
            return Int(rawValue) < names.count ? names[Int(rawValue)] : nil
        }
    }

    /// The experiment identifier of TCP Fast Open (RFC 7413 §4.1.1).
    static let fastOpenExperiment: UInt16 = 0xF989

    /// The bytes from `left` to before `right` arrived.
    public struct SACKBlock: Hashable, Sendable {
        /// The sequence number of the first byte.
        public var left: UInt32
        /// The sequence number after the last byte.
        public var right: UInt32

        /// A block; its numbers may wrap around, so that `right` is less than `left`.
        public init(left: UInt32, right: UInt32) {
            self.left = left
            self.right = right
        }
    }

    /// The number of the registry "TCP Option Kind Numbers".
    public var kind: UInt8 {
        switch self {
        case .endOfOptions: 0
        case .noOperation: 1
        case .maximumSegmentSize: 2
        case .windowScale: 3
        case .sackPermitted: 4
        case .sack: 5
        case .timestamps: 8
        case .md5Signature: 19
        case .userTimeout: 28
        case .authentication: 29
        case .multipath: 30
        case .fastOpen: 34
        case .experimentalFastOpen: 254
        case .unknown(let kind, _): kind
        }
    }

    /// Reads one option from what is left of a header.
    ///
    /// - Throws: `truncated` when its length is more than what is left, `invalidValue` when the length is below 2 or
    ///   none that the kind can have.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        let kind = try input.readUInt8("TCP option kind")
        guard kind > 1 else {
            self = kind == 0 ? .endOfOptions(padding: input.readRemainingBytes()) : .noOperation
            return
        }
        let atLength = input
        let length = Int(try input.readUInt8("TCP option length"))
        guard length >= 2, Self.allows(length: length, kind: kind) else {
            throw atLength.error(.invalidValue(UInt64(length)), "TCP option length")
        }
        guard length <= start.remaining else {
            throw start.error(.truncated(needed: length, available: start.remaining), "TCP option")
        }
        var body = try input.subreader(length &- 2, "TCP option", limit: "TCP option length")
        switch kind {
        case 2: self = .maximumSegmentSize(try body.readUInt16("TCP maximum segment size"))
        case 3: self = .windowScale(try body.readUInt8("TCP window scale"))
        case 4: self = .sackPermitted
        case 5:
            var blocks: [SACKBlock] = []
            while !body.isAtEnd {
                let left = try body.readUInt32("TCP SACK block")
                blocks.append(SACKBlock(left: left, right: try body.readUInt32("TCP SACK block")))
            }
            self = .sack(blocks)
        case 8:
            let value = try body.readUInt32("TCP timestamp value")
            self = .timestamps(value: value, echo: try body.readUInt32("TCP timestamp echo"))
        case 19: self = .md5Signature(body.readRemainingBytes())
        case 28:
            let value = try body.readUInt16("TCP user timeout")
            self = .userTimeout(isMinutes: value >> 15 == 1, value: value & 0x7FFF)
        case 29:
            let keyID = try body.readUInt8("TCP authentication key")
            let nextKeyID = try body.readUInt8("TCP authentication key")
            self = .authentication(keyID: keyID, nextKeyID: nextKeyID, code: body.readRemainingBytes())
        case 30:
            let first = try body.readUInt8("MPTCP subtype")
            self = .multipath(
                subtype: MultipathSubtype(rawValue: first >> 4), flags: first & 15, data: body.readRemainingBytes())
        case 34: self = .fastOpen(cookie: body.readRemainingBytes())
        case 254 where Self.isFastOpen(body):
            try body.skip(2, "TCP experiment")
            self = .experimentalFastOpen(cookie: body.readRemainingBytes())
        default: self = .unknown(kind: kind, data: body.readRemainingBytes())
        }
    }

    private static func isFastOpen(_ body: borrowing ByteReader) -> Bool {
        body.remaining >= 2 && body.input.bigEndianUInt16(at: body.position) == fastOpenExperiment
    }

    /// Whether the length, kind and length bytes included, is one that the kind can have.
    private static func allows(length: Int, kind: UInt8) -> Bool {
        switch kind {
        case 2: length == 4
        case 3: length == 3
        case 4: length == 2
        case 5: length % 8 == 2
        case 8: length == 10
        case 19: length == 18
        case 28: length == 4
        case 29: length >= 4
        case 30: length >= 3
        default: true
        }
    }

    /// Writes the kind, and for all but end of options and no operation a length and up to 253 bytes after it.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(kind)
        switch self {
        case .endOfOptions(let padding): output.writeBytes(padding)
        case .noOperation: break
        default:
            let kept = content.prefix(253)
            output.writeUInt8(UInt8(truncatingIfNeeded: 2 + kept.count))
            output.writeBytes(kept)
        }
    }

    /// The bytes after the length.
    private var content: [UInt8] {
        var output = ByteWriter()
        switch self {
        case .endOfOptions, .noOperation, .sackPermitted: break
        case .maximumSegmentSize(let size): output.writeUInt16(size)
        case .windowScale(let shift): output.writeUInt8(shift)
        case .sack(let blocks):
            for block in blocks.prefix(31) {
                output.writeUInt32(block.left)
                output.writeUInt32(block.right)
            }
        case .timestamps(let value, let echo):
            output.writeUInt32(value)
            output.writeUInt32(echo)
        case .md5Signature(let digest): output.writeFixed(digest, 16)
        case .userTimeout(let isMinutes, let value): output.writeUInt16((isMinutes ? 0x8000 : 0) | value & 0x7FFF)
        case .authentication(let keyID, let nextKeyID, let code): output.writeBytes([keyID, nextKeyID] + code)
        case .multipath(let subtype, let flags, let data):
            output.writeBytes([subtype.rawValue << 4 | flags & 15] + data)
        case .experimentalFastOpen(let cookie):
            output.writeUInt16(Self.fastOpenExperiment)
            output.writeBytes(cookie)
        case .fastOpen(let data), .unknown(_, let data): output.writeBytes(data)
        }
        return output.bytes
    }
}

extension TCPOption {
    /// The names in the registry "TCP Option Kind Numbers".
    private static let kindMeaning = FieldMeaning.name { number in
        switch number {
        case 0: "end of options"
        case 1: "no operation"
        case 2: "maximum segment size"
        case 3: "window scale"
        case 4: "SACK permitted"
        case 5: "SACK"
        case 8: "timestamps"
        case 19: "MD5 signature"
        case 28: "user timeout"
        case 29: "TCP-AO"
        case 30: "Multipath TCP"
        case 34: "Fast Open cookie"
        case 253, 254: "experiment"
        default: nil
        }
    }

    /// - Parameter length: Bytes of the option.
    func shownFields(length: Int) -> [FrameField] {
        var fields: [FrameField] = [
            .number("kind", kind, Self.kindMeaning), .signed("length", length, .unit(.bytes)),
        ]
        switch self {
        case .noOperation, .sackPermitted: break
        case .endOfOptions(let padding): fields.append(.hex("padding", padding))
        case .maximumSegmentSize(let size): fields.append(.number("maximumSegmentSize", size, .unit(.bytes)))
        case .windowScale(let shift): fields.append(.number("shift", shift, .unit(.bits)))
        case .sack(let blocks):
            let values = blocks.map { FieldValue.object([.number("left", $0.left), .number("right", $0.right)]) }
            fields.append(FrameField("blocks", .list(values)))
        case .timestamps(let value, let echo):
            fields += [.number("value", value), .number("echo", echo)]
        case .md5Signature(let digest): fields.append(.hex("digest", digest))
        case .userTimeout(let isMinutes, let value):
            fields += [.text("granularity", isMinutes ? "minutes" : "seconds"), .number("timeout", value)]
        case .authentication(let keyID, let nextKeyID, let code):
            fields += [.number("keyID", keyID), .number("nextKeyID", nextKeyID), .hex("code", code)]
        case .multipath(let subtype, let flags, let data):
            fields += [
                .code("subtype", subtype), .text("name", subtype.name), .number("flags", flags), .hex("data", data),
            ]
        case .fastOpen(let cookie), .experimentalFastOpen(let cookie):
            fields.append(.hex("fastOpenCookie", cookie))
        case .unknown(_, let data): fields.append(.hex("data", data))
        }
        return fields
    }
}
