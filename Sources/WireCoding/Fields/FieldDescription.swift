/// One line in the table of an element's fields: its name, where its value is, and how that is shown and read.
///
/// Text, JSON in both directions and the values of generators come from these tables. They are off the hot path: parsing and
/// writing of the bytes do without them.
public struct FieldDescription<Root>: Sendable {
    /// The names that the field may have; most fields have one.
    public let names: [String]
    /// The fields as they are shown.
    let write: @Sendable (Root) -> [FrameField]
    let read: @Sendable (FieldObject, inout Root) throws(FieldError) -> Void
    let vary: @Sendable (inout any ExtremeSource, inout Root) -> Void

    /// A field of a kind of its own, with several names for example.
    public init(
        names: [String], write: @escaping @Sendable (Root) -> [FrameField],
        read: @escaping @Sendable (FieldObject, inout Root) throws(FieldError) -> Void,
        vary: @escaping @Sendable (inout any ExtremeSource, inout Root) -> Void
    ) {
        self.names = names
        self.write = write
        self.read = read
        self.vary = vary
    }

    /// A field that is always shown. Where it is not given, the element keeps what it begins with.
    public static func field<Value>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>
    ) -> FieldDescription {
        FieldDescription(
            names: [name], write: { [FrameField(name, codec.encode($0[keyPath: path]))] },
            read: { (object, root) throws(FieldError) in
                if let value = try object.value(name, codec) { root[keyPath: path] = value }
            },
            vary: { $1[keyPath: path] = codec.extreme(&$0) })
    }

    /// A field that has to be given.
    public static func required<Value>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>
    ) -> FieldDescription {
        FieldDescription(
            names: [name], write: { [FrameField(name, codec.encode($0[keyPath: path]))] },
            read: { (object, root) throws(FieldError) in
                root[keyPath: path] = try object.required(object.value(name, codec), name)
            },
            vary: { $1[keyPath: path] = codec.extreme(&$0) })
    }

    /// A field that is shown unless it has the usual value: a reserved number unless it is 0.
    public static func unusual<Value: Equatable & Sendable>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>, usual: Value
    ) -> FieldDescription {
        FieldDescription(
            names: [name],
            write: { root in
                let value = root[keyPath: path]
                return value == usual ? [] : [FrameField(name, codec.encode(value))]
            },
            read: { (object, root) throws(FieldError) in
                if let value = try object.value(name, codec) { root[keyPath: path] = value }
            },
            vary: { $1[keyPath: path] = $0.chance(1, in: 2) ? usual : codec.extreme(&$0) })
    }

    /// A field that an element may lack.
    public static func optional<Value>(
        _ name: String, _ path: WritableKeyPath<Root, Value?> & Sendable, _ codec: FieldCodec<Value>
    ) -> FieldDescription {
        FieldDescription(
            names: [name], write: { $0[keyPath: path].map { [FrameField(name, codec.encode($0))] } ?? [] },
            read: { (object, root) throws(FieldError) in
                if let value = try object.value(name, codec) { root[keyPath: path] = value }
            },
            vary: { $1[keyPath: path] = $0.chance(1, in: 2) ? nil : codec.extreme(&$0) })
    }

    /// A field that follows from others: it is shown, nil where there is nothing to show, and not read.
    public static func derived(
        _ name: String, _ value: @escaping @Sendable (Root) -> FieldValue?
    ) -> FieldDescription {
        FieldDescription(
            names: [name], write: { value($0).map { [FrameField(name, $0)] } ?? [] }, read: { _, _ in },
            vary: { _, _ in })
    }

    /// A number that is the same in all elements.
    ///
    /// - Parameter problem: The rest of a sentence about another number.
    public static func fixed<Value: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ name: String, _ value: Value, _ problem: String
    ) -> FieldDescription {
        FieldDescription(
            names: [name], write: { _ in [FrameField(name, .number(value))] },
            read: { (object, _) throws(FieldError) in
                if let given: Value = try object.number(name), given != value { throw object.error(name, problem) }
            },
            vary: { _, _ in })
    }

    /// The fields of a part, shown among those of the whole.
    public static func part<Part: DescribedElement>(
        _ path: WritableKeyPath<Root, Part> & Sendable
    ) -> FieldDescription {
        FieldDescription(
            names: Part.fieldNames, write: { $0[keyPath: path].fieldValues },
            read: { (object, root) throws(FieldError) in root[keyPath: path] = try Part(fields: object) },
            vary: { $1[keyPath: path] = Part.extreme(from: &$0) })
    }
}
