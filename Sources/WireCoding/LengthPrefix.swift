/// How the length of something is written before it.
public struct LengthPrefix: Hashable, Sendable {
    @usableFromInline
    enum Form: Hashable, Sendable {
        case fixed(byteCount: Int, isLittleEndian: Bool)
        case varint
    }

    @usableFromInline let form: Form

    private init(_ form: Form) { self.form = form }

    /// One byte.
    public static let uint8 = LengthPrefix(.fixed(byteCount: 1, isLittleEndian: false))
    /// Two bytes, the highest first.
    public static let uint16 = LengthPrefix(.fixed(byteCount: 2, isLittleEndian: false))
    /// Three bytes, the highest first.
    public static let uint24 = LengthPrefix(.fixed(byteCount: 3, isLittleEndian: false))
    /// Four bytes, the highest first.
    public static let uint32 = LengthPrefix(.fixed(byteCount: 4, isLittleEndian: false))
    /// Two bytes, the lowest first.
    public static let uint16LittleEndian = LengthPrefix(.fixed(byteCount: 2, isLittleEndian: true))
    /// Three bytes, the lowest first.
    public static let uint24LittleEndian = LengthPrefix(.fixed(byteCount: 3, isLittleEndian: true))
    /// Four bytes, the lowest first.
    public static let uint32LittleEndian = LengthPrefix(.fixed(byteCount: 4, isLittleEndian: true))
    /// As many bytes as the length needs (``Varint``).
    public static let varint = LengthPrefix(.varint)

    /// The largest length that it can say.
    public var maximum: Int {
        switch form {
        case .fixed(let byteCount, _): 1 << (8 * byteCount) - 1
        case .varint: .max
        }
    }

    /// The bytes of a length up to ``maximum``.
    fileprivate func bytes(of length: Int) -> [UInt8] {
        switch form {
        case .varint: return Varint.encode(UInt64(length))
        case .fixed(let byteCount, let isLittleEndian):
            let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
    }
}

extension ByteReader {
    /// A reader for what comes behind its length, moving over both.
    ///
    ///     var note = try reader.readLengthPrefixed(.uint16, "note", length: "note length")
    ///
    /// - Parameters:
    ///   - field: What comes behind the length.
    ///   - length: The length itself, which errors name where it says more than is there.
    @_lifetime(copy self)
    public mutating func readLengthPrefixed(
        _ prefix: LengthPrefix, _ field: WireError.Field, length: WireError.Field
    ) throws(WireError) -> ByteReader {
        let count: UInt64
        switch prefix.form {
        case .varint: count = try readVarint(length)
        case .fixed(let byteCount, let isLittleEndian):
            var value: UInt64 = 0
            try require(byteCount, length)
            for index in 0..<byteCount {
                let byte = UInt64(try readUInt8(length))
                value = isLittleEndian ? value | byte << UInt64(8 * index) : value << 8 | byte
            }
            count = value
        }
        // More than memory can hold is more than is there.
        return try subreader(Int(clamping: count), field, limit: length)
    }
}

extension ByteWriter {
    /// Writes something behind its length.
    ///
    ///     try writer.writeLengthPrefixed(.uint16, "note") { $0.writeBytes(note.utf8) }
    ///
    /// - Parameters:
    ///   - field: What is written.
    ///   - body: Writes it.
    /// - Throws: ``WireError/Kind/tooLong(length:maximum:)`` where it is longer than the prefix can say, and what `body` throws. Nothing
    ///   has been written then.
    public mutating func writeLengthPrefixed(
        _ prefix: LengthPrefix, _ field: WireError.Field, _ body: (inout ByteWriter) throws(WireError) -> Void
    ) throws(WireError) {
        let start = count
        // Nothing is moved for a length of fixed size: its bytes are put where zeros are now.
        let reserved = prefix.form == .varint ? 0 : prefix.bytes(of: 0).count
        storage.append(contentsOf: repeatElement(0, count: reserved))
        do throws(WireError) {
            try body(&self)
            try WireError.checkLength(
                count - start - reserved, field, maximum: prefix.maximum, offset: start + reserved)
        } catch {
            storage.removeSubrange(start...)
            throw error
        }
        storage.replaceSubrange(start..<start + reserved, with: prefix.bytes(of: count - start - reserved))
    }
}
