import WireCoding
import WirelessFrames

extension PacketDissector {
    static func radiotap(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(RadiotapHeader.minimumSize, .radiotapHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.radiotap)
        let length = Int(bytes.littleEndianUInt16(at: offset &+ 2))
        guard length >= RadiotapHeader.minimumSize else {
            packet.stop = malformed(length, .radiotapLength, offset, region)
            return
        }
        guard has(length, .radiotapHeader, bytes, offset, region, &packet),
            let view = RadiotapView(bytes.extracting(offset..<bytes.count))
        else { return }
        ieee80211(bytes, offset &+ length, region, flags: view.flags, &packet)
    }

    static func prism(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(8, .prismHeader, bytes, offset, region, &packet) else { return }
        let word = bytes.bigEndianUInt32(at: offset)
        guard !PrismHeader.isAVS(word: word) else {
            avs(bytes, offset, region, &packet)
            return
        }
        packet.protocols.insert(.prism)
        let isLittleEndian = PrismHeader.isLittleEndian(word: word)
        let length = Int(
            isLittleEndian ? bytes.littleEndianUInt32(at: offset &+ 4) : bytes.bigEndianUInt32(at: offset &+ 4))
        guard has(PrismHeader.fixedSize, .prismHeader, bytes, offset, region, &packet) else { return }
        guard length >= PrismHeader.fixedSize else {
            packet.stop = malformed(length, .prismLength, offset, region)
            return
        }
        guard has(length, .prismHeader, bytes, offset, region, &packet) else { return }
        ieee80211(bytes, offset &+ length, region, flags: [], &packet)
    }

    static func avs(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(AVSHeader.minimumSize, .avsHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.avs)
        let length = Int(bytes.bigEndianUInt32(at: offset &+ 4))
        guard length >= AVSHeader.minimumSize else {
            packet.stop = malformed(length, .avsLength, offset, region)
            return
        }
        guard has(length, .avsHeader, bytes, offset, region, &packet) else { return }
        ieee80211(bytes, offset &+ length, region, flags: [], &packet)
    }

    static func perPacketInformation(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(PPIHeader.fixedSize, .ppiHeader, bytes, offset, region, &packet) else { return }
        let type = bytes.littleEndianUInt32(at: offset &+ 4)
        guard !packet.protocols.contains(.ppi) else {
            packet.stop = malformed(Int(type), .ppiLinkType, offset, region)
            return
        }
        packet.protocols.insert(.ppi)
        let length = Int(bytes.littleEndianUInt16(at: offset &+ 2))
        guard length >= PPIHeader.fixedSize else {
            packet.stop = malformed(length, .ppiLength, offset, region)
            return
        }
        guard has(length, .ppiHeader, bytes, offset, region, &packet) else { return }
        switch type {
        case 105:
            let flags = ppiFlags(bytes.extracting(offset..<offset &+ length))
            ieee80211(bytes, offset &+ length, region, flags: flags, &packet)
        case 192, 149, 258: packet.stop = malformed(Int(type), .ppiLinkType, offset &+ 4, region)
        default: innerLink(type, bytes, offset &+ length, region, &packet)
        }
    }

    /// The 802.11-Common field's information about the frame check sequence, in the terms of radiotap.
    static func ppiFlags(_ header: Span<UInt8>) -> RadiotapFlags {
        guard let offset = ppiCommonField(header) else { return [] }
        let bits = header.littleEndianUInt16(at: offset &+ 8)
        return RadiotapFlags(rawValue: (bits & 1 != 0 ? 0x10 : 0) | (bits & 4 != 0 ? 0x40 : 0))
    }

    /// The start of the 802.11-Common field's content, which is complete; nil without such a field.
    static func ppiCommonField(_ header: Span<UInt8>) -> Int? {
        var offset = PPIHeader.fixedSize
        while offset &+ 4 <= header.count {
            let size = Int(header.littleEndianUInt16(at: offset &+ 2))
            if header.littleEndianUInt16(at: offset) == PPIHeader.commonField, size == PPICommonField.size,
                offset &+ 4 &+ size <= header.count
            {
                return offset &+ 4
            }
            offset &+= 4 &+ (header[1] & 1 == 1 ? (size &+ 3) & ~3 : size)
        }
        return nil
    }

