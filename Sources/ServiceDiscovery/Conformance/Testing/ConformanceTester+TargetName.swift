import DNSWire
import WireCoding

extension ConformanceTester {
    /// How a user names the target of a test: a host or a service instance, with or without `.local`.
    public struct TargetName: Hashable, Sendable {
        /// The whole name, with `local` at its end.
        public let name: DNSName
        /// Whether it is a service instance.
        public let isInstance: Bool

        /// - Parameter text: `printer`, `printer.local` or `Front desk._ipp._tcp.local`.
        /// - Returns: Nil for what is neither, such as an address.
        public init?(_ text: String) {
            guard IPAddress(text) == nil, let given = DNSName(presentation: text), given.labelCount > 0 else {
                return nil
            }
            var name = given
            if !name.hasSuffix(.local) || name == .local {
                guard let longer = try? name.appending(.local) else { return nil }
                name = longer
            }
            isInstance = ServiceInstanceName(name) != nil
            // A type alone names nobody.
            if !isInstance, name.labels.contains(where: { $0.first == UInt8(ascii: "_") }) { return nil }
            self.name = name
        }
    }
}

extension ConformanceTester.TargetName: CustomStringConvertible {
    public var description: String { name.presentation }
}
