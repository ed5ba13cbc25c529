import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct TLSOfferedPreSharedKeysTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> TLSOfferedPreSharedKeys {
        var reader = ByteReader(bytes.span)
        return try TLSOfferedPreSharedKeys(parsing: &reader)
    }

    private func bytes(_ value: TLSOfferedPreSharedKeys) throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        try value.serialize(into: &writer)
        return writer.bytes
    }

    private let example = TLSOfferedPreSharedKeys(
        identities: [.init(identity: Array("peer".utf8)), .init(identity: [1, 2], obfuscatedTicketAge: 0xA0B0_C0D0)],
        binders: [[UInt8](repeating: 7, count: 32), [UInt8](repeating: 9, count: 48)])
    private let wire =
        hex("0012 0004 70656572 00000000 0002 0102 a0b0c0d0 0052 20") + [UInt8](repeating: 7, count: 32)
        + hex("30") + [UInt8](repeating: 9, count: 48)

    @Test func namesKeysAndProvesThem() throws {
        #expect(try parse(wire) == example)
        #expect(try bytes(example) == wire)
        #expect(example.bindersSize == 2 + 33 + 49)
    }

    @Test func everyCutAndEveryByteMoreIsAnError() {
        for count in 0..<wire.count {
            #expect(throws: WireError.self) { try parse(Array(wire.prefix(count))) }
        }
        #expect(throws: WireError(.trailingBytes(count: 1), field: "pre_shared_key", offset: wire.count)) {
            try parse(wire + [0])
        }
    }

    @Test func aLengthBeyondItsListIsAnError() {
        var changed = wire
        changed[3] = 200
        let expected = WireError(
            .truncated(needed: 200, available: 16), field: "PSK identity", offset: 4, limit: "PSK identities length")
        #expect(throws: expected) { try parse(changed) }
    }

    @Test func readsBackWhatItWrites() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let count = random.number(in: 0...5)
            let value = TLSOfferedPreSharedKeys(
                identities: (0..<count).map { _ in
                    .init(identity: random.bytes(random.number(in: 0...200)), obfuscatedTicketAge: random.boundary())
                },
                binders: (0..<count).map { _ in random.bytes(random.pick([0, 32, 48, 255])) })
            #expect(try parse(bytes(value)) == value)
        }
    }
}
