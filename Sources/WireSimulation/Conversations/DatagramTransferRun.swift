import PeerMessaging
import WireCoding
import WireTesting

/// A ``LossyTransfer`` over UDP while it happens.
struct DatagramTransferRun: Sendable {
    let plan: LossyTransfer
    var simulation: Simulation<TransferTimer>
    private let clientPort: UInt16
    /// When each probe was sent, and when its first echo came.
    private var asked: [[UInt8]: Int] = [:]
    private var sent: [Int64] = []
    private var answered: [Int: Int64] = [:]
    private var forward = ConversationTruth.Direction()
    private var backward = ConversationTruth.Direction()
    private var fate = ConversationTruth.Numbered()
    private var arrived: Set<Int> = []
    private var highest = -1

    init(_ plan: LossyTransfer, _ simulation: Simulation<TransferTimer>) {
        self.plan = plan
        self.simulation = simulation
        clientPort = UInt16(self.simulation.random.number(in: 49152...65535))
    }

    mutating func play(_ hosts: [ConversationTruth.Host]) -> ConversationTruth.Session {
        simulation.wait(.probe(0), for: 0)
        while let outcome = simulation.next() {
            switch outcome {
            case .timer(.probe(let number)): probe(number)
            case .timer(.echo(let bytes)):
                backward.write("echo", bytes.count)
                simulation.send(bytes, from: 1, port: LossyTransfer.serverPort, to: 0, port: clientPort)
            case .timer(.piece(let number)): send(number)
            case .datagram(let datagram, 1): receive(datagram.payload)
            case .datagram(let datagram, _): note(datagram.payload)
            case .asked, .established, .refused, .received, .ended: break
            }
        }
        return session(hosts)
    }

    private mutating func probe(_ number: Int) {
        let bytes = plan.probe(at: simulation.now)
        asked[bytes] = number
        sent.append(simulation.now)
        forward.write("probe", bytes.count)
        simulation.send(bytes, from: 0, port: clientPort, to: 1, port: LossyTransfer.serverPort)
        if number + 1 < plan.probes {
            simulation.wait(.probe(number + 1), for: LossyTransfer.probeGap)
        } else if plan.pieces > 0 {
            // The client waits for echoes that are late.
            simulation.wait(.piece(0), for: 1_000_000_000 + 4 * plan.link.delay + 2 * plan.link.holdBack)
        }
    }

    private mutating func send(_ number: Int) {
        let content = simulation.random.bytes(plan.size - EchoDataPacket.minimumSize)
        let packet = EchoDataPacket(sequenceNumber: UInt64(number), content: content)
        let bytes = unfailing { try packet.serialized() }
        forward.write("data", bytes.count)
        fate.sent += 1
        simulation.send(bytes, from: 0, port: clientPort, to: 1, port: LossyTransfer.serverPort)
        if number + 1 < plan.pieces { simulation.wait(.piece(number + 1), for: plan.pace) }
    }

    /// The server's part.
    private mutating func receive(_ payload: [UInt8]) {
        forward.read(payload.count)
        guard payload.count > EchoProbe.size else {
            return simulation.wait(.echo(payload), for: Int64(simulation.random.number(in: 50...300)) * 1000)
        }
        let number = Int(truncatingIfNeeded: EchoDataPacket.sequenceNumber(in: payload.span) ?? 0)
        if !arrived.insert(number).inserted {
            fate.duplicates.append(number)
        } else if number < highest {
            fate.reordered.append(number)
        }
        highest = max(highest, number)
    }

    /// The client's part.
    private mutating func note(_ payload: [UInt8]) {
        backward.read(payload.count)
        guard let number = asked[payload], answered[number] == nil else { return }
        answered[number] = simulation.now
    }

    private func session(_ hosts: [ConversationTruth.Host]) -> ConversationTruth.Session {
        var (forward, fate) = (forward, fate)
        fate.lost = (0..<fate.sent).filter { !arrived.contains($0) }
        fate.lostBehindLast = fate.lost.count { $0 > highest }
        if plan.pieces > 0 { forward.numbered = fate }
        let roundTrips = sent.indices.compactMap { number in answered[number].map { $0 - sent[number] } }
        return ConversationTruth.Session(
            id: 1, transport: "udp", initiator: .init(hosts[0], port: clientPort),
            responder: .init(hosts[1], port: LossyTransfer.serverPort), start: ConversationTruth.seconds(plan.start),
            initiatorToResponder: forward, responderToInitiator: backward, rttFromInitiator: .init(roundTrips))
    }
}
