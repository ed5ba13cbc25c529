import WireCoding

/// A frame of an Initial packet (RFC 9000 §19): no others are allowed there (§12.4).
///
/// ```
/// PADDING           00
/// PING              01
/// ACK               02, 03 | largest | delay | range count | first range | (gap | range)… | 03: ECT(0), ECT(1), CE counts
/// CRYPTO            06 | offset | length | data
/// CONNECTION_CLOSE  1c | error code | frame type | reason length | reason
/// ```
///
/// All numbers are ``QUICVariableInteger``s, which keep their width.
@nonexhaustive
public enum QUICInitialFrame: Hashable, Sendable {
    /// That many bytes of padding, each a frame of its own on the wire.
    case padding(Int)
    /// A frame without content that must be acknowledged (§19.2).
    case ping
    /// The packets that the sender has received (§19.3).
    case acknowledgment(Acknowledgment)
    /// Bytes of the TLS handshake, and their offset in it. There is no record layer.
    case crypto(offset: QUICVariableInteger, lengthWidth: QUICVariableInteger.Width, data: [UInt8])
    /// The end of the connection, by QUIC itself (§19.19).
    case connectionClose(ConnectionClose)

    /// The packets that the sender has received.
    public struct Acknowledgment: Hashable, Sendable {
        /// Packets that follow each other, after packets that are missing.
        public struct Range: Hashable, Sendable {
            /// One less than the number of missing packets.
            public var gap: QUICVariableInteger
            /// One less than the number of received packets.
            public var length: QUICVariableInteger

            /// A gap and the packets after it, both one less than the number that they stand for.
            public init(gap: QUICVariableInteger, length: QUICVariableInteger) {
                (self.gap, self.length) = (gap, length)
            }
        }

        /// The largest packet number.
        public var largest: QUICVariableInteger
        /// In units of 2^ack_delay_exponent microseconds.
        public var delay: QUICVariableInteger
        /// The width in which the number of ranges is written.
        public var countWidth: QUICVariableInteger.Width
        /// How many packets directly before the largest were received too.
        public var firstRange: QUICVariableInteger
        /// From the largest numbers to the smallest.
        public var ranges: [Range]
        /// The counts of packets with ECT(0), ECT(1) and ECN-CE, or none of them.
        public var congestionCounts: [QUICVariableInteger]

        /// The fields of an ACK frame; with `congestionCounts` it is of type 0x03 and has three of them, otherwise of
        /// type 0x02.
        public init(
            largest: QUICVariableInteger, delay: QUICVariableInteger, countWidth: QUICVariableInteger.Width,
            firstRange: QUICVariableInteger, ranges: [Range], congestionCounts: [QUICVariableInteger]
        ) {
            self.largest = largest
            self.delay = delay
            self.countWidth = countWidth
            self.firstRange = firstRange
            self.ranges = ranges
            self.congestionCounts = congestionCounts
        }
    }

    /// The end of a connection.
    public struct ConnectionClose: Hashable, Sendable {
        /// RFC 9000 §20.1.
        public var errorCode: QUICVariableInteger
        /// The type of the frame that caused it, 0 if that is not known.
        public var frameType: QUICVariableInteger
        /// The width in which the length of the reason is written, if it fits.
        public var reasonLengthWidth: QUICVariableInteger.Width
        /// Text for people, in UTF-8.
        public var reason: [UInt8]

        /// The fields of a CONNECTION_CLOSE frame of type 0x1C.
        public init(
            errorCode: QUICVariableInteger, frameType: QUICVariableInteger,
            reasonLengthWidth: QUICVariableInteger.Width, reason: [UInt8]
        ) {
            self.errorCode = errorCode
            self.frameType = frameType
            self.reasonLengthWidth = reasonLengthWidth
            self.reason = reason
        }
    }

    private enum Code {
        static let padding: UInt8 = 0x00
        static let ping: UInt8 = 0x01
        static let acknowledgment: UInt8 = 0x02
        static let acknowledgmentWithCounts: UInt8 = 0x03
        static let crypto: UInt8 = 0x06
        static let connectionClose: UInt8 = 0x1C
    }

    /// The counts of a frame of type 0x03.
    private static let congestionCounts = 3

