import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerDatagramTests {
    private func fields(_ fields: [FrameField]) -> [String: FieldValue] {
        #expect(Set(fields.map(\.name)).count == fields.count, "a name is there once")
        return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }

    @Test func showsPackets() throws {
        let data = fields(try MultipeerDatagram.parsed(Published.data).namedFields)
        #expect(data["kind"] == .text("data") && data["sender"] == .text("4E9B6F08"))
        #expect(data["payload"] == .hex(Array("hello".utf8)) && data["number"] == .number(0))
        let state = fields(try MultipeerDatagram.parsed(Published.linkState).namedFields)
        guard case .list(let nodes) = state["nodes"], case .object(let node) = nodes.first else {
            throw CancellationError()
        }
        #expect(fields(node)["name"] == .text("4E9B6F08"))
        let heartbeat = fields(try MultipeerDatagram.parsed(Published.heartbeat).namedFields)
        #expect(heartbeat["isRequest"] == .boolean(true) && heartbeat["number"] == .number(1))
    }

    @Test func showsChecksAndRecords() throws {
        let response = fields(try MultipeerDatagram.parsed(Captured.checkResponse).namedFields)
        #expect(response["mappedAddress"] == .text("10.78.0.12") && response["mappedPort"] == .number(16401))
        #expect(response["addresses"] != nil && response["role"] == nil)
        let request = fields(try MultipeerDatagram.parsed(Captured.nomination).namedFields)
        #expect(request["isNominating"] == .boolean(true) && request["role"] == .text("controlling"))
        let record = fields(try MultipeerDatagram.parsed(Captured.sealedData).namedFields)
        #expect(record["kind"] == .text("dtlsData") && record["epoch"] == .number(1))
        #expect(record["fragmentBytes"] == .number(84))
    }

    @Test func showsWhatIsWrongWithABody() throws {
        let ends = MultipeerParticipantID(rawValue: 1)
        let packet = fields(MultipeerPacket(.heartbeat, sender: ends, receiver: ends, body: [1]).namedFields)
        #expect(packet["body"] == .hex([1]))
        #expect(packet["fault"] == .text("heartbeat at offset 16 needs 4 bytes, 1 are there within the packet length"))
        let unknown = fields(MultipeerPacket(.init(rawValue: 6), sender: ends, receiver: ends, body: [9]).namedFields)
        #expect(unknown["type"] == .number(6) && unknown["body"] == .hex([9]) && unknown["fault"] == nil)
    }

    @Test func anyValueCanBeShown() {
        for datagram in Generator<MultipeerDatagram>.extreme.values(seed: 8, count: 100) {
            #expect(fields(datagram.namedFields)["kind"] == .text(datagram.kind.rawValue))
        }
        for message in Generator<MultipeerMessage>.extreme.values(seed: 8, count: 100) {
            #expect(fields(message.namedFields)["kind"] == .text(message.kind.rawValue))
        }
    }

    @Test func showsMessages() throws {
        let invitation = fields(try MultipeerMessage.parsed(Published.invitation).namedFields)
        #expect(invitation["kind"] == .text("invite") && invitation["context"] == .hex(Array("hi".utf8)))
        guard case .object(let sender) = invitation["sender"] else { throw CancellationError() }
        #expect(fields(sender)["peerID"] == .text("1wh8gqy8zq87c"))
        let accept = fields(try MultipeerMessage.parsed(Captured.accept).namedFields)
        guard case .object(let data) = accept["connectionData"] else { throw CancellationError() }
        #expect(fields(data)["encryption"] == .text("none") && accept["isAccepted"] == .boolean(true))
        let hello = fields(try MultipeerMessage.parsed(Published.hello).namedFields)
        #expect(hello["word"] == .number(6) && hello["peer"] != .null)
    }
}
