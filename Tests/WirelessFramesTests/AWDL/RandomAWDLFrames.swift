import WireCoding
import WireTesting
import WirelessFrames

/// Makes AWDL frames of any content that can be written and read back.
struct RandomAWDLFrames {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func frame() -> AWDLActionFrame {
        let header = AWDLActionHeader(
            subtype: AWDLFrameSubtype(rawValue: generator.pick([0, 3, byte()])), phyTxTime: word(),
            targetTxTime: word(), version: generator.pick([0x10, byte()]), reserved: generator.pick([0, byte()]))
        var elements: [AWDLTLV] = []
        for _ in 0..<generator.number(in: 0...6) { elements.append(element()) }
        // One or two bytes are no element, whatever they are.
        return AWDLActionFrame(
            header: header, elements: elements, rest: generator.bytes(generator.number(in: 0...2)))
    }

    mutating func element() -> AWDLTLV {
        let kinds = 14
        var element: AWDLTLV
        switch generator.number(in: 0...kinds - 1) {
        case 0: element = AWDLTLV(.serviceResponse(serviceResponse()))
        case 1: element = AWDLTLV(.synchronizationParameters(synchronizationParameters()))
        case 2: element = AWDLTLV(.electionParameters(electionParameters()))
        case 3: element = AWDLTLV(.serviceParameters(serviceParameters()))
        case 4:
            return AWDLTLV(
                .htCapabilities(
                    AWDLHTCapabilities(
                        htCapabilityInfo: half(), ampduParameters: byte(), supportedMCSSet: bytes(upTo: 16),
                        unknown: generator.pick([0, half()]))))
        case 5: element = AWDLTLV(.dataPathState(dataPathState()))
        case 6: return AWDLTLV(.hostName(AWDLHostName(name(), flags: byte())))
        case 7:
            let elements = (0..<generator.number(in: 0...3)).map { _ in
                InformationElement(id: ElementID(rawValue: byte()), body: bytes(upTo: 255))
            }
            return AWDLTLV(.ieee80211Container(elements))
        case 8: element = AWDLTLV(.channelSequence(channelSequence()))
        case 9:
            let addresses = (0..<generator.number(in: 0...4)).map { _ in address() }
            element = AWDLTLV(.synchronizationTree(AWDLSynchronizationTree(addresses)))
            element.trailing = bytes(upTo: 5)
            return element
        case 10:
            element = AWDLTLV(
                .version(AWDLVersion(version: byte(), deviceClass: AWDLDeviceClass(rawValue: byte()))))
        case 11: element = AWDLTLV(.electionParametersV2(electionParametersV2()))
        case 12: element = AWDLTLV(.sixGHzAssociation(sixGHzAssociation()))
        default:
            let types: [UInt8] = [0, 1, 3, 8, 9, 10, 11, 13, 14, 15, 19, 22, 23, 25, 28, 32, 35, 255]
            return AWDLTLV(type: AWDLTLVType(rawValue: generator.pick(types)), raw: bytes(upTo: 40))
        }
        if generator.chance(1, in: 3) { element.trailing = bytes(upTo: 5) }
        return element
    }

    mutating func name() -> AWDLName {
        let items = (0..<generator.number(in: 0...4)).map { _ -> AWDLName.Item in
            switch generator.number(in: 0...3) {
            case 0: .code(AWDLNameCode(rawValue: UInt16(generator.number(in: 0...14))))
            case 1: .code(AWDLNameCode(rawValue: half()))
            case 2: .label(bytes(upTo: AWDLName.maximumLabelLength))
            default: .label(Array(generator.pick(["iPhone (2)", "a.b", "x\\y", "<c00f>", "münchen", ""]).utf8))
            }
        }
        return AWDLName(items: items)
    }

    mutating func channelSequence() -> AWDLChannelSequence {
        let encoding = generator.pick([AWDLChannelEncoding.simple, .legacy, .operatingClass])
        let count = generator.pick([16, 16, 1, 17, 256, generator.number(in: 1...256)])
        let slots = (0..<count).map { _ in encoding == .simple ? UInt16(byte()) : half() }
        return AWDLChannelSequence(
            encoding: encoding, slots: slots, duplicateCount: byte(), stepCount: generator.number(in: 1...256),
            fillChannel: half())
    }

