/// An opaque number by which the owner of a ``ServiceBrowser`` or ``ServiceResponder`` names a network interface, such as
/// the system's own index of it.
///
/// What is heard on one interface is kept apart from what is heard on another. An owner with sockets for both IP versions
/// may give each a number of its own, or one to both and send every multicast message to both groups.
public struct InterfaceIndex: RawRepresentable, Hashable, Sendable {
    /// The owner's number, of which nothing but equality and order matters.
    public var rawValue: UInt32

    /// The interface of a number, whether or not there is one.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension InterfaceIndex: ExpressibleByIntegerLiteral {
    /// The interface that is written as its number.
    public init(integerLiteral value: UInt32) { rawValue = value }
}

extension InterfaceIndex: Comparable {
    /// By number.
    public static func < (first: InterfaceIndex, second: InterfaceIndex) -> Bool { first.rawValue < second.rawValue }
}

extension InterfaceIndex: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { rawValue.description }
}
