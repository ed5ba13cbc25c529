import WireCoding

/// A record of a text by which another one can be recognized as the same.
///
/// The hash is that of Swift's collections, with a seed drawn at random in each run: no one can construct two texts
/// with the same hash. It is only compared, and never gets into a report.
struct ContentDigest: Hashable, Sendable {
    let length: Int
    private let hash: Int

    init(_ bytes: Span<UInt8>) {
        length = bytes.count
        var hasher = Hasher()
        // The pointer is used within the closure, while the span that it came from is alive.
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hash = hasher.finalize()
    }

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }
}
