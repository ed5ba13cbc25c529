import WireCoding

/// A file format that is recognized but not read: other captures, and what people hand in by mistake.
///
/// The raw value is what a sentence calls such a file.
@nonexhaustive
public enum ForeignFormat: String, Hashable, Sendable, CaseIterable {
    // Captures that Wireshark's tools convert.
    /// Snoop of Solaris (RFC 1761).
    case snoop = "a snoop file"
    /// Microsoft Network Monitor, versions 1 and 2.
    case networkMonitor = "a Microsoft Network Monitor file"
    /// Network General Sniffer for DOS.
    case sniffer = "a Sniffer (DOS) file"
    /// NetXRay, and Sniffer for Windows, which followed it.
    case netXRay = "a NetXRay or Sniffer (Windows) file"
    /// The iptrace of AIX, versions 1 and 2.
    case iptrace = "an AIX iptrace file"
    /// The tracing of HP-UX.
    case nettl = "an HP-UX nettl file"
    /// The probes of Visual Networks.
    case visualNetworks = "a Visual Networks file"
    /// Accellent 5Views.
    case fiveViews = "an Accellent 5Views file"
    /// EtherPeek, AiroPeek and their successors, in the tagged format.
    case peekTagged = "an EtherPeek or AiroPeek file"
    /// The Bluetooth log of Apple's PacketLogger.
    case packetLogger = "an Apple PacketLogger file"
    /// The Bluetooth log of Android, BlueZ and others.
    case btsnoop = "a btsnoop file"
    /// The binary files of Tektronix K12 analyzers.
    case k12 = "a Tektronix K12 file"
    /// The text files of Tektronix K12 analyzers.
    case k12Text = "a Tektronix K12 text file"
    /// Endace's extensible record format.
    case erf = "an Endace ERF file"
    /// The captures of IXIA's testers.
    case ixia = "an IXIA lcap file"
    /// Vector's binary log of vehicle buses.
    case blf = "a Vector BLF file"
    /// Vector's text log of vehicle buses.
    case asc = "a Vector ASC file"
    /// A log of CAN frames, as text.
    case candump = "a candump log"
    /// A journal in systemd's own format.
    case systemdJournal = "a systemd journal"
    // Text that a program printed.
    /// Bytes as hexadecimal digits, which text2pcap reads.
    case hexDump = "a hexadecimal dump"
    /// One line for each packet, without its bytes.
    case tcpdumpText = "text that tcpdump or tshark printed"
    // Packed files.
    /// The format of lz4 before its frames.
    case lz4Legacy = "a file compressed by lz4 in its legacy format"
    /// LZMA in the container of xz.
    case xz = "a file compressed by xz"
    /// Compressed by bzip2.
    case bzip2 = "a file compressed by bzip2"
    /// LZW, as the compress of Unix writes it.
    case compress = "a file compressed by compress"
    /// An archive of files, which may be captures.
    case zip = "a zip archive"
    /// An archive of files, which may be captures.
    case sevenZip = "a 7z archive"
    /// An archive of files, which may be captures.
    case rar = "a RAR archive"
    /// An archive of files, which may be captures.
    case tar = "a tar archive"
    // No captures at all.
    /// The secrets of TLS connections in the NSS key log format, without their packets.
    case keyLog = "a TLS key log"
    /// Text that begins like JSON.
    case json = "JSON text"
    /// Text that begins like HTML.
    case html = "an HTML page"
    /// Text that begins with an XML declaration.
    case xml = "an XML file"
    /// A document in the Portable Document Format.
    case pdf = "a PDF document"
    /// A database of SQLite 3.
    case sqlite = "an SQLite database"
    /// An executable in the format of Linux (ELF) or Darwin (Mach-O).
    case program = "a program"
    /// A picture, PNG or JPEG.
    case image = "an image"
    /// The text that Git checks out in place of a large file that was not fetched.
    case gitPointer = "a Git LFS pointer, not the file that it refers to"

