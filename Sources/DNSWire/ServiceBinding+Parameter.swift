import WireCoding

extension ServiceBinding {
    /// A SvcParam (RFC 9460 §2.2): a key and a value that is opaque for all who do not know the key.
    public struct Parameter: Hashable, Sendable {
        public var key: Key
        /// At most 65,535 bytes.
        public var value: [UInt8]

        public init(key: Key, value: [UInt8]) {
            self.key = key
            self.value = value
        }

        /// The keys that a client must understand (RFC 9460 §8), in any order.
        public static func mandatory(_ keys: some Sequence<Key>) -> Parameter {
            var value = ByteWriter()
            for key in Set(keys.map(\.rawValue)).sorted() { value.writeUInt16(key) }
            return Parameter(key: .mandatory, value: value.bytes)
        }

        /// Protocols by their ALPN identifiers (RFC 9460 §7.1).
        ///
        /// - Throws: ``WireError`` for an identifier that is empty or longer than 255 bytes.
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
    public struct Key: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
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

        /// The registry's name, or `key` and the number (RFC 9460 §2.1).
        public var description: String {
            switch self {
            case .mandatory: "mandatory"
            case .alpn: "alpn"
            case .noDefaultALPN: "no-default-alpn"
            case .port: "port"
            case .ipv4Hint: "ipv4hint"
            case .ech: "ech"
            case .ipv6Hint: "ipv6hint"
            default: "key\(rawValue)"
            }
        }

        /// Reads the output of ``description``; also `key` and a number for known keys. Nil for anything else.
        public init?(_ description: String) {
            if let number = registryNumber(in: description, behind: "key") {
                self.init(rawValue: number)
            } else if let known = (0...6).map({ Key(rawValue: $0) }).first(where: { $0.description == description }) {
                self = known
            } else {
                return nil
            }
        }
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
