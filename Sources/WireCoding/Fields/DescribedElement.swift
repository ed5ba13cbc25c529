/// A value that is shown as fields and made from them.
public protocol FieldElement: Sendable {
    /// The fields as they are shown.
    var fieldValues: [FrameField] { get }
    /// The element that the fields say. Fields with other names are passed over.
    ///
    /// - Throws: For fields that are missing or contradict each other.
    init(fields object: FieldObject) throws(FieldError)
    /// An element of values at which programs break, and of others.
    static func extreme(from source: inout any ExtremeSource) -> Self
}

/// A wire element with a table of its fields. Its text, its JSON in both directions, the values of generators and, unless it
/// has its own methods for that, its bytes come from the table.
///
///     extension NANMasterIndication: DescribedElement {
///         public static let fields: [FieldDescription<Self>] = [
///             .size(2, "NAN master indication"),
///             .field("masterPreference", \.masterPreference, .number, .integer("NAN master preference")),
///             .field("randomFactor", \.randomFactor, .number, .integer("NAN random factor")),
///         ]
///     }
public protocol DescribedElement: DescribedValue, WireElement {}

/// An element with a table of its fields, and with bytes in a way of its own or as a part of others.
public protocol DescribedValue: FieldElement {
    /// The value before any field is read: it has the values of fields that are not given.
    init()
    /// The fields in the order in which they are shown, which is that of the wire too where the bytes come from the table.
    static var fields: [FieldDescription<Self>] { get }
    /// Fills in what follows from the fields, such as flags that say which of them are there.
    ///
    /// - Parameter object: The fields that were given, nil for an element that a generator made.
    /// - Throws: For fields that contradict each other.
    mutating func complete(from object: FieldObject?) throws(FieldError)
}

extension DescribedValue {
    public mutating func complete(from object: FieldObject?) throws(FieldError) {}

    /// An element with other values than those that it begins with.
    public static func with(_ change: (inout Self) -> Void) -> Self {
        var element = Self()
        change(&element)
        return element
    }

    /// The names that fields may have.
    public static var fieldNames: [String] { fields.flatMap(\.names) }

    @inlinable
    public var fieldValues: [FrameField] {
        var values: [FrameField] = []
        for field in Self.fields { field.write(self, &values) }
        return values
    }

    public init(fields object: FieldObject) throws(FieldError) {
        self.init()
        for field in Self.fields { try field.read(object, &self) }
        announceFields(unlessIn: object)
        try complete(from: object)
    }

    /// Sets the flags that say which of the optional fields are there.
    ///
    /// - Parameter object: The fields that were given: flags among them stay as they are.
    public mutating func announceFields(unlessIn object: FieldObject? = nil) {
        // A flag may say that there are other flags, which their fields set.
        for field in Self.fields.reversed() { field.announce(object, &self) }
    }

    public static func extreme(from source: inout any ExtremeSource) -> Self {
        var element = Self()
        for field in fields { field.vary(&source, &element) }
        element.announceFields()
        // Without given fields there is nothing that could contradict another.
        try? element.complete(from: nil)
        return element
    }
}

extension DescribedElement {
    /// Reads the fields in the order of the table.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        for field in Self.fields { try field.wire.parse(&input, &self) }
    }

    /// Writes the fields in the order of the table.
    public func serialize(into output: inout ByteWriter) {
        for field in Self.fields { field.wire.serialize(self, &output) }
    }
}
