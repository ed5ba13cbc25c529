import TraceModel
import TraceReports
import WireCoding

/// Makes rows of values of the report by encoding them: every value goes to the cell that its key has in the plan.
final class RowEncoder {
    private let schemas: [TableSchema]
    private let captureID: Cell
    /// The time of the first packet in nanoseconds since 1970, nil where the capture has none.
    private let origin: Int64?
    private(set) var rows: [TableRow] = []

    init(_ tables: ReportTables, captureID: String, origin: Int64?) {
        (schemas, self.captureID, self.origin) = (tables.schemas, .text(captureID), origin)
    }

    /// The rows of one element of a list: its own, and after it those of the lists in it.
    ///
    /// - Parameter position: That of the element, from 1 on.
    func rows(of value: some Encodable, _ plan: TablePlan, position: Int = 1) throws -> [TableRow] {
        rows.removeAll(keepingCapacity: true)
        try add(value, plan, position: position, parent: nil)
        return rows
    }

    /// A row of a table without a plan.
    func row(of table: Int, _ cells: [Cell]) -> TableRow { TableRow(table: table, cells: [captureID] + cells) }

    /// A row with nothing but the capture's id.
    func blankRow(of table: Int) -> TableRow {
        row(of: table, [Cell](repeating: .null, count: schemas[table].columns.count - 1))
    }

    /// Nanoseconds since 1970.
    func time(_ seconds: Double) -> Cell {
        guard let origin else { return .null }
        let (time, overflow) = origin.addingReportingOverflow(ReportTime.nanoseconds(seconds))
        return overflow ? .null : .integer(time)
    }

    fileprivate func add(_ value: some Encodable, _ plan: TablePlan, position: Int, parent: Int?) throws {
        let index = rows.count
        var cells = [Cell](repeating: .null, count: schemas[plan.table].columns.count)
        cells[0] = captureID
        if let parent {
            for (offset, column) in plan.parents.enumerated() { cells[offset + 1] = rows[parent].cells[column] }
        }
        if let column = plan.position { cells[column] = .integer(Int64(position)) }
        rows.append(TableRow(table: plan.table, cells: cells))
        try value.encode(to: MemberEncoder(output: self, member: .object(plan.element), row: index))
    }

    fileprivate func write<Value: Encodable>(_ value: Value, _ member: RowPlan.Member, row: Int) throws {
        switch member {
        case .elsewhere: break
        case .object, .rows: try value.encode(to: MemberEncoder(output: self, member: member, row: row))
        case .cell(let column, let conversion):
            // Comparing types is much less work than casts that fail.
            if Value.self == Int.self, let value = value as? Int {
                set(.integer(Int64(value)), column, conversion, row: row)
            } else if Value.self == Double.self, let value = value as? Double {
                set(.real(value), column, conversion, row: row)
            } else if Value.self == String.self, let value = value as? String {
                set(.text(value), column, conversion, row: row)
            } else if Value.self == Bool.self, let value = value as? Bool {
                set(.boolean(value), column, conversion, row: row)
            } else {
                try value.encode(to: MemberEncoder(output: self, member: member, row: row))
            }
        case .json(let column, let conversion):
            guard conversion != .same, let seconds = value as? [Double] else {
                rows[row].cells[column] = .json(Array(try JSONReport.render(value, pretty: false).dropLast()))
                return
            }
            var text = JSONText(pretty: false)
            text.beginArray()
            for value in seconds {
                switch convert(.real(value), conversion) {
                case .integer(let number): text.value(number)
                default: text.null()
                }
            }
            text.endArray()
            rows[row].cells[column] = .json(text.bytes)
        }
    }

    fileprivate func set(_ cell: Cell, _ column: Int, _ conversion: CellConversion, row: Int) {
        rows[row].cells[column] = conversion == .same ? cell : convert(cell, conversion)
    }

    private func convert(_ cell: Cell, _ conversion: CellConversion) -> Cell {
        switch (conversion, cell) {
        case (.time, .real(let seconds)): time(seconds)
        case (.time, .integer(let seconds)): time(Double(seconds))
        case (.duration, .real(let seconds)): .integer(ReportTime.nanoseconds(seconds))
        case (.duration, .integer(let seconds)): .integer(ReportTime.nanoseconds(Double(seconds)))
        case (.fineDuration, .real(let seconds)): .real(seconds * 1e9)
        case (.moment, .text(let text)): RFC3339.nanoseconds(text).map(Cell.integer) ?? .null
        case (.identifier, .integer(let number)): .text(String(number))
        default: cell
        }
    }
}

/// The place of one value.
private struct MemberEncoder: Encoder {
    let output: RowEncoder
    let member: RowPlan.Member
    let row: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard case .object(let plan) = member else { return KeyedEncodingContainer(RowMembers<Key>(output, nil, row)) }
        return KeyedEncodingContainer(RowMembers<Key>(output, plan, row))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RowElements(output, member, row) }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        RowScalar(output: output, member: member, row: row)
    }
}

private struct RowMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let output: RowEncoder
    private let plan: RowPlan?
    private let row: Int
    private var next = 0
    var codingPath: [any CodingKey] { [] }

    init(_ output: RowEncoder, _ plan: RowPlan?, _ row: Int) {
        (self.output, self.plan, self.row) = (output, plan, row)
    }

    mutating func encodeNil(forKey key: Key) {}

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        if let member = plan?.member(key.stringValue, near: &next) { try output.write(value, member, row: row) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { MemberEncoder(output: output, member: .elsewhere, row: row) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private mutating func encoder(_ key: Key) -> MemberEncoder {
        MemberEncoder(
            output: output, member: plan?.member(key.stringValue, near: &next) ?? .elsewhere, row: row)
    }
}

/// The elements of a list, each of which is a row of another table.
private struct RowElements: UnkeyedEncodingContainer {
    private let output: RowEncoder
    private let member: RowPlan.Member
    private let row: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(_ output: RowEncoder, _ member: RowPlan.Member, _ row: Int) {
        (self.output, self.member, self.row) = (output, member, row)
    }

    mutating func encodeNil() { count += 1 }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        count += 1
        if case .rows(let plan) = member { try output.add(value, plan, position: count, parent: row) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        MemberEncoder(output: output, member: .elsewhere, row: row).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        MemberEncoder(output: output, member: .elsewhere, row: row).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { MemberEncoder(output: output, member: .elsewhere, row: row) }
}

private struct RowScalar: SingleValueEncodingContainer {
    let output: RowEncoder
    let member: RowPlan.Member
    let row: Int
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {}
    mutating func encode(_ value: Bool) { set(.boolean(value)) }
    mutating func encode(_ value: String) { set(.text(value)) }
    mutating func encode(_ value: Double) { set(.real(value)) }
    mutating func encode(_ value: Float) { set(.real(Double(value))) }

    mutating func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) {
        set(Int64(exactly: value).map(Cell.integer) ?? .null)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try output.write(value, member, row: row) }

    private func set(_ cell: Cell) {
        if case .cell(let column, let conversion) = member { output.set(cell, column, conversion, row: row) }
    }
}
