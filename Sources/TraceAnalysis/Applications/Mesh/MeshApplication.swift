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
        let readers = readers(of: connection)
        let messages = readers.reduce(0) { $0 + $1.mesh.counts.known }
        if messages > 0 {
            return ApplicationEvidence(.mesh, because: "\(messages) mesh messages in length-prefixed frames")
        }
        let frames = readers.reduce(0) { $0 + $1.frames }
        let full = frames - readers.reduce(0) { $0 + $1.emptyFrames }
        let fewest = readers.contains(where: \.isBroken) ? certainFrames : MeshReader.fewestFrames
        guard full >= fewest else { return nil }
        return ApplicationEvidence(.framed, because: "\(frames) length-prefixed frames", isGuess: true)
    }

    static func isNamed(_ application: Session.Application) -> Bool { application == .mesh || application == .framed }

    private static func readers(of connection: Connection) -> [MeshReader] {
        [true, false].compactMap { connection.reader(MeshReader.self, ofInitiator: $0) }
    }

    static func firstMessage(of connection: Connection) -> PacketMoment? {
        readers(of: connection).compactMap(\.mesh.firstMessage).min()
    }

    static func identified(in connection: Connection) -> PacketMoment? {
        connection.reader(MeshReader.self, ofInitiator: true)?.mesh.identity?.moment
    }

    static func identities(in connection: Connection) -> [EndIdentity] {
        [ConversationSide.initiator, .responder].compactMap { side in
            connection.reader(MeshReader.self, ofInitiator: side == .initiator)?.mesh.identity.map {
                EndIdentity(
                    side: side, peerID: $0.peerID, displayName: $0.displayName, evidence: .identification,
                    moment: $0.moment)
            }
        }
    }

    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) {
        let reader =
            end.connection.reader(MeshReader.self, ofInitiator: end.isInitiator) ?? MeshReader(end.connection.reading)
        guard end.application == .mesh else {
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
        let readers = readers(of: connection)
        let lengths = readers.reduce(0) { $0 + $1.resynchronizations }
        if lengths > 0 {
            doubts.append(
                .init(
                    metrics: SessionLimits.wholeMessageMetrics + SessionLimits.malformedMessages,
                    reason: .resynchronized,
                    message: "Reading continued after \(lengths) invalid length\(lengths == 1 ? "" : "s"), "
                        + "\(readers.reduce(0) { $0 + $1.skippedBytes }) bytes later in total. What is counted there is a "
                        + "guess."))
        }
        if readers.contains(where: { $0.mesh.coarseTimestamps > 0 }) {
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
