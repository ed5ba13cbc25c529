/// An interface whose packets are in a capture. A pcap file has one; a pcapng file describes each.
public struct CaptureInterface: Hashable, Sendable, Identifiable {
    /// The index in ``CaptureReader/interfaces``, counted on over all sections of a pcapng file.
    public let id: Int
    /// The name the capturing system gave it, as it stands in the file.
    public var name: String?
    public var interfaceDescription: String?
    public var linkType: LinkType
    /// The number of bytes that the capture kept of each packet, nil for no limit.
    public var snapLength: Int?
    /// What the file's timestamps count.
    public var resolution: TimestampResolution
    /// Bytes of frame check sequence at the end of each packet, nil where the file does not say.
    public var frameCheckSequenceLength: Int?
    /// How many of its packets have been read.
    public var packets: Int
    /// How many packets the interface dropped for lack of room (isb_ifdrop), nil where the file does not say.
    public var dropped: UInt64?

    public init(id: Int, linkType: LinkType, resolution: TimestampResolution = .microseconds) {
        self.id = id
        self.linkType = linkType
        self.resolution = resolution
        packets = 0
    }

    /// The length of a tick of its timestamps in seconds.
    public var timestampResolution: Double { resolution.seconds }
    /// Ticks of its timestamps in a second, nil where the number needs more than 64 bits.
    public var ticksPerSecond: UInt64? { resolution.ticksPerSecond }
}
