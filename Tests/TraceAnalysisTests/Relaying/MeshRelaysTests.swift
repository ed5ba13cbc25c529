import PeerMessaging
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct MeshRelaysTests {
    private let axis = TimeAxis(origin: 0)

    private func copy(
        of payload: String = "hello", by originalSender: String = "a", from sender: String, to receiver: String?,
        seenBy: [String], at second: Int, interface: Int = 0
    ) throws -> MeshRelayObservation {
        let message = MeshMessage(
            type: .relayedBroadcast(
                payload: Array(payload.utf8), originalSender: originalSender, seenBy: seenBy),
            senderID: sender, timestamp: .secondsSince2001(0))
        return try #require(
            MeshRelayObservation(
                message,
                at: RelaySighting(
                    session: second, interface: interface, fromInitiator: true,
                    moment: PacketMoment(frame: second, time: Int64(second) * 1_000_000_000)),
                receiver: receiver))
    }

    /// Cycles by design. By the peers' own logs A sent three broadcasts and E two; what arrives by both arms of the
    /// cycle is handed on twice.
    @Test func aMeshWithCyclesHasDuplicatesAndNoLoops() throws {
        let capture = try RelayCapture("mesh5-relay-partial.wire.pcap")
        let messages = MeshRelays.join(try capture.broadcasts(), axis: capture.axis)
        #expect(
            messages.map { "\($0.author.prefix(4)) \($0.copies) \($0.duplicates)" }.sorted() == [
                "0DAE 8 4", "0DAE 8 4", "0DAE 8 4", "D6BC 7 3", "D6BC 7 3",
            ])
        for message in messages {
            #expect(message.kind == .broadcast && message.id == nil && message.recipient == nil)
            #expect(message.deliveries.allSatisfy { $0.loop == false && $0.receiver != nil })
            #expect(try #require(message.relayedLatency) > 0)
        }
        let findings = relayFindings(in: messages)
        #expect(findings.map(\.code.rawValue) == Array(repeating: "duplicate-message", count: 5))
        #expect(findings.allSatisfy { $0.severity == .note })
    }

    @Test func onePeerInTheMiddleSeesItsOwnPart() throws {
        let capture = try RelayCapture("mesh5-relay-partial.d.pcap")
        let messages = MeshRelays.join(try capture.broadcasts(), axis: capture.axis)
        #expect(
            messages.map { "\($0.author.prefix(4)) \($0.copies) \($0.duplicates)" }.sorted() == [
                "0DAE 6 2", "0DAE 6 2", "0DAE 6 2", "D6BC 3 0", "D6BC 3 0",
            ])
        #expect(Set(relayFindings(in: messages).map(\.code.rawValue)) == ["duplicate-message"])
    }

    @Test func durationsHaveNineDecimals() throws {
        let capture = try RelayCapture("mesh5-relay-partial.d.pcap")
        let durations = MeshRelays.join(try capture.broadcasts(), axis: capture.axis).flatMap { message in
            [message.relayDelay, message.relayedLatency].compactMap(\.self)
        }
        #expect(durations.count > 5 && durations.allSatisfy { $0 == $0.roundedToNanoseconds })
    }

    @Test func aChainHasLatenciesAndNoFindings() throws {
        let messages = MeshRelays.join(
            [
                try copy(from: "a", to: "b", seenBy: ["a"], at: 1),
                try copy(from: "b", to: "c", seenBy: ["a", "b"], at: 3),
                try copy(from: "c", to: "d", seenBy: ["a", "b", "c"], at: 4),
            ], axis: axis)
        let message = try #require(messages.first)
        #expect(message.deliveries.map(\.relayed) == [false, true, true])
        #expect(message.deliveries.map(\.latency) == [nil, 2, 1])
        #expect(message.deliveries.map(\.latencySource) == [nil, .relay, .relay])
        #expect(message.carrierCount == 2 && message.relayedLatency == 1.5 && message.relayDelay == 2)
        #expect(relayFindings(in: messages).isEmpty)
    }

    @Test(
        arguments: [
            // To one in the list.
            ("b", "c", ["a", "b", "c"], true), ("b", "c", ["a", "b"], false),
            // To the author, who is not in the list.
            ("b", "a", ["b"], true),
            // The copy that came from there, whose sender was not in its list.
            ("c", "b", ["a", "c"], true),
            // The other copy, to where the first one came from.
            ("c", "b", ["a", "d", "c"], false),
            // To somebody unknown.
            ("c", nil, ["a", "b", "c"], nil),
        ])
    func loopsAreJudgedByTheCopy(sender: String, receiver: String?, seenBy: [String], isLoop: Bool?) throws {
        let messages = MeshRelays.join(
            [
                try copy(from: "a", to: "b", seenBy: ["a"], at: 1), try copy(from: "b", to: "c", seenBy: ["a"], at: 2),
                try copy(from: "d", to: "c", seenBy: ["a", "d"], at: 3),
                try copy(from: sender, to: receiver, seenBy: seenBy, at: 4),
            ], axis: axis)
        let message = try #require(messages.first)
        #expect(message.deliveries.last?.loop == isLoop)
        let findings = RelayLoopRule.findings(in: messages).filter { $0.message.contains("which had already seen it") }
        #expect(findings.map(\.code.rawValue) == (isLoop == true ? ["relay-loop"] : []))
        #expect(findings.allSatisfy { $0.frames == [4] && $0.subject == .session(4) })
    }

    @Test(
        arguments: [
            // It added itself and kept the others.
            ("b", ["a", "x", "b"], []),
            ("b", ["a", "x"], ["b"]),
            ("b", ["a", "b"], ["x"]),
            ("b", [], ["a", "b", "x"]),
            // It may come from y, whose copy to b is not in the capture.
            ("b", ["a", "b", "y"], []),
            // What an author sends of its own comes from nobody.
            ("a", [], []),
        ])
    func listsThatLackSomebodyAreTold(sender: String, seenBy: [String], missing: [String]) throws {
        let messages = MeshRelays.join(
            [
                try copy(from: "a", to: "b", seenBy: ["a", "x"], at: 1),
                try copy(from: sender, to: "c", seenBy: seenBy, at: 2),
            ], axis: axis)
        let message = try #require(messages.first)
        #expect(message.deliveries.last?.missingFromSeenBy == missing)
        let findings = RelayLoopRule.findings(in: messages) + ShortenedSeenByRule.findings(in: messages)
        #expect(findings.map(\.code.rawValue) == (missing.isEmpty ? [] : ["relay-loop"]))
        #expect(findings.allSatisfy { $0.severity == .warning && $0.frames == [2] && $0.subject == .session(2) })
        if missing == ["x"] {
            #expect(
                findings.map(\.message) == [
                    "b relayed a broadcast of 5 bytes by a without x in its seenBy, so it may come back."
                ])
        }
    }

    /// Each copy is handed on with its own list.
    @Test func aRelayMayHaveItByTwoWays() throws {
        let arrivals = [
            try copy(from: "a", to: "c", seenBy: ["a"], at: 1), try copy(from: "a", to: "b", seenBy: ["a"], at: 2),
            try copy(from: "b", to: "c", seenBy: ["a", "b"], at: 3),
        ]
        for list in [["a", "c"], ["a", "b", "c"]] {
            let copies = arrivals + [try copy(from: "c", to: "d", seenBy: list, at: 4)]
            let messages = MeshRelays.join(copies, axis: axis)
            #expect(RelayLoopRule.findings(in: messages).isEmpty && ShortenedSeenByRule.findings(in: messages).isEmpty)
        }
        let forgetful = arrivals + [try copy(from: "c", to: "d", seenBy: ["b", "c"], at: 4)]
        let message = try #require(MeshRelays.join(forgetful, axis: axis).first)
        #expect(message.deliveries.last?.missingFromSeenBy == ["a"])
    }

    /// The author's copy to C and many of A's, each with another list; what C hands on lacks O.
    @Test(arguments: [(64, 0, ["o"]), (65, 1, [])])
    func moreCopiesThanAreComparedBlameNobody(count: Int, unchecked: Int, missing: [String]) throws {
        let arrivals = try (1..<count).map {
            try copy(by: "o", from: "a", to: "c", seenBy: ["a", "o", "p\($0)"], at: $0)
        }
        let copies = [
            try copy(by: "o", from: "o", to: "c", seenBy: ["o"], at: 100),
            try copy(by: "o", from: "c", to: "d", seenBy: ["a", "c"], at: 101),
        ]
        let message = try #require(MeshRelays.join(arrivals + copies, axis: axis).first)
        #expect(message.uncheckedCopies == unchecked && message.deliveries.last?.missingFromSeenBy == missing)
    }

    @Test func longListsBlameNobody() throws {
        let names = (0..<100).map { "p\($0)" }
        let message = try #require(
            MeshRelays.join([try copy(from: "b", to: "p99", seenBy: names, at: 1)], axis: axis).first)
        #expect(message.deliveries.first?.loop == false)
    }

    @Test func theSameBroadcastAgainIsAnotherMessage() throws {
        let messages = MeshRelays.join(
            [
                try copy(from: "a", to: "b", seenBy: ["a"], at: 1), try copy(from: "a", to: "c", seenBy: ["a"], at: 2),
                try copy(from: "a", to: "b", seenBy: ["a"], at: 5),
                try copy(from: "b", to: "c", seenBy: ["a", "b"], at: 6),
                try copy(of: "other", from: "a", to: "b", seenBy: ["a"], at: 7),
            ], axis: axis)
        #expect(messages.map(\.copies) == [2, 2, 1])
        #expect(messages.allSatisfy { $0.duplicates == 0 })
    }

    @Test func twoInterfacesShowOneDelivery() throws {
        let messages = MeshRelays.join(
            [
                try copy(from: "a", to: "b", seenBy: ["a"], at: 1, interface: 0),
                try copy(from: "a", to: "b", seenBy: ["a"], at: 2, interface: 1),
            ], axis: axis)
        #expect(messages.map(\.copies) == [1])
    }
}
