import WireCoding

extension TXTRecord {
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
