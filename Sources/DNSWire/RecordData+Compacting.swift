extension RecordData {
    /// The same data with its names in their own memory, see ``DNSName/compacted()``.
    public func compacted() -> RecordData {
        switch self {
        case .pointer(let name): return .pointer(name.compacted())
        case .canonicalName(let name): return .canonicalName(name.compacted())
        case .nameServer(let name): return .nameServer(name.compacted())
        case .service(let location): return .service(location.compacted())
        case .nextSecure(var next):
            next.nextDomainName = next.nextDomainName.compacted()
            return .nextSecure(next)
        case .startOfAuthority(var authority):
            authority.primaryServer = authority.primaryServer.compacted()
            authority.responsibleMailbox = authority.responsibleMailbox.compacted()
            return .startOfAuthority(authority)
        case .mailExchange(var exchange):
            exchange.exchange = exchange.exchange.compacted()
            return .mailExchange(exchange)
        // Names that no sender compresses are read into their own memory.
        case .namingAuthorityPointer, .serviceBinding: return self
        case .address, .text, .options, .hostInformation, .raw, .malformed: return self
        }
    }
}
