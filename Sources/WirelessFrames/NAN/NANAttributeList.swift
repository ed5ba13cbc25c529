import WireCoding

/// The attributes of a frame in their order, and what is left where one of them contradicts the frame's length.
public struct NANAttributeList: Hashable, Sendable {
    /// All attributes in their order, known or not; an ID may occur several times.
    public var attributes: [NANAttribute]
    /// The bytes from the first attribute on that is longer than the rest; written after the others.
    public var rest: [UInt8]

    /// A list of these attributes.
    public init(_ attributes: [NANAttribute] = [], rest: [UInt8] = []) {
        self.attributes = attributes
        self.rest = rest
    }

    /// Reads all that is left and never fails.
    ///
    /// - Returns: In `error` the reason why ``rest`` is not an attribute, nil without a rest.
    public static func parse(_ input: inout ByteReader) -> (list: NANAttributeList, error: WireError?) {
        let (attributes, rest, error) = input.readElements(of: NANAttribute.self)
        return (NANAttributeList(attributes, rest: rest), error)
    }

    /// Reads what several pieces of the bytes make together, and never fails. Errors have the offsets of the packet.
    ///
    /// - Parameters:
    ///   - pieces: Where the attributes lie, in rising order.
    ///   - baseOffset: Where the bytes lie in the packet.
    static func parse(
        _ bytes: Span<UInt8>, pieces: [Range<Int>], baseOffset: Int, limit: WireError.Field
    ) -> (list: NANAttributeList, error: WireError?) {
        guard pieces.count != 1 else {
            var input = ByteReader(
                bytes.extracting(pieces[0]), baseOffset: baseOffset &+ pieces[0].lowerBound, limit: limit)
            return parse(&input)
        }
        var joined: [UInt8] = []
        for index in pieces.joined() { joined.append(bytes[index]) }
        var input = ByteReader(joined.span, limit: limit)
        var (list, error) = parse(&input)
        for (index, attribute) in list.attributes.enumerated() {
            guard case .malformed(let body, let fault) = attribute.value else { continue }
            list.attributes[index].value = .malformed(body, fault.moved(to: pieces, baseOffset))
        }
        error = error?.moved(to: pieces, baseOffset)
        return (list, error)
    }

    /// The first attribute with that ID.
    public func first(_ id: NANAttributeID) -> NANAttribute? { attributes.first { $0.id == id } }

    /// Writes the attributes, then ``rest``.
    public func serialize(into output: inout ByteWriter) {
        for attribute in attributes { attribute.serialize(into: &output) }
        output.writeBytes(rest)
    }
}

extension WireError {
    /// The error with its offset in the pieces converted to one in the packet.
    fileprivate func moved(to pieces: [Range<Int>], _ baseOffset: Int) -> WireError {
        var left = offset
        var place = pieces.last?.upperBound ?? 0
        for piece in pieces {
            guard left >= piece.count else {
                place = piece.lowerBound &+ left
                break
            }
            left &-= piece.count
        }
        return WireError(kind, field: field, offset: baseOffset &+ place, limit: limit)
    }
}
