import WireCoding

extension PrismHeader {
    /// What an item is about.
    public enum ItemKind: UInt32, Hashable, Sendable {
        case hostTime = 1
        case macTime, channel, rssi, signalQuality, signal, noise, rate, isTransmitted, frameLength
    }

    /// The value of the first good item of a kind, nil where the radio did not tell it.
    public func value(_ kind: ItemKind) -> UInt32? {
        items.first { $0.kind == kind && $0.status == 0 }?.value
    }

    /// The strength of the signal in the driver's own units, which the header does not tell and no document fixes: dBm
    /// where it is negative, else a number that grows with the strength. Nil without it.
    public var signal: Int32? { (value(.signal) ?? value(.rssi)).map(Int32.init(bitPattern:)) }

    /// The signal in dBm, read from a header in place without allocating: the first good item of kind ``ItemKind/signal`` if it
    /// is one, else that of kind ``ItemKind/rssi``, in which some drivers have the dBm.
    ///
    /// Only a negative number of at least -128 is taken for dBm. Nothing in the header says the unit; drivers that count in
    /// others give positive numbers, and no radio receives as much as 1 mW (0 dBm).
    ///
    /// - Parameters:
    ///   - header: From its first byte to its last.
    ///   - isLittleEndian: See ``isLittleEndian(word:)``.
    public static func signalStrength(_ header: Span<UInt8>, isLittleEndian: Bool) -> Int8? {
        var (signal, indication): (UInt32?, UInt32?)
        var offset = fixedSize
        while offset &+ Item.size <= header.count {
            let item = Item(
                identifier: word(header, offset, isLittleEndian), value: word(header, offset &+ 8, isLittleEndian))
            let status = word(header, offset &+ 4, isLittleEndian)
            if isLittleEndian ? status & 0xFFFF == 0 : status >> 16 == 0 {
                switch item.kind {
                case .signal where signal == nil: signal = item.value
                case .rssi where indication == nil: indication = item.value
                default: break
                }
            }
            offset &+= Item.size
        }
        return signal.flatMap(decibelMilliwatts) ?? indication.flatMap(decibelMilliwatts)
    }

    private static func decibelMilliwatts(_ value: UInt32) -> Int8? {
        Int8(exactly: Int32(bitPattern: value)).flatMap { $0 < 0 ? $0 : nil }
    }

    private static func word(_ header: Span<UInt8>, _ offset: Int, _ isLittleEndian: Bool) -> UInt32 {
        isLittleEndian ? header.littleEndianUInt32(at: offset) : header.bigEndianUInt32(at: offset)
    }

    /// In the units of ``signal``.
    public var noise: Int32? { value(.noise).map(Int32.init(bitPattern:)) }
}

extension PrismHeader.Item {
    /// Nil for identifiers that are not known. Drivers number in two ways: 0x00060044, and 0x6041 or 0x6044.
    public var kind: PrismHeader.ItemKind? {
        if identifier & 0xFFFF == 0x0044 { return PrismHeader.ItemKind(rawValue: identifier >> 16) }
        guard identifier >> 16 == 0, identifier & 0x0FFF == 0x0041 || identifier & 0x0FFF == 0x0044 else { return nil }
        return PrismHeader.ItemKind(rawValue: identifier >> 12)
    }
}
