import WireCoding

/// The parameters that the options of a SYN negotiate, read from the packet's bytes on request, without allocating.
///
/// A malformed option ends the search; what was found before it counts.
public struct TCPOptions: Hashable, Sendable {
    /// The longest segment that the sender takes, in bytes.
    public private(set) var maximumSegmentSize: UInt16?
    /// The number of bits by which the sender's window fields are shifted, unchanged; more than 14 counts as 14 (RFC
    /// 7323 §2.3).
    public private(set) var windowScale: UInt8?
    /// Whether the sender takes selective acknowledgments (RFC 2018 §2).
    public private(set) var isSACKPermitted = false
    /// Whether there is a timestamps option (RFC 7323 §3).
    public private(set) var hasTimestamps = false
    /// The subtype of a Multipath TCP option, nil without one.
    public private(set) var multipath: TCPOption.MultipathSubtype?
    /// The number of bytes of a TCP Fast Open cookie, 0 for a request, nil without the option.
    public private(set) var fastOpenCookieLength: UInt8?

    /// Reads the options of a header, up to the first malformed one.
    ///
    /// - Parameter options: The bytes after the first 20 of a header.
    public init(scanning options: Span<UInt8>) {
        var offset = 0
        while offset < options.count {
            let kind = options[offset]
            guard kind != 0 else { return }
            guard kind != 1 else {
                offset &+= 1
                continue
            }
            guard offset &+ 2 <= options.count else { return }
            let length = Int(options[offset &+ 1])
            guard length >= 2, offset &+ length <= options.count else { return }
            take(kind, options.extracting(offset &+ 2..<offset &+ length))
            offset &+= length
        }
    }

    private mutating func take(_ kind: UInt8, _ data: Span<UInt8>) {
        switch (kind, data.count) {
        case (2, 2): maximumSegmentSize = data.bigEndianUInt16(at: 0)
        case (3, 1): windowScale = data[0]
        case (4, 0): isSACKPermitted = true
        case (8, 8): hasTimestamps = true
        case (30, 1...): multipath = TCPOption.MultipathSubtype(rawValue: data[0] >> 4)
        case (34, _): fastOpenCookieLength = UInt8(truncatingIfNeeded: data.count)
        case (254, 2...) where data.bigEndianUInt16(at: 0) == TCPOption.fastOpenExperiment:
            fastOpenCookieLength = UInt8(truncatingIfNeeded: data.count &- 2)
        default: break
        }
    }
}

extension TCPOptions {
    /// Reads the options of a dissected packet; there are none without a TCP header.
    ///
    /// - Parameters:
    ///   - packet: What was dissected.
    ///   - bytes: What it was dissected from.
    public init(_ packet: DissectedPacket, bytes: Span<UInt8>) {
        let start = packet.transportOffset &+ TCPHeader.minimumSize
        let end = min(packet.payloadOffset, bytes.count)
        guard packet.transport == .tcp, start >= 0, start <= end else {
            self.init(scanning: Span())
            return
        }
        self.init(scanning: bytes.extracting(start..<end))
    }
}
