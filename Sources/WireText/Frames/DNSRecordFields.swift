import DNSWire
import PacketDissection
import ServiceDiscovery
import WireCoding

/// The data of a DNS record as fields, by the names that the RFCs give them.
enum DNSRecordFields {
    static func fields(_ data: RecordData) -> [FrameField] {
        switch data {
        case .address(let address): [FrameField("address", .text(address.description))]
        case .pointer(let name), .canonicalName(let name), .nameServer(let name):
            [FrameField("target", .text(name.presentation))]
        case .service(let location):
            [
                FrameField("priority", .number(location.priority)), FrameField("weight", .number(location.weight)),
                FrameField("port", .number(location.port)), FrameField("target", .text(location.target.presentation)),
            ]
        case .text(let rdata):
            [FrameField("strings", .list(strings(rdata))), FrameField("data", .hex(rdata))]
                + (fault(inStrings: rdata).map { [FrameField("error", .text($0.sentence))] } ?? [])
        case .nextSecure(let next): fields(next)
        case .options(let options): [FrameField("options", .list(options.map { .object(optionFields($0)) }))]
        case .startOfAuthority(let authority): fields(authority)
        case .mailExchange(let mail):
            [
                FrameField("preference", .number(mail.preference)),
                FrameField("exchange", .text(mail.exchange.presentation)),
            ]
        case .hostInformation(let host):
            textual([("cpu", host.cpu), ("os", host.operatingSystem)], data: data)
        case .namingAuthorityPointer(let rule): fields(rule, data: data)
        case .serviceBinding(let binding):
            [
                FrameField("priority", .number(binding.priority)),
                FrameField("target", .text(binding.target.presentation)),
                FrameField(
                    "parameters", .list(binding.parameters.map { .object(parameterFields($0, of: binding)) })),
            ]
        case .raw(let bytes): [FrameField("data", .hex(bytes))]
        case .malformed(let bytes, let error):
            [FrameField("data", .hex(bytes)), FrameField("error", .text(error.description))]
        }
    }

    private static func fields(_ next: NextSecure) -> [FrameField] {
        let types = next.types.types
        let fields = [
            FrameField("nextDomainName", .text(next.nextDomainName.presentation)),
            FrameField("types", .list(types.map { .text($0.description) })),
        ]
        // Senders may write the same types in more bytes than they need.
        return TypeBitmap(types) == next.types ? fields : fields + [data(.nextSecure(next))]
    }

    static func optionFields(_ option: EDNSOption) -> [FrameField] {
        var fields = [FrameField("code", .number(option.code.rawValue)), FrameField("data", .hex(option.data))]
        if let owner = option.owner { fields.append(FrameField("owner", .object(Self.fields(owner)))) }
        return fields
    }

    private static func fields(_ owner: OwnerOption) -> [FrameField] {
        var fields = [
            FrameField("version", .number(owner.version)), FrameField("sequence", .number(owner.sequence)),
            FrameField("primaryAddress", .text(owner.primaryAddress.description)),
        ]
        if let wakeup = owner.wakeupAddress { fields.append(FrameField("wakeupAddress", .text(wakeup.description))) }
        if !owner.password.isEmpty { fields.append(FrameField("password", .hex(owner.password))) }
        return fields
    }

    private static func fields(_ authority: StartOfAuthority) -> [FrameField] {
        [
            FrameField("mname", .text(authority.primaryServer.presentation)),
            FrameField("rname", .text(authority.responsibleMailbox.presentation)),
            FrameField("serial", .number(authority.serial)), FrameField("refresh", .number(authority.refresh)),
            FrameField("retry", .number(authority.retry)), FrameField("expire", .number(authority.expire)),
            FrameField("minimum", .number(authority.minimum)),
        ]
    }

    private static func fields(_ rule: NamingAuthorityPointer, data: RecordData) -> [FrameField] {
        [FrameField("order", .number(rule.order)), FrameField("preference", .number(rule.preference))]
            + textual(
                [("flags", rule.flags), ("services", rule.services), ("regexp", rule.substitution)],
                and: [FrameField("replacement", .text(rule.replacement.presentation))], data: data)
    }

    /// A parameter's bytes and, for known keys, what they mean.
    static func parameterFields(_ parameter: ServiceBinding.Parameter, of binding: ServiceBinding) -> [FrameField] {
        var fields = [
            FrameField("key", .text(parameter.key.description)), FrameField("value", .hex(parameter.value)),
        ]
        switch parameter.key {
        case .mandatory:
            fields.append(FrameField("keys", .list(binding.mandatoryKeys.map { .text($0.description) })))
        case .alpn:
            fields.append(
                FrameField("protocols", .list((binding.protocolIdentifiers ?? []).map(FieldValue.textOrBytes))))
        case .port: fields.append(FrameField("port", .number(binding.port ?? 0)))
        case .ipv4Hint, .ipv6Hint:
            let hints = binding.addressHints.filter { $0.isIPv6 == (parameter.key == .ipv6Hint) }
            fields.append(FrameField("addresses", .list(hints.map { .text($0.description) })))
        default: break
        }
        return fields
    }

    /// Fields of text and, if one is not UTF-8 and so cannot be shown as text, the bytes of the whole data.
    private static func textual(
        _ strings: [(name: String, bytes: [UInt8])], and others: [FrameField] = [], data: RecordData
    ) -> [FrameField] {
        let fields = strings.map { FrameField($0.name, .textOrBytes($0.bytes)) } + others
        let areText = strings.allSatisfy { String(validUTF8: $0.bytes) != nil }
        return areText ? fields : fields + [Self.data(data)]
    }

    /// The bytes that the data takes without compression.
    private static func data(_ data: RecordData) -> FrameField {
        var bytes = ByteWriter()
        data.serialize(into: &bytes)
        return FrameField("data", .hex(bytes.bytes))
    }

    /// The error in a list of strings, as a sentence that says what its offset counts from, and the offset; nil if
    /// there is none.
    static func fault(inStrings rdata: [UInt8]) -> (sentence: String, offset: Int)? {
        TXTRecord(observed: rdata).fault.map { ("in the data, \($0)", $0.offset) }
    }

    /// The character strings of TXT data; the available part of one that extends past the end.
    private static func strings(_ rdata: [UInt8]) -> [FieldValue] {
        var strings: [FieldValue] = []
        var position = 0
        while position < rdata.count {
            let end = min(position + 1 + Int(rdata[position]), rdata.count)
            strings.append(.textOrBytes(Array(rdata[position + 1..<max(position + 1, end)])))
            position = max(position + 1, end)
        }
        return strings
    }
}
