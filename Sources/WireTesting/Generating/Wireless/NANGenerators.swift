import WireCoding
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
        let cluster = NANClusterAttribute(
            anchorMasterRank: NANMasterRank(
                masterPreference: 128, randomFactor: integer(), address: deviceAddress()), hops: 0,
            anchorMasterBeaconTransmitTime: 0)
        guard chance(2, in: 3) else {
            return NANFrame(.beacon, attributes: [master, NANAttribute(cluster)])
        }
        let service = NANServiceID(name: pick(["_satellite._udp", "_txtchat._udp", "org.example.game"]))
        let type: NANServiceControl.ServiceType = pick([.publish, .subscribe, .followUp])
        let descriptor = NANServiceDescriptor(
            serviceID: service, type: type, instanceID: UInt8(number(in: 1...9)),
            requestorInstanceID: type == .followUp ? UInt8(number(in: 1...9)) : 0, bindingBitmap: nil,
            matchingFilter: nil, serviceResponseFilter: nil,
            serviceInfo: chance(1, in: 2) ? Array("hello".utf8) : nil, isRangeLimited: false)
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
