import Testing
import WireCoding
import WirelessFrames

@Suite struct AWDLTLVTests {
    private func element(_ hex: String) throws(WireError) -> AWDLTLV {
        let bytes = Frames.bytes(hex)
        var input = ByteReader(bytes.span, baseOffset: 100)
        return try AWDLTLV(parsing: &input)
    }

    private func bytes(_ element: AWDLTLV) -> [UInt8] {
        var output = ByteWriter()
        element.serialize(into: &output)
        return output.bytes
    }

    @Test(arguments: [
        ("04 2000 0000", "AWDL synchronization parameters at offset 103 needs 33 bytes, 32 are there"),
        ("05 1400", "AWDL election parameters at offset 103 needs 21 bytes, 20 are there"),
        ("06 0900 000000 0100 07000000", "AWDL service values at offset 112 needs 3 bytes, 0 are there"),
        ("07 0400", "AWDL HT capabilities at offset 103 needs 5 bytes, 4 are there"),
        ("0c 0100 04", "AWDL data path flags at offset 103 needs 2 bytes, 1 are there"),
        ("0c 0700 0400 0102030405", "AWDL address at offset 105 needs 6 bytes, 5 are there"),
        ("0c 0500 0010 0200 01", "AWDL unicast options at offset 107 needs 2 bytes, 1 are there"),
        ("10 0000", "AWDL host name flags at offset 103 needs 1 bytes, 0 are there"),
        ("10 0300 03 05 61", "AWDL label at offset 105 needs 5 bytes, 1 are there"),
        ("10 0300 03 40 61", "AWDL label length at offset 104 has the impossible value 64"),
        ("10 0200 03 c0", "AWDL name code at offset 104 needs 2 bytes, 1 are there"),
        ("11 0300 bf 02 00", "element at offset 103 needs 4 bytes, 3 are there"),
        ("12 0500", "AWDL channel sequence at offset 103 needs 6 bytes, 5 are there"),
        ("12 0800 00 02 00 03 ffff 0000", "AWDL channel encoding at offset 104 has the impossible value 2"),
        ("12 0700 01 03 00 03 ffff 06", "AWDL channels at offset 109 needs 4 bytes, 1 are there"),
        ("15 0100 34", "AWDL version at offset 103 needs 2 bytes, 1 are there"),
        ("18 2700", "AWDL election parameters v2 at offset 103 needs 40 bytes, 39 are there"),
        ("02 0200 0000", "AWDL name length at offset 103 has the impossible value 0"),
        ("02 0400 0500 c00a", "AWDL service name at offset 105 needs 4 bytes, 2 are there"),
        ("02 0a00 0300 c00a 0c 0200 0000 c0", "AWDL record data at offset 112 needs 2 bytes, 1 are there"),
        ("02 0a00 0300 c00a 10 0100 0000 02", "AWDL text at offset 113 needs 2 bytes, 0 are there"),
        ("02 0e00 0300 c00a 21 0500 0000 0000000022", "AWDL service port at offset 116 needs 2 bytes, 1 are there"),
    ])
    func whatContradictsItselfIsKeptWithItsError(hex: String, complaint: String) throws {
        // Zeros for the rest of those of which only the length is given.
        let start = Frames.bytes(hex)
        let padded = start + [UInt8](repeating: 0, count: max(0, 3 + Int(start[1]) - start.count))
        var input = ByteReader(padded.span, baseOffset: 100)
        let element = try AWDLTLV(parsing: &input)
        let sentence = element.error?.description ?? ""
        #expect(sentence.hasPrefix(complaint), "\(sentence)")
        #expect(element.value == .raw(Array(padded[3...])))
        #expect(bytes(element) == padded)
    }

    @Test func aLengthInAnElementNamesItself() throws {
        let error = try element("02 0a00 0300 c00a 10 0100 0000 02").error
        #expect(error?.description.hasSuffix("within the AWDL record data length") == true)
    }

