import WireCoding

/// The fields of a header or of a binary body, flat, so that reading them allocates nothing.
struct FieldProgram: Sendable {
    struct Node: Sendable {
        enum Kind: UInt8, Sendable {
            case unsigned, signed, float, bytes, text, varint, uuid
            case `switch`
        }

        enum Length: UInt8, Sendable {
            case fixed, register, rest
        }

        var kind: Kind
        var length = Length.fixed
        var isLittle = false
        /// Bytes of the field, where they are fixed.
        var size = 0
        /// The register that has the length, or the value of a switch.
        var source = 0
        /// The register that keeps the value for later; -1 where nothing needs it.
        var register = -1
        /// Ranges in the program's lists.
        var outputs = 0..<0
        var cases = 0..<0
        /// The index of its constant; -1 without one.
        var constant = -1
        var name: String
    }

    /// Where a value goes.
    struct Output: Sendable {
        enum Part: UInt8, Sendable {
            case whole, flag, bits
        }

        var part: Part
        var mask: UInt64
        /// The index of the path; below 0 that of a register, as `-1 - register`.
        var path: Int
    }

    struct Case: Sendable {
        var value: Int64
        var nodes: Range<Int>
    }

    var nodes: [Node] = []
    var outputs: [Output] = []
    var cases: [Case] = []
    var constants: [[UInt8]] = []
    /// The nodes of the outermost list.
    var root = 0..<0
    /// The bytes of all fields, where they are always as many.
    var fixedSize: Int? = 0
    /// Whether text that is not UTF-8 is taken for bytes, as in a header, which has to be read anyway.
    var acceptsAnyText = false

    /// Whether a constant must be there.
    var hasConstants: Bool { !constants.isEmpty }
}

/// Why fields could not be read.
struct FieldFault: Error {
    enum Kind {
        /// The bytes end within the field.
        case truncated
        case constant
        case notUTF8
        /// A varint of more than 64 bits, or a length below 0.
        case illegal
        /// Bytes are left over after the last field.
        case trailing
    }

    var kind: Kind
    /// The field's name; empty for bytes that are left over.
    var field: String
    var offset: Int
}

extension FieldProgram {
    /// Reads the fields from there on.
    ///
    /// - Parameters:
    ///   - registers: Values that later fields need.
    ///   - values: Gets what paths lead to.
    /// - Returns: The position after the last field.
    func read(
        _ bytes: Span<UInt8>, from start: Int, registers: inout [UInt64], values: inout [MessageValue]
    ) throws(FieldFault) -> Int {
        try read(root, bytes, from: start, &registers, &values)
    }

    private func read(
        _ list: Range<Int>, _ bytes: Span<UInt8>, from start: Int, _ registers: inout [UInt64],
        _ values: inout [MessageValue]
    ) throws(FieldFault) -> Int {
        var position = start
        for index in list {
            if nodes[index].kind == .switch {
                let value = Int64(bitPattern: registers[nodes[index].source])
                for number in nodes[index].cases where cases[number].value == value {
                    position = try read(cases[number].nodes, bytes, from: position, &registers, &values)
                    break
                }
            } else {
                position = try readField(index, bytes, from: position, &registers, &values)
            }
        }
        return position
    }

    private func fault(_ kind: FieldFault.Kind, _ index: Int, _ offset: Int) -> FieldFault {
        FieldFault(kind: kind, field: nodes[index].name, offset: offset)
    }

    private func size(_ index: Int, _ bytes: Span<UInt8>, _ position: Int, _ registers: [UInt64]) -> Int {
        switch nodes[index].length {
        case .fixed: nodes[index].size
        case .rest: bytes.count &- position
        case .register: Int(exactly: registers[nodes[index].source]) ?? -1
        }
    }

