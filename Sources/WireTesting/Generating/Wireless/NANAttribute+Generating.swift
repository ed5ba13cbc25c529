import WirelessFrames

extension SeededGenerator {
    mutating func extremeNANAttribute() -> NANAttribute {
        let value: NANAttribute.Value
        // Attributes that extend to the end of their body have nothing after it.
        var isOpen = false
        switch number(in: 0...16) {
        case 0: value = .masterIndication(NANMasterIndication(masterPreference: byte(), randomFactor: byte()))
        case 1:
            value = .cluster(
                NANClusterAttribute(
                    anchorMasterRank: NANMasterRank(
                        masterPreference: byte(), randomFactor: byte(), address: linkAddress()), hops: byte(),
                    anchorMasterBeaconTransmitTime: UInt32(truncatingIfNeeded: next())))
        case 2:
            return NANAttribute(
                id: pick([.serviceIDList, .subscribeServiceIDList]),
                value: .serviceIDs((0..<number(in: 0...4)).map { _ in nanServiceID() }))
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
            value = .dataPath(NANDataPath(header: header, specificInfo: isOpen ? extremeBytes(upTo: 20) : nil))
        case 7: (value, isOpen) = (.dataPathExtension(dataPathExtension()), true)
        case 8: (value, isOpen) = (.availability(availability()), true)
        case 9:
            isOpen = true
            value = .dataCluster(NANDataCluster(ndcID: linkAddress(), control: byte(), entries: scheduleEntries()))
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
            let elements = (0..<number(in: 0...3)).map { _ in
                InformationElement(id: ElementID(rawValue: byte()), body: extremeBytes(upTo: 60))
            }
            value = .elementContainer(NANElementContainer(mapID: byte(), elements: elements))
        case 13:
            isOpen = true
            let suites = (0..<number(in: 0...3)).map { _ in
                NANCipherSuites.Suite(suite: byte(), publishID: byte())
            }
            value = .cipherSuites(NANCipherSuites(capabilities: byte(), suites: suites))
        case 14:
            isOpen = true
            let contexts = (0..<number(in: 0...3)).map { _ in
                NANSecurityContext(type: byte(), publishID: byte(), identifier: extremeBytes(upTo: 20))
            }
            value = .securityContexts(contexts)
        case 15:
            isOpen = true
            value = .sharedKeyDescriptor(NANSharedKeyDescriptor(publishID: byte(), key: extremeBytes(upTo: 99)))
        default:
            return NANAttribute(
                id: NANAttributeID(rawValue: pick([4, 5, 9, 11, 12, 17, 26, 39, 42, 46, 221, 255])),
                value: .other(extremeBytes(upTo: 40)))
        }
        let rest = isOpen || chance(2, in: 3) ? [] : extremeBytes(upTo: 6)
        return NANAttribute(id: value.id ?? .vendorSpecific, value: value, rest: rest)
    }

    private mutating func serviceDescriptor() -> NANServiceDescriptor {
        let filter = (0..<number(in: 0...3)).map { _ in extremeBytes(upTo: 20) }
        return NANServiceDescriptor(
            serviceID: nanServiceID(), type: pick([.publish, .subscribe, .followUp]), instanceID: byte(),
            requestorInstanceID: byte(), bindingBitmap: chance(1, in: 2) ? half() : nil,
            matchingFilter: chance(1, in: 2) ? filter : nil,
            serviceResponseFilter: chance(1, in: 2)
                ? .init(control: byte(), content: extremeBytes(upTo: 18)) : nil,
            serviceInfo: chance(1, in: 2) ? extremeBytes(upTo: 255) : nil,
            isRangeLimited: chance(1, in: 4))
    }

    private mutating func serviceDescriptorExtension() -> NANServiceDescriptorExtension {
        let control = NANServiceDescriptorExtension.Control(rawValue: half())
        return NANServiceDescriptorExtension(
            instanceID: byte(), control: control,
            rangeLimit: control.hasRangeLimit ? .init(inner: half(), outer: half()) : nil,
            serviceUpdateIndicator: control.hasUpdateIndicator ? byte() : nil,
            serviceInfo: chance(1, in: 2) ? serviceInfo() : nil)
    }

    private mutating func serviceInfo() -> NANServiceInfo {
        NANServiceInfo(
            organization: pick([NANView.organization, 0x0017F2]), protocolType: byte(),
            data: extremeBytes(upTo: 30))
    }

    private mutating func header() -> NANDataPathHeader {
        let control = NANDataPathControl(rawValue: byte())
        var header = NANDataPathHeader(
            dialogToken: byte(), type: .request, status: .continued, reason: NANReason(rawValue: byte()),
            initiatorNDI: linkAddress(), ndpID: byte(), control: control,
            publishID: control.hasPublishID ? byte() : nil, responderNDI: control.hasResponderNDI ? linkAddress() : nil)
        header.typeAndStatus = byte()
        return header
    }

    private mutating func dataPathExtension() -> NANDataPathExtension {
        let elements = (0..<number(in: 0...3)).map { _ -> NANDataPathExtension.Element in
            switch number(in: 0...2) {
            case 0: .interfaceID(next())
            case 1: .serviceInfo(serviceInfo())
            default: .other(type: UInt8(number(in: 2...255)), value: extremeBytes(upTo: 12))
            }
        }
        return NANDataPathExtension(header: header(), elements: elements)
    }

    private mutating func availability() -> NANAvailability {
        let entries = (0..<number(in: 0...3)).map { _ -> NANAvailability.Entry in
            let control = half()
            let list = chance(3, in: 4) ? bandChannelList() : nil
            return NANAvailability.Entry(
                control: control, timeBitmap: control & 0x1000 != 0 ? timeBitmap() : nil, list: list,
                rest: list != nil && chance(1, in: 4) ? extremeBytes(upTo: 4) : [])
        }
        return NANAvailability(sequenceID: byte(), control: half(), entries: entries)
    }

    private mutating func bandChannelList() -> NANBandChannelList {
        guard chance(1, in: 2) else { return NANBandChannelList(bands: extremeBytes(upTo: 15)) }
        let isContiguous = chance(1, in: 2)
        let channels = (0..<number(in: 0...4)).map { _ in
            NANBandChannelList.Channel(
                operatingClass: byte(), channelBitmap: half(), primaryBitmap: byte(),
                auxiliaryBitmap: isContiguous ? nil : half())
        }
        return NANBandChannelList(channels: channels, isContiguous: isContiguous)
    }

    private mutating func scheduleEntries() -> [NANScheduleEntry] {
        (0..<number(in: 0...3)).map { _ in NANScheduleEntry(mapID: byte(), timeBitmap: timeBitmap()) }
    }

    private mutating func timeBitmap() -> NANTimeBitmap {
        NANTimeBitmap(control: half(), bitmap: extremeBytes(upTo: 8))
    }
}
