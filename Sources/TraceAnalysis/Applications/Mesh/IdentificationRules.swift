import TraceModel

/// A peer sent messages and had not said who it is.
enum IdentificationMissingRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.isReadableMesh(index) else { return [] }
        return context.frames(of: index) { reader, end in
            reader.mesh.beganWithoutIdentity ? finding(reader, end, context) : nil
        }.compactMap(\.self)
    }

    private static func finding(
        _ reader: borrowing MeshReader, _ end: SessionEnd, _ context: FindingContext
    ) -> Finding? {
        guard let first = reader.mesh.firstMessage,
            isReadFromItsBeginning(context.connections[end.index].side(ofInitiator: end.isInitiator), reader, to: first)
        else { return nil }
        let sender = context.label(of: end)
        let delay = reader.mesh.identity.map { $0.moment.time - first.time }
        let afterward =
            delay.map { "identified itself only \(FindingContext.seconds($0)) later" } ?? "never identified itself"
        return context.finding(
            "identification-missing", end.isInitiator ? .warning : .note, sentBy: end, at: [first],
            message: "\(sender) sent messages and \(afterward).",
            facts: ["delay": delay.map(context.axis.duration)],
            remedy: end.isInitiator
                ? "Send the identification as the first message on each connection that you open."
                : "Answer an identification with your own, so that the initiator knows which peer it reached.")
    }

    /// Whether no identification can have escaped: it is the first message, of which nothing is missing or unread.
    private static func isReadFromItsBeginning(
        _ side: ConnectionSide, _ reader: borrowing MeshReader, to first: PacketMoment
    ) -> Bool {
        let faults = reader.framingFaults.map(\.moment) + [reader.mesh.firstFault?.moment].compactMap(\.self)
        return side.hasSYN && side.missingBytes == 0 && !side.isCutShort
            && reader.frames == reader.mesh.counts.total + reader.mesh.undecodable
            && faults.allSatisfy { $0.frame > first.frame }
    }
}

/// A peer is not who it says it is: its messages name another sender, it identifies itself again as another peer, or its
/// service announced another peer.
enum IdentificationMismatchRule: SessionRule {
    private static let code = "identification-mismatch"

    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.isReadableMesh(index) else { return [] }
        let own = context.frames(of: index) { reader, end -> [Finding] in
            guard reader.mesh.foreignSender != nil || reader.mesh.secondIdentity != nil else { return [] }
            let mesh = reader.mesh
            return [foreignSender(mesh, end, context), changed(mesh, end, context)].compactMap(\.self)
        }.flatMap(\.self)
        return own + [otherThanAnnounced(index, context)].compactMap(\.self)
    }

    /// Relayed messages have their relayer's ID, so that all messages of a side have one sender.
    private static func foreignSender(
        _ mesh: MeshStream, _ end: SessionEnd, _ context: FindingContext
    ) -> Finding? {
        guard let identity = mesh.identity, let foreign = mesh.foreignSender,
            foreign.peerID != mesh.secondIdentity?.peerID
        else { return nil }
        return context.finding(
            code, .error, sentBy: end, at: [foreign.moment],
            message:
                "\(context.label(of: end)) identified itself as \(Excerpt.quoted(identity.peerID)) and sent "
                + "messages as \(Excerpt.quoted(foreign.peerID)).",
            facts: ["peerID": identity.peerID, "senderID": foreign.peerID],
            remedy: "Put your own peer ID into senderID, also in relayed messages; originalSender names the author.")
    }

    private static func changed(_ mesh: MeshStream, _ end: SessionEnd, _ context: FindingContext) -> Finding? {
        guard let identity = mesh.identity, let second = mesh.secondIdentity else { return nil }
        return context.finding(
            code, .warning, sentBy: end, at: [identity.moment, second.moment],
            message:
                "\(context.label(of: end)) identified itself as \(Excerpt.quoted(identity.peerID)) and then "
                + "as \(Excerpt.quoted(second.peerID)) on the same connection.",
            facts: ["peerID": identity.peerID, "secondPeerID": second.peerID],
            remedy: "Identify once per connection, and close it before the peer ID changes.")
    }

    private static func otherThanAnnounced(_ index: Int, _ context: FindingContext) -> Finding? {
        guard context.report.sessions[index].service != nil,
            let identity = context.connections[index].ask(
                MeshReader.self, ofInitiator: false, { $0.mesh.identity }) ?? nil
        else { return nil }
        let session = context.report.sessions[index]
        let announcements = context.announcedPeerIDs(of: session, until: identity.moment.time)
        guard let announced = announcements.last(where: { $0.time <= context.connections[index].start })?.peerID,
            announcements.allSatisfy({ $0.peerID != identity.peerID })
        else { return nil }
        return context.finding(
            code, .warning, sentBy: SessionEnd(index: index, isInitiator: false), at: [identity.moment],
            message: "\(context.label(of: session.responder)) identified itself as "
                + "\(Excerpt.quoted(identity.peerID)), but its service has the peerID "
                + "\(Excerpt.quoted(announced)).",
            facts: ["peerID": identity.peerID, "service": session.service, "announcedPeerID": announced],
            remedy: "Announce the same peer ID as in the identification: it decides which peer connects.")
    }
}