    /// Advice for making a capture from such a file, or nil if there is no way.
    public var advice: String? {
        switch self {
        case .snoop, .networkMonitor, .sniffer, .netXRay, .iptrace, .nettl, .visualNetworks, .fiveViews, .peekTagged,
            .packetLogger, .btsnoop, .k12, .k12Text, .erf, .ixia, .blf, .asc, .candump, .systemdJournal:
            "convert it with \"editcap -F pcapng IN OUT.pcapng\""
        case .hexDump: "make a capture of it with \"text2pcap IN OUT.pcapng\""
        case .tcpdumpText: "record packets with \"tcpdump -w FILE\" instead"
        case .lz4Legacy: "unpack it with \"lz4 -d\""
        case .xz: "unpack it with \"xz -d\""
        case .bzip2: "unpack it with \"bzip2 -d\""
        case .compress: "unpack it with \"gzip -d\""
        case .zip: "unpack it with \"unzip\""
        case .sevenZip, .rar: "unpack it with \"7z x\""
        case .tar: "unpack it with \"tar -xf\""
        case .gitPointer: "fetch it with \"git lfs pull\""
        case .keyLog, .json, .html, .xml, .pdf, .sqlite, .program, .image: nil
        }
    }
}

// MARK: - Recognition

extension ForeignFormat {
    /// The bytes at an offset by which a format is recognized.
    struct Signature: Sendable {
        let format: ForeignFormat
        let offset: Int
        let bytes: [UInt8]

        init(_ format: ForeignFormat, at offset: Int = 0, _ bytes: some Sequence<UInt8>) {
            self.format = format
            self.offset = offset
            self.bytes = Array(bytes)
        }

        func matches(_ prefix: Span<UInt8>) -> Bool {
            prefix.count >= offset + bytes.count && bytes.indices.allSatisfy { prefix[offset + $0] == bytes[$0] }
        }
    }

