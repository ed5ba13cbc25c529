import DNSWire

/// The suffixes of python-zeroconf: `-2`, `-3` and so on after the requested label.
enum ZeroconfRenaming {
    static func next(_ label: [UInt8], original: [UInt8]) throws(RenameViolation) -> [UInt8] {
        try check(label)
        let number: UInt64
        if LabelBytes.areEqual(label, original) {
            number = 2
        } else {
            guard let (stem, last) = NumberSuffix.hyphen.splitNumber(label), last >= 2, last < .max,
                LabelBytes.areEqual(stem, original)
            else { throw .notOfChain }
            number = last + 1
        }
        let next = original + NumberSuffix.hyphen.bytes(number)
        guard next.count <= DNSName.maximumLabelLength else { throw .resultTooLong(length: next.count) }
        return next
    }

    static func check(_ label: [UInt8]) throws(RenameViolation) {
        guard !label.isEmpty else { throw .empty }
        if let position = LabelBytes.firstInvalidUTF8(label) { throw .notUTF8(position: position) }
        if let position = label.firstIndex(where: LabelBytes.isControl) {
            throw .controlCharacter(label[position], position: position)
        }
    }
}
