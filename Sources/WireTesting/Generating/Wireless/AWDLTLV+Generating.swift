import WirelessFrames

extension SeededGenerator {
    mutating func extremeAWDLElement() -> AWDLTLV {
        let kinds = 14
        var element: AWDLTLV
        switch number(in: 0...kinds - 1) {
        case 0: element = AWDLTLV(.serviceResponse(serviceResponse()))
        case 1: element = AWDLTLV(.synchronizationParameters(synchronizationParameters()))
        case 2: element = AWDLTLV(.electionParameters(electionParameters()))
        case 3: element = AWDLTLV(.serviceParameters(serviceParameters()))
        case 4:
            return AWDLTLV(
                .htCapabilities(
                    AWDLHTCapabilities(
                        htCapabilityInfo: half(), ampduParameters: byte(), supportedMCSSet: extremeBytes(upTo: 16),
                        unknown: pick([0, half()]))))
        case 5: element = AWDLTLV(.dataPathState(dataPathState()))
        case 6: return AWDLTLV(.hostName(AWDLHostName(awdlName(), flags: byte())))
        case 7:
            let elements = (0..<number(in: 0...3)).map { _ in
                InformationElement(id: ElementID(rawValue: byte()), body: extremeBytes(upTo: 255))
            }
            return AWDLTLV(.ieee80211Container(elements))
        case 8: element = AWDLTLV(.channelSequence(awdlChannelSequence()))
        case 9:
            let addresses = (0..<number(in: 0...4)).map { _ in linkAddress() }
            element = AWDLTLV(.synchronizationTree(AWDLSynchronizationTree(addresses)))
            element.trailing = extremeBytes(upTo: 5)
            return element
        case 10:
            element = AWDLTLV(
                .version(AWDLVersion(version: byte(), deviceClass: AWDLDeviceClass(rawValue: byte()))))
        case 11: element = AWDLTLV(.electionParametersV2(electionParametersV2()))
        case 12: element = AWDLTLV(.sixGHzAssociation(sixGHzAssociation()))
        default:
            let types: [UInt8] = [0, 1, 3, 8, 9, 10, 11, 13, 14, 15, 19, 22, 23, 25, 28, 32, 35, 255]
            return AWDLTLV(type: AWDLTLVType(rawValue: pick(types)), raw: extremeBytes(upTo: 1000))
        }
        if chance(1, in: 3) { element.trailing = extremeBytes(upTo: 5) }
        return element
    }

    mutating func awdlName() -> AWDLName {
        let items = (0..<number(in: 0...4)).map { _ -> AWDLName.Item in
            switch number(in: 0...3) {
            case 0: .code(AWDLNameCode(rawValue: UInt16(number(in: 0...14))))
            case 1: .code(AWDLNameCode(rawValue: half()))
            case 2: .label(extremeBytes(upTo: AWDLName.maximumLabelLength))
            default: .label(Array(pick(["iPhone (2)", "a.b", "x\\y", "<c00f>", "münchen", ""]).utf8))
            }
        }
        return AWDLName(items: items)
    }

    mutating func awdlChannelSequence() -> AWDLChannelSequence {
        let encoding = pick([AWDLChannelEncoding.simple, .legacy, .operatingClass])
        let count = pick([16, 16, 1, 17, 256, number(in: 1...256)])
        let slots = (0..<count).map { _ in encoding == .simple ? UInt16(byte()) : half() }
        return AWDLChannelSequence(
            encoding: encoding, slots: slots, duplicateCount: byte(), stepCount: number(in: 1...256),
            fillChannel: half())
    }

    private mutating func serviceResponse() -> AWDLServiceResponse {
        let data: AWDLServiceResponse.Data =
            switch number(in: 0...3) {
            case 0: .pointer(awdlName())
            case 1: .service(priority: half(), weight: half(), port: half(), target: awdlName())
            case 2: .text((0..<number(in: 0...4)).map { _ in extremeBytes(upTo: 255) })
            default: .other(AWDLRecordType(rawValue: pick([1, 28, 47])), extremeBytes(upTo: 30))
            }
        return AWDLServiceResponse(name: awdlName(), data: data, reserved: pick([0, half()]))
    }

