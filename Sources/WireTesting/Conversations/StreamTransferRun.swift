import PeerMessaging
import WireCoding

/// A ``LossyTransfer`` over TCP while it happens.
struct StreamTransferRun: Sendable {
    let plan: LossyTransfer
    var simulation: Simulation<TransferTimer>
    private var log: ConnectionLog
    private var connection = 0
    /// The bytes received by the server that do not yet make a whole probe, and likewise those of echoes at the client.
    private var probePart: [UInt8] = []
    private var echoPart: [UInt8] = []
    private var echoes = 0
    private var answers = 0

    init(_ plan: LossyTransfer, _ simulation: Simulation<TransferTimer>, _ hosts: [ConversationTruth.Host]) {
        self.plan = plan
        self.simulation = simulation
        log = ConnectionLog(hosts: hosts)
    }

    mutating func play() -> [ConversationTruth.Session] {
        let port = UInt16(simulation.random.number(in: 49152...65535))
        connection = simulation.connect(from: 0, port: port, to: 1, port: LossyTransfer.serverPort)
        log.noteStart(connection, at: simulation.now)
        while let outcome = simulation.next() {
            switch outcome {
            case .timer(.probe(let number)): probe(number)
            case .timer(.echo(let bytes)):
                log.noteMessage("echo", bytes: bytes.count, connection, .responder)
                simulation.send(bytes, over: connection, from: .responder)
            case .timer(.piece(let number)): send(number)
            case .asked: simulation.accept(connection)
            case .established(_, let side):
                log[connection].opened[side] = simulation.now
                if side == .initiator { simulation.wait(.probe(0), for: 1_000_000) }
            case .received(let bytes, _, .responder): receive(bytes)
            case .received(let bytes, _, .initiator): note(bytes)
            case .ended(_, let side):
                log[connection].ends.append(simulation.now)
                if side == .responder { simulation.close(connection, from: .responder) }
            case .datagram, .refused: break
            }
        }
        return log.sessions(simulation.connections)
    }

    private mutating func probe(_ number: Int) {
        let bytes = plan.probe(at: simulation.now)
        log.notePing(Hex.encode(bytes), connection, .initiator, at: simulation.now)
        log.noteMessage("probe", bytes: bytes.count, connection, .initiator)
        simulation.send(bytes, over: connection, from: .initiator)
    }

    private mutating func send(_ number: Int) {
        guard number < plan.pieces else { return simulation.close(connection, from: .initiator) }
        log.noteBytes(plan.size, connection, .initiator)
        simulation.send(simulation.random.bytes(plan.size), over: connection, from: .initiator)
        simulation.wait(.piece(number + 1), for: plan.pace)
    }

    /// The server's part: it sends probes back, and takes all that follows for data.
    private mutating func receive(_ bytes: [UInt8]) {
        probePart += bytes
        var messages = 0
        while echoes < plan.probes, probePart.count >= EchoProbe.size {
            let probe = Array(probePart.prefix(EchoProbe.size))
            probePart.removeFirst(EchoProbe.size)
            echoes += 1
            messages += 1
            simulation.wait(.echo(probe), for: Int64(simulation.random.number(in: 50...300)) * 1000)
        }
        if echoes == plan.probes { probePart = [] }
        log.noteRead(bytes: bytes.count, messages: messages, connection, from: .initiator)
    }

    /// The client's part: each echo is followed by the next probe, and the last one by the data.
    private mutating func note(_ bytes: [UInt8]) {
        echoPart += bytes
        while echoPart.count >= EchoProbe.size {
            log.notePong(
                Hex.encode(Array(echoPart.prefix(EchoProbe.size))), connection, .initiator, at: simulation.now)
            echoPart.removeFirst(EchoProbe.size)
            log.noteRead(bytes: EchoProbe.size, messages: 1, connection, from: .responder)
            answers += 1
            simulation.wait(answers < plan.probes ? .probe(answers) : .piece(0), for: LossyTransfer.probeGap)
        }
    }
}
