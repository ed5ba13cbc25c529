extension String {
    /// The text that these bytes encode, or nil if they are not UTF-8 (RFC 3629).
    ///
    /// The standard library's `init(validating:as:)` asks for a newer macOS than this package does.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Bytes that are not UTF-8 have become U+FFFD, which has other bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
