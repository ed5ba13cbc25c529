import DNSWire
import Testing

@Suite struct RecordTypeTests {
    @Test func everyTypeReadsBackFromItsName() {
        for number in UInt16.min...UInt16.max {
            let type = RecordType(rawValue: number)
            #expect(RecordType(type.description) == type)
        }
    }

    @Test func namesAreThoseOfTheRegistry() {
        let types: [RecordType] = [.naptr, .sig, .key, .tsig, .axfr, .any, .https, RecordType(rawValue: 16)]
        #expect(types.map(\.description) == ["NAPTR", "SIG", "KEY", "TSIG", "AXFR", "ANY", "HTTPS", "TXT"])
        #expect(RecordType("srv") == .srv)
        #expect(RecordType("type33") == .srv)
    }

    @Test(arguments: ["", "TYPE", "TYPE+1", "TYPE65536", "TYPE 1", "ANAME", "33"])
    func otherTextIsNoType(text: String) { #expect(RecordType(text) == nil) }

    @Test func classesReadBackFromTheirNames() {
        for number in UInt16.min...UInt16.max {
            let recordClass = RecordClass(rawValue: number)
            #expect(RecordClass(recordClass.description) == recordClass)
        }
        #expect(RecordClass("in") == .internet)
        #expect(RecordClass("CLASSY") == nil)
    }
}
