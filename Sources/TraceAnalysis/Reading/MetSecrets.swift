import PacketCapture

/// How many of the secrets of files that are read as one were met. Those before the first packet of a file are known before.
struct MetSecrets {
    /// Nil before the first packet.
    private var counts: [Int?]

    init(ofFiles count: Int) { counts = Array(repeating: nil, count: count) }

    /// Whether ``takeMore(ofFile:_:)`` has anything to do.
    @inline(__always)
    func isBehind(_ file: Int, _ reader: borrowing CaptureReader) -> Bool {
        reader.decryptionSecretCount != counts[file]
    }

    /// The secrets between the last packet of the file and where its reader is.
    mutating func takeMore(ofFile file: Int, _ reader: borrowing CaptureReader) -> ArraySlice<DecryptionSecrets> {
        let known = counts[file] ?? reader.decryptionSecretCount
        counts[file] = reader.decryptionSecretCount
        return reader.decryptionSecrets[known...]
    }
}
