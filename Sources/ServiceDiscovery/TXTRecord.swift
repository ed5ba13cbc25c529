import DNSWire
import WireCoding

/// The attributes of a service (RFC 6763 §6): a list of strings, each after its length byte, most of them `key=value`.
///
/// The bytes are kept as they are, and entries are read from them on demand. Two records are equal when their bytes
/// are.
public struct TXTRecord: Hashable, Sendable {
    /// The data of the TXT record.
    public internal(set) var rdata: [UInt8]

    /// The most bytes of data that fit a DNS record.
    public static let maximumLength = 0xFFFF

    /// Reads data as it was seen on the wire, even if its last string is truncated; ``fault`` reports that.
    public init(observed rdata: [UInt8]) { self.rdata = rdata }

    /// Reads the rest of the reader.
    ///
    /// - Throws: `WireError.Kind.truncated(needed:available:)` for a string that runs past the end.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input.position
        while !input.isAtEnd {
            let length = Int(try input.readUInt8("TXT string length"))
            try input.skip(length, "TXT string")
        }
        rdata = input.input.copied(start..<input.position)
    }

    /// The data of a TXT record, checked.
    ///
    /// - Throws: `WireError.Kind.truncated(needed:available:)` for a string that runs past the end.
    public init(rdata: [UInt8]) throws(WireError) {
        self.init(observed: rdata)
        if let fault { throw fault }
    }

    /// A record of these entries, in their order; a single zero byte if there are none (RFC 6763 §6.1).
    ///
    /// - Throws: The first rule that an entry breaks, or ``TXTRecordViolation/recordTooLong(length:)``.
    public init(_ entries: some Sequence<Entry>) throws(TXTRecordViolation) {
        self.init(observed: [0])
        let entries = Array(entries)
        for entry in entries {
            if let violation = entry.violation { throw violation }
        }
        try replaceEntries(entries)
    }

    /// - Parameter entries: None longer than ``Entry/maximumLength``.
    static func rdata(of entries: [Entry]) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            bytes.append(UInt8(entry.length))
            bytes += entry.bytes
        }
        return bytes.isEmpty ? [0] : bytes
    }

    /// Writes ``rdata``, without the record's length field.
    public func serialize(into output: inout ByteWriter) { output.writeBytes(rdata) }
}

extension TXTRecord {
    /// The entries in the order of the wire, repeated keys among them, empty strings left out.
    ///
    /// An entry that begins with `=` has an empty key; no lookup finds it (RFC 6763 §6.4). No data and a single zero
    /// byte both mean no entries. A string that is cut off ends the list.
    public var entries: [Entry] {
        var entries: [Entry] = []
        forEachString { string in
            entries.append(Entry(string))
            return true
        }
        return entries
    }

    /// The fault of a string that runs past the end, at its offset in ``rdata``.
    public var fault: WireError? { RecordData.text(rdata).fault }

    /// The first entry with that key, ASCII letters in any case: later ones do not count (RFC 6763 §6.4).
    public func entry(forKey key: some StringProtocol) -> Entry? {
        let wanted = Array(key.utf8)
        var found: Entry?
        guard !wanted.isEmpty, !wanted.contains(0x3D) else { return nil }
        forEachString { string in
            guard Self.hasKey(wanted, string) else { return true }
            found = Entry(string)
            return false
        }
        return found
    }

    /// The value of ``entry(forKey:)``, or nil if there is no such entry or it has no `=`.
    public func value(forKey key: some StringProtocol) -> [UInt8]? { entry(forKey: key)?.value }

    /// Calls `body` with each complete string, as indices of ``rdata``, until it returns false. Empty strings are
    /// skipped unless requested.
    ///
    /// - Returns: The offset where the walk ended: the length byte of a truncated string, or the end.
    @discardableResult
    func forEachString(withEmpty: Bool = false, _ body: (ArraySlice<UInt8>) -> Bool) -> Int {
        var offset = 0
        while offset < rdata.count {
            let start = offset + 1
            let end = start + Int(rdata[offset])
            guard end <= rdata.count else { return offset }
            offset = end
            if (withEmpty || end > start) && !body(rdata[start..<end]) { break }
        }
        return offset
    }

