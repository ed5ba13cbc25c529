import WireCoding
import WirelessFrames

extension PacketWalk {
    /// - Parameter flags: What the radio says of the check sequence and of padding.
    func ieee80211(_ offset: Int, _ outer: Region, flags: RadiotapFlags, _ packet: inout DissectedPacket) {
        let region = outer.withoutCheck(from: offset, flags)
        printer?.ieee80211(bytes, offset, region, outer, flags)
        guard let control = frameControl(offset, region, &packet) else {
            // A damaged frame may say anything, of its version and length too.
            if region.end >= offset &+ 2, RadioFrame.isBad(bytes, offset, end: outer.end, flags) {
                packet.protocols.insert(.ieee80211)
                packet.stop = .badFrameCheckSequence
            }
            return
        }
        packet.protocols.insert(.ieee80211)
        let size = control.headerSize
        let body = offset &+ flags.paddedSize(size)
        if RadioFrame.isBad(bytes, offset, end: outer.end, flags, padding: size..<body &- offset) {
            packet.stop = .badFrameCheckSequence
            // People see what a damaged frame says all the same.
            guard printer != nil else { return }
            var damaged = packet
            content(control, offset, body, region, &damaged)
        } else {
            content(control, offset, body, region, &packet)
        }
    }

    /// The frame control of a header that is whole, and of the version that there is.
    @inline(__always)
    private func frameControl(
        _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) -> IEEE80211FrameControl? {
        guard has(IEEE80211Header.minimumSize, .ieee80211Header, offset, region, &packet) else { return nil }
        let control = IEEE80211FrameControl(rawValue: bytes.littleEndianUInt16(at: offset))
        guard control.version == 0 else {
            fail(Int(control.version), .ieee80211Version, offset, region, &packet)
            return nil
        }
        return has(control.headerSize, .ieee80211Header, offset, region, &packet) ? control : nil
    }

    /// The content after a complete header.
    private func content(
        _ control: IEEE80211FrameControl, _ header: Int, _ body: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) {
        setLinkAddresses(control, header, &packet)
        let end = min(region.end, bytes.count)
        switch control.type {
        case .data: dataFrame(control, header, body, region, &packet)
        case .management where body <= end:
            let kind = VendorFrameKind(control, body: bytes.extracting(body..<end))
            switch kind {
            case .some(.awdl): packet.protocols.insert(.awdl)
            case .some(.nan): packet.protocols.insert(.nan)
            case nil: break
            }
            if !isFragment(control, header) { printer?.management(kind, control, bytes, body, region) }
        default: break
        }
    }

    @inline(__always)
    private func isFragment(_ control: IEEE80211FrameControl, _ header: Int) -> Bool {
        control.moreFragments || bytes[header &+ 22] & 15 != 0
    }

    /// The original sender and the final receiver of the frame, by To DS and From DS (IEEE 802.11 §9.3.2.1). The whole
    /// header is present.
    @inline(__always)
    func setLinkAddresses(_ control: IEEE80211FrameControl, _ header: Int, _ packet: inout DissectedPacket) {
        let isData = control.type == .data
        packet.linkDestinationWord = bytes.linkAddress(at: header &+ (isData && control.toDS ? 16 : 4))
        guard control.hasAddress2 else { return }
        let fromDS = isData && control.fromDS
        packet.linkSourceWord = bytes.linkAddress(at: header &+ (fromDS ? (control.toDS ? 24 : 16) : 10))
    }

    func dataFrame(
        _ control: IEEE80211FrameControl, _ header: Int, _ body: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) {
        guard !control.isNullData else { return }
        guard !control.isProtected else {
            packet.stop = .protected(.ieee80211Data)
            return
        }
        guard !isFragment(control, header) else {
            packet.stop = .ieee80211Fragment
            return
        }
        guard control.isQoSData, bytes[header &+ (control.hasAddress4 ? 30 : 24)] & 0x80 != 0 else {
            llc(body, region, &packet)
            return
        }
        subframe(body, region, &packet)
        // Analysis asks for the next ones itself.
        guard printer != nil else { return }
        var next = packet.nextSubframe
        while next > 0 {
            var other = DissectedPacket()
            subframe(next, region, &other)
            next = other.nextSubframe
        }
    }

    /// A subframe of an aggregate MSDU.
    func subframe(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(AMSDUSubframeHeader.self, "amsdu", bytes, offset, region)
        guard has(AMSDUSubframeHeader.size, .amsduHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.amsdu)
        packet.linkDestinationWord = bytes.linkAddress(at: offset)
        packet.linkSourceWord = bytes.linkAddress(at: offset &+ 6)
        let length = Int(bytes.bigEndianUInt16(at: offset &+ 12))
        let start = offset &+ AMSDUSubframeHeader.size
        guard length <= region.end &- start else {
            packet.stop = malformed(
                DissectionFault(
                    .truncated, .amsduContent, at: start, limit: region.limit, first: length,
                    second: max(0, region.end &- start)))
            return
        }
        llc(start, Region(end: start &+ length, limit: .amsduLength), &packet)
        let next = offset &+ ((AMSDUSubframeHeader.size &+ length &+ 3) & ~3)
        if next < min(region.end, bytes.count) { packet.nextSubframe = next }
    }

