import PacketCapture
import WireCoding
import WirelessFrames

// The headers that a radio in monitor mode puts before a frame.
extension PacketWalk {
    func radiotap(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.radiotap(bytes, offset, region)
        guard has(RadiotapHeader.minimumSize, .radiotapHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.radiotap)
        let length = Int(bytes.littleEndianUInt16(at: offset &+ 2))
        guard hasAll(length, RadiotapHeader.minimumSize, .radiotapHeader, .radiotapLength, offset, region, &packet),
            let view = RadiotapView(bytes.extracting(offset..<bytes.count))
        else { return }
        ieee80211(offset &+ length, region, flags: view.flags, &packet)
    }

    func prism(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.layer = "prism"
        guard has(8, .prismHeader, offset, region, &packet) else { return }
        let word = bytes.bigEndianUInt32(at: offset)
        guard !PrismHeader.isAVS(word: word) else {
            avs(offset, region, &packet)
            return
        }
        printer?.showMonitor(PrismHeader.self, bytes, offset, region)
        packet.protocols.insert(.prism)
        let isLittleEndian = PrismHeader.isLittleEndian(word: word)
        let length = Int(
            isLittleEndian ? bytes.littleEndianUInt32(at: offset &+ 4) : bytes.bigEndianUInt32(at: offset &+ 4))
        guard has(PrismHeader.fixedSize, .prismHeader, offset, region, &packet) else { return }
        guard hasAll(length, PrismHeader.fixedSize, .prismHeader, .prismLength, offset, region, &packet) else { return }
        ieee80211(offset &+ length, region, flags: [], &packet)
    }

    func avs(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.layer = "avs"
        printer?.showMonitor(AVSHeader.self, bytes, offset, region)
        guard has(AVSHeader.minimumSize, .avsHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.avs)
        let length = Int(bytes.bigEndianUInt32(at: offset &+ 4))
        guard hasAll(length, AVSHeader.minimumSize, .avsHeader, .avsLength, offset, region, &packet) else { return }
        ieee80211(offset &+ length, region, flags: [], &packet)
    }

    func perPacketInformation(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.perPacketInformation(bytes, offset, region)
        guard has(PPIHeader.fixedSize, .ppiHeader, offset, region, &packet) else { return }
        let type = bytes.littleEndianUInt32(at: offset &+ 4)
        packet.protocols.insert(.ppi)
        let length = Int(bytes.littleEndianUInt16(at: offset &+ 2))
        guard hasAll(length, PPIHeader.fixedSize, .ppiHeader, .ppiLength, offset, region, &packet) else { return }
        switch LinkType(rawValue: UInt16(clamping: type)) {
        case .ieee80211:
            let flags = PPIHeader.flags(bytes.extracting(offset..<offset &+ length))
            ieee80211(offset &+ length, region, flags: flags, &packet)
        // None of these comes twice, which bounds the depth.
        case .ppi, .user2, .pktap: fail(Int(type), .ppiLinkType, offset &+ 4, region, &packet)
        default: innerLink(type, offset &+ length, region, &packet)
        }
    }
}

extension PPIHeader {
    /// The 802.11-Common field's information about the frame check sequence, in the terms of radiotap.
    static func flags(_ header: Span<UInt8>) -> RadiotapFlags {
        guard let offset = commonContent(header) else { return [] }
        let bits = header.littleEndianUInt16(at: offset &+ 8)
        return RadiotapFlags(rawValue: (bits & 1 != 0 ? 0x10 : 0) | (bits & 4 != 0 ? 0x40 : 0))
    }

    /// The start of the 802.11-Common field's content, which is complete; nil without such a field.
    static func commonContent(_ header: Span<UInt8>) -> Int? {
        var offset = fixedSize
        while offset &+ 4 <= header.count {
            let size = Int(header.littleEndianUInt16(at: offset &+ 2))
            if header.littleEndianUInt16(at: offset) == commonField, size == PPICommonField.size,
                offset &+ 4 &+ size <= header.count
            {
                return offset &+ 4
            }
            offset &+= 4 &+ (header[1] & 1 == 1 ? (size &+ 3) & ~3 : size)
        }
        return nil
    }
}

extension LayerPrinter {
    func radiotap(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        layer = "radiotap"
        // Presence words that run out of the header do not hide the frame, which the length finds.
        let header = header(bytes, offset, region, atLeast: RadiotapHeader.minimumSize) { length in
            RadiotapHeader(
                version: bytes[offset], padding: bytes[offset &+ 1], presence: [],
                content: bytes.copied(offset &+ 4..<offset &+ length))
        }
        guard let header else {
            showCut(RadiotapHeader.self, bytes, offset, region)
            return
        }
        let (fields, error) = RadiotapFields.fields(header, baseOffset: offset)
        if let error { note(error, in: region) }
        append(offset, header.length, fields)
    }

    func perPacketInformation(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        layer = "ppi"
        // A field that contradicts itself does not hide the packet, which the header's length finds.
        let header = header(bytes, offset, region, atLeast: PPIHeader.fixedSize) { _ in
            PPIHeader(dataLinkType: bytes.littleEndianUInt32(at: offset &+ 4), fields: [])
        }
        guard let header else {
            showCut(PPIHeader.self, bytes, offset, region)
            return
        }
        append(offset, Int(bytes.littleEndianUInt16(at: offset &+ 2)), header.shownFields)
    }

    /// Shows a header, or what there is of one that the capture cut.
    func showMonitor<Header: ShownHeader & CuttableHeader>(
        _ header: Header.Type, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region
    ) {
        let count = description.layers.count
        show(header, bytes, offset, region)
        if description.layers.count == count { showCut(header, bytes, offset, region) }
    }

    private func showCut<Header: CuttableHeader>(
        _ header: Header.Type, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region
    ) {
        var input = reader(bytes, offset, region)
        guard let fields = Header.fields(ofCut: &input) else { return }
        append(offset, input.position, fields)
    }

    /// Reads a header whose third and fourth byte are its length, and takes note of the error in it.
    ///
    /// - Parameter damaged: The header in place of one that contradicts itself and is complete by its length.
    private func header<Header: WireElement>(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, atLeast minimum: Int, damaged: (_ length: Int) -> Header
    ) -> Header? {
        var input = reader(bytes, offset, region)
        let start = input
        do throws(WireError) {
            return try Header(parsing: &input)
        } catch {
            note(error, in: region)
            guard start.remaining >= minimum else { return nil }
            let length = Int(start.input.littleEndianUInt16(at: 2))
            return length >= minimum && length <= start.remaining ? damaged(length) : nil
        }
    }
}
