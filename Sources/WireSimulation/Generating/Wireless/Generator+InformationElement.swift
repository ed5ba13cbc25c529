import WireCoding
import WireTesting
import WirelessFrames

extension Generator where Value == InformationElement {
    /// Elements of beacons: a network's name, rates, channel, capabilities.
    public static var plausible: Generator { Generator { $0.pick($0.beaconElements()) } }

    /// Elements of access points, of every kind that the module reads.
    public static var accessPoint: Generator { Generator { $0.accessPointElement() } }

    /// Elements of every kind that the module reads, half of them with a body of any bytes up to the 255 that fit; and of
    /// every other number.
    public static var extreme: Generator {
        Generator { random in
            random.chance(1, in: 2)
                ? random.extreme(InformationElement.extremeKnown)
                : InformationElement(
                    id: ElementID(rawValue: random.byte()),
                    body: random.extremeBytes(upTo: InformationElement.maximumLength))
        }
    }
}

extension SeededGenerator {
    /// A network's name, rates, channel, capabilities.
    fileprivate mutating func beaconElements() -> [InformationElement] {
        [
            InformationElement(SSIDElement(Array(deviceName().utf8.prefix(SSIDElement.maximumLength)))),
            InformationElement(
                SupportedRatesElement(
                    [0x82, 0x84, 0x8B, 0x96, 0x0C, 0x12, 0x18, 0x24].map(SupportedRate.init(rawValue:)))),
            InformationElement(DSParameterElement(channel: pick([1, 6, 11, 36, 149]))),
            InformationElement(
                HTCapabilitiesElement.with {
                    $0.capabilityInformation = 0x11CE
                    $0.ampduParameters = 0x1B
                    $0.supportedMCSSet = [0xFF, 0xFF]
                }),
        ]
    }

    fileprivate mutating func accessPointElement() -> InformationElement {
        let channel: UInt8 = pick([36, 44, 149, 157])
        let elements = [
            InformationElement(
                SupportedRatesElement([0x30, 0x48, 0x60, 0x6C].map(SupportedRate.init(rawValue:))),
                id: .extendedSupportedRates),
            // `DE `, and the channels of 5 GHz.
            InformationElement(
                CountryElement(
                    code: 0x44_4520, triplets: [CountryElement.Triplet(36, 4, 20), CountryElement.Triplet(149, 5, 26)],
                    padding: [0])),
            InformationElement(
                HTOperationElement.with {
                    $0.primaryChannel = channel
                    $0.information = [5]
                }),
            // Two streams, up to MCS 9.
            InformationElement(
                VHTCapabilitiesElement(
                    capabilityInformation: 0x0F82_59B2, receiveMCSMap: 0xFFFA, transmitMCSMap: 0xFFFA)),
            // 80 MHz, whose center is six channels above the first.
            InformationElement(
                VHTOperationElement.with {
                    $0.channelWidth = 1
                    $0.centerSegment0 = channel + 6
                    $0.basicMCSMap = 0xFFFC
                }),
            InformationElement(
                HECapabilitiesElement.with {
                    $0.macCapabilities = [0x05, 0, 0x18, 0x12, 0, 0x10]
                    $0.phyCapabilities = [0x04, 0x20, 0x2E, 0x09, 0x6F, 0x1D, 0x03]
                    $0.mcsMaps = [.init(receive: 0xFFFA, transmit: 0xFFFA)]
                }),
            // Wireless multimedia, with the same parameters as most.
            InformationElement(
                VendorElement(
                    organization: 0x0050F2,
                    content: [
                        2, 1, 1, 0x80, 0, 3, 0xA4, 0, 0, 0x27, 0xA4, 0, 0, 0x42, 0x43, 0x5E, 0, 0x62, 0x32, 0x2F, 0,
                    ])),
        ]
        return pick(beaconElements() + elements)
    }
}
