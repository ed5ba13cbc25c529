import WireCoding

/// The byte order of a section's numbers.
public enum ByteOrder: String, Hashable, Sendable {
    case littleEndian
    case bigEndian

    func readUInt16(_ bytes: Span<UInt8>, at index: Int) -> UInt16 {
        self == .bigEndian ? bytes.bigEndianUInt16(at: index) : bytes.littleEndianUInt16(at: index)
    }

    func readUInt32(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
        self == .bigEndian ? bytes.bigEndianUInt32(at: index) : bytes.littleEndianUInt32(at: index)
    }
}
