import Testing
import TraceModel
import WireCoding
import WirelessFrames

@testable import TraceAnalysis

@Suite struct NANServiceRolesTests {
    private func offer(_ service: UInt64, _ type: NANServiceControl.ServiceType?) -> NANNodeHistory.Offer {
        NANNodeHistory.Offer(
            service: NANServiceID(rawValue: service), type: type, first: PacketMoment(frame: 1, time: 0))
    }

    @Test func rolesByService() {
        let services = NANBuilder.services(
            of: [
                (RadioScene.anna, offer(1, .publish)), (RadioScene.anna, offer(2, .subscribe)),
                (RadioScene.anna, offer(3, nil)), (RadioScene.bert, offer(1, .publish)),
                (RadioScene.bert, offer(1, .subscribe)), (RadioScene.bert, offer(2, .followUp)),
            ], names: [NANServiceID(rawValue: 2): "printing"])
        let (anna, bert) = (RadioScene.anna.description, RadioScene.bert.description)
        #expect(services.map(\.name) == [nil, "printing", nil])
        #expect(services.map(\.publishers) == [[anna, bert], [], []])
        #expect(services.map(\.subscribers) == [[bert], [anna], []])
    }

    /// Copying those who named the service before, for each of them, would take this test minutes.
    @Test func aServiceThatVeryManyNodesNameListsAllOfThem() {
        let addresses = (0..<65_536).map { LinkAddress(rawValue: $0) }
        let services = NANBuilder.services(of: addresses.map { ($0, offer(1, .publish)) }, names: [:])
        #expect(services.map(\.publishers) == [addresses.map(\.description)])
    }
}
