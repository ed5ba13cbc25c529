/// The types that messages of a description can have, where it says so: names for the values of a number, or all of them.
///
/// A value without a name is its own text, so that a value that may be any text may be any type as well.
struct PossibleTypes {
    /// What a value can be that has no name.
    private enum Others {
        case anyText
        case number
        /// So many bytes, of which the own text has two digits each.
        case bytes(Int)
        case none
    }

    /// Names, in the order of the description.
    let names: [String]
    /// The value in words.
    let what: String
    /// Whether values are numbers, and which: nil for any.
    let numbers: ClosedRange<Int64>?
    private let others: Others
    /// Values with names, which are no types under their own text.
    private let renamed: [String: String]

    init(_ rule: TypeRule, in description: ProtocolDescription) {
        renamed = Dictionary(rule.names.map { ($0.value, $0.name) }) { first, _ in first }
        var names = rule.names.map(\.name)
        var numbers: ClosedRange<Int64>?
        if case .key(_, let among) = rule.source, !among.isEmpty {
            // Keys are those of the list; others are of no type.
            names = among.map { [renamed] in renamed[$0] ?? $0 }
            others = .none
            what = "“among” names all types"
        } else {
            (others, numbers) = Self.others(rule, in: description)
            what =
                switch others {
                case .bytes(let count): "“\(rule.path)” has \(count) bytes"
                case .anyText, .none, .number:
                    if case .key = rule.source {
                        "the fields of “\(rule.path)” have numbers"
                    } else if numbers == nil {
                        "“names” has only numbers for “\(rule.path)”"
                    } else {
                        "“\(rule.path)” is a number"
                    }
                }
        }
        if let absent = rule.absent { names.append(absent) }
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        self.names = unique
        self.numbers = numbers
    }

    private static func others(
        _ rule: TypeRule, in description: ProtocolDescription
    ) -> (Others, ClosedRange<Int64>?) {
        if case .key = rule.source, description.body == .protobuf(nil) { return (.number, 0...1 << 29 - 1) }
        guard let (field, mask) = description.field(at: rule.path) else {
            // A value of JSON that has names for numbers alone is one.
            let isNumber = !rule.names.isEmpty && rule.names.allSatisfy { Int64($0.value) != nil }
            return (isNumber ? .number : .anyText, nil)
        }
        if let mask {
            // A flag is true or false, for which names say more than numbers.
            guard field.bits.contains(mask) else { return (.anyText, nil) }
            return (.number, 0...Int64(clamping: mask.mask >> UInt64(mask.mask.trailingZeroBitCount)))
        }
        switch field.type {
        case .unsigned(let bytes): return (.number, 0...(bytes < 8 ? 1 << Int64(8 * bytes) - 1 : .max))
        case .signed(let bytes):
            let bound = bytes < 8 ? Int64(1) << Int64(8 * bytes - 1) - 1 : .max
            return (.number, -bound - 1...bound)
        case .varint: return (.number, 0...Int64.max)
        case .bytes(.count(let count)): return (.bytes(count), nil)
        case .bytes, .text, .uuid, .float: return (.anyText, nil)
        }
    }

    /// Whether a message can be of that type.
    func contains(_ type: String) -> Bool {
        if names.contains(type) { return true }
        if renamed[type] != nil { return false }
        switch others {
        case .anyText: return true
        case .none: return false
        case .number: return numbers == nil ? Double(type) != nil : isValue(type)
        case .bytes(let count): return type.utf8.count == 2 * count && type.allSatisfy(\.isHexDigit)
        }
    }

    /// Whether a named value is one that messages can have.
    func isValue(_ value: String) -> Bool {
        guard let numbers else { return true }
        if let number = Int64(value) { return numbers.contains(number) }
        return numbers.upperBound == .max && UInt64(value) != nil
    }

    /// Why a message cannot be of that type, and which types there are.
    func refusal(of type: String) -> String {
        if let name = renamed[type] {
            return "“\(DescriptionCheck.shown(type))” is a value, and by “names” its messages are of the type "
                + "“\(DescriptionCheck.shown(name))”; write that"
        }
        let list = names.isEmpty ? "; give it a name in “names”, as {1: \(DescriptionCheck.shown(type))}" : ""
        return "no message can be of the type “\(DescriptionCheck.shown(type))”, because \(what)"
            + DescriptionCheck.choices(names, like: type) + list
    }
}

extension ProtocolDescription {
    /// The field to which a path leads, with its flag or bits where it ends in those; nil for values of other bodies, and
    /// where fields of several kinds have the name.
    fileprivate func field(at path: MessagePath) -> (field: MessageField, mask: FieldMask?)? {
        guard let name = path.fieldName else { return nil }
        var fields = header
        if path.root == .body {
            // In one of several bodies the value may be of any kind.
            guard case .fields(let elements) = body else { return nil }
            fields = DescriptionCheck.fields(elements)
        }
        let found = fields.filter { $0.valueNames.contains(name) }
        guard let field = found.first, found.allSatisfy({ $0.type == field.type }) else { return nil }
        return (field, (field.flags + field.bits).first { "\(field.name).\($0.name)" == name })
    }
}
