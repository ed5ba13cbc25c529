import WireCoding

/// An SVCB or HTTPS record's data (RFC 9460 §2.2): where a service is and what one should know before connecting.
///
/// | field | bytes |
/// |---|---|
/// | SvcPriority | 2 |
/// | TargetName | a name, never compressed |
/// | SvcParams, in ascending order of their keys | key 2, length 2, value |
///
/// Values keep their bytes; those of the keys in the table are checked and can be read.
///
/// | key | value | read by |
/// |---|---|---|
/// | 0 `mandatory` | keys of 2 bytes in ascending order, none of them 0 | ``mandatoryKeys`` |
/// | 1 `alpn` | protocol identifiers, each after a length byte | ``protocolIdentifiers`` |
/// | 2 `no-default-alpn` | nothing | ``hasNoDefaultProtocol`` |
/// | 3 `port` | 2 bytes | ``port`` |
/// | 4 `ipv4hint`, 6 `ipv6hint` | addresses, at least one | ``addressHints`` |
public struct ServiceBinding: Hashable, Sendable {
    /// Lower is tried first; 0 makes the record an alias of its target (RFC 9460 §2.4.2).
    public internal(set) var priority: UInt16
    /// The name of the host or alias. The root means the record's own name; in an alias it means that there is no
    /// service (RFC 9460 §2.5).
    public internal(set) var target: DNSName
    /// In ascending order of their keys, no key twice.
    public internal(set) var parameters: [Parameter]

    /// - Parameters:
    ///   - priority: 0 for an alias (RFC 9460 §2.4.1); lower is tried first.
    ///   - target: The name of the alias or of the host; the root for the record's own name.
    ///   - parameters: In any order.
    /// - Throws: `WireError` for two parameters with one key, and for the value of a known key that has another form
    ///   than its key asks for.
    public init(priority: UInt16, target: DNSName, parameters: [Parameter] = []) throws(WireError) {
        self.priority = priority
        self.target = target
        self.parameters = parameters.sorted { $0.key.rawValue < $1.key.rawValue }
        for (parameter, next) in zip(self.parameters, self.parameters.dropFirst()) where parameter.key == next.key {
            throw WireError(.invalidValue(UInt64(next.key.rawValue)), field: "SvcParamKey", offset: 0)
        }
        for parameter in parameters {
            try WireError.checkLength(parameter.value.count, "SvcParamValue", maximum: 0xFFFF)
            var value = ByteReader(parameter.value.span)
            try Parameter.checkValue(&value, of: parameter.key)
        }
    }

    /// The record's own name, without parameters.
    public init() { (priority, target, parameters) = (1, .root, []) }
}

extension ServiceBinding: RecordContent {
    /// Reads the rest of the reader.
    ///
    /// - Throws: `WireError` for what makes a record malformed (RFC 9460 §2.2): keys that are not in ascending
    ///   order, a value that is cut off or has not its key's form; and for a compressed target.
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        priority = try input.readUInt16("SvcPriority")
        target = try Self.readTarget(&input)
        var parameters: [Parameter] = []
        var previous = -1
        while !input.isAtEnd {
            var field = input
            let key = Parameter.Key(rawValue: try field.readUInt16("SvcParamKey"))
            guard Int(key.rawValue) > previous else {
                throw input.error(.invalidValue(UInt64(key.rawValue)), "SvcParamKey")
            }
            previous = Int(key.rawValue)
            let length = Int(try field.readUInt16("SvcParamValue length"))
            var value = try field.subreader(length, "SvcParamValue", limit: "SvcParamValue length")
            var bookmark = value
            try Parameter.checkValue(&value, of: key)
            parameters.append(Parameter(key: key, value: bookmark.readRemainingBytes()))
            try input.skip(4 &+ length, "SvcParamValue")
        }
        self.parameters = parameters
    }

    @_lifetime(input: copy input)
    private static func readTarget(_ input: inout ByteReader) throws(WireError) -> DNSName {
        let start = input
        let name = try DNSName(parsing: &input)
        // A pointer takes two bytes, and what it replaces takes one (the root) or at least three. So a compressed name
        // always differs in length from its uncompressed form.
        let length = input.position &- start.position
        guard length == name.wireForm.count else {
            var pointer = start
            try pointer.skip(length &- 2, "TargetName")
            let place = pointer
            let target = Int(try pointer.readUInt16("TargetName") & 0x3FFF)
            throw place.error(.badReference(target: target), "TargetName")
        }
        return name
    }

    /// Writes the data. The target is never compressed.
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeUInt16(priority)
        target.serialize(into: &output)
        for parameter in parameters {
            output.writeUInt16(parameter.key.rawValue)
            // No initializer lets a longer value in.
            output.writeUInt16(UInt16(truncatingIfNeeded: parameter.value.count))
            output.writeBytes(parameter.value)
        }
    }

    public static let fields: [FieldDescription<Self>] = [
        .field("priority", \.priority, .number), .field("target", \.target, .name),
        .field("parameters", \.parameters, .parameters),
    ]

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        do throws(WireError) {
            self = try ServiceBinding(priority: priority, target: target, parameters: parameters)
        } catch {
            throw FieldError(object?.path ?? "", "cannot be written: \(error)")
        }
    }

    public var presentation: String {
        (["\(priority)", target.presentation] + parameters.map(\.presentation)).joined(separator: " ")
    }
}

extension ServiceBinding {
    /// Whether the record only leads to another name (RFC 9460 §2.4.2); its parameters then mean nothing.
    public var isAlias: Bool { priority == 0 }

    /// The value for a key, nil where the record has none.
    public func value(forKey key: Parameter.Key) -> [UInt8]? { parameters.first { $0.key == key }?.value }

    /// The keys that a client must understand to use the record (RFC 9460 §8), empty where it names none.
    public var mandatoryKeys: [Parameter.Key] { Parameter.keys(in: value(forKey: .mandatory) ?? []) }

    /// The protocols beside the scheme's own, as ALPN names them (RFC 9460 §7.1): `h2`. Nil where the record says
    /// nothing of them.
    public var protocolIdentifiers: [[UInt8]]? { value(forKey: .alpn).map(CharacterString.split) }

    /// Whether the scheme's own protocol is not spoken (RFC 9460 §7.1.1).
    public var hasNoDefaultProtocol: Bool { value(forKey: .noDefaultALPN) != nil }

    /// The port, nil where it is the scheme's own (RFC 9460 §7.2).
    public var port: UInt16? { value(forKey: .port).map { $0.span.bigEndianUInt16(at: 0) } }

    /// Addresses that the target may have, IPv4 ones first (RFC 9460 §7.3).
    public var addressHints: [IPAddress] {
        Parameter.addresses(in: value(forKey: .ipv4Hint) ?? [], size: 4)
            + Parameter.addresses(in: value(forKey: .ipv6Hint) ?? [], size: 16)
    }

    /// Whether the record has every key that it calls mandatory, and `alpn` if it has `no-default-alpn`. Clients must
    /// not use a record for a service that has not (RFC 9460 §7.1.1, §8).
    public var isSelfConsistent: Bool {
        mandatoryKeys.allSatisfy { value(forKey: $0) != nil }
            && (!hasNoDefaultProtocol || value(forKey: .alpn) != nil)
    }
}
