import WireCoding

extension ServiceBinding {
    /// A SvcParam (RFC 9460 §2.2): a key and a value that is opaque for all who do not know the key.
    public struct Parameter: Hashable, Sendable {
        /// SvcParamKey: what the value means.
        public var key: Key
        /// At most 65,535 bytes.
        public var value: [UInt8]

        /// A parameter with the bytes of its value as they are on the wire.
        public init(key: Key, value: [UInt8]) {
            self.key = key
            self.value = value
        }

        /// The keys that a client must understand (RFC 9460 §8), in any order.
        public static func mandatory(_ keys: some Sequence<Key>) -> Parameter {
            let numbers = Set(keys.map(\.rawValue)).sorted()
            return Parameter(key: .mandatory, value: ByteWriter.bytes { for key in numbers { $0.writeUInt16(key) } })
        }

        /// Protocols by their ALPN identifiers (RFC 9460 §7.1).
        ///
        /// - Throws: `WireError` for an identifier that is empty or longer than 255 bytes.
        public static func alpn(_ identifiers: [[UInt8]]) throws(WireError) -> Parameter {
            var value = ByteWriter()
            for identifier in identifiers {
                guard !identifier.isEmpty else {
                    throw WireError(.invalidValue(0), field: "alpn identifier length", offset: value.count)
                }
                try CharacterString.check(identifier, "alpn identifier")
                CharacterString.write(identifier, into: &value)
            }
            return Parameter(key: .alpn, value: value.bytes)
        }

        /// Says that the scheme's own protocol is not spoken (RFC 9460 §7.1.1).
        public static let noDefaultALPN = Parameter(key: .noDefaultALPN, value: [])

        /// The port (RFC 9460 §7.2).
        public static func port(_ number: UInt16) -> Parameter {
            Parameter(key: .port, value: [UInt8(number >> 8), UInt8(number & 255)])
        }

        /// The IPv4 addresses among these, which the target may have (RFC 9460 §7.3).
        public static func ipv4Hint(_ addresses: some Sequence<IPAddress>) -> Parameter {
            Parameter(key: .ipv4Hint, value: addresses.filter { !$0.isIPv6 }.flatMap(\.bytes))
        }

        /// The IPv6 addresses among these, which the target may have (RFC 9460 §7.3).
        public static func ipv6Hint(_ addresses: some Sequence<IPAddress>) -> Parameter {
            Parameter(key: .ipv6Hint, value: addresses.filter(\.isIPv6).flatMap(\.bytes))
        }
    }
}

extension ServiceBinding.Parameter {
    /// The key of a parameter (IANA "Service Parameter Keys (SvcParamKeys)").
    public struct Key: RegisteredNumber {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Keys that a client must understand (RFC 9460 §8).
        public static let mandatory = Key(rawValue: 0)
        /// Protocols beside the scheme's own (RFC 9460 §7.1).
        public static let alpn = Key(rawValue: 1)
        /// The scheme's own protocol is not spoken (RFC 9460 §7.1.1).
        public static let noDefaultALPN = Key(rawValue: 2)
        /// The port (RFC 9460 §7.2).
        public static let port = Key(rawValue: 3)
        /// IPv4 addresses (RFC 9460 §7.3).
        public static let ipv4Hint = Key(rawValue: 4)
        /// Keys for Encrypted ClientHello (RFC 9460 §14.3.2).
        public static let ech = Key(rawValue: 5)
        /// IPv6 addresses (RFC 9460 §7.3).
        public static let ipv6Hint = Key(rawValue: 6)

        /// Reads the output of `description`; also `key` and a number for known keys. Nil for anything else.
        public init?(_ description: String) { self.init(registeredName: description) }

        public static let prefix = "key"
        public static let names: [UInt16: String] = [
            0: "mandatory", 1: "alpn", 2: "no-default-alpn", 3: "port", 4: "ipv4hint", 5: "ech", 6: "ipv6hint",
        ]
    }

    /// Reads the value of a known key to its end and throws where it has not the form that the key asks for.
    @_lifetime(value: copy value)
    static func checkValue(_ value: inout ByteReader, of key: Key) throws(WireError) {
        switch key {
        case .mandatory: try checkKeys(&value)
        case .alpn: try checkIdentifiers(&value)
        case .noDefaultALPN: try value.expectEnd("no-default-alpn")
        case .port:
            try value.skip(2, "SvcParam port")
            try value.expectEnd("SvcParam port")
        case .ipv4Hint:
            repeat { try value.skip(4, "ipv4hint address") } while !value.isAtEnd
        case .ipv6Hint:
            repeat { try value.skip(16, "ipv6hint address") } while !value.isAtEnd
        default: break
        }
    }

    @_lifetime(value: copy value)
    private static func checkKeys(_ value: inout ByteReader) throws(WireError) {
        // Above 0 from the start: the key may not name itself.
        var previous: UInt16 = 0
        repeat {
            let place = value
            let key = try value.readUInt16("mandatory key")
            guard key > previous else { throw place.error(.invalidValue(UInt64(key)), "mandatory key") }
            previous = key
        } while !value.isAtEnd
    }

    @_lifetime(value: copy value)
    private static func checkIdentifiers(_ value: inout ByteReader) throws(WireError) {
        repeat {
            let place = value
            let length = Int(try value.readUInt8("alpn identifier length"))
            guard length > 0 else { throw place.error(.invalidValue(0), "alpn identifier length") }
            try value.skip(length, "alpn identifier")
        } while !value.isAtEnd
    }
}

// MARK: - Fields

