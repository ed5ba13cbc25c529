import WireCoding

// Headers that a capturing system put before the packet.
extension LayerWalk {
    mutating func packetFilterLog(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try PFLogHeader(parsing: &input)
        append(
            "pflog", offset, input.position,
            [
                FrameField("family", .number(header.family)), FrameField("action", .number(header.action)),
                FrameField("reason", .number(header.reason)), FrameField("interfaceName", text(header.interfaceName)),
            ])
        family(header.family, bytes, offset &+ input.position)
    }

    mutating func netfilterLog(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try NFLogHeader(parsing: &input)
        var attributes: [FieldValue] = []
        var content: (start: Int, end: Int)?
        var failure: WireError?
        var isLittleEndian: Bool?
        do throws(WireError) {
            while content == nil, offset &+ input.position < wireEnd {
                let start = input
                let attribute: NFLogAttribute
                do throws(WireError) {
                    attribute = try NFLogAttribute(parsing: &input, isLittleEndian: isLittleEndian)
                } catch {
                    // The packet may be cut, or its attribute promise too much: both leave a packet to be read.
                    guard let length = Self.payloadLength(start, isLittleEndian) else { throw error }
                    content = (offset &+ start.position &+ 4, offset &+ start.position &+ length)
                    break
                }
                isLittleEndian = attribute.isLittleEndian
                guard attribute.type & 0x3FFF != NFLogAttribute.payload else {
                    let begin = offset &+ start.position &+ NFLogAttribute.headerSize
                    content = (begin, begin &+ attribute.value.count)
                    break
                }
                attributes.append(
                    .object([
                        FrameField("type", .number(attribute.type)), FrameField("value", .hex(attribute.value)),
                    ]))
            }
        } catch {
            failure = error
        }
        append(
            "nflog", offset, content.map { $0.start &- offset } ?? input.position,
            [
                FrameField("family", .number(header.family)), FrameField("resourceID", .number(header.resourceID)),
                FrameField("attributes", .list(attributes)),
            ])
        if let failure { throw failure }
        guard let content else { return }
        let length = content.end &- content.start
        narrow(length, from: content.start, by: "NFLOG attribute length", at: content.start &- 4, "nflog")
        family(header.family, bytes, content.start)
    }

    /// The length of the attribute with the packet, nil if this is another one or its length is impossible.
    private static func payloadLength(_ start: borrowing ByteReader, _ isLittleEndian: Bool?) -> Int? {
        guard start.remaining >= NFLogAttribute.headerSize else { return nil }
        let at = start.position
        let (first, second) = (start.input[at], start.input[at &+ 1])
        let little =
            isLittleEndian ?? NFLogAttribute.isLittleEndian(first, second, available: start.remaining)
        let length = start.input.bigEndianUInt16(at: at)
        let type = start.input.bigEndianUInt16(at: at &+ 2)
        guard (little ? type.byteSwapped : type) & 0x3FFF == NFLogAttribute.payload else { return nil }
        let size = Int(little ? length.byteSwapped : length)
        return size >= NFLogAttribute.headerSize ? size : nil
    }

    mutating func packetTap(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try PKTAPHeader(parsing: &input)
        append(
            "pktap", offset, input.position,
            [
                FrameField("interfaceName", text(header.interfaceName)),
                FrameField("linkType", .number(header.dataLinkType)), FrameField("flags", .number(header.flags)),
                FrameField("direction", text(header.direction?.rawValue)),
                FrameField("processID", process(header.processID)),
                FrameField("processName", text(header.processName)),
                FrameField("effectiveProcessID", process(header.effectiveProcessID)),
                FrameField("effectiveProcessName", text(header.effectiveProcessName)),
                FrameField("serviceClass", .number(header.serviceClass)),
                FrameField("interfaceType", .number(header.interfaceType)),
                FrameField("interfaceUnit", .number(header.interfaceUnit)),
                FrameField("protocolFamily", .number(header.protocolFamily)),
                FrameField("framePrefixLength", .number(header.framePrefixLength)),
                FrameField("frameSuffixLength", .number(header.frameSuffixLength)),
            ])
        guard header.nextType == 1 else { return }
        guard !PKTAPHeader.isPKTAP(header.dataLinkType) else {
            throw WireError(
                .invalidValue(UInt64(header.dataLinkType)), field: "PKTAP link type", offset: offset &+ 8, limit: limit)
        }
        innerLink(header.dataLinkType, bytes, offset &+ input.position)
    }

    private mutating func family(_ family: UInt8, _ bytes: Span<UInt8>, _ offset: Int) {
        if let type = LoopbackHeader(family: UInt32(family)).etherType { network(type, bytes, offset) }
    }

    private func text(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }

    private func process(_ identifier: Int32) -> FieldValue { identifier < 0 ? .null : .integer(Int64(identifier)) }
}
