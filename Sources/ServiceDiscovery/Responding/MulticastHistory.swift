import DNSWire

/// When each record of a host was multicast last on an interface.
///
/// It has the host's own records alone, so that no input makes it grow.
struct MulticastHistory: Hashable, Sendable {
    /// A record is not multicast again so soon (RFC 6762 §6), in nanoseconds.
    static let interval: Int64 = ProbingProfile.second
    /// How many records of former names and data are kept before those are forgotten that nobody believes any more.
    private static let room = 256

    private var times: [ResourceRecord: Int64] = [:]

    mutating func note(_ records: some Sequence<ResourceRecord>, at time: Int64) {
        for record in records { times[record] = time }
        guard times.count > Self.room else { return }
        times = times.filter { $0.value.advanced(saturating: Int64(seconds: $0.key.ttl)) > time }
    }

    mutating func forget(_ records: some Sequence<ResourceRecord>) {
        let gone = Set(records.map { $0.with(ttl: 0) })
        times = times.filter { !gone.contains($0.key.with(ttl: 0)) }
    }

    /// When it was multicast last, nil for never.
    func time(of record: ResourceRecord) -> Int64? { times[record] }

    /// The earliest time at which it may be multicast.
    func earliest(for record: ResourceRecord, interval: Int64 = interval) -> Int64 {
        times[record]?.advanced(saturating: interval) ?? .min
    }

    /// Whether others have heard it recently enough that a host that asks for a unicast answer gets one: within a quarter
    /// of its time to live (RFC 6762 §5.4).
    func isFresh(_ record: ResourceRecord, at time: Int64) -> Bool {
        guard let last = times[record] else { return false }
        return time.subtracting(saturating: last) <= Int64(seconds: record.ttl) / 4
    }
}
