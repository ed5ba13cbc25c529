import WireCoding
import WireTesting
import WirelessFrames

/// Makes frames of Wi-Fi Aware of any content that can be written and read back.
struct RandomNANFrames {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func frame() -> NANFrame {
        let attributes = (0..<generator.number(in: 0...5)).map { _ in attribute() }
        switch generator.number(in: 0...2) {
        case 0:
            return NANFrame(.beacon, attributes: attributes)
        case 1: return NANFrame(.serviceDiscovery, category: generator.pick([4, 9]), attributes: attributes)
        default: return NANFrame(.action(NANActionSubtype(rawValue: byte())), attributes: attributes)
        }
    }

    mutating func attribute() -> NANAttribute {
        let value: NANAttribute.Value
        // Attributes that go on to the end of their body have nothing behind it.
        var isOpen = false
        switch generator.number(in: 0...16) {
        case 0: value = .masterIndication(NANMasterIndication(masterPreference: byte(), randomFactor: byte()))
        case 1:
            value = .cluster(
                NANClusterAttribute(
                    anchorMasterRank: NANMasterRank(
                        masterPreference: byte(), randomFactor: byte(), address: address()), hops: byte(),
                    anchorMasterBeaconTransmitTime: UInt32(truncatingIfNeeded: generator.next())))
        case 2:
            return NANAttribute(
                id: generator.pick([.serviceIDList, .subscribeServiceIDList]),
                value: .serviceIDs((0..<generator.number(in: 0...4)).map { _ in serviceID() }))
        case 3: value = .serviceDescriptor(serviceDescriptor())
        case 4:
            let descriptor = serviceDescriptorExtension()
            isOpen = descriptor.serviceInfo == nil
            value = .serviceDescriptorExtension(descriptor)
        case 5:
            value = .deviceCapability(
                NANDeviceCapability(
                    mapID: byte(), committedDW: half(), supportedBands: byte(), operationMode: byte(),
                    antennas: byte(), maxChannelSwitchTime: half(), capabilities: byte()))
        case 6:
            let header = header()
            isOpen = header.control.hasSpecificInfo
            value = .dataPath(NANDataPath(header: header, specificInfo: isOpen ? bytes(upTo: 20) : nil))
        case 7: (value, isOpen) = (.dataPathExtension(dataPathExtension()), true)
        case 8: (value, isOpen) = (.availability(availability()), true)
        case 9:
            isOpen = true
            value = .dataCluster(NANDataCluster(ndcID: address(), control: byte(), entries: scheduleEntries()))
        case 10:
            let control = byte()
            isOpen = control & 2 != 0
            value = .dataLink(
                NANDataLink(
                    dialogToken: byte(), typeAndStatus: byte(), reason: NANReason(rawValue: byte()), control: control,
                    peerID: control & 1 != 0 ? byte() : nil, maxIdle: control & 0x10 != 0 ? half() : nil,
                    entries: isOpen ? scheduleEntries() : nil))
        case 11: value = .dataLinkQoS(NANDataLinkQoS(minimumSlots: byte(), maximumLatency: half()))
        case 12:
            isOpen = true
            let elements = (0..<generator.number(in: 0...3)).map { _ in
                InformationElement(id: ElementID(rawValue: byte()), body: bytes(upTo: 60))
            }
            value = .elementContainer(NANElementContainer(mapID: byte(), elements: elements))
        case 13:
            isOpen = true
            let suites = (0..<generator.number(in: 0...3)).map { _ in
                NANCipherSuites.Suite(suite: byte(), publishID: byte())
            }
            value = .cipherSuites(NANCipherSuites(capabilities: byte(), suites: suites))
        case 14:
            isOpen = true
            let contexts = (0..<generator.number(in: 0...3)).map { _ in
                NANSecurityContext(type: byte(), publishID: byte(), identifier: bytes(upTo: 20))
            }
            value = .securityContexts(contexts)
        case 15:
            isOpen = true
            value = .sharedKeyDescriptor(NANSharedKeyDescriptor(publishID: byte(), key: bytes(upTo: 99)))
        default:
            return NANAttribute(
                id: NANAttributeID(rawValue: generator.pick([4, 5, 9, 11, 12, 17, 26, 39, 42, 46, 221, 255])),
                value: .other(bytes(upTo: 40)))
        }
        let rest = isOpen || generator.chance(2, in: 3) ? [] : bytes(upTo: 6)
        return NANAttribute(id: value.id ?? .vendorSpecific, value: value, rest: rest)
    }

