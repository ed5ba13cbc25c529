import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct PacketBuilderWirelessTests {
    private let phone = LinkAddress("02:00:00:00:00:01")!
    private let tablet = LinkAddress("02:00:00:00:00:02")!
    private let network = LinkAddress("00:25:00:ff:94:73")!

    /// The radiotap header and the frame.
    private func parse(_ packet: PacketBuilder) throws -> (radio: RadiotapHeader, frame: IEEE80211Frame) {
        let bytes = try packet.bytes
        var input = ByteReader(bytes.span)
        let radio = try RadiotapHeader(parsing: &input)
        let flags = RadiotapView(bytes.span)?.flags ?? []
        return (radio, try IEEE80211Frame(parsing: &input, flags: flags, isCut: false))
    }

    private func dissect(_ packet: PacketBuilder) throws -> DissectedPacket {
        let bytes = try packet.bytes
        return PacketDissector.dissect(bytes.span, linkType: packet.linkType, originalLength: bytes.count)
    }

    @Test func aDatagramInAFrameForEachPath() throws {
        let paths: [(PacketBuilder.RadioPath, [LinkAddress], UInt8)] = [
            (.direct, [tablet, phone, network], 0), (.toAccessPoint, [network, phone, tablet], 1),
            (.fromAccessPoint, [tablet, network, phone], 2),
        ]
        for (path, addresses, flags) in paths {
            let packet = PacketBuilder.radiotap([.rate(24), .signal(-47)])
                .ieee80211Data(
                    from: phone, to: tablet, in: network, path: path, sequenceNumber: 4095, trafficID: 6
                )
                .snap().ipv4(from: "10.0.0.1", to: "10.0.0.2").udp(from: 5, to: 6).payload([1, 2])
            let (radio, frame) = try parse(packet)
            #expect(radio.groups().groups == [[.flags(.frameCheckSequence), .rate(24), .signal(-47)]])
            #expect(frame.header.address1 == addresses[0] && frame.header.address2 == addresses[1])
            #expect(frame.header.address3 == addresses[2])
            #expect(frame.header.source == phone && frame.header.destination == tablet)
            #expect(frame.header.frameControl.rawValue >> 8 == flags && frame.header.sequenceNumber == 4095)
            #expect(frame.header.trafficID == 6 && frame.isCheckSequenceValid == true)
            let dissected = try dissect(packet)
            #expect(packet.linkType == .ieee80211Radiotap && dissected.stop == nil)
            #expect(dissected.linkSource == phone && dissected.linkDestination == tablet)
            #expect(dissected.sourcePort == 5 && dissected.payloadLength == 2)
        }
    }

    @Test func withoutTrafficIDThereIsNoQoS() throws {
        let packet = PacketBuilder().ieee80211Data(
            from: phone, to: tablet, in: network, isRetry: true, check: .absent)
        #expect(try packet.bytes == hex("08080000 020000000002 020000000001 002500ff9473 0000"))
        #expect(packet.linkType == .ieee80211 && packet.frameCheckSequenceLength == nil)
    }

    @Test func aFrameOfACaptureIsBuiltAgain() throws {
        var reader = try CaptureFile.open(path: Fixture.url("wireless/nan-sdf-naf.pcap").path).makeReader()
        var rebuilt = 0
        while let record = try reader.next() {
            let bytes = reader.bytes.indices.map { reader.bytes[$0] }
            guard record.originalLength == bytes.count, reader.linkType == .ieee80211Radiotap else { continue }
            var input = ByteReader(bytes.span)
            let radio = try RadiotapHeader(parsing: &input)
            let flags = RadiotapView(bytes.span)?.flags ?? []
            let frame = try IEEE80211Frame(parsing: &input, flags: flags, isCut: false)
            let packet = PacketBuilder.radiotap(groups: radio.groups().groups)
                .ieee80211(frame.header, check: frame.frameCheckSequence.map(FrameCheck.value) ?? .absent)
                .payload(frame.body)
            #expect(try packet.bytes == bytes, "frame \(record.frame)")
            rebuilt += 1
        }
        #expect(rebuilt > 5)
    }

    @Test func managementFramesHaveTheirBodies() throws {
        let beacon = BeaconBody(timestamp: 7, interval: 100, capabilities: 0x11, elements: [])
        let bodies: [(PacketBuilder.ManagementKind, IEEE80211Frame.Body)] = [
            (.beacon, .beacon(beacon)), (.probeResponse, .beacon(beacon)),
            (.action, .action(ActionBody(organization: 0x0017F2, content: [1, 2, 3]))),
            (.deauthentication, .elements(fixed: [7, 0], InformationElementList())),
        ]
        for (kind, body) in bodies {
            let (_, frame) = try parse(
                .radiotap().ieee80211Management(kind, from: phone, to: tablet, in: network, sequenceNumber: 9)
                    .payload(body))
            #expect(frame.header.frameControl.subtype == kind.rawValue && frame.body == body)
            #expect(frame.header.address3 == network && frame.header.sequenceNumber == 9)
            #expect(frame.isCheckSequenceValid == true)
        }
    }

    @Test(arguments: 0..<100) func everyGeneratedFrameIsReadAgain(number: Int) throws {
        let frame = Generator<IEEE80211Frame>.plausible.value(seed: 28, number: number)
        let fields = Generator<[[RadiotapField]]>.plausible.value(seed: 28, number: number)
        guard !fields.joined().contains(where: { $0.number == 1 }) else { return }
        let checks: [(FrameCheck, Bool?)] = [
            (.computed, true), (.wrong, false), (.value(0), false), (.absent, nil),
        ]
        for (check, isValid) in checks {
            let (radio, read) = try parse(
                .radiotap(groups: fields).ieee80211(frame.header, check: check).payload(frame.body))
            #expect(read.isCheckSequenceValid == isValid && read.header == frame.header && read.body == frame.body)
            #expect(
                radio.groups().groups.joined().filter { $0 != .flags(.frameCheckSequence) } == Array(fields.joined()))
        }
    }

    @Test func flagsThatAreThereStay() throws {
        let bytes = try PacketBuilder.radiotap([.tsft(1), .flags([])])
            .ieee80211Data(from: phone, to: tablet, in: network).bytes
        #expect(bytes[16] == 0)
        let isValid = FrameCheckSequence.isValid(bytes.span.extracting(Int(bytes[2])..<bytes.count))
        #expect(isValid)
    }

    @Test func whatDoesNotFitIsAnError() {
        let start = PacketBuilder.radiotap([.signal(-40)])
        // Flags are added, and the header has ten bytes.
        #expect(throws: WireError(.truncated(needed: 6, available: 0), field: "802.11 address", offset: 20)) {
            try start.ieee80211Management(.beacon, from: "somewhere", to: phone, in: network).bytes
        }
        #expect(throws: WireError(.invalidValue(4096), field: "802.11 sequence number", offset: 32)) {
            try start.ieee80211Data(from: phone, to: tablet, in: network, sequenceNumber: 4096).bytes
        }
        #expect(throws: WireError(.invalidValue(16), field: "802.11 traffic ID", offset: 34)) {
            try start.ieee80211Data(from: phone, to: tablet, in: network, trafficID: 16).bytes
        }
        let much = [UInt8](repeating: 0, count: 65_535)
        #expect(throws: WireError.self) { try PacketBuilder.radiotap([.tlv(type: 1, bytes: much)]).bytes }
    }
}
