import WireCoding

/// The elements of a frame in their order, and what is left where one of them contradicts the frame's length.
public struct InformationElementList: Hashable, Sendable {
    public var elements: [InformationElement]
    /// The bytes from the first element on that is longer than the rest, as in truncated frames; written after the
    /// others.
    public var rest: [UInt8]

    public init(_ elements: [InformationElement] = [], rest: [UInt8] = []) {
        self.elements = elements
        self.rest = rest
    }

    /// Reads all that is left and never fails.
    public init(parsing input: inout ByteReader) {
        var elements: [InformationElement] = []
        while !input.isAtEnd {
            let start = input
            guard let element = try? InformationElement(parsing: &input) else {
                input = start
                break
            }
            elements.append(element)
        }
        self.init(elements, rest: input.readRemainingBytes())
    }

    /// The reason why ``rest`` is not an element, nil without a rest.
    ///
    /// - Parameters:
    ///   - baseOffset: Where the list lies in the frame.
    ///   - limit: Which length says where it ends.
    public func fault(baseOffset: Int = 0, limit: WireError.Field = .input) -> WireError? {
        let start = elements.reduce(baseOffset) {
            $0 &+ InformationElement.headerSize &+ min($1.body.count, InformationElement.maximumLength)
        }
        var input = ByteReader(rest.span, baseOffset: start, limit: limit)
        do throws(WireError) {
            while !input.isAtEnd { _ = try InformationElement(parsing: &input) }
            return nil
        } catch {
            return error
        }
    }

    /// The first element of that number.
    public func first(_ id: ElementID) -> InformationElement? { elements.first { $0.id == id } }

    /// The name of the network, nil without the element. Empty or all zeros where it is hidden.
    public var ssid: [UInt8]? { first(.ssid)?.body }

    public func serialize(into output: inout ByteWriter) {
        for element in elements { element.serialize(into: &output) }
        output.writeBytes(rest)
    }
}
