import CPcap

extension LinkType {
    /// The DLT_ number by which libpcap on this system knows the link type. The few that systems number differently
    /// have a separate LINKTYPE_ number in files (https://www.tcpdump.org/linktypes.html).
    var dataLink: Int32 {
        switch self {
        case .raw, .bsdRaw, .openBSDRaw: DLT_RAW
        case .rfc1483: DLT_ATM_RFC1483
        case .pktap: Self.pktapDataLink
        default: Int32(rawValue)
        }
    }

    /// The link type of files for a DLT_ number of this system's libpcap, nil beyond 16 bits.
    init?(dataLink: Int32) {
        switch dataLink {
        case DLT_RAW: self = .raw
        case DLT_ATM_RFC1483: self = .rfc1483
        case Self.pktapDataLink: self = .pktap
        default:
            guard let value = UInt16(exactly: dataLink) else { return nil }
            self.init(rawValue: value)
        }
    }

    /// LINKTYPE_ATM_RFC1483, which BSDs capture as DLT 11.
    private static let rfc1483 = LinkType(rawValue: 100)

    /// Apple uses DLT_USER2 for its packet tap, and its headers keep the name private.
    private static var pktapDataLink: Int32 {
        #if canImport(Darwin)
            DLT_USER2
        #else
            258
        #endif
    }
}
