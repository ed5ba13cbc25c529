import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct PSKClientKeyExchangeTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> PSKClientKeyExchange {
        var reader = ByteReader(bytes.span)
        return try PSKClientKeyExchange(parsing: &reader)
    }

    /// The body of the captured message.
    private let captured = hex("0009546963546163546f65")

    @Test func namesTheKey() throws {
        #expect(try parse(captured) == PSKClientKeyExchange(identity: Array("TicTacToe".utf8)))
        #expect(try parse(captured + [0, 1, 5]).exchange == [0, 1, 5])
        #expect(try parse([0, 0]).identity == [])
    }

    @Test func everyCutIsAnError() {
        for count in 0..<captured.count {
            #expect(throws: WireError.self) { try parse(Array(captured.prefix(count))) }
        }
        let expected = WireError(.truncated(needed: 9, available: 8), field: "PSK identity", offset: 2)
        #expect(throws: expected) { try parse(Array(captured.dropLast())) }
    }

    @Test func readsBackWhatItWrites() throws {
        var random = SeededGenerator(seed: 3)
        for length in [0, 1, 300, 65_535] {
            let value = PSKClientKeyExchange(
                identity: random.bytes(length), exchange: random.bytes(random.number(in: 0...70)))
            var writer = ByteWriter()
            try value.serialize(into: &writer)
            #expect(try parse(writer.bytes) == value)
        }
        var writer = ByteWriter()
        #expect(throws: WireError(.tooLong(length: 65_536, maximum: 65_535), field: "PSK identity", offset: 0)) {
            try PSKClientKeyExchange(identity: random.bytes(65_536)).serialize(into: &writer)
        }
        #expect(writer.bytes.isEmpty)
    }
}
