import WireCoding

/// One content of an aggregate MSDU with its header and what pads it to a multiple of four bytes. ``AMSDUSubframes`` walks
/// them in place.
public struct AMSDUSubframe: Hashable, Sendable {
    public var destination: LinkAddress
    public var source: LinkAddress
    /// An LLC header and what follows it. At most 65535 bytes; written without more than that.
    public var content: [UInt8]
    /// At most three bytes, none after the last subframe; written unchanged.
    public var padding: [UInt8]

    /// - Parameter isLast: Nothing pads the last one.
    public init(destination: LinkAddress, source: LinkAddress, content: [UInt8], isLast: Bool) {
        self.destination = destination
        self.source = source
        self.content = content
        let size = AMSDUSubframeHeader.size + min(content.count, 0xFFFF)
        padding = isLast ? [] : Array(repeating: 0, count: (4 - size % 4) % 4)
    }

    /// Reads a subframe and as much of its padding as there is.
    ///
    /// - Throws: `truncated` when header or content is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let header = try AMSDUSubframeHeader(parsing: &input)
        destination = header.destination
        source = header.source
        content = try input.readBytes(Int(header.length), "A-MSDU content")
        let gap = header.stride &- AMSDUSubframeHeader.size &- Int(header.length)
        padding = try input.readBytes(min(gap, input.remaining), "A-MSDU padding")
    }

    public func serialize(into output: inout ByteWriter) {
        let kept = content.prefix(0xFFFF)
        AMSDUSubframeHeader(destination: destination, source: source, length: UInt16(kept.count)).serialize(
            into: &output)
        output.writeBytes(kept)
        output.writeBytes(padding)
    }
}
