import WireCoding

/// A few bytes around an offset in an input, to show people where an error is.
public enum HexExcerpt {
    /// The byte in brackets between up to eight before and eight after it: `… 00 01 [c0] 7f 00 0c …`. Brackets without
    /// digits are the end of the input.
    ///
    /// - Parameters:
    ///   - bytes: The whole input.
    ///   - offset: The offset of the byte from the start; an offset beyond the end counts as the end.
    public static func text(_ bytes: [UInt8], at offset: Int) -> String {
        let place = min(max(offset, 0), bytes.count)
        let (start, end) = (max(place - 8, 0), min(place + 9, bytes.count))
        var parts = bytes[start..<place].map { Hex.encode([$0]) }
        parts.append("[" + Hex.encode(bytes[place..<min(place + 1, end)]) + "]")
        parts += bytes[min(place + 1, end)..<end].map { Hex.encode([$0]) }
        return (start > 0 ? "… " : "") + parts.joined(separator: " ") + (end < bytes.count ? " …" : "")
    }
}
