import WireCoding

/// An interface whose packets are in a capture. A pcap file has one; a pcapng file describes each
/// (draft-ietf-opsawg-pcapng §4.2).
public struct CaptureInterface: Hashable, Sendable, Identifiable {
    /// The index in ``CaptureReader/interfaces``, counted on over all sections of a pcapng file.
    public internal(set) var id: Int
    /// The section that describes it, an index as in ``CaptureSection/id``.
    public var section = 0
    /// The name that the capturing system gave it, as it is in the file (if_name).
    public var name: String?
    /// if_description.
    public var interfaceDescription: String?
    /// The hardware of the interface (if_hardware).
    public var hardware: String?
    /// The system that it was part of (if_os).
    public var operatingSystem: String?
    /// The first header of its packets.
    public var linkType: LinkType
    /// The number of bytes that the capture kept of each packet, nil for no limit.
    public var snapLength: Int?
    /// The unit of the file's timestamps (if_tsresol).
    public var resolution: TimestampResolution
    /// Seconds that are added to its timestamps (if_tsoffset). The times of packet records have them in.
    public var timestampOffset: Int64 = 0
    /// Bytes of frame check sequence at the end of each packet, nil where the file does not say (if_fcslen).
    public var frameCheckSequenceLength: Int?
    /// The capture filter (if_filter).
    public var filter: InterfaceFilter?
    /// Its IP addresses (if_IPv4addr, if_IPv6addr).
    public var addresses: [InterfaceAddress] = []
    /// if_MACaddr.
    public var linkAddress: LinkAddress?
    /// if_EUIaddr, as a number.
    public var eui64: UInt64?
    /// Bits per second in both directions (if_speed).
    public var speed: UInt64?
    /// Bits per second that it sends (if_txspeed).
    public var transmitSpeed: UInt64?
    /// Bits per second that it receives (if_rxspeed).
    public var receiveSpeed: UInt64?
    /// The comments on the interface (opt_comment).
    public var comments: [String] = []
    /// The options of its description, in order, with which ``PcapngWriter`` writes the same description again; none
    /// in a pcap file.
    public var options: [PcapngOption] = []
    /// The capturing system's counters, nil if the file does not have them.
    public var statistics: InterfaceStatistics?
    /// How many of its packets have been read.
    public var packets = 0

    /// An interface of which nothing else is known.
    public init(id: Int, linkType: LinkType, resolution: TimestampResolution = .microseconds) {
        self.id = id
        self.linkType = linkType
        self.resolution = resolution
    }

    /// How many packets the interface dropped for lack of room, nil where the file does not say.
    public var dropped: UInt64? { statistics?.dropped }
}

extension CaptureInterface {
    /// Whether a name is one that systems give by themselves, such as `en0` and `wlan1`, and so tells nothing of a person.
    package static func isUsualName(_ name: String) -> Bool {
        let kind = name.prefix { $0.isLetter }
        return usualKinds.contains(String(kind)) && name.dropFirst(kind.count).allSatisfy(\.isNumber)
            && name.utf8.count <= 10
    }

    private static let usualKinds: Set<String> = [
        "en", "eth", "wlan", "awdl", "llw", "lo", "utun", "bridge", "br", "ap", "any", "bond", "tun", "tap", "ens",
        "mon", "pktap", "ppp", "ipsec", "nan", "p", "dummy", "anpi", "veth", "gif", "stf",
    ]

    /// The same without what its system, its user or its network is called: with what its packets and their times need, and
    /// with its name where that is a usual one.
    var anonymous: CaptureInterface {
        var interface = CaptureInterface(id: id, linkType: linkType, resolution: resolution)
        interface.section = section
        interface.name = name.flatMap { Self.isUsualName($0) ? $0 : nil }
        interface.snapLength = snapLength
        interface.timestampOffset = timestampOffset
        interface.frameCheckSequenceLength = frameCheckSequenceLength
        return interface
    }
}

/// An IP address of an interface and how much of it names the network.
public struct InterfaceAddress: Hashable, Sendable {
    /// An IPv4 or IPv6 address.
    public var address: IPAddress
    /// Bits, nil for an IPv4 netmask that is not ones and then zeros.
    public var prefixLength: Int?

    /// An address with the length of its network's prefix.
    public init(address: IPAddress, prefixLength: Int?) {
        self.address = address
        self.prefixLength = prefixLength
    }
}

