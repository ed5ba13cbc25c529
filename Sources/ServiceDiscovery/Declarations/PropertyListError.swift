/// The reason why bytes are not a readable property list, and the location.
public struct PropertyListError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// There are more bytes than ``AppServiceDeclarations/maximumLength``.
        case tooLarge(length: Int)
        /// The bytes begin like neither an XML nor a binary property list.
        case unknownFormat
        /// The text is UTF-16 or UTF-32; `plutil -convert xml1` makes UTF-8 of it.
        case unsupportedEncoding
        /// The bytes end within that part.
        case endsEarly(Part)
        /// That part is not as the format wants it.
        case malformed(Part)
        /// Arrays and dictionaries lie within each other deeper than ``AppServiceDeclarations/maximumDepth``.
        case tooDeep
        /// There are more values than ``AppServiceDeclarations/maximumValues``, or more text than
        /// ``AppServiceDeclarations/maximumLength``: objects of a binary list can be used many times.
        case tooManyValues
        /// The list is not a dictionary, which an Info.plist must be.
        case notADictionary
    }

    /// The parts of a property list, by the words of XML and of Apple's binary format.
    public enum Part: String, Hashable, Sendable {
        case element, attribute, comment, text, entity
        case documentType = "document type"
        case endTag = "end tag"
        case processingInstruction = "processing instruction"
        case cdata = "CDATA section"
        case dictionaryKey = "key of a dictionary"
        case number, date, data
        case remainder = "what comes after the list"
        case trailer
        case offsetTable = "offset table"
        case object
        case objectLength = "length of an object"
        case objectReference = "reference to an object"
        case string
    }

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
        case .endsEarly(let part): "the property list ends at offset \(offset), within the \(part.rawValue)"
        case .malformed(let part): "the \(part.rawValue) at offset \(offset) is malformed"
        case .tooDeep: "values lie more than \(AppServiceDeclarations.maximumDepth) deep at offset \(offset)"
        case .tooManyValues: "there are too many values, from offset \(offset) on"
        case .notADictionary: "the property list is not a dictionary"
        }
    }
}
