import TraceModel

/// A stream of mesh messages broke off: an empty frame, one above the limit, or one that its sender never finished. Other
/// protocols with such lengths have rules of their own.
enum BrokenFramingRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.isReadableMesh(index) else { return [] }
        return context.frames(of: index) { reader, end in
            let (emptyFrames, resynchronizations) = (reader.emptyFrames, reader.resynchronizations)
            return reader.framingFaults.enumerated().compactMap { order, fault in
                // Each fault but the last one has a place after it where messages were found again.
                let found = order - emptyFrames
                return finding(
                    fault, sentBy: end, found < 0 ? .readOn : found < resynchronizations ? .resumed : .last, context)
            }
        }.flatMap(\.self)
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
