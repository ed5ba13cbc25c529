/// The bytes of a field in an element.
public struct FieldLayout<Root>: Sendable {
    let parse: @Sendable (inout ByteReader, inout Root) throws(WireError) -> Void
    let serialize: @Sendable (Root, inout ByteWriter) -> Void

    /// A field of a kind of its own; without arguments one that has no bytes.
    public init(
        parse: @escaping @Sendable (inout ByteReader, inout Root) throws(WireError) -> Void = { _, _ in },
        serialize: @escaping @Sendable (Root, inout ByteWriter) -> Void = { _, _ in }
    ) {
        self.parse = parse
        self.serialize = serialize
    }

    /// A value that is always there.
    public init<Value>(_ path: WritableKeyPath<Root, Value> & Sendable, _ codec: WireCodec<Value>) {
        self.init(
            parse: { (input, root) throws(WireError) in root[keyPath: path] = try codec.parse(&input) },
            serialize: { codec.serialize($0[keyPath: path], &$1) })
    }

    /// A value that may be missing. Where it is announced and nil, it is written as zeros or empty.
    public init<Value>(
        _ path: WritableKeyPath<Root, Value?> & Sendable, _ codec: WireCodec<Value>, if presence: FieldPresence<Root>
    ) {
        self.init(
            parse: { (input, root) throws(WireError) in
                if presence.isAnnounced(root, input.isAtEnd) { root[keyPath: path] = try codec.parse(&input) }
            },
            serialize: { root, output in
                let value = root[keyPath: path]
                if presence.isAnnounced(root, value == nil) { codec.serialize(value ?? codec.blank(), &output) }
            })
    }
}

/// The sign that says whether an optional field is on the wire.
public struct FieldPresence<Root>: Sendable {
    /// Whether the field is there, by the fields before it, or by whether anything is left of it.
    let isAnnounced: @Sendable (Root, _ isAtEnd: Bool) -> Bool
    @usableFromInline let announce: @Sendable (FieldObject?, _ isPresent: Bool, inout Root) -> Void

    /// The field is there if bytes are left.
    public static var ifAnyLeft: FieldPresence {
        FieldPresence(isAnnounced: { !$1 }, announce: { _, _, _ in })
    }

    /// The field is there if the fields before it say so in a way of their own.
    public static func `where`(_ isAnnounced: @escaping @Sendable (Root) -> Bool) -> FieldPresence {
        FieldPresence(isAnnounced: { root, _ in isAnnounced(root) }, announce: { _, _, _ in })
    }

    /// The field is there if bits of a number are set.
    ///
    /// - Parameters:
    ///   - mask: The bits, of which one is enough.
    ///   - name: The field that has the number: where it is not given, the bits are set by what is there.
    ///   - path: Where the number is in the element.
    public static func bits<Number: FixedWidthInteger & Sendable>(
        _ mask: Number, of name: String, _ path: WritableKeyPath<Root, Number> & Sendable
    ) -> FieldPresence {
        FieldPresence(
            isAnnounced: { root, _ in root[keyPath: path] & mask != 0 },
            announce: { object, isPresent, root in
                if object?.has(name) != true {
                    root[keyPath: path] = root[keyPath: path] & ~mask | (isPresent ? mask : 0)
                }
            })
    }
}
