import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct ServerHelloTests {
    private static func parse(_ bytes: [UInt8]) throws(WireError) -> ServerHello {
        var reader = ByteReader(bytes.span)
        return try ServerHello(parsing: &reader)
    }

    private static func bytes(_ hello: ServerHello) throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        try hello.serialize(into: &writer)
        return writer.bytes
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<1000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let extensions = (0..<generator.number(in: 0...6)).map { _ in
                TLSExtension(
                    type: .init(rawValue: UInt16(generator.number(in: 0...65_535))),
                    content: generator.bytes(generator.number(in: 0...40)))
            }
            let hello = ServerHello(
                random: generator.bytes(32), sessionID: generator.bytes(generator.pick([0, 32])),
                cipherSuite: TLSCipherSuite(rawValue: UInt16(generator.number(in: 0...65_535))),
                compressionMethod: UInt8(generator.number(in: 0...255)),
                extensions: generator.chance(1, in: 4) ? nil : extensions)
            #expect(try Self.parse(Self.bytes(hello)) == hello, "seed \(seed)")
        }
    }

    @Test func writesTheCapturedBytes() throws {
        for body in [Array(TLSFlights.server13[9..<127]), Array(TLSFlights.server12[9..<79])] {
            #expect(try Self.bytes(Self.parse(body)) == body)
        }
    }

    @Test func theVersionIsInTheExtensionWhereThereIsOne() throws {
        #expect(try Self.parse(Array(TLSFlights.server13[9..<127])).version == .tls13)
        #expect(try Self.parse(Array(TLSFlights.server13[9..<127])).legacyVersion == .tls12)
        #expect(try Self.parse(Array(TLSFlights.server12[9..<79])).version == .tls12)
    }

    @Test func aRetryIsKnownByItsRandom() throws {
        #expect(try Self.parse(Array(TLSFlights.serverRetry[9..<93])).isHelloRetryRequest)
        #expect(try !Self.parse(Array(TLSFlights.server13[9..<127])).isHelloRetryRequest)
    }

    @Test func everyCutIsAnError() {
        let body = Array(TLSFlights.server13[9..<127])
        for count in 0..<body.count {
            // Without extensions it ends behind the compression method.
            guard count != 70 else { continue }
            #expect(throws: WireError.self, "\(count)") { try Self.parse(Array(body[..<count])) }
        }
    }
}
