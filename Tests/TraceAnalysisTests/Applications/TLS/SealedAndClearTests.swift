import Foundation
import PacketCapture
import SealedChannels
import TestSupport
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// The same bytes, unencrypted and sealed, at the same time: a proxy takes them from a client over TCP and passes them on to a
/// server over TLS or QUIC. With the keys, both of its connections have the same report.
@Suite struct SealedAndClearTests {
    struct Recording: Sendable, CustomTestStringConvertible {
        var name: String
        var transport: Session.Transport
        var application: Session.Application
        /// The messages of the client and of the server, and how many of the client's were answered.
        var messages: [Int?]
        var roundTrips: Int
        /// The findings on each of the two connections.
        var findings: [String]
        /// How much shorter a round trip may be on the wire than at the end that asks, in seconds and beside 1 % of it.
        var slack: Double

        var testDescription: String { name }
    }

    /// One of the two connections, and what the rules say about it.
    private struct Leg {
        var session: Session
        var findings: [Finding]

        /// Client to server, and server to client.
        var directions: [SessionDirection] { [session.forward, session.backward] }
    }

    // The slack is that of the contract: 1.5 ms over TCP and 3 ms over QUIC. The proxy needs some of it to read, seal and open.
    static let recordings = [
        Recording(
            name: "clear-and-tls13", transport: .tcp, application: .mesh, messages: [45, 47], roundTrips: 40,
            findings: ["frame-incomplete"], slack: 0.001_5),
        Recording(
            name: "clear-and-tls12", transport: .tcp, application: .echo, messages: [60, 60], roundTrips: 60,
            findings: [], slack: 0.001_5),
        Recording(
            name: "clear-and-quic", transport: .quic, application: .mesh, messages: [26, 27], roundTrips: 20,
            findings: ["frame-too-large"], slack: 0.003),
        Recording(
            name: "clear-and-quic-cut", transport: .quic, application: .mesh, messages: [25, 27], roundTrips: 20,
            findings: ["frame-incomplete"], slack: 0.003),
    ]

    private func legs(_ recording: Recording) async throws -> (clear: Leg, sealed: Leg) {
        let folder = Fixture.url("sealed")
        let file = try CaptureFile.open(path: folder.appending(path: recording.name + ".pcap").path)
        var secrets = SessionSecrets()
        let log = try Data(contentsOf: folder.appending(path: recording.name + ".keys.log"))
        secrets.log.append([UInt8](log).span)
        secrets.log.finish()
        let report = try await TraceAnalyzer(workers: 2, secrets: secrets).analyze(file)
        // Two connections with the same two peer IDs are one too many for a mesh: a finding about the pair, whatever is inside.
        let findings = report.findings.filter { $0.code.rawValue != "duplicate-connection" }
        func leg(isSealed: Bool) throws -> Leg {
            let sessions = report.sessions.filter { ($0.tls != nil) == isSealed && $0.transport != .udp }
            #expect(sessions.count == 1)
            let session = try #require(sessions.first)
            return Leg(session: session, findings: findings.filter { $0.subject == .session(session.id) })
        }
        return (try leg(isSealed: false), try leg(isSealed: true))
    }

    /// Whether two values differ by at most so much, and by at most that part of the first; true if there is neither.
    private func isClose(_ first: Double?, _ second: Double?, within slack: Double, and part: Double) -> Bool {
        guard let first, let second else { return first == nil && second == nil }
        return abs(first - second) <= slack + part * abs(first)
    }

    @Test(arguments: recordings) func theKeysOpenAllOfIt(recording: Recording) async throws {
        let (clear, sealed) = try await legs(recording)
        #expect(clear.session.transport == .tcp && clear.session.decrypted == nil)
        #expect(sealed.session.transport == recording.transport && sealed.session.decrypted == true)
        #expect(sealed.session.tls?.keys == .keyLog && sealed.session.tls?.sealedReason == nil)
        for direction in sealed.directions {
            #expect(direction.sealedRecords == 0 && (direction.openedRecords ?? 0) > 0)
        }
    }

