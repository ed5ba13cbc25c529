/// The rules for labels as text, for those who have them so. A label is not a whole name: nothing in it is an escape.
extension RenameRule {
    /// The label after one more conflict, see ``next(after:original:using:)-([UInt8],_,_)``.
    ///
    /// - Throws: Why the responder has no new label.
    public func next(
        after label: String, original: String? = nil, using generator: inout some RandomNumberGenerator
    ) throws(RenameViolation) -> String {
        let next = try next(
            after: Array(label.utf8), original: original.map { Array($0.utf8) }, using: &generator)
        // Text is cut between characters only.
        return String(decoding: next, as: UTF8.self)
    }

    /// The rules by which one conflict leads from the old label to the new one, in the order of ``all``.
    public static func rules(from old: String, to new: String, of subject: Subject) -> [RenameRule] {
        rules(from: Array(old.utf8), to: Array(new.utf8), of: subject)
    }

    /// Whether one conflict can lead from one label to the other, see ``leads(from:to:)-([UInt8],_)``.
    public func leads(from old: String, to new: String) -> Bool { leads(from: Array(old.utf8), to: Array(new.utf8)) }

    /// The least number of conflicts that lead from one label to the other, see
    /// ``conflicts(from:to:limit:)-([UInt8],_,_)``.
    ///
    /// - Parameters:
    ///   - old: The label before the first conflict.
    ///   - new: The label after the last one.
    ///   - limit: The most conflicts to consider.
    /// - Returns: 0 for the same label, nil when the rule does not lead there within the limit.
    public func conflicts(from old: String, to new: String, limit: Int = .max) -> Int? {
        conflicts(from: Array(old.utf8), to: Array(new.utf8), limit: limit)
    }
}
