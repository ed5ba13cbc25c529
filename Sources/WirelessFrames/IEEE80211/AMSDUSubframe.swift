import WireCoding

/// One content of an aggregate MSDU with its header and what pads it to a multiple of four bytes. ``AMSDUSubframes`` walks
/// them in place.
public struct AMSDUSubframe: Hashable, WireElement {
    /// The station that the content is for, which need not be the frame's receiver.
    public var destination: LinkAddress
    /// The station that the content is from.
    public var source: LinkAddress
    /// An LLC header and what follows it. At most 65535 bytes; written without more than that.
    public var content: [UInt8]
    /// At most three bytes, none after the last subframe; written unchanged.
    public var padding: [UInt8]

    /// A subframe, padded with zeros to a multiple of four bytes unless it is the last one.
    ///
    /// - Parameters:
    ///   - destination: The station that the content is for.
    ///   - source: The station that the content is from.
    ///   - content: An LLC header and what follows it, at most 65535 bytes.
    ///   - isLast: Whether no subframe follows, so that nothing pads this one.
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

    /// Writes header, content and padding; the length is that of the written content.
    public func serialize(into output: inout ByteWriter) {
        header.serialize(into: &output)
        output.writeBytes(content.prefix(0xFFFF))
        output.writeBytes(padding)
    }

    /// The header, with the bytes of the content that are written.
    public var header: AMSDUSubframeHeader {
        .with { ($0.destination, $0.source, $0.length) = (destination, source, UInt16(clamping: content.count)) }
    }
}

/// The header before each content of an aggregate MSDU (IEEE 802.11 §9.3.2.2.2).
///
/// | bytes | field |
/// |---|---|
/// | 6 | destination |
/// | 6 | source |
/// | 2 | bytes of the content, big-endian |
///
/// Every subframe but the last is padded to a multiple of four bytes, counted from its destination.
public struct AMSDUSubframeHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 14

    /// The station that the content is for.
    public var destination = LinkAddress.zero
    /// The station that the content is from.
    public var source = LinkAddress.zero
    /// Bytes of the content, without padding.
    public var length: UInt16 = 0

    public init() {}

    /// Bytes from this subframe to the next.
    public var stride: Int { (Self.size + Int(length) + 3) & ~3 }
}

extension AMSDUSubframeHeader: LaidOutHeader {
    /// The fields in the order of the wire.
    public static let layout = HeaderLayout<Self>(
        "A-MSDU subframe header", .part(\.destination, "destination"), .part(\.source, "source"),
        .part(\.length, "length", .unit(.bytes)))
}

/// Walks the subframes of an aggregate MSDU.
///
/// ```swift
/// var subframes = AMSDUSubframes(body)
/// while let subframe = try subframes.next() { … body.extracting(subframe.content) … }
/// ```
public struct AMSDUSubframes: ~Escapable {
    private let body: Span<UInt8>
    private let baseOffset: Int
    private var position = 0

    /// - Parameters:
    ///   - body: The frame's body, without the frame check sequence.
    ///   - baseOffset: Where it lies in the frame, for errors.
    @_lifetime(copy body)
    public init(_ body: Span<UInt8>, baseOffset: Int = 0) {
        self.body = body
        self.baseOffset = baseOffset
    }

    /// The next header, and where its content lies in the body; nil after the last one.
    ///
    /// - Throws: `truncated` when header or content is longer than what is left.
    @_lifetime(self: copy self)
    public mutating func next() throws(WireError) -> (header: AMSDUSubframeHeader, content: Range<Int>)? {
        guard position < body.count else { return nil }
        var input = ByteReader(body.extracting(position..<body.count), baseOffset: baseOffset &+ position)
        let header = try AMSDUSubframeHeader(parsing: &input)
        try input.require(Int(header.length), "A-MSDU content")
        let start = position &+ AMSDUSubframeHeader.size
        position = min(position &+ header.stride, body.count)
        return (header, start..<start &+ Int(header.length))
    }
}
