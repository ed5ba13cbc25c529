import TraceModel

/// A length-prefixed stream broke off: an empty frame, one above the limit, or one that its sender never finished.
enum BrokenFramingRule: SessionRule {
    static func findings(ofSession number: Int, in context: FindingContext) -> [Finding] {
        let application = context.report.sessions[number].application
        guard application == .mesh || application == .framed else { return [] }
        let findings = context.askEnds(of: number) { side, isInitiator -> [Finding]? in
            guard !side.decoder.framingFaults.isEmpty else { return nil }
            let end = context.end(of: number, isInitiator: isInitiator)
            return side.decoder.framingFaults.enumerated().compactMap { place, fault in
                // Each fault but the last one is followed by an offset where messages were found again.
                let isResumed = place < side.decoder.resynchronizations
                return finding(
                    fault, sentBy: end, isResumed: isResumed, in: context.report.sessions[number], context)
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
        let place = "at byte \(fault.streamOffset) of the stream from \(sender)"
        let code: String
        let message: String
        let remedy: String
        switch fault.kind {
        case .emptyFrame:
            code = "frame-empty"
            message = "A frame of length 0 \(place): \(consequence)"
            remedy = "Never send a frame without a body; check for this before writing the length."
        case .frameTooLarge(let length, let limit):
            code = "frame-too-large"
            message = "A frame \(place) claims \(length) bytes, but the limit is \(limit): \(consequence)"
            remedy =
                "Split large payloads; such a length often means that the two ends disagree about the framing. "
                + "If both accept longer frames, set --max-frame."
        case .incomplete(let declared, let received):
            code = "frame-incomplete"
            message =
                "The stream ended in a frame \(place): "
                + (declared.map { "\(received) of \($0 + 4) bytes were sent." }
                    ?? "\(received) bytes of its length were sent.")
            remedy = "Close the connection only after everything has been sent."
        case .undecodable, .brokenMarkup:
            return nil
        }
        return Finding(
            code: .init(rawValue: code), severity: .error, time: context.axis.seconds(fault.moment.time),
            frames: [fault.moment.frame], subject: .session(session.id), message: message, remedy: remedy,
            reference: "Docs/formats.md, length-prefixed framing")
    }
}
