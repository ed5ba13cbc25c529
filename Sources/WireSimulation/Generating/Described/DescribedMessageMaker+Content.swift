import ProtocolDescriptions
import WireCoding
import WireTesting

extension DescribedMessageMaker {
    func fillHeader(_ draft: inout DescribedDraft, _ type: DescribedType, _ random: inout SeededGenerator) {
        var length: String?
        if case .length(let name, _)? = description.framing?.method { length = name }
        for field in description.header where field.name != length && field.constant == nil {
            draft.header.append(FrameField(field.name, random.value(of: field, size: 8)))
        }
        // The body that the type chooses, or any.
        guard case .byType(let typed) = description.body else { return }
        let chosen = typed.field == description.message.type?.path ? type.value : random.pick(typed.cases).value
        if let chosen, let value = try? value(chosen, at: typed.field) { draft.set(typed.field, value) }
        let body = typed.cases.first { $0.value == chosen }?.body
        draft.kind = body ?? typed.other ?? .bytes
    }

    func fillBody(
        _ draft: inout DescribedDraft, _ type: DescribedType, _ size: Int, _ random: inout SeededGenerator
    ) {
        switch draft.kind {
        case .json, .plist:
            draft.body = .object([])
            if type.value == nil, case .key? = description.message.type?.source { return }
            var path = MessagePath(.body, [.name("content")])
            if case .key(let key, _)? = description.message.type?.source, let value = type.value {
                path = MessagePath(.body, key.steps + [.name(value), .name("content")])
            }
            draft.set(path, .text(random.letters(size)))
        case .protobuf(let schema):
            draft.body = .object([])
            // Which fields there are only the schema says.
            if case .key(let key, _)? = description.message.type?.source, let value = type.value {
                draft.set(MessagePath(.body, key.steps + [.name(value)]), .object([]))
                if schema == nil {
                    draft.set(MessagePath(.body, key.steps + [.name(value), .name("15")]), .text(random.letters(size)))
                }
            } else if schema == nil {
                draft.set(MessagePath(.body, [.name("15")]), .text(random.letters(size)))
            }
        case .utf8:
            let text = description.message.type?.path == MessagePath(.body) ? type.value : nil
            draft.body = .text(text ?? random.letters(bodySize(size)))
        case .words:
            draft.body = .text((0...random.number(in: 1...4)).map { _ in random.letters(5) }.joined(separator: " "))
        case .bytes, .byType:
            // Letters have no delimiter in them, as a rule.
            draft.body = .hex(Array(random.letters(bodySize(size)).utf8))
        case .none: draft.body = .null
        case .fields(let elements):
            var fields: [FrameField] = []
            fill(elements, &fields, draft, type, size, &random)
            draft.body = .object(fields)
        }
    }

    /// Values that are shown and mean nothing else. Which ones a schema allows is not known.
    func fillShown(_ draft: inout DescribedDraft, _ type: DescribedType, _ random: inout SeededGenerator) {
        if case .protobuf(.some) = draft.kind { return }
        let rule = description.message.type
        if type.value == nil, case .key? = rule?.source { return }
        for path in description.message.show {
            guard path.root == .body, path != rule?.path, draft.has(path), draft[path] == nil else { continue }
            let number = FieldValue.integer(Int64(random.number(in: 0...999)))
            draft.set(path, random.chance(1, in: 2) ? number : .text(random.letters(6)))
        }
    }

    /// The bytes of a body where every message has the same number of them.
    private func bodySize(_ size: Int) -> Int {
        guard case .fixed(let whole)? = description.framing?.method else { return size }
        return max(0, whole - description.header.reduce(0) { $0 + ($1.type.size ?? 1) })
    }

    private func fill(
        _ elements: [BodyElement], _ fields: inout [FrameField], _ draft: DescribedDraft, _ type: DescribedType,
        _ size: Int, _ random: inout SeededGenerator
    ) {
        let lengths = DescribedFields.lengths(elements)
        for element in elements {
            switch element {
            case .field(let field) where field.constant != nil || lengths.contains(field.name): break
            case .field(let field):
                var count = min(size, 60)
                switch field.type {
                case .bytes(.field(let name)), .text(.field(let name)):
                    if name.hasPrefix("header.") {
                        count = Int(draft.headerNumber(String(name.dropFirst("header.".count))) ?? 0)
                    }
                default: break
                }
                fields.append(FrameField(field.name, random.value(of: field, size: count)))
            case .switch(let choice):
                let path = MessagePath("body." + choice.field)
                var value: Int64?
                if let path, path == description.message.type?.path, let text = type.value {
                    value = Int64(text)
                } else if choice.field.hasPrefix("header.") {
                    value = headerValue(choice.field, draft, type)
                } else if case .integer(let number)? = fields.first(where: { $0.name == choice.field })?.value {
                    value = number
                }
                guard let chosen = choice.cases.first(where: { $0.value == value }) else { continue }
                fill(chosen.elements, &fields, draft, type, size, &random)
            }
        }
    }

    private func headerValue(_ field: String, _ draft: DescribedDraft, _ type: DescribedType) -> Int64? {
        if MessagePath(field) == description.message.type?.path, let text = type.value { return Int64(text) }
        return draft.headerNumber(String(field.dropFirst("header.".count)))
    }
}
