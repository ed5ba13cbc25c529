import WireCoding

/// A value that was found at the same path in many messages.
private struct ValueRow {
    var path: String
    /// By message; nil where it is not there.
    var values: [FieldValue?]
}

/// Which keys of decoded bodies are type, sender, id, number and clock.
struct KeyInference {
    private static let maximumPaths = 200
    private static let maximumDepth = 3

    private let messages: [ObservedMessage]
    private var rows: [ValueRow] = []
    private(set) var meaning = MessageMeaning()
    private(set) var evidence: [InferenceEvidence] = []

    init(_ messages: [ObservedMessage], _ values: [FieldValue?]) {
        self.messages = messages
        var indices: [String: Int] = [:]
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            Self.walk(value, "body", 0) { path, leaf in
                if indices[path] == nil {
                    guard rows.count < Self.maximumPaths else { return }
                    indices[path] = rows.count
                    rows.append(ValueRow(path: path, values: Array(repeating: nil, count: values.count)))
                }
                if let row = indices[path] { rows[row].values[index] = leaf }
            }
        }
    }

    private static func walk(_ value: FieldValue, _ path: String, _ depth: Int, _ leaf: (String, FieldValue) -> Void) {
        switch value {
        case .object(let fields):
            guard depth < maximumDepth else { return }
            for field in fields where MessagePath("body.\(field.name)")?.steps == [.name(field.name)] {
                walk(field.value, "\(path).\(field.name)", depth + 1, leaf)
            }
        case .list, .null: return
        default: leaf(path, value)
        }
    }

    mutating func infer() {
        guard messages.count >= FramingInference.neededMessages else { return }
        inferType()
        inferSender()
        inferSent()
        inferNumber()
        inferID()
    }

    private mutating func note(_ key: String, _ count: Int) {
        evidence.append(InferenceEvidence(key: "message.\(key)", count: count, of: messages.count))
    }

    private func directions(_ row: ValueRow) -> [[FieldValue]] {
        [true, false].map { isForward in
            messages.indices.compactMap { messages[$0].isForward == isForward ? row.values[$0] : nil }
        }
    }

    // MARK: - Keys

    private static func name(_ row: ValueRow) -> String {
        row.path.split(separator: ".").last.map(String.init) ?? ""
    }

    private mutating func inferType() {
        let candidates = rows.filter { row in
            let values = row.values.compactMap { $0 }
            let distinct = Set(values)
            // Responses often have none, so that two in five messages are enough.
            guard values.count * 5 >= messages.count * 2, (2...HeaderInference.maximumTypes).contains(distinct.count),
                distinct.count * 2 <= values.count
            else { return false }
            guard values.allSatisfy({ if case .text = $0 { true } else { false } }) else { return false }
            // What never comes again in its direction is a name, and what never changes there is a sender, unless it is
            // called a type.
            let sides = directions(row)
            let repeats = sides.allSatisfy { Set($0).count * 2 <= $0.count || $0.count < 4 }
            return repeats && (sides.contains { Set($0).count > 1 } || UsualNames.types.contains(Self.name(row)))
        }
        func rank(_ row: ValueRow) -> [Int] {
            let usual = UsualNames.types.firstIndex(of: Self.name(row)).map { UsualNames.types.count - $0 } ?? 0
            let present = row.values.count { $0 != nil }
            return [usual > 0 ? 1 : 0, present * 10 / messages.count, usual, -row.path.count]
        }
        guard let best = candidates.max(by: { rank($0).lexicographicallyPrecedes(rank($1)) }),
            let path = MessagePath(best.path)
        else { return }
        let present = best.values.count { $0 != nil }
        meaning.type = TypeRule(.field(path))
        note("type", present)
    }

    /// A key that never changes in its direction: who wrote, or what all messages of that direction are. So its name or
    /// the other keys must tell which.
    private mutating func inferSender() {
        let constant = rows.filter { row in
            guard row.path != meaning.type?.path.description, !UsualNames.types.contains(Self.name(row)),
                row.values.allSatisfy({ $0 != nil })
            else { return false }
            let sides = directions(row)
            guard sides.allSatisfy({ $0.count >= 2 && Set($0).count == 1 }), sides[0][0] != sides[1][0] else {
                return false
            }
            if case .text(let text) = sides[0][0] { return !text.isEmpty }
            return false
        }
        let sameTypes = bothSendTheSameTypes
        let found =
            constant.first { UsualNames.isSender($0.path) }
            ?? constant.first { sameTypes && !UsualNames.isOther($0.path) }
        guard let found, let path = MessagePath(found.path) else { return }
        meaning.sender = path
        note("sender", messages.count)
    }

    /// Whether both directions send several types, some of them the same. A value that never changes in a direction is not the type
    /// then.
    private var bothSendTheSameTypes: Bool {
        guard let path = meaning.type?.path.description, let types = rows.first(where: { $0.path == path }) else {
            return false
        }
        let sides = directions(types).map { Set($0) }
        return sides.allSatisfy { $0.count > 1 } && !sides[0].isDisjoint(with: sides[1])
    }

    private mutating func inferSent() {
        for row in rows {
            let present = row.values.count { $0 != nil }
            guard present >= FramingInference.neededMessages, present * 4 >= messages.count,
                let path = MessagePath(row.path)
            else { continue }
            for clock in Self.clocks where follows(row, clock) {
                meaning.sent = SentRule(at: path, clock)
                note("sent", present)
                return
            }
        }
    }

    private static let clocks: [SentRule.Clock] =
        [.rfc3339]
        + SentRule.Unit.allCases.flatMap { unit in
            [.number(unit: unit, epoch: .unix), .number(unit: unit, epoch: .apple)]
        }

    /// Whether the values run with the capture's clock: never more than a second apart from a distance of a day at
    /// most.
    private func follows(_ row: ValueRow, _ clock: SentRule.Clock) -> Bool {
        for isForward in [true, false] {
            var distances: [Double] = []
            var values: Set<Double> = []
            for (index, value) in row.values.enumerated() where messages[index].isForward == isForward {
                guard let value else { continue }
                guard let time = Self.seconds(value, clock) else { return false }
                distances.append(time - Double(messages[index].time) / 1e9)
                values.insert(time)
            }
            guard let least = distances.min(), let most = distances.max() else { continue }
            guard most - least < 1, abs(least) < 86_400, values.count * 2 > distances.count else { return false }
        }
        return true
    }

    private static func seconds(_ value: FieldValue, _ clock: SentRule.Clock) -> Double? {
        switch (value, clock) {
        case (.text(let text), .rfc3339): RFC3339.nanoseconds(text).map { Double($0) / 1e9 }
        case (.integer(let number), .number(let unit, let epoch)):
            Double(number) * Double(unit.nanoseconds) / 1e9 + Double(epoch.seconds)
        case (.real(let number), .number(let unit, let epoch)):
            number * Double(unit.nanoseconds) / 1e9 + Double(epoch.seconds)
        default: nil
        }
    }

    private mutating func inferNumber() {
        let types = meaning.type.map { $0.path.description }.flatMap { path in rows.first { $0.path == path } }
        for row in rows where row.path != meaning.sent?.at.description {
            let present = row.values.count { $0 != nil }
            guard present * 5 >= messages.count * 4, let path = MessagePath(row.path) else { continue }
            if rises(row, nil) {
                meaning.number = NumberRule(at: path)
            } else if let types, rises(row, types) {
                meaning.number = NumberRule(at: path, byType: true)
            } else {
                continue
            }
            note("number", present)
            return
        }
    }

    /// Whether values rise by one from message to message of a direction, but for those that were lost or overtaken.
    private func rises(_ row: ValueRow, _ types: ValueRow?) -> Bool {
        var steps = 0
        var ones = 0
        for isForward in [true, false] {
            var last: [FieldValue?: Int64] = [:]
            for (index, value) in row.values.enumerated() where messages[index].isForward == isForward {
                guard let value else { continue }
                guard case .integer(let number) = value else { return false }
                let type = types?.values[index]
                if let before = last[type] {
                    let (step, overflows) = number.subtractingReportingOverflow(before)
                    guard !overflows, abs(step) <= 64 else { return false }
                    steps += 1
                    if step == 1 { ones += 1 }
                }
                last[type] = number
            }
        }
        return steps >= FramingInference.neededMessages && ones * 10 >= steps * 7
    }

    private mutating func inferID() {
        let taken = [meaning.type?.path.description, meaning.sent?.at.description, meaning.number?.at.description]
        let found = rows.first { row in
            guard !taken.contains(row.path), row.values.allSatisfy({ $0 != nil }) else { return false }
            let texts = row.values.compactMap { value -> String? in
                if case .text(let text)? = value { text } else { nil }
            }
            // Text that is long enough to be made for one message only, unless the key is called an id.
            let sizes = (UsualNames.isID(row.path) ? 3 : 8)...64
            return texts.count == messages.count && Set(texts).count == texts.count
                && texts.allSatisfy { sizes.contains($0.utf8.count) }
        }
        guard let found, let path = MessagePath(found.path), meaning.sent?.at != path else { return }
        meaning.id = path
        note("id", messages.count)
    }
}
