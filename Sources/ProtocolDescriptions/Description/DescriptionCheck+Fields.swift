/// The fields that come before, by name, while a list of fields is checked.
struct FieldScope {
    /// Names in this list and the types behind them.
    var types: [String: FieldType] = [:]
    /// The bytes of all, where they are always as many.
    var size: Int? = 0
    /// A field that takes all that is left.
    var takesRest = false

    /// What a body knows of the header before it.
    var asHeader: FieldScope {
        var scope = FieldScope()
        for (name, type) in types { scope.types["header.\(name)"] = type }
        return scope
    }
}

extension DescriptionCheck {
    /// Checks a list of fields.
    ///
    /// - Parameter known: What comes before it.
    /// - Returns: What is known after it.
    @discardableResult
    mutating func checkFields(
        _ elements: [BodyElement], key: String, isHeader: Bool, known: FieldScope
    ) -> FieldScope {
        var scope = known
        for (index, element) in elements.enumerated() {
            let place = "\(key)[\(index)]"
            if scope.takesRest { report(place, "nothing can follow a field of the type {bytes: rest}") }
            switch element {
            case .field(let field): checkField(field, key: place, isHeader: isHeader, in: &scope)
            case .switch(let choice): checkSwitch(choice, key: "\(place).switch", in: &scope)
            }
        }
        return scope
    }

    private mutating func checkField(
        _ field: MessageField, key: String, isHeader: Bool, in scope: inout FieldScope
    ) {
        if !Self.isFieldName(field.name) {
            report(
                "\(key).name",
                "a field's name must be a letter and up to 63 more letters, digits, - and _, not "
                    + "“\(Self.shown(field.name))”"
            )
        } else if scope.types[field.name] != nil {
            report("\(key).name", "there is a field “\(field.name)” already")
        }
        checkType(field, key: key, isHeader: isHeader, in: &scope)
        checkConstant(field, key: key)
        for (masks, word) in [(field.flags, "flags"), (field.bits, "bits")] where !masks.isEmpty {
            guard case .unsigned(let bytes) = field.type else {
                report("\(key).\(word)", "“\(word)” needs an unsigned number, as u8")
                continue
            }
            if field.constant != nil {
                report(
                    "\(key).\(word)",
                    "a field with a “constant” has the same “\(word)” in every message; remove one of the two")
            }
            for mask in masks {
                let place = "\(key).\(word).\(mask.name)"
                if !Self.isFieldName(mask.name) { report(place, "a name must be a letter and more letters or digits") }
                if mask.mask == 0 || bytes < 8 && mask.mask >> UInt64(8 * bytes) != 0 {
                    report(place, "the mask must have bits of the \(bytes * 8) that the field has, as 0x01")
                } else if word == "bits", Self.hasHoles(mask.mask) {
                    report(
                        place,
                        "the bits of a number are side by side, and 0x\(String(mask.mask, radix: 16)) has others between "
                            + "them; write one mask, as 0xf0, for each number")
                }
            }
        }
        let names = (field.flags + field.bits).map(\.name)
        if Set(names).count < names.count { report(key, "a name in “flags” and “bits” is here twice") }
        scope.types[field.name] = field.type
        for mask in field.bits { scope.types["\(field.name).\(mask.name)"] = field.type }
        for mask in field.flags { scope.types["\(field.name).\(mask.name)"] = field.type }
    }

    private static func hasHoles(_ mask: UInt64) -> Bool {
        let shifted = mask >> UInt64(mask.trailingZeroBitCount)
        return shifted & (shifted &+ 1) != 0
    }

