import TraceModel

/// A frame of a mesh session that is not a mesh message, a datagram of an event stream that is not an event, or an XMPP
/// stream that is not XML that XMPP allows.
enum UndecodableMessageRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        switch context.report.sessions[index].application {
        case .mesh:
            return context.askEnds(of: index) { side, isInitiator in
                guard let fault = side.decoder.mesh.firstFault else { return nil }
                return finding(
                    fault, of: side.decoder.mesh.undecodable,
                    sentBy: context.end(of: index, isInitiator: isInitiator), "Docs/formats.md, MeshMessage",
                    in: context.report.sessions[index], context)
            }
        case .networkEvent:
            let session = context.report.sessions[index]
            guard let events = context.connections[index].datagrams?.events else { return [] }
            let sides = [(events.initiator, session.initiator), (events.responder, session.responder)]
            return sides.compactMap { side, end in
                finding(
                    side.firstFault, of: side.malformed, sentBy: end, "Docs/findings.md, message-undecodable",
                    in: session, context)
            }
        case .carrierPigeon:
            return context.askEnds(of: index) { side, isInitiator in
                side.decoder.stanzas?.fault.flatMap {
                    brokenStream(
                        $0, sentBy: context.end(of: index, isInitiator: isInitiator),
                        in: context.report.sessions[index], context)
                }
            }
        case .echo, .framed, .tls, .unknown: return []
        }
    }

    private static func brokenStream(
        _ fault: StreamFault, sentBy end: Session.Endpoint, in session: Session, _ context: FindingContext
    ) -> Finding? {
        guard case .brokenMarkup(let words) = fault.kind else { return nil }
        return context.finding(
            "message-undecodable", .error, about: session, at: [fault.moment],
            message: "The XMPP stream from \(context.label(of: end)) breaks: \(words); nothing after it is read.",
            facts: ["peer": end.peer, "streamOffset": fault.streamOffset],
            remedy: "Use a library to write the XML. Receivers must close a stream that contains what XMPP forbids.",
            reference: "RFC 6120 §11, Docs/findings.md, message-undecodable")
    }

    private static func finding(
        _ fault: StreamFault?, of count: Int, sentBy end: Session.Endpoint, _ reference: String, in session: Session,
        _ context: FindingContext
    ) -> Finding? {
        guard let fault, case .undecodable(let offset) = fault.kind else { return nil }
        let sender = context.label(of: end)
        let sentence =
            count == 1
            ? "A message from \(sender) cannot be decoded: the error is"
            : "\(count) messages from \(sender) cannot be decoded: in the first, the error is"
        return context.finding(
            "message-undecodable", .error, about: session, at: [fault.moment],
            message: "\(sentence) at byte \(offset) of its body.",
            facts: ["peer": end.peer, "messages": count, "bodyOffset": offset],
            remedy: "Use the same JSONEncoder and JSONDecoder settings at both ends, especially the date strategy.",
            reference: reference)
    }
}
