import TraceModel

/// A length-prefixed stream broke off: an empty frame, one above the limit, or one that its sender never finished.
enum BrokenFramingRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        let application = context.report.sessions[index].application
        guard application == .mesh || application == .framed else { return [] }
        let findings = context.askEnds(of: index) { side, isInitiator -> [Finding]? in
            guard !side.decoder.framingFaults.isEmpty else { return nil }
            let end = context.end(of: index, isInitiator: isInitiator)
            return side.decoder.framingFaults.enumerated().compactMap { order, fault in
                // Each fault but the last one has a place after it where messages were found again.
                let isResumed = order < side.decoder.resynchronizations
                return finding(
                    fault, sentBy: end, isResumed: isResumed, in: context.report.sessions[index], context)
            }
        }
        return findings.flatMap(\.self)
    }

    private static func finding(
        _ fault: StreamFault, sentBy end: Session.Endpoint, isResumed: Bool, in session: Session,
        _ context: FindingContext
    ) -> Finding? {
        let consequence =
            isResumed
            ? "a receiver finds no frames after it; --resync continued where a message seems to begin."
            : "no frames can be found after it."
        let sender = context.label(of: end)
        let position = "at byte \(fault.streamOffset) of the stream from \(sender)"
        let code: String
        let message: String
        let facts: FindingFacts
        let remedy: String
        switch fault.kind {
        case .emptyFrame:
            code = "frame-empty"
            message = "A frame of length 0 \(position): \(consequence)"
            facts = ["peer": end.peer, "streamOffset": fault.streamOffset, "length": 0]
            remedy = "Never send a frame without a body; check for this before writing the length."
        case .frameTooLarge(let length, let limit):
            code = "frame-too-large"
            message = "A frame \(position) claims \(length) bytes, but the limit is \(limit): \(consequence)"
            facts = ["peer": end.peer, "streamOffset": fault.streamOffset, "length": length, "limit": limit]
            remedy =
                "Split large payloads; such a length often means that the two ends disagree about the framing. "
                + "If both accept longer frames, set --max-frame."
        case .incomplete(let declared, let received):
            code = "frame-incomplete"
            message =
                "The stream ended in a frame \(position): "
                + (declared.map { "\(received) of \($0 + 4) bytes were sent." }
                    ?? "\(received) bytes of its length were sent.")
            facts = [
                "peer": end.peer, "streamOffset": fault.streamOffset, "length": declared, "received": received,
            ]
            remedy = "Close the connection only after everything has been sent."
        case .undecodable, .brokenMarkup:
            return nil
        }
        return context.finding(
            code, .error, about: session, at: [fault.moment], message: message, facts: facts, remedy: remedy,
            reference: "Docs/formats.md, length-prefixed framing")
    }
}

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
