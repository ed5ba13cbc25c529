import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct InformationElementListTests {
    private static let beacon = Frames.bytes("0004486f6d65 010482848b96 030106 dd04506f9a13")

    private func list(_ bytes: [UInt8]) -> InformationElementList {
        var input = ByteReader(bytes.span)
        return InformationElementList(parsing: &input)
    }

    private func bytes(of list: InformationElementList) -> [UInt8] {
        var output = ByteWriter()
        list.serialize(into: &output)
        return output.bytes
    }

    @Test func elementsStayInTheirOrder() {
        let elements = list(Self.beacon)
        #expect(elements.elements.map(\.id) == [.ssid, .supportedRates, .dsParameterSet, .vendorSpecific])
        #expect(elements.ssid == Array("Home".utf8))
        #expect(elements.rest.isEmpty && elements.fault() == nil)
        #expect(bytes(of: elements) == Self.beacon)
    }

    @Test func aCutKeepsTheRest() {
        for count in 0..<Self.beacon.count {
            let part = Array(Self.beacon[..<count])
            let elements = list(part)
            #expect(bytes(of: elements) == part)
            #expect(
                elements.fault(baseOffset: 36)?.offset
                    == (elements.rest.isEmpty ? nil : 36 + count - elements.rest.count))
        }
    }

    @Test func theWalkSeesTheSame() {
        var random = SeededGenerator(seed: 0x3A1)
        for _ in 0..<2000 {
            var bytes = Self.beacon
            bytes[random.number(in: 0...bytes.count - 1)] = random.bytes(1)[0]
            let elements = list(bytes)
            var walk = InformationElements(bytes.span, baseOffset: 36)
            var found: [InformationElement] = []
            do throws(WireError) {
                while let element = try walk.next() {
                    found.append(InformationElement(id: element.id, body: Array(bytes[element.body])))
                }
                #expect(elements.rest.isEmpty)
            } catch {
                #expect(error.offset == elements.fault(baseOffset: 36)?.offset)
                #expect(error.kind == elements.fault(baseOffset: 36)?.kind)
            }
            #expect(found == elements.elements)
            #expect(walk.position == bytes.count - elements.rest.count)
        }
    }
}
