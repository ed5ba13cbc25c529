import WireCoding

/// The information about a frame in the items of a ``PrismHeader``, read in place without allocating. Of several valid
/// items of a kind the first one counts.
@frozen
public struct PrismView: Sendable {
    /// The signal in dBm: the item of kind ``PrismHeader/ItemKind/signal`` if it is one, otherwise that of kind
    /// ``PrismHeader/ItemKind/rssi``, in which some drivers have the dBm.
    ///
    /// Only a negative number of at least -128 is taken for dBm. Nothing in the header says the unit; drivers that count in
    /// others give positive numbers, and no radio receives as much as 1 mW (0 dBm).
    public private(set) var signal: Int8?
    /// The frequency in MHz, nil if the radio does not report it.
    public private(set) var channelFrequency: UInt16?
    /// The radio's clock in microseconds, which begins again after 2³² of them. Nil where it is missing or 0, as drivers write
    /// that have no such clock.
    public private(set) var radioTime: UInt32?

    /// - Parameters:
    ///   - header: From its first byte to its last.
    ///   - isLittleEndian: See ``PrismHeader/isLittleEndian(word:)``.
    public init(_ header: Span<UInt8>, isLittleEndian: Bool) {
        var (strength, indication): (UInt32?, UInt32?)
        var (channel, time): (UInt32?, UInt32?)
        var offset = PrismHeader.fixedSize
        while offset &+ PrismHeader.Item.size <= header.count {
            let item = PrismHeader.Item(
                identifier: Self.word(header, offset, isLittleEndian),
                value: Self.word(header, offset &+ 8, isLittleEndian))
            let status = Self.word(header, offset &+ 4, isLittleEndian)
            if isLittleEndian ? status & 0xFFFF == 0 : status >> 16 == 0 {
                switch item.kind {
                case .signal where strength == nil: strength = item.value
                case .rssi where indication == nil: indication = item.value
                case .channel where channel == nil: channel = item.value
                case .macTime where time == nil: time = item.value
                default: break
                }
            }
            offset &+= PrismHeader.Item.size
        }
        signal = strength.flatMap(Self.decibelMilliwatts) ?? indication.flatMap(Self.decibelMilliwatts)
        channelFrequency = channel.flatMap(MonitorChannel.frequency)
        radioTime = time == 0 ? nil : time
    }

    private static func decibelMilliwatts(_ value: UInt32) -> Int8? {
        Int8(exactly: Int32(bitPattern: value)).flatMap { $0 < 0 ? $0 : nil }
    }

    private static func word(_ header: Span<UInt8>, _ offset: Int, _ isLittleEndian: Bool) -> UInt32 {
        isLittleEndian ? header.littleEndianUInt32(at: offset) : header.bigEndianUInt32(at: offset)
    }
}
