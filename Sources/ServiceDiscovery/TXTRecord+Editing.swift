/// Changes write the entries anew, in their order. Empty strings and a string that is cut off mean nothing and are left
/// out then; entries that break rules stay.
extension TXTRecord {
    /// The entry that counts for a key: ``entry(forKey:)``.
    public subscript(key: some StringProtocol) -> Entry? { entry(forKey: key) }

    /// Adds an entry at the end.
    ///
    /// It counts only if its key is not there yet (RFC 6763 §6.4).
    ///
    /// - Throws: The first rule that the entry breaks, or ``TXTRecordViolation/recordTooLong(length:)``.
    public mutating func append(_ entry: Entry) throws(TXTRecordViolation) {
        if let violation = entry.violation { throw violation }
        try replaceEntries(entries + [entry])
    }

    /// Replaces the first entry of the same key, and removes the others of that key; appends the entry if there is
    /// none.
    ///
    /// - Throws: The first rule that the entry breaks, or ``TXTRecordViolation/recordTooLong(length:)``.
    public mutating func set(_ entry: Entry) throws(TXTRecordViolation) {
        if let violation = entry.violation { throw violation }
        var changed = entries
        let isSame: (Entry) -> Bool = { LabelBytes.areEqual($0.key, entry.key) }
        let index = changed.firstIndex(where: isSame)
        changed.removeAll(where: isSame)
        changed.insert(entry, at: index ?? changed.endIndex)
        try replaceEntries(changed)
    }

    /// Sets `key=value`, or only `key` if there is no value.
    ///
    /// - Throws: The first rule that the entry breaks, or ``TXTRecordViolation/recordTooLong(length:)``.
    public mutating func setValue(_ value: [UInt8]?, forKey key: String) throws(TXTRecordViolation) {
        try set(Entry(key: key, value: value))
    }

    /// Sets `key=value`.
    ///
    /// - Throws: The first rule that the entry breaks, or ``TXTRecordViolation/recordTooLong(length:)``.
    public mutating func setValue(_ value: String, forKey key: String) throws(TXTRecordViolation) {
        try set(Entry(key: key, value: value))
    }

    /// Removes all entries of a key, including those that were ignored.
    ///
    /// - Returns: The one that counted.
    @discardableResult
    public mutating func removeEntry(forKey key: some StringProtocol) -> Entry? {
        guard let removed = entry(forKey: key) else { return nil }
        rdata = Self.rdata(of: entries.filter { !LabelBytes.areEqual($0.key, removed.key) })
        return removed
    }

    mutating func replaceEntries(_ changed: [Entry]) throws(TXTRecordViolation) {
        let bytes = Self.rdata(of: changed)
        guard bytes.count <= Self.maximumLength else { throw .recordTooLong(length: bytes.count) }
        rdata = bytes
    }
}
