extension ProtocolDescription {
    /// Contradictions, in the order of the keys; none in a description from which a decoder can be made.
    public func problems() -> [DescriptionProblem] {
        var check = DescriptionCheck(self)
        check.checkAll()
        return check.problems
    }
}

/// Goes over a description and collects its contradictions.
struct DescriptionCheck {
    let description: ProtocolDescription
    private(set) var problems: [DescriptionProblem] = []

    init(_ description: ProtocolDescription) { self.description = description }

    mutating func report(_ key: String, _ message: String) {
        problems.append(DescriptionProblem(key: key, message: message))
    }

    mutating func checkAll() {
        checkName()
        checkCarriers()
        checkRecognition()
        let header = checkFields(
            description.header.map { .field($0) }, key: "header", isHeader: true, known: FieldScope())
        checkFraming(header)
        checkBody(header)
        checkMeaning()
        checkPairs()
        checkExpectations()
        checkMentionedTypes()
        checkRulesTogether()
    }

    private mutating func checkName() {
        if !ProtocolDescription.isName(description.name) {
            report(
                "name",
                "the name must be a lower-case letter and up to 31 more letters a-z, digits and hyphens, not "
                    + "“\(Self.shown(description.name))”")
        } else if ProtocolDescription.builtInNames.contains(description.name) {
            report("name", "“\(description.name)” is a built-in application; choose another name")
        }
    }

    private mutating func checkCarriers() {
        let over = description.over
        if over.isEmpty { report("over", "name at least one of \(Self.list(ProtocolCarrier.allCases))") }
        checkOnce(over.map(\.rawValue), key: "over", "the transport")
        let streams = over.filter { !$0.hasDatagrams }
        switch description.framing?.method {
        case nil:
            guard let stream = streams.first else { return }
            report(
                "",
                "over \(stream.rawValue) a description needs “framing”, for instance framing: {prefix: {size: 4}}; "
                    + "datagrams alone need none, as with over: [udp]")
        case .datagram:
            guard let stream = streams.first else { return }
            report(
                "framing.datagram",
                "\(stream.rawValue) has no datagrams; add over: [udp], or choose another framing")
        case .webSocket:
            guard let datagrams = over.first(where: \.hasDatagrams) else { return }
            report(
                "framing.websocket",
                "WebSocket is carried by tcp or tls, not by \(datagrams.rawValue); change “over”")
        default: break
        }
    }

    private mutating func checkRecognition() {
        for (index, service) in description.services.enumerated() where !Self.isService(service) {
            report(
                "services[\(index)]",
                "a service type has the form _name._tcp or _name._udp, not “\(Self.shown(service))”")
        }
        checkOnce(description.services.map { $0.lowercased() }, key: "services", "the service type")
        checkServiceTransports()
        for (index, port) in description.ports.enumerated() where port == 0 {
            report("ports[\(index)]", "a port is a number from 1 to 65535")
        }
        checkOnce(description.ports.map { String($0) }, key: "ports", "the port")
        if description.magic.count > 64 { report("magic", "at most 64 bytes can be compared") }
    }

    /// A service type ends in the transport of its sessions: `_tcp`, and `_udp` for all others, QUIC's included.
    private mutating func checkServiceTransports() {
        let suffixes = Set(description.over.map { $0 == .tcp || $0 == .tls ? "._tcp" : "._udp" })
        guard let first = description.services.first, let suffix = suffixes.first, suffixes.count == 1,
            description.services.allSatisfy({ Self.isService($0) && !$0.hasSuffix(suffix) })
        else { return }
        let carriers = suffix == "._tcp" ? "udp" : "tcp"
        report(
            "services[0]",
            "no session over \(Self.list(description.over)) is of the service “\(Self.shown(first))”; write "
                + "“\(Self.shown(String(first.dropLast(5))))\(suffix)”, or add \(carriers) to “over”")
    }

    /// Elements of a list that are there already.
    mutating func checkOnce(_ values: [String], key: String, _ what: String) {
        var known: Set<String> = []
        for (index, value) in values.enumerated() where !known.insert(value).inserted {
            report("\(key)[\(index)]", "\(what) “\(Self.shown(value))” is here twice; remove one of the two")
        }
    }

    private static func isService(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "_tcp" || parts[1] == "_udp", parts[0].first == "_" else { return false }
        return (2...16).contains(parts[0].utf8.count)
            && parts[0].dropFirst().utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
    }

