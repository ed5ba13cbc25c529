extension FieldProgram {
    /// What fields and paths are known while a list is compiled.
    struct Compiler {
        var program = FieldProgram()
        /// Registers by field name. Those of the header come first, as `header.NAME`.
        private(set) var registers: [String: Int]
        /// The paths' indices by the name of the field to which they lead.
        private let paths: [String: [Int]]
        private let needed: Set<String>

        /// - Parameters:
        ///   - needed: Names of fields whose values later ones need.
        ///   - paths: Indices of paths by the names to which they lead.
        init(registers: [String: Int], needed: Set<String>, paths: [String: [Int]]) {
            self.registers = registers
            self.needed = needed
            self.paths = paths
        }

        mutating func compile(_ elements: [BodyElement]) {
            program.root = list(elements)
            program.fixedSize = program.nodes[program.root].reduce(0) { sum, node in
                guard let sum, node.kind != .switch, node.kind != .varint, node.length == .fixed else { return nil }
                return sum + node.size
            }
        }

        private mutating func list(_ elements: [BodyElement]) -> Range<Int> {
            // The nodes of one list follow each other, so that inner lists come after them.
            let start = program.nodes.count
            for element in elements {
                switch element {
                case .field(let field): append(field)
                case .switch(let choice):
                    var node = Node(kind: .switch, name: choice.field)
                    node.source = registers[choice.field] ?? 0
                    program.nodes.append(node)
                }
            }
            let end = program.nodes.count
            for (index, element) in elements.enumerated() {
                guard case .switch(let choice) = element else { continue }
                var cases: [Case] = []
                for item in choice.cases { cases.append(Case(value: item.value, nodes: list(item.elements))) }
                program.nodes[start + index].cases = program.cases.count..<program.cases.count + cases.count
                program.cases += cases
            }
            return start..<end
        }

        private mutating func append(_ field: MessageField) {
            var node = Node(kind: .bytes, name: field.name)
            node.isLittle = field.endian == .little
            node.size = field.type.size ?? 0
            switch field.type {
            case .unsigned: node.kind = .unsigned
            case .signed: node.kind = .signed
            case .float: node.kind = .float
            case .varint: node.kind = .varint
            case .uuid: node.kind = .uuid
            case .bytes(let length): setLength(length, &node)
            case .text(let length):
                node.kind = .text
                setLength(length, &node)
            }
            if let constant = field.constant {
                node.constant = program.constants.count
                program.constants.append(FieldEncoding.bytes(of: constant, for: field))
            }
            if needed.contains(field.name) {
                node.register = registers.count
                registers[field.name] = node.register
            }
            let start = program.outputs.count
            for path in paths[field.name] ?? [] {
                program.outputs.append(Output(part: .whole, mask: 0, path: path))
            }
            for (masks, part) in [(field.flags, Output.Part.flag), (field.bits, .bits)] {
                for mask in masks {
                    if needed.contains("\(field.name).\(mask.name)") {
                        program.outputs.append(Output(part: part, mask: mask.mask, path: -1 - registers.count))
                        registers["\(field.name).\(mask.name)"] = registers.count
                    }
                    for path in paths["\(field.name).\(mask.name)"] ?? [] {
                        program.outputs.append(Output(part: part, mask: mask.mask, path: path))
                    }
                }
            }
            node.outputs = start..<program.outputs.count
            program.nodes.append(node)
        }

        private func setLength(_ length: FieldLength, _ node: inout Node) {
            switch length {
            case .count: node.length = .fixed
            case .field(let name):
                node.length = .register
                node.source = registers[name] ?? 0
            case .rest: node.length = .rest
            }
        }
    }

    /// The names of fields whose values others need: lengths, and what switches look at.
    static func referencedNames(_ elements: [BodyElement]) -> Set<String> {
        var names: Set<String> = []
        for element in elements {
            switch element {
            case .field(let field):
                switch field.type {
                case .bytes(.field(let name)), .text(.field(let name)): names.insert(name)
                default: break
                }
            case .switch(let choice):
                names.insert(choice.field)
                for item in choice.cases { names.formUnion(referencedNames(item.elements)) }
            }
        }
        return names
    }
}
