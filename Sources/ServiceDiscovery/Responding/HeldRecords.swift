import DNSWire

/// The records that a host may answer with on an interface: those of names that it holds there.
struct HeldRecords {
    /// Nil while the host's name is not held; there are no instances then.
    let host: ClaimedRecords?
    let instances: [ClaimedRecords]

    init(of link: ServiceResponder.Link) {
        guard link.host.holdsName else {
            (host, instances) = (nil, [])
            return
        }
        host = link.host.records
        instances = link.instances.lazy.map(\.claim).filter(\.holdsName).map(\.records)
    }

    private var all: [ClaimedRecords] { (host.map { [$0] } ?? []) + instances }

    /// The records that a question asks for, or the one that says that its name has none of that type (RFC 6762 §6.1).
    func answers(to question: Question) -> [ResourceRecord] {
        guard question.recordClass == .internet || question.recordClass == .any else { return [] }
        var answers: [ResourceRecord] = []
        func add(_ record: ResourceRecord) {
            let isWanted = question.type == .any || question.type == record.type
            if isWanted, record.name == question.name, !answers.contains(record) { answers.append(record) }
        }
        for records in all {
            if let pointer = records.typeEnumerationPointer { add(pointer) }
            records.pointers.forEach(add)
            records.unique.forEach(add)
            if question.type == .nsec { add(records.denial) }
        }
        guard answers.isEmpty, let owner = all.first(where: { $0.name == question.name }) else { return answers }
        return [owner.denial]
    }

    /// The records that whoever gets these answers is likely to ask for next (RFC 6763 §12, RFC 6762 §6.2), without those
    /// that are among them.
    func additionals(with answers: [ResourceRecord]) -> [ResourceRecord] {
        var known = Set(answers)
        var additionals: [ResourceRecord] = []
        func add(_ records: [ResourceRecord]) {
            for record in records where known.insert(record).inserted { additionals.append(record) }
        }
        let hosts = (host.map { $0.unique + [$0.denial] } ?? [])
        for answer in answers {
            switch (answer.type, answer.data) {
            case (.ptr, .pointer(let target)):
                guard let instance = instances.first(where: { $0.name == target }) else { continue }
                add(instance.unique + hosts + [instance.denial])
            case (.srv, _):
                add(hosts + instances.filter { $0.name == answer.name }.map(\.denial))
            case (.txt, _): add(instances.filter { $0.name == answer.name }.map(\.denial))
            case (.a, _), (.aaaa, _): add(hosts)
            case (.nsec, _) where answer.name == host?.name: add(host?.unique ?? [])
            default: continue
            }
        }
        return additionals
    }

    /// Whether the record is one that is held, with the data and name that it has now.
    func contains(_ record: ResourceRecord) -> Bool {
        all.contains {
            $0.unique.contains(record) || $0.pointers.contains(record) || $0.typeEnumerationPointer == record
                || $0.denial == record
        }
    }
}
