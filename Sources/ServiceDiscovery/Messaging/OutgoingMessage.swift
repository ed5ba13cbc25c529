import DNSWire
import WireCoding

/// A message that a ``ServiceBrowser`` or ``ServiceResponder`` wants to have sent from port 5353, with a TTL or hop limit of
/// 255 (RFC 6762 §11).
public struct OutgoingMessage: Hashable, Sendable {
    /// The message itself; ``bytes()`` writes it.
    public let message: DNSMessage
    /// Why it is sent, for logs and tests.
    public let purpose: Purpose
    /// The interface to send it on.
    public let interface: InterfaceIndex
    /// Whom it is for.
    public let destination: Destination

    /// Why a message is sent.
    @nonexhaustive
    public enum Purpose: Hashable, Sendable {
        /// Asks for services or their records (RFC 6762 §5.2).
        case question
        /// Answers a question (RFC 6762 §6).
        case answer
        /// Asks who has a name that this host wants (RFC 6762 §8.1).
        case probe
        /// Announces records to all (RFC 6762 §8.3, §8.4).
        case announcement
        /// Answers another host's probe for a name of this host (RFC 6762 §8.1, §9).
        case defense
        /// Takes records back (RFC 6762 §10.1).
        case goodbye
    }

    /// Whom a message is for.
    @nonexhaustive
    public enum Destination: Hashable, Sendable {
        /// All on the link, at 224.0.0.251 or ff02::fb, port 5353.
        case multicast
        /// One host: at port 5353, or at the port that a legacy querier asked from.
        case unicast(IPAddress, port: UInt16)
    }

    init(_ message: DNSMessage, _ purpose: Purpose, on interface: InterfaceIndex, to destination: Destination) {
        self.message = message
        self.purpose = purpose
        self.interface = interface
        self.destination = destination
    }

    /// How names in the message may be compressed: legacy queriers understand less (RFC 6762 §18.14).
    public var compression: NameCompression.Scope {
        if case .unicast(_, let port) = destination, port != WellKnownPort.multicastDNS { .unicast } else { .multicast }
    }

    /// The UDP payload.
    ///
    /// - Throws: `WireError.Kind.tooLong` for data of more than 65,535 bytes, such as a TXT record's.
    public func bytes() throws(WireError) -> [UInt8] { try message.bytes(compression: compression) }
}
