/// How a body is encoded.
@nonexhaustive
public indirect enum MessageBody: Hashable, Sendable {
    /// A JSON value (RFC 8259).
    case json
    /// A property list, binary or XML; a keyed archive is read from its root object.
    case plist
    /// Protocol Buffers, by number without a schema.
    case protobuf(ProtobufSchema? = nil)
    /// One text in UTF-8.
    case utf8
    /// UTF-8 split at spaces.
    case words
    /// Any bytes, which are not read.
    case bytes
    /// No body: messages have a header alone.
    case none
    /// A binary body, which must be used up.
    case fields([BodyElement])
    /// Another body for each value.
    case byType(TypedBody)

    /// The bodies that have a name.
    static let named: [(name: String, body: MessageBody)] = [
        ("json", .json), ("plist", .plist), ("protobuf", .protobuf(nil)), ("utf8", .utf8), ("words", .words),
        ("bytes", .bytes), ("none", .none),
    ]

    /// The body itself, or those from which a value chooses.
    var choices: [MessageBody] {
        guard case .byType(let typed) = self else { return [self] }
        return typed.cases.map(\.body) + (typed.other.map { [$0] } ?? [])
    }
}

/// A type in a file that `protoc --descriptor_set_out` wrote.
public struct ProtobufSchema: Hashable, Sendable {
    /// The file, beside the description.
    public var set: String
    /// The message's full name, as `lab.Party`.
    public var message: String

    /// A message's type in such a file.
    public init(set: String, message: String) {
        self.set = set
        self.message = message
    }
}

/// A part of a binary body.
@nonexhaustive
public indirect enum BodyElement: Hashable, Sendable {
    /// A field that is always there.
    case field(MessageField)
    /// Fields that depend on the value of an earlier one.
    case `switch`(FieldSwitch)
}

/// Fields that depend on the value of a field before them. For a value that is not named nothing follows.
public struct FieldSwitch: Hashable, Sendable {
    /// A value and the fields that follow where it is the one.
    public struct Case: Hashable, Sendable {
        /// The value of the field.
        public var value: Int64
        /// The fields that follow, which may contain another switch.
        public var elements: [BodyElement]

        /// The fields that follow that value.
        public init(_ value: Int64, _ elements: [BodyElement]) {
            self.value = value
            self.elements = elements
        }
    }

    /// A field of the body that comes before, or `header.NAME`.
    public var field: String
    /// The values that have fields, each once.
    public var cases: [Case]

    /// A switch over that field, for these values.
    public init(field: String, cases: [Case]) {
        self.field = field
        self.cases = cases
    }
}

/// A body for each value of a field.
public struct TypedBody: Hashable, Sendable {
    /// A value and the body that messages with it have.
    public struct Case: Hashable, Sendable {
        /// The value as text.
        public var value: String
        /// The body of messages with that value.
        public var body: MessageBody

        /// The body of messages with that value, which is given as text.
        public init(_ value: String, _ body: MessageBody) {
            self.value = value
            self.body = body
        }
    }

    /// A path into the header.
    public var field: MessagePath
    /// The values that have a body of their own.
    public var cases: [Case]
    /// The body for other values; bytes where it is not said.
    public var other: MessageBody?

    /// Bodies by a field of the header; without `other`, those of other values are bytes.
    public init(field: MessagePath, cases: [Case], other: MessageBody? = nil) {
        self.field = field
        self.cases = cases
        self.other = other
    }
}
