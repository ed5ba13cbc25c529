import WireCoding

/// The kind of a file, judged by its first bytes.
enum FileSignature: Hashable, Sendable {
    case capture(CaptureFormat)
    case compressed(Compression)
    /// A frame that zstd and lz4 share (RFC 8878 §3.1.2): the data after it shows which one it is.
    case skippableFrame
    case foreign(ForeignFormat)

    /// As many bytes as the longest signature reaches.
    static let maximumLength = 512

    /// Recognizes a file by its first bytes, nil for bytes that are the beginning of nothing known.
    init?(_ prefix: Span<UInt8>) {
        if let certain = FileSignature(certain: prefix) {
            self = certain
        } else if let format = ForeignFormat(prefix) {
            self = .foreign(format)
        } else {
            return nil
        }
    }

    /// Recognizes what this module reads. A few bytes are enough, and more do not change the answer.
    init?(certain prefix: Span<UInt8>) {
        if prefix.count >= 2, prefix.bigEndianUInt16(at: 0) == 0x1F8B {
            self = .compressed(.gzip)
            return
        }
        guard prefix.count >= 4 else { return nil }
        switch prefix.bigEndianUInt32(at: 0) {
        case 0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1, 0xA1B2_CD34, 0x34CD_B2A1: self = .capture(.pcap)
        case 0x0A0D_0D0A: self = .capture(.pcapng)
        case 0x28B5_2FFD: self = .compressed(.zstd)
        case 0x0422_4D18: self = .compressed(.lz4)
        case let magic where magic & 0xF0FF_FFFF == 0x502A_4D18: self = .skippableFrame
        default: return nil
        }
    }

    /// Whether these up to four bytes begin another frame (for gzip: member) of a compressed stream.
    static func beginsFrame(_ start: ArraySlice<UInt8>, of compression: Compression) -> Bool {
        guard compression != .gzip else { return start.first == 0x1F }
        let signature = FileSignature(certain: Array(start).span)
        return signature == .compressed(compression) || signature == .skippableFrame
    }
}

/// Which file format a capture has.
@nonexhaustive
public enum CaptureFormat: String, Hashable, Sendable {
    /// The format of libpcap (draft-ietf-opsawg-pcap).
    case pcap
    /// The block format that followed it (draft-ietf-opsawg-pcapng).
    case pcapng
}

/// How the whole file is packed.
@nonexhaustive
public enum Compression: String, Hashable, Sendable {
    /// Not packed.
    case none
    /// RFC 1952, with one member or several.
    case gzip
    /// RFC 8878, with one frame or several, and skippable ones between.
    case zstd
    /// The frame format of lz4, with one frame or several, and skippable ones between.
    case lz4
}
