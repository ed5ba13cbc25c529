import DNSWire

/// The actual form of a text that should be a service type.
enum DeclaredTypeShape {
    case type(ServiceType, hasDotAtEnd: Bool)
    /// A type with a domain after it.
    case domain(ServiceType, String)
    /// `_printer._sub._http._tcp`, or as `DNSServiceRegister` takes it, `_http._tcp,_printer`.
    case subtype(of: ServiceType)
    /// `_services._dns-sd._udp`
    case typeEnumeration
    case other

    init(_ text: String) {
        if let type = ServiceType.parsed(text) {
            self = .type(type, hasDotAtEnd: text.utf8.last == 0x2E)
            return
        }
        self = .other
        if let comma = text.firstIndex(of: ","), let type = ServiceType.parsed(String(text[..<comma])) {
            self = .subtype(of: type)
            return
        }
        // Without a domain the readers of names find no type.
        guard let name = DNSName(presentation: text), let inDomain = try? name.appending(.local) else { return }
        if ServiceTypeName.isTypeEnumeration(name) || ServiceTypeName.isTypeEnumeration(inDomain) {
            self = .typeEnumeration
        } else if let subtype = SubtypeName(inDomain) {
            self = .subtype(of: subtype.type)
        } else if let type = ServiceTypeName(name) {
            self = .domain(type.type, type.domain.presentation)
        }
    }
}
