import ProtocolDescriptions
import WireTesting

extension DescribedRun {
    /// What the ends know of their connections.
    ///
    /// - Parameter starts: When each client began.
    func sessions(starts: [Int64]) -> [ConversationTruth.Session] {
        var sessions =
            plan.transport == .tcp
            ? log.sessions(simulation.connections)
            : (0..<plan.clients).map { client in
                ConversationTruth.Session(
                    id: client + 1, transport: "udp", initiator: .init(hosts[client + 1], port: clientPorts[client]),
                    responder: .init(hosts[0], port: plan.port), start: ConversationTruth.seconds(starts[client]),
                    initiatorToResponder: .init(), responderToInitiator: .init())
            }
        for index in sessions.indices {
            let end = ConnectionEnd(connection: index, side: .initiator)
            sessions[index].application = plan.compiled.description.name
            set(self[end], &sessions[index].initiatorToResponder)
            set(self[end.other], &sessions[index].responderToInitiator)
            sessions[index].rttFromInitiator = .init(self[end].roundTrips)
            sessions[index].rttFromResponder = .init(self[end.other].roundTrips)
        }
        return sessions
    }

    private func set(_ side: Side, _ direction: inout ConversationTruth.Direction) {
        let again = direction.segmentsSentAgain
        direction = side.direction
        direction.segmentsSentAgain = again
        guard plan.transport == .udp, let rule = plan.compiled.description.message.number, !rule.byType else { return }
        var fate = side.fate
        let numbered = side.messages.filter { $0.number != nil }
        fate.sent = numbered.count
        fate.lost = numbered.filter { !$0.hasArrived }.compactMap { $0.number.map(Int.init) }
        fate.lostBehindLast = fate.lost.count { $0 > Int(side.highest) }
        direction.numbered = fate
    }
}