    private static func hasKey(_ key: [UInt8], _ string: ArraySlice<UInt8>) -> Bool {
        guard string.count >= key.count else { return false }
        let rest = string.dropFirst(key.count)
        guard rest.isEmpty || rest.first == 0x3D else { return false }
        return LabelBytes.areEqual(key, string.prefix(key.count))
    }

    /// The entry that a library finds for a key. They differ where a record has a key more than once; by RFC 6763 §6.4
    /// the first one counts (``entry(forKey:)``).
    ///
    /// - Apple (`TXTRecordGetValuePtr`): the first, letters in any case.
    /// - Avahi (`avahi_string_list_find` in a parsed list, which is in reverse order): the last, letters in any case.
    /// - zeroconf (`properties`): the first of that very spelling; it finds entries without a key under the empty key.
    ///
    /// A family that is not ``ResponderFamily/measured`` is taken to find the first, letters in any case (RFC 6763 §6.4).
    public func entry(forKey key: some StringProtocol, foundBy family: ResponderFamily) -> Entry? {
        let wanted = Array(key.utf8)
        switch family {
        case .apple, .resolved, .jmdns: return entry(forKey: key)
        case .avahi: return wanted.isEmpty ? nil : entries.last { LabelBytes.areEqual($0.key, wanted) }
        case .zeroconf: return entries.first { $0.key == wanted }
        }
    }

    /// One string of a record (RFC 6763 §6.3): `key`, `key=` or `key=value`, which are three different things.
    public struct Entry: Hashable, Sendable {
        /// The bytes before the first `=`.
        public let key: [UInt8]
        /// The bytes after the first `=`: opaque, possibly none; nil without `=`.
        public let value: [UInt8]?

        /// The most bytes of an entry, the `=` included.
        public static let maximumLength = 255

        /// The most bytes of an entry that Apple's `TXTRecordSetValue` builds: it counts the length byte into 255.
        public static let maximumLengthOfAppleBuilder = 254

        /// - Throws: The first rule that the entry breaks.
        public init(key: String, value: [UInt8]?) throws(TXTRecordViolation) {
            self.key = Array(key.utf8)
            self.value = value
            if let violation { throw violation }
        }

        /// - Throws: The first rule that the entry breaks.
        public init(key: String, value: String) throws(TXTRecordViolation) {
            try self.init(key: key, value: Array(value.utf8))
        }

        init(uncheckedKey key: [UInt8], value: [UInt8]?) {
            self.key = key
            self.value = value
        }

        /// Takes a string of the wire apart.
        init(_ string: ArraySlice<UInt8>) {
            if let separator = string.firstIndex(of: 0x3D) {
                key = Array(string[..<separator])
                value = Array(string[(separator + 1)...])
            } else {
                key = Array(string)
                value = nil
            }
        }

        /// The key as text; bytes that are not UTF-8 become U+FFFD.
        public var keyText: String { String(decoding: key, as: UTF8.self) }

        /// The value as text, or nil if there is none or it is not UTF-8.
        public var valueText: String? { value.flatMap { String(validUTF8: $0) } }

        /// The string without its length byte: `key`, `key=` or `key=value`.
        public var bytes: [UInt8] { value.map { key + [0x3D] + $0 } ?? key }

        /// The number of ``bytes``.
        public var length: Int { key.count + (value.map { $0.count + 1 } ?? 0) }

        /// The first rule that the entry breaks, or nil for a proper one.
        public var violation: TXTRecordViolation? {
            guard !key.isEmpty else { return .emptyKey }
            for (position, byte) in key.enumerated() where !(0x20...0x7E).contains(byte) || byte == 0x3D {
                return .invalidKeyCharacter(byte, position: position)
            }
            return length > Self.maximumLength ? .entryTooLong(length: length) : nil
        }
    }
}
