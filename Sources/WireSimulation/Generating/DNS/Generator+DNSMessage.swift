import DNSWire
import WireTesting

extension Generator where Value == DNSMessage {
    /// Messages of hosts in multicast DNS: queries with known answers, probes, announcements, goodbyes.
    public static var plausible: Generator { Generator { $0.plausibleMessage() } }

    /// Any flags, and sections of none to hundreds of extreme questions and records, at most 65,535 bytes together, which
    /// is what TCP carries.
    ///
    /// Read back, a message is equal to the written one, in every scope of name compression.
    public static var extreme: Generator { Generator { $0.extremeMessage() } }
}

extension SeededGenerator {
    fileprivate mutating func plausibleMessage() -> DNSMessage {
        let records = (0..<number(in: 1...6)).map { _ in plausibleRecord() }
        let data = records.filter { $0.type != .opt }
        let options = records.filter { $0.type == .opt }.prefix(1)
        switch number(in: 0...3) {
        case 0:
            let question = Generator<Question>.plausible
            return DNSMessage(
                questions: (0..<number(in: 1...3)).map { _ in question.next(&self) },
                answers: data.filter { $0.type == .ptr && !$0.cacheFlush }, additionals: Array(options))
        case 1: return DNSMessage.probe(for: data.map { $0.with(cacheFlush: false) })
        case 2:
            return DNSMessage(flags: .multicastResponse, answers: data.map { $0.with(ttl: 0) })
        default:
            let split = number(in: 0...data.count)
            return DNSMessage(
                flags: .multicastResponse, answers: Array(data[..<split]),
                additionals: Array(data[split...]) + options)
        }
    }

    fileprivate mutating func extremeMessage() -> DNSMessage {
        /// Bytes that the message may still take, names uncompressed.
        var room = 0xFFFF - 12
        let questions = Generator<Question>.extreme
        var message = DNSMessage(identifier: boundary(), flags: DNSFlags(rawValue: boundary()))
        for _ in 0..<extremeCount(upTo: 300) {
            let question = questions.next(&self)
            room -= question.name.encodedSize + 4
            guard room >= 0 else { break }
            message.questions.append(question)
        }
        message.answers = extremeSection(&room)
        message.authorities = extremeSection(&room)
        message.additionals = extremeSection(&room)
        return message
    }

    private mutating func extremeSection(_ room: inout Int) -> [ResourceRecord] {
        var records: [ResourceRecord] = []
        for _ in 0..<extremeCount(upTo: 100) {
            let record = extremeRecord()
            let size = record.name.encodedSize + 10 + record.data.encodedSize
            guard size <= room else { break }
            room -= size
            records.append(record)
        }
        return records
    }
}
