import ProtocolDescriptions
import WireCoding
import WireTesting

/// Clients and a server that speak a described protocol: a capture of them, and what really happened.
///
/// Each client has a connection of its own, or a port of its own over UDP. Both sides send messages unprompted, of the types
/// that the description knows, and answer as its pairs say. They keep its rules. Numbers count, times are those of the clock,
/// and every message is read back by the description before it is sent.
///
/// ```swift
/// let compiled = try CompiledProtocol(ProtocolDescription(yaml: page))
/// var capture = SyntheticCapture()
/// let truth = try DescribedConversation(compiled, seed: 1).write(into: &capture)
/// ```
public struct DescribedConversation: Sendable {
    /// What carries the messages.
    @nonexhaustive
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        /// A connection for each client.
        case tcp
        /// Datagrams, between a port of each client and that of the server.
        case udp
    }

    /// How many messages each side may send unprompted.
    public static let messageLimits = 1...10_000
    /// How many clients there may be.
    public static let clientLimits = 1...32
    /// How long content may be that says nothing of its size, in bytes.
    public static let sizeLimits = 0...100_000

    /// The description of what is spoken.
    public let compiled: CompiledProtocol
    /// The carrier that was chosen, one of the description's.
    public let transport: Transport
    /// How many hosts talk to the one server.
    public let clients: Int
    /// How many messages each side of a session sends unprompted.
    public let messages: Int
    /// Content that says nothing of its size has up to this many bytes.
    public let size: Int
    /// The longest pause between two messages of a side, in nanoseconds.
    public let pace: Int64
    /// The network between a client and the server, the same for all.
    public let link: NetworkModel.Link
    /// Host 0 is the server, the others are the clients.
    public let point: NetworkModel.CapturePoint
    /// The same seed and settings give the same packets.
    public let seed: UInt64
    /// The first moment, in nanoseconds since 1970.
    public let start: Int64
    let maker: DescribedMessageMaker

    /// - Parameters:
    ///   - compiled: What is spoken.
    ///   - transport: Nil for TCP where the description has it, else UDP.
    ///   - clients: How many hosts talk to the server.
    ///   - messages: How many messages each side of a session sends unprompted.
    ///   - size: Bytes that content of no stated size has at most.
    ///   - pace: The longest pause between two messages of a side, in nanoseconds.
    ///   - link: The network between a client and the server.
    ///   - point: Where it is captured; host 0 is the server.
    ///   - seed: What all is made from.
    ///   - start: The first moment, in nanoseconds since 1970.
    /// - Throws: ``DescribedMessageError`` for a transport that the description does not have, for a description whose
    ///   messages cannot be made of random values, and for a rule that nobody can keep on this link.
    /// - Precondition: The numbers are within ``messageLimits``, ``clientLimits`` and ``sizeLimits``.
    public init(
        _ compiled: CompiledProtocol, over transport: Transport? = nil, clients: Int = 2, messages: Int = 20,
        size: Int = 100, pace: Int64 = 50_000_000,
        link: NetworkModel.Link = NetworkModel.Link(delay: 5_000_000, jitter: 1_000_000),
        at point: NetworkModel.CapturePoint = .network, seed: UInt64, start: Int64 = 1_700_000_000_000_000_000
    ) throws(DescribedMessageError) {
        precondition(Self.messageLimits.contains(messages), "a side sends 1 to 10,000 messages")
        precondition(Self.clientLimits.contains(clients), "there are 1 to 32 clients")
        precondition(Self.sizeLimits.contains(size), "content has up to 100,000 bytes")
        if case .host(let host) = point { precondition((0...clients).contains(host), "there is no such host") }
        let over = compiled.description.over
        let chosen = transport ?? (over.contains(.tcp) ? .tcp : .udp)
        guard over.contains(chosen == .tcp ? .tcp : .udp) else {
            let names = over.map(\.rawValue).joined(separator: ", ")
            throw DescribedMessageError(
                "the description is for \(names), and only tcp and udp can be generated", key: "over")
        }
        self.compiled = compiled
        self.transport = chosen
        self.clients = clients
        self.messages = messages
        // A datagram has room for so much.
        self.size = chosen == .udp ? min(size, 1000) : size
        self.pace = pace
        self.link = link
        self.point = point
        self.seed = seed
        self.start = start
        maker = DescribedMessageMaker(compiled)
        _ = try Generator<[UInt8]>.messages(of: compiled, size: 0...self.size)
        try checkDeadlines()
    }

    /// Writes the packets into the capture, in order of time.
    ///
    /// - Returns: The truth.
    /// - Throws: Any error from ``SyntheticCapture``.
    public func write(into capture: inout SyntheticCapture) throws(WireError) -> ConversationTruth {
        var run = try DescribedRun(self)
        try run.play()
        var truth = run.truth()
        truth.frames = try run.simulation.packets.write(into: &capture)
        return truth
    }

    /// The server's port.
    var port: UInt16 { compiled.description.ports.first ?? 9100 }
}