extension InterfaceAddress {
    /// if_IPv4addr: address 4, mask 4; if_IPv6addr: address 16, prefix length 1. Nil for another length.
    init?(_ option: PcapngOption) {
        let value = option.value
        switch (option.code, value.count) {
        case (PcapngOption.Code.interfaceIPv4Address, 8):
            guard let address = IPAddress(bytes: Array(value[..<4])) else { return nil }
            let mask = value.span.bigEndianUInt32(at: 4)
            let length = mask.leadingZeroBitCount == 0 ? (~mask).leadingZeroBitCount : 0
            let isContiguous = mask == (length == 0 ? 0 : UInt32.max << UInt32(32 - length))
            self.init(address: address, prefixLength: isContiguous ? length : nil)
        case (PcapngOption.Code.interfaceIPv6Address, 17):
            guard let address = IPAddress(bytes: Array(value[..<16])) else { return nil }
            self.init(address: address, prefixLength: Int(value[16]))
        default: return nil
        }
    }
}

/// The filter that chose an interface's packets (if_filter).
public enum InterfaceFilter: Hashable, Sendable {
    /// In the language of libpcap, kind 0.
    case expression(String)
    /// Instructions of the Berkeley Packet Filter, kind 1.
    case bytecode([UInt8])
    /// Another kind of filter, by its number, with the bytes after that.
    case other(kind: UInt8, [UInt8])

    init?(_ value: [UInt8]) {
        guard let kind = value.first else { return nil }
        let rest = Array(value.dropFirst())
        switch kind {
        case 0: self = .expression(PcapngOption(code: 0, value: rest).text)
        case 1: self = .bytecode(rest)
        default: self = .other(kind: kind, rest)
        }
    }

    /// The value of the option.
    public var bytes: [UInt8] {
        switch self {
        case .expression(let text): [0] + Array(text.utf8)
        case .bytecode(let instructions): [1] + instructions
        case .other(let kind, let rest): [kind] + rest
        }
    }
}

extension CaptureInterface {
    /// Reads an option that the understanding of packets depends on. Longer values than needed are accepted.
    ///
    /// - Returns: False where its value is too short.
    mutating func readTiming(_ option: PcapngOption) -> Bool {
        switch option.code {
        case PcapngOption.Code.timestampResolution:
            guard let value = option.value.first else { return false }
            resolution = TimestampResolution(rawValue: value)
        case PcapngOption.Code.frameCheckSequenceLength:
            guard let value = option.value.first else { return false }
            frameCheckSequenceLength = Int(value)
        case PcapngOption.Code.timestampOffset:
            guard option.value.count >= 8 else { return false }
            timestampOffset = Int64(bitPattern: option.value.span.littleEndianUInt64(at: 0))
        default: break
        }
        return true
    }

    /// Reads an option that only describes the interface.
    ///
    /// - Returns: False where its value has not the length of its type.
    mutating func readDetail(_ option: PcapngOption) -> Bool {
        switch option.code {
        case PcapngOption.Code.comment: comments.append(option.text)
        case PcapngOption.Code.interfaceName: name = option.text
        case PcapngOption.Code.interfaceDescription: interfaceDescription = option.text
        case PcapngOption.Code.interfaceOperatingSystem: operatingSystem = option.text
        case PcapngOption.Code.interfaceHardware: hardware = option.text
        case PcapngOption.Code.interfaceSpeed: return PcapngOption.set(&speed, option.uint64)
        case PcapngOption.Code.transmitSpeed: return PcapngOption.set(&transmitSpeed, option.uint64)
        case PcapngOption.Code.receiveSpeed: return PcapngOption.set(&receiveSpeed, option.uint64)
        case PcapngOption.Code.interfaceFilter: return PcapngOption.set(&filter, InterfaceFilter(option.value))
        case PcapngOption.Code.interfaceMACAddress:
            return PcapngOption.set(&linkAddress, LinkAddress(bytes: option.value))
        case PcapngOption.Code.interfaceEUIAddress:
            return PcapngOption.set(&eui64, option.value.count == 8 ? option.value.span.bigEndianUInt64(at: 0) : nil)
        case PcapngOption.Code.interfaceIPv4Address, PcapngOption.Code.interfaceIPv6Address:
            guard let address = InterfaceAddress(option) else { return false }
            addresses.append(address)
        default: break
        }
        return true
    }
}

extension LinkAddress {
    /// Nil unless there are six bytes.
    init?(bytes: [UInt8]) {
        guard bytes.count == 6 else { return nil }
        self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
