/// How the length of something is written before it.
@nonexhaustive
public enum LengthPrefix: Hashable, Sendable {
    /// Which byte of a number comes first.
    public enum ByteOrder: Hashable, Sendable, CaseIterable {
        /// The highest byte comes first.
        case bigEndian
        /// The lowest byte comes first.
        case littleEndian
    }

    /// One byte.
    case uint8
    /// Two bytes.
    case uint16(ByteOrder = .bigEndian)
    /// Three bytes.
    case uint24(ByteOrder = .bigEndian)
    /// Four bytes.
    case uint32(ByteOrder = .bigEndian)
    /// Eight bytes.
    case uint64(ByteOrder = .bigEndian)
    /// LEB128 of at most 64 bits (``Varint``), as Protocol Buffers write it. One in more bytes than it needs is read too.
    case varint

    /// Bytes of the length; nil for a varint.
    public var size: Int? {
        switch self {
        case .uint8: 1
        case .uint16: 2
        case .uint24: 3
        case .uint32: 4
        case .uint64: 8
        case .varint: nil
        }
    }

    /// The largest length that it can say.
    public var maximum: Int {
        size.map { $0 < 8 ? 1 << (8 * $0) - 1 : .max } ?? .max
    }

    private var isLittleEndian: Bool {
        switch self {
        case .uint16(let order), .uint24(let order), .uint32(let order), .uint64(let order): order == .littleEndian
        case .uint8, .varint: false
        }
    }

    /// Reads a length, if it is all there.
    ///
    /// - Parameters:
    ///   - bytes: What was received so far.
    ///   - position: Where in them the length begins.
    public func read(_ bytes: Span<UInt8>, at position: Int) -> Varint {
        guard let size else { return Varint(bytes, at: position) }
        guard position <= bytes.count &- size else { return .incomplete }
        var value: UInt64 = 0
        for index in 0..<size {
            let place = isLittleEndian ? size &- 1 &- index : index
            value = value << 8 | UInt64(bytes[position &+ place])
        }
        return .value(value, length: size)
    }

    /// Writes a length; of one above ``maximum`` the lower bytes.
    public func write(_ value: UInt64, into output: inout ByteWriter) {
        guard let size else { return output.writeBytes(Varint.encode(value)) }
        for index in 0..<size {
            let shift = 8 * (isLittleEndian ? index : size - 1 - index)
            output.writeUInt8(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}

extension ByteReader {
    /// A reader for what comes behind its length, moving over both.
    ///
    ///     var note = try reader.readLengthPrefixed(.uint16(), "note", length: "note length")
    ///
    /// - Parameters:
    ///   - prefix: How the length is written.
    ///   - field: What comes behind the length.
    ///   - length: The length itself, which errors name where it says more than is there.
    @_lifetime(copy self)
    public mutating func readLengthPrefixed(
        _ prefix: LengthPrefix, _ field: WireError.Field, length: WireError.Field
    ) throws(WireError) -> ByteReader {
        let count = try readNumber(as: prefix, length)
        // More than memory can hold is more than is there.
        return try subreader(Int(clamping: count), field, limit: length)
    }
}

extension ByteWriter {
    /// Writes something behind its length.
    ///
    ///     try writer.writeLengthPrefixed(.uint16(), "note") { $0.writeBytes(note.utf8) }
    ///
    /// - Parameters:
    ///   - prefix: How the length is written.
    ///   - field: What is written.
    ///   - body: Writes it.
    /// - Throws: ``WireError/Kind/tooLong(length:maximum:)`` where it is longer than the prefix can say, and what `body` throws. Nothing
    ///   has been written then.
    public mutating func writeLengthPrefixed(
        _ prefix: LengthPrefix, _ field: WireError.Field, _ body: (inout ByteWriter) throws(WireError) -> Void
    ) throws(WireError) {
        let start = count
        // Nothing is moved for a length of fixed size: its bytes are put where zeros are now.
        let reserved = prefix.size ?? 0
        storage.append(contentsOf: repeatElement(0, count: reserved))
        do throws(WireError) {
            try body(&self)
            try WireError.checkLength(
                count - start - reserved, field, maximum: prefix.maximum, offset: start + reserved)
        } catch {
            storage.removeSubrange(start...)
            throw error
        }
        var length = ByteWriter()
        prefix.write(UInt64(count - start - reserved), into: &length)
        storage.replaceSubrange(start..<start + reserved, with: length.bytes)
    }
}
