import WirelessFrames

extension Generator where Value == InformationElement {
    /// Elements of beacons: a network's name, rates, channel, capabilities.
    public static var plausible: Generator {
        Generator { random in
            let values = random.beaconValues()
            return InformationElement(random.pick(values))
        }
    }

    /// Elements of every kind that the module reads, half of them with a body of any bytes up to the 255 that fit; and of
    /// every other number.
    public static var extreme: Generator {
        Generator { random in
            random.chance(1, in: 2)
                ? InformationElement(random.extremeElementValue())
                : InformationElement(
                    id: ElementID(rawValue: random.byte()),
                    body: random.extremeBytes(upTo: InformationElement.maximumLength))
        }
    }
}

extension Generator where Value == InformationElement.Value {
    /// Elements of access points, of every kind that the module reads.
    public static var plausible: Generator { Generator { $0.plausibleElementValue() } }

    /// All values of an element, of every kind that the module reads.
    public static var extreme: Generator { Generator { $0.extremeElementValue() } }
}

extension SeededGenerator {
    /// A network's name, rates, channel, capabilities.
    fileprivate mutating func beaconValues() -> [InformationElement.Value] {
        [
            .ssid(Array(deviceName().utf8.prefix(InformationElement.maximumSSIDLength))),
            .supportedRates([0x82, 0x84, 0x8B, 0x96, 0x0C, 0x12, 0x18, 0x24].map(SupportedRate.init(rawValue:))),
            .dsParameterSet(channel: pick([1, 6, 11, 36, 149])),
            .htCapabilities(
                HTCapabilitiesElement(
                    capabilityInformation: 0x11CE, ampduParameters: 0x1B,
                    supportedMCSSet: [0xFF, 0xFF] + [UInt8](repeating: 0, count: 14), extendedCapabilities: 0,
                    transmitBeamforming: 0, antennaSelection: 0)),
        ]
    }

    fileprivate mutating func plausibleElementValue() -> InformationElement.Value {
        let channel: UInt8 = pick([36, 44, 149, 157])
        let values: [InformationElement.Value] = [
            .extendedSupportedRates([0x30, 0x48, 0x60, 0x6C].map(SupportedRate.init(rawValue:))),
            // `DE `, and the channels of 5 GHz.
            .country(
                CountryElement(
                    code: 0x44_4520, triplets: [CountryElement.Triplet(36, 4, 20), CountryElement.Triplet(149, 5, 26)],
                    padding: [0])),
            .htOperation(
                HTOperationElement(
                    primaryChannel: channel, information: [5, 0, 0, 0, 0],
                    basicMCSSet: [UInt8](repeating: 0, count: 16))),
            // Two streams, up to MCS 9.
            .vhtCapabilities(
                VHTCapabilitiesElement(
                    capabilityInformation: 0x0F82_59B2, receiveMCSMap: 0xFFFA, transmitMCSMap: 0xFFFA)),
            // 80 MHz, whose centre is six channels above the first.
            .vhtOperation(VHTOperationElement(channelWidth: 1, centerSegment0: channel + 6, basicMCSMap: 0xFFFC)),
            .heCapabilities(
                HECapabilitiesElement(
                    macCapabilities: [0x05, 0, 0x18, 0x12, 0, 0x10],
                    phyCapabilities: [0x04, 0x20, 0x2E, 0x09, 0x6F, 0x1D, 0x03, 0, 0, 0, 0],
                    mcsMaps: [.init(receive: 0xFFFA, transmit: 0xFFFA)])),
            // Wireless multimedia, with the same parameters as most.
            .vendorSpecific(
                VendorElement(
                    organization: 0x0050F2,
                    content: [
                        2, 1, 1, 0x80, 0, 3, 0xA4, 0, 0, 0x27, 0xA4, 0, 0, 0x42, 0x43, 0x5E, 0, 0x62, 0x32, 0x2F, 0,
                    ])),
        ]
        return pick(beaconValues() + values)
    }

    fileprivate mutating func extremeElementValue() -> InformationElement.Value {
        switch number(in: 0...10) {
        case 0: return .ssid(extremeBytes(upTo: InformationElement.maximumSSIDLength))
        case 1: return .supportedRates(extremeBytes(upTo: 255).map(SupportedRate.init(rawValue:)))
        case 2: return .extendedSupportedRates(extremeBytes(upTo: 255).map(SupportedRate.init(rawValue:)))
        case 3: return .dsParameterSet(channel: byte())
        case 4:
            let triplets = (0..<extremeCount(upTo: 80)).map { _ in CountryElement.Triplet(byte(), byte(), byte()) }
            return .country(CountryElement(code: word(), triplets: triplets, padding: bytes(number(in: 0...2))))
        case 5:
            return .htCapabilities(
                HTCapabilitiesElement(
                    capabilityInformation: half(), ampduParameters: byte(), supportedMCSSet: bytes(16),
                    extendedCapabilities: half(), transmitBeamforming: word(), antennaSelection: byte()))
        case 6:
            return .htOperation(
                HTOperationElement(primaryChannel: byte(), information: bytes(5), basicMCSSet: bytes(16)))
        case 7:
            return .vhtCapabilities(
                VHTCapabilitiesElement(
                    capabilityInformation: word(), receiveMCSMap: half(), receiveHighestRate: half(),
                    transmitMCSMap: half(), transmitHighestRate: half()))
        case 8:
            return .vhtOperation(
                VHTOperationElement(
                    channelWidth: byte(), centerSegment0: byte(), centerSegment1: byte(), basicMCSMap: half()))
        case 9:
            let physical = bytes(11)
            // Two bits of the physical capabilities show whether there are maps for 160 and for 80+80 MHz.
            let widths = 1 + Int(physical[0] >> 3 & 1) + Int(physical[0] >> 4 & 1)
            return .heCapabilities(
                HECapabilitiesElement(
                    macCapabilities: bytes(6), phyCapabilities: physical,
                    mcsMaps: (0..<widths).map { _ in .init(receive: half(), transmit: half()) },
                    thresholds: extremeBytes(upTo: 7)))
        default:
            return .vendorSpecific(VendorElement(organization: word(), content: extremeBytes(upTo: 251)))
        }
    }
}
