import DNSWire
import PacketDissection
import WireCoding

extension DNSJSONRecordReader {
    func serviceBinding() throws(WireJSONError) -> ServiceBinding {
        var parameters: [ServiceBinding.Parameter] = []
        for (value, path) in try object.array("parameters") ?? [] {
            parameters.append(try parameter(JSONObjectReader(value, path: path)))
        }
        let priority: UInt16 = try object.number("priority") ?? 1
        let target = try DNSJSONReader.name(object, "target") ?? .root
        return try checked { () throws(WireError) in
            try ServiceBinding(priority: priority, target: target, parameters: parameters)
        }
    }

    /// A parameter by its value, or by what is to be read from it.
    private func parameter(
        _ object: JSONObjectReader
    ) throws(WireJSONError) -> ServiceBinding.Parameter {
        let key = try key(object.required(object.text("key"), "key"), object.path("key"))
        let reading: String? =
            switch key {
            case .mandatory: "keys"
            case .alpn: "protocols"
            case .port: "port"
            case .ipv4Hint, .ipv6Hint: "addresses"
            default: nil
            }
        try object.expectOnly(["key", "value"] + (reading.map { [$0] } ?? []))
        guard let digits = try object.text("value") else { return try parameter(key, object) }
        guard let value = Hex.decode(digits) else {
            throw object.error("value", "has characters that are not hexadecimal digits")
        }
        let parameter = ServiceBinding.Parameter(key: key, value: value)
        // Malformed data cannot be read; the binding itself will be refused.
        if let binding = try? ServiceBinding(priority: 1, target: .root, parameters: [parameter]) {
            try DNSJSONReader.expectAgreement(
                object, with: DNSRecordFields.parameterFields(parameter, of: binding).filter { $0.name == reading },
                of: "value")
        }
        return parameter
    }

    private func parameter(
        _ key: ServiceBinding.Parameter.Key, _ object: JSONObjectReader
    ) throws(WireJSONError) -> ServiceBinding.Parameter {
        switch key {
        case .mandatory:
            var keys: [ServiceBinding.Parameter.Key] = []
            for (text, path) in try object.required(object.texts("keys"), "keys") {
                keys.append(try self.key(text, path))
            }
            return .mandatory(keys)
        case .alpn:
            let protocols = try object.required(object.textsOrBytes("protocols"), "protocols").map(\.bytes)
            return try checked { () throws(WireError) in try .alpn(protocols) }
        case .port: return .port(try object.required(object.number("port"), "port"))
        case .ipv4Hint, .ipv6Hint:
            let isIPv6 = key == .ipv6Hint
            var addresses: [IPAddress] = []
            for (text, path) in try object.required(object.texts("addresses"), "addresses") {
                guard let address = IPAddress(text), address.isIPv6 == isIPv6 else {
                    throw WireJSONError(path, "is not an \(isIPv6 ? "IPv6" : "IPv4") address")
                }
                addresses.append(address)
            }
            return isIPv6 ? .ipv6Hint(addresses) : .ipv4Hint(addresses)
        case .noDefaultALPN: return .noDefaultALPN
        default: throw object.error("value", "is missing")
        }
    }

    /// A key by its name or as `key` and a number.
    private func key(
        _ text: String, _ path: String
    ) throws(WireJSONError) -> ServiceBinding.Parameter.Key {
        guard let key = ServiceBinding.Parameter.Key(text) else {
            throw WireJSONError(path, "is not a parameter key, such as alpn or key667")
        }
        return key
    }
}