    /// In the order in which they are tried; the sources are file(1)'s list of capture formats and the formats' own
    /// descriptions.
    static let signatures: [Signature] = [
        Signature(.snoop, "snoop\0\0\0".utf8),
        Signature(.networkMonitor, "RTSS".utf8),
        Signature(.networkMonitor, "GMBU".utf8),
        Signature(.sniffer, "TRSNIFF data".utf8),
        Signature(.netXRay, "XCP\0".utf8),
        Signature(.iptrace, "iptrace 1.0".utf8),
        Signature(.iptrace, "iptrace 2.0".utf8),
        Signature(.nettl, [0x54, 0x52, 0x00, 0x64, 0x00]),
        Signature(.visualNetworks, [0x05, 0x56, 0x4E, 0x46]),
        Signature(.fiveViews, [0xAA, 0xAA, 0xAA, 0xAA]),
        Signature(.peekTagged, [0x7F, 0x76, 0x65, 0x72]),
        Signature(.btsnoop, "btsnoop\0".utf8),
        Signature(.k12, [0x00, 0x00, 0x02, 0x00, 0x12, 0x05, 0x00, 0x10]),
        Signature(.k12Text, "+---------+-".utf8),
        Signature(.ixia, [0x1C, 0x00, 0x01, 0xAC]),
        Signature(.ixia, [0xAC, 0x01, 0x00, 0x1C]),
        Signature(.ixia, [0x1C, 0x00, 0x01, 0xAB]),
        Signature(.ixia, [0xAB, 0x01, 0x00, 0x1C]),
        Signature(.blf, "LOGG".utf8),
        Signature(.asc, "date ".utf8),
        Signature(.systemdJournal, "LPKSHHRH".utf8),
        Signature(.lz4Legacy, [0x02, 0x21, 0x4C, 0x18]),
        Signature(.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        Signature(.bzip2, "BZh".utf8),
        Signature(.compress, [0x1F, 0x9D]),
        Signature(.zip, [0x50, 0x4B, 0x03, 0x04]),
        Signature(.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        Signature(.rar, "Rar!".utf8),
        Signature(.tar, at: 257, "ustar".utf8),
        Signature(.keyLog, "CLIENT_RANDOM ".utf8),
        Signature(.keyLog, "CLIENT_HANDSHAKE_TRAFFIC_SECRET ".utf8),
        Signature(.keyLog, "SERVER_HANDSHAKE_TRAFFIC_SECRET ".utf8),
        Signature(.keyLog, "# SSL/TLS secrets log file".utf8),
        Signature(.gitPointer, "version https://git-lfs".utf8),
        Signature(.pdf, "%PDF".utf8),
        Signature(.sqlite, "SQLite format 3\0".utf8),
        Signature(.program, [0x7F, 0x45, 0x4C, 0x46]),
        Signature(.program, [0xFE, 0xED, 0xFA, 0xCE]),
        Signature(.program, [0xFE, 0xED, 0xFA, 0xCF]),
        Signature(.program, [0xCE, 0xFA, 0xED, 0xFE]),
        Signature(.program, [0xCF, 0xFA, 0xED, 0xFE]),
        Signature(.program, [0xCA, 0xFE, 0xBA, 0xBE]),
        Signature(.image, [0x89, 0x50, 0x4E, 0x47]),
        Signature(.image, [0xFF, 0xD8, 0xFF]),
        Signature(.xml, "<?xml".utf8),
    ]

    init?(_ prefix: Span<UInt8>) {
        for signature in Self.signatures where signature.matches(prefix) {
            self = signature.format
            return
        }
        if let text = Self.text(prefix) {
            self = text
        } else if Self.looksLikePacketLogger(prefix) {
            self = .packetLogger
        } else if Self.looksLikeERF(prefix) {
            self = .erf
        } else {
            return nil
        }
    }

    /// Seconds since 1970 in the years 1995 to 2050, between which captures are made.
    private static func isPlausible(_ seconds: UInt32) -> Bool { seconds > 788_918_400 && seconds < 2_524_608_000 }

    /// A record of PacketLogger: length 4, seconds 4, microseconds 4, type 1, in either byte order.
    private static func looksLikePacketLogger(_ prefix: Span<UInt8>) -> Bool {
        guard prefix.count >= 13 else { return false }
        let type = prefix[12]
        guard type <= 0x0D || type >= 0xFB else { return false }
        for isSwapped in [false, true] {
            let words = [0, 4, 8].map { offset in
                let word = prefix.bigEndianUInt32(at: offset)
                return isSwapped ? word.byteSwapped : word
            }
            if words[0] >= 9, words[0] < 65536, isPlausible(words[1]), words[2] < 1_000_000 { return true }
        }
        return false
    }

    /// A record of ERF: fraction 4 and seconds 4 (little-endian), type 1, flags 1, record length 2, losses 2,
    /// original length 2 (big-endian). Records are padded to eight bytes.
    private static func looksLikeERF(_ prefix: Span<UInt8>) -> Bool {
        guard prefix.count >= 16, isPlausible(prefix.littleEndianUInt32(at: 4)) else { return false }
        let type = prefix[8] & 0x7F
        let length = Int(prefix.bigEndianUInt16(at: 10))
        let original = Int(prefix.bigEndianUInt16(at: 14))
        return (1...27).contains(type) && (1...9216).contains(original) && length >= 16 && length & 7 == 0
            && length <= original + 40
    }

    private static func text(_ prefix: Span<UInt8>) -> ForeignFormat? {
        var start = 0
        while start < prefix.count, [0x20, 0x09, 0x0A, 0x0D].contains(prefix[start]) { start += 1 }
        let text = prefix.copied(start..<min(prefix.count, start + 64))
        guard text.count >= 2, text.allSatisfy({ $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
        let pattern = text.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "9")
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
        let begins = { (shape: String) in pattern.starts(with: shape.utf8) }
        if begins("{") || begins("[") { return .json }
        if begins("<!doctype") || begins("<html") { return .html }
        if begins("(999") && pattern.contains(UInt8(ascii: ")")) { return .candump }
        if begins("99:99:99.9") || begins("9999-99-99 99:99:99") { return .tcpdumpText }
        let isZero = text.prefix(4).allSatisfy { $0 == UInt8(ascii: "0") }
        if isZero, begins("9999 ") || begins("999999 ") || begins("99999999 ") || begins("99999999: ") {
            return .hexDump
        }
        return nil
    }
}