    static func ieee80211(
        _ bytes: Span<UInt8>, _ offset: Int, _ outer: Region, flags: RadiotapFlags, _ packet: inout DissectedPacket
    ) {
        let region = withoutCheck(outer, from: offset, flags)
        guard let control = frameControl(bytes, offset, region, &packet) else {
            // A damaged frame may say anything, of its version and length too.
            if region.end >= offset &+ 2, isBad(bytes, offset, end: outer.end, flags) {
                packet.protocols.insert(.ieee80211)
                packet.stop = .badFrameCheckSequence
            }
            return
        }
        let size = control.headerSize
        packet.protocols.insert(.ieee80211)
        let body = offset &+ (flags.contains(.headerPadding) ? (size &+ 3) & ~3 : size)
        if isBad(bytes, offset, end: outer.end, flags, padding: size..<body &- offset) {
            packet.stop = .badFrameCheckSequence
            return
        }
        setLinkAddresses(control, bytes, offset, &packet)
        switch control.type {
        case .data: dataFrame(control, bytes, offset, body, region, &packet)
        case .management where body <= min(region.end, bytes.count):
            switch VendorFrameKind(control, body: bytes.extracting(body..<min(region.end, bytes.count))) {
            case .some(.awdl): packet.protocols.insert(.awdl)
            case .some(.nan): packet.protocols.insert(.nan)
            case nil: break
            }
        default: break
        }
    }

    /// The frame control of a header that is whole, and of the version that there is.
    @inline(__always)
    private static func frameControl(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) -> IEEE80211FrameControl? {
        guard has(IEEE80211Header.minimumSize, .ieee80211Header, bytes, offset, region, &packet) else { return nil }
        let control = IEEE80211FrameControl(rawValue: bytes.littleEndianUInt16(at: offset))
        guard control.version == 0 else {
            packet.stop = malformed(Int(control.version), .ieee80211Version, offset, region)
            return nil
        }
        return has(control.headerSize, .ieee80211Header, bytes, offset, region, &packet) ? control : nil
    }

    /// The original sender and the final receiver of the frame, by To DS and From DS (IEEE 802.11 §9.3.2.1). The whole
    /// header is present.
    @inline(__always)
    private static func setLinkAddresses(
        _ control: IEEE80211FrameControl, _ bytes: Span<UInt8>, _ offset: Int, _ packet: inout DissectedPacket
    ) {
        let isData = control.type == .data
        packet.linkDestinationWord = linkAddress(bytes, offset &+ (isData && control.toDS ? 16 : 4))
        guard control.hasAddress2 else { return }
        let fromDS = isData && control.fromDS
        packet.linkSourceWord = linkAddress(bytes, offset &+ (fromDS ? (control.toDS ? 24 : 16) : 10))
    }

    /// Dissects what a data frame carries; of several the first, with ``DissectedPacket/nextSubframe`` set.
    ///
    /// - Parameters:
    ///   - frame: A data frame whose check sequence is not wrong.
    ///   - bytes: The packet that it came from.
    ///   - packet: A fresh one.
    public static func dissect(_ frame: RadioFrame, _ bytes: Span<UInt8>, into packet: inout DissectedPacket) {
        packet.protocols = frame.protocols
        setLinkAddresses(frame.control, bytes, frame.headerOffset, &packet)
        dataFrame(frame.control, bytes, frame.headerOffset, frame.bodyOffset, frame.region, &packet)
    }

    /// Dissects the next subframe of an aggregate MSDU. Each begins after the one before, so they come to an end.
    ///
    /// - Parameter packet: The result for the frame or the previous subframe; it becomes that of the next one.
    /// - Returns: False after the last one, with the packet unchanged.
    public static func dissectNext(
        _ packet: inout DissectedPacket, of frame: RadioFrame, _ bytes: Span<UInt8>
    ) -> Bool {
        let offset = packet.nextSubframe
        guard offset > 0 else { return false }
        packet = DissectedPacket()
        packet.protocols = frame.protocols
        subframe(bytes, offset, frame.region, &packet)
        return true
    }

