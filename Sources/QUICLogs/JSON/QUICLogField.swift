import WireCoding

/// How a value is written in JSON, and what is accepted in its place.
struct QUICLogCodec<Value: Sendable>: Sendable {
    /// Nil for what is not such a value. The unit is that of times in the log.
    let decode: @Sendable (QUICLogJSON, QUICLogTimeUnit) -> Value?
    let encode: @Sendable (Value) -> QUICLogJSON
}

/// A field of a record: its path in the JSON object, and the property that holds it.
struct QUICLogField<Record>: Sendable {
    /// The path that is written, and the others that are read.
    let paths: [[String]]
    let take: @Sendable (inout [QUICLogMember], QUICLogTimeUnit, inout Record) -> Void
    let value: @Sendable (Record) -> QUICLogJSON?

    /// - Parameter paths: Names with a dot between the outer and the inner one, the one to write first.
    init<Value>(
        _ paths: String..., property: WritableKeyPath<Record, Value?> & Sendable, _ codec: QUICLogCodec<Value>
    ) {
        let split = paths.map { $0.split(separator: ".").map(String.init) }
        self.paths = split
        take = { members, unit, record in
            for path in split {
                if let value = Self.take(path[...], from: &members, { codec.decode($0, unit) }) {
                    record[keyPath: property] = value
                    return
                }
            }
        }
        value = { $0[keyPath: property].map(codec.encode) }
    }

    /// Takes the first member at the path that can be decoded out of the members.
    private static func take<Value>(
        _ path: ArraySlice<String>, from members: inout [QUICLogMember], _ decode: (QUICLogJSON) -> Value?
    ) -> Value? {
        guard let name = path.first else { return nil }
        for index in members.indices where members[index].name == name {
            if path.count == 1 {
                guard let value = decode(members[index].value) else { continue }
                members.remove(at: index)
                return value
            }
            guard case .object(var inner) = members[index].value,
                let value = take(path.dropFirst(), from: &inner, decode)
            else { continue }
            members[index].value = .object(inner)
            return value
        }
        return nil
    }
}

/// The fields of a record.
struct QUICLogFields<Record>: Sendable, ExpressibleByArrayLiteral {
    let fields: [QUICLogField<Record>]
    /// The objects that the fields are in.
    let containers: [String]

    init(arrayLiteral fields: QUICLogField<Record>...) {
        self.fields = fields
        var names: [String] = []
        for path in fields.lazy.flatMap(\.paths) where path.count > 1 && !names.contains(path[0]) {
            names.append(path[0])
        }
        containers = names
    }
}

/// A JSON object some of whose members have a type; the others are kept.
protocol QUICLogRecord: Sendable {
    init()
    static var fields: QUICLogFields<Self> { get }
    var others: [QUICLogMember] { get set }
}

extension QUICLogRecord {
    init(_ members: [QUICLogMember], unit: QUICLogTimeUnit) {
        self.init()
        var members = members
        for field in Self.fields.fields { field.take(&members, unit, &self) }
        let containers = Self.fields.containers
        members.removeAll { containers.contains($0.name) && $0.value == .object([]) }
        // What is left of objects with typed members comes first, in a fixed order, as it is written.
        for name in containers {
            guard let index = members.firstIndex(where: { $0.name == name && $0.value.members != nil }) else {
                continue
            }
            others.append(members.remove(at: index))
        }
        others += members
    }

    /// The members to write: those of the typed fields, then the others.
    var members: [QUICLogMember] {
        var members: [QUICLogMember] = []
        for field in Self.fields.fields {
            guard let value = field.value(self) else { continue }
            let path = field.paths[0]
            if path.count == 1 {
                members.append(QUICLogMember(path[0], value))
            } else {
                members.merge(QUICLogMember(path[0], .object([QUICLogMember(path[1], value)])))
            }
        }
        var merged: [String] = []
        for other in others {
            if other.value.members != nil, Self.fields.containers.contains(other.name), !merged.contains(other.name) {
                merged.append(other.name)
                members.merge(other)
            } else {
                members.append(other)
            }
        }
        return members
    }
}

extension [QUICLogMember] {
    /// Adds the members of an object to those of the object with the same name, or the object itself.
    fileprivate mutating func merge(_ member: QUICLogMember) {
        guard let index = firstIndex(where: { $0.name == member.name && $0.value.members != nil }),
            let old = self[index].value.members, let new = member.value.members
        else { return append(member) }
        self[index].value = .object(old + new)
    }
}
