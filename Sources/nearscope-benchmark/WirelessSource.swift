import PacketDissection
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// The frames that a monitor hears in a busy room: of a hundred frames forty are acknowledgments and the like, fourteen
/// beacons of eight access points, seven encrypted data of strangers, twenty of four AWDL nodes about themselves,
/// fourteen of their data, three of Wi-Fi Aware, two are retransmitted. All have a check sequence, as Apple's radios
/// deliver them.
struct WirelessSource {
    private static let beaconCount = 8
    private static let nodeCount = 4

    private var capture = SyntheticCapture.ofRadio
    private var time: Int64 = 1_700_000_000_000_000_000
    private var turn = 0
    private var control: [[UInt8]] = []
    private var beacons: [[UInt8]] = []
    private var strangers: [[UInt8]] = []
    private var aware: [[UInt8]] = []
    private var nodes: [AWDLNode] = []
    private var writers: [AWDLFrameWriter] = []
    private var ends: [SyntheticConnection] = []
    private var segments = SyntheticCapture()
    private var messages = MessageSource(seed: 3)

    init() throws {
        makeBackground()
        for number in 0..<Self.nodeCount {
            let address = LinkAddress(rawValue: 0x2A5C_110E_7D00 | UInt64(number))
            var slots = [UInt16](repeating: number % 2 == 0 ? 0x2C80 : 0, count: 16)
            for slot in [0, 2, 8, 9] { slots[slot] = slot < 8 ? 0x2C80 : 0x0651 }
            var node = AWDLNode(
                address: address, name: AWDLName(items: [.label(Array("node-\(number)".utf8)), .code(.local)]),
                channelSequence: AWDLChannelSequence(encoding: .operatingClass, slots: slots),
                metric: UInt32(510 + number))
            node.services = [
                AWDLServiceResponse(
                    name: AWDLName(items: [
                        .label(Array("3f9a41c07b2\(number)".utf8)), .code(AWDLNameCode(rawValue: 0xC007)),
                    ]), data: .text([Array("flags=503".utf8)]))
            ]
            let root = nodes.first?.address ?? address
            (node.election.masterAddress, node.election.parentAddress) = (root, root)
            node.election.distance = number == 0 ? 0 : 1
            (node.election.masterMetric, node.election.selfMetric) = (510, UInt32(510 - number))
            (node.election.masterCounter, node.election.selfCounter) = (3, 3)
            nodes.append(node)
            writers.append(
                AWDLFrameWriter(
                    source: address, channelFrequency: 5220, signal: Int8(-40 - 5 * number),
                    includesFrameCheckSequence: true))
        }
        for number in 0..<Self.nodeCount / 2 {
            let hosts = [2 * number, 2 * number + 1].map { index in
                SyntheticHost(linkAddress: nodes[index].address, address: Self.address(of: nodes[index].address))
            }
            ends.append(SyntheticConnection(from: hosts[0], port: UInt16(50_000 + number), to: hosts[1], port: 7000))
        }
    }

    /// The next frames of the file; the first piece begins with the file's header.
    mutating func piece(of count: Int) throws -> [UInt8] {
        let end = capture.frames + count
        while capture.frames < end { try addFrame() }
        return capture.takeBytes()
    }

    private mutating func addFrame() throws {
        time += 250_000
        turn += 1
        let tsft = UInt64(time / 1000)
        switch turn % 100 {
        case 0..<40: try capture.append(control[turn % control.count], at: time)
        case 40..<54: try capture.append(beacons[turn % beacons.count], at: time)
        case 54..<61: try capture.append(strangers[turn % strangers.count], at: time)
        case 61..<81:
            let number = turn % Self.nodeCount
            if turn / 100 % 12_000 == 0 { nodes[number].election.selfCounter &+= 1 }
            let clock = tsft &+ UInt64(number) * 100
            let frame =
                turn % 5 == 0
                ? nodes[number].periodicSynchronizationFrame(at: clock)
                : nodes[number].masterIndicationFrame(at: clock)
            try capture.append(writers[number].bytes(of: frame, tsft: tsft), at: time)
        case 81..<84: try capture.append(aware[turn % aware.count], at: time)
        default: try addData(tsft: tsft)
        }
    }

    /// A segment of a connection between two nodes; of eight the last is sent again.
    private mutating func addData(tsft: UInt64) throws {
        let pair = turn / 100 % ends.count
        let isForward = turn % 3 != 0
        let side = isForward ? SyntheticConnection.Side.initiator : .responder
        _ = segments.takeBytes()
        if turn < 100 * ends.count, turn % 100 == 84 {
            try ends[pair].open(at: time, in: &segments)
        } else if turn % 2 == 0 {
            try ends[pair].send(
                messages.short(from: 2 * pair + (isForward ? 0 : 1)), from: side, at: time, in: &segments)
        } else {
            try ends[pair].acknowledge(from: side, at: time, in: &segments)
        }
        let sender = 2 * pair + (isForward ? 0 : 1)
        let receiver = 2 * pair + (isForward ? 1 : 0)
        // Ethernet and pcap headers are before the packet.
        var offset = 0
        let bytes = segments.takeBytes()
        while offset + 30 <= bytes.count {
            let length = Int(bytes[offset + 8]) | Int(bytes[offset + 9]) << 8
            let packet = Array(bytes[offset + 30..<offset + 16 + length])
            let frame = writers[sender].bytes(ofPacket: packet, to: nodes[receiver].address, tsft: tsft)
            try capture.append(frame, at: time)
            if turn % 100 == 98 {
                time += 100_000
                try capture.append(SyntheticRadioFrame.retransmitted(frame), at: time)
            }
            offset += 16 + length
        }
    }

