import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct FrameCheckSequenceTests {
    private func check(_ bytes: [UInt8]) -> UInt32 { FrameCheckSequence.of(bytes.span) }
    private func isValid(_ bytes: [UInt8], leavingOut padding: Range<Int> = 0..<0) -> Bool {
        FrameCheckSequence.isValid(bytes.span, leavingOut: padding)
    }

    /// Bit by bit, as IEEE 802.3 §3.2.9 defines it.
    private func reference(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }

    @Test func knownValue() { #expect(check(Array("123456789".utf8)) == 0xCBF4_3926) }

    @Test func isTheSameForAllLengths() {
        var random = SeededGenerator(seed: 32)
        for count in 0...300 {
            let bytes = random.bytes(count)
            #expect(check(bytes) == reference(bytes), "\(count) bytes")
        }
    }

    @Test func everyFlippedBitIsNoticed() {
        var frame = (0..<40).map { UInt8($0) }
        let sequence = check(frame)
        frame += (0..<4).map { UInt8(truncatingIfNeeded: sequence >> (8 * UInt32($0))) }
        #expect(isValid(frame))
        for bit in 0..<8 * frame.count {
            frame[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!isValid(frame))
            frame[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        #expect(!isValid([1, 2, 3]))
    }

    @Test func whatPadsTheHeaderDoesNotCount() {
        // The digits of the known value with two bytes between them, and its check.
        let padded = Array("1234--56789".utf8) + [0x26, 0x39, 0xF4, 0xCB]
        #expect(isValid(padded, leavingOut: 4..<6))
        #expect(!isValid(padded) && !isValid(padded, leavingOut: 4..<7))
        // Padding that would reach into the check is not there, and nothing need precede or follow it.
        let plain = Array("123456789".utf8) + [0x26, 0x39, 0xF4, 0xCB]
        #expect(isValid(plain, leavingOut: 9..<12) && isValid(plain, leavingOut: 0..<0))
        #expect(isValid([0xAA] + plain, leavingOut: 0..<1))
    }
}
