import DNSWire
import PacketDissection
import WireCoding

/// Builds the data of one record from the JSON object of the record.
struct DNSJSONRecordReader {
    let object: JSONObjectReader
    let type: RecordType
    /// The record's.
    let name: DNSName
    /// Other classes lay out data in other ways.
    let isInternet: Bool

    /// - Parameter keys: Members of the object that say something other than the data.
    func data(besides keys: [String]) throws(WireJSONError) -> RecordData {
        // `error` says what is wrong with malformed data.
        try object.expectOnly(keys + dataKeys + ["data", "error"])
        guard let bytes = try bytes("data") else { return try typedData() }
        let data = data(bytes)
        let fields = DNSRecordFields.fields(data).filter { dataKeys.contains($0.name) }
        try DNSJSONReader.expectAgreement(object, with: fields, of: "data")
        // Malformed data has no such fields.
        if let key = dataKeys.first(where: { key in object.has(key) && !fields.contains { $0.name == key } }) {
            throw object.error(key, "contradicts data; leave one of them out")
        }
        return data
    }

    /// The bytes decoded as data of the type.
    private func data(_ bytes: [UInt8]) -> RecordData {
        guard isInternet else { return .raw(bytes) }
        var reader = ByteReader(bytes.span, limit: "RDLENGTH")
        do {
            let data = try RecordData(parsing: &reader, as: type)
            try reader.expectEnd("RDATA")
            var copy = ByteWriter()
            data.serialize(into: &copy)
            // Pointers that were copied from a message can lead anywhere here; they are kept as they are.
            return copy.bytes == bytes ? data : .raw(bytes)
        } catch {
            return .malformed(bytes, error)
        }
    }

    private var dataKeys: [String] {
        guard isInternet else { return [] }
        return switch type {
        case .a, .aaaa: ["address"]
        case .ptr, .cname, .ns: ["target"]
        case .srv: ["priority", "weight", "port", "target"]
        case .txt: ["strings"]
        case .nsec: ["nextDomainName", "types"]
        case .opt: ["options"]
        case .soa: ["mname", "rname", "serial", "refresh", "retry", "expire", "minimum"]
        case .mx: ["preference", "exchange"]
        case .hinfo: ["cpu", "os"]
        case .naptr: ["order", "preference", "flags", "services", "regexp", "replacement"]
        case .svcb, .https: ["priority", "target", "parameters"]
        default: []
        }
    }

    private func typedData() throws(WireJSONError) -> RecordData {
        guard isInternet else { throw object.error("data", "is missing") }
        switch type {
        case .a, .aaaa: return .address(try address())
        case .ptr: return .pointer(try name("target"))
        case .cname: return .canonicalName(try name("target"))
        case .ns: return .nameServer(try name("target"))
        case .srv:
            return .service(
                ServiceLocation(
                    priority: try object.number("priority") ?? 0, weight: try object.number("weight") ?? 0,
                    port: try object.required(object.number("port"), "port"), target: try name("target")))
        case .txt: return .text(try strings())
        case .nsec:
            let next = try DNSJSONReader.name(object, "nextDomainName") ?? name
            return .nextSecure(NextSecure(nextDomainName: next, types: TypeBitmap(try types())))
        case .opt: return .options(try options())
        default: return try rareData()
        }
    }

    private func rareData() throws(WireJSONError) -> RecordData {
        switch type {
        case .soa: return .startOfAuthority(try startOfAuthority())
        case .mx:
            let preference: UInt16 = try object.required(object.number("preference"), "preference")
            return .mailExchange(MailExchange(preference: preference, exchange: try name("exchange")))
        case .hinfo:
            let cpu = try string("cpu")
            let operatingSystem = try string("os")
            return .hostInformation(
                try checked { () throws(WireError) in try HostInformation(cpu: cpu, operatingSystem: operatingSystem) })
        case .naptr: return .namingAuthorityPointer(try namingAuthorityPointer())
        case .svcb, .https: return .serviceBinding(try serviceBinding())
        default: throw object.error("data", "is missing")
        }
    }

