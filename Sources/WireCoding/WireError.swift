/// Why bytes from the wire could not be read, and exactly where.
///
/// The value is a few words long and holds no `String`: a damaged capture throws one per packet. The sentence is made
/// in ``description``.
public struct WireError: Error, Hashable, Sendable {
    /// The kind of error.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// `needed` bytes were to be read where only `available` were left.
        case truncated(needed: Int, available: Int)
        /// A region whose length was given ended before its content did: `count` bytes were left over.
        case trailingBytes(count: Int)
        /// The field holds a value that the specification does not allow.
        case invalidValue(UInt64)
        /// The content is longer than the specification allows.
        case tooLong(length: Int, maximum: Int)
        /// A reference points at itself, forward, or through too many others.
        case badReference(target: Int)
    }

    /// What is wrong, with the numbers that show it.
    public let kind: Kind
    /// The field that was being read.
    public let field: Field
    /// Bytes from the start of the outermost input.
    public let offset: Int
    /// Which length set the limit that was met: the input's own, or a length field.
    public let limit: Field

    /// An error about a field.
    ///
    /// - Parameters:
    ///   - kind: What is wrong, with the numbers that show it.
    ///   - field: The field that was being read.
    ///   - offset: Bytes from the start of the outermost input.
    ///   - limit: Which length set the limit that was met.
    public init(_ kind: Kind, field: Field, offset: Int, limit: Field = .input) {
        self.kind = kind
        self.field = field
        self.offset = offset
        self.limit = limit
    }

    /// Throws ``Kind/tooLong(length:maximum:)`` for more than the maximum.
    public static func checkLength(
        _ length: Int, _ field: Field, maximum: Int, offset: Int = 0
    ) throws(WireError) {
        guard length > maximum else { return }
        throw WireError(.tooLong(length: length, maximum: maximum), field: field, offset: offset)
    }
}

extension WireError {
    /// The name of a field or of a length, by the words of its specification: `"IPv4 total length"`.
    ///
    /// Names are literals, or are made while a program runs, from a schema or a file of settings:
    ///
    ///     let fields = schema.names.map { WireError.Field(keeping: $0) }
    ///
    /// It is one word long and counts no references: readers hand it on with each value.
    @safe
    public struct Field: Hashable, ExpressibleByStringLiteral, CustomStringConvertible, @unchecked Sendable {
        // Unchecked: what it points to is never changed and never freed.
        /// UTF-8, ended by a zero byte; the program's own, or made once and kept.
        private let name: UnsafePointer<UInt8>

        public init(stringLiteral name: StaticString) {
            if name.hasPointerRepresentation {
                // A literal is there as long as the program, with a zero byte behind it.
                unsafe self.init(lasting: name.utf8Start)
            } else {
                self.init(keeping: "\(name)")
            }
        }

        private init(lasting name: UnsafePointer<UInt8>) { unsafe self.name = name }

        /// A name that is made while the program runs. It is kept to its end: make each field once, and none of what an input says.
        public init(keeping name: String) {
            let text = name.utf8.filter { $0 != 0 } + [0]
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
            // The memory is fresh and as long as the text.
            unsafe memory.initialize(from: text, count: text.count)
            unsafe self.init(lasting: UnsafePointer(memory))
        }

        // The pointer is to text that ends in a zero byte.
        public var description: String { unsafe String(cString: name) }

        public static func == (first: Field, second: Field) -> Bool { first.description == second.description }

        public func hash(into hasher: inout Hasher) { hasher.combine(description) }

        /// The length of the input itself.
        public static let input: Field = "input"
    }
}

extension WireError: CustomStringConvertible {
    /// One sentence: what, where, and by which limit.
    public var description: String {
        switch kind {
        case .truncated(let needed, let available):
            let bound = limit == .input ? "" : " within the \(limit)"
            return "\(field) at offset \(offset) needs \(needed) bytes, \(available) are there\(bound)"
        case .trailingBytes(let count):
            return "\(count) bytes are left over at offset \(offset) within the \(limit)"
        case .invalidValue(let value):
            return "\(field) at offset \(offset) has the impossible value \(value)"
        case .tooLong(let length, let maximum):
            return "\(field) at offset \(offset) is \(length) bytes long, the limit is \(maximum)"
        case .badReference(let target):
            return "\(field) at offset \(offset) refers to offset \(target), which is not allowed"
        }
    }
}
