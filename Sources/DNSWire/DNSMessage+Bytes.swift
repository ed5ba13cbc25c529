import WireCoding

/// Reading and writing in one step, for those who have a message in an array.
extension DNSMessage {
    /// Reads a message that is all of the bytes: a UDP payload, or what the length before a message of a TCP stream says.
    ///
    /// - Throws: The first fault in the structure, or an error if bytes are left over after the last record. A fault
    ///   within a record's data does not throw but gives ``RecordData/malformed(_:_:)``. ``parsePrefix(_:baseOffset:)``
    ///   reads a damaged message up to the damage.
    public init(parsing bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes.span)
        try self.init(parsing: &reader)
        try reader.expectEnd("DNS message")
    }

    /// The message as it goes into a UDP payload.
    ///
    /// - Parameter compression: Which names may become pointers; legacy queriers of multicast DNS and all of unicast DNS
    ///   want ``NameCompression/Scope/unicast``.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for a section of more than 65,535 entries or data of more
    ///   than 65,535 bytes.
    public func bytes(compression: NameCompression.Scope = .multicast) throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        try serialize(into: &writer, compression: compression)
        return writer.bytes
    }
}