    private mutating func makeBackground() {
        for number in 0..<16 as Range<UInt64> {
            let one = LinkAddress(rawValue: 0x0200_0000_1000 | number)
            let other = LinkAddress(rawValue: 0x0200_0000_2000 | number)
            for subtype in [13, 13, 13, 9, 11, 12] as [UInt8] {
                let header = IEEE80211Header(
                    frameControl: IEEE80211FrameControl(type: .control, subtype: subtype), duration: 44,
                    address1: one, address2: other)
                let body = [UInt8](repeating: 0x05, count: subtype == 9 ? 12 : 0)
                control.append(
                    SyntheticRadioFrame.bytes(
                        header, body: body, channelFrequency: 5220, signal: Int8(-50 - Int8(number)), time: 1_000_000))
            }
        }
        for number in 0..<Self.beaconCount {
            let station = LinkAddress(rawValue: 0x0200_0000_3000 | UInt64(number))
            let header = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .management, subtype: 8),
                address1: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF), address2: station, address3: station)
            var body = [UInt8](repeating: 0, count: 8) + [0x64, 0, 0x11, 0x04]
            body += [0, 8] + Array("network\(number)".utf8)
            body += [1, 8, 0x8C, 0x12, 0x98, 0x24, 0xB0, 0x48, 0x60, 0x6C, 3, 1, 44]
            for element in [(45, 26), (61, 22), (48, 20), (191, 12), (192, 5), (255, 22), (221, 24)] {
                body += [UInt8(element.0), UInt8(element.1)] + [UInt8](repeating: 0x11, count: element.1)
            }
            beacons.append(
                SyntheticRadioFrame.bytes(header, body: body, channelFrequency: 5220, signal: -70, time: 1_000_000))
        }
        for number in 0..<16 {
            let header = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .data, subtype: 8, flags: 0x41),
                address1: LinkAddress(rawValue: 0x0200_0000_3000 | UInt64(number % 8)),
                address2: LinkAddress(rawValue: 0x0200_0000_4000 | UInt64(number)),
                address3: LinkAddress(rawValue: 0x0200_0000_5000), sequenceControl: UInt16(number) << 4)
            let body = [UInt8](repeating: UInt8(number), count: 300)
            strangers.append(
                SyntheticRadioFrame.bytes(header, body: body, channelFrequency: 5220, signal: -75, time: 1_000_000))
        }
        makeAware()
    }

    private mutating func makeAware() {
        let cluster = LinkAddress(rawValue: 0x506F_9A01_0001)
        for number in 0..<4 as Range<UInt64> {
            let address = LinkAddress(rawValue: 0x0200_0000_6000 | number)
            let beacon = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .management, subtype: 8),
                address1: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF), address2: address, address3: cluster)
            let fixed = [UInt8](repeating: 0, count: 8) + [0x00, 0x02, 0x20, 0x04]
            let rank: [UInt8] = [0x02, 0, 0, 0, 0x60, UInt8(number), 0x33, 0x80]
            let attributes: [UInt8] =
                [0, 2, 0, 0x80, 0x33, 1, 13, 0] + rank + [1, 0, 0, 0, 0] + [
                    2, 6, 0, 0xE8, 0x57, 0xC5, 0x24, 0x46, 0x51,
                ]
            let element = [221, UInt8(attributes.count + 4), 0x50, 0x6F, 0x9A, 0x13] + attributes
            aware.append(
                SyntheticRadioFrame.bytes(beacon, body: fixed + element, channelFrequency: 5220, time: 1_000_000))
            let discovery = IEEE80211Header(
                frameControl: IEEE80211FrameControl(type: .management, subtype: 13),
                address1: LinkAddress(rawValue: 0x516F_9A01_0000), address2: address, address3: cluster)
            let descriptor: [UInt8] = [
                3, 9, 0, 0xE8, 0x57, 0xC5, 0x24, 0x46, 0x51, 1, 0, UInt8(number % 2),
            ]
            aware.append(
                SyntheticRadioFrame.bytes(
                    discovery, body: [4, 9, 0x50, 0x6F, 0x9A, 0x13] + descriptor, channelFrequency: 5220,
                    time: 1_000_000))
        }
    }

    /// The link-local address that follows from a link address (RFC 4291, appendix A).
    private static func address(of link: LinkAddress) -> IPAddress {
        let upper = (link.rawValue >> 24) ^ 0x02_0000
        return IPAddress(
            ipv6High: 0xFE80 << 48, low: upper << 40 | 0xFF_FE00_0000 | link.rawValue & 0xFF_FFFF)
    }
}
