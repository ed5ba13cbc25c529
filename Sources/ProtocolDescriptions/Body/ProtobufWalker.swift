import WireCoding

/// Reads Protocol Buffers and picks the values of paths, by number, or by name with a schema.
struct ProtobufWalker: ~Escapable {
    /// Messages within each other.
    private static let maximumDepth = 64

    private let bytes: Span<UInt8>
    private let table: PathTable
    private let types: ProtobufTypes?
    private(set) var values: [MessageValue]
    /// Paths whose `key` is settled.
    private var chosen: UInt64 = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ table: PathTable, _ types: ProtobufTypes?, values: consuming [MessageValue]) {
        self.bytes = bytes
        self.table = table
        self.types = types
        self.values = values
    }

    /// Reads the whole body.
    ///
    /// - Parameter message: The index of its type; -1 without a schema.
    /// - Returns: Whether it is what it should be.
    @_lifetime(self: copy self)
    mutating func read(message: Int) -> Bool {
        read(0..<bytes.count, table.all, depth: 0, message: message)
    }

    /// - Parameter active: Paths that lead into this message.
    @_lifetime(self: copy self)
    private mutating func read(_ place: Range<Int>, _ active: UInt64, depth: Int, message: Int) -> Bool {
        let region = bytes.extracting(0..<place.upperBound)
        let type = message >= 0 ? types?.messages[message] : nil
        var position = place.lowerBound
        // How often a field came, for paths with an index.
        var counts: [Int: Int] = [:]
        while position < place.upperBound {
            guard let field = ProtobufField(region, at: &position) else { return false }
            let description = type?.field(field.number)
            if let description, !Self.fits(field, description) { return false }
            guard active != 0 || message >= 0 else { continue }
            var leaves: UInt64 = 0
            var inner: UInt64 = 0
            for path in PathBits(active) {
                let end = nextDepth(path, depth, field, description, &counts)
                if end < 0 { continue }
                if end < table.ends.count, table.ends[end] >> UInt64(path) & 1 != 0 {
                    leaves |= 1 << UInt64(path)
                } else {
                    inner |= 1 << UInt64(path)
                }
            }
            if leaves != 0 { store(leaf(field, description), leaves, isLast: description?.isRepeated == false) }
            // With a schema what is inside must be right, whether a path leads there or not.
            let isMessage = field.place != nil && (description.map { $0.message >= 0 } ?? true)
            guard isMessage, inner != 0 || description != nil, let inside = field.place else { continue }
            guard depth < Self.maximumDepth else { return false }
            let isSound = readInside(inside, inner, depth: depth, message: description?.message ?? -1)
            if !isSound, description != nil { return false }
        }
        return true
    }

    /// The paths that go on inside a field, each from the depth that it has reached.
    @_lifetime(self: copy self)
    private mutating func readInside(_ place: ValueRange, _ paths: UInt64, depth: Int, message: Int) -> Bool {
        // After an index a path is one step further than others. Both kinds are read in turn.
        var indexed: UInt64 = 0
        for path in PathBits(paths) where table.step(path, depth &+ 1)?.kind == .index { indexed |= 1 << UInt64(path) }
        let plain = paths & ~indexed
        if message < 0, !ProtobufField.areFields(bytes.extracting(place.range)) { return false }
        var isSound = read(place.range, plain, depth: depth &+ 1, message: message)
        if indexed != 0 { isSound = read(place.range, indexed, depth: depth &+ 2, message: message) && isSound }
        return isSound
    }

    /// The depth of a path after a field, or -1 where the path does not lead there.
    @_lifetime(self: copy self)
    private mutating func nextDepth(
        _ path: Int, _ depth: Int, _ field: ProtobufField, _ description: ProtobufTypes.Field?,
        _ counts: inout [Int: Int]
    ) -> Int {
        guard let step = table.step(path, depth) else { return -1 }
        switch step.kind {
        case .name: guard isStep(step, field, description) else { return -1 }
        case .any: break
        case .index: return -1
        case .key:
            noteKey(path, field, description)
            return -1
        }
        guard let next = table.step(path, depth &+ 1), next.kind == .index else { return depth &+ 1 }
        let count = counts[path, default: 0]
        counts[path] = count + 1
        return count == next.number ? depth &+ 2 : -1
    }

    private func isStep(_ step: PathTable.Step, _ field: ProtobufField, _ description: ProtobufTypes.Field?) -> Bool {
        if types == nil { return step.number == field.number }
        guard let description else { return false }
        return table.isName(step, Array(description.name.utf8).span)
    }

    /// A field that is there names the case. Without a list the only one does, or the one in a oneof.
    @_lifetime(self: copy self)
    private mutating func noteKey(_ path: Int, _ field: ProtobufField, _ description: ProtobufTypes.Field?) {
        if types != nil, description == nil { return }
        let name = description?.name ?? String(field.number)
        let value = MessageValue.owned(.text(name))
        guard chosen >> UInt64(path) & 1 == 0 else { return }
        if table.isPreferred(path, Array(name.utf8).span) || description?.isInOneof == true && !table.isStrict(path) {
            chosen |= 1 << UInt64(path)
            values[path] = value
        } else if table.isStrict(path) {
            return
        } else if values[path] == .absent {
            values[path] = value
        } else if values[path] != value {
            values[path] = .null
        }
    }

    @_lifetime(self: copy self)
    private mutating func store(_ value: MessageValue, _ paths: UInt64, isLast: Bool) {
        for path in PathBits(paths) where isLast || !values[path].isPresent { values[path] = value }
    }

    private func leaf(_ field: ProtobufField, _ description: ProtobufTypes.Field?) -> MessageValue {
        guard let place = field.place else {
            return description.map { Self.number(field.integer, $0.type) } ?? .number(field.integer)
        }
        let content = bytes.extracting(place.range)
        if let description {
            switch description.type {
            case 9: return .text(place, hasEscapes: false)
            case 12: return .bytes(place)
            case 10, 11: return .bytes(place)
            default: return .owned(.list(Self.packed(content, description.type)))
            }
        }
        return UTF8Text.firstError(content) == nil ? .text(place, hasEscapes: false) : .bytes(place)
    }

    /// Whether the wire type is one that the field's type may have.
    private static func fits(_ field: ProtobufField, _ description: ProtobufTypes.Field) -> Bool {
        let expected: Int
        switch description.type {
        case 1, 6, 16: expected = 1
        case 2, 7, 15: expected = 5
        case 9, 11, 12: expected = 2
        case 10: expected = 3
        default: expected = 0
        }
        return field.wireType == expected || description.isRepeated && field.wireType == 2
    }

    /// A number by its type: `sint` in zigzag, `int` with a sign, floating point.
    static func number(_ raw: UInt64, _ type: Int) -> MessageValue {
        switch type {
        case 1:
            let value = Double(bitPattern: raw)
            return value.isFinite ? .real(value) : .null
        case 2:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: raw))
            return value.isFinite ? .real(Double(value)) : .null
        case 3, 16, 14: return .integer(Int64(bitPattern: raw))
        case 5, 15: return .integer(Int64(Int32(truncatingIfNeeded: Int64(bitPattern: raw))))
        case 8: return .boolean(raw != 0)
        case 17, 18: return .integer(Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1))
        default: return .number(raw)
        }
    }

    static func packed(_ content: Span<UInt8>, _ type: Int) -> [FieldValue] {
        var elements: [FieldValue] = []
        var position = 0
        while position < content.count, elements.count < JSONTree.maximumCount {
            let raw: UInt64
            switch type {
            case 1, 6, 16, 2, 7, 15:
                let size = [1, 6, 16].contains(type) ? 8 : 4
                guard size <= content.count - position else { return elements }
                raw = FieldProgram.integer(content, position, size, isLittle: true)
                position += size
            default:
                guard case .value(let value, let length) = Varint(content, at: position) else { return elements }
                raw = value
                position += length
            }
            elements.append(number(raw, type).fieldValue(in: content))
        }
        return elements
    }
}
