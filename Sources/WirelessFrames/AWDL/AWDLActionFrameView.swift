import WireCoding

/// An action frame of AWDL, read in place without allocating.
///
/// Made for every frame of a capture; ``AWDLActionFrame`` is the value that owns its elements.
///
/// ```swift
/// let frame = try AWDLActionFrameView(body)
/// var elements = frame.elements
/// while let element = elements.next() {
///     guard element.type == .electionParametersV2 else { continue }
///     var input = frame.reader(of: element.value)
///     let election = try AWDLElectionParametersV2(parsing: &input)
/// }
/// ```
public struct AWDLActionFrameView: ~Escapable {
    /// The frame's bytes from the category on, without the frame check sequence.
    public let body: Span<UInt8>
    /// The 16 bytes before the elements.
    public let header: AWDLActionHeader
    private let baseOffset: Int
    private let limit: WireError.Field

    /// - Parameters:
    ///   - body: What follows the MAC header, without the frame check sequence.
    ///   - baseOffset: Where it lies in the frame, for errors.
    ///   - limit: Which length ends it.
    /// - Throws: Any error from ``AWDLActionHeader``. Elements are not read yet.
    @_lifetime(copy body)
    public init(
        _ body: Span<UInt8>, baseOffset: Int = 0, limit: WireError.Field = .input
    ) throws(WireError) {
        var input = ByteReader(body, baseOffset: baseOffset, limit: limit)
        header = try AWDLActionHeader(parsing: &input)
        self.body = body
        self.baseOffset = baseOffset
        self.limit = limit
    }

    /// A walk over the elements from the first one on.
    public var elements: AWDLTLVs {
        @_lifetime(copy self)
        get { AWDLTLVs(body, from: AWDLActionHeader.size, baseOffset: baseOffset, limit: limit) }
    }

    /// Reads an element's value, for the types that read their bytes from a `ByteReader`.
    ///
    /// - Parameter value: A range that ``elements`` gave.
    @_lifetime(copy self)
    public func reader(of value: Range<Int>) -> ByteReader {
        ByteReader(
            body.extracting(value), baseOffset: baseOffset &+ value.lowerBound, limit: AWDLTLVs.lengthField)
    }
}

/// Walks the elements of an AWDL action frame: type (1 byte), length (2, little-endian), value.
///
/// The walk is total. Where an element is longer than what is left of the frame, or fewer bytes than a type and a length
/// are left, it ends, and ``fault`` says so.
@frozen
public struct AWDLTLVs: ~Escapable {
    /// Bytes of type and length.
    public static let headerSize = 3
    /// The field that limits the values, in errors.
    static let lengthField: WireError.Field = "AWDL TLV length"

    @usableFromInline let body: Span<UInt8>
    @usableFromInline let baseOffset: Int
    @usableFromInline let limit: WireError.Field
    @usableFromInline var place: Int
    @usableFromInline var failure: WireError?

    /// The start of the next element in the body; after the last element, the start of the bytes that are not one.
    @inlinable public var position: Int { place }
    /// Why the walk ended before the frame did; nil until then.
    @inlinable public var fault: WireError? { failure }

    /// - Parameters:
    ///   - start: Where the first element is, at most the body's length.
    ///   - baseOffset: Where the body lies in the frame, for errors.
    @_lifetime(copy body)
    init(_ body: Span<UInt8>, from start: Int, baseOffset: Int, limit: WireError.Field) {
        self.body = body
        self.baseOffset = baseOffset
        self.limit = limit
        place = start
    }

    /// The next element's type, and the range of its value in the body; nil after the last one.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func next() -> (type: AWDLTLVType, value: Range<Int>)? {
        let available = body.count &- place
        guard failure == nil, available > 0 else { return nil }
        guard available >= Self.headerSize else {
            failure = truncation("AWDL TLV header", at: place, needed: Self.headerSize, available)
            return nil
        }
        let length = Int(body.littleEndianUInt16(at: place &+ 1))
        let start = place &+ Self.headerSize
        guard length <= available &- Self.headerSize else {
            failure = truncation("AWDL TLV", at: start, needed: length, available &- Self.headerSize)
            return nil
        }
        let type = AWDLTLVType(rawValue: body[place])
        place = start &+ length
        return (type, start..<start &+ length)
    }

    @inline(never)
    @usableFromInline func truncation(
        _ field: WireError.Field, at position: Int, needed: Int, _ available: Int
    ) -> WireError {
        WireError(
            .truncated(needed: needed, available: available), field: field, offset: baseOffset &+ position, limit: limit
        )
    }
}
