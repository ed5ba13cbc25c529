/// A frame of a mesh session is no mesh message.
enum UndecodableMessageRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        zip(context.report.sessions, context.connections).flatMap { session, connection -> [Finding] in
            guard session.application == .mesh else { return [] }
            let sides = [(connection.initiator, session.initiator), (connection.responder, session.responder)]
            return sides.compactMap { side, end in
                finding(side.decoder, sentBy: end, in: session, context)
            }
        }
    }

    private static func finding(
        _ decoder: StreamDecoder, sentBy end: Session.Endpoint, in session: Session, _ context: FindingContext
    ) -> Finding? {
        guard let fault = decoder.mesh.firstFault, case .undecodable(let offset) = fault.kind else { return nil }
        let sender = context.label(of: end)
        let count = decoder.mesh.undecodable
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
            reference: "Docs/formats.md, MeshMessage")
    }
}
