import WireCoding

/// The monitor mode header of AbsoluteValue Systems (LINKTYPE_IEEE802_11_AVS), big-endian.
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 4 | version, 0x80211001 or 0x80211002 |
/// | 4 | 4 | bytes of this header, 64 in version 1 |
/// | 8, 16 | 8, 8 | time of the radio in microseconds (0: not reported), and of the host |
/// | 24, 28 | 4, 4 | kind of radio (1: frequency hopping), channel or frequency |
/// | 32 | 4 | rate in units of 100 kb/s |
/// | 36, 40 | 4, 4 | antenna, priority |
/// | 44 | 4 | kind of signal figures: 1 normalized, 2 dBm |
/// | 48, 52 | 4, 4 | signal, noise |
/// | 56, 60 | 4, 4 | preamble, encoding |
public struct AVSHeader: Hashable, Sendable {
    /// Bytes of version 1.
    public static let minimumSize = 64

    /// 0x80211001 or 0x80211002.
    public var version: UInt32
    /// The radio's clock when the frame came, in microseconds; 0 if the radio does not report it.
    public var macTime: UInt64
    /// The host's clock when the frame came, in units that the driver chooses.
    public var hostTime: UInt64
    /// The kind of radio: 1 for frequency hopping, larger numbers for others.
    public var radioType: UInt32
    /// A channel number, MHz or kHz, by its size; see ``channelFrequency(_:radioType:)``. Hop set and pattern of a
    /// frequency hopping radio.
    public var channel: UInt32
    /// The rate in units of 100 kb/s.
    public var rate: UInt32
    /// The number of the antenna that received the frame.
    public var antenna: UInt32
    /// The frame's priority, as the driver numbers it.
    public var priority: UInt32
    /// The unit of ``signal`` and ``noise``: 1 normalized by the driver, 2 dBm.
    public var signalType: UInt32
    /// The strength of the frame, in the unit that ``signalType`` says.
    public var signal: Int32
    /// The noise beside the frame, in the same unit.
    public var noise: Int32
    /// The length of the preamble: 0 not known, 1 short, 2 long.
    public var preamble: UInt32
    /// The modulation: 0 not known, 1 CCK, 2 PBCC, 3 OFDM.
    public var encoding: UInt32
    /// The bytes that later versions have beyond 64.
    public var extensionBytes: [UInt8]

    /// A header of version 1 with signal in dBm, unless it is given otherwise.
    public init(
        version: UInt32 = 0x8021_1001, macTime: UInt64 = 0, hostTime: UInt64 = 0, radioType: UInt32 = 0,
        channel: UInt32 = 0, rate: UInt32 = 0, antenna: UInt32 = 0, priority: UInt32 = 0, signalType: UInt32 = 2,
        signal: Int32 = 0, noise: Int32 = 0, preamble: UInt32 = 0, encoding: UInt32 = 0, extensionBytes: [UInt8] = []
    ) {
        self.version = version
        self.macTime = macTime
        self.hostTime = hostTime
        self.radioType = radioType
        self.channel = channel
        self.rate = rate
        self.antenna = antenna
        self.priority = priority
        self.signalType = signalType
        self.signal = signal
        self.noise = noise
        self.preamble = preamble
        self.encoding = encoding
        self.extensionBytes = extensionBytes
    }

    /// The signal in dBm, nil where the figures are of another kind.
    public var signalStrength: Int32? { signalType == 2 ? signal : nil }

    /// The radio's frequency in MHz; nil if it does not report it and for frequency hopping, whose four bytes are hops.
    ///
    /// - Parameters:
    ///   - channel: As ``channel`` has it.
    ///   - radioType: As ``radioType`` has it.
    public static func channelFrequency(_ channel: UInt32, radioType: UInt32) -> UInt16? {
        radioType == 1 ? nil : MonitorChannel.frequency(channel)
    }

    /// The fields of version 1, with the length.
    private static let layout = HeaderLayout<Self>(
        "AVS header", .part(\.version),
        .derived(bits: 32) { UInt64(truncatingIfNeeded: minimumSize + $0.extensionBytes.count) }, .part(\.macTime),
        .part(\.hostTime), .part(\.radioType), .part(\.channel), .part(\.rate), .part(\.antenna), .part(\.priority),
        .part(\.signalType), .part(\.signal), .part(\.noise), .part(\.preamble), .part(\.encoding))

    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a length below 64 bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        self.init()
        try Self.layout.read(&input, into: &self)
        let length = Int(start.input.bigEndianUInt32(at: start.position &+ 4))
        guard length >= Self.minimumSize else { throw start.error(.invalidValue(UInt64(length)), "AVS length") }
        try start.require(length, "AVS header")
        extensionBytes = try input.readBytes(length &- Self.minimumSize, "AVS header")
    }

    /// Reads as many of the fields as there are, for a header that a capture cut.
    ///
    /// - Returns: The header, whose fields after the end are 0.
    public static func parsePrefix(_ input: inout ByteReader) -> AVSHeader {
        var header = AVSHeader(version: 0, signalType: 0)
        layout.readPrefix(&input, into: &header)
        return header
    }

    /// Writes the 64 bytes of version 1, with the length of all, then ``extensionBytes``.
    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        output.writeBytes(extensionBytes)
    }
}
