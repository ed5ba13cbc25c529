import WireCoding
import WireTesting
import WirelessFrames

extension Generator where Value == NANFrame {
    /// Frames of phones: beacons of a cluster, and publications, subscriptions and messages of services.
    public static var plausible: Generator { Generator { $0.plausibleNANFrame() } }

    /// Beacons, service discovery and actions of every subtype with up to 30 attributes of every kind and of unknown ones.
    ///
    /// ``WirelessFrames/NANFrame/serialize(into:)`` writes a beacon's element or an action's body from the category on.
    public static var extreme: Generator { Generator { $0.extremeNANFrame() } }
}

extension Generator where Value == NANAttribute {
    /// Attributes of phones in beacons, for their services, for their radios and schedules, and to set up a data path.
    public static var plausible: Generator { Generator { $0.plausibleNANAttribute() } }

    /// Attributes of every kind, with bytes after their fields, and of unknown ones.
    public static var extreme: Generator { Generator { $0.extreme(NANAttribute.extreme) } }
}

extension SeededGenerator {
    fileprivate mutating func plausibleNANFrame() -> NANFrame {
        let master = NANAttribute(NANMasterIndication(masterPreference: 128, randomFactor: integer()))
        var cluster = NANClusterAttribute()
        cluster.anchorMasterRank = NANMasterRank(
            masterPreference: 128, randomFactor: integer(), address: deviceAddress())
        guard chance(2, in: 3) else {
            return NANFrame(.beacon, attributes: [master, NANAttribute(cluster)])
        }
        let service = NANServiceID(name: pick(["_satellite._udp", "_txtchat._udp", "org.example.game"]))
        let type: NANServiceControl.ServiceType = pick([.publish, .subscribe, .followUp])
        let descriptor = NANServiceDescriptor(
            serviceID: service, type: type, instanceID: UInt8(number(in: 1...9)),
            requestorInstanceID: type == .followUp ? UInt8(number(in: 1...9)) : 0,
            serviceInfo: chance(1, in: 2) ? Array("hello".utf8) : nil)
        return NANFrame(
            .serviceDiscovery,
            attributes: [master, NANAttribute(descriptor)])
    }

    fileprivate mutating func extremeNANFrame() -> NANFrame {
        let attributes = (0..<extremeCount(upTo: 30)).map { _ in extreme(NANAttribute.extreme) }
        switch number(in: 0...2) {
        case 0:
            return NANFrame(.beacon, attributes: attributes)
        case 1: return NANFrame(.serviceDiscovery, category: pick([4, 9]), attributes: attributes)
        default: return NANFrame(.action(NANActionSubtype(rawValue: byte())), attributes: attributes)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func plausibleNANAttribute() -> NANAttribute {
        switch number(in: 0...8) {
        case 0...2:
            let frame = Generator<NANFrame>.plausible.next(&self)
            return pick(frame.attributes.attributes)
        case 3:
            let names = ["_satellite._udp", "_txtchat._udp", "org.example.game"].prefix(number(in: 1...3))
            return NANAttribute(
                id: pick([.serviceIDList, .subscribeServiceIDList]),
                value: .body(NANServiceIDList(names.map { NANServiceID(name: $0) })))
        case 4:
            let info = NANServiceInfo(protocolType: NANServiceInfo.generic, data: portAndProtocol())
            let hasInfo = chance(2, in: 3)
            // A data path is required, and the indicator counts changes of the info.
            var descriptor = NANServiceDescriptorExtension()
            descriptor.instanceID = UInt8(number(in: 1...9))
            descriptor.control.rawValue = hasInfo ? 0x0204 : 0x0004
            if hasInfo {
                descriptor.serviceUpdateIndicator = UInt8(number(in: 0...3))
                descriptor.serviceInfo = info
            }
            return NANAttribute(descriptor)
        case 5:
            // 2.4 and 5 GHz, two antennas for each way.
            let mode: UInt8 = pick([0x01, 0x11])
            return NANAttribute(
                NANDeviceCapability.with {
                    $0.committedDW = 0x0009
                    $0.supportedBands = 0x14
                    $0.operationMode = mode
                    $0.antennas = 0x22
                    $0.capabilities = 0x02
                })
        case 6: return NANAttribute(plausibleAvailability())
        case 7:
            var header = NANDataPathHeader()
            header.dialogToken = UInt8(number(in: 1...50))
            header.initiatorNDI = deviceAddress()
            header.ndpID = UInt8(number(in: 1...9))
            header.control.rawValue = 0x09
            header.publishID = UInt8(number(in: 1...9))
            return NANAttribute(NANDataPath(header: header))
        default:
            return NANAttribute(NANCipherSuites(suites: [NANCipherSuites.Suite(suite: 1, publishID: 0)]))
        }
    }

    /// Committed slots in 5 GHz, and potential ones in both bands.
    private mutating func plausibleAvailability() -> NANAvailability {
        let channel = NANBandChannelList.Channel(operatingClass: 124, channelBitmap: 1)
        let committed = NANAvailability.Entry.with {
            $0.control = 0x1201
            $0.timeBitmap = NANTimeBitmap(control: 0x0018, bitmap: [0x0E, 0, 0, 0])
            $0.list = NANBandChannelList(channels: [channel])
        }
        let potential = NANAvailability.Entry.with {
            $0.control = 0x021A
            $0.list = NANBandChannelList(bands: [2, 4])
        }
        var availability = NANAvailability()
        availability.sequenceID = integer()
        availability.control = 0x0001
        availability.entries = chance(2, in: 3) ? [committed, potential] : [potential]
        return availability
    }
}