    @Test(arguments: recordings) func messagesAndBytesAreTheSame(recording: Recording) async throws {
        let (clear, sealed) = try await legs(recording)
        #expect(clear.session.application == recording.application)
        #expect(sealed.session.application == recording.application)
        #expect(sealed.session.evidence == clear.session.evidence)
        #expect(clear.directions.map(\.messages) == recording.messages)
        for (ours, theirs) in zip(sealed.directions, clear.directions) {
            #expect(ours.plaintextBytes == theirs.payloadBytes)
            #expect(ours.messages == theirs.messages)
            #expect(ours.messageTypes == theirs.messageTypes)
            #expect(ours.messageBytes == theirs.messageBytes)
            #expect(ours.malformedMessages == theirs.malformedMessages)
            #expect(ours.duplicateMessages == theirs.duplicateMessages)
            #expect(ours.lostMessages == theirs.lostMessages)
            #expect(ours.reorderedMessages == theirs.reorderedMessages)
        }
        #expect((sealed.session.identified == nil) == (clear.session.identified == nil))
    }

    /// A question passes the capture on the client's side first, and its answer there last. So the proxy makes the client's round
    /// trips longer on the unencrypted connection, by as much as an endpoint's may be longer than those on the wire.
    @Test(arguments: recordings) func roundTripsAreTheSame(recording: Recording) async throws {
        let (clear, sealed) = try await legs(recording)
        #expect(clear.directions.map(\.applicationRTT.count) == [recording.roundTrips, 0])
        #expect(sealed.directions.map(\.applicationRTT.count) == [recording.roundTrips, 0])
        #expect(sealed.session.applicationRTT.count == clear.session.applicationRTT.count)
        let (near, far) = (clear.session.forward.applicationRTT, sealed.session.forward.applicationRTT)
        let figures: [KeyPath<Distribution, Double?>] = [\.min, \.mean, \.median]
        for figure in figures {
            let longer = try #require(near[keyPath: figure])
            let shorter = try #require(far[keyPath: figure])
            #expect(shorter <= longer && shorter >= longer * 0.99 - recording.slack)
        }
        // Jitter: 0.1 ms and 5 %.
        let (ours, theirs) = (sealed.session.jitter, clear.session.jitter)
        #expect(isClose(theirs.meanAbsoluteDifference, ours.meanAbsoluteDifference, within: 0.000_1, and: 0.05))
        #expect(isClose(theirs.rfc3550, ours.rfc3550, within: 0.000_1, and: 0.05))
    }

    @Test(arguments: recordings) func timesAreTheSame(recording: Recording) async throws {
        let (clear, sealed) = try await legs(recording)
        for (ours, theirs) in zip(sealed.directions, clear.directions) {
            #expect(ours.oneWayDelay.count == theirs.oneWayDelay.count)
            #expect(isClose(theirs.oneWayDelay.median, ours.oneWayDelay.median, within: recording.slack, and: 0.01))
            #expect(isClose(theirs.interarrivalJitter, ours.interarrivalJitter, within: 0.000_1, and: 0.05))
            #expect(ours.bulk?.bytes == theirs.bulk?.bytes)
            #expect(isClose(theirs.bulk?.start, ours.bulk?.start, within: recording.slack, and: 0))
            #expect(isClose(theirs.bulk?.end, ours.bulk?.end, within: recording.slack, and: 0))
            #expect(isClose(theirs.bulk?.goodput, ours.bulk?.goodput, within: 0, and: 0.005))
        }
        #expect((clear.session.forward.bulk == nil) == (recording.application != .echo))
        // The first probe of an echo test waits at the proxy until the handshake is done; messages of a mesh come long after it.
        if recording.application == .mesh {
            #expect(isClose(clear.session.firstMessage, sealed.session.firstMessage, within: recording.slack, and: 0))
        }
    }

    @Test(arguments: recordings) func findingsAreTheSame(recording: Recording) async throws {
        let (clear, sealed) = try await legs(recording)
        #expect(clear.findings.map(\.code.rawValue) == recording.findings)
        #expect(sealed.findings.map(\.code.rawValue) == recording.findings)
        #expect(sealed.findings.map(\.severity) == clear.findings.map(\.severity))
        #expect(sealed.findings.map(\.message) == clear.findings.map(\.message))
    }
}
