/// Collects the bytes of wire formats.
///
/// Integers are big-endian unless the method says otherwise.
@frozen
public struct ByteWriter: Sendable {
    /// The bytes written so far.
    @inlinable public var bytes: [UInt8] { storage }
    @usableFromInline var storage: [UInt8]

    /// A writer without bytes.
    ///
    /// - Parameter capacity: The bytes for which memory is reserved; more are taken as they are written.
    @inlinable
    public init(reservingCapacity capacity: Int = 0) {
        storage = []
        storage.reserveCapacity(capacity)
    }

    /// The number of bytes written.
    @inlinable public var count: Int { storage.count }

    /// Appends one byte.
    @inlinable
    public mutating func writeUInt8(_ value: UInt8) { storage.append(value) }

    /// Appends two bytes, the highest first.
    @inlinable
    public mutating func writeUInt16(_ value: UInt16) {
        storage.append(UInt8(truncatingIfNeeded: value >> 8))
        storage.append(UInt8(truncatingIfNeeded: value))
    }

    /// Appends four bytes, the highest first.
    @inlinable
    public mutating func writeUInt32(_ value: UInt32) {
        writeUInt16(UInt16(truncatingIfNeeded: value >> 16))
        writeUInt16(UInt16(truncatingIfNeeded: value))
    }

    /// Appends eight bytes, the highest first.
    @inlinable
    public mutating func writeUInt64(_ value: UInt64) {
        writeUInt32(UInt32(truncatingIfNeeded: value >> 32))
        writeUInt32(UInt32(truncatingIfNeeded: value))
    }

    /// Appends two bytes, the lowest first.
    @inlinable
    public mutating func writeUInt16LittleEndian(_ value: UInt16) { writeUInt16(value.byteSwapped) }

    /// Appends four bytes, the lowest first.
    @inlinable
    public mutating func writeUInt32LittleEndian(_ value: UInt32) { writeUInt32(value.byteSwapped) }

    /// Appends eight bytes, the lowest first.
    @inlinable
    public mutating func writeUInt64LittleEndian(_ value: UInt64) { writeUInt64(value.byteSwapped) }

    /// A signed byte.
    @inlinable
    public mutating func writeInt8(_ value: Int8) { writeUInt8(UInt8(bitPattern: value)) }

    /// A signed number of two bytes.
    @inlinable
    public mutating func writeInt16(_ value: Int16) { writeUInt16(UInt16(bitPattern: value)) }

    /// A signed number of four bytes.
    @inlinable
    public mutating func writeInt32(_ value: Int32) { writeUInt32(UInt32(bitPattern: value)) }

    /// A signed number of eight bytes.
    @inlinable
    public mutating func writeInt64(_ value: Int64) { writeUInt64(UInt64(bitPattern: value)) }

    /// A signed number of two bytes, the lowest first.
    @inlinable
    public mutating func writeInt16LittleEndian(_ value: Int16) { writeInt16(value.byteSwapped) }

    /// A signed number of four bytes, the lowest first.
    @inlinable
    public mutating func writeInt32LittleEndian(_ value: Int32) { writeInt32(value.byteSwapped) }

    /// A signed number of eight bytes, the lowest first.
    @inlinable
    public mutating func writeInt64LittleEndian(_ value: Int64) { writeInt64(value.byteSwapped) }

    /// The lower three bytes of a number.
    @inlinable
    public mutating func writeUInt24(_ value: UInt32) {
        writeUInt8(UInt8(truncatingIfNeeded: value >> 16))
        writeUInt16(UInt16(truncatingIfNeeded: value))
    }

    /// The lower three bytes of a number, the lowest first.
    @inlinable
    public mutating func writeUInt24LittleEndian(_ value: UInt32) { writeUInt24(value.byteSwapped >> 8) }

    /// The fewest bytes that say the number as a ``Varint``.
    @inlinable
    public mutating func writeVarint(_ value: UInt64) { writeBytes(Varint.encode(value)) }

    /// Appends the bytes as they are, without a length.
    @inlinable
    public mutating func writeBytes(_ content: some Sequence<UInt8>) { storage.append(contentsOf: content) }

    /// Appends borrowed bytes as they are, in one copy and without a length.
    @inlinable
    public mutating func writeBytes(_ content: Span<UInt8>) { storage.append(copying: content) }

    /// Writes over bytes that are already there, as checksums and lengths need.
    ///
    /// - Precondition: `offset + 2 <= count`; the offset is the writer's own, never one from outside.
    @inlinable
    public mutating func overwriteUInt16(_ value: UInt16, at offset: Int) {
        storage[offset] = UInt8(truncatingIfNeeded: value >> 8)
        storage[offset + 1] = UInt8(truncatingIfNeeded: value)
    }

    /// The same for four bytes.
    ///
    /// - Precondition: `offset + 4 <= count`.
    @inlinable
    public mutating func overwriteUInt32(_ value: UInt32, at offset: Int) {
        overwriteUInt16(UInt16(truncatingIfNeeded: value >> 16), at: offset)
        overwriteUInt16(UInt16(truncatingIfNeeded: value), at: offset + 2)
    }

    /// The same for two bytes, the lowest first.
    ///
    /// - Precondition: `offset + 2 <= count`.
    @inlinable
    public mutating func overwriteUInt16LittleEndian(_ value: UInt16, at offset: Int) {
        overwriteUInt16(value.byteSwapped, at: offset)
    }

    /// The same for four bytes, the lowest first.
    ///
    /// - Precondition: `offset + 4 <= count`.
    @inlinable
    public mutating func overwriteUInt32LittleEndian(_ value: UInt32, at offset: Int) {
        overwriteUInt32(value.byteSwapped, at: offset)
    }

    /// Forgets what has been written and keeps the memory.
    @inlinable
    public mutating func removeAll() { storage.removeAll(keepingCapacity: true) }
}
