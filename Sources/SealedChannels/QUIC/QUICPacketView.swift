import WireCoding

/// The readable part of a QUIC packet without keys (RFC 8999, RFC 9000 §17), in a value of fixed size that allocates
/// nothing.
///
/// ```
/// long   1, fixed bit, type (2), protected (4) | version 4 | length 1, destination connection ID
///        | length 1, source connection ID | token length and token (Initial) | length | packet number, payload
/// short  0, fixed bit, spin bit, protected (5) | destination connection ID | packet number, payload
/// ```
///
/// Connection IDs and tokens are ranges in the datagram.
public struct QUICPacketView: Hashable, Sendable {
    /// Bytes of a connection ID, at most, in all versions that are known (RFC 9000 §17.2).
    public static let maximumConnectionIDLength = 20
    /// The number of bytes after the token of a Retry (RFC 9000 §17.2.5).
    public static let integrityTagLength = 16

    /// Flags and type; its low bits are protected in most packets.
    public let firstByte: UInt8
    /// The type by the first byte and the version; ``QUICPacketType/oneRTT`` for a short header.
    public let type: QUICPacketType
    /// Nil for a short header, which has none.
    public let version: QUICVersion?
    /// The destination connection ID. A short header does not say how long it is, so the reader has to be told.
    public let destinationConnectionID: Range<Int>
    /// Empty for a short header, which has none.
    public let sourceConnectionID: Range<Int>
    /// The token of an Initial or a Retry; otherwise empty.
    public let token: Range<Int>
    /// The packet number and payload, as the length indicates; in a Retry its integrity tag, in a version negotiation
    /// the list. Without a length, the rest of the datagram.
    public let payload: Range<Int>
    /// The whole packet.
    public let range: Range<Int>
    let lengthWidth: QUICVariableInteger.Width
    let tokenLengthWidth: QUICVariableInteger.Width

    /// Whether the header is a long one.
    public var isLong: Bool { firstByte & 0x80 != 0 }

    /// The latency spin bit (RFC 9000 §17.4), or nil for a long header, which has none.
    public var spinBit: Bool? { isLong ? nil : firstByte & 0x20 != 0 }

    /// Reads one packet and moves over it.
    ///
    /// - Parameters:
    ///   - input: At the packet's first byte.
    ///   - connectionIDLength: Bytes of the destination connection ID of a short header, which does not say it: those
    ///     of the source connection ID in the other direction's long headers.
    /// - Throws: As ``init(parsingHeader:connectionIDLength:)``, and `truncated` when less is left than the length
    ///   says.
    public init(parsing input: inout ByteReader, connectionIDLength: Int) throws(WireError) {
        self = try QUICPacketView(parsingHeader: &input, connectionIDLength: connectionIDLength)
        try input.skip(payload.count, "QUIC payload")
    }

    /// Reads the header alone, also of a packet whose end is missing. The reader is left at the payload.
    ///
    /// - Throws: `truncated` when the header is not whole or a version negotiation's list does not end with a version,
    ///   `tooLong` for a connection ID of more than 20 bytes in a known version.
    public init(parsingHeader input: inout ByteReader, connectionIDLength: Int) throws(WireError) {
        let start = input.position
        firstByte = try input.readUInt8("QUIC first byte")
        guard firstByte & 0x80 != 0 else {
            try input.require(connectionIDLength, "QUIC destination connection ID")
            type = .oneRTT
            version = nil
            destinationConnectionID = try input.readRange(connectionIDLength, "QUIC destination connection ID")
            sourceConnectionID = destinationConnectionID.upperBound..<destinationConnectionID.upperBound
            token = sourceConnectionID
            payload = input.position..<input.end
            range = start..<input.end
            (lengthWidth, tokenLengthWidth) = (.one, .one)
            return
        }
        let version = QUICVersion(rawValue: try input.readUInt32("QUIC version"))
        self.version = version
        type = QUICPacketType(longHeader: firstByte, version: version)
        destinationConnectionID = try Self.connectionID(&input, version, "QUIC destination connection ID")
        sourceConnectionID = try Self.connectionID(&input, version, "QUIC source connection ID")

        var token = input.position..<input.position
        var length = input.remaining
        var widths = (token: QUICVariableInteger.Width.one, length: QUICVariableInteger.Width.one)
        switch type {
        case .initial, .zeroRTT, .handshake:
            if type == .initial {
                let tokenLength = try QUICVariableInteger(parsing: &input, "QUIC token length")
                widths.token = tokenLength.width
                token = try input.readRange(Int(truncatingIfNeeded: tokenLength.value), "QUIC token")
            }
            let encoded = try QUICVariableInteger(parsing: &input, "QUIC length")
            widths.length = encoded.width
            length = Int(truncatingIfNeeded: encoded.value)
        case .retry:
            try input.require(Self.integrityTagLength, "QUIC integrity tag")
            token = try input.readRange(input.remaining &- Self.integrityTagLength, "QUIC token")
            length = Self.integrityTagLength
        case .versionNegotiation:
            let surplus = length & 3
            guard length > 0 && surplus == 0 else {
                try input.skip(length &- surplus, "QUIC supported version")
                throw input.error(.truncated(needed: 4, available: surplus), "QUIC supported version")
            }
        case .oneRTT, .unknown: break
        }
        self.token = token
        // A length has at most 62 bits, so that this cannot overflow.
        payload = input.position..<input.position &+ length
        range = start..<payload.upperBound
        (tokenLengthWidth, lengthWidth) = widths
    }

