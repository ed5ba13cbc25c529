import WireCoding

/// A resource record (RFC 1035 §4.1.3).
///
/// | field | bytes |
/// |---|---|
/// | NAME | a name |
/// | TYPE | 2 |
/// | CLASS | 2, in multicast DNS the cache-flush bit on top |
/// | TTL | 4, seconds |
/// | RDLENGTH | 2 |
/// | RDATA | RDLENGTH |
public struct ResourceRecord: Hashable, Sendable {
    /// The name that the record is about, its owner in the words of DNS.
    public var name: DNSName
    /// The type of ``data``.
    public var type: RecordType
    /// The class field as it is in the message; in an OPT record it is the sender's UDP payload size.
    public var rawClass: UInt16
    /// Seconds; in an OPT record extended flags (RFC 6891 §6.1.3).
    public var ttl: UInt32
    /// The data. It is written as it is, whether or not it fits ``type``.
    public var data: RecordData

    /// A record with its class field as it is in the message, the cache-flush bit included.
    public init(name: DNSName, type: RecordType, rawClass: UInt16, ttl: UInt32, data: RecordData) {
        self.name = name
        self.type = type
        self.rawClass = rawClass
        self.ttl = ttl
        self.data = data
    }

    /// A record of multicast DNS or DNS.
    ///
    /// - Parameters:
    ///   - name: The name that the record is about.
    ///   - type: The type of `data`.
    ///   - recordClass: The class, without the bit on top of the field.
    ///   - cacheFlush: Whether the record replaces all that was cached of its name, type and class (RFC 6762 §10.2).
    ///   - ttl: Seconds for which the record may be cached; 0 is a goodbye in multicast DNS.
    ///   - data: The data, written as it is.
    public init(
        name: DNSName, type: RecordType, recordClass: RecordClass = .internet, cacheFlush: Bool = false, ttl: UInt32,
        data: RecordData
    ) {
        self.init(
            name: name, type: type, rawClass: recordClass.rawValue | (cacheFlush ? RecordClass.multicastBit : 0),
            ttl: ttl, data: data)
    }

    /// The class without the top bit. It means nothing in an OPT record.
    public var recordClass: RecordClass { RecordClass(rawValue: rawClass & ~RecordClass.multicastBit) }

    /// Whether older records of this name, type and class are to be forgotten (RFC 6762 §10.2). In unicast DNS the
    /// bit is part of the class.
    public var cacheFlush: Bool { type != .opt && rawClass & RecordClass.multicastBit != 0 }

    /// The same record with its names in their own memory, see ``DNSName/compacted()``.
    public func compacted() -> ResourceRecord {
        ResourceRecord(name: name.compacted(), type: type, rawClass: rawClass, ttl: ttl, data: data.compacted())
    }

    /// How many bytes of UDP payload the sender of an OPT record takes (RFC 6891 §6.2.3), nil in other records.
    public var udpPayloadSize: UInt16? { type == .opt ? rawClass : nil }
}

extension ResourceRecord: MessagePart {
    /// Reads one record. A fault in the data alone does not throw but gives ``RecordData/malformed(_:)``.
    ///
    /// - Parameters:
    ///   - input: The message, from the record on.
    ///   - names: The names of the message that the record belongs to.
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        let name = try names.readName(&input)
        try input.require(10, "resource record header")
        let type = RecordType(rawValue: try input.readUInt16("TYPE"))
        let rawClass = try input.readUInt16("CLASS")
        let ttl = try input.readUInt32("TTL")
        let length = Int(try input.readUInt16("RDLENGTH"))
        let content = try input.subreader(length, "RDATA", limit: "RDLENGTH")
        // Sets all fields at once: a record that is filled in piece by piece is copied at the end.
        self.init(
            name: name, type: type, rawClass: rawClass, ttl: ttl,
            data: Self.readData(content, of: name, type: type, rawClass: rawClass, names: &names))
    }

    @inline(__always)
    private static func readData(
        _ region: consuming ByteReader, of owner: DNSName, type: RecordType, rawClass: UInt16,
        names: inout DNSNameTable
    ) -> RecordData {
        var content = region
        var bookmark = content
        // Other classes lay out the data of the same types in other ways, and updates leave it out (RFC 2136 §2.4).
        guard type == .opt || rawClass & ~RecordClass.multicastBit == RecordClass.internet.rawValue else {
            return .raw(content.readRemainingBytes())
        }
        do {
            let data = try RecordData(parsing: &content, as: type, names: &names)
            try content.expectEnd("RDATA")
            if case .nextSecure(let next) = data { try check(next, of: owner, in: bookmark) }
            return data
        } catch {
            return .malformed(bookmark.readRemainingBytes(), error)
        }
    }

    /// A next name is compressed in multicast DNS alone, where it is the record's own (RFC 6762 §6.1, §18.14). Another one
    /// comes from a pointer that a reflector copied from the message in which it meant something.
    private static func check(
        _ next: NextSecure, of owner: DNSName, in region: borrowing ByteReader
    ) throws(WireError) {
        guard next.encodedSize != region.remaining, next.nextDomainName != owner else { return }
        // The name was read before: its own labels end in a pointer.
        var pointer = region.position
        while region.input[pointer] <= DNSName.maximumLabelLength { pointer += Int(region.input[pointer]) + 1 }
        let target = Int(region.input.bigEndianUInt16(at: pointer) & 0x3FFF)
        throw WireError(
            .badReference(target: target), field: "NSEC next domain name", offset: region.baseOffset + pointer,
            limit: region.limit)
    }

    /// Writes the record, with pointers in place of names as the compression's scope allows.
    ///
    /// - Precondition: The data has no more than 65,535 bytes, as all that was read from a message.
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        name.serialize(into: &output, compressedBy: &names)
        output.writeUInt16(type.rawValue)
        output.writeUInt16(rawClass)
        output.writeUInt32(ttl)
        let lengthOffset = output.count
        output.writeUInt16(0)
        if case .nextSecure(let next) = data, next.nextDomainName != name {
            // Compressed, it would be taken for the work of a reflector.
            next.serialize(into: &output)
        } else {
            data.serialize(into: &output, compressedBy: &names)
        }
        output.overwriteUInt16(UInt16(output.count - lengthOffset - 2), at: lengthOffset)
    }
}
