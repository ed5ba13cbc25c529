import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct QuestionTests {
    @Test func topBitOfTheClassAsksForUnicast() throws {
        let name = try #require(DNSName(presentation: "_http._tcp.local."))
        let question = Question(name: name, type: .ptr, wantsUnicastResponse: true)
        #expect(question.rawClass == 0x8001)
        #expect(question.recordClass == .internet)
        #expect(!Question(name: name, type: .ptr, recordClass: .any).wantsUnicastResponse)
    }

    @Test func questionsReadBack() throws {
        for question in Generator<Question>.extreme.values(seed: 255, count: 200) {
            var writer = ByteWriter()
            question.serialize(into: &writer)
            var reader = ByteReader(writer.bytes.span)
            #expect(try Question(parsing: &reader) == question)
            #expect(reader.remaining == 0)
        }
    }

    @Test func saysWhichFieldIsMissing() {
        let bytes: [UInt8] = [0, 0, 12, 0]
        let error = WireError(.truncated(needed: 2, available: 1), field: "QCLASS", offset: 3)
        #expect(throws: error) {
            var reader = ByteReader(bytes.span)
            _ = try Question(parsing: &reader)
        }
    }
}