    private mutating func checkFraming(_ header: FieldScope) {
        guard let framing = description.framing else { return }
        if !(1...1 << 30).contains(framing.maximum) {
            report("framing.maximum", "“maximum” must be a number of bytes from 1 to 1073741824")
        }
        switch framing.method {
        case .prefix(.integer(let size, _), let meaning):
            if !(1...8).contains(size) { report("framing.prefix.size", "“size” must be 1 to 8 bytes") }
            checkAddition(meaning, key: "framing.prefix.add")
        case .prefix(.varint, let meaning): checkAddition(meaning, key: "framing.add")
        case .length(let name, let meaning):
            checkAddition(meaning, key: "framing.add")
            guard let field = description.header.first(where: { $0.name == name }) else {
                let names = description.header.map(\.name)
                report(
                    "framing.length",
                    "“length” must be a field of the header, and there is no “\(Self.shown(name))”"
                        + (names.isEmpty
                            ? "; add it under “header”" : Self.choices(names, like: name)))
                return
            }
            if !field.type.isInteger {
                report("framing.length", "the length “\(name)” must be a whole number, as u32 or varint")
            } else if field.constant != nil {
                report(
                    "framing.length",
                    "the length “\(name)” is a constant, so that all messages are as long; remove its “constant”, or "
                        + "write the size of a message, as framing: {fixed: 24}")
            }
        case .delimiter(let bytes):
            if !(1...64).contains(bytes.count) {
                report("framing.delimiter", "a delimiter must have 1 to 64 bytes, as \"\\n\" or {hex: \"0d 0a\"}")
            }
        case .fixed(let size): checkFixed(size, header)
        case .webSocket, .datagram: break
        }
    }

    private mutating func checkAddition(_ meaning: LengthMeaning, key: String) {
        if meaning.add.magnitude > 1 << 30 { report(key, "“add” must be a number from -1073741824 to 1073741824") }
    }

    private mutating func checkFixed(_ size: Int, _ header: FieldScope) {
        guard (1...1 << 30).contains(size) else {
            return report("framing.fixed", "“fixed” must be the size of every message, 1 byte or more")
        }
        guard let headerSize = header.size else { return }
        if size < headerSize {
            report("framing.fixed", "the header alone has \(headerSize) bytes, so that no message can have \(size)")
        } else if case .fields(let elements) = description.body, description.compressed == nil,
            let bodySize = Self.size(elements), headerSize + bodySize != size
        {
            report(
                "framing.fixed",
                "header and body have \(headerSize + bodySize) bytes together; “fixed” must be that, not \(size)")
        }
    }

    /// The size of elements of which each has its own; nil otherwise.
    private static func size(_ elements: [BodyElement]) -> Int? {
        var sum = 0
        for element in elements {
            guard case .field(let field) = element, let size = field.type.size else { return nil }
            sum += size
        }
        return sum
    }

    private mutating func checkBody(_ header: FieldScope) {
        if let path = description.compressed?.when {
            checkHeaderPath(path, key: "compressed.when", "what says whether a body is compressed")
        }
        if description.compressed != nil, description.body.choices.allSatisfy({ $0 == .none }),
            !description.body.choices.isEmpty
        {
            report("compressed", "no message has a body to compress; remove “compressed”, or say what the body is")
        }
        switch description.body {
        case .fields(let elements): checkFields(elements, key: "body", isHeader: false, known: header.asHeader)
        case .byType(let typed):
            checkHeaderPath(typed.field, key: "body.field", "what chooses the body")
            var values: Set<String> = []
            for item in typed.cases where !values.insert(item.value).inserted {
                report("body.\(item.value)", "the value “\(Self.shown(item.value))” is here twice")
            }
            if typed.cases.isEmpty { report("body", "name at least one value and its body, as 1: json") }
            for (value, body) in typed.cases.map({ ($0.value, $0.body) }) + (typed.other.map { [("other", $0)] } ?? [])
            {
                if case .byType = body { report("body.\(value)", "a body by type cannot hold another one") }
                guard case .fields(let elements) = body else { continue }
                checkFields(elements, key: "body.\(value)", isHeader: false, known: header.asHeader)
            }
        default: break
        }
    }

    private mutating func checkHeaderPath(_ path: MessagePath, key: String, _ what: String) {
        guard path.root == .header else {
            return report(
                key, "\(what) must be a field of the header, as header.kind, because it is read before the body")
        }
        check(path, key: key)
    }

    // MARK: - Words

    static func list<Value: RawRepresentable<String>>(_ values: [Value]) -> String {
        values.map(\.rawValue).joined(separator: ", ")
    }

    /// The names that there are, and the one that was probably meant. The question is last, as it ends the sentence.
    static func choices(_ names: [String], like word: String) -> String {
        names.isEmpty ? "" : "; the names are \(names.prefix(24).joined(separator: ", "))" + hint(word, names)
    }

    /// Names come from the user's page, and end up in a terminal.
    static func shown(_ text: String) -> String { String(text.prefix(64)) }

    /// The name that was probably meant, as the end of a sentence.
    static func hint(_ word: String, _ known: [String]) -> String {
        SimilarWord.nearest(to: word, in: known).map { "; did you mean “\($0)”?" } ?? ""
    }
}