    private func readField(
        _ index: Int, _ bytes: Span<UInt8>, from position: Int, _ registers: inout [UInt64],
        _ values: inout [MessageValue]
    ) throws(FieldFault) -> Int {
        let kind = nodes[index].kind
        if kind == .varint { return try readVarint(index, bytes, from: position, &registers, &values) }
        let size = size(index, bytes, position, registers)
        guard size >= 0 else { throw fault(.illegal, index, position) }
        guard size <= bytes.count &- position else { throw fault(.truncated, index, position) }
        let end = position &+ size
        if nodes[index].constant >= 0 {
            guard isConstant(nodes[index].constant, bytes.extracting(position..<end)) else {
                throw fault(.constant, index, position)
            }
        }
        switch kind {
        case .unsigned, .signed, .float:
            let raw = Self.integer(bytes, position, size, isLittle: nodes[index].isLittle)
            let unused = UInt64(64 &- 8 &* size)
            let value = kind == .signed ? UInt64(bitPattern: Int64(bitPattern: raw << unused) >> Int64(unused)) : raw
            if nodes[index].register >= 0 { registers[nodes[index].register] = value }
            if !nodes[index].outputs.isEmpty { store(index, value, size, &registers, &values) }
        default:
            let place = ValueRange(position, kind == .text ? Self.textEnd(bytes, position, end) : end)
            let error = kind == .text ? UTF8Text.firstError(bytes.extracting(place.range)) : nil
            if let error, !acceptsAnyText { throw fault(.notUTF8, index, position &+ error) }
            let value: MessageValue =
                switch kind {
                case .text where error == nil: .text(place, hasEscapes: false)
                case .uuid: .uuid(place)
                default: .bytes(place)
                }
            for number in nodes[index].outputs { values[outputs[number].path] = value }
        }
        return end
    }

    private func isConstant(_ index: Int, _ bytes: Span<UInt8>) -> Bool {
        for offset in bytes.indices where bytes[offset] != constants[index][offset] { return false }
        return true
    }

    private func readVarint(
        _ index: Int, _ bytes: Span<UInt8>, from position: Int, _ registers: inout [UInt64],
        _ values: inout [MessageValue]
    ) throws(FieldFault) -> Int {
        switch Varint(bytes, at: position) {
        case .incomplete: throw fault(.truncated, index, position)
        case .illegal: throw fault(.illegal, index, position)
        case .value(let value, let length):
            if nodes[index].constant >= 0, Varint.encode(value) != constants[nodes[index].constant] {
                throw fault(.constant, index, position)
            }
            if nodes[index].register >= 0 { registers[nodes[index].register] = value }
            store(index, value, 8, &registers, &values)
            return position &+ length
        }
    }

    @inline(__always)
    private func store(
        _ index: Int, _ value: UInt64, _ size: Int, _ registers: inout [UInt64], _ values: inout [MessageValue]
    ) {
        for number in nodes[index].outputs {
            let output = outputs[number]
            guard output.path >= 0 else {
                registers[-1 &- output.path] = (value & output.mask) >> UInt64(output.mask.trailingZeroBitCount)
                continue
            }
            values[output.path] =
                switch output.part {
                case .whole:
                    switch nodes[index].kind {
                    case .signed: .integer(Int64(bitPattern: value))
                    case .float: Self.real(value, size)
                    default: .number(value)
                    }
                case .flag: .boolean(value & output.mask != 0)
                case .bits: .number((value & output.mask) >> UInt64(output.mask.trailingZeroBitCount))
                }
        }
    }

    private static func real(_ value: UInt64, _ size: Int) -> MessageValue {
        let number =
            size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: value))) : Double(bitPattern: value)
        return number.isFinite ? .real(number) : .null
    }

    /// An integer of up to eight bytes.
    @inline(__always)
    static func integer(_ bytes: Span<UInt8>, _ position: Int, _ size: Int, isLittle: Bool) -> UInt64 {
        var value: UInt64 = 0
        if isLittle {
            for index in 0..<size { value |= UInt64(bytes[position &+ index]) << UInt64(8 &* index) }
        } else {
            for index in 0..<size { value = value << 8 | UInt64(bytes[position &+ index]) }
        }
        return value
    }

    /// The end of a text without the zero bytes that fill it up.
    private static func textEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var last = end
        while last > start, bytes[last &- 1] == 0 { last &-= 1 }
        return last
    }
}
