import WireCoding

extension PrismHeader {
    /// The kind of an item.
    public enum ItemKind: UInt32, Hashable, Sendable {
        case hostTime = 1
        case macTime, channel, rssi, signalQuality, signal, noise, rate, isTransmitted, frameLength
    }

    /// The value of the first valid item of a kind, nil if the radio did not report it.
    public func value(_ kind: ItemKind) -> UInt32? {
        items.first { $0.kind == kind && $0.status == 0 }?.value
    }

    /// The signal strength in the driver's own units, which the header does not state and no document defines: dBm if
    /// it is negative, otherwise a number that grows with the strength. Nil without it.
    public var signal: Int32? { (value(.signal) ?? value(.rssi)).map(Int32.init(bitPattern:)) }

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
