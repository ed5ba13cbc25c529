import WireCoding

/// Decodes the header and the records of a pcap file (draft-ietf-opsawg-pcap).
///
/// ```
/// file header:   magic 4 | major 2 | minor 2 | reserved 4 | reserved 4 | snap length 4 | flags and link type 4
/// record header: seconds 4 | µs or ns 4 | captured length 4 | original length 4
/// ```
/// A libpcap patched by Alexey Kuznetzov wrote another magic and eight more bytes in each record header: interface
/// index 4, protocol 2, packet type 1, padding 1. They are skipped, as libpcap does.
///
/// The first reserved field was once the writer's time zone. Like libpcap and Wireshark, this decoder takes times for
/// UTC whatever it says: the programs that filled it in wrote UTC all the same.
struct PcapDecoder: Sendable {
    /// Which of a record's two lengths comes first.
    private enum LengthOrder {
        case capturedFirst, originalFirst
        /// Version 2.3 was written both ways; the captured length is the smaller one.
        case unknown
    }

    static let headerLength = 24

    private let isBigEndian: Bool
    private let recordHeaderLength: Int
    private let nanosecondsPerTick: UInt64
    private let lengthOrder: LengthOrder
    private let resolution: TimestampResolution

    /// Reads the file header.
    init(header: Span<UInt8>) throws(CaptureError) {
        guard header.count >= Self.headerLength else {
            throw CaptureError(
                .endsEarly(.fileHeader, needed: Self.headerLength, available: header.count), offset: 0)
        }
        let magic = header.bigEndianUInt32(at: 0)
        isBigEndian = magic >> 16 == 0xA1B2
        recordHeaderLength = magic == 0xA1B2_CD34 || magic == 0x34CD_B2A1 ? 24 : 16
        resolution =
            magic == 0xA1B2_3C4D || magic == 0x4D3C_B2A1 ? .nanoseconds : .microseconds
        nanosecondsPerTick = resolution == .nanoseconds ? 1 : 1000
        let major = isBigEndian ? header.bigEndianUInt16(at: 4) : header.littleEndianUInt16(at: 4)
        let minor = isBigEndian ? header.bigEndianUInt16(at: 6) : header.littleEndianUInt16(at: 6)
        // 543.0 is what an early AIX wrote.
        switch (major, minor) {
        case (2, 3): lengthOrder = .unknown
        case (2, 0...2), (543, 0): lengthOrder = .originalFirst
        case (2, _): lengthOrder = .capturedFirst
        default: throw CaptureError(.unsupported(.pcapVersion(major: major, minor: minor)), offset: 4)
        }
    }

    /// The description of the single interface in the file header.
    ///
    /// - Parameter header: The same bytes as for `init`.
    func interface(header: Span<UInt8>) -> CaptureInterface {
        let snapLength = isBigEndian ? header.bigEndianUInt32(at: 16) : header.littleEndianUInt32(at: 16)
        let link = isBigEndian ? header.bigEndianUInt32(at: 20) : header.littleEndianUInt32(at: 20)
        var interface = CaptureInterface(
            id: 0, linkType: LinkType(rawValue: UInt16(truncatingIfNeeded: link)), resolution: resolution)
        interface.snapLength = snapLength == 0 ? nil : Int(snapLength)
        // Bit 26 says that the upper four bits count the frame check sequence in units of 16 bits.
        interface.frameCheckSequenceLength = link & 1 << 26 == 0 ? nil : Int(link >> 28) * 2
        return interface
    }

    /// Looks at the bytes from the start of a record on.
    ///
    /// - Parameters:
    ///   - window: The bytes that are in memory.
    ///   - offset: Where they begin in the file, for errors.
    @inline(__always)
    func decode(_ window: Span<UInt8>, at offset: Int) throws(CaptureError) -> DecodingStep {
        guard window.count >= recordHeaderLength else {
            return .incomplete(.recordHeader, needed: recordHeaderLength)
        }
        var seconds = window.littleEndianUInt32(at: 0)
        var fraction = window.littleEndianUInt32(at: 4)
        var captured = window.littleEndianUInt32(at: 8)
        var original = window.littleEndianUInt32(at: 12)
        if isBigEndian {
            seconds = seconds.byteSwapped
            fraction = fraction.byteSwapped
            captured = captured.byteSwapped
            original = original.byteSwapped
        }
        if lengthOrder != .capturedFirst, lengthOrder == .originalFirst || captured > original {
            swap(&captured, &original)
        }
        guard captured <= CaptureReader.maximumPacketLength else {
            throw CaptureError(.damaged(.packetTooLong(captured)), offset: offset)
        }
        let end = recordHeaderLength &+ Int(captured)
        guard window.count >= end else { return .incomplete(.packetData, needed: end) }
        // 32 bits of seconds and of fraction stay below 2^63; a fraction of a second or more carries over.
        let time = UInt64(seconds) &* 1_000_000_000 &+ UInt64(fraction) &* nanosecondsPerTick
        return .packet(
            DecodedPacket(
                time: Int64(truncatingIfNeeded: time), isTimed: true, interface: 0, originalLength: Int(original),
                start: recordHeaderLength, capturedLength: Int(captured), consumed: end))
    }
}

/// A decoder's result for the start of the bytes it was given.
enum DecodingStep {
    case packet(DecodedPacket)
    /// That many bytes describe the capture and hold no packet.
    case metadata(Int)
    /// A block of that many bytes without needed content. It is not all in memory, and need not be; its last four bytes
    /// must repeat those from the fifth on.
    case skip(Int)
    /// The part needs that many bytes from the start of the window, more than there are. Where no more come, the file
    /// ends early.
    case incomplete(CaptureError.Part, needed: Int)
}

/// A packet, and where it lies in the bytes that the decoder was shown.
struct DecodedPacket {
    var time: Int64
    var isTimed: Bool
    /// The index among all interfaces of the file.
    var interface: Int
    var originalLength: Int
    /// The start of the packet's bytes in the window.
    var start: Int
    var capturedLength: Int
    /// Bytes from the start of the window to the next record.
    var consumed: Int
}
