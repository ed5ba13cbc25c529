import TraceModel

/// Makes tables of the shapes of the report's types.
struct TableBuilder {
    private(set) var schemas: [TableSchema] = []

    /// The table of captures, and those of the report's lists.
    mutating func report(_ shape: ValueShape) throws -> (capture: TablePlan, lists: [String: TablePlan]) {
        guard case .object(let members) = shape else { throw ShapeError(type: TraceReport.self) }
        let table = add(table: "captures", keys: [], path: "")
        var lists: [String: TablePlan] = [:]
        var own: [(String, RowPlan.Member)] = []
        var rest: [ValueShape.Member] = []
        for member in members {
            switch member.shape {
            case .list: rest.append(member)
            case .object(let parts) where member.key == "capture":
                own.append((member.key, .object(try object(parts, in: table, prefix: "", path: "capture"))))
            default:
                own.append((member.key, try self.member(member, in: table, prefix: "", path: member.key)))
            }
        }
        for member in rest {
            own.append((member.key, .elsewhere))
            lists[member.key] = try rows(member.shape, path: member.key, parent: nil)
        }
        return (plan(table, parents: [], element: RowPlan(own)), lists)
    }

    /// The table of a list.
    mutating func rows(_ shape: ValueShape, path: String, parent: Int?) throws -> TablePlan {
        guard case .list(let element) = shape, case .object(let members) = element else {
            throw UnknownValue(path: path)
        }
        let known = TableRules.tables[path]
        let name = known?.name ?? tableName(path, parent: parent)
        let parents = (parent.map { schemas[$0].keys } ?? []).dropFirst()
        var keys = parents.map { key in
            let singular = parent.map { ColumnName.singular(schemas[$0].name) } ?? ""
            return key == "position" ? "\(singular)_position" : key
        }
        let parentCount = keys.count
        keys.append(known?.own ?? TableRules.position(in: name))
        let table = add(table: name, keys: keys, path: path)
        for key in keys.prefix(parentCount) { append(key, .text(nil), unit: "", source: "", to: table) }
        if known?.own == nil { append(keys[parentCount], .integer, unit: "", source: "", to: table) }
        fixKinds(of: table, parent: parent)
        let row = try object(members, in: table, prefix: "", path: path + "[]")
        let columns = parent.map { parent in parents.compactMap { schemas[parent].index(of: $0) } } ?? []
        return plan(table, parents: columns, position: known?.own == nil ? parentCount + 1 : nil, element: row)
    }

    /// Columns that are not in the report.
    mutating func add(_ columns: [TableSchema.Column], to table: String) {
        guard let index = schemas.firstIndex(where: { $0.name == table }) else { return }
        schemas[index].columns += columns
    }

    private func plan(_ table: Int, parents: [Int], position: Int? = nil, element: RowPlan) -> TablePlan {
        TablePlan(table: table, parents: parents, position: position, element: element)
    }

    private mutating func add(table name: String, keys: [String], path: String) -> Int {
        schemas.append(TableSchema(name: name, source: path, keys: ["capture_id"] + keys, columns: []))
        append("capture_id", .text(nil), unit: "", source: "", to: schemas.count - 1)
        return schemas.count - 1
    }

    @discardableResult
    private mutating func append(
        _ name: String, _ kind: TableSchema.Kind, unit: String, source: String, isNullable: Bool = false, to table: Int
    ) -> Int {
        schemas[table].columns.append(.init(name, kind, unit: unit, source: source, isNullable: isNullable))
        return schemas[table].columns.count - 1
    }

    /// Columns of the row that it belongs to are of the same kind.
    private mutating func fixKinds(of table: Int, parent: Int?) {
        guard let parent else { return }
        for (offset, key) in schemas[parent].keys.dropFirst().enumerated() {
            guard let index = schemas[parent].index(of: key) else { continue }
            schemas[table].columns[offset + 1].kind = schemas[parent].columns[index].kind
        }
    }

    /// `session_icmp_errors` for `sessions[].icmpErrors`; of a list in an object that no list has, the object's name and its own.
    private func tableName(_ path: String, parent: Int?) -> String {
        let key = path.split(separator: ".").last.map(String.init) ?? path
        if let parent, path.hasSuffix("].\(key)") {
            return ColumnName.singular(schemas[parent].name) + "_" + ColumnName.of(key)
        }
        let steps = path.trimmingPrefix("wireless.").replacing("[]", with: "").split(separator: ".").suffix(2)
        return steps.map { ColumnName.of(String($0)) }.joined(separator: "_")
    }
}

// MARK: - Members

extension TableBuilder {
    private mutating func object(
        _ members: [ValueShape.Member], in table: Int, prefix: String, path: String, isNullable: Bool = false
    ) throws -> RowPlan {
        let isFigures = Set(members.map(\.key)).isSuperset(of: TableRules.figures)
        return RowPlan(
            try members.map { member in
                var member = member
                member.isNullable = member.isNullable || isNullable
                let path = "\(path).\(member.key)"
                return (
                    member.key,
                    try self.member(member, in: table, prefix: prefix, path: path, isFigure: isFigures)
                )
            })
    }

    private mutating func member(
        _ member: ValueShape.Member, in table: Int, prefix: String, path: String, isFigure: Bool = false
    ) throws -> RowPlan.Member {
        if TableRules.elsewhere.contains(path) { return .elsewhere }
        let name = prefix + columnName(member, in: table, prefix: prefix, path: path)
        switch member.shape {
        case .object(let members):
            return .object(
                try object(members, in: table, prefix: name + "_", path: path, isNullable: member.isNullable))
        case .list(.object): return .rows(try rows(member.shape, path: path, parent: table))
        case .list, .map:
            let conversion = try conversion(member, path: path, isFigure: isFigure)
            let shape: ValueShape = conversion == .same ? member.shape : .list(.integer)
            let index = append(
                name + conversion.suffix, .json(shape), unit: conversion.unit ?? "", source: path,
                isNullable: member.isNullable, to: table)
            return .json(index, conversion)
        case .either, .text, .integer, .number, .boolean, .any:
            let conversion = try conversion(member, path: path, isFigure: isFigure)
            guard let kind = conversion.kind(member.shape) else { throw UnknownValue(path: path) }
            let unit = conversion.unit ?? TableRules.unit(of: member.key, path: path)
            // Where the capture has no time, no time since 1970 is known.
            let isNullable = member.isNullable || conversion == .time
            let index = append(
                name + conversion.suffix, kind, unit: unit, source: path, isNullable: isNullable, to: table)
            return .cell(index, conversion)
        }
    }

    private func conversion(
        _ member: ValueShape.Member, path: String, isFigure: Bool
    ) throws -> CellConversion {
        guard let known = TableRules.conversion(member.key, member.shape, path: path, isFigure: isFigure) else {
            throw UnknownValue(path: path)
        }
        return known
    }

    private func columnName(_ member: ValueShape.Member, in table: Int, prefix: String, path: String) -> String {
        if let name = TableRules.renamed[path] { return name }
        switch member.shape {
        case .object, .list, .map: return ColumnName.of(member.key)
        default: break
        }
        if member.key == "id", prefix.isEmpty {
            let own = schemas[table].keys.last ?? ""
            return ["position", "finding", "capture_id"].contains(own)
                ? ColumnName.singular(schemas[table].name) + "_id" : own
        }
        return TableRules.references[member.key] ?? ColumnName.of(member.key)
    }
}

/// A value of the report that ``TableRules`` does not know.
struct UnknownValue: Error, CustomStringConvertible {
    let path: String
    var description: String { "TableRules does not say what becomes of \(path)" }
}
