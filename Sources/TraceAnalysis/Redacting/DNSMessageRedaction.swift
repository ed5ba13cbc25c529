import DNSWire
import WireCoding

/// Replaces the names and data of a DNS message in place, so that every pointer of its compression still points at what it did.
struct DNSMessageRedaction {
    /// Of the message within the packet.
    private let start: Int
    private let end: Int
    /// Starts of labels that were written; those of another name that shares them are the same.
    private var written: Set<Int> = []

    init(_ range: Range<Int>) {
        (start, end) = (range.lowerBound, range.upperBound)
    }

    /// Copies what stays and writes the rest; a message that contradicts itself is replaced up to there.
    mutating func redact(_ draft: inout PacketDraft, _ standIns: inout WireStandIns) {
        guard end - start >= 12 else { return }
        draft.keep(start, 12)
        var offset = start + 12
        for _ in 0..<draft.word(start + 4) {
            guard let next = name(at: offset, &draft, &standIns), next + 4 <= end else { return }
            draft.keep(next, 4)
            offset = next + 4
        }
        let records = draft.word(start + 6) + draft.word(start + 8) + draft.word(start + 10)
        for _ in 0..<records {
            guard let next = name(at: offset, &draft, &standIns), next + 10 <= end else { return }
            let type = RecordType(rawValue: UInt16(draft.word(next)))
            let length = draft.word(next + 8)
            draft.keep(next, 10)
            offset = next + 10
            data(of: type, offset..<min(offset + length, end), &draft, &standIns)
            guard offset + length <= end else { return }
            offset += length
        }
    }

    // MARK: - Data

    private mutating func data(
        of type: RecordType, _ range: Range<Int>, _ draft: inout PacketDraft, _ standIns: inout WireStandIns
    ) {
        let (start, count) = (range.lowerBound, range.count)
        switch type {
        case .a where count == 4, .aaaa where count == 16:
            if let address = draft.address(start, isIPv6: count == 16) {
                draft.put(standIns.addresses.standIn(for: address).bytes, at: start)
            }
        case .ptr, .cname, .ns: _ = name(at: start, within: range.upperBound, &draft, &standIns)
        case .srv where count > 6:
            draft.keep(start, 6)
            _ = name(at: start + 6, within: range.upperBound, &draft, &standIns)
        case .nsec:
            // The types that there are follow the name.
            if let next = name(at: start, within: range.upperBound, &draft, &standIns) {
                draft.keep(next..<max(next, range.upperBound))
            }
        case .txt: strings(range, &draft) { text, draft, at in draft.put(standIns.attribute(text), at: at) }
        case .hinfo: strings(range, &draft) { text, draft, at in draft.put(standIns.texts.standIn(for: text), at: at) }
        case .opt: options(range, &draft)
        default: break
        }
    }

    /// Strings of at most 255 bytes, each after its length.
    private func strings(
        _ range: Range<Int>, _ draft: inout PacketDraft, _ body: (ArraySlice<UInt8>, inout PacketDraft, Int) -> Void
    ) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let length = draft.byte(offset)
            draft.keep(offset, 1)
            let text = offset + 1..<min(offset + 1 + length, range.upperBound)
            body(draft.input[text], &draft, text.lowerBound)
            offset = offset + 1 + length
        }
    }

    /// The numbers and lengths of EDNS options (RFC 6891 §6.1.2). The owner's has link addresses and is blanked.
    private func options(_ range: Range<Int>, _ draft: inout PacketDraft) {
        var offset = range.lowerBound
        while offset + 4 <= range.upperBound {
            draft.keep(offset, 4)
            offset += 4 + draft.word(offset + 2)
        }
    }

    // MARK: - Names

    private mutating func name(
        at offset: Int, _ draft: inout PacketDraft, _ standIns: inout WireStandIns
    ) -> Int? {
        name(at: offset, within: end, &draft, &standIns)
    }

    /// Replaces the labels of a name, those too that a pointer leads to.
    ///
    /// - Returns: Where the bytes after the name begin; nil for one that contradicts itself.
    private mutating func name(
        at offset: Int, within limit: Int, _ draft: inout PacketDraft, _ standIns: inout WireStandIns
    ) -> Int? {
        var places: [Int] = []
        var labels: [[UInt8]] = []
        var position = offset
        var next: Int?
        var (pointers, size) = (0, 1)
        var isWhole = false
        while position < (next == nil ? limit : end) {
            let length = draft.byte(position)
            if length >= 0xC0 {
                guard position + 2 <= end, pointers < DNSName.maximumPointers else { break }
                draft.keep(position, 2)
                next = next ?? position + 2
                let target = start + (draft.word(position) & 0x3FFF)
                // A pointer leads to what came before it (RFC 1035 §4.1.4).
                guard target < position, target >= start + 12 else { break }
                position = target
                pointers += 1
                continue
            }
            guard length < 0x40 else { break }
            if length == 0 {
                draft.keep(position, 1)
                next = next ?? position + 1
                isWhole = true
                break
            }
            size += length + 1
            guard position + 1 + length <= end, size <= DNSName.maximumLength else { break }
            places.append(position)
            labels.append(Array(draft.input[position + 1..<position + 1 + length]))
            position += 1 + length
        }
        for (place, label) in zip(places, standIns.labels(labels)) where written.insert(place).inserted {
            draft.keep(place, 1)
            draft.put(label, at: place + 1)
        }
        return isWhole || next != nil ? next : nil
    }
}
