extension TXTRecord {
    /// The entry that a library finds for a key. They differ where a record has a key more than once; by RFC 6763 §6.4
    /// the first one counts (``entry(forKey:)``).
    ///
    /// - Apple (`TXTRecordGetValuePtr`): the first, letters in any case.
    /// - Avahi (`avahi_string_list_find` in a parsed list, which is in reverse order): the last, letters in any case.
    /// - zeroconf (`properties`): the first of that very spelling; it finds entries without a key under the empty key.
    public func entry(forKey key: some StringProtocol, foundBy family: ResponderFamily) -> Entry? {
        let wanted = Array(key.utf8)
        switch family {
        case .apple: return entry(forKey: key)
        case .avahi: return wanted.isEmpty ? nil : entries.last { LabelBytes.areEqual($0.key, wanted) }
        case .zeroconf: return entries.first { $0.key == wanted }
        }
    }
}
