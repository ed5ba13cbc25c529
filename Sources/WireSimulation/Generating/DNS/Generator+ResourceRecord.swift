import DNSWire
import ServiceDiscovery
import WireCoding
import WireTesting

extension Generator where Value == ResourceRecord {
    /// Records of DNS-SD: pointers, services, attributes, addresses, and beside them NSEC and OPT.
    public static var plausible: Generator { Generator { $0.plausibleRecord() } }

    /// Records of every type that the module reads, of types that it only knows by name, of unassigned types and of other
    /// classes, with data from none to some ten thousand bytes; one in sixteen is malformed
    /// (``DNSWire/RecordData/malformed(_:_:)``).
    public static var extreme: Generator { Generator { $0.extremeRecord() } }
}

extension Generator where Value == Question {
    /// Questions for names and types of DNS-SD.
    public static var plausible: Generator {
        Generator { random in
            Question(
                name: random.plausibleName(), type: random.pick([.ptr, .srv, .txt, .a, .aaaa, .any]),
                wantsUnicastResponse: random.chance(1, in: 4))
        }
    }

    /// Any name, type and class.
    public static var extreme: Generator {
        Generator { random in
            Question(name: random.extremeName(), type: random.anyRecordType(), rawClass: random.boundary())
        }
    }
}

extension SeededGenerator {
    mutating func plausibleRecord() -> ResourceRecord {
        let ttl: UInt32 = pick([120, 4500, 75, 10, 0])
        let host = hostName()
        func unique(_ name: DNSName, _ type: RecordType, _ data: RecordData) -> ResourceRecord {
            ResourceRecord(name: name, type: type, cacheFlush: true, ttl: ttl, data: data)
        }
        switch number(in: 0...7) {
        case 0:
            return ResourceRecord(name: serviceTypeName(), type: .ptr, ttl: ttl, data: .pointer(instanceName()))
        case 1:
            let location = ServiceLocation(port: UInt16(number(in: 1024...65535)), target: host)
            return unique(instanceName(), .srv, .service(location))
        case 2: return unique(instanceName(), .txt, .text(plausibleText().rdata))
        case 3: return unique(host, .a, .address(IPAddress(ipv4: 0x0A4D_0000 | UInt32(number(in: 1...254)))))
        case 4: return unique(host, .aaaa, .address(IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: integer())))
        case 5:
            let types = TypeBitmap(pick([[.a, .aaaa], [.txt, .srv], [.ptr]]))
            return unique(host, .nsec, .nextSecure(NextSecure(nextDomainName: host, types: types)))
        case 6:
            let owner = OwnerOption(sequence: integer(), primaryAddress: LinkAddress(rawValue: next()))
            let option = EDNSOption(code: .owner, data: unfailing { try owner.serialized() })
            return ResourceRecord(udpPayloadSize: 1440, options: [option])
        default:
            return ResourceRecord(
                name: serviceTypeName(), type: .ptr, ttl: ttl, data: .pointer(serviceTypeName()))
        }
    }

    mutating func extremeRecord() -> ResourceRecord {
        let type: RecordType
        let data: RecordData
        switch number(in: 0...15) {
        case 0:
            // Malformed in every message, wherever it is found to be so.
            (type, data) = (
                .a, .malformed(bytes(pick([3, 5])), WireError(.invalidValue(0), field: "RDATA", offset: 0))
            )
        case 1:
            // In other classes the layout is not known, so that all data is opaque.
            let rawClass: UInt16 = pick([0, 3, 4, 254, 255, 0x7FFF, 0x8003])
            return ResourceRecord(
                name: extremeName(), type: pick(RecordData.knownTypes.filter { $0 != .opt }), rawClass: rawClass,
                ttl: boundary(), data: .raw(extremeBytes(upTo: 2000)))
        case 2...3: (type, data) = (opaqueRecordType(), .raw(extremeBytes(upTo: 2000)))
        default:
            type = pick(RecordData.knownTypes)
            data = extreme { RecordData.extreme(of: type, from: &$0) }
        }
        guard type != .opt else {
            return ResourceRecord(
                name: chance(7, in: 8) ? .root : extremeName(), type: type, rawClass: boundary(), ttl: boundary(),
                data: data)
        }
        return ResourceRecord(
            name: extremeName(), type: type, cacheFlush: chance(1, in: 2), ttl: boundary(), data: data)
    }

    /// Any type: of questions, of records, with a name or without one.
    mutating func anyRecordType() -> RecordType {
        chance(1, in: 2) ? pick(RecordData.knownTypes + [.any, .axfr, .ixfr]) : RecordType(rawValue: boundary())
    }

    /// A type whose data the module keeps as it is.
    private mutating func opaqueRecordType() -> RecordType {
        while true {
            let type = RecordType(rawValue: chance(1, in: 2) ? UInt16(number(in: 0...262)) : boundary())
            if !RecordData.knownTypes.contains(type) { return type }
        }
    }
}
