import DNSWire
import WireCoding
import WireTesting

/// Values of every kind that the module can write, small enough to be made by the thousand.
extension SeededGenerator {
    mutating func name() throws -> DNSName {
        var labels: [[UInt8]] = []
        for _ in 0..<number(in: 0...4) {
            labels.append(pick([Array("local".utf8), Array("_tcp".utf8), bytes(number(in: 1...20))]))
        }
        return try DNSName(labels: labels)
    }

    mutating func record() throws -> ResourceRecord {
        let (type, data) = try typeAndData()
        let ttl = UInt32(truncatingIfNeeded: next())
        if type == .opt {
            let size = UInt16(truncatingIfNeeded: next())
            return ResourceRecord(name: .root, type: .opt, rawClass: size, ttl: ttl, data: data)
        }
        return ResourceRecord(name: try name(), type: type, cacheFlush: chance(1, in: 2), ttl: ttl, data: data)
    }

    private mutating func typeAndData() throws -> (RecordType, RecordData) {
        switch number(in: 0...9) {
        case 0: return (.a, .address(IPAddress(ipv4: UInt32(truncatingIfNeeded: next()))))
        case 1: return (.aaaa, .address(IPAddress(ipv6High: next(), low: next())))
        case 2: return (.ptr, .pointer(try name()))
        case 3: return (.cname, .canonicalName(try name()))
        case 4: return (.ns, .nameServer(try name()))
        case 5:
            let port = UInt16(truncatingIfNeeded: next())
            return (.srv, .service(ServiceLocation(priority: port &* 7, weight: 3, port: port, target: try name())))
        case 6: return (.txt, .text(bytes(number(in: 0...40))))
        case 7:
            let types = (0..<number(in: 0...6)).map { _ in RecordType(rawValue: UInt16(truncatingIfNeeded: next())) }
            return (.nsec, .nextSecure(NextSecure(nextDomainName: try name(), types: TypeBitmap(types))))
        case 8:
            let options = (0..<number(in: 0...3)).map { _ in
                EDNSOption(code: EDNSOption.Code(rawValue: UInt16(number(in: 0...20))), data: bytes(number(in: 0...20)))
            }
            return (.opt, .options(options))
        default: return (RecordType(rawValue: UInt16(number(in: 1000...2000))), .raw(bytes(number(in: 0...30))))
        }
    }

    mutating func message() throws -> DNSMessage {
        var message = DNSMessage(
            identifier: UInt16(truncatingIfNeeded: next()),
            flags: DNSFlags(rawValue: UInt16(truncatingIfNeeded: next())))
        for _ in 0..<number(in: 0...3) {
            let type = RecordType(rawValue: UInt16(truncatingIfNeeded: next()))
            message.questions.append(
                Question(name: try name(), type: type, rawClass: UInt16(truncatingIfNeeded: next())))
        }
        for _ in 0..<number(in: 0...6) { message.answers.append(try record()) }
        for _ in 0..<number(in: 0...3) { message.authorities.append(try record()) }
        for _ in 0..<number(in: 0...3) { message.additionals.append(try record()) }
        return message
    }
}
