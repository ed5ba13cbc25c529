import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WirelessFrames

@Suite struct ResourceRecordAWDLTests {
    private func name(_ text: String) throws -> AWDLName { try #require(AWDLName(text)) }

    @Test func aPointerIsRelativeToItsOwner() throws {
        let response = AWDLServiceResponse(
            name: try name("_appsvcprepair._tcp.local"), data: .pointer(try name("iPhone (2)")))
        let record = try #require(ResourceRecord(response))
        #expect(record.type == .ptr && record.name.presentation == "_appsvcprepair._tcp.local.")
        guard case .pointer(let target) = record.data else {
            Issue.record("\(record.data)")
            return
        }
        #expect(target.presentation == "iPhone (2)._appsvcprepair._tcp.local.")
        #expect(ServiceInstanceName(target)?.instance == Array("iPhone (2)".utf8))
    }

    @Test func aLocationKeepsItsNumbers() throws {
        let response = AWDLServiceResponse(
            name: try name("9e39._airdrop._tcp.local"),
            data: .service(priority: 1, weight: 2, port: 8770, target: try name("87b469cc.local")))
        let host = try #require(DNSName(presentation: "87b469cc.local."))
        #expect(
            ResourceRecord(response)?.data
                == .service(ServiceLocation(priority: 1, weight: 2, port: 8770, target: host)))
    }

    @Test func aTargetIsRelativeToItsOwnerLikeAPointer() throws {
        let response = AWDLServiceResponse(
            name: try name("lab._http._tcp.local"),
            data: .service(priority: 0, weight: 0, port: 80, target: try name("host")))
        let host = try #require(DNSName(presentation: "host.lab._http._tcp.local."))
        #expect(
            ResourceRecord(response)?.data
                == .service(ServiceLocation(priority: 0, weight: 0, port: 80, target: host)))
    }

    @Test func stringsAreTheDataOfAText() throws {
        let owner = try name("9e39._airdrop._tcp.local")
        let record = ResourceRecord(AWDLServiceResponse(name: owner, data: .text([Array("flags=507".utf8), []])))
        #expect(record?.data == .text([9] + Array("flags=507".utf8) + [0]))
        #expect(ResourceRecord(AWDLServiceResponse(name: owner, data: .text([])))?.data == .text([0]))
    }

    @Test func whatIsNoNameInDNSIsNoRecord() throws {
        let unknown = AWDLName(items: [.code(AWDLNameCode(rawValue: 0xC00F))])
        let empty = AWDLName(items: [.label([]), .code(.local)])
        let long = AWDLName(items: Array(repeating: .label([UInt8](repeating: 0x61, count: 63)), count: 5))
        for name in [unknown, empty, long] {
            #expect(DNSName(name) == nil)
            #expect(ResourceRecord(AWDLServiceResponse(name: name, data: .text([]))) == nil)
        }
        let address = AWDLServiceResponse(name: try name("a.local"), data: .other(AWDLRecordType(rawValue: 1), []))
        #expect(ResourceRecord(address) == nil)
    }
}
