import WireCoding

/// An element of AWDL action frames whose fields are known. A new one is a file with its type and a line in
/// `AWDLTLV.knownElements`.
public protocol AWDLElement: DescribedElement, Hashable {
    /// The first byte of the elements with these fields.
    static var type: AWDLTLVType { get }
    /// Lower case words, for people.
    static var name: String { get }
    /// Bytes that all known senders write after the fields, none for most elements.
    static var padding: [UInt8] { get }
    /// Whether the meaning of some bytes is not known, so that they are shown too.
    static var isKnownInPart: Bool { get }
    /// Looks for what the wire has no room for.
    func validate(at offset: Int) throws(WireError)
}

extension AWDLElement {
    public static var padding: [UInt8] { [] }
    public static var isKnownInPart: Bool { false }
    public func validate(at offset: Int) throws(WireError) {}

    fileprivate func isEqual(to other: any AWDLElement) -> Bool { other as? Self == self }
}

extension AWDLTLV {
    /// All elements whose fields are known. Parsing, text, JSON and generators have them from here.
    package static let knownElements: [any AWDLElement.Type] = [
        AWDLServiceResponse.self,
        AWDLSynchronizationParameters.self,
        AWDLElectionParameters.self,
        AWDLServiceParameters.self,
        AWDLHTCapabilities.self,
        AWDLDataPathState.self,
        AWDLHostName.self,
        AWDLElementContainer.self,
        AWDLChannelSequence.self,
        AWDLSynchronizationTree.self,
        AWDLVersion.self,
        AWDLElectionParametersV2.self,
        AWDLSixGHzAssociation.self,
    ]

    private static let elementsByType = Dictionary(uniqueKeysWithValues: knownElements.map { ($0.type, $0) })

    /// The element of a type, nil for types of which nothing but bytes is known.
    static func element(of type: AWDLTLVType) -> (any AWDLElement.Type)? { elementsByType[type] }
}

extension AWDLTLV.Value: Hashable {
    public static func == (first: AWDLTLV.Value, second: AWDLTLV.Value) -> Bool {
        switch (first, second) {
        case (.element(let first), .element(let second)): first.isEqual(to: second)
        case (.raw(let first), .raw(let second)): first == second
        case (.element, .raw), (.raw, .element): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .element(let element): element.hash(into: &hasher)
        case .raw(let bytes): hasher.combine(bytes)
        }
    }
}
