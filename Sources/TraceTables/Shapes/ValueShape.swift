/// The JSON that values of a type become, as far as the type decides it.
package indirect enum ValueShape: Equatable, Sendable {
    /// Members in the order in which they are written, all of them always there.
    case object([Member])
    case list(ValueShape)
    /// An object with keys that come from the capture.
    case map(ValueShape)
    /// One of some texts; nil for any text.
    case text([String]?)
    case integer
    case number
    case boolean
    /// One of several, or null.
    case either([ValueShape])
    /// Whatever an app wrote.
    case any

    package struct Member: Equatable, Sendable {
        package let key: String
        package let shape: ValueShape
        package internal(set) var isNullable: Bool

        package init(_ key: String, _ shape: ValueShape, isNullable: Bool = false) {
            (self.key, self.shape, self.isNullable) = (key, shape, isNullable)
        }
    }

    /// Looks at a type by decoding a value of it that nobody wrote: what it asks for is what it is made of.
    ///
    /// - Throws: ``ShapeError`` for a type that decides by what it reads how to go on, and says nothing of its shape.
    package init<Value: Decodable>(of type: Value.Type) throws { self = try ShapeDecoder.look(at: type).shape }
}

/// A type whose shape cannot be seen.
package struct ShapeError: Error, CustomStringConvertible {
    package let type: any Any.Type

    package var description: String { "the shape of \(type) cannot be seen by decoding it" }
}

/// A type that says itself what its values look like, since its decoding depends on what is there.
protocol SelfDescribing {
    static var shape: ValueShape { get }
    /// Any value.
    static var sample: Self { get }
}
