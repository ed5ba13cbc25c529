import DNSWire

/// The arithmetic of JmDNS's `NameRegister`: ` (2)` for services, `-1` for hosts, then one more each time. Labels are not
/// cut.
enum JmDNSRenaming {
    static func next(_ label: [UInt8], _ subject: RenameRule.Subject) throws(RenameViolation) -> [UInt8] {
        guard !label.isEmpty else { throw .empty }
        let next: [UInt8]
        if let (stem, number) = split(label, subject) {
            next = self.label(stem, number &+ 1, subject)
        } else {
            next = label + Array((subject == .host ? "-1" : " (2)").utf8)
        }
        guard next.count <= DNSName.maximumLabelLength else { throw .resultTooLong(length: next.count) }
        return next
    }

    /// The part before the number, and the number. A service's is between its last parentheses, wherever these are, and
    /// what comes after them gets lost; a blank before them is part of the stem.
    static func split(_ label: [UInt8], _ subject: RenameRule.Subject) -> (stem: ArraySlice<UInt8>, number: Int32)? {
        let digits: ArraySlice<UInt8>
        let start: Int
        switch subject {
        case .host:
            guard let hyphen = label.lastIndex(of: 0x2D) else { return nil }
            (start, digits) = (hyphen, label[(hyphen + 1)...])
        case .service:
            guard let opening = label.lastIndex(of: 0x28), let closing = label.lastIndex(of: 0x29), opening < closing
            else { return nil }
            (start, digits) = (opening, label[(opening + 1)..<closing])
        }
        return Int32(String(decoding: digits, as: UTF8.self)).map { (label[..<start], $0) }
    }

    static func label(_ stem: ArraySlice<UInt8>, _ number: Int32, _ subject: RenameRule.Subject) -> [UInt8] {
        Array(stem) + Array((subject == .host ? "-\(number)" : "(\(number))").utf8)
    }

    /// The number of conflicts that lead from one label to the other, nil if none do.
    static func conflicts(from old: [UInt8], to new: [UInt8], _ subject: RenameRule.Subject) -> UInt64? {
        guard let next = try? next(old, subject), let (stem, first) = split(next, subject),
            let (_, last) = split(new, subject), last >= first, new.count <= DNSName.maximumLabelLength,
            LabelBytes.areEqual(new, label(stem, last, subject))
        else { return nil }
        return UInt64(Int64(last) - Int64(first)) + 1
    }
}