    private mutating func synchronizationParameters() -> AWDLSynchronizationParameters {
        var parameters = AWDLSynchronizationParameters(
            masterAddress: linkAddress(), masterChannel: byte(), txCounter: half(), awSequenceNumber: half(),
            channelSequence: awdlChannelSequence())
        parameters.nextChannel = byte()
        parameters.guardTime = byte()
        parameters.awPeriod = half()
        parameters.actionFramePeriod = half()
        parameters.flags = half()
        parameters.awExtensionLength = half()
        parameters.awCommonLength = half()
        parameters.remainingAWLength = half()
        parameters.minimumExtensionCount = byte()
        parameters.maxExtensionMulticast = byte()
        parameters.maxExtensionUnicast = byte()
        parameters.maxExtensionActionFrame = byte()
        parameters.presenceMode = byte()
        parameters.reserved = pick([0, byte()])
        parameters.apBeaconAlignmentDelta = half()
        return parameters
    }

    private mutating func electionParameters() -> AWDLElectionParameters {
        var election = AWDLElectionParameters(
            masterAddress: linkAddress(), distance: byte(), masterMetric: word(), selfMetric: word(), id: half())
        election.unknown = pick([0, byte()])
        election.reserved = pick([0, half()])
        if chance(1, in: 2) {
            election.flags = UInt8(number(in: 1...255))
            election.privateElection = AWDLElectionParameters.PrivateElection(
                masterAddress: linkAddress(), masterMetric: word(), id: word(), hopCount: half())
        }
        return election
    }

    private mutating func electionParametersV2() -> AWDLElectionParametersV2 {
        AWDLElectionParametersV2(
            masterAddress: linkAddress(), parentAddress: linkAddress(), distance: word(), masterMetric: word(),
            masterCounter: word(), selfMetric: word(), selfCounter: word(), unknown: pick([0, word()]),
            reserved: pick([0, word()]))
    }

    private mutating func sixGHzAssociation() -> AWDLSixGHzAssociation {
        var association = AWDLSixGHzAssociation(
            channel: AWDLSixGHzAssociation.Channel(number: byte(), operatingClass: byte()),
            otherChannel: AWDLSixGHzAssociation.Channel(number: byte(), operatingClass: byte()), unknown: byte())
        association.head = word()
        association.mark = byte()
        association.reserved = word()
        return association
    }

    private mutating func serviceParameters() -> AWDLServiceParameters {
        let mask = word() & word() & word()
        return AWDLServiceParameters(
            serviceUpdateIndicator: half(), mask: mask, groups: bytes(mask.nonzeroBitCount),
            reserved: pick([0, word() & 0xFF_FFFF]))
    }

    private mutating func dataPathState() -> AWDLDataPathState {
        var state = AWDLDataPathState(flags: AWDLDataPathFlags(rawValue: half()))
        let flags = state.flags
        if flags.contains(.hasCountryCode) {
            state.countryCode = AWDLCountryCode(rawValue: pick([0x44_4500, word()]))
        }
        if flags.contains(.hasSocialChannels) { state.socialChannels = AWDLSocialChannels(rawValue: half()) }
        if flags.contains(.hasInfrastructure) {
            state.infrastructure = AWDLDataPathState.Infrastructure(bssid: linkAddress(), channel: half())
        }
        if flags.contains(.hasInfrastructureAddress) { state.infrastructureAddress = linkAddress() }
        if flags.contains(.hasAWDLAddress) { state.awdlAddress = linkAddress() }
        if flags.contains(.hasUMI) { state.umi = half() }
        if flags.contains(.hasUnicastOptions) {
            let length = pick([0, 3, 4, 8, 11])
            let mask: UInt64 = length < 8 ? (1 << UInt64(length * 8)) - 1 : .max
            let options = next() & mask
            state.unicastOptions = AWDLUnicastOptions(rawValue: options)
            state.unicastOptionsLength = UInt16(length)
            state.furtherUnicastOptions = bytes(max(0, length - 8))
        }
        if flags.contains(.hasExtendedFlags) {
            let extended = AWDLExtendedDataPathFlags(rawValue: half())
            state.extendedFlags = extended
            if extended.contains(.hasLogTriggerID) { state.logTriggerID = half() }
            if extended.contains(.hasMasterCounter) { state.masterCounter = word() }
            if extended.contains(.hasStatistics) {
                state.statistics = AWDLDataPathState.Statistics(
                    clock: word(), awCounter: word(), updateCounter: word())
            }
        }
        return state
    }
}
