import WireCoding

/// What the headers of a datagram of multicast DNS say, beside its message.
public struct ObservedDatagram: Sendable {
    /// 1-based position in the capture.
    public var frame: Int
    /// Nanoseconds since 1970.
    public var time: Int64
    /// Nil on links without addresses.
    public var linkSource: LinkAddress?
    /// The source address of the IP header.
    public var source: IPAddress
    /// The destination address of the IP header; multicast DNS answers go to 224.0.0.251 or ff02::fb.
    public var destination: IPAddress
    /// The source port of the UDP header: 5353 unless the sender is a simple resolver (RFC 6762 §6.7).
    public var sourcePort: UInt16
    /// The destination port of the UDP header.
    public var destinationPort: UInt16
    /// Of an IPv4 header; nil for IPv6.
    public var identification: UInt16?
    /// TTL or hop limit.
    public var hopLimit: UInt8
    /// Whether it came in IP fragments.
    public var isFragmented: Bool
    /// Bytes of IP header, UDP header and message.
    public var networkLength: Int

    /// The facts of one datagram, as its headers have them.
    public init(
        frame: Int, time: Int64, linkSource: LinkAddress?, source: IPAddress, destination: IPAddress,
        sourcePort: UInt16, destinationPort: UInt16, identification: UInt16?, hopLimit: UInt8, isFragmented: Bool,
        networkLength: Int
    ) {
        self.frame = frame
        self.time = time
        self.linkSource = linkSource
        self.source = source
        self.destination = destination
        self.sourcePort = sourcePort
        self.destinationPort = destinationPort
        self.identification = identification
        self.hopLimit = hopLimit
        self.isFragmented = isFragmented
        self.networkLength = networkLength
    }

    /// Whether it went to the group of one of the families (RFC 6762 §3).
    var isToGroup: Bool {
        destination.isIPv6
            ? destination.high == 0xFF02_0000_0000_0000 && destination.low == 0xFB : destination.low == 0xE000_00FB
    }
}
