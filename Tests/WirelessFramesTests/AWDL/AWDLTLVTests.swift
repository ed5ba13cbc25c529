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
        ("21 0d00 01000000", "AWDL 6 GHz association at offset 103 needs 14 bytes, 13 are there"),
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

    @Test func eachTypeHasOneElement() {
        let types = AWDLTLV.knownElements.map { $0.type }
        #expect(Set(types).count == types.count)
    }

    @Test func aLengthInAnElementNamesItself() throws {
        let error = try element("02 0a00 0300 c00a 10 0100 0000 02").error
        #expect(error?.description.hasSuffix("within the AWDL record data length") == true)
    }

    @Test func aPrivateElectionComesWithTheFlags() throws {
        guard let election: AWDLElectionParameters = try CapturedAWDLFrames.actionFrame(3).elements[0].value() else {
            Issue.record("no election")
            return
        }
        #expect(election.distance == 1 && election.masterMetric == 527 && election.selfMetric == 510)
        #expect(
            election.privateElection
                == .with {
                    $0.masterAddress = LinkAddress(rawValue: 0xC2C2_C2C2_C2C2)
                    ($0.masterMetric, $0.id, $0.hopCount) = (77, 16_909_060, 9)
                })
    }

    @Test func servicesAreNumbersInGroups() throws {
        let frame = try CapturedAWDLFrames.actionFrame(5)
        guard let some: AWDLServiceParameters = frame.elements[0].value(),
            let none: AWDLServiceParameters = frame.elements[1].value()
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
        guard let tree: AWDLSynchronizationTree = element.value() else {
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
        guard let state: AWDLDataPathState = element.value() else {
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
        #expect(bytes(AWDLTLV(state)) == Frames.bytes("0c 0d00 0481 000000 000000000000 0000"))
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

    @Test func anAssociationIn6GHzKeepsItsBytes() throws {
        let bytes = Frames.bytes("21 0f00 01000000 2586 01 4586 27 05000000 ee")
        let element = try element("21 0f00 01000000 2586 01 4586 27 05000000 ee")
        guard let association: AWDLSixGHzAssociation = element.value() else {
            Issue.record("\(element)")
            return
        }
        #expect(association.channel == AWDLSixGHzAssociation.Channel(number: 37, operatingClass: 134))
        #expect(association.otherChannel.number == 69 && association.unknown == 0x27)
        #expect(association.head == 1 && association.mark == 1 && association.reserved == 5)
        #expect(element.trailing == [0xEE] && self.bytes(element) == bytes)
        #expect(
            self.bytes(AWDLTLV(AWDLSixGHzAssociation()))
                == Frames.bytes("21 0e00 01000000 0000 01 0000 00 00000000"))
    }

    @Test(arguments: [
        (28, "since version 7"), (32, "6 GHz"), (33, "6 GHz association"), (35, "data session"), (25, "type 25"),
    ])
    func newTypesHaveNames(type: UInt8, name: String) {
        #expect(AWDLTLVType(rawValue: type).description == name)
    }

    private static let longName = AWDLName(items: Array(repeating: .label([0x61, 0x62]), count: 30_000))

    private static func dataPath(optionsLength: UInt16) -> AWDLDataPathState {
        var state = AWDLDataPathState(flags: [.hasCountryCode, .hasUnicastOptions, .hasExtendedFlags])
        state.countryCode = AWDLCountryCode("DE")
        state.unicastOptions = AWDLUnicastOptions(rawValue: 0)
        state.unicastOptionsLength = optionsLength
        state.extendedFlags = .hasStatistics
        state.statistics = AWDLDataPathState.Statistics(clock: 1, awCounter: 2, updateCounter: 3)
        return state
    }

    /// Written they are elements all the same, in which no length is longer than what follows it.
    @Test(arguments: [
        (
            AWDLServiceResponse(name: longName, data: .pointer(longName)) as any AWDLElement,
            "AWDL service response at offset 3 is 180007 bytes long, the limit is 65535"
        ),
        (
            AWDLServiceResponse(
                name: AWDLName(items: [.label([0x61])]),
                data: .service(priority: 0, weight: 0, port: 1, target: longName)),
            "AWDL service response at offset 3 is 90015 bytes long, the limit is 65535"
        ),
        (
            AWDLServiceResponse(
                name: AWDLName(items: []),
                data: .text(Array(repeating: [UInt8](repeating: 0x78, count: 255), count: 257))),
            "AWDL service response at offset 3 is 65799 bytes long, the limit is 65535"
        ),
        (
            AWDLServiceResponse(
                name: AWDLName(items: [.code(.local)]), data: .text([[1], [UInt8](repeating: 2, count: 256)])),
            "AWDL text at offset 14 is 256 bytes long, the limit is 255"
        ),
        (
            AWDLServiceResponse(
                name: AWDLName(items: []),
                data: .other(AWDLRecordType(rawValue: 1), [UInt8](repeating: 0, count: 65_529))),
            "AWDL service response at offset 3 is 65536 bytes long, the limit is 65535"
        ),
        (
            AWDLHostName(longName),
            "AWDL host name at offset 4 is 90000 bytes long, the limit is 65534"
        ),
        (
            AWDLElementContainer([InformationElement(id: .vendorSpecific, body: [UInt8](repeating: 1, count: 256))]),
            "element at offset 3 is 256 bytes long, the limit is 255"
        ),
        (
            AWDLElementContainer(
                Array(repeating: InformationElement(id: .vendorSpecific, body: [1, 2, 3]), count: 13_108)),
            "AWDL TLV at offset 3 is 65540 bytes long, the limit is 65535"
        ),
        (
            dataPath(optionsLength: 65_515),
            "AWDL unicast options at offset 3 is 65515 bytes long, the limit is 65514"
        ),
        (
            AWDLSynchronizationTree(Array(repeating: LinkAddress(rawValue: 1), count: 11_000)),
            "AWDL TLV at offset 3 is 66000 bytes long, the limit is 65535"
        ),
    ])
    func noLengthIsLongerThanWhatFollowsIt(value: any AWDLElement, complaint: String) throws {
        let error = #expect(throws: WireError.self) { try AWDLTLV(value).validate() }
        #expect(error?.description == complaint)
        let written = bytes(AWDLTLV(value))
        var input = ByteReader(written.span)
        let read = try AWDLTLV(parsing: &input)
        #expect(input.isAtEnd && read.error == nil && read.value != .element(value))
        #expect(bytes(read) == written)
        try read.validate()
    }

    @Test func theLongestOptionsLeaveRoomForTheOthers() throws {
        let element = AWDLTLV(Self.dataPath(optionsLength: 65_514))
        #expect(element.valueBytes.count == AWDLTLV.maximumLength)
    }

    @Test func aValueOfAnotherTypeIsNoElement() throws {
        var element = AWDLTLV(AWDLVersion(version: 0x34, deviceClass: .macOS))
        try element.validate()
        element.type = .hostName
        let error = #expect(throws: WireError.self) { try element.validate(at: 16) }
        #expect(error?.description == "AWDL TLV at offset 16 has the impossible value 16")
    }

    @Test func noMoreThanAnElementHoldsIsWritten() {
        let long = AWDLTLV(type: .bloomFilter, raw: [UInt8](repeating: 7, count: 70_000))
        #expect(bytes(long).count == 3 + 65535 && bytes(long)[1...2] == [0xFF, 0xFF])
    }
}
