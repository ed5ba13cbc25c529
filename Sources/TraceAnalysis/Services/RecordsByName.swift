import DNSWire

/// The records of one message by their owner names, sorted only if there are many.
struct RecordsByName {
    private static let manyRecords = 8

    private let all: [ResourceRecord]
    private var byName: [DNSName: [Int]]?

    init(_ records: [ResourceRecord]) { all = records }

    /// The indices of a name's records, in order.
    mutating func positions(of name: DNSName) -> [Int] {
        if all.count <= Self.manyRecords { return all.indices.filter { all[$0].name == name } }
        if byName == nil { byName = Dictionary(grouping: all.indices) { all[$0].name } }
        return byName?[name] ?? []
    }

    /// The first records of a name, in order: who asks for all of them for each of them takes the square of their number.
    mutating func records(of name: DNSName, limit: Int) -> [ResourceRecord] {
        positions(of: name).prefix(limit).map { all[$0] }
    }

    /// The first SRV record of a name.
    mutating func location(of name: DNSName) -> ServiceLocation? {
        for position in positions(of: name) {
            if case .service(let location) = all[position].data { return location }
        }
        return nil
    }
}
