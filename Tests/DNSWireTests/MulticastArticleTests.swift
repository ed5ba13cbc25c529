import DNSWire
import TestSupport
import Testing
import WireCoding

// The code of the article, word for word.

/// The instances of services that a datagram announces, and those that it takes back.
func instances(in datagram: [UInt8]) throws(WireError) -> (found: [DNSName], gone: [DNSName]) {
    let message = try DNSMessage(parsing: datagram)
    guard message.flags.isResponse else { return ([], []) }
    var (found, gone): ([DNSName], [DNSName]) = ([], [])
    for record in message.answers {
        guard case .pointer(let instance) = record.data else { continue }
        // A TTL of 0 is a goodbye (RFC 6762 §10.1).
        if record.ttl == 0 { gone.append(instance) } else { found.append(instance) }
    }
    return (found, gone)
}

/// The datagrams that ask for all instances of a type but the known ones.
func query(for type: DNSName, knowing known: [ResourceRecord]) throws(WireError) -> [[UInt8]] {
    var datagrams: [[UInt8]] = []
    for message in try DNSMessage.multicastQuery([Question(name: type, type: .ptr)], knownAnswers: known) {
        datagrams.append(try message.bytes())
    }
    return datagrams
}

/// The datagrams that announce an instance at a port of a host.
func announcement(of instance: DNSName, type: DNSName, at port: UInt16, of host: DNSName) throws(WireError)
    -> [[UInt8]]
{
    let pointer = ResourceRecord(name: type, type: .ptr, ttl: 4500, data: .pointer(instance))
    let location = ResourceRecord(
        name: instance, type: .srv, ttl: 120, data: .service(ServiceLocation(port: port, target: host)))
    var datagrams: [[UInt8]] = []
    // Others have pointers of the type too; the location is of this instance alone.
    for message in try DNSMessage.announcement(unique: [location], shared: [pointer]) {
        datagrams.append(try message.bytes())
    }
    return datagrams
}

@Suite struct MulticastArticleTests {
    private let type: DNSName = "_ipp._tcp.local."
    private let instance: DNSName = "Kitchen._ipp._tcp.local."

    private func announced() throws -> [[UInt8]] {
        try announcement(of: instance, type: type, at: 631, of: "kitchen.local.")
    }

    @Test func anAnnouncedInstanceIsFound() throws {
        let datagrams = try announced()
        #expect(datagrams.count == 1)
        let changes = try instances(in: datagrams[0])
        #expect(changes.found == [instance] && changes.gone == [])
        let message = try DNSMessage(parsing: datagrams[0])
        #expect(message.answers.map(\.cacheFlush) == [false, true])
    }

    @Test func aGoodbyeTakesItBack() throws {
        let pointers = try DNSMessage(parsing: announced()[0]).answers.filter { $0.type == .ptr }
        let changes = try instances(in: DNSMessage.goodbye(pointers)[0].bytes())
        #expect(changes.found == [] && changes.gone == [instance])
    }

    @Test func aQuerySaysWhatIsKnown() throws {
        let known = try DNSMessage(parsing: announced()[0]).answers.filter { $0.type == .ptr }
        let datagrams = try query(for: type, knowing: known)
        #expect(datagrams.count == 1)
        let message = try DNSMessage(parsing: datagrams[0])
        #expect(!message.flags.isResponse && message.questions.map(\.name) == [type] && message.answers == known)
        #expect(try instances(in: datagrams[0]).found == [])
    }

    @Test func theArticleShowsWhatIsTestedHere() throws {
        let article = try Article("Read-and-write-multicast-DNS-messages", of: "DNSWire")
        #expect(article.code.count == 3)
        #expect(try article.code(missingFrom: #filePath).isEmpty)
    }
}
