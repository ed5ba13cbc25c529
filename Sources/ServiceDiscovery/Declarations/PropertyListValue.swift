/// A value of a property list, with the detail that declarations need.
@nonexhaustive
public enum PropertyListValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A truth value.
    case boolean(Bool)
    /// Values in the order of the list.
    case array([PropertyListValue])
    /// Entries in the order of the list.
    case dictionary([Member])
    /// A number, date, data or any other kind of value: only its kind matters.
    case other(Kind)

    /// An entry of a dictionary. The order of the list is kept, and so are keys that are there twice.
    public struct Member: Hashable, Sendable {
        /// The key as the list spells it.
        public let key: String
        /// The value under the key.
        public let value: PropertyListValue

        /// An entry of a dictionary.
        public init(key: String, value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }

    /// The kind of a value, in the words of Xcode's editor.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        /// Text.
        case string
        /// A truth value.
        case boolean
        /// Values in order.
        case array
        /// Values under keys.
        case dictionary
        /// An integer or a real number.
        case number
        /// A moment.
        case date
        /// Bytes.
        case data
        /// UIDs, sets and nulls, which only binary lists have.
        case special
    }

    /// The kind of the value.
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