    /// AWDL's data header after a SNAP header of Apple's. After one of another kind nothing shows where a packet would
    /// begin.
    func awdlData(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.awdlData(bytes, offset, region)
        guard has(AWDLDataHeader.shortSize, .awdlDataHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.awdl)
        let head = bytes.bigEndianUInt16(at: offset)
        guard head == AWDLDataHeader.magic else { return fail(Int(head), .awdlDataHeader, offset, region, &packet) }
        if bytes[offset &+ 4] != 3 {
            network(EtherType(rawValue: bytes.bigEndianUInt16(at: offset &+ 6)), offset &+ 8, region, &packet)
            return
        }
        // The long form is rare enough to be read by its parser, which allocates.
        var input = ByteReader(bytes.extracting(offset..<min(region.end, bytes.count)))
        do throws(WireError) {
            let header = try AWDLDataHeader(parsing: &input)
            network(EtherType(rawValue: header.etherType), offset &+ input.position, region, &packet)
        } catch {
            packet.stop = stop(at: error, from: offset, region)
        }
    }

    /// The reason why a long header could not be read: cut, or longer than its frame or than any.
    private func stop(at error: WireError, from start: Int, _ region: Region) -> DissectionStop {
        let offset = start &+ error.offset
        switch error.kind {
        case .truncated(let needed, let available):
            let fault = DissectionFault(
                .truncated, .awdlDataHeader, at: offset, limit: region.limit, first: needed, second: available)
            return offset &+ needed <= region.end ? .cut(fault) : malformed(fault)
        case .tooLong(let length, let maximum):
            return malformed(
                DissectionFault(
                    .tooMany, .awdlElements, at: offset, limit: region.limit, first: length, second: maximum))
        case .invalidValue, .trailingBytes, .badReference:
            return malformed(DissectionFault(.invalidValue, .awdlDataHeader, at: offset, limit: region.limit, first: 0))
        }
    }
}

extension PacketDissector.Region {
    /// The region without the frame check sequence, if there is one.
    func withoutCheck(from offset: Int, _ flags: RadiotapFlags) -> PacketDissector.Region {
        guard flags.contains(.frameCheckSequence) else { return self }
        return PacketDissector.Region(end: max(offset, end &- FrameCheckSequence.size), limit: limit)
    }
}

extension RadiotapFlags {
    /// Bytes of a MAC header with what the radio put after it.
    @inline(__always)
    func paddedSize(_ size: Int) -> Int { contains(.headerPadding) ? (size &+ 3) & ~3 : size }
}

extension AMSDUSubframeHeader: ShownHeader {}

extension LayerPrinter {
    /// - Parameter whole: The region with the frame check sequence.
    func ieee80211(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ whole: Region, _ flags: RadiotapFlags
    ) {
        layer = "ieee80211"
        read(bytes, offset, region) { (input) throws(WireError) in
            let start = input
            let (prefix, error) = IEEE80211Header.parsePrefix(&input)
            guard let header = prefix else {
                if let error { throw error }
                return
            }
            if let error {
                let fields = IEEE80211Fields.fields(header, upTo: start.remaining)
                append(offset, input.position, fields + [.flag("fcsPresent", flags.contains(.frameCheckSequence))])
                throw error
            }
            let control = header.frameControl
            let hasCheck = flags.contains(.frameCheckSequence)
            var fields = IEEE80211Fields.fields(header) + [.flag("fcsPresent", hasCheck)]
            let size = control.headerSize
            let padded = flags.paddedSize(size)
            if hasCheck, whole.end <= bytes.count {
                let frame = bytes.extracting(offset..<whole.end)
                fields.append(.flag("fcsValid", FrameCheckSequence.isValid(frame, leavingOut: size..<padded)))
            }
            // The content of a body that has no layer of its own: that of management frames, and the beginning of encrypted
            // ones.
            if control.type == .management || control.isProtected {
                var content = reader(bytes, offset &+ padded, region)
                let (body, error) = IEEE80211Frame.Body.parse(&content, of: header)
                if let error { note(error, in: region) }
                fields += IEEE80211Fields.fields(body)
            }
            append(offset, size, fields)
        }
    }

    /// The body of a management frame.
    func management(
        _ kind: VendorFrameKind?, _ control: IEEE80211FrameControl, _ bytes: Span<UInt8>, _ offset: Int,
        _ region: Region
    ) {
        var body = reader(bytes, offset, region)
        do throws(WireError) {
            switch kind {
            case .some(.awdl):
                layer = "awdl"
                let frame = try AWDLActionFrame(parsing: &body)
                append(offset, body.position, frame.fieldValues)
                if let error = frame.fault(baseOffset: offset, limit: region.limit.name) { throw error }
            case .some(.nan):
                layer = "nan"
                guard let view = NANView(control, body: body.input, baseOffset: offset) else {
                    // A frame of Wi-Fi Aware all the same, which ends before its attributes.
                    _ = try NANFrame.parse(&body)
                    return
                }
                let (frame, error) = NANFrame.read(view, limit: region.limit.name)
                // In a beacon the layer begins with the first element's header and ends with the last element.
                let first = view.kind == .beacon ? view.attributeRange.lowerBound &- 6 : 0
                append(offset &+ first, view.end &- first, frame.fieldValues)
                if let error { throw error }
            case nil: break
            }
        } catch {
            note(error, in: region)
        }
    }

    /// A header that does not begin like any known one is shown as it reads, with that fault.
    func awdlData(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        layer = "awdlData"
        read(bytes, offset, region) { (input) throws(WireError) in
            let header = try AWDLDataHeader(parsing: &input)
            append(offset, input.position, header.fieldValues)
            if let error = header.fault(baseOffset: offset, limit: region.limit.name) { throw error }
        }
    }
}
