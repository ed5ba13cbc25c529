/// The radio's channel or frequency, in the single number that headers older than radiotap have for it.
enum MonitorChannel {
    /// - Parameter number: Up to 255 the number of a channel, up to 9,999 MHz, above kHz: drivers wrote all of them (AVS Capture
    ///   Frame Format 2.1.1, §4.6).
    /// - Returns: The frequency in MHz; nil for 0 and for numbers that are not a frequency. Numbers up to 14 are
    ///   channels of the 2.4 GHz band, others of 5 GHz (IEEE 802.11 §15.4.4.3, §17.3.8.4.2).
    static func frequency(_ number: UInt32) -> UInt16? {
        switch number {
        case 0: nil
        case 1...13: UInt16(2407 + 5 * number)
        case 14: 2484
        case 15..<256: UInt16(5000 + 5 * number)
        case 256..<10_000: UInt16(number)
        default: UInt16(exactly: number / 1000)
        }
    }
}
