import WireCoding

/// An extension of a hello (RFC 8446 §4.2): its type and its content, whatever it is.
public struct TLSExtension: Hashable, Sendable {
    /// IANA, "TLS ExtensionType Values".
    public struct ExtensionType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// RFC 6066 §3.
        public static let serverName = ExtensionType(rawValue: 0)
        /// RFC 7301.
        public static let applicationLayerProtocolNegotiation = ExtensionType(rawValue: 16)
        /// RFC 7366: records' MACs are of what is encrypted.
        public static let encryptThenMAC = ExtensionType(rawValue: 22)
        /// RFC 7627.
        public static let extendedMasterSecret = ExtensionType(rawValue: 23)
        /// RFC 5077.
        public static let sessionTicket = ExtensionType(rawValue: 35)
        /// The pre-shared keys that a client offers, or the index of the one that the server chose (RFC 8446 §4.2.11).
        public static let preSharedKey = ExtensionType(rawValue: 41)
        /// Whether data is sent before the server answers (RFC 8446 §4.2.10).
        public static let earlyData = ExtensionType(rawValue: 42)
        /// The versions that a client supports, or the one that the server chose (RFC 8446 §4.2.1).
        public static let supportedVersions = ExtensionType(rawValue: 43)
        /// A server's, with a pre-shared key, says that there is a Diffie-Hellman secret too (RFC 8446 §4.2.9).
        public static let keyShare = ExtensionType(rawValue: 51)
        /// RFC 9849: a hello within the hello, which may ask for another host.
        public static let encryptedClientHello = ExtensionType(rawValue: 0xFE0D)
    }

    /// The type, which says how ``content`` is to be read.
    public var type: ExtensionType
    /// At most 65,535 bytes.
    public var content: [UInt8]

    /// An extension with that content, which is written as it is.
    public init(type: ExtensionType, content: [UInt8]) {
        self.type = type
        self.content = content
    }

    /// - Throws: `truncated` when the extension is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        type = ExtensionType(rawValue: try input.readUInt16("TLS extension type"))
        let length = Int(try input.readUInt16("TLS extension length"))
        content = try input.readBytes(length, "TLS extension")
    }

    /// - Throws: `tooLong`, before the first byte, for more content than a length can say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(content.count, "TLS extension", maximum: Int(UInt16.max), offset: output.count)
        output.writeUInt16(type.rawValue)
        try output.writeVector(content, lengthOf: 2, "TLS extension")
    }
}

extension [TLSExtension] {
    /// The block at the end of a hello, which may be left out.
    static func parse(_ input: inout ByteReader) throws(WireError) -> [TLSExtension]? {
        guard !input.isAtEnd else { return nil }
        let length = Int(try input.readUInt16("TLS extensions length"))
        var block = try input.subreader(length, "TLS extensions", limit: "TLS extensions length")
        var extensions: [TLSExtension] = []
        while !block.isAtEnd { extensions.append(try TLSExtension(parsing: &block)) }
        return extensions
    }

    func serializeBlock(into output: inout ByteWriter) throws(WireError) {
        var block = ByteWriter()
        for element in self { try element.serialize(into: &block) }
        try output.writeVector(block.bytes, lengthOf: 2, "TLS extensions")
    }

    /// The content of the first extension of that type.
    subscript(_ type: TLSExtension.ExtensionType) -> [UInt8]? { first { $0.type == type }?.content }
}

extension ByteWriter {
    /// Writes a vector: its length in one or two bytes, then its bytes (RFC 8446 §3.4).
    ///
    /// - Throws: `tooLong`, before the first byte, when the length does not fit.
    mutating func writeVector(
        _ content: [UInt8], lengthOf size: Int, _ field: WireError.Field
    ) throws(WireError) {
        let maximum = size == 1 ? Int(UInt8.max) : Int(UInt16.max)
        try WireError.checkLength(content.count, field, maximum: maximum, offset: count)
        if size == 1 {
            writeUInt8(UInt8(truncatingIfNeeded: content.count))
        } else {
            writeUInt16(UInt16(truncatingIfNeeded: content.count))
        }
        writeBytes(content)
    }
}
