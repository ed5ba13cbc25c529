import DNSWire
import PacketCapture
import PacketDissection
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// Connections that fail in one way or another, as packets for the analyzer. Times are seconds; a round trip takes 2 ms.
struct FailureScene {
    typealias Host = NamingScene.Host

    private(set) var capture = SyntheticCapture()
    private var nextSequence: UInt32 = 1000

    static func nanoseconds(_ seconds: Double) -> Int64 {
        1_700_000_000_000_000_000 + Int64((seconds * 1e9).rounded())
    }

    func report(workers: Int = 1) async throws -> TraceReport {
        try await SyntheticTrace.report(of: capture.bytes, workers: workers)
    }

    /// The findings of one code.
    func findings(_ code: String) async throws -> [Finding] { try await report().findings(code) }

    mutating func connection(
        from initiator: SyntheticHost, to responder: SyntheticHost, port: UInt16, localPort: UInt16
    ) -> SyntheticConnection {
        nextSequence += 1_000_000
        return SyntheticConnection(
            from: initiator, port: localPort, to: responder, port: port, initialSequence: nextSequence)
    }

    /// A conversation between two other endpoints, which shows that the capture has both directions and goes on so long.
    mutating func talk(_ initiator: Host, with responder: Host, from start: Double, to end: Double) throws {
        var talk = try connect(initiator, to: responder, port: 80, localPort: 40000, at: start)
        try send(.initiator, on: &talk, at: start + 0.1)
        try send(.responder, on: &talk, at: start + 0.2)
        try talk.close(at: Self.nanoseconds(end), in: &capture)
    }

    /// SYNs from one port, and a reset after the last of them.
    mutating func attempt(
        _ initiator: SyntheticHost, to responder: SyntheticHost, port: UInt16, localPort: UInt16 = 50000,
        at times: [Double], refused: Bool = false
    ) throws {
        let connection = connection(from: initiator, to: responder, port: port, localPort: localPort)
        for time in times {
            try connection.segment([.syn], [], from: .initiator, at: Self.nanoseconds(time), in: &capture)
        }
        guard refused, let last = times.last else { return }
        try connection.segment([.rst, .ack], [], from: .responder, at: Self.nanoseconds(last + 0.002), in: &capture)
    }

    /// An established connection.
    mutating func connect(
        _ initiator: Host, to responder: Host, port: UInt16, localPort: UInt16 = 50000, at seconds: Double,
        overIPv6: Bool = false
    ) throws -> SyntheticConnection {
        var connection = connection(
            from: overIPv6 ? initiator.overIPv6 : initiator.overIPv4,
            to: overIPv6 ? responder.overIPv6 : responder.overIPv4, port: port, localPort: localPort)
        try connection.open(at: Self.nanoseconds(seconds), in: &capture)
        return connection
    }

    /// A hundred bytes, and their acknowledgment unless they are lost.
    mutating func send(
        _ side: SyntheticConnection.Side, on connection: inout SyntheticConnection, at seconds: Double,
        acknowledged: Bool = true
    ) throws {
        try connection.send([UInt8](repeating: 7, count: 100), from: side, at: Self.nanoseconds(seconds), in: &capture)
        guard acknowledged else { return }
        try connection.acknowledge(
            from: side == .initiator ? .responder : .initiator, at: Self.nanoseconds(seconds + 0.001), in: &capture)
    }

    /// The last hundred bytes again.
    mutating func resend(
        _ side: SyntheticConnection.Side, on connection: SyntheticConnection, at times: [Double]
    ) throws {
        var earlier = connection
        earlier.skip(-100, from: side)
        for time in times {
            try earlier.segment(
                [.psh, .ack], [UInt8](repeating: 7, count: 100), from: side, at: Self.nanoseconds(time), in: &capture)
        }
    }

    mutating func segment(
        _ flags: TCPFlags, _ payload: [UInt8] = [], from side: SyntheticConnection.Side,
        on connection: SyntheticConnection, at seconds: Double
    ) throws {
        try connection.segment(flags, payload, from: side, at: Self.nanoseconds(seconds), in: &capture)
    }

    mutating func close(_ connection: inout SyntheticConnection, at seconds: Double) throws {
        try connection.close(at: Self.nanoseconds(seconds), in: &capture)
    }

    /// A text and its acknowledgment.
    mutating func say(
        _ text: String, _ side: SyntheticConnection.Side, on connection: inout SyntheticConnection, at seconds: Double
    ) throws {
        try connection.send(Array(text.utf8), from: side, at: Self.nanoseconds(seconds), in: &capture)
        try connection.acknowledge(
            from: side == .initiator ? .responder : .initiator, at: Self.nanoseconds(seconds + 0.001), in: &capture)
    }

    mutating func append(
        _ header: TCPHeader, from source: Host, to destination: Host, at seconds: Double
    ) throws {
        try capture.append(
            header, payload: [], from: source.overIPv4, to: destination.overIPv4, at: Self.nanoseconds(seconds))
    }

    mutating func datagram(
        _ source: Host, port: UInt16, to destination: Host, port destinationPort: UInt16, at seconds: Double,
        payload: [UInt8] = [1, 2, 3]
    ) throws {
        try capture.append(
            udpFrom: port, to: destinationPort, payload: payload, from: source.overIPv4, to: destination.overIPv4,
            at: Self.nanoseconds(seconds))
    }

    /// A router's error about a SYN from port 50000.
    mutating func error(
        type: UInt8, code: UInt8, from initiator: Host, to responder: Host, port: UInt16, by router: Host,
        at seconds: Double
    ) throws {
        try capture.append(
            icmpType: type, code: code, quoting: .tcp, (50000, port), from: initiator.overIPv4,
            to: responder.overIPv4, by: router.overIPv4, at: Self.nanoseconds(seconds))
    }

    mutating func portUnreachable(
        _ ports: (UInt16, UInt16), from source: Host, to destination: Host, at seconds: Double
    )
        throws
    {
        try capture.append(
            portUnreachableFor: ports, from: source.overIPv4, to: destination.overIPv4, at: Self.nanoseconds(seconds))
    }

    /// A chat service at the host's port.
    mutating func announce(_ label: String, of host: Host, port: UInt16? = nil, at seconds: Double) throws {
        var scene = MeshScene()
        try scene.announce(label, of: host, port: port, at: seconds)
        var reader = try CaptureFile.open(bytes: scene.capture.bytes).makeReader()
        while let record = try reader.next() { try capture.append(reader.bytes.copied(), at: record.time) }
    }

    mutating func goodbye(_ label: String, of host: Host, at seconds: Double) throws {
        var writer = ByteWriter()
        try DNSMessage(flags: .multicastResponse, answers: [NamingScene.pointer(label, ttl: 0)]).serialize(
            into: &writer)
        try capture.append(
            udpFrom: 5353, to: 5353, payload: writer.bytes, from: host.overIPv4, to: NamingScene.everybody,
            at: Self.nanoseconds(seconds))
    }
}
