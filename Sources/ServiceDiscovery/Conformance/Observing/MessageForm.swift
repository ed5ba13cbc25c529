import DNSWire
import WireCoding

/// How the names of a message are written, which a decoded message does not say.
struct MessageForm: OptionSet, Sendable {
    let rawValue: UInt8

    /// An owner name of two labels or more was in the message before.
    static let repeatsName = MessageForm(rawValue: 1)
    /// Such a name is written out once more.
    static let writesNameAgain = MessageForm(rawValue: 2)
    static let hasService = MessageForm(rawValue: 4)
    /// The target of an SRV record has a pointer.
    static let compressesTarget = MessageForm(rawValue: 8)

    /// The range of pointers (RFC 1035 §4.1.4).
    private static let reach = 0x4000

    /// - Parameter payload: A message that can be decoded.
    init(of payload: Span<UInt8>) {
        self = []
        guard payload.count >= 12 else { return }
        var walk = Walk(position: 12)
        for _ in 0..<payload.bigEndianUInt16(at: 4) {
            guard let name = walk.name(in: payload) else { return }
            insert(name, &walk)
            walk.position = name.end + 4
        }
        let records = (0..<3).reduce(0) { $0 + Int(payload.bigEndianUInt16(at: 6 + 2 * $1)) }
        for _ in 0..<records {
            guard let name = walk.name(in: payload), name.end + 10 <= payload.count else { return }
            insert(name, &walk)
            let type = payload.bigEndianUInt16(at: name.end)
            let start = name.end + 10
            let end = start + Int(payload.bigEndianUInt16(at: name.end + 8))
            guard end <= payload.count else { return }
            if type == RecordType.srv.rawValue {
                insert(.hasService)
                walk.position = start + 6
                if let target = walk.name(in: payload), target.hasPointer { insert(.compressesTarget) }
            }
            walk.position = end
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    private mutating func insert(_ name: Walk.Name, _ walk: inout Walk) {
        guard name.labels >= 2 else { return }
        if walk.known.contains(name.bytes) {
            insert(.repeatsName)
            if !name.hasPointer { insert(.writesNameAgain) }
        } else if name.start < Self.reach {
            walk.known.insert(name.bytes)
        }
    }

    /// A way through the names of a message.
    private struct Walk {
        struct Name {
            let start: Int
            /// Behind what it takes where it is.
            let end: Int
            let bytes: [UInt8]
            let labels: Int
            let hasPointer: Bool
        }

        var position: Int
        /// Owner names that were in the message before.
        var known: Set<[UInt8]> = []

        /// The name at the position, expanded.
        func name(in payload: Span<UInt8>) -> Name? {
            var (bytes, labels, end): ([UInt8], Int, Int?) = ([], 0, nil)
            var place = position
            while place < payload.count {
                let lead = Int(payload[place])
                if lead == 0 {
                    return Name(
                        start: position, end: end ?? place + 1, bytes: bytes, labels: labels, hasPointer: end != nil)
                }
                if lead >= 0xC0 {
                    guard place + 2 <= payload.count else { return nil }
                    let target = Int(payload.bigEndianUInt16(at: place)) & (MessageForm.reach - 1)
                    // Pointers lead back, so that they end.
                    guard target < place else { return nil }
                    if end == nil { end = place + 2 }
                    place = target
                } else {
                    guard place + 1 + lead <= payload.count, bytes.count + lead < DNSName.maximumLength else {
                        return nil
                    }
                    bytes.append(copying: payload.extracting(place..<place + 1 + lead))
                    labels += 1
                    place += 1 + lead
                }
            }
            return nil
        }
    }
}
