import Testing
import WireCoding
import WirelessFrames

@Suite struct AWDLChannelSequenceTests {
    private func sequence(_ hex: String) throws(WireError) -> AWDLChannelSequence {
        let bytes = Frames.bytes(hex)
        var input = ByteReader(bytes.span)
        return try AWDLChannelSequence(parsing: &input)
    }

    @Test func oneScheduleInTwoEncodings() throws {
        let frame = try CapturedAWDLFrames.actionFrame(1)
        let legacy = try #require(frame.synchronizationParameters?.channelSequence)
        let classes = try #require(frame.channelSequence)
        #expect(legacy.encoding == .legacy && classes.encoding == .operatingClass)
        let expected = SIMD16<UInt8>(104, 0, 149, 0, 0, 0, 0, 0, 6, 0, 149, 0, 0, 0, 0, 0)
        #expect(legacy.controlChannels == expected && classes.controlChannels == expected)
        #expect(legacy[0] == .legacy(flags: 0x1E, number: 102) && legacy[0].bandwidth == 40)
        #expect(legacy[8] == .legacy(flags: 0x2B, number: 6) && legacy[8].bandwidth == 20)
        #expect(classes[2] == .operatingClass(channel: 149, operatingClass: 128))
        #expect(classes[1].isAbsent && !classes[2].isAbsent)
    }

    @Test func aByteForEachSlot() throws {
        let frame = try CapturedAWDLFrames.actionFrame(2)
        #expect(frame.channelSequence?.encoding == .simple)
        #expect(frame.channelSequence?.controlChannels == SIMD16(6, 6, 0, 0, 6, 6, 0, 0, 6, 6, 0, 0, 6, 6, 0, 0))
    }

    @Test(
        arguments: [
            (0x1D, 151, 149), (0x1D, 46, 44), (0x1E, 102, 104), (0x1E, 151, 153), (0x2B, 6, 6), (0x1B, 36, 36),
            (0x1F, 46, 46), (0x19, 46, 46), (0x1D, 1, 1), (0x1E, 255, 255), (0, 0, 0),
        ] as [(UInt8, UInt8, UInt8)])
    func theControlChannelOf40MHzIsBesideTheCenter(flags: UInt8, number: UInt8, control: UInt8) {
        #expect(AWDLChannel.legacy(flags: flags, number: number).controlChannel == control)
    }

    @Test func countsAreOneMoreThanWritten() throws {
        let one = try sequence("00 03 00 00 0000 0651")
        #expect(one.count == 1 && one.stepCount == 1 && one.fillChannel == 0)
        #expect(one.controlChannels == SIMD16(6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let most = try sequence("ff 00 00 ff ffff" + String(repeating: "2c", count: 256))
        #expect(most.count == 256 && most.stepCount == 256 && most.channels.count == 256)
        #expect(most[255] == .simple(44))
        var written = ByteWriter()
        most.serialize(into: &written)
        #expect(written.bytes == Frames.bytes("ff 00 00 ff ffff" + String(repeating: "2c", count: 256)))
    }

    @Test func slotsBeyondTheMostAreDroppedAndNoneAreOne() {
        #expect(AWDLChannelSequence(encoding: .simple, slots: [UInt16](repeating: 6, count: 300)).count == 256)
        #expect(AWDLChannelSequence(encoding: .simple, slots: []).channels == [.simple(0)])
    }
}