    /// Hexadecimal digits, or the form of RFC 3597 §5.
    private func bytes(_ key: String) throws(WireJSONError) -> [UInt8]? {
        guard let text = try object.text(key) else { return nil }
        guard let bytes = text.hasPrefix("\\#") ? RecordData.bytes(genericPresentation: text) : Hex.decode(text) else {
            throw object.error(key, "has characters that are not hexadecimal digits")
        }
        guard bytes.count <= 0xFFFF else { throw object.error(key, "has more than 65535 bytes") }
        return bytes
    }

    private func name(_ key: String) throws(WireJSONError) -> DNSName {
        try object.required(DNSJSONReader.name(object, key), key)
    }

    private func address() throws(WireJSONError) -> IPAddress {
        let text = try object.required(object.text("address"), "address")
        guard let address = IPAddress(text), address.isIPv6 == (type == .aaaa) else {
            throw object.error("address", "is not an \(type == .aaaa ? "IPv6" : "IPv4") address")
        }
        return address
    }

    /// A list of strings; a single empty one if there are none (RFC 6763 §6.1).
    private func strings() throws(WireJSONError) -> [UInt8] {
        var bytes: [UInt8] = []
        for (string, path) in try object.required(object.textsOrBytes("strings"), "strings") {
            guard string.count <= 255 else { throw WireJSONError(path, "has more than 255 bytes") }
            bytes.append(UInt8(string.count))
            bytes += string
        }
        guard bytes.count <= 0xFFFF else { throw object.error("strings", "have more than 65535 bytes") }
        return bytes.isEmpty ? [0] : bytes
    }

    private func types() throws(WireJSONError) -> [RecordType] {
        var types: [RecordType] = []
        for (text, path) in try object.required(object.texts("types"), "types") {
            guard let type = RecordType(text) else { throw WireJSONError(path, "is not a record type") }
            types.append(type)
        }
        return types
    }

    private func options() throws(WireJSONError) -> [EDNSOption] {
        var options: [EDNSOption] = []
        for (value, path) in try object.array("options") ?? [] {
            let option = try JSONObjectReader(value, path: path)
            // The owner is for reading; it says what the data says.
            try option.expectOnly(["code", "data", "owner"])
            let code: UInt16 = try option.required(option.number("code"), "code")
            let reader = DNSJSONRecordReader(object: option, type: type, name: name, isInternet: isInternet)
            let built = EDNSOption(code: EDNSOption.Code(rawValue: code), data: try reader.bytes("data") ?? [])
            let fields = DNSRecordFields.optionFields(built).filter { $0.name == "owner" }
            if fields.isEmpty, option.has("owner") { throw option.error("owner", "is not what data says") }
            try DNSJSONReader.expectAgreement(option, with: fields, of: "data")
            options.append(built)
        }
        return options
    }

    private func startOfAuthority() throws(WireJSONError) -> StartOfAuthority {
        func number(_ key: String) throws(WireJSONError) -> UInt32 {
            try object.required(object.number(key), key)
        }
        return StartOfAuthority(
            primaryServer: try name("mname"), responsibleMailbox: try name("rname"), serial: try number("serial"),
            refresh: try number("refresh"), retry: try number("retry"), expire: try number("expire"),
            minimum: try number("minimum"))
    }

    private func string(_ key: String) throws(WireJSONError) -> [UInt8] {
        let bytes = try object.textOrBytes(key) ?? []
        guard bytes.count <= 255 else { throw object.error(key, "has more than 255 bytes") }
        return bytes
    }

    private func namingAuthorityPointer() throws(WireJSONError) -> NamingAuthorityPointer {
        let order: UInt16 = try object.required(object.number("order"), "order")
        let preference: UInt16 = try object.required(object.number("preference"), "preference")
        let (flags, services, regexp) = (try string("flags"), try string("services"), try string("regexp"))
        let replacement = try DNSJSONReader.name(object, "replacement") ?? .root
        return try checked { () throws(WireError) in
            try NamingAuthorityPointer(
                order: order, preference: preference, flags: flags, services: services, substitution: regexp,
                replacement: replacement)
        }
    }

    /// Turns the error of a value that cannot be written into one of the object.
    func checked<Value>(_ body: () throws(WireError) -> Value) throws(WireJSONError) -> Value {
        do {
            return try body()
        } catch {
            throw WireJSONError(object.path, "cannot be written: \(error)")
        }
    }
}
