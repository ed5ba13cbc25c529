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
