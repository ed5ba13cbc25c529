import WireCoding

/// One option of a TCP header (RFC 9293 §3.2, RFC 7323, RFC 2018).
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
    /// Any other kind, with the bytes after its length (at most 253).
    case unknown(kind: UInt8, data: [UInt8])

    /// The bytes from `left` to before `right` arrived.
    public struct SACKBlock: Hashable, Sendable {
        public var left: UInt32
        public var right: UInt32

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
        default: self = .unknown(kind: kind, data: body.readRemainingBytes())
        }
    }

    /// Whether the length, kind and length bytes included, is one that the kind can have.
    private static func allows(length: Int, kind: UInt8) -> Bool {
        switch kind {
        case 2: length == 4
        case 3: length == 3
        case 4: length == 2
        case 5: length % 8 == 2
        case 8: length == 10
        default: true
        }
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(kind)
        switch self {
        case .endOfOptions(let padding): output.writeBytes(padding)
        case .noOperation: break
        case .maximumSegmentSize(let size):
            output.writeUInt8(4)
            output.writeUInt16(size)
        case .windowScale(let shift):
            output.writeUInt8(3)
            output.writeUInt8(shift)
        case .sackPermitted: output.writeUInt8(2)
        case .sack(let blocks):
            let written = blocks.prefix(31)
            output.writeUInt8(UInt8(truncatingIfNeeded: 2 + 8 * written.count))
            for block in written {
                output.writeUInt32(block.left)
                output.writeUInt32(block.right)
            }
        case .timestamps(let value, let echo):
            output.writeUInt8(10)
            output.writeUInt32(value)
            output.writeUInt32(echo)
        case .unknown(_, let data):
            let written = data.prefix(253)
            output.writeUInt8(UInt8(truncatingIfNeeded: 2 + written.count))
            output.writeBytes(written)
        }
    }
}