    private static func connectionID(
        _ input: inout ByteReader, _ version: QUICVersion, _ field: WireError.Field
    ) throws(WireError) -> Range<Int> {
        let bookmark = input
        let length = Int(try input.readUInt8(field))
        guard length <= maximumConnectionIDLength || !version.isKnown else {
            throw bookmark.error(.tooLong(length: length, maximum: maximumConnectionIDLength), field)
        }
        return try input.readRange(length, field)
    }

    /// Bytes of a datagram with a client's Initial, at least (RFC 9000 §14.1).
    public static let minimumInitialDatagram = 1200
    /// Bytes of a client's first destination connection ID, at least (RFC 9000 §7.2).
    public static let minimumInitialConnectionIDLength = 8
    /// The minimum number of bytes after the length of a protected packet: a packet number of up to four bytes, and
    /// payload from which header protection takes a sample of 16 (RFC 9001 §5.4.2).
    static let minimumProtectedLength = 20

    /// Whether a datagram can be the first of a client: a long header with the fixed bit, a version that is known or
    /// reserved for version negotiation, the connection IDs and size that RFC 9000 demands, and consistent lengths. A
    /// server's first answer may look the same; nothing else that is common over UDP does.
    ///
    /// Of one that the snap length cut, the first header has to do.
    ///
    /// - Parameters:
    ///   - datagram: What is there of the payload of a UDP datagram.
    ///   - length: Its bytes on the wire; as many as are there, if nil.
    public static func looksLikeInitial(_ datagram: Span<UInt8>, length: Int? = nil) -> Bool {
        if let length, datagram.count < length { return beginsInitial(datagram, length: length) }
        guard datagram.count >= minimumInitialDatagram, datagram[0] & 0xC0 == 0xC0 else { return false }
        var packets = QUICPackets(in: datagram, connectionIDLength: 0)
        var isFirst = true
        do throws(WireError) {
            while let packet = try packets.next() {
                guard isFirst else { continue }
                isFirst = false
                guard packet.isPlausibleInitial else { return false }
            }
        } catch {
            return false
        }
        return !isFirst
    }

    private static func beginsInitial(_ datagram: Span<UInt8>, length: Int) -> Bool {
        var input = ByteReader(datagram)
        guard length >= minimumInitialDatagram, datagram.count > 0, datagram[0] & 0xC0 == 0xC0,
            let packet = try? QUICPacketView(parsingHeader: &input, connectionIDLength: 0)
        else { return false }
        return packet.type == .initial && packet.destinationConnectionID.count >= minimumInitialConnectionIDLength
    }

    private var isPlausibleInitial: Bool {
        guard let version, (version.isKnown && type == .initial) || version.isReserved else { return false }
        let lengths = Self.minimumInitialConnectionIDLength...Self.maximumConnectionIDLength
        return lengths.contains(destinationConnectionID.count)
            && sourceConnectionID.count <= Self.maximumConnectionIDLength
            && payload.count >= Self.minimumProtectedLength
    }
}

extension ByteReader {
    /// The place of the next `count` bytes, moving over them.
    @_lifetime(self: copy self)
    mutating func readRange(_ count: Int, _ field: WireError.Field) throws(WireError) -> Range<Int> {
        let start = position
        try skip(count, field)
        return start..<position
    }
}
