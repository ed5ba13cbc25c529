import WireCoding
import WirelessFrames

extension LayerWalk {
    mutating func prism(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            try input.require(8, "Prism header")
            guard !PrismHeader.isAVS(word: bytes.bigEndianUInt32(at: offset)) else {
                avs(bytes, offset)
                return
            }
            let header = try PrismHeader(parsing: &input)
            let items = header.items.map { item in
                FieldValue.object([
                    FrameField("identifier", .number(item.identifier)), FrameField("status", .number(item.status)),
                    FrameField("value", .number(item.value)),
                ])
            }
            var fields = [FrameField("messageCode", .number(header.messageCode)), FrameField("items", .list(items))]
            if let channel = header.value(.channel) { fields.append(FrameField("channel", .number(channel))) }
            if let signal = header.signal { fields.append(FrameField("signal", .integer(Int64(signal)))) }
            if let noise = header.noise { fields.append(FrameField("noise", .integer(Int64(noise)))) }
            append("prism", offset, input.position, fields)
            ieee80211(bytes, offset &+ input.position, flags: [])
        } catch {
            fault("prism", error)
        }
    }

    mutating func avs(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try AVSHeader(parsing: &input)
            append(
                "avs", offset, input.position,
                [
                    FrameField("version", .number(header.version)), FrameField("macTime", .number(header.macTime)),
                    FrameField("channel", .number(header.channel)),
                    FrameField("rate", .number(UInt64(header.rate) * 100_000)),
                    FrameField("signalType", .number(header.signalType)),
                    FrameField("signal", .integer(Int64(header.signal))),
                    FrameField("noise", .integer(Int64(header.noise))),
                ])
            ieee80211(bytes, offset &+ input.position, flags: [])
        } catch {
            fault("avs", error)
        }
    }

    mutating func perPacketInformation(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            try input.require(PPIHeader.fixedSize, "PPI header")
            let header: PPIHeader
            let length = Int(bytes.littleEndianUInt16(at: offset &+ 2))
            do throws(WireError) {
                header = try PPIHeader(parsing: &input)
            } catch {
                // A field that contradicts itself does not hide the packet, which the header's length finds.
                guard length >= PPIHeader.fixedSize, length <= reader(bytes, at: offset).remaining else { throw error }
                fault("ppi", error)
                header = PPIHeader(
                    dataLinkType: bytes.littleEndianUInt32(at: offset &+ 4), fields: [],
                    flags: bytes[offset &+ 1])
            }
            var fields = [FrameField("linkType", .number(header.dataLinkType))]
            if let common = header.common {
                fields += [
                    FrameField("tsft", .number(common.radioTime)), FrameField("flags", .number(common.flags)),
                    FrameField("rate", .number(UInt64(common.rate) * 500_000)),
                    FrameField("channelFrequency", .number(common.channelFrequency)),
                    FrameField("signal", .integer(Int64(common.signal))),
                    FrameField("noise", .integer(Int64(common.noise))),
                ]
            }
            append("ppi", offset, length, fields)
            switch header.dataLinkType {
            case 105:
                let flags = PacketDissector.ppiFlags(bytes.extracting(offset..<offset &+ length))
                ieee80211(bytes, offset &+ length, flags: flags)
            case 192, 149, 258:
                throw WireError(
                    .invalidValue(UInt64(header.dataLinkType)), field: "PPI link type", offset: offset &+ 4,
                    limit: limit)
            default: innerLink(header.dataLinkType, bytes, offset &+ length)
            }
        } catch {
            fault("ppi", error)
        }
    }

    mutating func ieee80211(_ bytes: Span<UInt8>, _ offset: Int, flags: RadiotapFlags) {
        let whole = wireEnd
        let hasCheck = flags.contains(.frameCheckSequence)
        if hasCheck { wireEnd = max(offset, wireEnd &- FrameCheckSequence.size) }
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try IEEE80211Header(parsing: &input)
            var fields = IEEE80211Fields.fields(header)
            fields.append(FrameField("fcsPresent", .boolean(hasCheck)))
            let size = header.frameControl.headerSize
            let body = offset &+ (flags.contains(.headerPadding) ? (size &+ 3) & ~3 : size)
            if hasCheck, whole <= bytes.count {
                let isValid = FrameCheckSequence.isValid(
                    bytes.extracting(offset..<whole), leavingOut: size..<body &- offset)
                fields.append(FrameField("fcsValid", .boolean(isValid)))
            }
            let control = header.frameControl
            if control.type == .management || control.isProtected {
                var content = reader(bytes, at: body)
                fields += bodyFields(header, &content)
            }
            append("ieee80211", offset, size, fields)
            if control.type == .management, !header.isFragment { management(control, bytes, body) }
            guard control.type == .data, !control.isNullData, !control.isProtected, !header.isFragment else { return }
            if header.isAggregate {
                aggregate(bytes, body)
            } else {
                llc(bytes, body)
            }
        } catch {
            fault("ieee80211", error)
        }
    }

    /// The content of a body that has no layer of its own: that of management frames, and the beginning of encrypted
    /// ones.
    private mutating func bodyFields(_ header: IEEE80211Header, _ input: inout ByteReader) -> [FrameField] {
        let (body, error) = IEEE80211Frame.Body.parse(&input, of: header)
        if let error { fault("ieee80211", error) }
        return IEEE80211Fields.fields(body)
    }

    private mutating func aggregate(_ bytes: Span<UInt8>, _ start: Int) {
        let (end, limit) = (wireEnd, limit)
        var offset = start
        // An aggregate may begin with any number of empty subframes; the first is required.
        repeat {
            var input = reader(bytes, at: offset)
            do throws(WireError) {
                let header = try AMSDUSubframeHeader(parsing: &input)
                append(
                    "amsdu", offset, AMSDUSubframeHeader.size,
                    IEEE80211Fields.fields(header))
                let content = offset &+ AMSDUSubframeHeader.size
                guard Int(header.length) <= end &- content else {
                    throw WireError(
                        .truncated(needed: Int(header.length), available: max(0, end &- content)),
                        field: "A-MSDU content", offset: content, limit: limit)
                }
                (wireEnd, self.limit) = (content &+ Int(header.length), "A-MSDU length")
                entered.remove(.llc)
                llc(bytes, content)
                (wireEnd, self.limit) = (end, limit)
                offset &+= header.stride
            } catch {
                fault("amsdu", error)
                return
            }
        } while offset < min(end, bytes.count)
    }
}
