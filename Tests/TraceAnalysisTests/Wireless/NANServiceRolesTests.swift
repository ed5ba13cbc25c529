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
        var roles = NANServiceRoles(names: [NANServiceID(rawValue: 2): "printing"])
        roles.add([offer(1, .publish), offer(2, .subscribe), offer(3, nil)], of: RadioScene.anna)
        roles.add([offer(1, .publish), offer(1, .subscribe), offer(2, .followUp)], of: RadioScene.bert)
        let (anna, bert) = (RadioScene.anna.description, RadioScene.bert.description)
        #expect(roles.services.map(\.name) == [nil, "printing", nil])
        #expect(roles.services.map(\.publishers) == [[anna, bert], [], []])
        #expect(roles.services.map(\.subscribers) == [[bert], [anna], []])
    }

    @Test func whoNamedAServiceBeforeIsNotCopiedForTheNext() {
        var roles = NANServiceRoles(names: [:])
        var moves = 0
        var place: UInt = 0
        for number in 0..<4096 {
            roles.add([offer(1, .publish)], of: LinkAddress(rawValue: UInt64(number)))
            // Only the address is looked at, not what is there.
            let next = unsafe roles.services[0].publishers.withUnsafeBufferPointer { list in
                UInt(bitPattern: list.baseAddress)
            }
            if next != place { moves += 1 }
            place = next
        }
        // The list moves only when it has to double its room.
        #expect(roles.services[0].publishers.count == 4096 && moves <= 16)
    }
}
