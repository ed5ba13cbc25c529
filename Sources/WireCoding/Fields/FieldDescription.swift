/// One line in the table of an element's fields: its name, where its value is, how that is shown and read, and its bytes.
///
/// Text, JSON in both directions, the values of generators and the bytes of most elements come from these tables. They are off
/// the hot path: elements that analysis reads of every frame parse and write their bytes themselves. `frames` and `decode` show
/// every field of a capture, so what shows them is inlinable: each module compiles it for the types of its own tables.
public struct FieldDescription<Root>: Sendable {
    /// The names that the field may have; most fields have one.
    public let names: [String]
    /// Adds the fields as they are shown.
    @usableFromInline let write: @Sendable (Root, inout [FrameField]) -> Void
    let read: @Sendable (FieldObject, inout Root) throws(FieldError) -> Void
    let vary: @Sendable (inout any ExtremeSource, inout Root) -> Void
    let wire: FieldLayout<Root>
    /// Sets the flag that says whether the field is there, unless the flags were given.
    let announce: @Sendable (FieldObject?, inout Root) -> Void

    /// A field of a kind of its own, with several names for example.
    public init(
        names: [String] = [], write: @escaping @Sendable (Root) -> [FrameField] = { _ in [] },
        read: @escaping @Sendable (FieldObject, inout Root) throws(FieldError) -> Void = { _, _ in },
        vary: @escaping @Sendable (inout any ExtremeSource, inout Root) -> Void = { _, _ in },
        wire: FieldLayout<Root> = FieldLayout(),
        announce: @escaping @Sendable (FieldObject?, inout Root) -> Void = { _, _ in }
    ) {
        self.init(names: names, adding: { $1 += write($0) }, read: read, vary: vary, wire: wire, announce: announce)
    }

    /// - Parameter write: Adds the fields, without an array for each.
    @usableFromInline
    init(
        names: [String], adding write: @escaping @Sendable (Root, inout [FrameField]) -> Void,
        read: @escaping @Sendable (FieldObject, inout Root) throws(FieldError) -> Void = { _, _ in },
        vary: @escaping @Sendable (inout any ExtremeSource, inout Root) -> Void = { _, _ in },
        wire: FieldLayout<Root> = FieldLayout(),
        announce: @escaping @Sendable (FieldObject?, inout Root) -> Void = { _, _ in }
    ) {
        self.names = names
        self.write = write
        self.read = read
        self.vary = vary
        self.wire = wire
        self.announce = announce
    }