extension ServiceBinding.Parameter {
    /// The meaning of a known key's value: the field that shows it, and how it is written there.
    struct Reading: Sendable {
        let name: String
        let codec: FieldCodec<[UInt8]>
    }

    static let readings: [Key: Reading] = [
        .mandatory: Reading(
            name: "keys", codec: FieldCodec<[Key]>.list(.key).map({ mandatory($0).value }, back: { keys(in: $0) })),
        .alpn: Reading(
            name: "protocols",
            codec: FieldCodec<[[UInt8]]>.list(.characterString).map(
                { CharacterString.joined($0) }, back: { CharacterString.split($0) })),
        .port: Reading(
            name: "port", codec: FieldCodec.number.map({ port($0).value }, back: { $0.span.bigEndianUInt16(at: 0) })),
        .ipv4Hint: addresses(isIPv6: false), .ipv6Hint: addresses(isIPv6: true),
    ]

    private static func addresses(isIPv6: Bool) -> Reading {
        let list = FieldCodec<[IPAddress]>.list(.address(isIPv6: isIPv6))
        return Reading(
            name: "addresses",
            codec: list.map({ $0.flatMap(\.bytes) }, back: { addresses(in: $0, size: isIPv6 ? 16 : 4) }))
    }

    static func keys(in value: [UInt8]) -> [Key] {
        stride(from: 0, to: value.count, by: 2).map { Key(rawValue: value.span.bigEndianUInt16(at: $0)) }
    }

    static func addresses(in value: [UInt8], size: Int) -> [IPAddress] {
        stride(from: 0, to: value.count, by: size).compactMap { IPAddress(bytes: Array(value[$0..<$0 + size])) }
    }

    /// Its bytes and, for known keys, what they mean.
    fileprivate var fieldValues: [FrameField] {
        let reading = Self.readings[key].map { [FrameField($0.name, $0.codec.encode(value))] } ?? []
        return [FrameField("key", .text(key.description)), FrameField("value", .hex(value))] + reading
    }

    /// The parameter as RFC 9460 §2.1 writes it: `port=8443`.
    var presentation: String {
        let text: String
        if key == .alpn {
            // A comma or backslash within an identifier gets another backslash (RFC 9460 Appendix A.1).
            let identifiers = CharacterString.split(value).map { identifier in
                identifier.flatMap { $0 == 0x2C || $0 == 0x5C ? [0x5C, $0] : [$0] }
            }
            text = CharacterString.presentation(Array(identifiers.joined(separator: [0x2C])))
        } else if let reading = Self.readings[key] {
            text = reading.codec.encode(value).words.joined(separator: ",")
        } else {
            guard !value.isEmpty else { return key.description }
            text = CharacterString.presentation(value)
        }
        return "\(key)=\(text)"
    }

    /// Parameters of all known keys and of unknown ones, from none to all of them.
    fileprivate static func extremes(from source: inout any ExtremeSource) -> [Self] {
        var parameters = readings.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { key, reading in
            source.chance(1, in: 2) ? Self(key: key, value: reading.codec.extreme(&source)) : nil
        }.filter(\.isWellFormed)
        if source.chance(1, in: 3) { parameters.append(.noDefaultALPN) }
        // Unassigned keys, each in a separate range so that none occurs twice.
        for index in 0..<source.number(in: 0...3) {
            let key = Key(rawValue: UInt16(index * 20000 + source.number(in: 7...5000)))
            parameters.append(Self(key: key, value: source.extremeBytes(from: 0, upTo: 600)))
        }
        return parameters
    }

    /// Whether the value has the form that its key asks for.
    fileprivate var isWellFormed: Bool {
        (try? ServiceBinding(priority: 1, target: .root, parameters: [self])) != nil
    }
}

extension FieldCodec where Value == ServiceBinding.Parameter.Key {
    /// A key by its name or as `key` and a number.
    static var key: FieldCodec {
        .text(
            \.description, parse: { Value($0) }, "is not a parameter key, such as alpn or key667",
            extreme: { Value(rawValue: $0.pick([1, 3, $0.extremeNumber(UInt16.self)])) })
    }
}

extension FieldCodec where Value == [ServiceBinding.Parameter] {
    static var parameters: FieldCodec {
        FieldCodec.list(.parameter).extremes { ServiceBinding.Parameter.extremes(from: &$0) }
    }
}

extension FieldCodec where Value == ServiceBinding.Parameter {
    /// A parameter by its value, or by what is to be read from it.
    static var parameter: FieldCodec {
        FieldCodec(
            encode: { .object($0.fieldValues) },
            decode: { (field, path) throws(FieldError) in
                let object = try FieldObject(field, path: path)
                let key = try object.required(object.value("key", .key), "key")
                let reading = Value.readings[key]
                try object.expectOnly(["key", "value"] + (reading.map { [$0.name] } ?? []))
                if let value = try object.value("value", .hex) {
                    let parameter = Value(key: key, value: value)
                    // Malformed data cannot be read; the binding itself will be refused.
                    if parameter.isWellFormed {
                        try object.expectAgreement(with: Array(parameter.fieldValues.dropFirst(2)), of: "value")
                    }
                    return parameter
                }
                if key == .noDefaultALPN { return .noDefaultALPN }
                guard let reading else { throw object.error("value", "is missing") }
                return Value(
                    key: key, value: try object.required(object.value(reading.name, reading.codec), reading.name))
            },
            extreme: { Value(key: .port, value: $0.extremeBytes(from: 2, upTo: 2)) })
    }
}
