import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct MonitorGeneratorTests {
    @Test func headersReadBack() throws {
        try expectRoundTrip(Generator<PPIHeader>.plausible, seed: 192, count: 300)
        try expectRoundTrip(Generator<PPIHeader>.extreme, seed: 192, count: 500)
        try expectRoundTrip(Generator<PPICommonField>.plausible, seed: 192, count: 300)
        try expectRoundTrip(Generator<PPICommonField>.extreme, seed: 192, count: 300)
        try expectRoundTrip(Generator<PrismHeader>.plausible, seed: 119, count: 300)
        try expectRoundTrip(Generator<PrismHeader>.extreme, seed: 119, count: 500)
        try expectRoundTrip(Generator<AVSHeader>.plausible, seed: 163, count: 300)
        try expectRoundTrip(Generator<AVSHeader>.extreme, seed: 163, count: 300)
    }

    @Test func plausibleHeadersTellTheSignal() {
        let signals = -90...(-30)
        for header in Generator<PPIHeader>.plausible.values(seed: 1, count: 100) {
            #expect(header.common.map { signals.contains(Int($0.signal)) } == true)
        }
        for header in Generator<PrismHeader>.plausible.values(seed: 1, count: 100) {
            #expect(header.signal.map { signals.contains(Int($0)) } == true)
            #expect(header.value(.signalQuality) == nil && header.items.allSatisfy { $0.kind != nil })
        }
        for header in Generator<AVSHeader>.plausible.values(seed: 1, count: 100) {
            #expect(header.signalStrength.map { signals.contains(Int($0)) } == true)
        }
    }

    @Test func extremeHeadersReachTheLimits() throws {
        let lengths = try Generator<PPIHeader>.extreme.values(seed: 1, count: 1000).map { try $0.serialized().count }
        #expect(lengths.contains(PPIHeader.fixedSize))
        #expect(lengths.allSatisfy { $0 <= 0xFFFF } && lengths.contains { $0 > 0xFFF0 })
        let headers = Generator<PPIHeader>.extreme.values(seed: 1, count: 1000)
        #expect(headers.contains { $0.fields.contains { !$0.padding.isEmpty } })
        #expect(headers.contains { $0.rest.count == 3 })
        let prism = Generator<PrismHeader>.extreme.values(seed: 1, count: 300)
        #expect(Set(prism.map(\.isLittleEndian)).count == 2)
        #expect(prism.contains { $0.items.count == 500 } && prism.contains { $0.rest.count == 11 })
        #expect(Generator<AVSHeader>.extreme.values(seed: 1, count: 300).contains { $0.extensionBytes.count == 2000 })
    }

    @Test func damagedHeadersThrowTheirErrors() throws {
        try expectNoCrash(parsing: Generator<PPIHeader>.extreme.wireForms, count: 300) { _ = try PPIHeader.parsed($0) }
        try expectNoCrash(parsing: Generator<PrismHeader>.extreme.wireForms, count: 300) {
            _ = try PrismHeader.parsed($0)
        }
        try expectNoCrash(parsing: Generator<AVSHeader>.extreme.wireForms, count: 300) { _ = try AVSHeader.parsed($0) }
    }
}
