/// A frame of a mesh session is no mesh message, or a datagram of an event stream no event.
enum UndecodableMessageRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        zip(context.report.sessions, context.connections).flatMap { session, connection -> [Finding] in
            switch session.application {
            case .mesh:
                let sides = [(connection.initiator, session.initiator), (connection.responder, session.responder)]
                return sides.compactMap { side, end in
                    let mesh = side.decoder.mesh
                    return finding(
                        mesh.firstFault, of: mesh.undecodable, sentBy: end, "Docs/formats.md, MeshMessage", in: session,
                        context)
                }
            case .networkEvent:
                guard let events = connection.datagrams?.events else { return [] }
                let sides = [(events.initiator, session.initiator), (events.responder, session.responder)]
                return sides.compactMap { side, end in
                    finding(
                        side.firstFault, of: side.malformed, sentBy: end, "Docs/findings.md, message-undecodable",
                        in: session, context)
                }
            case .echo, .carrierPigeon, .framed, .tls, .unknown: return []
            }
        }
    }

    private static func finding(
        _ fault: StreamFault?, of count: Int, sentBy end: Session.Endpoint, _ reference: String, in session: Session,
        _ context: FindingContext
    ) -> Finding? {
        guard let fault, case .undecodable(let offset) = fault.kind else { return nil }
        let sender = context.label(of: end)
        let sentence =
            count == 1
            ? "A message from \(sender) does not decode: it breaks"
            : "\(count) messages from \(sender) do not decode: the first one breaks"
        return Finding(
            code: .init(rawValue: "message-undecodable"), severity: .error,
            time: context.axis.seconds(fault.moment.time), frames: [fault.moment.frame],
            subject: .session(session.id),
            message: "\(sentence) at byte \(offset) of its body.",
            remedy: "Use the same JSONEncoder and JSONDecoder settings at both ends, above all the date strategy.",
            reference: reference)
    }
}
