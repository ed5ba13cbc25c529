/// Channel numbers of IEEE 802.11 (§15 to §27, annex E).
enum WirelessChannel {
    /// The number of the channel at a frequency in MHz; nil for a frequency between channels.
    static func number(atFrequency frequency: Int) -> Int? {
        switch frequency {
        case 2412...2472 where (frequency - 2407) % 5 == 0: (frequency - 2407) / 5
        case 2484: 14
        case 5000...5935 where frequency != 5935 && frequency % 5 == 0: (frequency - 5000) / 5
        case 5935: 2
        case 5955...7115 where (frequency - 5950) % 5 == 0: (frequency - 5950) / 5
        default: nil
        }
    }
}
