import DNSWire
import PacketCapture
import PacketDissection
import PeerMessaging
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// Peers that connect and talk as those of a mesh do, as packets for the analyzer. Times are seconds after the first packet;
/// a round trip takes 2 ms.
struct MeshScene {
    typealias Host = NamingScene.Host

    /// A connection of the scene, and whose it is.
    struct Link {
        fileprivate(set) var connection: SyntheticConnection
        fileprivate let initiator: Host
        fileprivate let responder: Host
    }

    private(set) var capture = SyntheticCapture()
    private var nextSequence: UInt32 = 1000

    /// The frame that was added last.
    var frame: Int { capture.frames }

    /// The peer ID that a host of the scene goes by, if nothing else is said: in the order of their numbers.
    static func peerID(of host: Host) -> String { "P-\(host.number)" }

    func report() async throws -> TraceReport {
        try await TraceAnalyzer().analyze(CaptureFile.open(bytes: capture.bytes))
    }

    /// Codes of what is found, in order of time.
    var codes: [String] { get async throws { try await report().codes } }
}

// MARK: - Packets

extension MeshScene {
    static func nanoseconds(_ seconds: Double) -> Int64 {
        1_700_000_000_000_000_000 + Int64((seconds * 1e9).rounded())
    }

    /// A service with a peer ID in its TXT record, on the host's port.
    mutating func announce(
        _ label: String, of host: Host, port: UInt16? = nil, peerID: String? = nil, at seconds: Double
    ) throws {
        let text = ["peerID=\(peerID ?? Self.peerID(of: host))"]
        let message = DNSMessage(
            flags: .multicastResponse,
            answers: try [
                NamingScene.pointer(label), NamingScene.location(label, port ?? host.port, host.hostName),
                NamingScene.text(label, text), NamingScene.address(of: host),
            ])
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        try capture.append(
            udpFrom: 5353, to: 5353, payload: writer.bytes, from: host.overIPv4, to: NamingScene.everybody,
            at: Self.nanoseconds(seconds))
    }

    private mutating func link(
        _ initiator: Host, _ responder: Host, port: UInt16, over address: KeyPath<Host, SyntheticHost> = \.overIPv4
    ) -> Link {
        nextSequence += 1_000_000
        return Link(
            connection: SyntheticConnection(
                from: initiator[keyPath: address], port: port, to: responder[keyPath: address], port: responder.port,
                initialSequence: nextSequence), initiator: initiator, responder: responder)
    }

    /// A connection whose handshake begins then.
    mutating func connect(
        _ initiator: Host, to responder: Host, port: UInt16 = 50000, at seconds: Double,
        over address: KeyPath<Host, SyntheticHost> = \.overIPv4
    ) throws -> Link {
        var link = link(initiator, responder, port: port, over: address)
        try link.connection.open(at: Self.nanoseconds(seconds), in: &capture)
        return link
    }

    /// A connection on which both have said who they are, half a second long.
    mutating func join(
        _ initiator: Host, to responder: Host, port: UInt16 = 50000, at seconds: Double,
        over address: KeyPath<Host, SyntheticHost> = \.overIPv4
    ) throws -> Link {
        var link = try connect(initiator, to: responder, port: port, at: seconds, over: address)
        try identify(.initiator, on: &link, at: seconds + 0.01)
        try identify(.responder, on: &link, at: seconds + 0.02)
        return link
    }

    /// An attempt that is refused after a round trip, or that nobody answers.
    mutating func fail(
        _ initiator: Host, to responder: Host, port: UInt16, at seconds: Double, refused: Bool = true,
        repeatedAfter pause: Double? = nil, over address: KeyPath<Host, SyntheticHost> = \.overIPv4
    ) throws {
        let link = link(initiator, responder, port: port, over: address)
        try link.connection.segment([.syn], [], from: .initiator, at: Self.nanoseconds(seconds), in: &capture)
        if let pause {
            try link.connection.segment(
                [.syn], [], from: .initiator, at: Self.nanoseconds(seconds + pause), in: &capture)
        }
        if refused {
            try link.connection.segment(
                [.rst, .ack], [], from: .responder, at: Self.nanoseconds(seconds + 0.002), in: &capture)
        }
    }

    mutating func send(
        _ type: MeshMessage.MessageType, from side: SyntheticConnection.Side = .initiator, as senderID: String? = nil,
        on link: inout Link, at seconds: Double
    ) throws {
        let host = side == .initiator ? link.initiator : link.responder
        let message = MeshMessage(
            type: type, senderID: senderID ?? Self.peerID(of: host), timestamp: .secondsSince2001(816_920_534 + seconds)
        )
        var body = ByteWriter()
        try message.serialize(into: &body)
        var frame = ByteWriter()
        try LengthPrefixedFrameEncoder.encode(body: body.bytes.span, into: &frame)
        try link.connection.send(frame.bytes, from: side, at: Self.nanoseconds(seconds), in: &capture)
    }

    mutating func identify(
        _ side: SyntheticConnection.Side = .initiator, as peerID: String? = nil, called displayName: String? = nil,
        on link: inout Link, at seconds: Double
    ) throws {
        let host = side == .initiator ? link.initiator : link.responder
        let peerID = peerID ?? Self.peerID(of: host)
        try send(
            .identification(peerID: peerID, displayName: displayName ?? host.name), from: side, as: peerID, on: &link,
            at: seconds)
    }

    /// A direct message.
    mutating func talk(
        _ side: SyntheticConnection.Side = .initiator, as senderID: String? = nil, on link: inout Link,
        at seconds: Double
    ) throws {
        try send(.direct(payload: Array("hello".utf8)), from: side, as: senderID, on: &link, at: seconds)
    }

    /// Bytes as they are.
    mutating func write(
        _ bytes: [UInt8], from side: SyntheticConnection.Side = .initiator, on link: inout Link, at seconds: Double
    ) throws {
        try link.connection.send(bytes, from: side, at: Self.nanoseconds(seconds), in: &capture)
    }

    /// As if bytes of one side were not in the capture.
    mutating func lose(_ count: Int, from side: SyntheticConnection.Side, on link: inout Link) {
        link.connection.skip(count, from: side)
    }

    mutating func close(_ link: inout Link, at seconds: Double) throws {
        try link.connection.close(at: Self.nanoseconds(seconds), in: &capture)
    }

    mutating func reset(_ link: Link, from side: SyntheticConnection.Side, at seconds: Double) throws {
        try link.connection.segment([.rst, .ack], [], from: side, at: Self.nanoseconds(seconds), in: &capture)
    }

    /// A FIN of one side alone.
    mutating func finish(_ link: inout Link, from side: SyntheticConnection.Side, at seconds: Double) throws {
        try link.connection.segment([.fin, .ack], [], from: side, at: Self.nanoseconds(seconds), in: &capture)
        link.connection.skip(1, from: side)
    }
}
