import PacketDissection

/// Names for numbers of protocols that are not dissected, so that a report names what was skipped.
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

    /// Protocols above link layers that number them in their own way.
    static func linkProtocol(_ content: LinkProtocol) -> String {
        switch content.registry {
        case .llc: logicalLink(content.number)
        case .snap: subnetwork(content.organization, content.number)
        case .ppp: pointToPoint(content.number)
        case .networkService: "NSH next protocol \(content.number)"
        case .frameRelay: "frame relay NLPID 0x" + hex(content.number)
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
    private static func logicalLink(_ value: UInt16) -> String {
        switch value {
        case 0x00: "802.2 test or XID"
        case 0x42: "STP"
        case 0x06: "IP in 802.2"
        case 0xE0, 0xFF: "IPX"
        case 0xF0: "NetBIOS"
        case 0xFE: "OSI"
        default: "802.2 SAP 0x" + hex(value)
        }
    }

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
            let digits = String(organization, radix: 16)
            return "SNAP " + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "/" + hex(value)
        }
    }

    /// IANA "PPP DLL Protocol Numbers".
    private static func pointToPoint(_ value: UInt16) -> String {
        switch value {
        case 0x002D, 0x002F: "PPP compressed TCP/IP"
        case 0x003D: "PPP multilink"
        case 0x00FD: "PPP compressed data"
        case 0x8021: "IPCP"
        case 0x8057: "IPV6CP"
        case 0x80FD: "CCP"
        case 0xC021: "LCP"
        case 0xC023: "PAP"
        case 0xC025: "LQR"
        case 0xC223: "CHAP"
        case 0xC227: "EAP"
        default: "PPP protocol 0x" + hex(value)
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
