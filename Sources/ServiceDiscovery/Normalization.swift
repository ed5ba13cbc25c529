/// Whether text is in Normalization Form C (Unicode Standard Annex #15), by the properties that the standard library
/// provides.
///
/// The standard library compares text by canonical equivalence but does not give its normal form. So a pair of a
/// character and a mark is looked up among the single characters by equivalence. That is done up to
/// ``lastComposite``; beyond are a few signs of Brahmic scripts. A composed letter before a mark that belongs between
/// that letter and its own mark (`é` with a cedilla) passes too.
enum Normalization {
    /// After the last of Katakana, U+30FE, come only Hangul syllables, which are computed, and characters that
    /// normalization decomposes.
    static let lastComposite: UInt32 = 0x30FE

    /// The cost of a check, which tests count.
    struct Work: Equatable {
        /// Pairs of a character and a mark that were looked up.
        var pairs = 0
        /// Single characters that they were compared with.
        var comparisons = 0
    }

    /// The byte offset of the first characters that have another spelling in Normalization Form C.
    ///
    /// - Parameter label: UTF-8.
    static func firstDeviation(_ label: [UInt8]) -> Int? {
        var work = Work()
        return firstDeviation(label, &work)
    }

    static func firstDeviation(_ label: [UInt8], _ work: inout Work) -> Int? {
        // ASCII is normalized, and no character below U+0300 composes with the one before it.
        guard label.contains(where: { $0 >= 0xCC }) else { return nil }
        var position = 0
        var starter: (scalar: Unicode.Scalar, position: Int)?
        var lastClass: UInt8 = 0
        for scalar in String(decoding: label, as: UTF8.self).unicodeScalars {
            if scalar.properties.isFullCompositionExclusion { return position }
            let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
            if combiningClass != 0, combiningClass < lastClass { return starter?.position ?? position }
            if let starter, combiningClass > lastClass || lastClass == 0,
                compose(starter.scalar, scalar, &work)
            {
                return starter.position
            }
            if combiningClass == 0 { starter = (scalar, position) }
            lastClass = combiningClass
            position += UTF8.width(scalar)
        }
        return nil
    }

    /// Whether there is one character for both.
    private static func compose(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ work: inout Work) -> Bool {
        if isHangul(first, second) { return true }
        // All that compose are marks; of the other characters none does (UAX #15, NFC_Quick_Check).
        switch second.properties.generalCategory {
        case .nonspacingMark, .spacingMark: break
        default: return false
        }
        var pair = String(first)
        pair.unicodeScalars.append(second)
        work.pairs += 1
        return singles[pair.hashValue]?.contains {
            work.comparisons += 1
            return $0 == pair
        } ?? false
    }

    /// All characters that a pair may be equivalent to, by their hashes. Equivalent texts have equal hashes, so a pair
    /// is looked up: comparing them one by one, 2 KiB full of marks took more than a second.
    private static let singles = Dictionary(
        grouping: (0xC0...lastComposite).compactMap(Unicode.Scalar.init)
            .filter { !$0.properties.isFullCompositionExclusion }.map { String($0) }, by: \.hashValue)

    /// A leading consonant and a vowel, or those in one and a trailing consonant (Unicode §3.12).
    private static func isHangul(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        switch (first.value, second.value) {
        case (0x1100...0x1112, 0x1161...0x1175): true
        case (0xAC00...0xD7A3, 0x11A8...0x11C2): (first.value - 0xAC00) % 28 == 0
        default: false
        }
    }
}
