import WireCoding

/// The attributes of a frame in their order, and what is left where one of them contradicts the frame's length.
public struct NANAttributeList: Hashable, Sendable {
    public var attributes: [NANAttribute]
    /// From the first attribute on that is longer than what is left; written behind the others.
    public var rest: [UInt8]

    public init(_ attributes: [NANAttribute] = [], rest: [UInt8] = []) {
        self.attributes = attributes
        self.rest = rest
    }

    /// Reads all that is left and never fails.
    ///
    /// - Returns: In `error` why ``rest`` is no attribute, nil without a rest.
    public static func parse(_ input: inout ByteReader) -> (list: NANAttributeList, error: WireError?) {
        var list = NANAttributeList()
        while !input.isAtEnd {
            let start = input
            do throws(WireError) {
                list.attributes.append(try NANAttribute(parsing: &input))
            } catch {
                input = start
                list.rest = input.readRemainingBytes()
                return (list, error)
            }
        }
        return (list, nil)
    }

    /// The first attribute with that ID.
    public func first(_ id: NANAttributeID) -> NANAttribute? { attributes.first { $0.id == id } }

    public func serialize(into output: inout ByteWriter) {
        for attribute in attributes { attribute.serialize(into: &output) }
        output.writeBytes(rest)
    }
}
