/// A value of a property list, with the detail that declarations need.
enum PropertyListValue: Hashable, Sendable {
    case string(String)
    case boolean(Bool)
    case array([PropertyListValue])
    case dictionary([Member])
    /// A number, date, data or any other kind of value: only its kind matters.
    case other(Kind)

    /// An entry of a dictionary. The order of the list is kept, and so are keys that are there twice.
    struct Member: Hashable, Sendable {
        let key: String
        let value: PropertyListValue
    }

    /// The kind of a value, in the words of Xcode's editor.
    enum Kind: String, Hashable, Sendable {
        case string, boolean, array, dictionary, number, date, data
        /// UIDs, sets and nulls, which only binary lists have.
        case special
    }

    var kind: Kind {
        switch self {
        case .string: .string
        case .boolean: .boolean
        case .array: .array
        case .dictionary: .dictionary
        case .other(let kind): kind
        }
    }

    /// Reads a list in XML or binary form.
    ///
    /// Foundation's readers are not used: they follow nested elements by recursion without a limit and so die of a small
    /// file, and they have no limit for objects that a binary list uses many times.
    init(parsing bytes: [UInt8]) throws(PropertyListError) {
        guard bytes.count <= AppServiceDeclarations.maximumLength else {
            throw PropertyListError(.tooLarge(length: bytes.count))
        }
        if bytes.starts(with: "bplist".utf8) {
            self = try BinaryPropertyList.read(bytes)
        } else {
            self = try XMLPropertyList.read(bytes)
        }
    }
}

/// Counts the values made from the bytes, so that a few bytes cannot become many values.
struct PropertyListBudget {
    private var values = AppServiceDeclarations.maximumValues
    private var text = AppServiceDeclarations.maximumLength

    /// - Parameter offset: The offset of the value.
    mutating func spendValue(at offset: Int) throws(PropertyListError) {
        guard values > 0 else { throw PropertyListError(.tooManyValues, at: offset) }
        values -= 1
    }

    /// - Parameter count: Not negative.
    mutating func spendText(_ count: Int, at offset: Int) throws(PropertyListError) {
        guard count <= text else { throw PropertyListError(.tooManyValues, at: offset) }
        text -= count
    }
}

extension String {
    /// The text of these bytes if they are UTF-8.
    init?(strictUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
