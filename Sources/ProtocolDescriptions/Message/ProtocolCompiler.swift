import WireCoding

/// Makes a plan of a description without contradictions.
struct ProtocolCompiler {
    struct References {
        var compressedWhen: PathReference?
        var type: PathReference?
        var sender: PathReference?
        var id: PathReference?
        var number: PathReference?
        var sent: PathReference?
        var payload: PathReference?
        var show: [(name: String, reference: PathReference)] = []
        var pairs: [ProtocolPlan.Pair] = []
    }

    struct Parts {
        var framing: FramingProgram
        var header: FieldProgram
        var registerCount: Int
        var bodies: [BodyProgram]
        var bodyChoice: ProtocolPlan.BodyChoice
        var references: References
    }

    let description: ProtocolDescription
    /// Names of the header's fields to which paths lead, by index.
    private(set) var headerPaths: [String] = []
    /// Paths into bodies.
    private(set) var paths = PathList()
    private var tooManyPaths = false

    init(_ description: ProtocolDescription) { self.description = description }

    mutating func compile(_ file: (String) -> [UInt8]?) throws(DescriptionProblem) -> ProtocolPlan {
        let references = makeReferences()
        var typedHeader: PathReference?
        if case .byType(let typed) = description.body { typedHeader = reference(typed.field) }
        guard !tooManyPaths else {
            throw DescriptionProblem(
                key: "message", message: "at most \(PathTable.maximumCount) paths can lead into bodies")
        }
        let (header, registers) = compileHeader(withPaths: true)
        let (bare, _) = compileHeader(withPaths: false)
        let framing = compileFraming(bare, registers)
        var count = registers.count
        var bodies: [BodyProgram] = []
        var choice = ProtocolPlan.BodyChoice.always
        if case .byType(let typed) = description.body {
            var cases: [String: Int] = [:]
            for item in typed.cases {
                cases[item.value] = bodies.count
                bodies.append(
                    try compileBody(item.body, "body.\(item.value)", registers, &count, file))
            }
            choice = .byType(header: typedHeader?.index ?? 0, cases: cases, other: bodies.count)
            bodies.append(try compileBody(typed.other ?? .bytes, "body.other", registers, &count, file))
        } else {
            bodies.append(try compileBody(description.body, "body", registers, &count, file))
        }
        let parts = Parts(
            framing: framing, header: header, registerCount: count, bodies: bodies, bodyChoice: choice,
            references: references)
        return ProtocolPlan(self, parts)
    }

    // MARK: - Paths

    private mutating func reference(_ path: MessagePath?, key: KeyNames? = nil) -> PathReference? {
        guard let path else { return nil }
        guard path.root == .body else {
            let name = path.fieldName ?? ""
            if let index = headerPaths.firstIndex(of: name) { return PathReference(root: .header, index: index) }
            headerPaths.append(name)
            return PathReference(root: .header, index: headerPaths.count - 1)
        }
        guard let index = paths.add(path, key: key) else {
            tooManyPaths = true
            return nil
        }
        return PathReference(root: .body, index: index)
    }

    private mutating func makeReferences() -> References {
        let message = description.message
        var references = References()
        references.compressedWhen = reference(description.compressed?.when)
        switch message.type?.source {
        case .field(let path): references.type = reference(path)
        case .key(let path, let among):
            let names =
                among.isEmpty
                ? KeyNames(names: message.type?.names.map(\.value) ?? [], isStrict: false)
                : KeyNames(names: among, isStrict: true)
            references.type = reference(path, key: names)
        case nil: break
        }
        references.sender = reference(message.sender)
        references.id = reference(message.id)
        references.number = reference(message.number?.at)
        references.sent = reference(message.sent?.at)
        references.payload = reference(message.payload)
        for path in message.show {
            if let found = reference(path) { references.show.append((path.description, found)) }
        }
        for pair in description.pairs {
            let askBy = reference(pair.by?.ask)
            let answerBy = reference(pair.by?.answer)
            references.pairs.append(
                ProtocolPlan.Pair(asks: pair.ask, answer: pair.answer, askBy: askBy, answerBy: answerBy))
        }
        return references
    }

    /// The bits of an unsigned number to which a path leads.
    func width(_ path: MessagePath?) -> Int? {
        guard let path, let name = path.fieldName else { return nil }
        let fields =
            path.root == .header
            ? description.header
            : description.body.choices.flatMap { body in
                if case .fields(let elements) = body { return Self.fields(elements) }
                return []
            }
        for field in fields {
            if field.name == name, case .unsigned(let bytes) = field.type { return 8 * bytes }
            for mask in field.bits where "\(field.name).\(mask.name)" == name { return mask.mask.nonzeroBitCount }
        }
        return nil
    }

