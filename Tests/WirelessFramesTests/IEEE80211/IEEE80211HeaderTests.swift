import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct IEEE80211HeaderTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> IEEE80211Header {
        var input = ByteReader(bytes.span)
        return try IEEE80211Header(parsing: &input)
    }

    @Test func qosDataBetweenNeighbors() throws {
        let header = try parse(Array(Frames.awdlData[25...]))
        #expect(header.frameControl.type == .data)
        #expect(header.frameControl.isQoSData)
        #expect(header.destination.description == "33:33:00:00:00:fb")
        #expect(header.source?.description == "1e:22:33:44:55:66")
        #expect(header.address3?.description == "00:25:00:ff:94:73")
        #expect(header.sequenceNumber == 509)
        #expect(header.trafficID == 6)
        #expect(!header.isAggregate && !header.isFragment)
    }

    @Test(
        arguments: [
            (0x00, "01:01:01:01:01:01", "02:02:02:02:02:02"), (0x01, "03:03:03:03:03:03", "02:02:02:02:02:02"),
            (0x02, "01:01:01:01:01:01", "03:03:03:03:03:03"), (0x03, "03:03:03:03:03:03", "04:04:04:04:04:04"),
        ] as [(UInt8, String, String)])
    func whoTalksToWhomByTheBitsForTheDistributionSystem(
        flags: UInt8, destination: String, source: String
    ) throws {
        let addresses = [1, 2, 3].flatMap { Array(repeating: UInt8($0), count: 6) }
        let header = try parse([0x08, flags, 0, 0] + addresses + [0x10, 0] + [4, 4, 4, 4, 4, 4])
        #expect(header.destination.description == destination)
        #expect(header.source?.description == source)
    }

    @Test(
        arguments: [
            (0xD4, 0, 10), (0xC4, 0, 10), (0xB4, 0, 16), (0x84, 0, 16), (0x94, 0, 16), (0x74, 0, 16), (0x64, 0x80, 10),
            (0x80, 0, 24),
            (0x80, 0x80, 28), (0x08, 0, 24), (0x08, 0x80, 24), (0x88, 0, 26), (0x88, 0x80, 30), (0x88, 0x83, 36),
            (0x0C, 0, 10),
        ] as [(UInt8, UInt8, Int)])
    func bytesOfTheHeaderByFrameControl(first: UInt8, second: UInt8, size: Int) throws {
        #expect(IEEE80211FrameControl(rawValue: UInt16(second) << 8 | UInt16(first)).headerSize == size)
        let bytes = [first, second] + [UInt8](repeating: 7, count: size - 2)
        #expect(throws: Never.self) { _ = try parse(bytes) }
        for count in 0..<size {
            do throws(WireError) {
                _ = try parse(Array(bytes[..<count]))
                Issue.record("\(count) bytes were enough")
            } catch {
                #expect(error.offset == 0)
            }
        }
    }

    @Test func aControlFrameExtensionHasAKindInThePlaceOfFourFlags() throws {
        let header = try parse(Frames.bytes("649f 0000 020000000001"))
        let control = header.frameControl
        #expect(control.controlFrameExtension == 15)
        #expect(!control.toDS && !control.fromDS && !control.moreFragments && !control.retry)
        #expect(control.powerManagement && control.order && header.htControl == nil)
        let acknowledgment = IEEE80211FrameControl(rawValue: 0x0FD4)
        #expect(acknowledgment.controlFrameExtension == nil && acknowledgment.retry && acknowledgment.toDS)
    }

    @Test func aControlWrapperHasHTControlAfterTheFrameControlThatItCarries() throws {
        let bytes = Frames.bytes("74000000 020000000001 b400 01020304 0a0b")
        let header = try parse(bytes)
        #expect(header.carriedFrameControl == IEEE80211FrameControl(type: .control, subtype: 11))
        #expect(header.htControl == 0x0403_0201 && header.address2 == nil)
        var writer = ByteWriter()
        header.serialize(into: &writer)
        #expect(writer.bytes == Array(bytes[..<16]))
    }

    @Test func anotherVersionIsRefused() {
        do throws(WireError) {
            _ = try parse([0x09] + [UInt8](repeating: 0, count: 30))
            Issue.record("no error")
        } catch {
            #expect(error == WireError(.invalidValue(1), field: "802.11 version", offset: 0))
        }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var random = SeededGenerator(seed: 0x80211)
        for _ in 0..<1000 {
            let bytes = random.bytes(40)
            guard let header = try? parse(bytes) else { continue }
            var writer = ByteWriter()
            header.serialize(into: &writer)
            #expect(writer.bytes == Array(bytes[..<header.frameControl.headerSize]))
            let again = try parse(writer.bytes)
            #expect(again == header)
        }
    }

    @Test func theFrameCheckSequence() {
        let frame = Array(Frames.awdlData[25...])
        let isValid = FrameCheckSequence.isValid(frame.span)
        #expect(isValid)
        for index in frame.indices {
            var damaged = frame
            damaged[index] ^= 0x10
            let isStillValid = FrameCheckSequence.isValid(damaged.span)
            #expect(!isStillValid)
        }
        let isValidWithoutCheck = FrameCheckSequence.isValid([1, 2, 3].span)
        #expect(!isValidWithoutCheck)
        // The check value that every description of CRC-32 gives.
        #expect(FrameCheckSequence.of(Array("123456789".utf8).span) == 0xCBF4_3926)
    }

    @Test func framesOfAWDLAndOfWiFiAwareAreRecognized() {
        let action = IEEE80211FrameControl(rawValue: 0x00D0)
        let awdl = Array(Frames.awdlAction[49...])
        #expect(VendorFrameKind(action, body: awdl.span) == .awdl)
        #expect(VendorFrameKind(action, body: Frames.bytes("0409506f9a13").span) == .nan)
        #expect(VendorFrameKind(action, body: Frames.bytes("0409506f9a18").span) == .nan)
        #expect(VendorFrameKind(action, body: Frames.bytes("0409506f9a14").span) == nil)
        let beacon = IEEE80211FrameControl(type: .management, subtype: 8)
        let fixed = [UInt8](repeating: 0, count: 12)
        #expect(VendorFrameKind(beacon, body: (fixed + Frames.bytes("0000 dd04506f9a13")).span) == .nan)
        #expect(VendorFrameKind(beacon, body: (fixed + Frames.bytes("0000 dd05506f9a13")).span) == nil)
        #expect(VendorFrameKind(IEEE80211FrameControl(rawValue: 0x40D0), body: awdl.span) == nil)
    }
}
