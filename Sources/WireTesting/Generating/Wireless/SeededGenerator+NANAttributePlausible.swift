import WirelessFrames

extension SeededGenerator {
    mutating func plausibleNANAttribute() -> NANAttribute {
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
            let descriptor = NANServiceDescriptorExtension(
                instanceID: UInt8(number(in: 1...9)), control: .init(rawValue: hasInfo ? 0x0204 : 0x0004),
                serviceUpdateIndicator: hasInfo ? UInt8(number(in: 0...3)) : nil, serviceInfo: hasInfo ? info : nil)
            return NANAttribute(descriptor)
        case 5:
            // 2.4 and 5 GHz, two antennas for each way.
            let capability = NANDeviceCapability(
                committedDW: 0x0009, supportedBands: 0x14, operationMode: pick([0x01, 0x11]), antennas: 0x22,
                capabilities: 0x02)
            return NANAttribute(capability)
        case 6: return NANAttribute(plausibleAvailability())
        case 7:
            let control = NANDataPathControl(rawValue: 0x09)
            let header = NANDataPathHeader(
                dialogToken: UInt8(number(in: 1...50)), type: .request, status: .continued,
                initiatorNDI: deviceAddress(), ndpID: UInt8(number(in: 1...9)), control: control,
                publishID: UInt8(number(in: 1...9)))
            return NANAttribute(NANDataPath(header: header))
        default:
            return NANAttribute(NANCipherSuites(suites: [NANCipherSuites.Suite(suite: 1, publishID: 0)]))
        }
    }

    /// Committed slots in 5 GHz, and potential ones in both bands.
    private mutating func plausibleAvailability() -> NANAvailability {
        let channel = NANBandChannelList.Channel(operatingClass: 124, channelBitmap: 1)
        let committed = NANAvailability.Entry(
            control: 0x1201, timeBitmap: NANTimeBitmap(control: 0x0018, bitmap: [0x0E, 0, 0, 0]),
            list: NANBandChannelList(channels: [channel]))
        let potential = NANAvailability.Entry(control: 0x021A, list: NANBandChannelList(bands: [2, 4]))
        return NANAvailability(
            sequenceID: integer(), control: 0x0001, entries: chance(2, in: 3) ? [committed, potential] : [potential])
    }
}
