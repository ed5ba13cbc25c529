import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MultipeerRecognitionTests {
    private func recognition(_ bytes: [UInt8]) -> MultipeerRecognition {
        .channel(startingWith: bytes.span)
    }

    @Test(arguments: [
        Published.hello, Published.helloAck, Published.firstConnectionAccept, Published.firstReceipt,
        Published.invitation, Published.decline, Captured.accept, Captured.foreignInvitation,
        Captured.foreignReceipt,
    ])
    func takesEveryMessage(_ bytes: [UInt8]) {
        #expect(recognition(bytes) == .match)
        #expect(recognition(bytes + [1, 2, 3]) == .match)
        let size = 16 + Int(bytes.span.bigEndianUInt32(at: 4))
        for count in 0..<size {
            #expect(recognition(Array(bytes[..<count])) == .incomplete(needed: count < 16 ? 16 : size))
        }
    }

    @Test func takesNothingElse() {
        var wrong = Published.hello
        wrong[20] ^= 1
        let others = [
            wrong, Array("GET / HTTP/1.1\r\n".utf8), hex("16030100"), hex("00000040 7b22"), hex("0834 0002"),
            // A body where there is none, a list that is too short or none, a text longer than its hello.
            hex("0898 0000 00000001 00000000 00000000"), hex("0834 0000 00000008 00000000 00000000"),
            hex("0834 0000 00000040 00000000 00000000 78"), hex("0834 0000 7fffffff 00000000 00000000"),
            hex("07d0 0000 00000008 00000000 00000000 00000006 0003"),
        ]
        for bytes in others { #expect(recognition(bytes) == .mismatch) }
        for seed in 0..<1000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            #expect(recognition([0x08, 0x34] + random.bytes(60)) == .mismatch)
        }
    }
}
