import DNSWire

/// The type of a service and its transport (RFC 6763 §7): `_txtchat._udp`.
///
/// Types compare without regard to the case of ASCII letters and keep their spelling. `_txtchat._udp` and
/// `_txtchat._tcp` are different types.
public struct ServiceType: Hashable, Sendable {
    /// The type's two labels.
    public let relativeName: DNSName
    /// The transport of the second label.
    public let transport: ServiceTransport

    /// - Parameter name: Two labels, of which the first begins with an underscore and the second is the transport's.
    init(checkedName name: DNSName, transport: ServiceTransport) {
        relativeName = name
        self.transport = transport
    }

    /// A type as a service may register it.
    ///
    /// - Parameters:
    ///   - name: The service name without underscore: `txtchat`.
    ///   - transport: The second label.
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

    /// The service name without underscore, in the spelling seen, escaped as in `DNSName.presentation`.
    public var name: String { DNSName.presentation(ofLabel: nameBytes) }

    /// The first of ``violations``, or nil for a proper type.
    public var violation: ServiceTypeViolation? { violations.first }

    /// All rules that the type breaks; none for a proper type (RFC 6335 §5.1).
    public var violations: [ServiceTypeViolation] { Self.violations(ofName: nameBytes) }

    /// The service name as it is on the wire, without underscore.
    var nameBytes: ArraySlice<UInt8> {
        relativeName.wireForm[2..<1 + Int(relativeName.wireForm[0])]
    }

    /// All rules that a text breaks as a service type such as `_txtchat._udp`, with or without a dot at the end; none for
    /// a proper one (RFC 6763 §7, RFC 6335 §5.1).
    ///
    /// The name is looked at even if the underscore or the transport is missing.
    public static func violations(in text: String) -> [ServiceTypeViolation] {
        let labels = labels(of: text)
        let name = labels.first ?? []
        var violations: [ServiceTypeViolation] = name.first == 0x5F ? [] : [.missingUnderscore]
        if labels.count != 2 || ServiceTransport(label: labels[1][...]) == nil { violations.append(.missingTransport) }
        return violations + self.violations(ofName: name.first == 0x5F ? name.dropFirst() : name[...])
    }

    /// A type of the right shape, whatever its name is like.
    static func parsed(_ text: String) -> ServiceType? {
        DNSName(presentation: text).flatMap(ServiceType.init(observed:))
    }

    /// The labels of a text, even if it is not a DNS name.
    private static func labels(of text: String) -> [[UInt8]] {
        if let name = DNSName(presentation: text) { return name.labels }
        let labels = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map(Array.init)
        return labels.count > 1 && labels.last == [] ? labels.dropLast() : labels
    }

    /// - Parameter name: Without underscore.
    static func violations(ofName name: ArraySlice<UInt8>) -> [ServiceTypeViolation] {
        guard let first = name.first, let last = name.last else { return [.emptyName] }
        var violations: [ServiceTypeViolation] = []
        if name.count > maximumNameLength { violations.append(.tooLong(length: name.count)) }
        var hasLetter = false
        for (position, byte) in name.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: hasLetter = true
            case 0x30...0x39, 0x2D: break
            default: violations.append(.invalidCharacter(byte, position: position))
            }
        }
        if first == 0x2D || last == 0x2D { violations.append(.hyphenAtEdge) }
        if zip(name, name.dropFirst()).contains(where: { $0 == 0x2D && $1 == 0x2D }) {
            violations.append(.adjacentHyphens)
        }
        if !hasLetter { violations.append(.noLetter) }
        return violations
    }

    /// Whether the code of that family lets a service register this type. None of them keeps just to RFC 6335: Avahi (its
    /// strict check) looks at little more than the shape, Apple lets long names through in `local`, and only zeroconf
    /// refuses the rest.
    ///
    /// As measured with mDNSResponder, Avahi 0.8 and python-zeroconf 0.154. Families that are not ``ResponderFamily/measured``
    /// are taken to keep to the RFC.
    public func isAccepted(by family: ResponderFamily) -> Bool {
        let name = nameBytes
        switch family {
        case .apple:
            // Its own characters are those of the RFC and the underscore.
            return name.allSatisfy(LabelBytes.isNameCharacter) && !name.isEmpty && name.first != 0x2D
                && name.last != 0x2D
        case .avahi: return name.count >= 2
        case .zeroconf, .resolved, .jmdns: return violations.isEmpty
        }
    }

    /// The same for a text, such as what an app passes to its library: also false where the underscore is missing or the
    /// transport is neither TCP nor UDP, which all of them refuse.
    public static func isAccepted(_ text: String, by family: ResponderFamily) -> Bool {
        parsed(text)?.isAccepted(by: family) ?? false
    }
}

extension ServiceType: CustomStringConvertible {
    /// Both labels without a dot at the end: `_txtchat._udp`.
    public var description: String { String(relativeName.presentation.dropLast()) }
}
