import WireCoding

/// The header before the encrypted body of a protected frame (IEEE 802.11 §12.5).
///
/// | bytes | field | where |
/// |---|---|---|
/// | 3 | initialization vector; of CCMP and GCMP packet number bytes 0 and 1 and a reserved byte | |
/// | 1 | bits 6 and 7 key ID, bit 5 whether more follows | |
/// | 4 | packet number bytes 2 to 5 | all but WEP |
public struct CipherHeader: Hashable, Sendable {
    /// The first three bytes, the first on top of 24 bits.
    public var initializationVector: UInt32
    /// Key ID and whether the header is extended.
    public var keyOctet: UInt8
    /// Written only where the key octet announces it, as zeros if nil.
    public var extendedVector: UInt32?

    /// The extended header of CCMP and GCMP, 8 bytes.
    ///
    /// - Parameters:
    ///   - packetNumber: 48 bits; the upper 16 are dropped.
    ///   - keyID: The number of the key, 0 to 3.
    public init(ccmpPacketNumber packetNumber: UInt64, keyID: UInt8 = 0) {
        initializationVector =
            UInt32(truncatingIfNeeded: packetNumber & 0xFF) << 16
            | UInt32(truncatingIfNeeded: packetNumber >> 8 & 0xFF) << 8
        keyOctet = keyID << 6 | 0x20
        extendedVector = UInt32(truncatingIfNeeded: packetNumber >> 16).byteSwapped
    }

    /// The number of the key, 0 to 3.
    public var keyID: UInt8 { keyOctet >> 6 }
    /// Whether four more bytes are there, as with all ciphers but WEP.
    public var isExtended: Bool { keyOctet & 0x20 != 0 }
    /// The packet number, as CCMP and GCMP arrange it; nil in short headers.
    public var ccmpPacketNumber: UInt64? {
        extendedVector.map {
            UInt64($0.byteSwapped) << 16 | UInt64(initializationVector >> 8 & 0xFF) << 8
                | UInt64(initializationVector >> 16)
        }
    }
    /// Bytes of the header.
    public var size: Int { isExtended ? 8 : 4 }

    /// - Throws: `truncated` when the header is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(4, "cipher header")
        initializationVector = try input.readUInt24("cipher initialization vector")
        keyOctet = try input.readUInt8("cipher key ID")
        if keyOctet & 0x20 != 0 { extendedVector = try input.readUInt32("cipher extended vector") }
    }

    /// Writes four bytes, and four more where ``isExtended`` says so.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt24(initializationVector)
        output.writeUInt8(keyOctet)
        if isExtended { output.writeUInt32(extendedVector ?? 0) }
    }
}
