import PacketDissection
import WireCoding

/// Names for numbers of protocols that are not dissected, so that a report names what was skipped.
enum ProtocolNames {
    /// IEEE 802 numbers; values up to 1500 are lengths of 802.2 frames (IEEE 802.3 §3.2.6).
    static func etherType(_ value: UInt16) -> String {
        value <= 1500 ? "802.2 LLC" : etherTypes[value] ?? "EtherType 0x" + value.digits(4, radix: 16)
    }

    private static let etherTypes: [UInt16: String] = [
        0x0842: "Wake-on-LAN", 0x22F0: "AVTP", 0x22F3: "TRILL", 0x6003: "DECnet", 0x8035: "RARP", 0x809B: "AppleTalk",
        0x8137: "IPX", 0x8847: "MPLS", 0x8848: "MPLS", 0x8863: "PPPoE", 0x8864: "PPPoE", 0x886D: "Intel ANS",
        0x8899: "Realtek", 0x888E: "EAPOL", 0x88A4: "EtherCAT", 0x88CC: "LLDP", 0x88E5: "MACsec", 0x88F7: "PTP",
        0x890D: "TDLS", 0x9000: "loopback test",
    ]

    /// Protocols above link layers that number them in their own way.
    static func linkProtocol(_ content: LinkProtocol) -> String {
        switch content.registry {
        case .llc: accessPoints[content.number] ?? "802.2 SAP 0x" + content.number.digits(4, radix: 16)
        case .snap: subnetwork(content.organization, content.number)
        case .ppp:
            pointToPointProtocols[content.number] ?? "PPP protocol 0x" + content.number.digits(4, radix: 16)
        case .networkService: "NSH next protocol \(content.number)"
        case .frameRelay: "frame relay NLPID 0x" + content.number.digits(4, radix: 16)
        case .mpls: content.number < 2 ? "MPLS pseudowire" : "MPLS payload"
        }
    }

    static func protected(_ content: ProtectedContent) -> String {
        switch content {
        case .ieee80211Data: "802.11 protected data"
        case .macsec: "MACsec protected data"
        }
    }

    /// IEEE 802.2 service access points.
    private static let accessPoints: [UInt16: String] = [
        0x00: "802.2 test or XID", 0x42: "STP", 0x06: "IP in 802.2", 0xE0: "IPX", 0xFF: "IPX", 0xF0: "NetBIOS",
        0xFE: "OSI",
    ]

    /// SNAP protocols of organizations other than the one for EtherTypes.
    private static func subnetwork(_ organization: UInt32, _ value: UInt16) -> String {
        switch (organization, value) {
        case (0x00000C, 0x2000): return "CDP"
        case (0x00000C, 0x2003): return "VTP"
        case (0x00000C, 0x2004): return "DTP"
        case (0x00000C, 0x010B): return "PVST+"
        case (0x00000C, 0x0111): return "UDLD"
        case (0x080007, 0x809B): return "AppleTalk"
        case (0x0080C2, _): return "bridged frames in SNAP"
        default:
            return "SNAP \(organization.digits(6, radix: 16))/\(value.digits(4, radix: 16))"
        }
    }

    /// IANA "PPP DLL Protocol Numbers".
    private static let pointToPointProtocols: [UInt16: String] = [
        0x002D: "PPP compressed TCP/IP", 0x002F: "PPP compressed TCP/IP", 0x003D: "PPP multilink",
        0x00FD: "PPP compressed data", 0x8021: "IPCP", 0x8057: "IPV6CP", 0x80FD: "CCP", 0xC021: "LCP", 0xC023: "PAP",
        0xC025: "LQR", 0xC223: "CHAP", 0xC227: "EAP",
    ]

    /// IANA "Protocol Numbers".
    static func ipProtocol(_ value: UInt8) -> String {
        ipProtocols[value] ?? "IP protocol \(value)"
    }

    private static let ipProtocols: [UInt8: String] = [
        4: "IP in IP", 33: "DCCP", 41: "IPv6 in IP", 46: "RSVP", 47: "GRE", 50: "ESP", 51: "AH", 88: "EIGRP",
        89: "OSPF",
        103: "PIM", 112: "VRRP", 115: "L2TP", 132: "SCTP", 136: "UDP-Lite", 139: "HIP",
    ]
}
