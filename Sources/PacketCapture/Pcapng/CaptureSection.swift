import WireCoding

/// A section of a pcapng file (draft-ietf-opsawg-pcapng §4.1): files that were joined have several.
public struct CaptureSection: Hashable, Sendable, Identifiable {
    /// The index in ``CaptureReader/sections``.
    public let id: Int
    /// The order of bytes in its numbers, which its magic shows.
    public let byteOrder: ByteOrder
    /// The machine that made it (shb_hardware).
    public var hardware: String?
    /// Its operating system (shb_os).
    public var operatingSystem: String?
    /// The program that made it (shb_userappl).
    public var application: String?
    /// The comments of its header (opt_comment).
    public var comments: [String] = []
    /// The options of its header, in order.
    public var options: [PcapngOption] = []

    mutating func read(_ options: [PcapngOption]) {
        self.options = options
        for option in options {
            switch option.code {
            case PcapngOption.Code.comment: comments.append(option.text)
            case PcapngOption.Code.sectionHardware: hardware = option.text
            case PcapngOption.Code.sectionOperatingSystem: operatingSystem = option.text
            case PcapngOption.Code.sectionApplication: application = option.text
            default: break
            }
        }
    }
}

/// The byte order of a section's numbers.
public enum ByteOrder: String, Hashable, Sendable {
    /// The lowest byte first.
    case littleEndian
    /// The highest byte first.
    case bigEndian

    func readUInt16(_ bytes: Span<UInt8>, at index: Int) -> UInt16 {
        self == .bigEndian ? bytes.bigEndianUInt16(at: index) : bytes.littleEndianUInt16(at: index)
    }

    func readUInt32(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
        self == .bigEndian ? bytes.bigEndianUInt32(at: index) : bytes.littleEndianUInt32(at: index)
    }
}