    private mutating func serviceDescriptor() -> NANServiceDescriptor {
        let filter = (0..<generator.number(in: 0...3)).map { _ in bytes(upTo: 20) }
        return NANServiceDescriptor(
            serviceID: serviceID(), type: generator.pick([.publish, .subscribe, .followUp]), instanceID: byte(),
            requestorInstanceID: byte(), bindingBitmap: generator.chance(1, in: 2) ? half() : nil,
            matchingFilter: generator.chance(1, in: 2) ? filter : nil,
            serviceResponseFilter: generator.chance(1, in: 2)
                ? .init(control: byte(), content: bytes(upTo: 18)) : nil,
            serviceInfo: generator.chance(1, in: 2) ? bytes(upTo: 255) : nil,
            isRangeLimited: generator.chance(1, in: 4))
    }

    private mutating func serviceDescriptorExtension() -> NANServiceDescriptorExtension {
        let control = NANServiceDescriptorExtension.Control(rawValue: half())
        return NANServiceDescriptorExtension(
            instanceID: byte(), control: control,
            rangeLimit: control.hasRangeLimit ? .init(inner: half(), outer: half()) : nil,
            serviceUpdateIndicator: control.hasUpdateIndicator ? byte() : nil,
            serviceInfo: generator.chance(1, in: 2) ? serviceInfo() : nil)
    }

    private mutating func serviceInfo() -> NANServiceInfo {
        NANServiceInfo(
            organization: generator.pick([NANView.organization, 0x0017F2]), protocolType: byte(),
            data: bytes(upTo: 30))
    }

    private mutating func header() -> NANDataPathHeader {
        let control = NANDataPathControl(rawValue: byte())
        var header = NANDataPathHeader(
            dialogToken: byte(), type: .request, status: .continued, reason: NANReason(rawValue: byte()),
            initiatorNDI: address(), ndpID: byte(), control: control,
            publishID: control.hasPublishID ? byte() : nil, responderNDI: control.hasResponderNDI ? address() : nil)
        header.typeAndStatus = byte()
        return header
    }

    private mutating func dataPathExtension() -> NANDataPathExtension {
        let elements = (0..<generator.number(in: 0...3)).map { _ -> NANDataPathExtension.Element in
            switch generator.number(in: 0...2) {
            case 0: .interfaceID(generator.next())
            case 1: .serviceInfo(serviceInfo())
            default: .other(type: UInt8(generator.number(in: 2...255)), value: bytes(upTo: 12))
            }
        }
        return NANDataPathExtension(header: header(), elements: elements)
    }

    private mutating func availability() -> NANAvailability {
        let entries = (0..<generator.number(in: 0...3)).map { _ -> NANAvailability.Entry in
            let control = half()
            let list = generator.chance(3, in: 4) ? bandChannelList() : nil
            return NANAvailability.Entry(
                control: control, timeBitmap: control & 0x1000 != 0 ? timeBitmap() : nil, list: list,
                rest: list != nil && generator.chance(1, in: 4) ? bytes(upTo: 4) : [])
        }
        return NANAvailability(sequenceID: byte(), control: half(), entries: entries)
    }

    private mutating func bandChannelList() -> NANBandChannelList {
        guard generator.chance(1, in: 2) else { return NANBandChannelList(bands: bytes(upTo: 15)) }
        let isContiguous = generator.chance(1, in: 2)
        let channels = (0..<generator.number(in: 0...4)).map { _ in
            NANBandChannelList.Channel(
                operatingClass: byte(), channelBitmap: half(), primaryBitmap: byte(),
                auxiliaryBitmap: isContiguous ? nil : half())
        }
        return NANBandChannelList(channels: channels, isContiguous: isContiguous)
    }

    private mutating func scheduleEntries() -> [NANScheduleEntry] {
        (0..<generator.number(in: 0...3)).map { _ in NANScheduleEntry(mapID: byte(), timeBitmap: timeBitmap()) }
    }

    private mutating func timeBitmap() -> NANTimeBitmap { NANTimeBitmap(control: half(), bitmap: bytes(upTo: 8)) }
    private mutating func serviceID() -> NANServiceID { NANServiceID(rawValue: generator.next()) }
    private mutating func address() -> LinkAddress { LinkAddress(rawValue: generator.next()) }
    private mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }
    private mutating func half() -> UInt16 { UInt16(truncatingIfNeeded: generator.next()) }
    private mutating func bytes(upTo count: Int) -> [UInt8] { generator.bytes(generator.number(in: 0...count)) }
}