    /// The region without the frame check sequence, if there is one.
    static func withoutCheck(_ region: Region, from offset: Int, _ flags: RadiotapFlags) -> Region {
        guard flags.contains(.frameCheckSequence) else { return region }
        return Region(end: max(offset, region.end &- FrameCheckSequence.size), limit: region.limit)
    }

    /// Whether radio or check say that the frame arrived damaged. A check that was cut off says nothing.
    static func isBad(
        _ bytes: Span<UInt8>, _ offset: Int, end: Int, _ flags: RadiotapFlags, padding: Range<Int> = 0..<0
    ) -> Bool {
        if flags.contains(.badFrameCheckSequence) { return true }
        guard flags.contains(.frameCheckSequence), end <= bytes.count, offset < end else { return false }
        return !FrameCheckSequence.isValid(bytes.extracting(offset..<end), leavingOut: padding)
    }

    private static func dataFrame(
        _ control: IEEE80211FrameControl, _ bytes: Span<UInt8>, _ header: Int, _ offset: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) {
        guard !control.isNullData else { return }
        guard !control.isProtected else {
            packet.stop = .protected(.ieee80211Data)
            return
        }
        guard !control.moreFragments, bytes[header &+ 22] & 15 == 0 else {
            packet.stop = .ieee80211Fragment
            return
        }
        guard control.isQoSData, bytes[header &+ (control.hasAddress4 ? 30 : 24)] & 0x80 != 0 else {
            llc(bytes, offset, region, &packet)
            return
        }
        subframe(bytes, offset, region, &packet)
    }

    private static func subframe(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket)
    {
        guard has(AMSDUSubframeHeader.size, .amsduHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.amsdu)
        packet.linkDestinationWord = linkAddress(bytes, offset)
        packet.linkSourceWord = linkAddress(bytes, offset &+ 6)
        let length = Int(bytes.bigEndianUInt16(at: offset &+ 12))
        let start = offset &+ AMSDUSubframeHeader.size
        guard length <= region.end &- start else {
            packet.stop = .malformed(
                DissectionFault(
                    .truncated, .amsduContent, at: start, limit: region.limit, first: length,
                    second: max(0, region.end &- start)))
            return
        }
        llc(bytes, start, Region(end: start &+ length, limit: .amsduLength), &packet)
        let next = offset &+ ((AMSDUSubframeHeader.size &+ length &+ 3) & ~3)
        if next < min(region.end, bytes.count) { packet.nextSubframe = next }
    }

    /// AWDL's data header after a SNAP header of Apple's. After one of another kind nothing shows where a packet would
    /// begin.
    static func awdlData(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(AWDLDataHeader.shortSize, .awdlDataHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.awdl)
        let head = bytes.bigEndianUInt16(at: offset)
        guard head == AWDLDataHeader.magic else {
            packet.stop = malformed(Int(head), .awdlDataHeader, offset, region)
            return
        }
        if bytes[offset &+ 4] != 3 {
            network(bytes.bigEndianUInt16(at: offset &+ 6), bytes, offset &+ 8, region, &packet)
            return
        }
        // The long form is rare enough to be read by its parser, which allocates.
        var input = ByteReader(bytes.extracting(offset..<min(region.end, bytes.count)))
        do throws(WireError) {
            let header = try AWDLDataHeader(parsing: &input)
            network(header.etherType, bytes, offset &+ input.position, region, &packet)
        } catch {
            let fault = DissectionFault(
                .truncated, .awdlDataHeader, at: offset &+ error.offset, limit: region.limit,
                first: input.remaining &+ 1, second: input.remaining)
            packet.stop = bytes.count < region.end ? .cut(fault) : .malformed(fault)
        }
    }
}