    private mutating func checkType(
        _ field: MessageField, key: String, isHeader: Bool, in scope: inout FieldScope
    ) {
        switch field.type {
        case .unsigned(let bytes), .signed(let bytes):
            if ![1, 2, 3, 4, 8].contains(bytes) { report("\(key).type", "a number has 1, 2, 3, 4 or 8 bytes") }
        case .float(let bytes):
            if bytes != 4 && bytes != 8 { report("\(key).type", "a floating-point number has 4 or 8 bytes") }
        case .bytes(.count(let count)), .text(.count(let count)):
            if !(1...1 << 20).contains(count) { report("\(key).type", "a field has 1 to 1048576 bytes") }
        case .bytes(.field), .text(.field), .bytes(.rest), .text(.rest):
            guard !isHeader else {
                report("\(key).type", "a field of a header has a size of its own, as {bytes: 4}")
                break
            }
            switch field.type {
            case .bytes(.field(let name)), .text(.field(let name)):
                checkReference(name, key: "\(key).type", "the length", in: scope)
            default: scope.takesRest = true
            }
        case .varint, .uuid: break
        }
        scope.size = scope.size.flatMap { sum in field.type.size.map { sum + $0 } }
    }

    private mutating func checkReference(_ name: String, key: String, _ what: String, in scope: FieldScope) {
        guard let type = scope.types[name] else {
            let names = scope.types.keys.sorted()
            return report(
                key,
                "\(what) must be a field that comes before, and “\(Self.shown(name))” does not"
                    + Self.choices(names, like: name))
        }
        if !type.isInteger { report(key, "\(what) “\(name)” must be a whole number") }
    }

    private mutating func checkConstant(_ field: MessageField, key: String) {
        guard let constant = field.constant else { return }
        switch (constant, field.type) {
        case (.integer(let value), .unsigned(let bytes)):
            if value < 0 || bytes < 8 && value >> Int64(8 * bytes) != 0 {
                report("\(key).constant", "\(value) does not fit into an unsigned number of \(bytes) bytes")
            }
        case (.unsigned, .unsigned(let bytes)):
            if bytes < 8 { report("\(key).constant", "the number does not fit into \(bytes) bytes") }
        case (.integer(let value), .signed(let bytes)):
            let bound = Int64(1) << Int64(8 * min(bytes, 7) - 1)
            if bytes < 8 && !(-bound..<bound).contains(value) {
                report("\(key).constant", "\(value) does not fit into a number of \(bytes) bytes")
            }
        case (.integer(let value), .varint):
            if value < 0 { report("\(key).constant", "a varint is 0 or more") }
        case (.unsigned, .varint): break
        case (.bytes(let bytes), let type):
            if let size = type.size, bytes.count != size {
                report("\(key).constant", "the constant has \(bytes.count) bytes, the field \(size)")
            }
            if type.size == nil { report("\(key).constant", "a constant needs a field with a size of its own") }
        case (.integer, _), (.unsigned, _):
            report("\(key).constant", "a field that is not a whole number needs its constant as {hex: …}")
        }
    }

    private mutating func checkSwitch(_ choice: FieldSwitch, key: String, in scope: inout FieldScope) {
        checkReference(choice.field, key: "\(key).field", "what a switch looks at", in: scope)
        if choice.cases.isEmpty { report(key, "a switch needs at least one value with its fields, as 1: [...]") }
        var values: Set<Int64> = []
        var takesRest = false
        var types = scope.types
        for item in choice.cases {
            if !values.insert(item.value).inserted { report("\(key).\(item.value)", "the value is here twice") }
            let after = checkFields(item.elements, key: "\(key).\(item.value)", isHeader: false, known: scope)
            takesRest = takesRest || after.takesRest
            types.merge(after.types) { first, _ in first }
        }
        scope.types = types
        scope.takesRest = takesRest
        scope.size = nil
    }

    static func isFieldName(_ text: String) -> Bool {
        guard text != "rest", (1...64).contains(text.utf8.count) else { return false }
        return (0x61...0x7A).contains(text.utf8.first! | 0x20)
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) && $0 | 0x20 != 0x60 || (0x30...0x39).contains($0) || $0 == 0x2D
                    || $0 == 0x5F
            }
    }
}
