/// A wire element with a table of its fields. What it shows, what is read from JSON and what generators make of it come
/// from the table.
///
///     extension AWDLVersion: DescribedElement {
///         public static let blank = AWDLVersion(version: 0, deviceClass: .macOS)
///         public static let fields: [FieldDescription<Self>] = [
///             .required("version", \.version, .nibbles),
///             .field("deviceClass", \.deviceClass, .code),
///         ]
///     }
public protocol DescribedElement: Sendable {
    /// The element before any field is read: it has the values of fields that are not given.
    static var blank: Self { get }
    /// The fields in the order in which they are shown.
    static var fields: [FieldDescription<Self>] { get }
    /// Fills in what follows from the fields, such as flags that say which of them are there.
    ///
    /// - Parameter object: The fields that were given, nil for an element that a generator made.
    /// - Throws: For fields that contradict each other.
    mutating func complete(from object: FieldObject?) throws(FieldError)
}

extension DescribedElement {
    public mutating func complete(from object: FieldObject?) throws(FieldError) {}

    /// The names that fields may have.
    public static var fieldNames: [String] { fields.flatMap(\.names) }

    /// The fields as they are shown.
    public var fieldValues: [FrameField] { Self.fields.flatMap { $0.write(self) } }

    /// The element that the fields say. Fields with other names are passed over.
    public init(fields object: FieldObject) throws(FieldError) {
        self = Self.blank
        for field in Self.fields { try field.read(object, &self) }
        try complete(from: object)
    }

    /// An element of values at which programs break, and of others.
    public static func extreme(from source: inout any ExtremeSource) -> Self {
        var element = Self.blank
        for field in Self.fields { field.vary(&source, &element) }
        // Without given fields there is nothing that could contradict another.
        try? element.complete(from: nil)
        return element
    }
}
