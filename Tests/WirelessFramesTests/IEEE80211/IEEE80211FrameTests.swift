import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct IEEE80211FrameTests {
    private func parse(
        _ bytes: [UInt8], _ flags: RadiotapFlags = [], isCut: Bool = false
    ) throws(WireError) -> IEEE80211Frame {
        var input = ByteReader(bytes.span)
        return try IEEE80211Frame(parsing: &input, flags: flags, isCut: isCut)
    }

    private func bytes(of frame: IEEE80211Frame) -> [UInt8] {
        var output = ByteWriter()
        frame.serialize(into: &output)
        return output.bytes
    }

    private static let addresses = "ffffffffffff 021122334455 506f9a01abcd"

    @Test func aBeaconHasElements() throws {
        let raw = Frames.bytes("80000000 \(Self.addresses) 5001") + NANFrames.beacon
        let frame = try parse(raw)
        guard case .beacon(let beacon) = frame.body else {
            Issue.record("no beacon")
            return
        }
        #expect(beacon.timestamp == 0x1E88_0000 && beacon.interval == 512 && beacon.capabilities == 0x0420)
        #expect(beacon.elements.elements.map(\.id) == [.vendorSpecific])
        #expect(bytes(of: frame) == raw)
    }

    @Test func theCheckSequenceIsKeptRightOrWrong() throws {
        let raw = Array(Frames.awdlData[25...])
        let frame = try parse(raw, .frameCheckSequence)
        #expect(frame.isCheckSequenceValid == true)
        #expect(frame.frameCheckSequence == 0x20DE_4602)
        var wrong = raw
        wrong[30] ^= 1
        let damaged = try parse(wrong, .frameCheckSequence)
        #expect(damaged.isCheckSequenceValid == false)
        #expect(bytes(of: damaged) == wrong)
        #expect(try parse(raw).frameCheckSequence == nil)
        // The snap length took the check sequence.
        let cut = try parse(Array(raw.dropLast(6)), .frameCheckSequence, isCut: true)
        #expect(cut.frameCheckSequence == nil && cut.isCheckSequenceValid == nil)
    }

    @Test func actionsSayWhoseTheyAre() throws {
        guard case .action(let awdl) = try parse(Array(Frames.awdlAction[25...]), .frameCheckSequence).body else {
            Issue.record("no action frame")
            return
        }
        #expect(awdl.category == .vendorSpecific && awdl.organization == 0x0017F2 && awdl.action == nil)
        let nan = Frames.bytes("d0000000 \(Self.addresses) 5001") + NANFrames.followUp
        guard case .action(let discovery) = try parse(nan).body else {
            Issue.record("no action frame")
            return
        }
        #expect(discovery.category == .publicAction && discovery.action == 9 && discovery.organization == 0x506F9A)
        let blockAck = Frames.bytes("d0000000 \(Self.addresses) 5001 03 00 01 0210 0000 1000")
        guard case .action(let setup) = try parse(blockAck).body else {
            Issue.record("no action frame")
            return
        }
        #expect(setup.category == .blockAck && setup.action == 0 && setup.organization == nil)
        #expect(bytes(of: try parse(blockAck)) == blockAck)
    }

    @Test func otherManagementHasFixedFields() throws {
        let probe = Frames.bytes("40000000 \(Self.addresses) 5001 0000 010482848b96")
        guard case .elements(let none, let elements) = try parse(probe).body else {
            Issue.record("no elements")
            return
        }
        #expect(none.isEmpty && elements.ssid == [])
        let authentication = Frames.bytes("b0000000 \(Self.addresses) 5001 0000 0100 0000 dd04506f9a09")
        guard case .elements(let fixed, let list) = try parse(authentication).body else {
            Issue.record("no elements")
            return
        }
        #expect(fixed == [0, 0, 1, 0, 0, 0] && list.elements.count == 1)
        #expect(bytes(of: try parse(authentication)) == authentication)
    }

    /// SAE's commit has a group, a scalar and an element of the field behind the status, its confirm a counter and a check:
    /// neither is an element, although their first bytes could be the header of one.
    @Test(arguments: [
        "0300 0100 0000 1300 5a5a5a5a", "0300 0200 0000 0000 c3c3c3c3", "0400 0100 0000 13", "ffff 0100 0000",
    ])
    func fieldsOfOtherAlgorithmsAreNoElements(body: String) throws {
        let raw = Frames.bytes("b0000000 \(Self.addresses) 5001 \(body)")
        let frame = try parse(raw)
        #expect(frame.body == .elements(fixed: Frames.bytes(body), InformationElementList([])))
        #expect(frame.fault() == nil)
        #expect(bytes(of: frame) == raw)
    }

    @Test(arguments: ["0000", "0100", "0200"])
    func elementsFollowThePlainAlgorithms(algorithm: String) throws {
        let raw = Frames.bytes("b0000000 \(Self.addresses) 5001 \(algorithm) 0100 0000 1300 5a5a5a5a")
        let frame = try parse(raw)
        guard case .elements(let fixed, let list) = frame.body else {
            Issue.record("no elements")
            return
        }
        #expect(fixed.count == 6 && list.elements.map(\.id.rawValue) == [0x13] && list.rest.count == 4)
        #expect(frame.fault()?.offset == 32)
    }

    @Test func encryptedFramesBeginWithACipherHeader() throws {
        let raw = Frames.bytes("88400000 \(Self.addresses) 5001 0000 0201 00 60 03040506 aabbccddeeff0011")
        guard case .protected(let cipher, let content) = try parse(raw).body else {
            Issue.record("not protected")
            return
        }
        #expect(cipher.ccmpPacketNumber == 0x0605_0403_0102 && cipher.keyID == 1)
        #expect(content.count == 8)
        #expect(bytes(of: try parse(raw)) == raw)
        #expect(CipherHeader(ccmpPacketNumber: 0x0605_0403_0102, keyID: 1) == cipher)
        // WEP has four bytes.
        let old = Frames.bytes("08400000 \(Self.addresses) 5001 010203 80 aabb")
        guard case .protected(let short, let rest) = try parse(old).body else {
            Issue.record("not protected")
            return
        }
        #expect(!short.isExtended && short.keyID == 2 && short.ccmpPacketNumber == nil && rest == [0xAA, 0xBB])
    }

    @Test func aggregatesHaveSubframes() throws {
        let first = AMSDUSubframe(
            destination: LinkAddress(rawValue: 1), source: LinkAddress(rawValue: 2), content: [1, 2, 3, 4, 5],
            isLast: false)
        let last = AMSDUSubframe(
            destination: LinkAddress(rawValue: 3), source: LinkAddress(rawValue: 4), content: [6, 7], isLast: true)
        #expect(first.padding == [0] && last.padding.isEmpty)
        var raw = ByteWriter()
        raw.writeBytes(Frames.bytes("88000000 \(Self.addresses) 5001 8000"))
        first.serialize(into: &raw)
        last.serialize(into: &raw)
        guard case .aggregate(let subframes, let rest) = try parse(raw.bytes).body else {
            Issue.record("no aggregate")
            return
        }
        #expect(subframes == [first, last] && rest.isEmpty)
        // A cut last subframe is kept as it is.
        let cut = Array(raw.bytes.dropLast())
        guard case .aggregate(let whole, let left) = try parse(cut).body else {
            Issue.record("no aggregate")
            return
        }
        #expect(whole == [first] && left.count == 15)
        #expect(try parse(cut).fault()?.field == "A-MSDU content")
        #expect(bytes(of: try parse(cut)) == cut)
    }

    @Test(arguments: ["d4000000 020000000001", "c4003a00 020000000001", "b4003a00 020000000001 020000000002"])
    func controlFramesAreShort(hex: String) throws {
        let raw = Frames.bytes(hex)
        let frame = try parse(raw)
        #expect(frame.body == .bytes([]))
        #expect(bytes(of: frame) == raw)
        let kinds = [0xD4: "ACK", 0xC4: "CTS", 0xB4: "RTS"]
        #expect(frame.header.frameControl.description == kinds[Int(raw[0])])
    }

    @Test func piecesOfBodiesAreNotRead() throws {
        let fragment = Frames.bytes("08040000 \(Self.addresses) 5101 aaaa03")
        #expect(try parse(fragment).body == .bytes([0xAA, 0xAA, 3]))
        #expect(try parse(fragment).fault() == nil)
    }

    @Test(arguments: [
        ("80000000", "0102", "beacon", 24), ("d0000000", "", "action category", 24),
        ("d0000000", "7f0017", "action organization", 25), ("d0000000", "0409", "action organization", 26),
        ("b0000000", "00000100", "management fixed fields", 24), ("08400000", "010203", "cipher header", 24),
        ("08400000", "01020320aa", "cipher extended vector", 28),
    ])
    func bodiesWithoutTheirFixedPartsAreFaults(start: String, body: String, field: String, offset: Int) throws {
        let raw = Frames.bytes("\(start) \(Self.addresses) 5001 \(body)")
        let frame = try parse(raw)
        #expect(frame.body == .bytes(Frames.bytes(body)))
        #expect(bytes(of: frame) == raw)
        let fault = try #require(frame.fault(baseOffset: 100))
        #expect(fault.field.description == field && fault.offset == 100 + offset)
    }

    @Test func aNullFrameHasNoBodyToEncrypt() throws {
        #expect(try parse(Frames.bytes("48400000 \(Self.addresses) 5001")).fault() == nil)
    }

    @Test func aFrameHasRoomForItsCheckSequence() {
        do throws(WireError) {
            _ = try parse(Frames.bytes("d4000000 020000000001 0102"), .frameCheckSequence)
            Issue.record("no error")
        } catch {
            #expect(error.kind == .truncated(needed: 4, available: 2) && error.offset == 10)
        }
    }

    @Test func aCheckSequenceIsNoPadding() throws {
        let frame = try parse(
            Frames.bytes("d4000000 020000000001 d8d6bf8f"), [.frameCheckSequence, .headerPadding])
        #expect(frame.headerPadding.isEmpty && frame.isCheckSequenceValid == true)
    }

    @Test func paddedHeadersAreWrittenAsTheyCame() throws {
        let raw = Frames.bytes("88000000 \(Self.addresses) 5001 0000 dead aaaa03")
        let frame = try parse(raw, .headerPadding)
        #expect(frame.headerPadding == [0xDE, 0xAD])
        #expect(frame.body == .bytes([0xAA, 0xAA, 3]))
        #expect(bytes(of: frame) == raw)
    }

    @Test func anythingReadsBackAsItWasWritten() throws {
        var random = SeededGenerator(seed: 0x80211)
        for _ in 0..<4000 {
            var raw = random.bytes(random.number(in: 10...120))
            raw[0] &= 0xFC
            let flags = RadiotapFlags(rawValue: random.pick([0, 0x10, 0x20, 0x30]))
            guard let frame = try? parse(raw, flags, isCut: random.chance(1, in: 4)) else {
                let control = IEEE80211FrameControl(rawValue: UInt16(raw[1]) << 8 | UInt16(raw[0]))
                let hasCheck = flags.contains(.frameCheckSequence)
                #expect(raw.count < control.headerSize + (hasCheck ? FrameCheckSequence.size : 0))
                continue
            }
            #expect(bytes(of: frame) == raw)
        }
    }
}
