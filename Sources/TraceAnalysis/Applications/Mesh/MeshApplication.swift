import ApplicationProtocols
import TraceModel
import WireCoding

/// Messages of a mesh in length-prefixed frames, and frames of which nothing else is known.
enum MeshApplication: NativeApplication {
    typealias Stream = MeshReader

    static var rules: [any FindingRule.Type] {
        [
            BrokenFramingRule.self, UndecodableMeshMessageRule.self, EarlyDataRule.self,
            IdentificationMissingRule.self, IdentificationMismatchRule.self, TieBreakRule.self, RetryBackoffRule.self,
            HostIdentityRule.self, MeshIncompleteRule.self,
        ]
    }

    /// Frames before an illegal length that make it an illegal length, and not the end of a coincidence.
    private static let certainFrames = 4

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        var (messages, frames, emptyFrames) = (0, 0, 0)
        var isBroken = false
        forEachReader(of: connection) { reader in
            messages += reader.mesh.counts.known
            frames += reader.frames
            emptyFrames += reader.emptyFrames
            isBroken = isBroken || reader.isBroken
        }
        if messages > 0 {
            return ApplicationEvidence(.mesh, because: "\(messages) mesh messages in length-prefixed frames")
        }
        guard frames - emptyFrames >= (isBroken ? certainFrames : MeshReader.fewestFrames) else { return nil }
        return ApplicationEvidence(.framed, because: "\(frames) length-prefixed frames", isGuess: true)
    }

    static func isNamed(_ application: Session.Application) -> Bool { application == .mesh || application == .framed }

    private static func forEachReader(of connection: Connection, _ look: (borrowing MeshReader) -> Void) {
        for isInitiator in [true, false] { connection.ask(MeshReader.self, ofInitiator: isInitiator, look) }
    }

    static func firstMessage(of connection: Connection) -> PacketMoment? {
        var first: PacketMoment?
        forEachReader(of: connection) { reader in
            guard let message = reader.mesh.firstMessage else { return }
            first = first.map { min($0, message) } ?? message
        }
        return first
    }

    static func identified(in connection: Connection) -> PacketMoment? {
        connection.ask(MeshReader.self, ofInitiator: true) { $0.mesh.identity?.moment } ?? nil
    }

    static func identities(in connection: Connection) -> [EndIdentity] {
        [ConversationSide.initiator, .responder].compactMap { side in
            let identity = connection.ask(MeshReader.self, ofInitiator: side == .initiator) { $0.mesh.identity } ?? nil
            return identity.map {
                EndIdentity(
                    side: side, peerID: $0.peerID, displayName: $0.displayName, evidence: .identification,
                    moment: $0.moment)
            }
        }
    }

    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) {
        let isKnown: Void? = end.connection.ask(MeshReader.self, ofInitiator: end.isInitiator) {
            describe(&direction, $0, isMesh: end.application == .mesh)
        }
        if isKnown == nil {
            describe(&direction, MeshReader(end.connection.reading), isMesh: end.application == .mesh)
        }
    }

    private static func describe(_ direction: inout SessionDirection, _ reader: borrowing MeshReader, isMesh: Bool) {
        guard isMesh else {
            direction.messages = reader.frames
            direction.messageBytes = reader.frameBytes
            // Other protocols have frames without a body.
            direction.malformedMessages = reader.framingFaults.count { $0.kind != .emptyFrame }
            return
        }
        direction.messages = reader.mesh.counts.total
        direction.messageTypes = reader.mesh.counts.byName
        direction.messageBytes = reader.mesh.counts.bytes
        direction.malformedMessages = reader.mesh.undecodable + reader.framingFaults.count
        direction.add(reader.mesh.delays.result)
    }

    static func resolver(of connection: Connection, as application: Session.Application) -> (any RecordResolver)? {
        FrameResolver(isMesh: application == .mesh)
    }

    static func doubts(about connection: Connection) -> [Session.MetricLimit] {
        var doubts: [Session.MetricLimit] = []
        var (lengths, skipped, coarse) = (0, 0, 0)
        forEachReader(of: connection) { reader in
            lengths += reader.resynchronizations
            skipped += reader.skippedBytes
            coarse += reader.mesh.coarseTimestamps
        }
        if lengths > 0 {
            doubts.append(
                .init(
                    metrics: SessionLimits.wholeMessageMetrics + SessionLimits.malformedMessages,
                    reason: .resynchronized,
                    message: "Reading continued after \(lengths) invalid length\(lengths == 1 ? "" : "s"), "
                        + "\(skipped) bytes later in total. What is counted there is a "
                        + "guess."))
        }
        if coarse > 0 {
            doubts.append(
                .init(
                    metrics: SessionLimits.oneWayMetrics, reason: .coarseClock,
                    message: "Message timestamps are in whole seconds (ISO 8601), too coarse for delays."))
        }
        return doubts
    }
}

/// Frames of a session that is a mesh, or of which nothing but frames is known: those are no messages that do not decode.
private struct FrameResolver: RecordResolver {
    let isMesh: Bool

    func resolve(_ record: inout MessageRecord, fromInitiator: Bool) -> Bool {
        guard record.unit == nil else { return false }
        if !isMesh, !record.breaksFraming || record.isEmptyFrame { record.fault = nil }
        return true
    }
}
