import MultipeerWire
import WireCoding

/// The signs by which a connection is read as MultipeerConnectivity at all. They cost a few comparisons; what the bytes are is decided
/// by checksums later.
enum MultipeerOpening {
    /// Whether a stream may begin with the header of a message. Its checksum may be wrong: the messages after it count.
    static func isHeader(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= MultipeerMessageHeader.size else {
            return MultipeerRecognition.channel(startingWith: bytes) != .mismatch
        }
        return beginsHeader(bytes, at: 0) && isPlausible(bytes, at: 0)
    }

    /// Whether a piece of a stream has the header of a message anywhere.
    static func hasHeader(_ bytes: Span<UInt8>) -> Bool {
        var position = 0
        while bytes.count &- position >= 4 {
            if beginsHeader(bytes, at: position) {
                // Of one that is cut at the end four bytes are sign enough.
                let isWhole = bytes.count &- position >= MultipeerMessageHeader.size
                if !isWhole || isPlausible(bytes, at: position) { return true }
            }
            position &+= 1
        }
        return false
    }

    /// Whether a type and flags are there.
    @inline(__always)
    private static func beginsHeader(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        let first = bytes[position]
        guard first == 0x07 || first == 0x08 else { return false }
        let type = MultipeerMessageHeader.MessageType(rawValue: bytes.bigEndianUInt16(at: position))
        return type.isKnown && bytes.bigEndianUInt16(at: position &+ 2) <= 1
    }

    private static func isPlausible(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        var input = ByteReader(bytes.extracting(position..<position + MultipeerMessageHeader.size))
        guard let header = try? MultipeerMessageHeader(parsing: &input) else { return false }
        return header.isPlausible && Int(header.length) <= MultipeerMessage.defaultMaximumBodyLength
    }

    /// Whether a datagram may be one of a session: a plain packet, right or wrong, that fills it, a record of DTLS 1.0 after its
    /// marker, or a check with the attributes of these peers.
    static func isDatagram(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= MultipeerSealedRecord.headerSize else { return false }
        switch bytes[0] {
        case MultipeerPacketHeader.marker:
            return bytes.count >= MultipeerPacketHeader.size && Int(bytes.bigEndianUInt16(at: 2)) == bytes.count
        case MultipeerSealedRecord.marker: return isRecord(bytes)
        case 0, 1: return MultipeerDatagramView.recognizesCheck(bytes)
        default: return false
        }
    }

    /// Whether a marker and one record of DTLS 1.0 fill a datagram.
    private static func isRecord(_ bytes: Span<UInt8>) -> Bool {
        let size = MultipeerSealedRecord.headerSize
        return bytes.bigEndianUInt16(at: 2) == MultipeerSealedRecord.dtls10
            && Int(bytes.bigEndianUInt16(at: size - 2)) == bytes.count - size
    }
}
