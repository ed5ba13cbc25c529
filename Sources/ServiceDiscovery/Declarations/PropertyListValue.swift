/// A value of a property list, with the detail that declarations need.
public enum PropertyListValue: Hashable, Sendable {
    case string(String)
    case boolean(Bool)
    case array([PropertyListValue])
    case dictionary([Member])
    /// A number, date, data or any other kind of value: only its kind matters.
    case other(Kind)

    /// An entry of a dictionary. The order of the list is kept, and so are keys that are there twice.
    public struct Member: Hashable, Sendable {
        public let key: String
        public let value: PropertyListValue

        public init(key: String, value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }

    /// The kind of a value, in the words of Xcode's editor.
    public enum Kind: String, Hashable, Sendable {
        case string, boolean, array, dictionary, number, date, data
        /// UIDs, sets and nulls, which only binary lists have.
        case special
    }

    public var kind: Kind {
        switch self {
        case .string: .string
        case .boolean: .boolean
        case .array: .array
        case .dictionary: .dictionary
        case .other(let kind): kind
        }
    }
}
