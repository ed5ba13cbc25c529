import DNSWire

/// Deviations of a service's records from the specification, with the packet that first showed each.
struct RecordDeviations: Sendable {
    /// The top bit of the class was set on a pointer record, which every holder of the type shares (RFC 6762 §10.2).
    private(set) var cacheFlushOnShared: PacketMoment?
    /// The bit was missing on a record that the holder alone may have (RFC 6762 §10.2).
    private(set) var uniqueWithoutCacheFlush: (type: RecordType, moment: PacketMoment)?
    /// A TTL other than those that RFC 6762 §10 recommends.
    private(set) var unusualTimeToLive: (type: RecordType, seconds: UInt32, moment: PacketMoment)?

    /// TTLs of RFC 6762 §10: 120 s for records with a host name in them, 75 minutes for others, which Apple's
    /// responders give to both.
    private static let usualTimesToLive: [UInt32] = [120, 4500]

    /// - Precondition: The record was sent under the rules of multicast DNS, not to a legacy resolver.
    mutating func note(_ record: ResourceRecord, at moment: PacketMoment) {
        if record.type == .ptr {
            if record.cacheFlush, cacheFlushOnShared == nil { cacheFlushOnShared = moment }
        } else if !record.cacheFlush, uniqueWithoutCacheFlush == nil {
            uniqueWithoutCacheFlush = (record.type, moment)
        }
        if record.ttl > 0, !Self.usualTimesToLive.contains(record.ttl), unusualTimeToLive == nil {
            unusualTimeToLive = (record.type, record.ttl, moment)
        }
    }
}
