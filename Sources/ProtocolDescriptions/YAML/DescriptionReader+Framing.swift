extension DescriptionReader {
    private static let methods = ["prefix", "length", "delimiter", "fixed", "websocket", "datagram"]

    mutating func framing(_ node: PageNode) -> MessageFraming? {
        let pairs = mapping(node, "framing", "“framing”", Self.methods + ["covers", "add", "maximum"])
        let chosen = pairs.filter { Self.methods.contains($0.key.text) }
        guard let first = chosen.first else {
            report(node, "“framing” needs one of \(Self.methods.joined(separator: ", "))")
            return nil
        }
        if chosen.count > 1 {
            report(
                chosen[1].key.place,
                "messages end in one way only: “\(first.key.text)” or “\(chosen[1].key.text)”, not both")
        }
        guard let method = method(first, pairs) else { return nil }
        var framing = MessageFraming(method)
        for (key, value) in pairs where key.text == "maximum" {
            framing.maximum = integer(value, "framing.maximum", 1...1 << 30, "“maximum”") ?? framing.maximum
        }
        return framing
    }

    private mutating func method(_ chosen: (key: Key, value: PageNode), _ pairs: Pairs) -> MessageFraming.Method? {
        let (key, value) = (chosen.key.text, chosen.value)
        var meaning = LengthMeaning()
        for (other, node) in pairs where other.text == "covers" || other.text == "add" {
            if key == "length" || key == "prefix" { continue }
            report(other.place, "“\(other.text)” belongs to a length, and “\(key)” has none")
            note("framing.\(other.text)", node)
        }
        switch key {
        case "prefix":
            if case .text = value.content {
                guard text(value, "framing.prefix") == "varint" else {
                    report(value, "“prefix” must be varint, or {size: 4, endian: big}")
                    return nil
                }
                readMeaning(pairs, "framing", &meaning)
                return .prefix(.varint, meaning)
            }
            for (other, _) in pairs where other.text == "covers" || other.text == "add" {
                report(other.place, "write “\(other.text)” into “prefix”, beside its size")
            }
            return prefix(value)
        case "length":
            readMeaning(pairs, "framing", &meaning)
            return text(value, "framing.length").map { .length($0, meaning) }
        case "delimiter": return bytes(value, "framing.delimiter").map { .delimiter($0) }
        case "fixed": return integer(value, "framing.fixed", 1...1 << 30, "“fixed”").map { .fixed($0) }
        case "websocket":
            _ = mapping(value, "framing.websocket", "“websocket”, which is written {},", [])
            return .webSocket
        default:
            _ = mapping(value, "framing.datagram", "“datagram”, which is written {},", [])
            return .datagram
        }
    }

    private mutating func prefix(_ node: PageNode) -> MessageFraming.Method? {
        let pairs = mapping(node, "framing.prefix", "“prefix”", ["size", "endian", "covers", "add"])
        require(pairs, "size", node, "a prefix needs its size in bytes, as {size: 4}")
        var size: Int?
        var endian = ByteOrder.big
        var meaning = LengthMeaning()
        for (key, value) in pairs {
            switch key.text {
            case "size": size = integer(value, "framing.prefix.size", 1...8, "“size”")
            case "endian": endian = choice(value, "framing.prefix.endian", ByteOrder.self) ?? endian
            default: break
            }
        }
        readMeaning(pairs, "framing.prefix", &meaning)
        return size.map { .prefix(.integer(size: $0, endian: endian), meaning) }
    }

    private mutating func readMeaning(_ pairs: Pairs, _ place: String, _ meaning: inout LengthMeaning) {
        for (key, value) in pairs {
            switch key.text {
            case "covers":
                meaning.covers = choice(value, "\(place).covers", LengthMeaning.Coverage.self) ?? meaning.covers
            case "add":
                meaning.add = integer(value, "\(place).add", -(1 << 30)...1 << 30, "“add”") ?? meaning.add
            default: break
            }
        }
    }

    mutating func compression(_ node: PageNode) -> BodyCompression? {
        if case .text = node.content {
            return choice(node, "compressed", BodyCompression.Format.self).map { BodyCompression($0) }
        }
        let pairs = mapping(node, "compressed", "“compressed”", ["as", "when"])
        require(pairs, "as", node, "“compressed” needs its format, as {as: zlib, when: header.flags.compressed}")
        var format: BodyCompression.Format?
        var when: MessagePath?
        for (key, value) in pairs {
            if key.text == "as" {
                format = choice(value, "compressed.as", BodyCompression.Format.self)
            } else {
                when = path(value, "compressed.when")
            }
        }
        return format.map { BodyCompression($0, when: when) }
    }
}
