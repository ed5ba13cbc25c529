/// Collects the bytes of wire formats.
///
/// Integers are big-endian unless the method says otherwise.
@frozen
public struct ByteWriter: Sendable {
    /// The bytes written so far.
    @inlinable public var bytes: [UInt8] { storage }
    @usableFromInline var storage: [UInt8]

    @inlinable
    public init(reservingCapacity capacity: Int = 0) {
        storage = []
        storage.reserveCapacity(capacity)
    }

    /// The number of bytes written.
    @inlinable public var count: Int { storage.count }

    @inlinable
    public mutating func writeUInt8(_ value: UInt8) { storage.append(value) }

    @inlinable
    public mutating func writeUInt16(_ value: UInt16) {
        storage.append(UInt8(truncatingIfNeeded: value >> 8))
        storage.append(UInt8(truncatingIfNeeded: value))
    }

    @inlinable
    public mutating func writeUInt32(_ value: UInt32) {
        writeUInt16(UInt16(truncatingIfNeeded: value >> 16))
        writeUInt16(UInt16(truncatingIfNeeded: value))
    }

    @inlinable
    public mutating func writeUInt64(_ value: UInt64) {
        writeUInt32(UInt32(truncatingIfNeeded: value >> 32))
        writeUInt32(UInt32(truncatingIfNeeded: value))
    }

    @inlinable
    public mutating func writeUInt16LittleEndian(_ value: UInt16) { writeUInt16(value.byteSwapped) }

    @inlinable
    public mutating func writeUInt32LittleEndian(_ value: UInt32) { writeUInt32(value.byteSwapped) }

    @inlinable
    public mutating func writeUInt64LittleEndian(_ value: UInt64) { writeUInt64(value.byteSwapped) }

    @inlinable
    public mutating func writeBytes(_ content: some Sequence<UInt8>) { storage.append(contentsOf: content) }

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

    /// Forgets what has been written and keeps the memory.
    @inlinable
    public mutating func removeAll() { storage.removeAll(keepingCapacity: true) }
}
