import DNSWire
import PacketDissection
import ServiceDiscovery
import WireCoding

/// The data of a DNS record as fields, by the names that the RFCs give them.
enum DNSRecordFields {
    static func fields(_ data: RecordData) -> [FrameField] {
        switch data {
        case .address(let address): [.text("address", address)]
        case .pointer(let name), .canonicalName(let name), .nameServer(let name):
            [.text("target", name.presentation)]
        case .service(let location):
            [
                .number("priority", location.priority), .number("weight", location.weight),
                .number("port", location.port), .text("target", location.target.presentation),
            ]
        case .text(let rdata):
            [FrameField("strings", .list(strings(rdata))), .hex("data", rdata)]
                + (fault(inStrings: rdata).map { [.text("error", $0.sentence)] } ?? [])
        case .nextSecure(let next): fields(next)
        case .options(let options): [FrameField("options", .list(options.map { .object(optionFields($0)) }))]
        case .startOfAuthority(let authority): fields(authority)
        case .mailExchange(let mail):
            [
                .number("preference", mail.preference), .text("exchange", mail.exchange.presentation),
            ]
        case .hostInformation(let host):
            textual([("cpu", host.cpu), ("os", host.operatingSystem)], data: data)
        case .namingAuthorityPointer(let rule): fields(rule, data: data)
        case .serviceBinding(let binding):
            [
                .number("priority", binding.priority),
                .text("target", binding.target.presentation),
                FrameField(
                    "parameters", .list(binding.parameters.map { .object(parameterFields($0, of: binding)) })),
            ]
        case .raw(let bytes): [.hex("data", bytes)]
        case .malformed(let bytes, let error):
            [.hex("data", bytes), .text("error", error)]
        }
    }

    private static func fields(_ next: NextSecure) -> [FrameField] {
        let types = next.types.types
        let fields: [FrameField] = [
            .text("nextDomainName", next.nextDomainName.presentation),
            FrameField("types", .list(types.map { .text($0.description) })),
        ]
        // Senders may write the same types in more bytes than they need.
        return TypeBitmap(types) == next.types ? fields : fields + [data(.nextSecure(next))]
    }

    static func optionFields(_ option: EDNSOption) -> [FrameField] {
        var fields: [FrameField] = [.code("code", option.code), .hex("data", option.data)]
        if let owner = option.owner { fields.append(FrameField("owner", .object(Self.fields(owner)))) }
        return fields
    }

    private static func fields(_ owner: OwnerOption) -> [FrameField] {
        var fields: [FrameField] = [
            .number("version", owner.version), .number("sequence", owner.sequence),
            .text("primaryAddress", owner.primaryAddress),
        ]
        if let wakeup = owner.wakeupAddress { fields.append(.text("wakeupAddress", wakeup)) }
        if !owner.password.isEmpty { fields.append(.hex("password", owner.password)) }
        return fields
    }

    private static func fields(_ authority: StartOfAuthority) -> [FrameField] {
        [
            .text("mname", authority.primaryServer.presentation),
            .text("rname", authority.responsibleMailbox.presentation), .number("serial", authority.serial),
            .number("refresh", authority.refresh), .number("retry", authority.retry),
            .number("expire", authority.expire), .number("minimum", authority.minimum),
        ]
    }

    private static func fields(_ rule: NamingAuthorityPointer, data: RecordData) -> [FrameField] {
        [.number("order", rule.order), .number("preference", rule.preference)]
            + textual(
                [("flags", rule.flags), ("services", rule.services), ("regexp", rule.substitution)],
                and: [.text("replacement", rule.replacement.presentation)], data: data)
    }

    /// A parameter's bytes and, for known keys, what they mean.
    static func parameterFields(_ parameter: ServiceBinding.Parameter, of binding: ServiceBinding) -> [FrameField] {
        var fields: [FrameField] = [
            .text("key", parameter.key), .hex("value", parameter.value),
        ]
        switch parameter.key {
        case .mandatory:
            fields.append(FrameField("keys", .list(binding.mandatoryKeys.map { .text($0.description) })))
        case .alpn:
            fields.append(
                FrameField("protocols", .list((binding.protocolIdentifiers ?? []).map(FieldValue.textOrBytes))))
        case .port: fields.append(.number("port", binding.port ?? 0))
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
        return .hex("data", bytes.bytes)
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
