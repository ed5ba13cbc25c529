/// Decides at the second reading which records are messages, by what the first reading found.
protocol RecordResolver: Sendable {
    /// Completes a record.
    ///
    /// - Returns: False if it is none of the session's messages.
    func resolve(_ record: inout MessageRecord, fromInitiator: Bool) -> Bool
}
