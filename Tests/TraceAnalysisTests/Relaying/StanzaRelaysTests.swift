import PeerMessaging
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis
import XMPPStreams

/// A made-up relay: stanzas as they pass a capture point, one second apart unless said otherwise.
struct RelayScene {
    private(set) var stanzas: [RelayObservation] = []
    var axis: TimeAxis { TimeAxis(origin: 1_700_000_000_000_000_000) }

    func moment(_ second: Double) -> PacketMoment {
        PacketMoment(frame: Int(second * 10) + 1, time: axis.origin + Int64(second * 1e9))
    }

    /// olga's message, or the sender's own one without an author, on its way to the server.
    mutating func send(
        _ body: String, by carrier: String, id: String, author: String? = "olga@x", number: String? = "7",
        to recipient: String = "bob@x", at second: Double, session: Int? = nil, interface: Int = 0,
        type: String = "chat"
    ) {
        add(
            RelayStanza(
                to: JID(recipient), id: id, type: type, body: body, reallyFrom: author.map { JID($0) },
                reallyFromID: author == nil ? nil : number),
            session: session ?? Int(carrier.utf8.reduce(0) { $0 + Int($1) }), interface: interface, isUpstream: true,
            client: JID("\(carrier)@x/phone"), at: second)
    }

    /// The same on its way from the server to the recipient.
    mutating func deliver(
        _ body: String, by carrier: String, id: String, author: String? = "olga@x", number: String? = "7",
        to recipient: String = "bob@x", at second: Double, session: Int = 1, interface: Int = 0,
        resource: String = "phone", senderTimestamp: String? = nil, type: String = "chat"
    ) {
        add(
            RelayStanza(
                to: JID(recipient), from: JID("\(carrier)@x/phone"), id: id, type: type, body: body,
                reallyFrom: author.map { JID($0) }, reallyFromID: author == nil ? nil : number,
                senderTimestamp: senderTimestamp),
            session: session, interface: interface, isUpstream: false, client: JID("\(recipient)/\(resource)"),
            at: second)
    }

    mutating func add(
        _ stanza: RelayStanza, session: Int, interface: Int, isUpstream: Bool, client: JID?, at second: Double
    ) {
        if let observation = RelayObservation(
            stanza,
            at: RelaySighting(
                session: session, interface: interface, fromInitiator: isUpstream, moment: moment(second)),
            client: client)
        {
            stanzas.append(observation)
        }
    }

    var messages: [RelayedMessage] { StanzaRelays.join(stanzas, axis: axis) }
}

@Suite struct StanzaRelaysTests {
    @Test func durationsHaveNineDecimals() throws {
        var scene = RelayScene()
        // The sender's clock, against a capture with nanoseconds since 1970: seven digits are left behind the point.
        scene.deliver(
            "hello", by: "olga", id: "7", author: nil, at: 1.1, senderTimestamp: "1700000000")
        scene.deliver("hello", by: "ann", id: "1", at: 1.4000001)
        let message = try #require(scene.messages.first)
        #expect(message.relayDelay == 0.3000001)
        #expect(message.directLatency == 1.1)
    }

