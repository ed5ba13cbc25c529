/// How the whole file is packed.
public enum Compression: String, Hashable, Sendable {
    case none
    /// RFC 1952, with one member or several.
    case gzip
    /// RFC 8878, with one frame or several, and skippable ones between.
    case zstd
    /// The frame format of lz4, with one frame or several, and skippable ones between.
    case lz4
}