    private static func fields(_ elements: [BodyElement]) -> [MessageField] {
        elements.flatMap { element in
            switch element {
            case .field(let field): [field]
            case .switch(let choice): choice.cases.flatMap { fields($0.elements) }
            }
        }
    }

    // MARK: - Programs

    /// The header, and the registers of its values as `header.NAME`.
    private func compileHeader(withPaths: Bool) -> (FieldProgram, [String: Int]) {
        var needed = Set(
            description.body.choices.flatMap { body in
                if case .fields(let elements) = body { return FieldProgram.referencedNames(elements) }
                return []
            }.filter { $0.hasPrefix("header.") }.map { String($0.dropFirst("header.".count)) })
        if case .length(let name, _)? = description.framing?.method { needed.insert(name) }
        var paths: [String: [Int]] = [:]
        if withPaths {
            for (index, name) in headerPaths.enumerated() { paths[name, default: []].append(index) }
        }
        var compiler = FieldProgram.Compiler(registers: [:], needed: needed, paths: paths)
        compiler.compile(description.header.map { .field($0) })
        compiler.program.acceptsAnyText = true
        var registers: [String: Int] = [:]
        for (name, register) in compiler.registers { registers["header.\(name)"] = register }
        return (compiler.program, registers)
    }

    private func compileFraming(_ header: FieldProgram, _ registers: [String: Int]) -> FramingProgram {
        let framing = description.framing ?? MessageFraming(.datagram)
        var program = FramingProgram(
            method: .datagram, maximum: framing.maximum, header: header, registerCount: registers.count)
        switch framing.method {
        case .prefix(.integer(let size, let endian), let meaning):
            program.method = .prefix(size: size, isLittle: endian == .little)
            program.meaning = meaning
        case .prefix(.varint, let meaning):
            program.method = .varint
            program.meaning = meaning
        case .length(let name, let meaning):
            program.method = .length(register: registers["header.\(name)"] ?? 0)
            program.meaning = meaning
            let end = (description.header.firstIndex { $0.name == name } ?? 0) + 1
            var part = FieldProgram.Compiler(registers: [:], needed: [], paths: [:])
            part.compile(description.header[..<end].map { .field($0) })
            part.program.acceptsAnyText = true
            program.headerToLength = part.program
        case .delimiter(let bytes): program.method = .delimiter(bytes)
        case .fixed(let size): program.method = .fixed(size)
        case .webSocket: program.method = .webSocket
        case .datagram: break
        }
        return program
    }

    private func compileBody(
        _ body: MessageBody, _ key: String, _ registers: [String: Int], _ count: inout Int,
        _ file: (String) -> [UInt8]?
    ) throws(DescriptionProblem) -> BodyProgram {
        let kind: BodyProgram.Kind
        switch body {
        case .json: kind = .json
        case .plist: kind = .plist
        case .utf8: kind = .utf8
        case .words: kind = .words
        case .bytes, .byType: kind = .bytes
        case .none: kind = .none
        case .protobuf(nil): kind = .protobuf(nil, message: -1)
        case .protobuf(let schema?):
            guard let bytes = file(schema.set) else {
                throw DescriptionProblem(
                    key: "\(key).protobuf.set", message: "the file “\(schema.set)” must be beside the description")
            }
            guard let types = ProtobufTypes(bytes) else {
                throw DescriptionProblem(
                    key: "\(key).protobuf.set",
                    message: "“\(schema.set)” must be a file of protoc --descriptor_set_out")
            }
            guard let index = types.index(of: schema.message) else {
                let names = types.messages.map(\.name)
                throw DescriptionProblem(
                    key: "\(key).protobuf.message",
                    message: "“\(schema.set)” has no message “\(schema.message)”"
                        + DescriptionCheck.choices(names, like: schema.message))
            }
            kind = .protobuf(types, message: index)
        case .fields(let elements):
            var byName: [String: [Int]] = [:]
            for index in 0..<paths.count {
                byName[String(paths.texts[index].dropFirst("body.".count)), default: []].append(index)
            }
            var compiler = FieldProgram.Compiler(
                registers: registers, needed: FieldProgram.referencedNames(elements), paths: byName)
            compiler.compile(elements)
            count = max(count, compiler.registers.count)
            kind = .fields(compiler.program)
        }
        return BodyProgram(kind: kind, table: PathTable(paths))
    }
}
