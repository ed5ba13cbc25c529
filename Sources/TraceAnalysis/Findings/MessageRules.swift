import TraceModel

/// A stream of mesh messages broke off: an empty frame, one above the limit, or one that its sender never finished. Other
/// protocols with such lengths have rules of their own.
enum BrokenFramingRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[index].application == .mesh else { return [] }
        let findings = context.askEnds(of: index) { side, end -> [Finding]? in
            guard !side.decoder.framingFaults.isEmpty else { return nil }
            return side.decoder.framingFaults.enumerated().compactMap { order, fault in
                // Each fault but the last one has a place after it where messages were found again.
                let found = order - side.decoder.emptyFrames
                return finding(
                    fault, sentBy: end,
                    found < 0 ? .readOn : found < side.decoder.resynchronizations ? .resumed : .last,
                    context)
            }
        }
        return findings.flatMap(\.self)
    }

    /// What was done after a fault.
    private enum Sequel: String {
        case last = "no frames can be found after it."
        case resumed = "a receiver finds no frames after it; --resync continued where a message seems to begin."
        case readOn = "a receiver finds no frames after it."
    }

    private static func finding(
        _ fault: StreamFault, sentBy end: SessionEnd, _ sequel: Sequel, _ context: FindingContext
    ) -> Finding? {
        let consequence = sequel.rawValue
        let position = "at byte \(fault.streamOffset) of the stream from \(context.label(of: end))"
        func finding(_ code: String, _ message: String, _ facts: FindingFacts, remedy: String) -> Finding {
            context.finding(
                code, .error, sentBy: end, at: [fault.moment], message: message, facts: facts, remedy: remedy,
                reference: "Docs/formats.md, length-prefixed framing")
        }
        switch fault.kind {
        case .emptyFrame:
            return finding(
                "frame-empty", "A frame of length 0 \(position): \(consequence)",
                ["streamOffset": fault.streamOffset, "length": 0],
                remedy: "Never send a frame without a body; check for this before writing the length.")
        case .frameTooLarge(let length, let limit):
            return finding(
                "frame-too-large",
                "A frame \(position) claims \(length) bytes, but the limit is \(limit): \(consequence)",
                ["streamOffset": fault.streamOffset, "length": length, "limit": limit],
                remedy: "Split large payloads; such a length often means that the two ends disagree about the framing. "
                    + "If both accept longer frames, set --max-frame.")
        case .incomplete(let declared, let received):
            let sent =
                declared.map { "\(received) of \($0 + 4) bytes were sent." }
                ?? "\(received) bytes of its length were sent."
            return finding(
                "frame-incomplete", "The stream ended in a frame \(position): \(sent)",
                ["streamOffset": fault.streamOffset, "length": declared, "received": received],
                remedy: "Close the connection only after everything has been sent.")
        case .undecodable, .brokenMarkup: return nil
        }
    }
}

/// A frame of a mesh session that is not a mesh message, a datagram of an event stream that is not an event, or an XMPP
/// stream that is not XML that XMPP allows.
enum UndecodableMessageRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        switch context.report.sessions[index].application {
        case .mesh:
            return context.askEnds(of: index) { side, end in
                side.decoder.mesh.firstFault.flatMap {
                    finding($0, of: side.decoder.mesh.undecodable, sentBy: end, context, "Docs/formats.md, MeshMessage")
                }
            }
        case .networkEvent:
            guard let events = context.connections[index].datagrams?.events else { return [] }
            return [true, false].compactMap { isInitiator in
                let (side, end) = (events[isInitiator: isInitiator], SessionEnd(index: index, isInitiator: isInitiator))
                return side.firstFault.flatMap { finding($0, of: side.malformed, sentBy: end, context) }
            }
        case .carrierPigeon, .xmpp:
            return context.askEnds(of: index) { side, end in
                side.decoder.stanzas?.fault.flatMap { brokenStream($0, sentBy: end, context) }
            }
        default: return []
        }
    }

    private static func brokenStream(
        _ fault: StreamFault, sentBy end: SessionEnd, _ context: FindingContext
    ) -> Finding? {
        guard case .brokenMarkup(let words) = fault.kind else { return nil }
        return context.finding(
            "message-undecodable", .error, sentBy: end, at: [fault.moment],
            message: "The XMPP stream from \(context.label(of: end)) breaks: \(words); nothing after it is read.",
            facts: ["streamOffset": fault.streamOffset],
            remedy: "Use a library to write the XML. Receivers must close a stream that contains what XMPP forbids.",
            reference: "RFC 6120 §11, Docs/findings.md, message-undecodable")
    }

    private static func finding(
        _ fault: StreamFault, of count: Int, sentBy end: SessionEnd, _ context: FindingContext,
        _ reference: String? = nil
    ) -> Finding? {
        guard case .undecodable(let offset) = fault.kind else { return nil }
        let sender = context.label(of: end)
        let sentence =
            count == 1
            ? "A message from \(sender) cannot be decoded: the error is"
            : "\(count) messages from \(sender) cannot be decoded: in the first, the error is"
        return context.finding(
            "message-undecodable", .error, sentBy: end, at: [fault.moment],
            message: "\(sentence) at byte \(offset) of its body.", facts: ["messages": count, "bodyOffset": offset],
            remedy: "Use the same JSONEncoder and JSONDecoder settings at both ends, especially the date strategy.",
            reference: reference)
    }
}
