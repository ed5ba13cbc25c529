import PacketCapture
import PacketDissection
import Testing
import WireCoding

@Suite struct FrameLayersTests {
    private func layers(
        _ bytes: [UInt8], _ linkType: LinkType = .ethernet, originalLength: Int? = nil
    ) -> FrameDescription {
        FrameLayers.layers(of: bytes.span, linkType: linkType, originalLength: originalLength ?? bytes.count)
    }

    @Test func aSYNInLayers() throws {
        let frame = layers(Packets.ethernetIPv4SYN)
        #expect(frame.fault == nil)
        #expect(frame.layers.map(\.name) == ["ethernet", "ipv4", "tcp"])
        #expect(frame.layers.map(\.offset) == [0, 14, 34])
        #expect(frame.layers.map(\.length) == [14, 20, 40])
        #expect(frame.layers[0]["etherType"] == .integer(0x0800))
        #expect(frame.layers[1]["flags"] == .integer(2))
        let tcp = frame.layers[2]
        #expect(tcp["window"] == .integer(64240))
        #expect(tcp["headerLength"] == .integer(40))
        guard case .list(let options) = tcp["options"] else {
            Issue.record("no options")
            return
        }
        #expect(
            options.first
                == .object([
                    FrameField("kind", .integer(2)), FrameField("length", .integer(4)),
                    FrameField("maximumSegmentSize", .integer(1460)),
                ]))
        #expect(frame.transport?.payloadOffset == 74)
    }

    @Test func namesOfTheOtherLayers() {
        #expect(
            layers(Packets.hopByHop).layers.map(\.name) == ["ethernet", "ipv6", "ipv6HopByHop", "icmpv6"])
        #expect(
            layers(Packets.ipv6LastFragment).layers.map(\.name) == ["ethernet", "ipv6", "ipv6Fragment"])
        #expect(layers(Packets.twoTags).layers.map(\.name) == ["ethernet", "vlan", "vlan", "ipv4", "tcp"])
        #expect(layers(Packets.sll2IPv6, .linuxSLL2).layers.map(\.name) == ["sll2", "ipv6", "tcp"])
        #expect(layers(Packets.nullUDP, .null).layers.map(\.name) == ["null", "ipv4", "udp"])
        #expect(layers(Packets.igmp).layers.last?["type"] == .integer(0x22))
        #expect(layers(Packets.arpRequest).layers.last?["senderAddress"] == .text("10.77.1.12"))
    }

    @Test func noCutIsAFault() {
        for (bytes, linkType) in Packets.all {
            for count in 0..<bytes.count {
                let frame = layers(Array(bytes[..<count]), linkType, originalLength: bytes.count)
                #expect(frame.fault == nil)
                for layer in frame.layers { #expect(layer.offset + layer.length <= count) }
            }
        }
    }

    @Test func faultsNameLayerAndOffset() {
        var bytes = Packets.ethernetIPv4SYN
        bytes[55] = 0
        let options = layers(bytes)
        #expect(options.fault?.layer == "tcp")
        #expect(options.fault?.offset == 55)
        #expect(options.layers.last?.name == "tcp")
        bytes = Packets.ethernetIPv4SYN
        bytes[17] = 100
        #expect(layers(bytes).fault?.layer == "ipv4")
        #expect(layers(bytes).fault?.offset == 16)
        #expect(layers(bytes).layers.last?.name == "tcp")
    }
}
