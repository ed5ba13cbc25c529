import PacketDissection
import WireCoding
import WirelessFrames

/// The AWDL content of an 802.11 frame: the body of an action frame, or the part of a data frame after the SNAP header.
@nonexhaustive
public enum AWDLContent: Hashable, Sendable {
    /// The body of an action frame: header and TLVs.
    case action(AWDLActionFrame)
    /// A header and the packet after it.
    case data(AWDLDataHeader, packet: [UInt8])

    /// The bytes before the type of an action frame: category and organization.
    private static let prefix: [UInt8] = [AWDLActionHeader.category, 0x00, 0x17, 0xF2]

    /// Reads an action frame from its category (127) or its type (8) on, or a data frame from the AWDL header (03 04) on, to
    /// the end of the bytes.
    ///
    /// - Throws: `WireError` for bytes with another beginning, and for a truncated header.
    public init(_ bytes: [UInt8]) throws(WireError) {
        switch bytes.first {
        case AWDLActionHeader.type:
            let whole = Self.prefix + bytes
            // Offsets count from the type, with which the given bytes begin.
            var input = ByteReader(whole.span, baseOffset: -Self.prefix.count)
            self = .action(try AWDLActionFrame(parsing: &input))
        case UInt8(AWDLDataHeader.magic >> 8):
            var input = ByteReader(bytes.span)
            let header = try AWDLDataHeader(parsing: &input)
            self = .data(header, packet: input.readRemainingBytes())
        default:
            var input = ByteReader(bytes.span)
            self = .action(try AWDLActionFrame(parsing: &input))
        }
    }

    /// An error in content that can be read: bytes of an action frame that are not an element, or a data header that
    /// does not begin with 03 04.
    func fault(in bytes: [UInt8]) -> WireError? {
        switch self {
        case .action(let frame): frame.fault(baseOffset: offset(in: bytes))
        case .data(let header, _): header.fault()
        }
    }

    /// The offset of an action frame's category, from the start of the bytes that it was read from.
    private func offset(in bytes: [UInt8]) -> Int { bytes.first == AWDLActionHeader.type ? -Self.prefix.count : 0 }

    /// Checks for values that do not fit on the wire, or that would be read back as something else.
    ///
    /// - Throws: Any error from the types of the frames, and `invalidValue` for a data header whose first byte is not
    ///   03, without which it cannot be recognized.
    public func validate() throws(WireError) {
        switch self {
        case .action(let frame): try frame.validate()
        case .data(let header, _):
            guard header.head >> 8 == AWDLDataHeader.magic >> 8 else {
                throw WireError(.invalidValue(UInt64(header.head)), field: "head of the AWDL data header", offset: 0)
            }
            try header.validate()
        }
    }

    /// Writes an action frame from its category on, or a data frame from the AWDL header on.
    public func serialize(into output: inout ByteWriter) {
        switch self {
        case .action(let frame): frame.serialize(into: &output)
        case .data(let header, let packet):
            header.serialize(into: &output)
            output.writeBytes(packet)
        }
    }

    /// The fields of the layer `awdl` of ``FrameView``, or of `awdlData` and the packet.
    var fields: [FrameField] {
        switch self {
        case .action(let frame): frame.fieldValues
        case .data(let header, let packet): header.fieldValues + [FrameField("packet", .hex(packet))]
        }
    }
}
