import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct AWDLActionFrameTests {
    private func bytes(_ frame: AWDLActionFrame) -> [UInt8] {
        var output = ByteWriter()
        frame.serialize(into: &output)
        return output.bytes
    }

    @Test(arguments: CapturedAWDLFrames.captures)
    func framesAreWrittenAsTheyWere(capture: String) throws {
        for (number, body) in try CapturedAWDLFrames.actionFrames(of: capture) {
            let frame = try CapturedAWDLFrames.parsed(body)
            #expect(bytes(frame) == body, "frame \(number)")
            #expect(frame.rest.isEmpty && frame.elements.allSatisfy { $0.error == nil }, "frame \(number)")
        }
    }

    @Test(arguments: 0..<20)
    func anyFrameReadsBack(seed: UInt64) throws {
        for frame in Generator<AWDLActionFrame>.extreme.values(seed: seed, count: 50) {
            let read = try CapturedAWDLFrames.parsed(bytes(frame))
            try frame.validate()
            #expect(read == frame)
            #expect(read.elements.allSatisfy { $0.error == nil })
        }
    }

    @Test(arguments: CapturedAWDLFrames.captures)
    func damagedFramesKeepTheirBytes(capture: String) throws {
        var generator = SeededGenerator(seed: 6)
        for (number, body) in try CapturedAWDLFrames.actionFrames(of: capture).prefix(60) {
            for _ in 0..<200 {
                var damaged = body
                for _ in 0..<generator.number(in: 1...4) {
                    let place = generator.number(in: AWDLActionHeader.size...damaged.count - 1)
                    switch generator.number(in: 0...3) {
                    case 0: damaged[place] ^= 1 << UInt8(generator.number(in: 0...7))
                    case 1: damaged[place] = generator.pick([0, 0x3F, 0x40, 0xC0, 0xFF])
                    case 2: damaged.insert(UInt8(truncatingIfNeeded: generator.next()), at: place)
                    default: if damaged.count > AWDLActionHeader.size + 1 { damaged.remove(at: place) }
                    }
                }
                damaged.removeLast(generator.pick([0, 0, 1, min(9, damaged.count - AWDLActionHeader.size)]))
                let frame = try CapturedAWDLFrames.parsed(damaged)
                #expect(bytes(frame) == damaged, "frame \(number)")
                #expect((frame.fault() == nil) == frame.rest.isEmpty)
                try frame.validate()
            }
        }
    }

    @Test func aFrameHasItsPartsAtHand() throws {
        let frame = try CapturedAWDLFrames.actionFrame(1)
        #expect(frame.header.subtype == .masterIndication && frame.header.subtype.description == "MIF")
        #expect(frame.header.phyTxTime == 1_000_000 && frame.header.txDelay == 90)
        #expect(frame.elements.map(\.type.rawValue) == [4, 5, 18, 24, 12, 16, 21])
        #expect(frame.hostName?.name.description == "5a0d6c0e-0000-4000-8000-000000000001.local")
        #expect(frame.version?.description == "10.0" && frame.version?.deviceClass == .iOS)
        #expect(frame.electionParametersV2?.masterCounter == 659)
        #expect(frame.synchronizationParameters?.awSequenceNumber == 4096)
        #expect(frame.channelSequence?.controlChannels[0] == 104)
    }

    @Test func aRestThatMakesAnElementIsNone() throws {
        var frame = try CapturedAWDLFrames.parsed(Frames.bytes("7f0017f2081000000100000001000000 1502003401"))
        try frame.validate()
        frame.rest = Frames.bytes("15020034 01")
        let error = #expect(throws: WireError.self) { try frame.validate() }
        #expect(error?.description == "rest of the AWDL action frame at offset 21 has the impossible value 21")
        frame.elements[0].trailing = [UInt8](repeating: 0, count: 65_534)
        let tooLong = #expect(throws: WireError.self) { try frame.validate() }
        #expect(tooLong?.description == "AWDL TLV at offset 19 is 65536 bytes long, the limit is 65535")
    }

    @Test func theDelayBetweenMakingAndSendingWraps() throws {
        let header = try CapturedAWDLFrames.actionFrame(8).header
        #expect(header.phyTxTime == 16 && header.targetTxTime == 4_294_967_280 && header.txDelay == 32)
    }

    @Test(arguments: [
        ("7e0017f2081003000100000001000000", "action category at offset 0 has the impossible value 126"),
        ("7f0017f3081003000100000001000000", "action organization at offset 1 has the impossible value 6131"),
        ("7f0017f2071003000100000001000000", "AWDL type at offset 4 has the impossible value 7"),
        ("7f0017f20810030001000000010000", "AWDL action header at offset 0 needs 16 bytes, 15 are there"),
    ])
    func otherFramesAreNone(hex: String, complaint: String) {
        let error = #expect(throws: WireError.self) { try CapturedAWDLFrames.parsed(Frames.bytes(hex)) }
        #expect(error?.description == complaint)
    }

    @Test(arguments: [
        ("15", "AWDL TLV header at offset 21 needs 3 bytes, 1 are there"),
        ("1502", "AWDL TLV header at offset 21 needs 3 bytes, 2 are there"),
        ("150300aabb", "AWDL TLV at offset 24 needs 3 bytes, 2 are there"),
        ("15ffff", "AWDL TLV at offset 24 needs 65535 bytes, 0 are there"),
    ])
    func whatMakesNoElementIsKept(rest: String, complaint: String) throws {
        let body = Frames.bytes("7f0017f2081000000100000001000000 1502003401" + rest)
        let frame = try CapturedAWDLFrames.parsed(body)
        #expect(frame.elements.count == 1 && frame.version?.description == "3.4")
        #expect(frame.rest == Frames.bytes(rest))
        #expect(frame.fault()?.description == complaint)
        #expect(frame.fault(baseOffset: 100)?.offset == (frame.fault()?.offset ?? 0) + 100)
        #expect(bytes(frame) == body)
    }
}
