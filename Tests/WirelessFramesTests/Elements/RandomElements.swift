import WireCoding
import WireTesting
import WirelessFrames

/// Makes elements of management frames.
enum RandomElements {
    static func value(_ random: inout SeededGenerator) -> InformationElement.Value {
        let word = UInt32(truncatingIfNeeded: random.next())
        let half = UInt16(truncatingIfNeeded: word)
        let byte = UInt8(truncatingIfNeeded: word >> 16)
        switch random.number(in: 0...10) {
        case 0: return .ssid(random.bytes(random.number(in: 0...32)))
        case 1: return .supportedRates(random.bytes(8).map(SupportedRate.init(rawValue:)))
        case 2: return .extendedSupportedRates(random.bytes(3).map(SupportedRate.init(rawValue:)))
        case 3: return .dsParameterSet(channel: byte)
        case 4:
            let triplets = (0..<random.number(in: 0...4)).map { CountryElement.Triplet(UInt8($0), byte, 3) }
            return .country(
                CountryElement(code: word, triplets: triplets, padding: random.bytes(random.number(in: 0...2))))
        case 5:
            return .htCapabilities(
                HTCapabilitiesElement(
                    capabilityInformation: half, ampduParameters: byte, supportedMCSSet: random.bytes(16),
                    extendedCapabilities: half, transmitBeamforming: word, antennaSelection: byte))
        case 6:
            return .htOperation(
                HTOperationElement(primaryChannel: byte, information: random.bytes(5), basicMCSSet: random.bytes(16)))
        case 7:
            return .vhtCapabilities(
                VHTCapabilitiesElement(
                    capabilityInformation: word, receiveMCSMap: half, receiveHighestRate: half, transmitMCSMap: half,
                    transmitHighestRate: half))
        case 8:
            return .vhtOperation(
                VHTOperationElement(
                    channelWidth: byte, centerSegment0: byte, centerSegment1: byte, basicMCSMap: half))
        case 9:
            let physical = random.bytes(11)
            let widths = 1 + Int(physical[0] >> 3 & 1) + Int(physical[0] >> 4 & 1)
            return .heCapabilities(
                HECapabilitiesElement(
                    macCapabilities: random.bytes(6), phyCapabilities: physical,
                    mcsMaps: (0..<widths).map { .init(receive: half, transmit: UInt16($0)) },
                    thresholds: random.bytes(random.number(in: 0...7))))
        default:
            return .vendorSpecific(
                VendorElement(organization: word, content: random.bytes(random.number(in: 0...60))))
        }
    }
}
