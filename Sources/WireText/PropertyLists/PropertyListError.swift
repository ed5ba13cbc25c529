import ServiceDiscovery

/// The reason why bytes are not a readable property list, and the location.
public struct PropertyListError: Error, Hashable, Sendable {
    /// The possible reasons.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// There are more bytes than `AppServiceDeclarations.maximumLength`.
        case tooLarge(length: Int)
        /// The bytes begin like neither an XML nor a binary property list.
        case unknownFormat
        /// The text is UTF-16 or UTF-32; `plutil -convert xml1` makes UTF-8 of it.
        case unsupportedEncoding
        /// The list breaks the rules of its format there.
        case malformed
        /// Foundation cannot read the list, for the reason that it gives.
        case unreadable(reason: String)
        /// Arrays and dictionaries lie within each other deeper than `AppServiceDeclarations.maximumDepth`.
        case tooDeep
        /// There are more values than `AppServiceDeclarations.maximumValues`, or more text than
        /// `AppServiceDeclarations.maximumLength`: objects of a binary list can be used many times.
        case tooManyValues
        /// The list is not a dictionary, which an Info.plist must be.
        case notADictionary
    }

    /// The reason.
    public let kind: Kind
    /// Bytes from the start.
    public let offset: Int

    init(_ kind: Kind, at offset: Int = 0) {
        self.kind = kind
        self.offset = offset
    }
}

extension PropertyListError: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .tooLarge(let length):
            "the file has \(length) bytes; no more than \(AppServiceDeclarations.maximumLength) are read"
        case .unknownFormat: "not a property list in XML or binary form"
        case .unsupportedEncoding: "the text is not UTF-8; plutil -convert xml1 converts it"
        case .malformed: "the property list is malformed at offset \(offset)"
        case .unreadable(let reason): "the property list is malformed: \(reason)"
        case .tooDeep: "values lie more than \(AppServiceDeclarations.maximumDepth) deep at offset \(offset)"
        case .tooManyValues: "there are too many values, from offset \(offset) on"
        case .notADictionary: "the property list is not a dictionary"
        }
    }
}
