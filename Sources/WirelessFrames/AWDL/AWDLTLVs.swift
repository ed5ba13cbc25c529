import WireCoding

/// Walks the elements of an AWDL action frame: type (1 byte), length (2, little-endian), value.
///
/// The walk is total. Where an element is longer than what is left of the frame, or fewer bytes than a type and a length
/// are left, it ends, and ``fault`` says so.
public struct AWDLTLVs: ~Escapable {
    /// Bytes of type and length.
    public static let headerSize = 3
    /// What limits the values, in errors.
    static let lengthField: WireError.Field = "AWDL TLV length"

    private let body: Span<UInt8>
    private let baseOffset: Int
    private let limit: WireError.Field
    /// Where the next element starts in the body; behind the last element, where bytes start that are none.
    public private(set) var position: Int
    /// Why the walk ended before the frame did; nil until then.
    public private(set) var fault: WireError?

    /// - Parameters:
    ///   - start: Where the first element is, at most the body's length.
    ///   - baseOffset: Where the body lies in the frame, for errors.
    @_lifetime(copy body)
    init(_ body: Span<UInt8>, from start: Int, baseOffset: Int, limit: WireError.Field) {
        self.body = body
        self.baseOffset = baseOffset
        self.limit = limit
        position = start
    }

    /// The next element's type, and where its value lies in the body; nil behind the last one.
    @_lifetime(self: copy self)
    public mutating func next() -> (type: AWDLTLVType, value: Range<Int>)? {
        let available = body.count &- position
        guard fault == nil, available > 0 else { return nil }
        guard available >= Self.headerSize else {
            fault = truncation("AWDL TLV header", at: position, needed: Self.headerSize, available)
            return nil
        }
        let length = Int(body.littleEndianUInt16(at: position &+ 1))
        let start = position &+ Self.headerSize
        guard length <= available &- Self.headerSize else {
            fault = truncation("AWDL TLV", at: start, needed: length, available &- Self.headerSize)
            return nil
        }
        let type = AWDLTLVType(rawValue: body[position])
        position = start &+ length
        return (type, start..<start &+ length)
    }

    private func truncation(
        _ field: WireError.Field, at position: Int, needed: Int, _ available: Int
    ) -> WireError {
        WireError(
            .truncated(needed: needed, available: available), field: field, offset: baseOffset &+ position, limit: limit
        )
    }
}
