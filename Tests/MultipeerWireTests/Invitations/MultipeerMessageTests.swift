import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerMessageTests {
    private static let ada = MultipeerPeerID(number: 0x7D15_A3C2_4E9B_6F08, displayName: "Ada")
    private static let bo = MultipeerPeerID(number: 0x6B3C_1D77_A91F_E203, displayName: "Bo")
    private static let anna = MultipeerPeerID(number: 0x7D15_A3C2_4E9B_6F08, displayName: "Anna's iPad")
    private static let bert = MultipeerPeerID(number: 0x6B3C_1D77_A91F_E203, displayName: "Bert")

    @Test(
        arguments: [
            (Published.hello, .hello, 0), (Published.helloAck, .helloAck, 0),
            (Published.firstConnectionAccept, .connectionAccept, 1),
            (Published.secondConnectionAccept, .connectionAccept, 2), (Published.firstReceipt, .receipt, 1),
            (Published.secondReceipt, .receipt, 2), (Published.thirdReceipt, .receipt, 3),
            (Published.invitation, .invite, 1), (Published.decline, .decline, 2), (Captured.hello, .hello, 0),
            (Captured.accept, .accept, 2), (Captured.addresses, .connectionData, 3),
            (Captured.sharedNumber, .accept, 2), (Captured.foreignReceipt, .receipt, 0),
            (Captured.foreignAddresses, .connectionData, 2),
        ] as [([UInt8], MultipeerMessageKind, UInt32)])
    func readsWhatPeersSend(_ bytes: [UInt8], kind: MultipeerMessageKind, number: UInt32) throws {
        let message = try MultipeerMessage.parsed(bytes)
        #expect(message.kind == kind && message.number == number)
        #expect(try message.serialized() == bytes)
        let content = try message.content()
        // Also the property list comes back byte for byte, as other encoders have the same order.
        let again = try MultipeerMessage(content, number: number)
        #expect(again.body == message.body)
        if bytes != Captured.foreignReceipt { #expect(again == message) }
    }

    @Test func helloNamesItsSender() throws {
        guard case .hello(let hello) = try MultipeerMessage.parsed(Published.hello).content() else {
            throw CancellationError()
        }
        #expect(hello.peer == Self.ada && hello.word == 6)
        #expect(String(decoding: hello.instanceName, as: UTF8.self) == "1wh8gqy8zq87c")
        #expect(MultipeerHello(Self.ada) == hello)
        let plus = MultipeerHello(text: Array("0z+a+b\0".utf8))
        #expect(plus.peer == MultipeerPeerID(number: 35, displayName: "a+b"))
        #expect(MultipeerHello(text: Array("hello\0".utf8)).peer == nil)
        #expect(MultipeerHello(text: Array("Ä+Ada\0".utf8)).peer == nil)
    }

    @Test func anInvitationHasItsContext() throws {
        let invitation = MultipeerInvitation(
            inviteID: 1, sender: Self.ada, recipient: Self.bo, context: Array("hi".utf8))
        #expect(try MultipeerMessage.parsed(Published.invitation).content() == .invitation(invitation))
        #expect(try MultipeerMessage(.invitation(invitation), number: 1).serialized() == Published.invitation)
    }

    @Test func anAnswerHasConnectionDataOrNone() throws {
        let decline = MultipeerAnswer(isAccepted: false, inviteID: 1, sender: Self.bo, recipient: Self.ada)
        #expect(try MultipeerMessage.parsed(Published.decline).content() == .answer(decline))
        #expect(try decline.readConnectionData() == nil)
        guard case .answer(let accept) = try MultipeerMessage.parsed(Captured.accept).content() else {
            throw CancellationError()
        }
        #expect(accept.isAccepted && accept.sender == Self.bert && accept.recipient == Self.anna)
        let candidates = try #require(try accept.readConnectionData()).candidates
        #expect(candidates.map(\.address.description) == ["10.78.0.12", "fe80::4d:50ff:fe43:c"])
        #expect(candidates.map(\.port) == [16401, 16401])
    }

    @Test func addressesFollowAnAcceptedInvitation() throws {
        guard case .addresses(let message) = try MultipeerMessage.parsed(Captured.addresses).content() else {
            throw CancellationError()
        }
        #expect(message.inviteID == 1 && message.sender == Self.anna && message.recipient == Self.bert)
        let data = try message.readConnectionData()
        #expect(data.candidates.map(\.port) == [16402, 16402])
        #expect(data.addresses.segments.allSatisfy { $0.recipient == Self.bert.participant })
    }

    @Test func otherEntriesAreKept() throws {
        let others = [
            BinaryPropertyList.Entry("zeta", .array([.integer(1), .null])),
            BinaryPropertyList.Entry("MCNearbyServiceAcceptInviteKey", .boolean(true)),
            BinaryPropertyList.Entry("alpha", .real64(1)),
        ]
        let invitation = MultipeerInvitation(inviteID: 5, sender: Self.ada, recipient: Self.bo, others: others)
        #expect(try MultipeerInvitation.parsed(invitation.serialized()) == invitation)
        // A key of its own is not written twice.
        var shadowed = invitation
        shadowed.others = [BinaryPropertyList.Entry("MCNearbyServiceInviteIDKey", .integer(9))]
        #expect(try MultipeerInvitation.parsed(shadowed.serialized()).inviteID == 5)
    }

    @Test func aWrongChecksumIsAnErrorAtItsOffset() throws {
        #expect(throws: WireError(.invalidValue(0x0205_C866), field: "message checksum", offset: 8)) {
            try MultipeerMessage.parsed(Captured.brokenInvitation)
        }
    }

    @Test func aFlippedBitNeverPasses() {
        for bit in 0..<Published.hello.count * 8 {
            var bytes = Published.hello
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: WireError.self) { try MultipeerMessage.parsed(bytes) }
        }
    }

    @Test func everyCutIsAnError() {
        for count in Published.invitation.indices {
            let error = #expect(throws: WireError.self) {
                try MultipeerMessage.parsed(Array(Published.invitation[..<count]))
            }
            let expected: WireError.Kind =
                count < 16
                ? .truncated(needed: 16, available: count) : .truncated(needed: 253, available: count - 16)
            #expect(error?.kind == expected && error?.offset == (count < 16 ? 0 : 16))
        }
    }

    @Test func unknownMessagesAreKept() throws {
        let messages = [
            MultipeerMessage(.init(rawValue: 2300), number: 4, body: [1, 2]),
            MultipeerMessage(.accept, flags: .receipt, number: 0), MultipeerMessage(.accept, number: 0, body: [1]),
            MultipeerMessage(.hello, number: 0), MultipeerMessage(.data, flags: [.init(rawValue: 4)], number: 0),
            try MultipeerMessage(
                .data, number: 1, body: Self.body([.init("MCNearbyServiceMessageIDKey", .integer(9))])),
        ]
        for message in messages {
            #expect(message.kind == .unknown)
            #expect(try message.content() == .unknown)
            #expect(try MultipeerMessage.parsed(message.serialized()) == message)
        }
        #expect(throws: WireError.self) { try MultipeerMessage(.unknown, number: 0) }
    }

    private static func body(_ entries: [BinaryPropertyList.Entry]) throws -> [UInt8] {
        try BinaryPropertyList.Value.dictionary(entries).serialized()
    }

    @Test func badListsAreErrorsWithTheirKey() throws {
        let messageID = BinaryPropertyList.Entry("MCNearbyServiceMessageIDKey", .integer(1))
        let inviteID = BinaryPropertyList.Entry("MCNearbyServiceInviteIDKey", .integer(1))
        let cases: [([BinaryPropertyList.Entry], WireError.Kind, WireError.Field)] = [
            ([inviteID], .truncated(needed: 1, available: 0), "MCNearbyServiceMessageIDKey"),
            ([messageID], .truncated(needed: 1, available: 0), "MCNearbyServiceInviteIDKey"),
            ([messageID, .init("MCNearbyServiceInviteIDKey", .null)], .invalidValue(0), "MCNearbyServiceInviteIDKey"),
            (
                [messageID, inviteID, .init("MCNearbyServiceSenderPeerIDKey", .data([1, 2]))],
                .truncated(needed: 8, available: 2), "peer number"
            ),
            (
                [.init("MCNearbyServiceMessageIDKey", .integer(2)), inviteID],
                .truncated(needed: 1, available: 0), "MCNearbyServiceAcceptInviteKey"
            ),
        ]
        for (entries, kind, field) in cases {
            let message = MultipeerMessage(.data, number: 1, body: try Self.body(entries))
            let error = #expect(throws: WireError.self) { try message.content() }
            #expect(error?.kind == kind && error?.field == field && (error?.offset ?? 0) >= 16)
        }
        let broken = MultipeerMessage(.data, number: 1, body: Array("bplist00".utf8))
        #expect(broken.kind == .unknown)
        #expect(throws: WireError(.truncated(needed: 40, available: 8), field: "property list", offset: 16)) {
            try broken.content()
        }
        let hello = MultipeerMessage(.hello, number: 0, body: hex("00000006 0009 6162"))
        #expect(throws: WireError.self) { try hello.content() }
    }
}
