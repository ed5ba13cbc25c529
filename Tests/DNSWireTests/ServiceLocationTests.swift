import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct ServiceLocationTests {
    @Test func readsPriorityWeightPortAndTarget() throws {
        let bytes: [UInt8] = [0, 1, 0, 2, 0x1F, 0x90, 1, 0x61, 0]
        var reader = ByteReader(bytes.span)
        let location = try ServiceLocation(parsing: &reader)
        let target = try #require(DNSName(presentation: "a."))
        #expect(location == ServiceLocation(priority: 1, weight: 2, port: 8080, target: target))
        var writer = ByteWriter()
        location.serialize(into: &writer)
        #expect(writer.bytes == bytes)
    }

    @Test func targetIsCompressedInMulticastAlone() throws {
        let target = try #require(DNSName(presentation: "a.local."))
        for (scope, size) in [(NameCompression.Scope.multicast, 8), (.unicast, 15), (.none, 15)] {
            var writer = ByteWriter()
            var names = NameCompression(scope: scope)
            target.serialize(into: &writer, compressedBy: &names)
            let start = writer.count
            ServiceLocation(port: 1, target: target).serialize(into: &writer, compressedBy: &names)
            #expect(writer.count - start == size)
        }
    }
}
