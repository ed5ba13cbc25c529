import PeerMessaging
import WireCoding
import WireTesting

/// A ``LossyTransfer`` over TCP while it happens.
struct StreamTransferRun: Sendable {
    let plan: LossyTransfer
    var simulation: Simulation<TransferTimer>
    private var log: ConnectionLog
    /// The bytes received by the server that do not yet make a whole probe, and likewise those of echoes at the client.
    private var probePart: [UInt8] = []
    private var echoPart: [UInt8] = []
    private var echoes = 0
    private var answers = 0
    /// The ends of the only connection.
    private let client = ConnectionEnd(connection: 0, side: .initiator)
    private var server: ConnectionEnd { client.other }

    init(_ plan: LossyTransfer, _ simulation: Simulation<TransferTimer>, _ hosts: [ConversationTruth.Host]) {
        self.plan = plan
        self.simulation = simulation
        log = ConnectionLog(hosts: hosts)
    }

    mutating func play() -> [ConversationTruth.Session] {
        let port = UInt16(simulation.random.number(in: 49152...65535))
        let start = simulation.connect(from: 0, port: port, to: 1, port: LossyTransfer.serverPort)
        log.noteStart(start.connection, at: simulation.now)
        while let outcome = simulation.next() {
            switch outcome {
            case .timer(.probe(let number)): probe(number)
            case .timer(.echo(let bytes)):
                log[server].direction.write("echo", bytes.count)
                simulation.send(bytes, from: server)
            case .timer(.piece(let number)): send(number)
            case .asked(let end): simulation.accept(end)
            case .established(let end):
                log[end].opened = simulation.now
                if end.side == .initiator { simulation.wait(.probe(0), for: 1_000_000) }
            case .received(let bytes, let end): end.side == .responder ? receive(bytes) : note(bytes)
            case .ended(let end):
                log[end].ended = simulation.now
                if end.side == .responder { simulation.close(end) }
            case .datagram, .refused: break
            }
        }
        return log.sessions(simulation.connections)
    }

    private mutating func probe(_ number: Int) {
        let bytes = plan.probe(at: simulation.now)
        log[client].pings[Hex.encode(bytes)] = simulation.now
        log[client].direction.write("probe", bytes.count)
        simulation.send(bytes, from: client)
    }

    private mutating func send(_ number: Int) {
        guard number < plan.pieces else { return simulation.close(client) }
        log[client].direction.bytesWritten += plan.size
        simulation.send(simulation.random.bytes(plan.size), from: client)
        simulation.wait(.piece(number + 1), for: plan.pace)
    }

    /// The first probe of a stream, nil while it is not whole.
    private static func takeProbe(from stream: inout [UInt8]) -> [UInt8]? {
        guard stream.count >= EchoProbe.size else { return nil }
        defer { stream.removeFirst(EchoProbe.size) }
        return Array(stream.prefix(EchoProbe.size))
    }

    /// The server's part: it sends probes back, and takes all that follows for data.
    private mutating func receive(_ bytes: [UInt8]) {
        probePart += bytes
        var messages = 0
        while echoes < plan.probes, let probe = Self.takeProbe(from: &probePart) {
            echoes += 1
            messages += 1
            simulation.wait(.echo(probe), for: Int64(simulation.random.number(in: 50...300)) * 1000)
        }
        if echoes == plan.probes { probePart = [] }
        log[client].direction.read(bytes.count, messages: messages)
    }

    /// The client's part: each echo is followed by the next probe, and the last one by the data.
    private mutating func note(_ bytes: [UInt8]) {
        echoPart += bytes
        while let echo = Self.takeProbe(from: &echoPart) {
            log[client].notePong(Hex.encode(echo), at: simulation.now)
            log[server].direction.read(EchoProbe.size)
            answers += 1
            simulation.wait(answers < plan.probes ? .probe(answers) : .piece(0), for: LossyTransfer.probeGap)
        }
    }
}
