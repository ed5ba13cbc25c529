/// An opaque number by which the owner of a ``ServiceBrowser`` or ``ServiceResponder`` names a network interface, such as
/// the system's own index of it.
///
/// What is heard on one interface is kept apart from what is heard on another. An owner with sockets for both IP versions
/// may give each a number of its own, or one to both and send every multicast message to both groups.
public struct InterfaceIndex: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension InterfaceIndex: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt32) { rawValue = value }
}

extension InterfaceIndex: Comparable {
    public static func < (first: InterfaceIndex, second: InterfaceIndex) -> Bool { first.rawValue < second.rawValue }
}

extension InterfaceIndex: CustomStringConvertible {
    public var description: String { rawValue.description }
}