    @Test func atTheServerEachCopyIsOneDelivery() throws {
        let capture = try RelayCapture("pigeon-relay.server.pcap")
        let messages = StanzaRelays.join(try capture.stanzas(), axis: capture.axis)
        // As the clients' own logs say: author, number, recipient, copies, texts.
        #expect(
            messages.map { "\($0.author) \($0.id ?? "") \($0.recipient ?? "") \($0.copies) \($0.bodyCount)" }.sorted()
                == [
                    "ann@pigeon.lab 1 bob@pigeon.lab 1 1", "ann@pigeon.lab 2 bob@pigeon.lab 1 1",
                    "bob@pigeon.lab 1 ann@pigeon.lab 1 1", "c2@pigeon.lab 22 bob@pigeon.lab 1 1",
                    "olga@pigeon.lab 7 bob@pigeon.lab 5 2", "olga@pigeon.lab 8 ann@pigeon.lab 2 1",
                    "pavel@pigeon.lab 3 ann@pigeon.lab 1 1",
                ])
        let carried = try #require(messages.first { $0.id == "7" })
        #expect(carried.carrierCount == 5 && carried.duplicates == 0)
        #expect(carried.bodies.map(\.text) == ["meet at the bridge at 9", "meet at the bridge at 10"])
        #expect(carried.bodies.map(\.copies) == [4, 1])
        #expect(carried.deliveries.filter { $0.altered == true }.map(\.carrier) == ["c4@pigeon.lab"])
        #expect(carried.deliveries.map(\.id) == ["11", "12", "13", "14", "15"])
        // Within the server a stanza takes a few milliseconds.
        for delivery in messages.flatMap(\.deliveries) {
            #expect(delivery.latencySource == .server)
            #expect(try #require(delivery.latency) > 0 && #require(delivery.latency) < 0.1)
            #expect(delivery.sent?.session != delivery.session && delivery.receiver?.hasSuffix("/phone") == true)
        }
        #expect(messages.first { $0.author.hasPrefix("ann") }?.deliveries.first?.relayed == false)
        let findings = relayFindings(in: messages)
        #expect(findings.map(\.code.rawValue) == ["relay-altered"])
        #expect(
            findings.first?.message
                == "c4@pigeon.lab carried message \"7\" of olga@pigeon.lab with a different text than 4 of "
                + "5 copies: \"meet at the bridge at 10\" instead of \"meet at the bridge at 9\".")
        #expect(findings.first?.frames == carried.deliveries.filter { $0.altered == true }.compactMap(\.frame))
    }

    @Test func aClientSeesOneSide() throws {
        let capture = try RelayCapture("pigeon-relay.bob.pcap")
        let messages = StanzaRelays.join(try capture.stanzas(), axis: capture.axis)
        #expect(messages.count == 5)
        let sent = try #require(messages.first { $0.author == "bob@pigeon.lab" }?.deliveries.first)
        #expect(sent.time == nil && sent.sent != nil && sent.latency == nil && sent.session == nil)
        let carried = try #require(messages.first { $0.id == "7" })
        #expect(carried.deliveries.allSatisfy { $0.sent == nil && $0.time != nil && $0.latency == nil })
        #expect(relayFindings(in: messages).map(\.code.rawValue) == ["relay-altered"])
    }

    @Test func sendersAreKnownFromWhatTheServerStamps() throws {
        let capture = try RelayCapture("pigeon-relay.server.pcap")
        func facts(_ messages: [RelayedMessage]) -> [String] {
            messages.map { message in
                "\(message.author) \(message.id ?? "") \(message.deliveries.map { $0.sent?.frame })"
            }
        }
        let bound = StanzaRelays.join(try capture.stanzas(), axis: capture.axis)
        let stamped = StanzaRelays.join(try capture.stanzas(knowsClients: false), axis: capture.axis)
        #expect(facts(bound) == facts(stamped))
    }

    @Test func withoutMajorityNobodyIsBlamed() throws {
        var scene = RelayScene()
        scene.deliver("nine", by: "c1", id: "1", at: 1)
        scene.deliver("ten", by: "c2", id: "1", at: 2)
        let message = try #require(scene.messages.first)
        #expect(message.deliveries.map(\.altered) == [nil, nil] && message.bodyCount == 2)
        let finding = try #require(RelayAlteredRule.findings(in: [message]).first)
        #expect(finding.message.contains("none has a majority"))
    }

    @Test func theAuthorsOwnCopyIsRight() throws {
        var scene = RelayScene()
        scene.deliver("ten", by: "c1", id: "1", at: 1)
        scene.deliver("ten", by: "c2", id: "1", at: 2)
        scene.send("nine", by: "olga", id: "7", author: nil, at: 2.5)
        scene.deliver("nine", by: "olga", id: "7", author: nil, at: 3)
        let messages = scene.messages
        let message = try #require(messages.first)
        #expect(messages.count == 1 && message.carrierCount == 2 && message.copies == 3)
        #expect(message.deliveries.map(\.altered) == [true, true, false])
        #expect(message.bodies.map(\.text) == ["nine", "ten"])
        #expect(message.time == 1 && message.relayDelay == -2 && message.directLatency == 0.5)
    }

    @Test func aNumberUsedAgainIsAnotherMessage() {
        var scene = RelayScene()
        scene.deliver("one", by: "ann", id: "1", author: nil, at: 1)
        scene.deliver("two", by: "ann", id: "1", author: nil, at: 2)
        scene.deliver("two", by: "c1", id: "5", author: "ann@x", number: "1", at: 3)
        #expect(scene.messages.map(\.copies) == [1, 2])
        #expect(relayFindings(in: scene.messages).isEmpty)
    }

    @Test func aCopyTooManyIsADuplicate() throws {
        var scene = RelayScene()
        for second in [1.0, 2.0] {
            scene.send("nine", by: "c1", id: "1", at: second)
            scene.deliver("nine", by: "c1", id: "1", at: second + 0.25)
        }
        scene.deliver("nine", by: "c1", id: "2", at: 3)
        let message = try #require(scene.messages.first)
        #expect(message.deliveries.map(\.duplicate) == [false, true, true] && message.duplicates == 2)
        #expect(message.deliveries.map(\.latency) == [0.25, 0.25, nil])
        let findings = relayFindings(in: [message])
        #expect(findings.map(\.code.rawValue) == ["duplicate-message"] && findings.first?.severity == .warning)
    }

    @Test func eachClientOfAnAccountGetsItsCopy() throws {
        var scene = RelayScene()
        scene.send("nine", by: "c1", id: "1", at: 1)
        scene.deliver("nine", by: "c1", id: "1", at: 1.25, session: 1)
        scene.deliver("nine", by: "c1", id: "1", at: 1.5, session: 2, resource: "tablet")
        let message = try #require(scene.messages.first)
        #expect(message.duplicates == 0 && message.deliveries.map(\.latency) == [0.25, 0.5])
    }

    @Test func twoInterfacesShowOneDelivery() {
        var scene = RelayScene()
        for (interface, session) in [(0, 1), (1, 2)] {
            scene.send("nine", by: "c1", id: "1", at: 1, session: session + 2, interface: interface)
            scene.deliver("nine", by: "c1", id: "1", at: 2, session: session, interface: interface)
        }
        #expect(scene.messages.map(\.copies) == [1] && scene.messages.first?.duplicates == 0)
    }

    @Test func latencyBySendersClock() throws {
        var scene = RelayScene()
        scene.deliver("a", by: "ann", id: "1", author: nil, at: 2, senderTimestamp: "1700000001.5")
        scene.deliver("b", by: "ann", id: "2", author: nil, at: 2, senderTimestamp: "5")
        let deliveries = scene.messages.flatMap(\.deliveries)
        #expect(deliveries.map(\.latencySource) == [.senderClock, nil])
        #expect(try abs(#require(deliveries.first?.latency) - 0.5) < 1e-6)
    }

    @Test func moreThanFiveCarriersAreTooMany() {
        var scene = RelayScene()
        for number in 1...5 { scene.deliver("nine", by: "c\(number)", id: "1", at: Double(number)) }
        #expect(relayFindings(in: scene.messages).isEmpty)
        scene.deliver("nine", by: "c6", id: "1", at: 6)
        #expect(relayFindings(in: scene.messages).map(\.code.rawValue) == ["too-many-carriers"])
        #expect(relayFindings(in: scene.messages).first?.message.contains("6 accounts carried") == true)
    }

    @Test func errorsGroupChatsAndStatesAreNoMessages() {
        var scene = RelayScene()
        scene.deliver("nine", by: "c1", id: "1", at: 1, type: "error")
        scene.deliver("nine", by: "c1", id: "1", at: 2, type: "groupchat")
        scene.add(
            RelayStanza(to: JID("bob@x"), from: JID("ann@x"), id: "1"), session: 1, interface: 0, isUpstream: false,
            client: nil, at: 3)
        #expect(scene.stanzas.isEmpty)
    }

    @Test func theOrderOfObservationsMakesNoDifference() throws {
        let capture = try RelayCapture("pigeon-relay.server.pcap")
        let stanzas = try capture.stanzas()
        var generator = SeededGenerator(seed: 5)
        let expected = StanzaRelays.join(stanzas, axis: capture.axis)
        for _ in 0..<20 {
            #expect(StanzaRelays.join(stanzas.shuffled(using: &generator), axis: capture.axis) == expected)
        }
    }

    @Test func thousandsOfCopiesOfOneMessageAreCountedAndCut() throws {
        var scene = RelayScene()
        for number in 0..<3000 {
            scene.deliver("text \(number)", by: "c\(number)", id: "1", at: Double(number))
            scene.deliver("text \(number)", by: "ann", id: "1", author: nil, at: Double(number))
        }
        let message = try #require(scene.messages.first { $0.author == "olga@x" })
        #expect(message.copies == 3000 && message.bodyCount == 3000 && message.carrierCount == 3000)
        #expect(message.deliveries.count == RelayedMessage.maximumDeliveries)
        #expect(message.bodies.count == RelayedMessage.maximumBodies)
        #expect(RelayAlteredRule.findings(in: [message]).first.map { $0.frames.count } == 16)
        #expect(scene.messages.count == 3001)
    }
}
