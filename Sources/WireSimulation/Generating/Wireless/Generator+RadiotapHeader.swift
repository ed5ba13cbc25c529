import WireTesting
import WirelessFrames

extension Generator where Value == RadiotapHeader {
    /// Headers as drivers write them: clock, flags, rate, channel, signal, and sometimes the signal of a second
    /// antenna.
    public static var plausible: Generator { Generator { RadiotapHeader(groups: $0.plausibleRadiotapGroups()) } }

    /// None to all of the fields in up to twenty presence words, with vendors' data and TLVs; and headers whose content has
    /// nothing to do with what their words announce.
    public static var extreme: Generator {
        Generator { random in
            if random.chance(1, in: 4) {
                let words = (0..<random.extremeCount(upTo: RadiotapHeader.maximumPresenceWords - 1)).map { _ in
                    random.word() | 0x8000_0000
                }
                return RadiotapHeader(
                    version: random.byte(), padding: random.byte(), presence: words + [random.word() & 0x7FFF_FFFF],
                    content: random.extremeBytes(upTo: 2000))
            }
            return RadiotapHeader(groups: random.radiotapGroups())
        }
    }
}

extension Generator where Value == [[RadiotapField]] {
    /// The fields that drivers write, by presence word, as ``WirelessFrames/RadiotapHeader/init(groups:)`` takes them.
    public static var plausible: Generator { Generator { $0.plausibleRadiotapGroups() } }

    /// None to all of the fields in each of up to ten groups, with vendors' data and TLVs.
    public static var extreme: Generator { Generator { $0.radiotapGroups() } }
}

extension SeededGenerator {
    fileprivate mutating func plausibleRadiotapGroups() -> [[RadiotapField]] {
        let frequency: UInt16 = pick([2437, 5220, 5745])
        let signal = Int8(number(in: -90 ... -30))
        let fields: [RadiotapField] = [
            .tsft(UInt64(number(in: 0...86_400_000_000))), .flags([]), .rate(12),
            .channel(frequency: frequency, flags: frequency < 3000 ? 0x00C0 : 0x0140), .signal(signal),
        ]
        return chance(2, in: 3) ? [fields] : [fields, [.signal(signal), .antenna(1)]]
    }

    fileprivate mutating func radiotapGroups() -> [[RadiotapField]] {
        var groups: [[RadiotapField]] = []
        for _ in 0...number(in: 0...9) {
            var fields: [RadiotapField] = []
            for field in extreme({ RadiotapField.extremes(from: &$0) }) where chance(1, in: 2) { fields.append(field) }
            guard chance(1, in: 4) else {
                groups.append(fields)
                continue
            }
            // Vendors' data end a group, and the vendor has the next presence word for itself.
            fields.append(.vendor(organization: word() & 0xFF_FFFF, subspace: byte(), bytes: extremeBytes(upTo: 300)))
            groups += [fields, []]
        }
        // After a vendor's presence word, nothing can follow without a word that starts a new namespace.
        groups.append([.antenna(byte())])
        if chance(1, in: 3) {
            for _ in 0...number(in: 0...3) {
                groups[groups.count - 1].append(.tlv(type: half(), bytes: extremeBytes(upTo: 300)))
            }
        }
        return groups
    }
}