    /// Reads a frame; padding as far as it goes.
    ///
    /// - Throws: `truncated` when a field is not whole, `invalidValue` for a type that is not allowed.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let bookmark = input
        let code = try input.readUInt8("QUIC frame type")
        switch code {
        case Code.padding:
            var count = 1
            while !input.isAtEnd, input.input[input.position] == Code.padding {
                try input.skip(1, "QUIC padding")
                count &+= 1
            }
            self = .padding(count)
        case Code.ping: self = .ping
        case Code.acknowledgment, Code.acknowledgmentWithCounts:
            self = .acknowledgment(
                try Acknowledgment(
                    parsing: &input,
                    congestionCounts: code == Code.acknowledgmentWithCounts ? Self.congestionCounts : 0))
        case Code.crypto:
            let offset = try QUICVariableInteger(parsing: &input, "QUIC crypto offset")
            let (data, width) = try Self.bytes(&input, "QUIC crypto length", "QUIC crypto data")
            self = .crypto(offset: offset, lengthWidth: width, data: data)
        case Code.connectionClose:
            let errorCode = try QUICVariableInteger(parsing: &input, "QUIC error code")
            let frameType = try QUICVariableInteger(parsing: &input, "QUIC frame type of an error")
            let (reason, width) = try Self.bytes(&input, "QUIC reason length", "QUIC reason phrase")
            self = .connectionClose(
                ConnectionClose(
                    errorCode: errorCode, frameType: frameType, reasonLengthWidth: width, reason: reason))
        default: throw bookmark.error(.invalidValue(UInt64(code)), "QUIC frame type")
        }
    }

    private static func bytes(
        _ input: inout ByteReader, _ lengthField: WireError.Field, _ field: WireError.Field
    ) throws(WireError) -> ([UInt8], QUICVariableInteger.Width) {
        let length = try QUICVariableInteger(parsing: &input, lengthField)
        return (try input.readBytes(Int(truncatingIfNeeded: length.value), field), length.width)
    }

    /// Writes the frame, its numbers in the widths that they have. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        switch self {
        case .padding(let count): output.writeBytes([UInt8](repeating: Code.padding, count: count))
        case .ping: output.writeUInt8(Code.ping)
        case .acknowledgment(let acknowledgment):
            let hasCounts = !acknowledgment.congestionCounts.isEmpty
            output.writeUInt8(hasCounts ? Code.acknowledgmentWithCounts : Code.acknowledgment)
            acknowledgment.serialize(into: &output)
        case .crypto(let offset, let width, let data):
            output.writeUInt8(Code.crypto)
            offset.serialize(into: &output)
            Self.write(data, width, into: &output)
        case .connectionClose(let close):
            output.writeUInt8(Code.connectionClose)
            close.errorCode.serialize(into: &output)
            close.frameType.serialize(into: &output)
            Self.write(close.reason, close.reasonLengthWidth, into: &output)
        }
    }

    /// Bytes after their length, in that width if it fits.
    private static func write(
        _ bytes: [UInt8], _ width: QUICVariableInteger.Width, into output: inout ByteWriter
    ) {
        QUICVariableInteger.count(bytes.count, width: width).serialize(into: &output)
        output.writeBytes(bytes)
    }
}

extension QUICInitialFrame.Acknowledgment {
    fileprivate init(parsing input: inout ByteReader, congestionCounts: Int) throws(WireError) {
        largest = try QUICVariableInteger(parsing: &input, "QUIC largest acknowledged")
        delay = try QUICVariableInteger(parsing: &input, "QUIC ACK delay")
        let count = try QUICVariableInteger(parsing: &input, "QUIC ACK range count")
        countWidth = count.width
        firstRange = try QUICVariableInteger(parsing: &input, "QUIC first ACK range")
        ranges = []
        // Each range takes bytes: a count that lies meets the end of the packet.
        for _ in 0..<count.value {
            let gap = try QUICVariableInteger(parsing: &input, "QUIC gap")
            ranges.append(Range(gap: gap, length: try QUICVariableInteger(parsing: &input, "QUIC ACK range length")))
        }
        self.congestionCounts = []
        for _ in 0..<congestionCounts {
            self.congestionCounts.append(try QUICVariableInteger(parsing: &input, "QUIC ECN count"))
        }
    }

    fileprivate func serialize(into output: inout ByteWriter) {
        largest.serialize(into: &output)
        delay.serialize(into: &output)
        QUICVariableInteger.count(ranges.count, width: countWidth).serialize(into: &output)
        firstRange.serialize(into: &output)
        for range in ranges {
            range.gap.serialize(into: &output)
            range.length.serialize(into: &output)
        }
        for count in congestionCounts { count.serialize(into: &output) }
    }
}
