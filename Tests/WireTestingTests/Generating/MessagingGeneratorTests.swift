import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting
import XMPPStreams
import SealedChannels

@Suite struct MessagingGeneratorTests {
    @Test(arguments: [true, false], [MeshMessageStyle.MemberOrder.declared, .sorted])
    func meshMessagesReadBackInEveryStyle(escapesSlashes: Bool, order: MeshMessageStyle.MemberOrder) throws {
        for generator in [Generator<MeshMessage>.plausible, .extreme] {
            try expectRoundTrip(
                generator, seed: 2001, count: 200, parse: { try MeshMessage(parsing: $0.span) },
                serialize: { message in
                    var output = ByteWriter()
                    try message.serialize(
                        into: &output, style: MeshMessageStyle(escapesSlashes: escapesSlashes, memberOrder: order))
                    return output.bytes
                })
        }
    }

    @Test func extremeMeshMessagesAreOfEveryKind() {
        let messages = Generator<MeshMessage>.extreme.values(seed: 1, count: 200)
        let kinds = Set(
            messages.map { message in
                switch message.type {
                case .identification: "identification"
                case .broadcast: "broadcast"
                case .direct: "direct"
                case .relayedBroadcast: "relayedBroadcast"
                case .unknown: "unknown"
                }
            })
        #expect(kinds.count == 5)
        #expect(messages.contains { if case .iso8601 = $0.timestamp { true } else { false } })
    }

    @Test func eventsReadBack() throws {
        for generator in [Generator<NetworkEvent>.plausible, .extreme] {
            try expectRoundTrip(
                generator, seed: 7, count: 500, parse: { try NetworkEvent(parsing: $0.span) },
                serialize: { event in
                    var output = ByteWriter()
                    try event.serialize(into: &output)
                    return output.bytes
                })
        }
    }

    @Test func probesAndPacketsReadBack() throws {
        try expectRoundTrip(Generator<EchoProbe>.plausible, count: 100)
        try expectRoundTrip(Generator<EchoProbe>.extreme, count: 100)
        try expectRoundTrip(Generator<EchoDataPacket>.plausible, count: 100)
        try expectRoundTrip(Generator<EchoDataPacket>.extreme, count: 40)
    }

    @Test func stanzasReadBack() throws {
        for generator in [Generator<RelayStanza>.plausible, .extreme] {
            try expectRoundTrip(
                generator, seed: 6120, count: 300, parse: { try RelayStanza(parsing: $0.span) },
                serialize: { stanza in
                    var output = ByteWriter()
                    try stanza.serialize(into: &output)
                    return output.bytes
                })
        }
    }

    @Test func hellosReadBack() throws {
        try expectRoundTrip(Generator<ClientHello>.plausible, count: 50)
        try expectRoundTrip(Generator<ClientHello>.extreme, count: 30)
        let hello = Generator<ClientHello>.plausible.value(seed: 1, number: 0)
        #expect(hello.serverName?.contains(".") == true)
        #expect(hello.applicationProtocols == ["h2"])
    }

    @Test func framesComeOutOfTheirStream() throws {
        let bodies = Generator<MeshMessage>.plausible.bodies.list(count: 1...20)
        let streams = Generator.lengthPrefixedFrames(of: bodies)
        for number in 0..<20 {
            let stream = streams.value(seed: 3, number: number)
            let expected = bodies.value(seed: 3, number: number)
            var offset = 0
            for body in expected {
                let length = try #require(IPAddress(bytes: Array(stream[offset..<offset + 4])))
                #expect(Int(length.low) == body.count)
                #expect(Array(stream[offset + 4..<offset + 4 + body.count]) == body)
                offset += 4 + body.count
            }
            #expect(offset == stream.count)
        }
    }

    @Test func whatTurnsEncryptedIsAmongTheTextMessages() {
        let streams = Generator.textMessages.values(seed: 9112, count: 100)
        let encrypted = streams.count { stream in
            var follower = TextChannelFollower()
            follower.observe(stream.span)
            return follower.isEncrypted
        }
        #expect((10...60).contains(encrypted))
        #expect(streams.allSatisfy { $0.contains(0x0A) })
    }

    @Test func frameHoldsTheMessageAtItsTime() throws {
        let frame = MeshMessage.frame(.direct(payload: [1, 2]), from: "A", at: 978_307_201_500_000_000)
        let length = try #require(IPAddress(bytes: Array(frame[..<4])))
        let message = try MeshMessage(parsing: Array(frame[4...]).span)
        #expect(Int(length.low) == frame.count - 4)
        #expect(
            message == MeshMessage(type: .direct(payload: [1, 2]), senderID: "A", timestamp: .secondsSince2001(1.5)))
    }

    @Test func jsonIsRead() throws {
        var random = SeededGenerator(seed: 8259)
        for _ in 0..<500 {
            let text = Array(#"{"future":"#.utf8) + random.json() + Array("}".utf8)
            _ = try NetworkEvent(parsing: text.span)
        }
    }

    @Test func damagedMessagesThrowTheirErrors() throws {
        try expectNoCrash(
            parsing: Generator<MeshMessage>.extreme.bodies, count: 300, throwing: MeshMessageError.self
        ) { _ = try MeshMessage(parsing: $0.span) }
    }
}
