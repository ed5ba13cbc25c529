import DNSWire
import WireCoding

extension ConformanceTester {
    /// Who a tester is on the link.
    public struct Identity: Hashable, Sendable {
        /// Of the interface; nil on links without addresses.
        public let linkAddress: LinkAddress?
        /// The family of this address is that of all messages of the test.
        public let address: IPAddress
        /// The port that legacy queries come from.
        public let legacyPort: UInt16

        /// The addresses and the port of the host that runs the test.
        public init(linkAddress: LinkAddress?, address: IPAddress, legacyPort: UInt16) {
            (self.linkAddress, self.address, self.legacyPort) = (linkAddress, address, legacyPort)
        }

        /// The host name that false claims lead to.
        static let hostName = DNSName.local.prefixed("nearscope-conformance-test")

        /// The group of the family (RFC 6762 §3).
        public var group: IPAddress {
            address.isIPv6 ? IPAddress(ipv6High: 0xFF02_0000_0000_0000, low: 0xFB) : IPAddress(ipv4: 0xE000_00FB)
        }

        /// An address for documentation (RFC 5737, RFC 3849), which no link has.
        var offLinkAddress: IPAddress {
            address.isIPv6 ? IPAddress(ipv6High: 0x2001_0DB8_0000_0000, low: 1) : IPAddress(ipv4: 0xC000_0201)
        }
    }

    /// A message that a tester wants sent, whole.
    public struct Datagram: Hashable, Sendable {
        /// The message, not yet written as bytes.
        public let message: DNSMessage
        /// The source address: the identity's, or one that is not of the link.
        public let source: IPAddress
        /// The group's address, or the target's.
        public let destination: IPAddress
        /// 5353, or the identity's port for legacy queries.
        public let sourcePort: UInt16
        /// The port of multicast DNS: 5353.
        public let destinationPort: UInt16
        /// TTL or hop limit: 255 (RFC 6762 §11).
        public let hopLimit: UInt8 = 255
    }
}

extension DNSName {
    /// - Parameter label: One that fits.
    func prefixed(_ label: String) -> DNSName {
        (try? DNSName(labels: [Array(label.utf8)]).appending(self)) ?? self
    }
}
