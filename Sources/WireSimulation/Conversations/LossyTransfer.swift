import PeerMessaging
import WireCoding
import WireTesting

/// An echo test between a client and a server over a network that loses, doubles, reorders and delays packets: a
/// capture of it, and what really happened.
///
/// The client sends probes of eight bytes, stamps of its clock, which come back as they are; then data: over UDP
/// datagrams that begin with their number, over TCP a stream. What is lost over TCP is sent again.
///
/// ```swift
/// var capture = SyntheticCapture()
/// let transfer = LossyTransfer(.udp, link: .init(delay: 40_000_000, lossRate: 0.05), seed: 1)
/// let truth = try transfer.write(into: &capture)
/// ```
public struct LossyTransfer: Hashable, Sendable {
    /// What carries probes and data.
    @nonexhaustive
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        /// Numbered datagrams, which may get lost.
        case udp
        /// A stream, which is sent again where something got lost.
        case tcp
    }

    /// The allowed numbers of probes: with fewer it is not a test, and other tools might not follow more.
    public static let probeLimits = 8...1000
    /// How many pieces of data there may be.
    public static let pieceLimits = 0...100_000
    /// How long a piece may be, in bytes: longer than a probe, and not more than a packet has room for.
    public static let sizeLimits = 16...1400

    /// What carries probes and data.
    public let transport: Transport
    /// How many probes the client sends before the data.
    public let probes: Int
    /// Datagrams of data, or what is written to the stream at a time.
    public let pieces: Int
    /// Bytes of each.
    public let size: Int
    /// From one piece to the next, in nanoseconds.
    public let pace: Int64
    /// The network between client and server.
    public let link: NetworkModel.Link
    /// Host 0 is the client, host 1 the server. Datagrams that are lost are missing at the server, and round trips are
    /// the client's at the client.
    public let point: NetworkModel.CapturePoint
    /// The same seed and settings give the same packets.
    public let seed: UInt64
    /// The first moment, in nanoseconds since 1970.
    public let start: Int64

    /// - Precondition: The numbers are within ``probeLimits``, ``pieceLimits`` and ``sizeLimits``.
    public init(
        _ transport: Transport, probes: Int = 100, pieces: Int = 1000, size: Int = 128, pace: Int64 = 2_000_000,
        link: NetworkModel.Link = NetworkModel.Link(
            delay: 20_000_000, jitter: 2_000_000, lossRate: 0.02, duplicationRate: 0.005, reorderingRate: 0.01),
        at point: NetworkModel.CapturePoint = .host(1), seed: UInt64, start: Int64 = 1_700_000_000_000_000_000
    ) {
        precondition(Self.probeLimits.contains(probes), "a test has 8 to 1,000 probes")
        precondition(Self.pieceLimits.contains(pieces), "a test has up to 100,000 pieces of data")
        precondition(Self.sizeLimits.contains(size), "a piece of data has 16 to 1,400 bytes")
        if case .host(let host) = point { precondition((0...1).contains(host), "there is no such host") }
        self.transport = transport
        self.probes = probes
        self.pieces = pieces
        self.size = size
        self.pace = pace
        self.link = link
        self.point = point
        self.seed = seed
        self.start = start
    }

    /// Writes the packets into the capture, in order of time.
    ///
    /// - Returns: The truth.
    /// - Throws: Any error from ``SyntheticCapture``.
    public func write(into capture: inout SyntheticCapture) throws(WireError) -> ConversationTruth {
        let hosts = [SyntheticHost(number: 1), SyntheticHost(number: 2)]
        let names = zip(hosts, ["client", "server"]).map { ConversationTruth.Host($0, name: $1) }
        var truth = ConversationTruth(
            "lossy-transfer", seed: seed, start: start, point: point, link: link, hosts: names)
        let simulation = Simulation<TransferTimer>(hosts: hosts, link: link, point: point, seed: seed, start: start)
        switch transport {
        case .udp:
            var run = DatagramTransferRun(self, simulation)
            truth.sessions = [run.play(names)]
            truth.frames = try run.simulation.packets.write(into: &capture)
        case .tcp:
            var run = StreamTransferRun(self, simulation, names)
            truth.sessions = run.play()
            truth.frames = try run.simulation.packets.write(into: &capture)
        }
        return truth
    }

    /// The server's port: that of the echo service (RFC 862). Other tools know it, and so do not mistake numbers of
    /// datagrams for another protocol.
    static let serverPort: UInt16 = 7

    /// From one probe to the next, in nanoseconds.
    static let probeGap: Int64 = 10_000_000

    /// The probe that the client sends, by the clock of a computer that has been on for a while.
    func probe(at time: Int64) -> [UInt8] {
        let probe = EchoProbe(ticks: UInt64(time - start) + 77_000_000_000_123, byteOrder: .little)
        return unfailing { try probe.serialized() }
    }
}

/// The events that the ends of a ``LossyTransfer`` wait for, over either transport.
enum TransferTimer: Sendable {
    /// The client sends the probe of this number.
    case probe(Int)
    /// The server sends these bytes back.
    case echo([UInt8])
    /// The client sends the piece of data of this number.
    case piece(Int)
}
