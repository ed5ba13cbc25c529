extension Mutator {
    /// Faults of a DNS message: pointers, counts, lengths, entries.
    public static let dns: [Mutator] = [
        // One pointer to itself, or two that point at each other.
        Mutator("dns-pointer-loop", DNSAnatomy.init) { bytes, message, random in
            let places = message.pointerPlaces(bytes)
            guard let first = random.choice(places), let second = random.choice(places) else { return }
            bytes.writePointer(to: second, at: first)
            bytes.writePointer(to: first, at: second)
        },
        // To after itself, after the end, or as far as a pointer reaches.
        Mutator("dns-pointer-forward", DNSAnatomy.init) { bytes, message, random in
            guard let place = random.choice(message.pointerPlaces(bytes)) else { return }
            bytes.writePointer(
                to: random.pick([place + 2, place + 12, bytes.count, bytes.count - 1, 0x3FFF, 0]), at: place)
        },
        pointerChain,
        Mutator("dns-label-length", DNSAnatomy.init) { bytes, message, random in
            guard let label = random.choice(message.labels) else { return }
            bytes[label] = random.pick([0, 1, 62, 63, 64, 0x80, 0xBF, 0xC0, 0xFF])
        },
        Mutator("dns-count") { bytes, random in bytes.lie(width: 2, at: random.pick([4, 6, 8, 10]), &random) },
        Mutator("dns-rdlength", DNSAnatomy.init) { bytes, message, random in
            if let length = random.choice(message.dataLengths) { bytes.lie(width: 2, at: length, &random) }
        },
        Mutator("dns-entry-duplicate", DNSAnatomy.init) { bytes, message, random in
            guard let entry = random.choice(message.entries) else { return }
            bytes.insert(contentsOf: Array(bytes[entry].prefix(0x10000)), at: entry.upperBound)
            let count = random.pick([4, 6, 8, 10])
            let entries = (bytes.number(width: 2, at: count) ?? 0) + 1
            bytes.overwrite(UInt64(truncatingIfNeeded: entries), width: 2, at: count)
        },
        Mutator("dns-entry-swap", DNSAnatomy.init) { bytes, message, random in
            bytes.swapFields(message.entries, &random)
        },
        Mutator("dns-entry-delete", DNSAnatomy.init) { bytes, message, random in
            if let entry = random.choice(message.entries) { bytes.removeSubrange(entry) }
        },
    ]

    /// A name that follows up to 300 pointers, each to the previous one, as the last record of the message.
    private static let pointerChain = Mutator("dns-pointer-chain") { bytes, random in
        guard bytes.count >= 12, bytes.count < 0x3000 else { return }
        // The chain is the data of a record of an unassigned type, to which the name of another record leads.
        let count = random.pick([2, 126, 127, 128, 300])
        let start = bytes.count + 11
        bytes += [0, 0xFF, 0x00, 0, 1, 0, 0, 0, 0]
        bytes += [UInt8(truncatingIfNeeded: (count * 2 + 1) >> 8), UInt8(truncatingIfNeeded: count * 2 + 1), 0]
        for index in 0..<count {
            bytes += [0, 0]
            bytes.writePointer(to: index == 0 ? start : start + 1 + (index - 1) * 2, at: bytes.count - 2)
        }
        let last = bytes.count - 2
        let name = bytes.count
        bytes += [0, 0, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0]
        bytes.writePointer(to: last, at: name)
        let answers = bytes.number(width: 2, at: 6) ?? 0
        bytes.overwrite(UInt64(truncatingIfNeeded: answers + 2), width: 2, at: 6)
    }
}

extension DNSAnatomy {
    /// The positions where a pointer may be put: pointers, and labels that have two bytes.
    fileprivate func pointerPlaces(_ bytes: [UInt8]) -> [Int] {
        (pointers + labels).filter { $0 + 2 <= bytes.count }
    }
}

extension [UInt8] {
    fileprivate mutating func writePointer(to target: Int, at place: Int) {
        overwrite(0xC000 | UInt64(truncatingIfNeeded: target) & 0x3FFF, width: 2, at: place)
    }

    /// Makes a length or count wrong: a little more or less, or a number at a boundary.
    package mutating func lie(width: Int, at place: Int, bigEndian: Bool = true, _ random: inout SeededGenerator) {
        guard let truth = number(width: width, at: place, bigEndian: bigEndian) else { return }
        let lie =
            random.chance(1, in: 2)
            ? UInt64(truncatingIfNeeded: truth + random.pick([-2, -1, 1, 2, 16])) : random.boundaryNumber(width: width)
        overwrite(lie, width: width, at: place, bigEndian: bigEndian)
    }

    /// Swaps two of the fields at these positions.
    ///
    /// - Parameter fields: In ascending order, none within another.
    package mutating func swapFields(_ fields: [Range<Int>], _ random: inout SeededGenerator) {
        guard fields.count > 1 else { return }
        let (one, other) = (random.number(in: 0...fields.count - 1), random.number(in: 0...fields.count - 1))
        let (first, second) = (fields[Swift.min(one, other)], fields[Swift.max(one, other)])
        guard one != other else { return }
        let (left, right) = (Array(self[first]), Array(self[second]))
        replaceSubrange(second, with: left)
        replaceSubrange(first, with: right)
    }
}
