import DNSWire

/// The type of a service and its transport (RFC 6763 §7): `_txtchat._udp`.
///
/// Types compare without regard to the case of ASCII letters and keep their spelling. `_txtchat._udp` and
/// `_txtchat._tcp` are different types.
public struct ServiceType: Hashable, Sendable {
    /// The type's two labels.
    public let relativeName: DNSName
    public let transport: ServiceTransport

    /// - Parameter name: Two labels, of which the first begins with an underscore and the second is the transport's.
    init(checkedName name: DNSName, transport: ServiceTransport) {
        relativeName = name
        self.transport = transport
    }

    /// A type as a service may register it.
    ///
    /// - Parameter name: The service name without underscore: `txtchat`.
    /// - Throws: The first rule of RFC 6335 §5.1 that the name breaks.
    public init(name: String, transport: ServiceTransport) throws(ServiceTypeViolation) {
        let bytes = Array(name.utf8)
        if let violation = Self.violations(ofName: bytes[...]).first { throw violation }
        guard let labels = try? DNSName(labels: [[0x5F] + bytes, transport.label]) else {
            throw .tooLong(length: bytes.count)
        }
        self.init(checkedName: labels, transport: transport)
    }

    /// Reads the text form, `_txtchat._udp`, with or without a dot at the end.
    ///
    /// - Throws: The first rule of RFC 6763 §7 or RFC 6335 §5.1 that the text breaks.
    public init(validating text: String) throws(ServiceTypeViolation) {
        if let violation = Self.violations(in: text).first { throw violation }
        guard let type = Self.parsed(text) else { throw .missingTransport }
        self = type
    }

    /// A type as it was seen on the wire, where names that break the rules are met too.
    ///
    /// - Returns: nil unless there are two labels, the first begins with an underscore, and the second is `_tcp` or
    ///   `_udp`.
    public init?(observed name: DNSName) {
        let labels = Array(name.labelSlices)
        guard labels.count == 2, labels[0].first == 0x5F, let transport = ServiceTransport(label: labels[1]) else {
            return nil
        }
        self.init(checkedName: name, transport: transport)
    }

    /// The most characters of a service name, the underscore not counted (RFC 6335 §5.1).
    public static let maximumNameLength = 15

    /// The service name without underscore, in the spelling seen, escaped as in ``DNSName/presentation``.
    public var name: String { DNSName.presentation(ofLabel: nameBytes) }

    /// The first of ``violations``, or nil for a proper type.
    public var violation: ServiceTypeViolation? { violations.first }

    /// All rules that the type breaks; none for a proper type (RFC 6335 §5.1).
    public var violations: [ServiceTypeViolation] { Self.violations(ofName: nameBytes) }

    /// The service name as it is on the wire, without underscore.
    var nameBytes: ArraySlice<UInt8> {
        relativeName.wireForm[2..<1 + Int(relativeName.wireForm[0])]
    }
}

extension ServiceType: CustomStringConvertible {
    /// Both labels without a dot at the end: `_txtchat._udp`.
    public var description: String { String(relativeName.presentation.dropLast()) }
}
