extension RecordData {
    /// The same data with its names in memory of their own, see ``DNSName/compacted()``.
    public func compacted() -> RecordData {
        switch self {
        case .pointer(let name): .pointer(name.compacted())
        case .canonicalName(let name): .canonicalName(name.compacted())
        case .nameServer(let name): .nameServer(name.compacted())
        case .service(let location): .service(location.compacted())
        case .nextSecure(let next):
            .nextSecure(NextSecure(nextDomainName: next.nextDomainName.compacted(), types: next.types))
        // Names of other types are read into memory of their own.
        default: self
        }
    }
}
