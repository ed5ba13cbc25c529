extension String {
    /// The text that these bytes are, nil where they are no UTF-8 (RFC 3629).
    ///
    /// The standard library's `init(validating:as:)` asks for a newer macOS than this package does.
    public init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // What is no UTF-8 has become U+FFFD, which has other bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
