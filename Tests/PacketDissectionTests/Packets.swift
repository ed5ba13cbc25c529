import PacketCapture
import PacketDissection
import WireCoding
import TestSupport

/// Packets as they were captured, and what the tests say about them.
enum Packets {
    static func bytes(_ hex: String) -> [UInt8] { TestSupport.hex(hex) }

    /// SYN with maximum segment size, SACK permitted, timestamps and window scale.
    static let ethernetIPv4SYN = bytes(
        """
        025a10016502025a10011e010800 4500003cdf294000400644e20a4d010b0a4d010c
        eace2328380dde1900000000a002faf002780000 020405b40402080a47e6c7df000000000103030a
        """)
    /// ACK with a SACK block.
    static let ethernetIPv4SACK = bytes(
        """
        025a10155b01025a1015d1020800 45000034ee24400040060def0a4d150c0a4d150b
        145383e480dd0e26a4edaf4e8010003f16e60000 0101050aa4edaf46a4edaf4e
        """)
    static let ethernetIPv6SYN = bytes(
        """
        025a1008e301025a1008340286dd 600f77d800280640fe80000000000000005a10fffe083402fe80000000000000005a10fffe08e301
        ce7225e45f38653b00000000a002fd20092e0000 020405a00402080ae3b87275000000000103030a
        """)
    /// MLDv2 report behind Hop-by-Hop Options.
    static let hopByHop = bytes(
        """
        333300000016025a10011e0186dd 6000000000240001fe80000000000000005a10fffe011e01ff020000000000000000000000000016
        3a00050200000100 8f0025ab0000000104000000ff0200000000000000000001ff011e01
        """)
    static let arpRequest = bytes(
        "ffffffffffff025a10016502 0806 0001080006040001 025a10016502 0a4d010c 000000000000 0a4d010b")
    /// IGMPv3 report with the Router Alert option.
    static let igmp = bytes(
        """
        01005e000016025a100165020800 46c00028000040000102f8a00a4d010ce0000016 94040000
        2200f9020000000104000000e00000fb
        """)
    static let sllIPv4SYN = bytes(
        """
        00000304000600000000000000000800 4500003cff36400040063d837f0000017f000001
        aababfe5a4c0f6eb00000000a002ffd7fe300000 0204ffd70402080a720e016d000000000103030a
        """)
    static let sll2IPv6 = bytes(
        """
        86dd000000000001030400060000000000000000
        60002e86002006400000000000000000000000000000000100000000000000000000000000000001
        94f0920171ffbc45b878bd118010004000280000 0101080a9ea2e9f6d18e79e0
        """)
    /// 802.1Q in 802.1Q, and six bytes of Ethernet padding.
    static let twoTags = bytes(
        """
        ffffffffffff164bdf50b2938100 e00a8100 b0140800 45000028000100004006f652c0a80164c0a801c8
        30390050000003e80000000050022000d6f40000
        """)
    /// The end of a UDP datagram in three fragments, shortened.
    static let ipv6LastFragment = bytes(
        """
        025a102eb902025a102eec0186dd 600c8e7900102c40fe80000000000000005a10fffe2eec01fe80000000000000005a10fffe2eb902
        11000b50f67af3b8 292f363c43495056
        """)
    static let ipv6FirstFragment = bytes(
        """
        025a102eb902025a102eec0186dd 600c8e7900182c40fe80000000000000005a10fffe2eec01fe80000000000000005a10fffe2eb902
        11000001f67af3b8 beda14b91008d6e7 0000000000000000
        """)
    /// UDP behind a little-endian AF_INET, with padding inside the datagram.
    static let nullUDP = bytes(
        """
        02000000 4500002cc169000040115dc3ac100175ac1001ff d84921a4001817ae
        424a4e42020100000000000000000000
        """)

    static let all: [(bytes: [UInt8], linkType: LinkType)] = [
        (ethernetIPv4SYN, .ethernet), (ethernetIPv4SACK, .ethernet), (ethernetIPv6SYN, .ethernet),
        (hopByHop, .ethernet), (arpRequest, .ethernet), (igmp, .ethernet), (sllIPv4SYN, .linuxSLL),
        (sll2IPv6, .linuxSLL2), (twoTags, .ethernet), (ipv6LastFragment, .ethernet), (ipv6FirstFragment, .ethernet),
        (nullUDP, .null), (Array(ethernetIPv4SYN[14...]), .raw), (Array(ethernetIPv6SYN[14...]), .ipv6),
    ]

    static let linkTypes: [LinkType] = [
        .ethernet, .linuxSLL, .linuxSLL2, .raw, LinkType(rawValue: 12), LinkType(rawValue: 14), .ipv4, .ipv6, .null,
        .loop, .ieee80211Radiotap,
    ]
}

/// Dissects a packet of which all bytes, or `originalLength` of them, were on the wire.
func dissect(_ bytes: [UInt8], _ linkType: LinkType = .ethernet, originalLength: Int? = nil) -> DissectedPacket {
    PacketDissector.dissect(bytes.span, linkType: linkType, originalLength: originalLength ?? bytes.count)
}
