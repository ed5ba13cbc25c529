import DNSWire
import Testing
import WireCoding

@testable import TraceAnalysis

@Suite struct RecordsByNameTests {
    private typealias Fixture = ServiceFixture

    @Test(arguments: [3, 40])
    func theRecordsOfANameAreGivenInOrderAndNoMoreOfThemThanAskedFor(count: Int) throws {
        let other = try Fixture.pointer()
        let records = try (1...count).flatMap { [other, try Fixture.location(port: UInt16($0))] }
        var byName = RecordsByName(records)
        let name = try Fixture.name(Fixture.instanceText)
        #expect(byName.records(of: name, limit: 2) == [records[1], records[3]])
        #expect(byName.records(of: name, limit: 100).count == count)
        #expect(byName.records(of: .root, limit: 2).isEmpty)
    }

    @Test func theLocationOfANameIsInItsFirstSRVRecord() throws {
        let records = [
            try Fixture.pointer(), try Fixture.text("P-1"), try Fixture.location(port: 1),
            try Fixture.location(port: 2),
        ]
        var byName = RecordsByName(records)
        #expect(byName.location(of: try Fixture.name(Fixture.instanceText))?.port == 1)
        #expect(byName.location(of: try Fixture.name(Fixture.typeText)) == nil)
    }
}
