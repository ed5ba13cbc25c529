extension DescriptionCheck {
    mutating func checkMeaning() {
        let message = description.message
        if let type = message.type { checkType(type) }
        if let path = message.sender { check(path, key: "message.sender") }
        if let path = message.id { check(path, key: "message.id") }
        if let number = message.number {
            check(number.at, key: "message.number")
            if number.byType, message.type == nil {
                report("message.number.by", "counting by type needs “type” in “message”")
            }
        }
        if let sent = message.sent { check(sent.at, key: "message.sent.at") }
        if let payload = message.payload {
            if payload.root == .header { report("message.payload", "the payload is in the body, as body.data") }
            check(payload, key: "message.payload")
        }
        if message.show.count > 32 { report("message.show", "at most 32 values can be shown") }
        for (index, path) in message.show.enumerated() { check(path, key: "message.show[\(index)]") }
        checkOnce(message.show.map(\.description), key: "message.show", "the value")
    }

    private mutating func checkType(_ type: TypeRule) {
        switch type.source {
        case .field(let path): check(path, key: "message.type")
        case .key(let path, _):
            let hasKeys = description.body.choices.contains {
                switch $0 {
                case .json, .plist, .protobuf: true
                default: false
                }
            }
            guard path.root == .body, hasKeys else {
                return report("message.type.key", "only bodies of json, plist and protobuf have keys")
            }
            check(path, key: "message.type.key")
        }
        if case .key(_, let among) = type.source { checkOnce(among, key: "message.type.among", "the type") }
        var values: Set<String> = []
        for name in type.names {
            if !values.insert(name.value).inserted {
                report("message.type.names.\(name.value)", "the value has a name already")
            }
            if name.name.isEmpty { report("message.type.names.\(name.value)", "a name cannot be empty") }
        }
    }

    /// Whether a path leads to something.
    mutating func check(_ path: MessagePath, key: String) {
        guard path.root == .body else {
            let names = description.header.flatMap(\.valueNames)
            guard let name = path.fieldName, names.contains(name) else {
                let wanted = path.fieldName ?? ""
                return report(
                    key, "the header has no field for “\(path)”" + Self.choices(names, like: wanted))
            }
            return
        }
        let bodies = description.body.choices
        if bodies.contains(where: { Self.reaches($0, path.steps, path.fieldName) }) { return }
        let names = bodies.flatMap(Self.fieldNames)
        if !names.isEmpty {
            report(
                key,
                "the body has no field for “\(path)”" + Self.choices(names, like: path.fieldName ?? ""))
        } else if bodies.contains(.words) {
            report(key, "a body of words has paths as body[0], not “\(path)”")
        } else if bodies.contains(.protobuf(nil)) {
            report(key, "without a schema, protobuf has paths by field number as body.1.3, not “\(path)”")
        } else {
            report(key, "this body has no parts, so that “\(path)” leads nowhere")
        }
    }

    private static func reaches(_ body: MessageBody, _ steps: [MessagePath.Step], _ name: String?) -> Bool {
        switch body {
        case .json, .plist, .protobuf(.some): return true
        case .protobuf(nil):
            return steps.allSatisfy {
                guard case .name(let text) = $0 else { return true }
                return UInt32(text).map { (1...(1 << 29) - 1).contains($0) } ?? false
            }
        case .utf8, .bytes: return steps.isEmpty
        case .words:
            guard let first = steps.first else { return true }
            guard case .index = first else { return false }
            return steps.count == 1
        case .none: return false
        case .fields: return name.map { fieldNames(body).contains($0) } ?? false
        case .byType: return false
        }
    }

    private static func fieldNames(_ body: MessageBody) -> [String] {
        guard case .fields(let elements) = body else { return [] }
        return valueNames(elements)
    }

    private static func valueNames(_ elements: [BodyElement]) -> [String] {
        fields(elements).flatMap(\.valueNames)
    }

    /// The names of fields, those in all cases of switches included, each once.
    static func fieldNames(_ elements: [BodyElement]) -> [String] {
        var known: Set<String> = []
        return fields(elements).map(\.name).filter { known.insert($0).inserted }
    }

    /// Fields, those in all cases of switches included.
    static func fields(_ elements: [BodyElement]) -> [MessageField] {
        elements.flatMap { element in
            switch element {
            case .field(let field): [field]
            case .switch(let choice): choice.cases.flatMap { fields($0.elements) }
            }
        }
    }

    mutating func checkPairs() {
        if description.pairs.count > 64 { report("pairs", "at most 64 pairs can be followed") }
        for (index, pair) in description.pairs.enumerated() {
            let key = "pairs[\(index)]"
            if description.message.type == nil { report(key, "pairs need “type” in “message”") }
            if case .types(let types) = pair.ask, types.isEmpty {
                report("\(key).ask", "name a type, a list, or \"*\"")
            }
            if case .types(let types) = pair.ask, types.contains(pair.answer) {
                report(
                    "\(key).answer",
                    "“\(Self.shown(pair.answer))” cannot answer itself; name the type of the messages that answer it")
            }
            guard let by = pair.by else { continue }
            check(by.ask, key: "\(key).by")
            if by.answer != by.ask { check(by.answer, key: "\(key).by") }
        }
    }

    mutating func checkExpectations() {
        for (index, expectation) in description.expect.enumerated() {
            let key = "expect[\(index)]"
            var needsType = true
            switch expectation.rule {
            case .first(let types), .never(let types), .only(let types): checkTypes(types, key: key)
            case .answer(let types, let asks, let within):
                checkTypes(types + asks, key: key)
                checkDuration(within, key: "\(key).within")
            case .every(let period, let types, let tolerance):
                checkTypes(types, key: key)
                checkDuration(period, key: "\(key).every")
                if !(0...1000).contains(tolerance) {
                    report("\(key).tolerance", "“tolerance” must be a number from 0 on, as 0.5")
                }
            case .before(let types, let needed): checkTypes(types + needed, key: key)
            case .atMost(let count, let types, let within):
                checkTypes(types, key: key)
                checkDuration(within, key: "\(key).within")
                if !(0...1 << 16).contains(count) {
                    report("\(key).at-most", "“at-most” must be a number of messages, 0 to 65536")
                }
            case .sizeAtMost(let bytes, let types):
                needsType = !types.isEmpty
                if bytes < 0 { report("\(key).size-at-most", "“size-at-most” must be a number of bytes, 0 or more") }
            case .quiet(let duration, let types):
                needsType = !types.isEmpty
                checkDuration(duration, key: "\(key).quiet")
            case .oneConnectionPerSender:
                needsType = false
                if description.message.sender == nil {
                    report("\(key).one-connection-per", "this needs “sender” in “message”")
                }
            }
            if needsType, description.message.type == nil { report(key, "this rule needs “type” in “message”") }
        }
    }

    private mutating func checkTypes(_ types: [String], key: String) {
        if types.isEmpty { report(key, "name at least one type") }
    }

    private mutating func checkDuration(_ duration: RuleDuration, key: String) {
        if duration.nanoseconds <= 0 { report(key, "a duration must be more than 0, as 500ms") }
    }
}
