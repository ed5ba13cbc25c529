/// The values of a column for some rows, as Arrow has them: which are there, and one after another (Arrow Columnar Format).
struct ArrowColumn {
    private let kind: TableSchema.Kind
    private var presence: [UInt8] = []
    private var rowCount = 0
    private(set) var nullCount = 0
    /// Numbers, by their bits; of texts, their ends.
    private var numbers: [UInt64] = []
    private var ends: [Int32] = [0]
    private var bits: [UInt8] = []
    private var text: [UInt8] = []

    init(_ kind: TableSchema.Kind) { self.kind = kind }

    /// Adds the value of the next row.
    ///
    /// - Throws: ``TableError`` for one that the column cannot hold.
    mutating func append(_ cell: Cell) throws {
        if rowCount % 8 == 0 {
            presence.append(0)
            if kind == .boolean { bits.append(0) }
        }
        let bit = UInt8(1) << (rowCount % 8)
        rowCount += 1
        if cell == .null { nullCount += 1 } else { presence[presence.count - 1] |= bit }
        switch (kind, cell) {
        case (.integer, .integer(let number)): numbers.append(UInt64(bitPattern: number))
        case (.real, .real(let number)): numbers.append(number.bitPattern)
        case (.real, .integer(let number)): numbers.append(Double(number).bitPattern)
        case (.integer, .null), (.real, .null): numbers.append(0)
        case (.boolean, .boolean(let flag)): if flag { bits[bits.count - 1] |= bit }
        case (.boolean, .null): break
        case (.text, .text(let value)): try end(value.utf8)
        case (.json, .json(let value)): try end(value)
        case (.text, .null), (.json, .null): try end(EmptyCollection())
        default: throw TableError("a column has a value of another kind: \(cell)")
        }
    }

    private mutating func end(_ value: some Collection<UInt8>) throws {
        text += value
        // Ends are of 32 bits.
        guard let end = Int32(exactly: text.count) else { throw TableError("a text is too long") }
        ends.append(end)
    }

    /// Bytes of the values, roughly.
    var size: Int { 8 * numbers.count + 4 * ends.count + text.count }

    /// Hands over the buffers in the format's order. A column without nulls needs no first one.
    func forEachBuffer(_ body: ([UInt8]) -> Void) {
        body(nullCount == 0 ? [] : presence)
        switch kind {
        case .integer, .real: body(Self.bytes(numbers))
        case .boolean: body(bits)
        case .text, .json:
            body(Self.bytes(ends))
            body(text)
        }
    }

    mutating func removeAll() {
        (rowCount, nullCount) = (0, 0)
        presence.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        bits.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        ends.append(0)
    }

    private static func bytes(_ numbers: [some FixedWidthInteger]) -> [UInt8] {
        // Little-endian, as the schema says; the bytes are copied before the array goes.
        unsafe numbers.map(\.littleEndian).withUnsafeBytes { unsafe Array($0) }
    }
}
