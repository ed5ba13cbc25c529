import DNSWire
import WireCoding

/// Finds the target of a test by ordinary questions: where it is, what its names and records are.
struct TargetSearch: Sendable {
    /// Between two rounds: long enough that a question may be asked again.
    static let interval: Int64 = 1_600_000_000
    private static let maximumRounds = 6
    /// How often something is asked for that does not come.
    private static let maximumAttempts = 2
    private static let maximumQuestions = 12
    private static let maximumRecords = 512

    let wanted: ConformanceTester.TargetName
    private(set) var rounds = 0
    /// Who answered for the name first.
    private var speaker: (link: LinkAddress?, address: IPAddress)?
    private var records: [ResourceRecord] = []
    private var attempts: [Question: Int] = [:]

    init(_ wanted: ConformanceTester.TargetName) { self.wanted = wanted }

    mutating func receive(_ message: DNSMessage, of datagram: ObservedDatagram) {
        guard message.flags.isResponse else { return }
        let said = message.answers + message.additionals
        if speaker == nil {
            guard said.contains(where: { $0.name == wanted.name && $0.ttl > 0 && $0.type != .nsec }) else { return }
            speaker = (datagram.linkSource, datagram.source)
        }
        guard let speaker, isSpeaker(speaker, datagram) else { return }
        for record in said where record.ttl > 0 && records.count < Self.maximumRecords {
            if !records.contains(where: { $0.isSameRecord(as: record) }) { records.append(record.compacted()) }
        }
    }

    private func isSpeaker(_ speaker: (link: LinkAddress?, address: IPAddress), _ datagram: ObservedDatagram) -> Bool {
        speaker.link.map { $0 == datagram.linkSource } ?? (speaker.address == datagram.source)
    }

    /// The next question, or nil when all is known that will be.
    mutating func nextQuery() -> DNSMessage? {
        guard rounds < Self.maximumRounds else { return nil }
        let missing = missing.filter { attempts[$0, default: 0] < Self.maximumAttempts }.prefix(Self.maximumQuestions)
        guard !missing.isEmpty else { return nil }
        // A first question may ask for unicast (RFC 6762 §5.4), and says nothing of a host that does not hear yet.
        var query = DNSMessage(
            questions: missing.map { question in
                Question(name: question.name, type: question.type, wantsUnicastResponse: attempts[question] == nil)
            })
        query.shorten(to: DNSMessage.multicastPayloadSize)
        for question in missing.prefix(query.questions.count) { attempts[question, default: 0] += 1 }
        rounds += 1
        return query
    }

    private var missing: [Question] {
        var missing: [Question] = []
        func want(_ name: DNSName, _ types: RecordType...) {
            for type in types where !records.contains(where: { $0.name == name && $0.type == type }) {
                missing.append(Question(name: name, type: type))
            }
        }
        if wanted.isInstance {
            want(wanted.name, .srv, .txt)
            want(wanted.name.droppingFirst(), .ptr)
            if let host { want(host, .a, .aaaa) }
            // Its siblings are known, so that none is taken for its next name.
            for instance in pointers(from: wanted.name.droppingFirst()) { want(instance, .srv) }
        } else {
            want(wanted.name, .a, .aaaa)
            want(.typeEnumeration, .ptr)
            for type in pointers(from: .typeEnumeration) {
                want(type, .ptr)
                for instance in pointers(from: type) { want(instance, .srv, .txt) }
            }
        }
        return missing
    }

    private func pointers(from name: DNSName) -> [DNSName] {
        records.compactMap { record in
            guard record.name == name, case .pointer(let target) = record.data else { return nil }
            return target
        }
    }

    private var host: DNSName? {
        guard wanted.isInstance else { return wanted.name }
        return records.lazy.compactMap { record in
            guard record.name == wanted.name, case .service(let location) = record.data else { return nil }
            return location.target
        }.first
    }

    /// The target, if it answered.
    ///
    /// - Parameter isIPv6: The family of the test.
    func target(isIPv6: Bool) -> ConformanceTester.Target? {
        guard let speaker, var host else { return nil }
        let family = { (record: ResourceRecord) -> Bool in (record.type == .aaaa) == isIPv6 }
        let all = records.filter { $0.name == host && ($0.type == .a || $0.type == .aaaa) }
        let addresses = all.filter(family) + all.filter { !family($0) }
        guard let first = addresses.first else { return nil }
        // As the target spells it.
        host = first.name
        let instance = wanted.isInstance ? wanted.name : firstInstance(on: host)
        let service = instance.flatMap { self.service($0) }
        if wanted.isInstance, service == nil { return nil }
        let others = records.filter { record in
            switch record.type {
            case .srv: record.name != instance
            case .a, .aaaa: record.name != host
            default: false
            }
        }
        return ConformanceTester.Target(
            linkAddress: speaker.link, address: speaker.address, host: host, addresses: addresses, service: service,
            others: Set(others.map(\.name)))
    }

    /// Of several, the first in the order of their names: the same whenever one looks.
    private func firstInstance(on host: DNSName) -> DNSName? {
        records.filter { record in
            guard case .service(let location) = record.data else { return false }
            return location.target == host && ServiceInstanceName(record.name) != nil
        }.map(\.name).min { $0.presentation < $1.presentation }
    }

    private func service(_ instance: DNSName) -> ConformanceTester.Target.Service? {
        guard let location = records.first(where: { $0.name == instance && $0.type == .srv }) else { return nil }
        let type = instance.droppingFirst()
        let pointer =
            records.first { $0.name == type && $0.data == .pointer(instance) }
            ?? ResourceRecord(
                name: type, type: .ptr, ttl: ServiceRegistration.defaultTimeToLive, data: .pointer(location.name))
        return ConformanceTester.Target.Service(
            instance: location.name, type: type, location: location,
            text: records.first { $0.name == instance && $0.type == .txt }, pointer: pointer)
    }
}
