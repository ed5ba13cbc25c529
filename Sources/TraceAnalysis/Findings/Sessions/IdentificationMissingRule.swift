import TraceModel

/// A peer sent messages and had not said who it is.
enum IdentificationMissingRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[index].application == .mesh else { return [] }
        return context.askEnds(of: index) { side, isInitiator in
            guard side.decoder.mesh.beganWithoutIdentity else { return nil }
            return finding(
                side, context.end(of: index, isInitiator: isInitiator), isInitiator: isInitiator,
                in: context.report.sessions[index], context)
        }
    }

    private static func finding(
        _ side: ConnectionSide, _ end: Session.Endpoint, isInitiator: Bool, in session: Session,
        _ context: FindingContext
    ) -> Finding? {
        let decoder = side.decoder
        guard let first = decoder.mesh.firstMessage, isReadFromItsBeginning(side, decoder, to: first)
        else { return nil }
        let sender = context.label(of: end)
        let delay = decoder.mesh.identity.map { $0.moment.time - first.time }
        let afterwards =
            delay.map { "identified itself only \(FindingContext.seconds($0)) later" } ?? "never identified itself"
        return context.finding(
            "identification-missing", isInitiator ? .warning : .note, about: session, at: [first],
            message: "\(sender) sent messages and \(afterwards).",
            facts: ["peer": end.peer, "delay": delay.map(context.axis.duration)],
            remedy: isInitiator
                ? "Send the identification as the first message on each connection that you open."
                : "Answer an identification with your own, so that the initiator knows which peer it reached.")
    }

    /// Whether no identification can have escaped: it is the first message, of which nothing is missing or unread.
    private static func isReadFromItsBeginning(
        _ side: ConnectionSide, _ decoder: StreamDecoder, to first: PacketMoment
    ) -> Bool {
        let faults = decoder.framingFaults.map(\.moment) + [decoder.mesh.firstFault?.moment].compactMap(\.self)
        return side.hasSYN && side.missingBytes == 0 && !side.isCutShort
            && decoder.frames == decoder.mesh.counts.total + decoder.mesh.undecodable
            && faults.allSatisfy { $0.frame > first.frame }
    }
}
