import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerPacketTests {
    private static let ada = MultipeerParticipantID(rawValue: 0x4E9B_6F08)
    private static let bo = MultipeerParticipantID(rawValue: 0x291F_E203)
    private static let node = MultipeerNode(
        ada, sequence: 1, neighbors: [MultipeerNode.Neighbor(bo, roundTripTime: 0x38)])

    static let published: [([UInt8], MultipeerPacket.Content, MultipeerDatagramKind)] = [
        (Published.sessionHello, .hello(MultipeerSessionHello()), .sessionHello),
        (Published.databaseDescription, .database(MultipeerLinkDatabase(nodes: [node])), .databaseDescription),
        (Published.linkState, .linkState(MultipeerLinkState(sequence: 0, nodes: [node])), .linkState),
        (
            Published.data,
            .delivery(
                MultipeerDelivery(.data, from: ada, to: bo, number: 0, received: 0, payload: Array("hello".utf8))),
            .data
        ),
        (Published.heartbeat, .heartbeat(MultipeerHeartbeat(.request, number: 1)), .heartbeat),
    ]

    @Test func readsAndWritesThePublishedPackets() throws {
        for (bytes, content, kind) in Self.published {
            let packet = try MultipeerPacket.parsed(bytes)
            #expect(packet.kind == kind && packet.sender == Self.ada && packet.receiver == Self.bo)
            #expect(try packet.content() == content)
            #expect(try MultipeerPacket(content, sender: Self.ada, receiver: Self.bo).serialized() == bytes)
        }
    }

    @Test func readsTheAnswersOfTheOtherSide() throws {
        let ack = try MultipeerPacket.parsed(Published.linkStateAck)
        #expect(ack.kind == .linkStateAck && ack.sender == Self.bo)
        #expect(try ack.content() == .linkStateAck(MultipeerLinkStateAck(sequence: 0)))
        let delivery = MultipeerDelivery(.acknowledgment, from: Self.bo, to: Self.ada, number: 0, received: 1)
        let dataAck = try MultipeerPacket.parsed(Published.dataAck)
        #expect(dataAck.kind == .dataAck)
        #expect(try dataAck.content() == .delivery(delivery))
        #expect(
            try MultipeerPacket(.delivery(delivery), sender: Self.bo, receiver: Self.ada).serialized()
                == Published.dataAck)
    }

    @Test func aHelloMayHaveOtherFlags() throws {
        guard case .hello(let hello) = try MultipeerPacket.parsed(Captured.foreignHello).content() else {
            throw CancellationError()
        }
        #expect(hello.flags == 0x0800_0000_0000_0000 && hello.word == 0x0546_F801)
    }

    @Test func aWrongChecksumIsAnErrorAtItsOffset() {
        let field = UInt64(Captured.brokenData[6]) << 8 | UInt64(Captured.brokenData[7])
        #expect(throws: WireError(.invalidValue(field), field: "packet checksum", offset: 6)) {
            try MultipeerPacket.parsed(Captured.brokenData)
        }
        for bit in 0..<Captured.data.count * 8 {
            var bytes = Captured.data
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: WireError.self) { try MultipeerPacket.parsed(bytes) }
        }
    }

    @Test func aWrongDeliveryChecksumIsAnErrorAtItsOffset() throws {
        var packet = try MultipeerPacket.parsed(Published.data)
        packet.body[24] ^= 1
        #expect(
            throws: WireError(.invalidValue(0x60F0), field: "delivery checksum", offset: 18, limit: "packet length")
        ) { try packet.content() }
        // It is no error of the packet.
        let bytes = try packet.serialized()
        let view = try MultipeerDatagramView(bytes.span)
        #expect(view.kind == .data && !view.hasRightDeliveryChecksum)
    }

    @Test func lengthsThatLieAreErrors() {
        func bytes(_ length: String) -> [UInt8] {
            var bytes = Published.heartbeat
            bytes.replaceSubrange(2..<4, with: hex(length))
            return bytes
        }
        #expect(throws: WireError(.invalidValue(15), field: "packet length", offset: 2)) {
            try MultipeerPacket.parsed(bytes("000f"))
        }
        #expect(throws: WireError(.truncated(needed: 21, available: 20), field: "packet", offset: 0)) {
            try MultipeerPacket.parsed(bytes("0015"))
        }
        for count in Published.heartbeat.indices {
            #expect(throws: WireError.self) { try MultipeerPacket.parsed(Array(Published.heartbeat[..<count])) }
        }
    }

    @Test func unknownPacketsAreKept() throws {
        let packets = [6, 7, 9, 0, 255].map {
            MultipeerPacket(.init(rawValue: $0), channel: 9, sender: Self.ada, receiver: Self.bo, body: [1, 2, 3])
        }
        let delivery = MultipeerPacket(.delivery, sender: Self.ada, receiver: Self.bo, body: hex("0600 0000"))
        for packet in packets + [delivery] {
            #expect(packet.kind == .unknown)
            #expect(try packet.content() == .unknown)
            #expect(try MultipeerPacket.parsed(packet.serialized()) == packet)
        }
    }

    @Test func bodiesThatAreCutAreErrorsWithTheirOffset() throws {
        for (bytes, _, _) in Self.published {
            let whole = try MultipeerPacket.parsed(bytes)
            // Of data all but the header may be missing, but then the checksum is wrong.
            for count in whole.body.indices {
                var packet = whole
                packet.body = Array(whole.body[..<count])
                let error = #expect(throws: WireError.self) { try packet.content() }
                #expect((error?.offset ?? 0) >= 16)
            }
        }
    }

    @Test func countsThatLieReserveNothing() throws {
        let database = MultipeerPacket(.databaseDescription, sender: Self.ada, receiver: Self.bo, body: hex("ffff 00"))
        #expect(
            throws: WireError(
                .truncated(needed: 589_815, available: 1), field: "nodes", offset: 18, limit: "packet length")
        ) { try database.content() }
        let node = MultipeerPacket(
            .databaseDescription, sender: Self.ada, receiver: Self.bo, body: hex("0001 4e9b6f08 0001 00 ffff 00"))
        #expect(
            throws: WireError(
                .truncated(needed: 524_280, available: 1), field: "node neighbors", offset: 27, limit: "packet length")
        ) { try node.content() }
    }

    @Test func aTwoNodeLinkStateHasThePublishedLength() throws {
        let other = MultipeerNode(Self.bo, sequence: 1, neighbors: [.init(Self.ada, roundTripTime: 1)])
        let state = MultipeerLinkState(sequence: 1, nodes: [Self.node, other])
        let packet = try MultipeerPacket(.linkState(state), sender: Self.ada, receiver: Self.bo)
        #expect(try packet.serialized().count == 70)
    }

    @Test func refusesABodyThatItsLengthCannotSay() {
        let packet = MultipeerPacket(
            .heartbeat, sender: Self.ada, receiver: Self.bo, body: [UInt8](repeating: 0, count: 65_520))
        #expect(throws: WireError(.tooLong(length: 65_520, maximum: 65_519), field: "packet body", offset: 0)) {
            try packet.serialized()
        }
    }
}
