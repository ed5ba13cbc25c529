import WireCoding

/// A message of ICMP (RFC 792) or of ICMPv6 (RFC 4443 §2.1): type, code, checksum, four bytes whose meaning depends on
/// the type, and the rest.
///
/// The two protocols share only the layout: the reader of a message knows from the IP header which one it is.
public struct ICMPMessage: Hashable, Sendable {
    /// Bytes before the ``body``.
    public static let minimumSize = 8

    public var header: ICMPHeader
    /// Identifier and sequence number of echoes, the MTU of "packet too big", a pointer, a gateway; unused in others.
    public var parameter: UInt32
    /// The data of an echo; in errors, the packet that caused them, as much as fits.
    public var body: [UInt8]

    public init(header: ICMPHeader, parameter: UInt32 = 0, body: [UInt8] = []) {
        self.header = header
        self.parameter = parameter
        self.body = body
    }

    /// Reads a whole message: all that is left.
    ///
    /// - Throws: `truncated` when fewer than 8 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "ICMP message")
        header = try ICMPHeader(parsing: &input)
        parameter = try input.readUInt32("ICMP parameter")
        body = input.readRemainingBytes()
    }

    /// Writes the message with the checksum that it has.
    public func serialize(into output: inout ByteWriter) {
        header.serialize(into: &output)
        output.writeUInt32(parameter)
        output.writeBytes(body)
    }
}

extension ICMPMessage {
    /// A message of ICMP in words: "port unreachable"; nil for numbers that the registry "ICMP Type Numbers" does not
    /// name.
    public static func name(type: UInt8, code: UInt8) -> String? {
        switch type {
        case 0: return "echo reply"
        case 3:
            let reasons = [
                "network unreachable", "host unreachable", "protocol unreachable", "port unreachable",
                "fragmentation needed", "source route failed", "network unknown", "host unknown",
                "source host isolated", "network prohibited", "host prohibited", "network unreachable for service",
                "host unreachable for service", "communication prohibited", "host precedence violation",
                "precedence cutoff",
            ]
            return Int(code) < reasons.count ? reasons[Int(code)] : "unreachable"
        case 4: return "source quench"
        case 5: return "redirect"
        case 8: return "echo request"
        case 9: return "router advertisement"
        case 10: return "router solicitation"
        case 11: return code == 1 ? "reassembly time exceeded" : "time to live exceeded"
        case 12: return "parameter problem"
        case 13: return "timestamp request"
        case 14: return "timestamp reply"
        case 17: return "address mask request"
        case 18: return "address mask reply"
        default: return nil
        }
    }

    /// A message of ICMPv6 in words; nil for numbers that the registry "ICMPv6 Parameters" does not name or that need
    /// no name here.
    public static func nameV6(type: UInt8, code: UInt8) -> String? {
        switch type {
        case 1:
            let reasons = [
                "no route", "communication prohibited", "beyond scope of source", "address unreachable",
                "port unreachable", "source address failed policy", "route rejected", "source route failed",
            ]
            return Int(code) < reasons.count ? reasons[Int(code)] : "unreachable"
        case 2: return "packet too big"
        case 3: return code == 1 ? "reassembly time exceeded" : "hop limit exceeded"
        case 4: return "parameter problem"
        case 128: return "echo request"
        case 129: return "echo reply"
        case 130: return "multicast listener query"
        case 131, 143: return "multicast listener report"
        case 132: return "multicast listener done"
        case 133: return "router solicitation"
        case 134: return "router advertisement"
        case 135: return "neighbor solicitation"
        case 136: return "neighbor advertisement"
        case 137: return "redirect"
        default: return nil
        }
    }
}
