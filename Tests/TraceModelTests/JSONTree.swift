import Foundation

/// JSON as values, to be changed and compared.
enum JSONTree: Equatable {
    case object([String: JSONTree])
    case list([JSONTree])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null

    init(_ data: Data) throws { self = try JSONDecoder().decode(Self.self, from: data) }

    var data: Data {
        get throws { try JSONEncoder().encode(self) }
    }

    /// The keys that lead to each member of an object, each once, whatever the places in lists.
    var memberPaths: [[String]] {
        var paths: Set<[String]> = []
        func collect(_ tree: JSONTree, _ path: [String]) {
            switch tree {
            case .object(let members):
                for (key, member) in members {
                    paths.insert(path + [key])
                    collect(member, path + [key])
                }
            case .list(let elements):
                for element in elements { collect(element, path) }
            default: break
            }
        }
        collect(self, [])
        return paths.sorted { $0.joined(separator: ".") < $1.joined(separator: ".") }
    }

    /// All values that the keys lead to.
    func values(at path: [String]) -> [JSONTree] {
        switch self {
        case .list(let elements): elements.flatMap { $0.values(at: path) }
        case .object(let members) where !path.isEmpty:
            members[path[0]].map { $0.values(at: Array(path.dropFirst())) } ?? []
        default: path.isEmpty ? [self] : []
        }
    }

    /// Without the members that the keys lead to.
    func removing(_ path: [String]) -> JSONTree { changing(path[...]) { _ in nil } }

    /// With another value wherever the keys lead.
    func replacing(_ path: [String], with value: JSONTree) -> JSONTree { changing(path[...]) { _ in value } }

    private func changing(_ path: ArraySlice<String>, _ change: (JSONTree) -> JSONTree?) -> JSONTree {
        switch self {
        case .list(let elements): return .list(elements.map { $0.changing(path, change) })
        case .object(var members):
            guard let key = path.first, let member = members[key] else { return self }
            members[key] = path.count == 1 ? change(member) : member.changing(path.dropFirst(), change)
            return .object(members)
        default: return self
        }
    }

    /// With one more member in every object.
    func addingMembers(_ key: String, _ value: JSONTree) -> JSONTree {
        switch self {
        case .list(let elements): .list(elements.map { $0.addingMembers(key, value) })
        case .object(let members) where members.values.contains { if case .number = $0 { false } else { true } }:
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, member in
                        (name, name == "facts" ? member : member.addingMembers(key, value))
                    }
                ).merging([key: value]) { $1 })
        // Counts by name have no keys of their own.
        default: self
        }
    }

    /// What of another tree is not in this one, as the keys that lead there; nil if all of it is. What is null there may be absent here.
    func contains(_ other: JSONTree, at path: String = "") -> String? {
        switch (self, other) {
        case (_, .null): return nil
        case (.object(let mine), .object(let others)):
            for (key, member) in others.sorted(by: { $0.key < $1.key }) {
                if let fault = (mine[key] ?? .null).contains(member, at: path + "." + key) { return fault }
            }
            return nil
        case (.list(let mine), .list(let others)) where mine.count == others.count:
            for (index, pair) in zip(mine, others).enumerated() {
                if let fault = pair.0.contains(pair.1, at: path + "[\(index)]") { return fault }
            }
            return nil
        default: return self == other ? nil : path
        }
    }
}

extension JSONTree: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let elements = try? container.decode([JSONTree].self) {
            self = .list(elements)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .list(let elements): try container.encode(elements)
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .null: try container.encodeNil()
        }
    }
}
