import WireCoding

/// The header of a QUIC packet, as an owned value; ``QUICPacketView`` has the layout and is the fast way to read many.
///
/// If the header is protected, the low bits of the first byte are as they are on the wire, and the packet number counts
/// as payload.
public struct QUICPacketHeader: Hashable, Sendable {
    /// The fields after the connection IDs. They must match the type that the first byte and the version indicate.
    @nonexhaustive
    public enum Fields: Hashable, Sendable {
        /// Nothing: a short header, which has no version and no source connection ID either.
        case short
        /// An Initial's token, the width of the token's length, and the payload's length.
        case initial(token: [UInt8], tokenLengthWidth: QUICVariableInteger.Width, length: QUICVariableInteger)
        /// The payload length of a Handshake or 0-RTT packet.
        case protected(length: QUICVariableInteger)
        /// The fields of a Retry, which has no payload.
        case retry(token: [UInt8], integrityTag: [UInt8])
        /// The versions of a version negotiation, which has no payload.
        case supportedVersions([QUICVersion])
        /// Nothing that is known: the rest of the datagram is the payload.
        case unknown
    }

    /// Flags and type; the low bits are protected in most packets.
    public var firstByte: UInt8
    /// Nil for a short header.
    public var version: QUICVersion?
    /// At most 255 bytes, 20 in known versions.
    public var destinationConnectionID: [UInt8]
    /// As the destination's; not written in a short header.
    public var sourceConnectionID: [UInt8]
    /// The fields after the connection IDs.
    public var fields: Fields

    /// A header of these fields, which are written as they are: nothing checks that they match the type.
    public init(
        firstByte: UInt8, version: QUICVersion?, destinationConnectionID: [UInt8], sourceConnectionID: [UInt8] = [],
        fields: Fields
    ) {
        self.firstByte = firstByte
        self.version = version
        self.destinationConnectionID = destinationConnectionID
        self.sourceConnectionID = sourceConnectionID
        self.fields = fields
    }

    /// The type by the first byte and the version.
    public var type: QUICPacketType {
        guard firstByte & 0x80 != 0, let version else { return .oneRTT }
        return QUICPacketType(longHeader: firstByte, version: version)
    }

    /// Reads a header and leaves the reader at the payload.
    ///
    /// - Parameters:
    ///   - input: At the first byte of the packet.
    ///   - connectionIDLength: Bytes of the destination connection ID of a short header.
    /// - Throws: As ``QUICPacketView/init(parsingHeader:connectionIDLength:)``.
    public init(parsing input: inout ByteReader, connectionIDLength: Int) throws(WireError) {
        let view = try QUICPacketView(parsingHeader: &input, connectionIDLength: connectionIDLength)
        self.init(view, in: input.input)
        switch view.type {
        case .retry, .versionNegotiation: try input.skip(view.payload.count, "QUIC payload")
        default: break
        }
    }

    /// The header of a view.
    ///
    /// - Parameters:
    ///   - view: The packet that was read.
    ///   - datagram: The datagram that was read.
    public init(_ view: QUICPacketView, in datagram: Span<UInt8>) {
        firstByte = view.firstByte
        version = view.version
        destinationConnectionID = datagram.copied(view.destinationConnectionID)
        sourceConnectionID = datagram.copied(view.sourceConnectionID)
        // The length was read in this width, so that it fits.
        let length = QUICVariableInteger(UInt64(view.payload.count), width: view.lengthWidth)
        switch view.type {
        case .initial:
            fields =
                length.map { length in
                    .initial(
                        token: datagram.copied(view.token), tokenLengthWidth: view.tokenLengthWidth, length: length)
                } ?? .unknown
        case .zeroRTT, .handshake: fields = length.map { .protected(length: $0) } ?? .unknown
        case .retry:
            fields = .retry(token: datagram.copied(view.token), integrityTag: datagram.copied(view.payload))
        case .versionNegotiation:
            fields = .supportedVersions(
                stride(from: view.payload.lowerBound, to: view.payload.upperBound, by: 4).map {
                    QUICVersion(rawValue: datagram.bigEndianUInt32(at: $0))
                })
        case .oneRTT: fields = .short
        case .unknown: fields = .unknown
        }
    }

    /// - Throws: `tooLong`, before the first byte, for a connection ID whose length does not fit into a byte.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        guard let version else {
            output.writeUInt8(firstByte)
            return output.writeBytes(destinationConnectionID)
        }
        let longest = max(destinationConnectionID.count, sourceConnectionID.count)
        try WireError.checkLength(longest, "QUIC connection ID", maximum: Int(UInt8.max), offset: output.count)
        output.writeUInt8(firstByte)
        output.writeUInt32(version.rawValue)
        for connectionID in [destinationConnectionID, sourceConnectionID] {
            output.writeUInt8(UInt8(truncatingIfNeeded: connectionID.count))
            output.writeBytes(connectionID)
        }
        switch fields {
        case .short, .unknown: break
        case .initial(let token, let width, let length):
            let tokenLength = UInt64(token.count)
            (QUICVariableInteger(tokenLength, width: width) ?? QUICVariableInteger(tokenLength))?
                .serialize(into: &output)
            output.writeBytes(token)
            length.serialize(into: &output)
        case .protected(let length): length.serialize(into: &output)
        case .retry(let token, let integrityTag):
            output.writeBytes(token)
            output.writeBytes(integrityTag)
        case .supportedVersions(let versions):
            for version in versions { output.writeUInt32(version.rawValue) }
        }
    }
}
