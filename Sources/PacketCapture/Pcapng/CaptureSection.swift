/// A section of a pcapng file (draft-ietf-opsawg-pcapng §4.1): files that were joined have several.
public struct CaptureSection: Hashable, Sendable, Identifiable {
    /// The index in ``CaptureReader/sections``.
    public let id: Int
    public let byteOrder: ByteOrder
    /// The machine that made it (shb_hardware).
    public var hardware: String?
    /// Its operating system (shb_os).
    public var operatingSystem: String?
    /// The program that made it (shb_userappl).
    public var application: String?
    public var comments: [String] = []
    /// The options of its header, in order.
    public var options: [PcapngOption] = []

    public init(id: Int, byteOrder: ByteOrder = .littleEndian) {
        self.id = id
        self.byteOrder = byteOrder
    }

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
