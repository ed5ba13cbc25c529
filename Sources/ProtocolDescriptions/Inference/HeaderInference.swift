/// The fields before the bodies, as far as they show themselves.
struct InferredHeader {
    /// Fields of the header in order, without a prefix.
    var fields: [MessageField] = []
    /// Bytes from the start of a message to its body.
    var size = 0
    /// The field whose values are few.
    var type: String?
    /// Messages that the type was seen in.
    var typeCount = 0
    /// Whether the first byte of each body says what follows.
    var bodyHasType = false
}

/// Looks at what is before and after the length.
struct HeaderInference {
    /// Bytes after a length that may belong to a header.
    private static let maximumRest = 24
    /// Different values that a type may have.
    static let maximumTypes = 24

    let messages: [ObservedMessage]

    /// - Parameter end: The first byte after the length, and the start of what may be a body.
    func header(_ hypothesis: LengthHypothesis) -> InferredHeader {
        let end = hypothesis.offset + hypothesis.size
        let bodyStart = bodyStart(from: end)
        var header = InferredHeader()
        header.size = bodyStart
        let width = hypothesis.offset % hypothesis.size == 0 ? hypothesis.size : 1
        let constants = constants(upTo: hypothesis.offset)
        let first = constants.reduce(0) { $0 + ($1.type.size ?? 0) }
        // What follows has the width of the length from where that fits again.
        let next = min((first + width - 1) / width * width, hypothesis.offset)
        var fields =
            split(first..<next, width: 1, hypothesis.endian)
            + split(next..<hypothesis.offset, width: width, hypothesis.endian)
        if hypothesis.offset > 0 {
            fields.append(
                Candidate(name: "size", offset: hypothesis.offset, size: hypothesis.size, endian: hypothesis.endian))
        }
        let after = split(end..<bodyStart, width: 1, hypothesis.endian)
        fields += after
        let candidates = fields.filter { $0.name != "size" }
        if let type = candidates.filter({ isType($0) }).max(by: { distinct($0).count < distinct($1).count }),
            let index = fields.firstIndex(where: { $0.offset == type.offset })
        {
            fields[index].name = "kind"
            header.type = "kind"
            header.typeCount = messages.count
        }
        header.bodyHasType = header.type == nil && bodyStart == end && hasType(at: end)
        header.fields =
            constants
            + fields.map { field in
                MessageField(
                    field.name, field.size == 1 ? .unsigned(bytes: 1) : .unsigned(bytes: field.size),
                    endian: field.size == 1 ? .big : field.endian)
            }
        return header
    }

    /// Letters that begin every message, and small numbers right behind them that never change: a magic and a version.
    /// Other bytes that never change may be the upper ones of a number, or a name of this session only.
    private func constants(upTo end: Int) -> [MessageField] {
        guard let model = messages.first?.bytes, messages.allSatisfy({ $0.bytes.count >= end }) else { return [] }
        let same = (0..<end).prefix { index in
            model[index] != 0 && messages.allSatisfy { $0.bytes[index] == model[index] }
        }
        let letters = same.prefix { index in
            (0x41...0x5A).contains(model[index]) || (0x61...0x7A).contains(model[index])
        }
        let rest = same.dropFirst(letters.count)
        guard letters.count >= 2, rest.allSatisfy({ model[$0] < 0x20 }), !beginsWithClock() else { return [] }
        let magic = MessageField(
            "magic", .bytes(.count(letters.count)), constant: .bytes(Array(model[0..<letters.count])))
        return [magic]
            + rest.map { index in
                MessageField("field\(index)", .unsigned(bytes: 1), constant: .integer(Int64(model[index])))
            }
    }

    /// Whether messages begin with seconds since 1970 or 2001, whose upper bytes stay the same for hours.
    private func beginsWithClock() -> Bool {
        let field = Candidate(name: "", offset: 0, size: 4, endian: .big)
        return [SentRule.Epoch.unix, .apple].contains { epoch in
            messages.allSatisfy { message in
                guard let value = value(field, message) else { return false }
                return abs(Int64(value) + Int64(epoch.seconds) - message.time / 1_000_000_000) < 86_400
            }
        }
    }

    /// A header of datagrams or of messages of one size: one byte that says what follows, or none.
    func leadingType(upTo count: Int) -> (offset: Int, values: Int)? {
        let shortest = messages.map(\.bytes.count).min() ?? 0
        let candidates = (0..<min(count, shortest)).map { Candidate(name: "", offset: $0, size: 1, endian: .big) }
        return candidates.first { isType($0) && isTelling($0) }.map { ($0.offset, distinct($0).count) }
    }

