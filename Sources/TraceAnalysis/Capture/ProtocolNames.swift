/// Names for numbers of protocols that are not dissected, so that a report says what was passed over.
enum ProtocolNames {
    /// IEEE 802 numbers; values up to 1500 are lengths of 802.2 frames (IEEE 802.3 §3.2.6).
    static func etherType(_ value: UInt16) -> String {
        switch value {
        case ...1500: "802.2 LLC"
        case 0x0842: "Wake-on-LAN"
        case 0x22F0: "AVTP"
        case 0x22F3: "TRILL"
        case 0x6003: "DECnet"
        case 0x8035: "RARP"
        case 0x809B: "AppleTalk"
        case 0x8137: "IPX"
        case 0x8847, 0x8848: "MPLS"
        case 0x8863, 0x8864: "PPPoE"
        case 0x886D: "Intel ANS"
        case 0x8899: "Realtek"
        case 0x888E: "EAPOL"
        case 0x88A4: "EtherCAT"
        case 0x88CC: "LLDP"
        case 0x88E5: "MACsec"
        case 0x88F7: "PTP"
        case 0x890D: "TDLS"
        case 0x9000: "loopback test"
        default: "EtherType 0x" + hex(value)
        }
    }

    /// IANA "Protocol Numbers".
    static func ipProtocol(_ value: UInt8) -> String {
        switch value {
        case 4: "IP in IP"
        case 33: "DCCP"
        case 41: "IPv6 in IP"
        case 46: "RSVP"
        case 47: "GRE"
        case 50: "ESP"
        case 51: "AH"
        case 88: "EIGRP"
        case 89: "OSPF"
        case 103: "PIM"
        case 112: "VRRP"
        case 115: "L2TP"
        case 132: "SCTP"
        case 136: "UDP-Lite"
        case 139: "HIP"
        default: "IP protocol \(value)"
        }
    }

    private static func hex(_ value: UInt16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