    @Test func aPrivateElectionComesWithTheFlags() throws {
        guard case .electionParameters(let election) = try CapturedAWDLFrames.actionFrame(3).elements[0].value else {
            Issue.record("no election")
            return
        }
        #expect(election.distance == 1 && election.masterMetric == 527 && election.selfMetric == 510)
        #expect(
            election.privateElection
                == AWDLElectionParameters.PrivateElection(
                    masterAddress: LinkAddress(rawValue: 0xC2C2_C2C2_C2C2), masterMetric: 77, id: 16_909_060,
                    hopCount: 9))
    }

    @Test func servicesAreNumbersInGroups() throws {
        let frame = try CapturedAWDLFrames.actionFrame(5)
        guard case .serviceParameters(let some) = frame.elements[0].value,
            case .serviceParameters(let none) = frame.elements[1].value
        else {
            Issue.record("no service parameters")
            return
        }
        #expect(some.serviceUpdateIndicator == 258 && some.mask == 0x8008_0003)
        #expect(some.values == [0, 7, 8, 158, 255])
        #expect(none.values.isEmpty)
        #expect(AWDLServiceParameters(serviceUpdateIndicator: 258, values: [158, 255, 0, 8, 7]) == some)
    }

    @Test func serviceResponsesAreRecords() throws {
        let responses = try CapturedAWDLFrames.actionFrame(6).serviceResponses
        #expect(responses.map(\.recordType) == [.pointer, .service, .text, .pointer])
        #expect(responses[0].name.description == "_airdrop._tcp.local")
        #expect(responses[1].name.description == "9e392c9db1dd._airdrop._tcp.local")
        guard case .pointer(let instance) = responses[0].data,
            case .service(let priority, let weight, let port, let target) = responses[1].data
        else {
            Issue.record("other records")
            return
        }
        #expect(instance.description == "9e392c9db1dd" && instance.isRelative)
        #expect(priority == 1 && weight == 2 && port == 8770 && target.description == "87b469cc.local")
        #expect(responses[2].data == .text([Array("flags=507".utf8), []]))
    }

    @Test func aTreeMayEndInBytesThatAreNoAddress() throws {
        let element = try element("14 0800 0a0b0c0d0e0f 0102")
        guard case .synchronizationTree(let tree) = element.value else {
            Issue.record("no tree")
            return
        }
        #expect(tree.addresses.map(\.description) == ["0a:0b:0c:0d:0e:0f"] && element.trailing == [1, 2])
    }

    @Test func theAccessPointAndTheExtensionOfADataPath() throws {
        // Country, social channels, access point with its channel, options of four bytes, extension with three fields.
        let element = try element(
            """
            0c 2a00 0193 444500 0300 0a0b0c0d0e0f 2400 0400 00002000 2500 0700 0a000000 e8030000 20000000 05000000 ee
            """)
        guard case .dataPathState(let state) = element.value else {
            Issue.record("\(element)")
            return
        }
        #expect(state.countryCode?.letters == "DE" && state.socialChannels?.channels == [6, 44])
        #expect(state.infrastructure?.bssid.description == "0a:0b:0c:0d:0e:0f" && state.infrastructure?.channel == 36)
        #expect(state.infrastructureAddress == nil && state.awdlAddress == nil && state.umi == nil)
        #expect(state.unicastOptionBytes == [0, 0, 0x20, 0])
        #expect(state.logTriggerID == 7 && state.masterCounter == 10)
        #expect(
            state.statistics == AWDLDataPathState.Statistics(clock: 1000, awCounter: 32, updateCounter: 5))
        #expect(element.trailing == [0xEE])
    }

    @Test func aFieldThatIsAnnouncedAndMissingIsWrittenAsZeros() throws {
        let state = AWDLDataPathState(flags: [.hasCountryCode, .hasAWDLAddress, .hasExtendedFlags])
        #expect(bytes(AWDLTLV(.dataPathState(state))) == Frames.bytes("0c 0d00 0481 000000 000000000000 0000"))
    }

    @Test func socialChannelsAreAMapOrAChannel() {
        #expect(AWDLSocialChannels(rawValue: 7).channels == [6, 44, 149])
        #expect(AWDLSocialChannels(rawValue: 4).channels == [149])
        #expect(AWDLSocialChannels(rawValue: 149).channels == [149])
    }

    @Test func aCountryCodeIsTwoLettersOrSixDigits() {
        #expect(AWDLCountryCode("X0")?.rawValue == 0x58_3000)
        #expect(AWDLCountryCode(rawValue: 0x44_4501).description == "444501")
        #expect(AWDLCountryCode("444501")?.rawValue == 0x44_4501)
        #expect(AWDLCountryCode("D") == nil)
    }

    @Test func aggregatesAreAsLongAsTheirExponentSays() throws {
        let capabilities = AWDLHTCapabilities(htCapabilityInfo: 0, ampduParameters: 0x1B, supportedMCSSet: [])
        #expect(capabilities.maximumAMPDULength == 65535)
    }

    @Test func noMoreThanAnElementHoldsIsWritten() {
        let long = AWDLTLV(type: .bloomFilter, raw: [UInt8](repeating: 7, count: 70_000))
        #expect(bytes(long).count == 3 + 65535 && bytes(long)[1...2] == [0xFF, 0xFF])
    }
}
