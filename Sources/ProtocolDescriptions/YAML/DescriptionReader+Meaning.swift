extension DescriptionReader {
    private static let meaningKeys = ["type", "sender", "id", "number", "sent", "payload", "show"]

    mutating func meaning(_ node: PageNode) -> MessageMeaning {
        var meaning = MessageMeaning()
        for (key, value) in mapping(node, "message", "“message”", Self.meaningKeys) {
            let place = "message.\(key.text)"
            switch key.text {
            case "type": meaning.type = typeRule(value, place)
            case "sender": meaning.sender = path(value, place)
            case "id": meaning.id = path(value, place)
            case "number": meaning.number = numberRule(value, place)
            case "sent": meaning.sent = sentRule(value, place)
            case "payload": meaning.payload = path(value, place)
            default: meaning.show = list(value, place) { $0.path($1, $2) }
            }
        }
        return meaning
    }

    private mutating func typeRule(_ node: PageNode, _ key: String) -> TypeRule? {
        guard case .mapping = node.content else { return path(node, key).map { TypeRule(.field($0)) } }
        let pairs = mapping(node, key, "“type”", ["field", "key", "among", "names", "absent"])
        var source: TypeRule.Source?
        var among: [String] = []
        var names: [TypeRule.Name] = []
        var absent: String?
        for (name, value) in pairs {
            let place = "\(key).\(name.text)"
            switch name.text {
            case "field", "key":
                if source != nil { report(name.place, "a type is in a field or is a key, not both") }
                guard let path = path(value, place) else { return nil }
                source = name.text == "field" ? .field(path) : .key(path)
            case "among": among = list(value, place) { $0.text($1, $2) }
            case "names": names = typeNames(value, place)
            default: absent = text(value, place)
            }
        }
        switch source {
        case .key(let path, _): source = .key(path, among: among)
        case .field:
            if let place = pairs.first(where: { $0.key.text == "among" })?.key.place {
                report(place, "“among” belongs to “key”: {key: body, among: [hello, bye]}")
            }
        case nil:
            report(node, "“type” needs “field” or “key”, as {field: header.kind, names: {1: move}}")
        }
        return source.map { TypeRule($0, names: names, absent: absent) }
    }

    private mutating func typeNames(_ node: PageNode, _ key: String) -> [TypeRule.Name] {
        anyMapping(node, key, "“names”").compactMap { value, node in
            text(node, "\(key).\(value.text)").map { TypeRule.Name(value.text, $0) }
        }
    }

    private mutating func numberRule(_ node: PageNode, _ key: String) -> NumberRule? {
        guard case .mapping = node.content else { return path(node, key).map { NumberRule(at: $0) } }
        let pairs = mapping(node, key, "“number”", ["at", "by"])
        require(pairs, "at", node, "“number” needs a path, as {at: body.seq, by: type}")
        var at: MessagePath?
        var byType = false
        for (name, value) in pairs {
            if name.text == "at" {
                at = path(value, "\(key).at")
            } else if text(value, "\(key).by") == "type" {
                byType = true
            } else {
                report(value, "“by” must be type")
            }
        }
        return at.map { NumberRule(at: $0, byType: byType) }
    }

    private mutating func sentRule(_ node: PageNode, _ key: String) -> SentRule? {
        let pairs = mapping(node, key, "“sent”", ["at", "unit", "epoch", "as"])
        require(pairs, "at", node, "“sent” needs a path, as {at: body.sentAt, unit: ms, epoch: 1970}")
        var at: MessagePath?
        var unit: SentRule.Unit?
        var epoch: SentRule.Epoch?
        var isText = false
        for (name, value) in pairs {
            let place = "\(key).\(name.text)"
            switch name.text {
            case "at": at = path(value, place)
            case "unit": unit = choice(value, place, SentRule.Unit.self)
            case "epoch": epoch = choice(value, place, SentRule.Epoch.self)
            default:
                isText = true
                if text(value, place) != "rfc3339" { report(value, "“as” must be rfc3339") }
            }
        }
        if isText {
            if let other = pairs.first(where: { $0.key.text == "unit" || $0.key.text == "epoch" }) {
                report(other.key.place, "a date has no “\(other.key.text)”; write either that or as: rfc3339")
            }
        } else {
            require(
                pairs, "unit", node, "“sent” needs the unit of the clock, as {at: body.sentAt, unit: ms, epoch: 1970}")
            require(pairs, "epoch", node, "“sent” needs the epoch of the clock: 1970, 2001 or none")
        }
        guard let at else { return nil }
        if isText { return SentRule(at: at, .rfc3339) }
        return SentRule(at: at, .number(unit: unit ?? .s, epoch: epoch ?? .unix))
    }

    mutating func pair(_ node: PageNode, _ key: String) -> MessagePair? {
        let pairs = mapping(node, key, "a pair", ["ask", "answer", "by"])
        require(pairs, "ask", node, "a pair needs “ask”, as {ask: ping, answer: pong}")
        require(pairs, "answer", node, "a pair needs “answer”, as {ask: ping, answer: pong}")
        var pair = MessagePair(ask: .any, answer: "")
        for (name, value) in pairs {
            let place = "\(key).\(name.text)"
            switch name.text {
            case "ask":
                let types = types(value, place)
                pair.ask = types == ["*"] ? .any : .types(types)
            case "answer": pair.answer = text(value, place) ?? "x"
            default: pair.by = by(value, place)
            }
        }
        return pair
    }

    private mutating func by(_ node: PageNode, _ key: String) -> MessagePair.By? {
        guard case .mapping = node.content else {
            return path(node, key).map { MessagePair.By(ask: $0, answer: $0) }
        }
        let pairs = mapping(node, key, "“by”", ["ask", "answer"])
        var paths: [String: MessagePath] = [:]
        for (name, value) in pairs { paths[name.text] = path(value, "\(key).\(name.text)") }
        guard pairs.count == 2 else {
            report(node, "“by” needs a path, or {ask: path, answer: path}")
            return nil
        }
        guard let ask = paths["ask"], let answer = paths["answer"] else { return nil }
        return MessagePair.By(ask: ask, answer: answer)
    }
}
