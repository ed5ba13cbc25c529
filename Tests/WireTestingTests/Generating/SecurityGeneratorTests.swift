import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting
import SealedChannels

@Suite struct SecurityGeneratorTests {
    @Test func hellosReadBack() throws {
        try expectRoundTrip(Generator<ServerHello>.plausible, seed: 8446, count: 200)
        try expectRoundTrip(Generator<ServerHello>.extreme, seed: 8446, count: 200)
        try expectRoundTrip(Generator<TLSExtension>.plausible, seed: 8446, count: 200)
        try expectRoundTrip(Generator<TLSExtension>.extreme, seed: 8446, count: 100)
    }

    @Test func headersReadBack() throws {
        try expectRoundTrip(Generator<TLSRecordHeader>.plausible, seed: 8446)
        try expectRoundTrip(Generator<TLSRecordHeader>.extreme, seed: 8446)
        try expectRoundTrip(Generator<TLSAlert>.plausible, seed: 8446)
        try expectRoundTrip(Generator<TLSAlert>.extreme, seed: 8446)
        try expectRoundTrip(Generator<DTLSRecordHeader>.plausible, seed: 6347)
        try expectRoundTrip(Generator<DTLSRecordHeader>.extreme, seed: 6347)
        try expectRoundTrip(Generator<DTLSHandshakeHeader>.plausible, seed: 6347)
        try expectRoundTrip(Generator<DTLSHandshakeHeader>.extreme, seed: 6347)
        try expectRoundTrip(Generator<STUNMessageHeader>.plausible, seed: 8489)
        try expectRoundTrip(Generator<STUNMessageHeader>.extreme, seed: 8489)
    }

    @Test func unifiedHeadersReadBackByWhoKnowsTheLengthOfTheConnectionID() throws {
        for generator in [Generator<DTLSUnifiedHeader>.plausible, .extreme] {
            for header in generator.values(seed: 9147, count: 1000) {
                var output = ByteWriter()
                header.serialize(into: &output)
                let bytes = output.bytes
                var input = ByteReader(bytes.span)
                let copy = try DTLSUnifiedHeader(parsing: &input, connectionIDLength: header.connectionID.count)
                #expect(copy == header && input.isAtEnd)
            }
        }
    }

    @Test func headersOfQUICReadBackWithTheirPayload() throws {
        for generator in [Generator<QUICPacketHeader>.plausible, .extreme] {
            for header in generator.values(seed: 9000, count: 500) {
                var output = ByteWriter()
                try header.serialize(into: &output)
                let bytes = output.bytes + [UInt8](repeating: 0, count: header.announcedLength)
                var input = ByteReader(bytes.span)
                let idLength = header.destinationConnectionID.count
                #expect(try QUICPacketHeader(parsing: &input, connectionIDLength: idLength) == header)
            }
        }
    }

    @Test func plausibleMessagesAreTakenForWhatTheyAre() throws {
        for hello in Generator<ServerHello>.plausible.values(seed: 1, count: 100) {
            #expect([TLSVersion.tls12, .tls13].contains(hello.version))
            #expect(hello.version == .tls13 || hello.applicationProtocol == "h2")
        }
        for header in Generator<STUNMessageHeader>.plausible.values(seed: 1, count: 100) {
            var output = ByteWriter()
            header.serialize(into: &output)
            let datagram = output.bytes + [UInt8](repeating: 0, count: Int(header.length))
            let isSTUN = STUNMessageHeader.looksLikeSTUN(datagram.span)
            #expect(isSTUN && header.method == .binding)
        }
        for header in Generator<DTLSRecordHeader>.plausible.values(seed: 1, count: 100) {
            var output = ByteWriter()
            header.serialize(into: &output)
            let datagram = output.bytes + [UInt8](repeating: 0, count: Int(header.length))
            let isDTLS = DTLSRecordHeader.looksLikeDTLS(datagram.span)
            #expect(isDTLS)
        }
        let alerts = Generator<TLSAlert>.plausible.values(seed: 1, count: 100)
        // All have a name.
        #expect(alerts.allSatisfy { Int($0.code.description) == nil })
        #expect(Set(alerts.map(\.level)) == [1, 2])
    }

    @Test func extremeHeadersReachTheLimits() {
        let records = Generator<TLSRecordHeader>.extreme.values(seed: 1, count: 300)
        #expect(
            records.contains { Int($0.length) == TLSRecordHeader.maximumLength } && records.contains { $0.length == 0 })
        let numbers = Generator<DTLSRecordHeader>.extreme.values(seed: 1, count: 300).map(\.sequenceNumber)
        #expect(numbers.contains(0xFFFF_FFFF_FFFF) && numbers.contains(0))
        let fragments = Generator<DTLSHandshakeHeader>.extreme.values(seed: 1, count: 300)
        #expect(fragments.contains { $0.fragmentLength == 0xFF_FFFF })
        #expect(fragments.contains { $0.fragmentOffset == $0.length && $0.length > 0 })
        let unified = Generator<DTLSUnifiedHeader>.extreme.values(seed: 1, count: 1000)
        #expect(Set(unified.map(\.firstByte)).count == 32)
        #expect(Set(unified.map(\.connectionID.count)).isSuperset(of: [0, 255]))
        let messages = Generator<STUNMessageHeader>.extreme.values(seed: 1, count: 300)
        #expect(messages.contains { $0.length == 0xFFFC } && Set(messages.map(\.messageClass)).count == 4)
        let hellos = Generator<ServerHello>.extreme.values(seed: 1, count: 100)
        #expect(hellos.contains { $0.extensions == nil } && hellos.contains { $0.sessionID.count == 32 })
        let extensions = Generator<TLSExtension>.extreme.values(seed: 1, count: 100)
        #expect(extensions.contains { $0.content.count == 0xFFFF })
    }

    @Test func damagedHeadersThrowTheirErrors() throws {
        try expectNoCrash(parsing: Generator<ServerHello>.extreme.wireForms, count: 300) {
            _ = try ServerHello.parsed($0)
        }
        try expectNoCrash(parsing: Generator<DTLSHandshakeHeader>.extreme.wireForms, count: 300) {
            _ = try DTLSHandshakeHeader.parsed($0)
        }
        try expectNoCrash(parsing: Generator<STUNMessageHeader>.extreme.wireForms, count: 300) {
            _ = try STUNMessageHeader.parsed($0)
        }
    }
}