    /// A field of one name.
    @inlinable
    init<Value>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>,
        _ wire: WireCodec<Value>?, isRequired: Bool = false,
        isShown: @escaping @Sendable (Value) -> Bool = { _ in true },
        extreme: (@Sendable (inout any ExtremeSource) -> Value)? = nil
    ) {
        self.init(
            names: [name],
            adding: { root, fields in
                let value = root[keyPath: path]
                if isShown(value) { fields.append(FrameField(name, codec.encode(value), codec.meaning)) }
            },
            read: { (object, root) throws(FieldError) in
                let value = try object.value(name, codec)
                if let value = isRequired ? try object.required(value, name) : value { root[keyPath: path] = value }
            },
            vary: { $1[keyPath: path] = extreme?(&$0) ?? codec.extreme(&$0) },
            wire: wire.map { FieldLayout(path, $0) } ?? FieldLayout())
    }

    /// A field that is always shown. Where it is not given, the element keeps what it begins with.
    @inlinable
    public static func field<Value>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>,
        _ wire: WireCodec<Value>? = nil
    ) -> FieldDescription { FieldDescription(name, path, codec, wire) }

    /// A field that has to be given.
    @inlinable
    public static func required<Value>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>,
        _ wire: WireCodec<Value>? = nil
    ) -> FieldDescription { FieldDescription(name, path, codec, wire, isRequired: true) }

    /// A field that is shown unless it has the usual value: a reserved number unless it is 0.
    @inlinable
    public static func unusual<Value: Equatable & Sendable>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>, usual: Value,
        _ wire: WireCodec<Value>? = nil
    ) -> FieldDescription {
        FieldDescription(
            name, path, codec, wire, isShown: { $0 != usual },
            extreme: { $0.chance(1, in: 2) ? usual : codec.extreme(&$0) })
    }

    /// A field that an element may lack.
    ///
    /// - Parameters:
    ///   - name: The name by which it is shown and read.
    ///   - path: Where the value is in the element.
    ///   - codec: How the value is shown, read and made up.
    ///   - wire: The bytes of the value; nil for an element that has its own methods for its bytes.
    ///   - presence: What says on the wire that it is there.
    @inlinable
    public static func optional<Value>(
        _ name: String, _ path: WritableKeyPath<Root, Value?> & Sendable, _ codec: FieldCodec<Value>,
        _ wire: WireCodec<Value>? = nil, if presence: FieldPresence<Root> = .ifAnyLeft
    ) -> FieldDescription {
        FieldDescription(
            names: [name],
            adding: {
                if let value = $0[keyPath: path] { $1.append(FrameField(name, codec.encode(value), codec.meaning)) }
            },
            read: { (object, root) throws(FieldError) in
                if let value = try object.value(name, codec) { root[keyPath: path] = value }
            },
            vary: { $1[keyPath: path] = $0.chance(1, in: 2) ? nil : codec.extreme(&$0) },
            wire: wire.map { FieldLayout(path, $0, if: presence) } ?? FieldLayout(),
            announce: { presence.announce($0, $1[keyPath: path] != nil, &$1) })
    }

    /// A field that has a value in tests and on the wire, and is not shown.
    public static func hidden<Value>(
        _ path: WritableKeyPath<Root, Value> & Sendable, _ codec: FieldCodec<Value>, _ wire: WireCodec<Value>
    ) -> FieldDescription {
        FieldDescription(vary: { $1[keyPath: path] = codec.extreme(&$0) }, wire: FieldLayout(path, wire))
    }

    /// The bytes of a value whose parts are fields.
    public static func bytes<Value>(
        _ path: WritableKeyPath<Root, Value> & Sendable, _ wire: WireCodec<Value>
    ) -> FieldDescription { FieldDescription(wire: FieldLayout(path, wire)) }

    /// The bytes of a value that an element may lack, and whose parts are fields.
    public static func bytes<Value>(
        _ path: WritableKeyPath<Root, Value?> & Sendable, _ wire: WireCodec<Value>, if presence: FieldPresence<Root>
    ) -> FieldDescription {
        FieldDescription(
            wire: FieldLayout(path, wire, if: presence),
            announce: { presence.announce($0, $1[keyPath: path] != nil, &$1) })
    }

    /// The bytes that the next fields have together: if fewer are left, that is one error.
    public static func size(_ count: Int, _ name: WireError.Field) -> FieldDescription {
        FieldDescription(
            wire: FieldLayout(parse: { (input, _) throws(WireError) in try input.require(count, name) }) { _, _ in })
    }

    /// A field that follows from others: it is shown, nil where there is nothing to show, and not read.
    public static func derived(
        _ name: String, _ meaning: FieldMeaning? = nil, _ value: @escaping @Sendable (Root) -> FieldValue?
    ) -> FieldDescription {
        FieldDescription(
            names: [name], adding: { if let value = value($0) { $1.append(FrameField(name, value, meaning)) } })
    }

    /// A number that is the same in all elements.
    ///
    /// - Parameters:
    ///   - name: The name by which it is shown.
    ///   - value: The only number that may be given.
    ///   - problem: The rest of a sentence about another number.
    public static func fixed<Value: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ name: String, _ value: Value, _ problem: String
    ) -> FieldDescription {
        FieldDescription(
            names: [name], adding: { $1.append(FrameField(name, .number(value))) },
            read: { (object, _) throws(FieldError) in
                if let given: Value = try object.number(name), given != value { throw object.error(name, problem) }
            })
    }

    /// The fields of a part, shown among those of the whole.
    public static func part<Part: DescribedElement>(
        _ path: WritableKeyPath<Root, Part> & Sendable
    ) -> FieldDescription {
        FieldDescription(
            names: Part.fieldNames, write: { $0[keyPath: path].fieldValues },
            read: { (object, root) throws(FieldError) in root[keyPath: path] = try Part(fields: object) },
            vary: { $1[keyPath: path] = Part.extreme(from: &$0) }, wire: FieldLayout(path, .element))
    }

    /// The fields of a part that may be missing: it is there if one of them is given.
    public static func part<Part: DescribedElement>(
        _ path: WritableKeyPath<Root, Part?> & Sendable, _ wire: WireCodec<Part>, if presence: FieldPresence<Root>
    ) -> FieldDescription {
        FieldDescription(
            names: Part.fieldNames, write: { $0[keyPath: path]?.fieldValues ?? [] },
            read: { (object, root) throws(FieldError) in
                if Part.fieldNames.contains(where: object.has) { root[keyPath: path] = try Part(fields: object) }
            },
            vary: { $1[keyPath: path] = $0.chance(1, in: 2) ? Part.extreme(from: &$0) : nil },
            wire: FieldLayout(path, wire, if: presence))
    }
}
