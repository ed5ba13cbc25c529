import WireCoding

/// A TCP connection of a capture, as it is known when its first packet was read.
public struct TCPConversation: Hashable, Sendable, Identifiable {
    /// One end of it.
    public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
        /// The IP address of this end.
        public let address: IPAddress
        /// The TCP port of this end.
        public let port: UInt16

        init(_ end: (address: IPAddress, port: UInt16)) { (address, port) = end }

        public var description: String { address.isIPv6 ? "[\(address)]:\(port)" : "\(address):\(port)" }
    }

    /// From 1 on, in the order of their first packets among all TCP connections of the captures.
    public let id: Int
    /// Who sent the SYN. Where the capture has neither it nor its answer, who sent the first packet; a report, which knows all of a
    /// capture, may say otherwise.
    public let initiator: Endpoint
    /// The other end.
    public let responder: Endpoint
    /// Whether the first packet was not the SYN.
    public let isMidstream: Bool
    /// When the first packet was captured, in nanoseconds since 1970.
    public let time: Int64
    /// The number of that packet, from 1 on.
    public let frame: Int
    /// Whether the first endpoint of the flow's key is the initiator.
    let initiatorIsFirst: Bool

    init(_ connection: borrowing Connection, id: Int) {
        self.id = id
        initiator = Endpoint(connection.initiatorEndpoint)
        responder = Endpoint(connection.responderEndpoint)
        isMidstream = connection.midstream
        time = connection.start
        frame = connection.firstFrame
        initiatorIsFirst = connection.initiatorIsFirst
    }
}
