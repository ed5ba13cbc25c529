import WireCoding

/// The versions that an end speaks (RFC 9368 §3).
public struct QUICVersionInformation: Hashable, Sendable {
    /// The version of the packets that carry this.
    public var chosen: QUICVersion
    /// Those it would change to, the preferred one first; of a server, those of its deployment.
    public var available: [QUICVersion]

    /// The chosen version, and the available ones in order of preference.
    public init(chosen: QUICVersion, available: [QUICVersion]) {
        self.chosen = chosen
        self.available = available
    }

    /// Reads all that is left.
    ///
    /// - Throws: `truncated` where a version is not whole, `invalidValue` for version 0 (RFC 9368 §4).
    public init(parsing input: inout ByteReader) throws(WireError) {
        chosen = try Self.version(&input, "QUIC chosen version")
        available = []
        while !input.isAtEnd { available.append(try Self.version(&input, "QUIC available version")) }
    }

    private static func version(_ input: inout ByteReader, _ field: WireError.Field) throws(WireError) -> QUICVersion {
        let bookmark = input
        let version = QUICVersion(rawValue: try input.readUInt32(field))
        guard version != .negotiation else { throw bookmark.error(.invalidValue(0), field) }
        return version
    }

    /// Writes each version in four bytes, the chosen one first. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt32(chosen.rawValue)
        for version in available { output.writeUInt32(version.rawValue) }
    }
}