    private struct Candidate {
        var name: String
        var offset: Int
        var size: Int
        var endian: ByteOrder
    }

    private func split(_ range: Range<Int>, width: Int, _ endian: ByteOrder) -> [Candidate] {
        stride(from: range.lowerBound, to: range.upperBound, by: width).map {
            Candidate(name: "field\($0)", offset: $0, size: width, endian: endian)
        }
    }

    private func value(_ field: Candidate, _ message: ObservedMessage) -> UInt64? {
        guard field.offset + field.size <= message.bytes.count else { return nil }
        return FieldProgram.integer(message.bytes.span, field.offset, field.size, isLittle: field.endian == .little)
    }

    private func distinct(_ field: Candidate) -> Set<UInt64> { Set(messages.compactMap { value(field, $0) }) }

    /// Few values that come and go. A clock or a counter changes in one direction only.
    private func isType(_ field: Candidate) -> Bool {
        let values = distinct(field)
        guard (2...Self.maximumTypes).contains(values.count), values.count * 3 <= messages.count else { return false }
        var changes = 0
        for isForward in [true, false] {
            let row = messages.filter { $0.isForward == isForward }.compactMap { value(field, $0) }
            changes += zip(row, row.dropFirst()).count { $0 != $1 }
        }
        return changes >= values.count
    }

    /// Whether the value goes with the size of the message.
    private func isTelling(_ field: Candidate) -> Bool {
        var sizes: [UInt64: Set<Int>] = [:]
        for message in messages {
            if let value = value(field, message) { sizes[value, default: []].insert(message.bytes.count) }
        }
        guard Set(messages.map(\.bytes.count)).count > 1, !isPartOfLength(field) else { return false }
        return sizes.values.count { $0.count == 1 } * 2 >= sizes.count
    }

    /// Whether the value is the last byte of the message's size, but for a constant.
    private func isPartOfLength(_ field: Candidate) -> Bool {
        let rests = messages.compactMap { message in
            value(field, message).map { (message.bytes.count - Int($0)) & 0xFF }
        }
        return Set(rests).count == 1
    }

    /// A number of eight bytes near the start that runs with the capture's clock.
    func leadingClock(upTo count: Int) -> (field: MessageField, offset: Int, unit: SentRule.Unit)? {
        let shortest = messages.map(\.bytes.count).min() ?? 0
        guard shortest >= 8, messages.count >= FramingInference.neededMessages else { return nil }
        for offset in 0...min(count, shortest - 8) {
            for endian in ByteOrder.allCases {
                let field = Candidate(name: "time", offset: offset, size: 8, endian: endian)
                for unit in SentRule.Unit.allCases where isClock(field, unit) {
                    return (MessageField("time", .unsigned(bytes: 8), endian: endian), offset, unit)
                }
            }
        }
        return nil
    }

    private func isClock(_ field: Candidate, _ unit: SentRule.Unit) -> Bool {
        var distances: [Double] = []
        for message in messages {
            guard let value = value(field, message) else { return false }
            let distance = Double(value) * Double(unit.nanoseconds) / 1e9 - Double(message.time) / 1e9
            guard abs(distance) < 86_400 else { return false }
            distances.append(distance)
        }
        let values = distinct(field)
        // Whole seconds would be in any field that counts them, and every clock is near its own mean.
        return (distances.max() ?? 0) - (distances.min() ?? 0) < 1 && values.count * 2 > messages.count
    }

    /// The offset from which most bodies are JSON, or where a length alone leaves them.
    private func bodyStart(from end: Int) -> Int {
        for start in end...end + Self.maximumRest {
            let bodies = messages.map { $0.bytes.dropFirst(start) }.filter { !$0.isEmpty }
            guard bodies.count * 2 > messages.count else { break }
            if bodies.allSatisfy({ [0x7B, 0x5B].contains($0.first!) && BodyInference.isJSON([UInt8]($0)) }) {
                return start
            }
        }
        return end
    }

    private func hasType(at offset: Int) -> Bool {
        let next = Candidate(name: "", offset: offset, size: 1, endian: .big)
        return messages.allSatisfy { $0.bytes.count > offset } && isType(next) && isTelling(next)
            && distinct(next).allSatisfy { $0 < 0x20 }
    }
}
