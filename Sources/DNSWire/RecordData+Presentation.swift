import WireCoding

extension RecordData {
    /// The data as zone files show it (RFC 1035 §5.1): `0 0 8080 Kitchen.local.`
    ///
    /// Names are in presentation format, strings are in quotation marks, and bytes that cannot be shown are written
    /// `\DDD`. Unknown or malformed data has the form of RFC 3597 §5: `\# 3 c0a801`.
    public var presentation: String {
        switch self {
        case .address(let address): address.description
        case .pointer(let name), .canonicalName(let name), .nameServer(let name): name.presentation
        case .service(let location):
            "\(location.priority) \(location.weight) \(location.port) \(location.target.presentation)"
        case .text(let bytes): Self.presentation(ofStrings: bytes) ?? Self.genericPresentation(of: bytes)
        case .nextSecure(let next):
            ([next.nextDomainName.presentation] + next.types.types.map(\.description)).joined(separator: " ")
        case .options(let options):
            options.map { "\($0.code.rawValue):\(Hex.encode($0.data))" }.joined(separator: " ")
        case .startOfAuthority(let authority):
            "\(authority.primaryServer.presentation) \(authority.responsibleMailbox.presentation) "
                + [authority.serial, authority.refresh, authority.retry, authority.expire, authority.minimum]
                .map(String.init).joined(separator: " ")
        case .mailExchange(let mail): "\(mail.preference) \(mail.exchange.presentation)"
        case .hostInformation(let host):
            CharacterString.presentation(host.cpu[...]) + " "
                + CharacterString.presentation(host.operatingSystem[...])
        case .namingAuthorityPointer(let rule):
            "\(rule.order) \(rule.preference) "
                + [rule.flags, rule.services, rule.substitution].map { CharacterString.presentation($0[...]) + " " }
                .joined() + rule.replacement.presentation
        case .serviceBinding(let binding):
            ([String(binding.priority), binding.target.presentation]
                + binding.parameters.map { Self.presentation($0, of: binding) }).joined(separator: " ")
        case .raw(let bytes), .malformed(let bytes, _): Self.genericPresentation(of: bytes)
        }
    }

    /// The form that fits data of any type (RFC 3597 §5): `\#`, the number of bytes, and their hexadecimal digits.
    public static func genericPresentation(of bytes: [UInt8]) -> String {
        bytes.isEmpty ? "\\# 0" : "\\# \(bytes.count) \(Hex.encode(bytes))"
    }

    /// The bytes that a text in the form of RFC 3597 §5 represents, with its digits possibly in several groups. Nil if
    /// it has another form, or if the number of bytes is not the stated one.
    public static func bytes(genericPresentation text: String) -> [UInt8]? {
        let parts = text.split { $0 == " " || $0 == "\t" }
        guard parts.count >= 2, parts[0] == "\\#", let count = Int(parts[1]),
            let bytes = Hex.decode(parts[2...].joined()), bytes.count == count
        else { return nil }
        return bytes
    }

    /// The strings of TXT data, or nil if the last one is truncated or there are none.
    private static func presentation(ofStrings bytes: [UInt8]) -> String? {
        var strings: [String] = []
        var offset = 0
        while offset < bytes.count {
            let end = offset + 1 + Int(bytes[offset])
            guard end <= bytes.count else { return nil }
            strings.append(CharacterString.presentation(bytes[offset + 1..<end]))
            offset = end
        }
        return strings.isEmpty ? nil : strings.joined(separator: " ")
    }

    /// A parameter as RFC 9460 §2.1 writes it: `port=8443`.
    private static func presentation(
        _ parameter: ServiceBinding.Parameter, of binding: ServiceBinding
    ) -> String {
        let value: String
        switch parameter.key {
        case .mandatory: value = binding.mandatoryKeys.map(\.description).joined(separator: ",")
        case .alpn:
            // A comma or backslash within an identifier gets another backslash (RFC 9460 Appendix A.1).
            let identifiers = (binding.protocolIdentifiers ?? []).map { identifier in
                identifier.flatMap { $0 == 0x2C || $0 == 0x5C ? [0x5C, $0] : [$0] }
            }
            value = CharacterString.presentation(Array(identifiers.joined(separator: [0x2C]))[...])
        case .port: value = String(binding.port ?? 0)
        case .ipv4Hint, .ipv6Hint:
            let hints = binding.addressHints.filter { $0.isIPv6 == (parameter.key == .ipv6Hint) }
            value = hints.map(\.description).joined(separator: ",")
        default:
            guard !parameter.value.isEmpty else { return parameter.key.description }
            value = CharacterString.presentation(parameter.value[...])
        }
        return "\(parameter.key)=\(value)"
    }
}

extension CharacterString {
    /// The string in quotation marks; quotation marks and backslashes have a backslash before them, and what cannot be
    /// shown is written `\DDD`.
    static func presentation(_ bytes: ArraySlice<UInt8>) -> String {
        var text = "\""
        if let content = String(validUTF8: bytes) {
            for scalar in content.unicodeScalars { append(scalar, to: &text) }
        } else {
            for byte in bytes { append(byte, to: &text) }
        }
        return text + "\""
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
            for byte in String(scalar).utf8 { appendDecimal(byte, to: &text) }
        case 0x22, 0x5C: text += "\\" + String(scalar)
        default: text.unicodeScalars.append(scalar)
        }
    }

    private static func append(_ byte: UInt8, to text: inout String) {
        if byte < 0x80 { append(Unicode.Scalar(byte), to: &text) } else { appendDecimal(byte, to: &text) }
    }

    private static func appendDecimal(_ byte: UInt8, to text: inout String) {
        let digits = String(byte)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
