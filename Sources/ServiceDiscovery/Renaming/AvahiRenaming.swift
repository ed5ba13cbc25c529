import DNSWire

/// The arithmetic of `avahi_alternative_service_name` and `avahi_alternative_host_name`.
enum AvahiRenaming {
    static func next(_ label: [UInt8], _ subject: RenameRule.Subject) throws(RenameViolation) -> [UInt8] {
        guard !label.isEmpty else { throw .empty }
        if let position = label.firstIndex(of: 0) { throw .controlCharacter(0, position: position) }
        if subject == .host {
            if let position = label.firstIndex(of: 0x2E) { throw .dot(position: position) }
            if let position = firstInvalid(label[...]) { throw .notUTF8(position: position) }
        }
        let suffix: NumberSuffix = subject == .host ? .hyphen : .numberSign
        guard let (stem, number) = split(label, suffix) else { return try self.label(label[...], 2, suffix) }
        return try self.label(stem, number &+ 1, suffix)
    }

    /// The name and the number that Avahi sees: one with a leading zero is part of the name.
    static func split(_ label: [UInt8], _ suffix: NumberSuffix) -> (stem: ArraySlice<UInt8>, number: Int32)? {
        guard let (stem, digits) = suffix.split(label), digits.first != 0x30 else { return nil }
        // As `atoi` does it where long has 64 bits: too large a number becomes the largest, then loses its upper half.
        let number = LabelBytes.number(digits).flatMap(Int64.init(exactly:)) ?? .max
        return (stem, Int32(truncatingIfNeeded: number))
    }

    /// The name with that number, cut where both do not fit. Blanks at the cut stay.
    static func label(
        _ stem: ArraySlice<UInt8>, _ number: Int32, _ suffix: NumberSuffix
    ) throws(RenameViolation) -> [UInt8] {
        let ending = suffix.bytes(number)
        var stem = stem.prefix(DNSName.maximumLabelLength - ending.count)
        // Bytes go from the end until the rest is UTF-8. An ASCII byte among them is an assertion of Avahi's that fails.
        while let position = firstInvalid(stem) {
            guard let last = stem.last, last >= 0x80 else { throw .notUTF8(position: position) }
            stem.removeLast()
        }
        return Array(stem) + ending
    }

    /// The offset of the first bytes that Avahi does not accept as UTF-8. It also refuses the noncharacters: U+FDD0 to
    /// U+FDEF and the last two code points of each plane.
    private static func firstInvalid(_ label: ArraySlice<UInt8>) -> Int? {
        LabelBytes.firstInvalidUTF8(label) { (0xFDD0...0xFDEF).contains($0) || $0 & 0xFFFE == 0xFFFE }
    }
}
