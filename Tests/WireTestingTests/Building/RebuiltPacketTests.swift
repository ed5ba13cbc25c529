import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import WireCoding
import WireSimulation

/// All packets of captures, read by the wire types of headers and built again from their fields.
@Suite struct RebuiltPacketTests {
    @Test(arguments: [
        "mesh2-basic.alice.pcap", "mesh2-v6ll-sorted.iris.pcap", "bonjour/suffix-zoo-apple.pcap",
        "bonjour/large-txt.pcap", "conformance/fragments-many.pcap",
    ])
    func theBytesAreThoseOfTheCapture(fixture: String) throws {
        var reader = try CaptureFile.open(path: Fixture.url(fixture).path).makeReader()
        var rebuilt = 0
        while let record = try reader.next() {
            let bytes = reader.bytes.indices.map { reader.bytes[$0] }
            guard record.originalLength == bytes.count, let builders = try Self.builders(of: bytes) else { continue }
            let candidates = try builders.map { (builder) throws in try builder.bytes }
            #expect(candidates.contains(bytes), "frame \(record.frame)")
            rebuilt += 1
        }
        #expect(rebuilt > 20)
    }

    /// The packet with a right checksum, and with the one that its sender left to the network card.
    private static func builders(of bytes: [UInt8]) throws -> [PacketBuilder]? {
        var input = ByteReader(bytes.span)
        let ethernet = try EthernetHeader(parsing: &input)
        let frame = PacketBuilder.ethernet(
            from: ethernet.source, to: ethernet.destination, etherType: ethernet.etherType, minimumSize: bytes.count)
        switch ethernet.etherType {
        case .ipv4:
            let header = try IPv4Header(parsing: &input)
            let packet = frame.ipv4(
                from: header.source, to: header.destination, timeToLive: header.timeToLive,
                payloadProtocol: header.payloadProtocol, identification: header.identification, flags: header.flags,
                fragmentOffset: header.fragmentOffset, dscp: header.dscp, ecn: header.ecn, options: header.options)
            let length = Int(header.totalLength) - IPv4Header.minimumSize - header.options.count
            let isPiece = header.flags.contains(.moreFragments) || header.fragmentOffset > 0
            let content = try input.readBytes(length, "content")
            return try transport(isPiece ? .experiment : header.payloadProtocol, content, in: packet)
        case .ipv6:
            let header = try IPv6Header(parsing: &input)
            var packet = frame.ipv6(
                from: header.source, to: header.destination, hopLimit: header.hopLimit,
                trafficClass: header.trafficClass, flowLabel: header.flowLabel)
            var region = try input.subreader(Int(header.payloadLength), "content", limit: "length")
            var (next, isPiece) = (header.nextHeader, false)
            while next.isExtensionHeader {
                let header = try IPv6ExtensionHeader(parsing: &region, kind: next)
                packet = packet.extensionHeader(next, header.body, nextHeader: header.nextHeader)
                next = header.nextHeader
                if case .fragment = header.body { isPiece = true }
            }
            return try transport(isPiece ? .experiment : next, region.readRemainingBytes(), in: packet)
        default: return nil
        }
    }

    private static func transport(
        _ kind: IPProtocol, _ content: [UInt8], in packet: PacketBuilder
    ) throws -> [PacketBuilder] {
        var input = ByteReader(content.span)
        switch kind {
        case .udp:
            let header = try UDPHeader(parsing: &input)
            let payload = input.readRemainingBytes()
            return [.computed, .offloaded].map { checksum in
                packet.udp(from: header.sourcePort, to: header.destinationPort, checksum: checksum).payload(payload)
            }
        case .tcp:
            let header = try TCPHeader(parsing: &input)
            let payload = input.readRemainingBytes()
            return [.computed, .offloaded].map { packet.tcp(header, checksum: $0).payload(payload) }
        case .icmpv6:
            let message = try ICMPMessage(parsing: &input)
            return [
                packet.icmpv6(type: message.header.type, code: message.header.code, parameter: message.parameter)
                    .payload(message.body)
            ]
        default: return [packet.payload(content)]
        }
    }
}

extension IPProtocol {
    fileprivate static let experiment = IPProtocol(rawValue: 253)
}
