import WireCoding

/// What the first bytes of a file say that it is.
enum FileSignature: Hashable, Sendable {
    case capture(CaptureFormat)
    case gzip
    case unsupported(CaptureError.UnsupportedFormat)

    /// As many bytes as the longest signature has.
    static let maximumLength = 16

    /// Recognises a file by its first bytes, nil for bytes that are the beginning of nothing known.
    init?(_ prefix: Span<UInt8>) {
        if prefix.count >= 2, prefix.bigEndianUInt16(at: 0) == 0x1F8B {
            self = .gzip
            return
        }
        guard prefix.count >= 4 else { return nil }
        switch prefix.bigEndianUInt32(at: 0) {
        case 0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1: self = .capture(.pcap)
        case 0x0A0D_0D0A: self = .capture(.pcapng)
        case 0xA1B2_CD34, 0x34CD_B2A1: self = .unsupported(.modifiedPcap)
        case 0x28B5_2FFD: self = .unsupported(.zstd)
        case 0x0422_4D18: self = .unsupported(.lz4)
        case 0x5254_5353, 0x474D_4255: self = .unsupported(.networkMonitor)
        case 0x736E_6F6F where prefix.hasPrefix("snoop\0\0\0"): self = .unsupported(.snoop)
        case 0x5452_534E where prefix.hasPrefix("TRSNIFF data"): self = .unsupported(.sniffer)
        default: return nil
        }
    }
}

extension Span where Element == UInt8 {
    fileprivate func hasPrefix(_ text: StaticString) -> Bool {
        var index = 0
        for byte in text.description.utf8 {
            guard index < count, self[index] == byte else { return false }
            index += 1
        }
        return true
    }
}
