import TraceModel
import WireCoding

/// JSON Schema (2020-12) of the report, and of rows.
package enum SchemaDocument {
    /// The report of this version: every key that it can have.
    package static func report() throws -> [UInt8] {
        let shape = try ValueShape(of: TraceReport.self)
        var text = JSONText(pretty: true)
        text.beginObject()
        head("The report of nearscope \(TraceReport.Generator.currentVersion)", in: &text)
        text.members(of: shape, isNullable: false)
        text.endObject()
        text.endLine()
        return text.bytes
    }

    /// Rows: those of a table's file by the table's name, and as the whole those of standard output, which name their table.
    package static func rows(of tables: ReportTables) -> [UInt8] {
        var text = JSONText(pretty: true)
        text.beginObject()
        head("A row of nearscope export -o -", in: &text)
        text.key("oneOf")
        text.beginArray()
        for schema in tables.schemas { text.row(of: schema, namesTable: true) }
        text.endArray()
        text.key("$defs")
        text.beginObject()
        for schema in tables.schemas {
            text.key(schema.name)
            text.row(of: schema, namesTable: false)
        }
        text.endObject()
        text.endObject()
        text.endLine()
        return text.bytes
    }

    private static func head(_ title: String, in text: inout JSONText) {
        text.key("$schema")
        text.value("https://json-schema.org/draft/2020-12/schema")
        text.key("title")
        text.value(title)
    }
}

extension JSONText {
    fileprivate mutating func row(of schema: TableSchema, namesTable: Bool) {
        beginObject()
        type("object", false)
        key("properties")
        beginObject()
        for (index, column) in schema.columns.enumerated() {
            if index == 1, namesTable {
                key("table")
                self.schema(.text([schema.name]))
            }
            key(column.name)
            beginObject()
            members(of: column.shape, isNullable: column.isNullable)
            if let description = column.description {
                key("description")
                value(description)
            }
            endObject()
        }
        endObject()
        names(schema.columns.map(\.name) + (namesTable ? ["table"] : []))
        endObject()
    }

    /// Says that an object has these keys and no others.
    private mutating func names(_ keys: [String]) {
        key("required")
        beginArray()
        for key in keys { value(key) }
        endArray()
        key("additionalProperties")
        value(false)
    }

    fileprivate mutating func schema(_ shape: ValueShape, isNullable: Bool = false) {
        beginObject()
        members(of: shape, isNullable: isNullable)
        endObject()
    }

    fileprivate mutating func members(of shape: ValueShape, isNullable: Bool) {
        switch shape {
        case .object(let parts):
            type("object", isNullable)
            key("properties")
            beginObject()
            for part in parts {
                key(part.key)
                schema(part.shape, isNullable: part.isNullable)
            }
            endObject()
            names(parts.map(\.key))
        case .list(let element):
            type("array", isNullable)
            key("items")
            schema(element)
        case .map(let element):
            type("object", isNullable)
            key("additionalProperties")
            schema(element, isNullable: element == Finding.Fact.shape || element == .any)
        case .text(let texts?):
            key("enum")
            beginArray()
            for text in texts { value(text) }
            if isNullable { null() }
            endArray()
        case .text(nil): type("string", isNullable)
        case .integer: type("integer", isNullable)
        case .number: type("number", isNullable)
        case .boolean: type("boolean", isNullable)
        // A schema without members admits everything.
        case .any: break
        case .either(let shapes):
            key("anyOf")
            beginArray()
            for shape in shapes { schema(shape) }
            if isNullable {
                beginObject()
                type("null", false)
                endObject()
            }
            endArray()
        }
    }

    private mutating func type(_ name: String, _ isNullable: Bool) {
        key("type")
        guard isNullable else { return value(name) }
        beginArray()
        value(name)
        value("null")
        endArray()
    }
}

extension TableSchema.Column {
    fileprivate var shape: ValueShape {
        switch kind {
        case .integer: .integer
        case .real: .number
        case .boolean: .boolean
        case .text(let texts): .text(texts)
        case .json(let shape): shape
        }
    }

    /// Where the value is in the report, and in which unit.
    fileprivate var description: String? {
        let parts = [source, unit.isEmpty || unit == "1" ? "" : "in \(unit)"].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
