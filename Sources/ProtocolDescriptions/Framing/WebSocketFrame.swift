import WireCoding

/// The header of a frame (RFC 6455 §5.2).
struct WebSocketFrame: Equatable {
    /// Bytes of the longest header.
    static let maximumHeaderSize = 14
    /// Of a control frame's payload (§5.5).
    static let maximumControlSize = 125

    enum Opcode: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    enum Parsed: Equatable {
        case frame(WebSocketFrame)
        case incomplete
        /// What is wrong.
        case illegal(String)
    }

    var isFinal: Bool
    var isCompressed: Bool
    var opcode: Opcode
    /// Nil without a mask.
    var mask: UInt32?
    var payloadSize: Int
    var headerSize: Int

    /// - Parameters:
    ///   - allowsCompression: Whether `permessage-deflate` is agreed.
    ///   - maximum: The most bytes of a payload.
    static func parse(_ bytes: Span<UInt8>, allowsCompression: Bool, maximum: Int) -> Parsed {
        guard bytes.count >= 2 else { return .incomplete }
        guard let opcode = Opcode(rawValue: bytes[0] & 15) else {
            return .illegal("the opcode \(bytes[0] & 15) is not one of RFC 6455")
        }
        let isFinal = bytes[0] & 0x80 != 0
        let isCompressed = bytes[0] & 0x40 != 0
        if bytes[0] & 0x30 != 0 || isCompressed && (!allowsCompression || opcode.isControl || opcode == .continuation) {
            return .illegal("a reserved bit is set that no extension gives a meaning")
        }
        let isMasked = bytes[1] & 0x80 != 0
        var size = UInt64(bytes[1] & 0x7F)
        var position = 2
        if opcode.isControl, !isFinal || size > UInt64(maximumControlSize) {
            return .illegal("a control frame has at most 125 bytes and no fragments")
        }
        if size >= 126 {
            let count = size == 126 ? 2 : 8
            guard bytes.count >= 2 + count else { return .incomplete }
            size = FieldProgram.integer(bytes, 2, count, isLittle: false)
            position += count
        }
        guard size <= UInt64(maximum) else {
            return .illegal("the length makes a body of \(size) bytes, above the maximum of \(maximum)")
        }
        var mask: UInt32?
        if isMasked {
            guard bytes.count >= position + 4 else { return .incomplete }
            mask = bytes.bigEndianUInt32(at: position)
            position += 4
        }
        return .frame(
            WebSocketFrame(
                isFinal: isFinal, isCompressed: isCompressed, opcode: opcode, mask: mask, payloadSize: Int(size),
                headerSize: position))
    }

    /// Adds payload bytes without their mask.
    ///
    /// - Parameter position: The first of them within the payload.
    func append(_ payload: Span<UInt8>, from position: Int, to output: inout [UInt8]) {
        guard let mask else { return output.append(copying: payload) }
        let start = output.count
        output.append(copying: payload)
        for index in payload.indices {
            let shift = UInt32(24 - 8 * ((position + index) & 3))
            output[start + index] ^= UInt8(truncatingIfNeeded: mask >> shift)
        }
    }
}

/// Control frames of one direction (RFC 6455 §5.5).
public struct WebSocketControlFrames: Hashable, Sendable {
    /// Ping frames (RFC 6455 §5.5.2).
    public var ping = 0
    /// Pong frames (RFC 6455 §5.5.3).
    public var pong = 0
    /// Close frames (RFC 6455 §5.5.1).
    public var close = 0

    /// Counts of a direction.
    public init(ping: Int = 0, pong: Int = 0, close: Int = 0) {
        self.ping = ping
        self.pong = pong
        self.close = close
    }
}
