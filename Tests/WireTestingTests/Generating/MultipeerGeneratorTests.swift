import MultipeerWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerGeneratorTests {
    private func readBack<Value: WireValue>(
        _ generators: [Generator<Value>], count: Int = 100, damaged: Int = 100, property: String = #function
    ) throws {
        for generator in generators {
            try expectRoundTrip(generator, seed: 2014, count: count, property: property)
            try expectNoCrash(
                parsing: generator.wireForms, mutators: Mutator.byteLevel, seed: 2014, count: damaged,
                property: property
            ) { _ = try Value.parsed($0) }
        }
    }

    @Test func peersAndListsReadBack() throws {
        try readBack([Generator<MultipeerPeerID>.plausible, .extreme])
        try readBack([Generator<BinaryPropertyList.Value>.plausible, .extreme], count: 500, damaged: 1000)
    }

    @Test func messagesReadBack() throws {
        try readBack([Generator<MultipeerMessageHeader>.plausible, .extreme])
        try readBack([Generator<MultipeerHello>.plausible, .extreme])
        try readBack([Generator<MultipeerInvitation>.plausible, .extreme])
        try readBack([Generator<MultipeerAnswer>.plausible, .extreme])
        try readBack([Generator<MultipeerAddressMessage>.plausible, .extreme])
        try readBack([Generator<MultipeerMessage>.plausible, .extreme])
    }

    @Test func addressesReadBack() throws {
        try readBack([Generator<MultipeerAddressSegment>.plausible, .extreme])
        try readBack([Generator<MultipeerAddressList>.plausible, .extreme])
        try readBack([Generator<MultipeerConnectionData>.plausible, .extreme])
    }

    @Test func datagramsReadBack() throws {
        try readBack([Generator<MultipeerCheckAttribute>.plausible, .extreme])
        try readBack([Generator<MultipeerCheck>.plausible, .extreme])
        try readBack([Generator<MultipeerSealedRecord>.plausible, .extreme])
        try readBack([Generator<MultipeerNode>.plausible, .extreme])
        try readBack([Generator<MultipeerPacketHeader>.plausible, .extreme])
        try readBack([Generator<MultipeerPacket>.plausible, .extreme])
        try readBack([Generator<MultipeerDatagram>.plausible, .extreme])
    }

    /// What a body says is the same after it was written as a packet or a message.
    @Test func contentsReadBack() throws {
        let participants = (MultipeerParticipantID(rawValue: 1), MultipeerParticipantID(rawValue: 2))
        for generator in [Generator<MultipeerPacket.Content>.plausible, .extreme] {
            for content in generator.values(seed: 6, count: 500) {
                let packet = try MultipeerPacket(content, sender: participants.0, receiver: participants.1)
                #expect(try MultipeerPacket.parsed(packet.serialized()).content() == content)
            }
        }
        for message in Generator<MultipeerMessage>.plausible.values(seed: 6, count: 500) {
            let content = try message.content()
            #expect(message.kind != .unknown)
            #expect(try MultipeerMessage(content, number: message.number) == message)
        }
    }

    @Test func plausibleValuesAreTakenForWhatTheyAre() throws {
        for datagram in Generator<MultipeerDatagram>.plausible.values(seed: 1, count: 300) {
            let bytes = try datagram.serialized()
            let isRecognized = MultipeerDatagramView.recognizes(bytes.span)
            #expect(isRecognized && datagram.kind != .unknown)
        }
        for message in Generator<MultipeerMessage>.plausible.values(seed: 1, count: 100) {
            let bytes = try message.serialized()
            let recognition = MultipeerRecognition.channel(startingWith: bytes.span)
            #expect(recognition == .match)
        }
    }

    @Test func streamsAreTheirMessages() throws {
        let messages = Generator<MultipeerMessage>.plausible.list(count: 1...5)
        let stream = Generator.multipeerChannel(of: messages).value(seed: 1, number: 3)
        let expected = try messages.value(seed: 1, number: 3).map { try $0.serialized() }
        #expect(stream == Array(expected.joined()))
    }
}