    private mutating func serviceResponse() -> AWDLServiceResponse {
        let data: AWDLServiceResponse.Data =
            switch generator.number(in: 0...3) {
            case 0: .pointer(name())
            case 1: .service(priority: half(), weight: half(), port: half(), target: name())
            case 2: .text((0..<generator.number(in: 0...4)).map { _ in bytes(upTo: 255) })
            default: .other(AWDLRecordType(rawValue: generator.pick([1, 28, 47])), bytes(upTo: 30))
            }
        return AWDLServiceResponse(name: name(), data: data, reserved: generator.pick([0, half()]))
    }

    private mutating func synchronizationParameters() -> AWDLSynchronizationParameters {
        var parameters = AWDLSynchronizationParameters(
            masterAddress: address(), masterChannel: byte(), txCounter: half(), awSequenceNumber: half(),
            channelSequence: channelSequence())
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
        parameters.reserved = generator.pick([0, byte()])
        parameters.apBeaconAlignmentDelta = half()
        return parameters
    }

    private mutating func electionParameters() -> AWDLElectionParameters {
        var election = AWDLElectionParameters(
            masterAddress: address(), distance: byte(), masterMetric: word(), selfMetric: word(), id: half())
        election.unknown = generator.pick([0, byte()])
        election.reserved = generator.pick([0, half()])
        if generator.chance(1, in: 2) {
            election.flags = UInt8(generator.number(in: 1...255))
            election.privateElection = AWDLElectionParameters.PrivateElection(
                masterAddress: address(), masterMetric: word(), id: word(), hopCount: half())
        }
        return election
    }

    private mutating func electionParametersV2() -> AWDLElectionParametersV2 {
        AWDLElectionParametersV2(
            masterAddress: address(), parentAddress: address(), distance: word(), masterMetric: word(),
            masterCounter: word(), selfMetric: word(), selfCounter: word(), unknown: generator.pick([0, word()]),
            reserved: generator.pick([0, word()]))
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
            serviceUpdateIndicator: half(), mask: mask, groups: generator.bytes(mask.nonzeroBitCount),
            reserved: generator.pick([0, word() & 0xFF_FFFF]))
    }

    private mutating func dataPathState() -> AWDLDataPathState {
        var state = AWDLDataPathState(flags: AWDLDataPathFlags(rawValue: half()))
        let flags = state.flags
        if flags.contains(.hasCountryCode) {
            state.countryCode = AWDLCountryCode(rawValue: generator.pick([0x44_4500, word()]))
        }
        if flags.contains(.hasSocialChannels) { state.socialChannels = AWDLSocialChannels(rawValue: half()) }
        if flags.contains(.hasInfrastructure) {
            state.infrastructure = AWDLDataPathState.Infrastructure(bssid: address(), channel: half())
        }
        if flags.contains(.hasInfrastructureAddress) { state.infrastructureAddress = address() }
        if flags.contains(.hasAWDLAddress) { state.awdlAddress = address() }
        if flags.contains(.hasUMI) { state.umi = half() }
        if flags.contains(.hasUnicastOptions) {
            let length = generator.pick([0, 3, 4, 8, 11])
            let mask: UInt64 = length < 8 ? (1 << UInt64(length * 8)) - 1 : .max
            let options = generator.next() & mask
            state.unicastOptions = AWDLUnicastOptions(rawValue: options)
            state.unicastOptionsLength = UInt16(length)
            state.furtherUnicastOptions = generator.bytes(max(0, length - 8))
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

    mutating func address() -> LinkAddress { LinkAddress(rawValue: generator.next()) }
    mutating func bytes(upTo count: Int) -> [UInt8] { generator.bytes(generator.number(in: 0...count)) }
    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next() >> 16) }
    mutating func half() -> UInt16 { UInt16(truncatingIfNeeded: generator.next() >> 16) }
    mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: generator.next() >> 16) }
}
